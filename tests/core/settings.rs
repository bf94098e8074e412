//! What the user has set: precedence, and doubt that means less blocking.

mod hook_file;
mod host_variable;
mod own_file;
mod place;
mod read_settings;
use sprag_core::checks::score::Threshold;
use sprag_core::security::redact::Lines;
use sprag_core::settings::{
    Choice, ConfigFile, Given, Name, ReplyForm, Settings, Source, TABLE, Worker,
};
use sprag_harness::given::{given, settings};

const SOURCES: [Source; 6] = [
    Source::CommandLine,
    Source::Environment,
    Source::PluginOption,
    Source::OtherConfig,
    Source::DoubtfulConfig,
    Source::Config,
];

fn resolve(values: &[Given]) -> Settings {
    Settings::resolve(values, ConfigFile::Sound)
}

fn one(name: Name, value: &str) -> Settings {
    settings(&[(name, value)])
}

#[test]
fn with_nothing_set_nothing_is_on() {
    let settings = resolve(&[]);
    assert!(settings.checks.is_empty());
    assert!(!settings.shadow);
    assert_eq!(settings.tau, Threshold::of(0.5));
    assert_eq!((settings.blocks_max, settings.timeout_ms), (3, 6_000));
    assert_eq!((settings.endpoint, settings.model.as_str()), (None, "jev-1.13.0"));
    assert!(settings.hosts.is_empty() && settings.redact_words.is_empty());
    assert_eq!((settings.redact_lines, settings.reply), (Lines::Mask, ReplyForm::Stderr));
}

#[test]
fn every_default_of_the_table_is_what_holds() {
    let all: Vec<Given> =
        TABLE.iter().map(|row| given(row.name, row.default, Source::Config)).collect();
    let written = resolve(&all);
    let endpoint = written.endpoint.clone().map(|(url, _)| url);
    assert_eq!(endpoint.as_deref(), Some(sprag_core::settings::ENDPOINT));
    let place = written.worker.endpoint.clone().map(|(url, _)| url);
    assert_eq!(place.as_deref(), Some(sprag_core::worker::anthropic::ENDPOINT));
    let worker = Worker { endpoint: None, ..written.worker.clone() };
    assert_eq!(Settings { endpoint: None, worker, ..written }, resolve(&[]));
}

#[test]
fn every_setting_is_found_by_its_key() {
    for row in &TABLE {
        assert_eq!(Name::from_key(row.key), Some(row.name));
        assert_eq!(row.name.setting().key, row.key);
        assert!(!row.help.is_empty() && row.help.is_ascii());
    }
    for key in ["", "Checks", "SPRAG_CHECKS", "unknown"] {
        assert_eq!(Name::from_key(key), None, "{key}");
    }
}

#[test]
fn every_source_outranks_those_behind_it() {
    for (at, source) in SOURCES.into_iter().enumerate() {
        // In any order: later ones do not win by coming last.
        let mut values: Vec<Given> = SOURCES[at..]
            .iter()
            .zip(1..)
            .map(|(source, rank)| given(Name::MaxBlocks, &rank.to_string(), *source))
            .collect();
        assert_eq!(resolve(&values).blocks_max, 1, "{source:?}");
        values.reverse();
        assert_eq!(resolve(&values).blocks_max, 1, "{source:?}");
    }
}

#[test]
fn an_empty_value_is_none() {
    for empty in ["", " ", "\n\t"] {
        let values = [
            given(Name::MaxBlocks, empty, Source::CommandLine),
            given(Name::MaxBlocks, "7", Source::Config),
        ];
        assert_eq!(resolve(&values).blocks_max, 7);
    }
}

#[test]
fn every_setting_that_config_alone_may_have_is_ignored_elsewhere() {
    for row in TABLE.iter().filter(|row| row.sources == [Source::Config]) {
        let value = match row.key {
            "environment" => "ignore",
            "log_text" => "on",
            "secret_guard" => "off",
            _ => "evil.example.com",
        };
        for source in SOURCES.into_iter().filter(|source| *source != Source::Config) {
            if (row.name, source) == (Name::Environment, Source::DoubtfulConfig) {
                continue;
            }
            let values = [
                given(row.name, value, source),
                given(Name::Checks, "promises", Source::Environment),
            ];
            let settings = resolve(&values);
            assert!(settings.hosts.is_empty() && !settings.checks.is_empty(), "{}", row.key);
            assert!(!settings.log_text, "{source:?}");
            assert_eq!((settings.ca_file, settings.proxy), (None, None), "{source:?}");
            assert!(settings.uses_environment, "{source:?}");
            assert_eq!(settings.worker, resolve(&[]).worker, "{}", row.key);
        }
    }
    let only_config: Vec<&str> =
        TABLE.iter().filter(|row| row.sources == [Source::Config]).map(|row| row.key).collect();
    assert_eq!(
        only_config,
        [
            "hosts",
            "ca_file",
            "proxy",
            "log_text",
            "claude_bin",
            "codex_bin",
            "worker_env",
            "secret_guard",
            "environment"
        ]
    );
}

