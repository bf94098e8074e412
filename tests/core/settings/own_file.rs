//! What the user's own file says, beside what a repository could have set.

use sprag_core::security::redact::Lines;
use sprag_core::settings::{Choice, Name, Source};
use sprag_harness::given::given;

use super::{SOURCES, resolve};

/// A repository can have the file lie in the project by a link.
#[test]
fn what_the_users_own_file_forbids_counts_wherever_it_lies() {
    for own in [Source::DoubtfulConfig, Source::Config] {
        for variable in [Source::Environment, Source::PluginOption, Source::OtherConfig] {
            let settings = resolve(&[
                given(Name::Judge, " local ", own),
                given(Name::RedactLines, "drop", own),
                given(Name::RedactWords, "rocket", own),
                given(Name::Judge, "jev", variable),
                given(Name::RedactLines, "mask", variable),
                given(Name::RedactWords, "zebra", variable),
            ]);
            assert_eq!(settings.judge, Choice::Local, "{own:?}: {variable:?}");
            assert_eq!(settings.redact_lines, Lines::Drop, "{own:?}: {variable:?}");
            let mut words = settings.redact_words;
            words.sort();
            assert_eq!(words, ["rocket", "zebra"], "{own:?}: {variable:?}");
            let ignoring = resolve(&[
                given(Name::Environment, "ignore", own),
                given(Name::Shadow, "on", own),
                given(Name::Shadow, "off", variable),
            ]);
            assert!(ignoring.shadow && !ignoring.uses_environment, "{own:?}: {variable:?}");
        }
    }
}

#[test]
fn what_the_users_own_file_allows_does_not_count_where_its_place_is_doubtful() {
    let allowing = [
        (Name::Hosts, "evil.example.com"),
        (Name::CaFile, "/zebra/ca.pem"),
        (Name::Proxy, "http://evil.example.com"),
        (Name::SendTask, "on"),
        (Name::LogText, "on"),
        (Name::SecretGuard, "off"),
        (Name::ClaudeBin, "/zebra/claude"),
        (Name::WorkerEnv, "NODE_OPTIONS"),
    ];
    let of = |source| allowing.map(|(name, value)| given(name, value, source));
    assert_eq!(resolve(&of(Source::DoubtfulConfig)), resolve(&[]));
    let settings = resolve(&of(Source::Config));
    assert!(settings.send_task && settings.log_text && !settings.worker.is_guarded);
}

/// Every turn waits for the hook.
#[test]
fn no_variable_has_the_hook_take_longer_than_a_host_grants_unless_the_config_lets_it() {
    for source in SOURCES {
        let is_users = matches!(source, Source::CommandLine | Source::Config);
        for (text, own, ms) in [
            ("60", None, if is_users { 60_000 } else { 9_000 }),
            ("2", None, 2_000),
            ("9", None, 9_000),
            ("odd", None, 6_000),
            ("60", Some("30"), if is_users { 60_000 } else { 30_000 }),
            ("20", Some("30"), 20_000),
            ("8", Some("3"), 8_000),
            ("60", Some("3"), if is_users { 60_000 } else { 9_000 }),
            ("60", Some("odd"), if is_users { 60_000 } else { 9_000 }),
        ] {
            // Of two from one place the first counts.
            let mut values = vec![given(Name::Timeout, text, source)];
            values.extend(own.map(|own| given(Name::Timeout, own, Source::Config)));
            assert_eq!(resolve(&values).timeout_ms, ms, "{source:?}: {text}, {own:?}");
        }
    }
}