#[test]
fn only_a_user_says_that_a_request_may_leave_and_only_in_clear_words() {
    for source in SOURCES {
        let counts = matches!(source, Source::CommandLine | Source::Config);
        let settings = resolve(&[given(Name::SendTask, "on", source)]);
        assert_eq!(settings.send_task, counts, "{source:?}");
    }
    for (word, consents) in [
        ("1", true),
        ("true", true),
        ("yes", true),
        ("on", true),
        ("off", false),
        ("On", false),
        ("maybe", false),
        ("2", false),
    ] {
        assert_eq!(one(Name::SendTask, word).send_task, consents, "{word}");
    }
}

#[test]
fn an_endpoint_is_named_by_config_or_environment_alone() {
    for source in SOURCES {
        let counts = !matches!(source, Source::CommandLine | Source::PluginOption);
        let settings = resolve(&[given(Name::Endpoint, "https://a.example.com", source)]);
        assert_eq!(settings.endpoint.is_some(), counts, "{source:?}");
    }
}

#[test]
fn an_environment_that_is_ignored_counts_for_nothing() {
    let ignored = |value: &str| {
        SOURCES.map(|source| {
            let values = [
                given(Name::Environment, value, Source::Config),
                given(Name::Checks, "promises", source),
            ];
            resolve(&values).checks.is_empty()
        })
    };
    assert_eq!(ignored("ignore"), [false, true, true, true, false, false]);
    assert_eq!(ignored(" ignore "), [false, true, true, true, false, false]);
    for value in ["use", "Ignore", "", "ignored"] {
        assert_eq!(ignored(value), [false; 6], "{value}");
    }
}

#[test]
fn a_broken_config_turns_everything_off() {
    for source in SOURCES {
        let values = [given(Name::Checks, "all", source)];
        assert!(!Settings::resolve(&values, ConfigFile::Sound).checks.is_empty());
        assert!(Settings::resolve(&values, ConfigFile::Broken).checks.is_empty());
    }
}

#[test]
fn a_shadow_switch_that_is_not_off_means_shadow() {
    for off in ["0", "false", "no", "off", " off "] {
        assert!(!one(Name::Shadow, off).shadow, "{off}");
    }
    for on in ["1", "true", "yes", "on", "OFF", "False", "shadow", "-", "00", "maybe"] {
        assert!(one(Name::Shadow, on).shadow, "{on}");
    }
}

#[test]
fn an_invalid_threshold_disables_blocking() {
    for none in ["abc", "0", "1.01", "nan", "inf", "-0.5", "0,5", "50%", "off", "0.5x"] {
        assert_eq!(one(Name::Tau, none).tau, None, "{none}");
    }
    for (text, number) in [("1", 1.0), ("0.01", 0.01), (" 0.8 ", 0.8)] {
        assert_eq!(one(Name::Tau, text).tau, Threshold::of(number), "{text}");
    }
}

#[test]
fn an_invalid_threshold_is_not_replaced_by_another_place() {
    let values =
        [given(Name::Tau, "abc", Source::Environment), given(Name::Tau, "0.8", Source::Config)];
    assert_eq!(resolve(&values).tau, None);
}

#[test]
fn a_cap_has_a_range() {
    for (text, cap) in [("1", 1), ("3", 3), ("100", 100), (" 5 ", 5)] {
        assert_eq!(one(Name::MaxBlocks, text).blocks_max, cap, "{text}");
    }
    for odd in ["101", "-1", "abc", "1.5", "4294967296"] {
        assert!(one(Name::MaxBlocks, odd).blocks_max <= 3, "{odd}");
    }
}

#[test]
fn a_cap_of_0_allows_no_block() {
    assert_eq!(one(Name::MaxBlocks, "0").blocks_max, 0);
}

#[test]
fn a_timeout_is_in_seconds_and_may_have_a_fraction() {
    for (text, ms) in
        [("6", 6_000), ("1.5", 1_500), (" 2 ", 2_000), ("0.001", 1), ("60", 60_000), (".25", 250)]
    {
        assert_eq!(one(Name::Timeout, text).timeout_ms, ms, "{text}");
    }
    for odd in ["0", "0.0001", "60.001", "61", "-1", "abc", "nan", "inf", "1e300", "5s", "1,5"] {
        assert_eq!(one(Name::Timeout, odd).timeout_ms, 6_000, "{odd}");
    }
}

#[test]
fn the_language_is_looked_for_only_where_a_check_needs_it() {
    for (words, expected) in
        [("language", true), ("all", true), ("promises", false), ("watch", false), ("none", false)]
    {
        assert_eq!(one(Name::Checks, words).needs_language(), expected, "{words}");
    }
}

#[test]
fn lists_are_separated_by_commas() {
    let settings = settings(&[
        (Name::Hosts, " a.example.com,, b.example.com ,"),
        (Name::RedactWords, "rocket,Project X"),
    ]);
    assert_eq!(settings.hosts, ["a.example.com", "b.example.com"]);
    assert_eq!(settings.redact_words, ["rocket", "Project X"]);
}

#[test]
fn words_to_mask_of_all_places_are_joined() {
    let mut values: Vec<Given> = SOURCES
        .iter()
        .zip(["a", "b, a", "c", "d", "e", "f,g"])
        .map(|(source, words)| given(Name::RedactWords, words, *source))
        .collect();
    assert_eq!(resolve(&values).redact_words, ["a", "b", "c", "d", "e", "f", "g"]);
    values.push(given(Name::Environment, "ignore", Source::Config));
    assert_eq!(resolve(&values).redact_words, ["a", "e", "f", "g"]);
}

#[test]
fn no_variable_undoes_what_the_config_keeps_private() {
    // The user's own file has one place, so that it does not stand beside itself.
    for source in SOURCES.into_iter().filter(|source| *source != Source::DoubtfulConfig) {
        let holds = |private: [&str; 2], other: [&str; 2]| {
            let [judge, lines] = private;
            let settings = resolve(&[
                given(Name::Judge, judge, Source::Config),
                given(Name::RedactLines, lines, Source::Config),
                given(Name::Judge, other[0], source),
                given(Name::RedactLines, other[1], source),
            ]);
            (settings.judge, settings.redact_lines)
        };
        let (private, open) = ((Choice::Local, Lines::Drop), (Choice::Jev, Lines::Mask));
        // What the user types is the user's word.
        let undone = if source == Source::CommandLine { open } else { private };
        assert_eq!(holds(["local", "drop"], ["jev", "mask"]), undone, "{source:?}");
        // It may be made more private, and what is not private may be changed.
        let kept = if source == Source::Config { open } else { private };
        assert_eq!(holds(["jev", "mask"], ["local", "drop"]), kept, "{source:?}");
    }
}

#[test]
fn a_variable_undoes_what_the_config_says_where_that_keeps_nothing_private() {
    let config = given(Name::Judge, "auto", Source::Config);
    let settings = resolve(&[config, given(Name::Judge, "jev", Source::Environment)]);
    assert_eq!(settings.judge, Choice::Jev);
}

#[test]
fn a_models_name_is_one_plain_word() {
    let longest = "m".repeat(128);
    for model in ["jev-2", "a/b@c:d.e_f~1", longest.as_str()] {
        assert_eq!(one(Name::Model, model).model, model);
    }
    let long = "m".repeat(129);
    for odd in ["--model", "-m", "a b", "a\"b", "a\nb", "\u{e9}", "a\\b", "a,b", long.as_str()] {
        assert_eq!(one(Name::Model, odd).model, "jev-1.13.0", "{odd}");
    }
}

#[test]
fn an_invalid_form_is_the_default() {
    for (text, lines) in [("drop", Lines::Drop), ("mask", Lines::Mask), ("Drop", Lines::Mask)] {
        assert_eq!(one(Name::RedactLines, text).redact_lines, lines, "{text}");
    }
    for (text, form) in [
        ("stderr", ReplyForm::Stderr),
        ("json", ReplyForm::Json),
        ("context", ReplyForm::Context),
        ("JSON", ReplyForm::Stderr),
    ] {
        assert_eq!(one(Name::Reply, text).reply, form, "{text}");
    }
}
