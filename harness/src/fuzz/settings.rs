//! Values of settings.

use sprag_core::checks::{self, CheckSet};
use sprag_core::settings::other_tool::OtherTool;
use sprag_core::settings::{ConfigFile, Given, Name, Settings, Source, TABLE};

const SOURCES: [(&str, Source); 6] = [
    ("line", Source::CommandLine),
    ("env", Source::Environment),
    ("plugin", Source::PluginOption),
    ("other", Source::OtherConfig),
    ("doubtful", Source::DoubtfulConfig),
    ("config", Source::Config),
];

/// Any text as settings: each line is a place, a key, `=` and a value, such as `env tau=0.4`.
/// A place or key that is none stands for one of the real ones.
///
/// # Panics
///
/// Panics if a setting leaves its range, doubt adds friction, a value counts that may not, or the
/// order in which values are found matters.
pub fn fuzz_settings(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let given: Vec<Given> = text.lines().filter_map(given).collect();
    let settings = Settings::resolve(&given, ConfigFile::Sound);
    ranges(&settings);
    doubt(&settings, &given);
    sources(&settings, &given);
    let broken = Settings::resolve(&given, ConfigFile::Broken);
    assert!(broken.checks.is_empty(), "a broken file turned something on");
    assert_eq!(Settings { checks: settings.checks, ..broken }, settings);
}

fn given(line: &str) -> Option<Given> {
    let (left, value) = line.split_once('=')?;
    let (place, key) = left.split_once(' ').unwrap_or((left, ""));
    let source = SOURCES.iter().find(|(word, _)| *word == place);
    let source = source.or_else(|| SOURCES.get(place.len().checked_rem(SOURCES.len())?))?;
    let other = || TABLE.get(key.len().checked_rem(TABLE.len())?);
    let name = Name::from_key(key).or_else(|| Some(other()?.name))?;
    Some(Given { name, value: value.into(), source: source.1 })
}

fn ranges(settings: &Settings) {
    let tau = settings.tau.map(f64::from);
    assert!(tau.is_none_or(|tau| tau > 0.0 && tau <= 1.0), "{tau:?}");
    assert!(settings.blocks_max <= 100, "{}", settings.blocks_max);
    assert!((1..=60_000).contains(&settings.timeout_ms), "{}", settings.timeout_ms);
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"\"\\".contains(&byte);
    assert!(!settings.model.is_empty() && settings.model.bytes().all(is_plain));
    for word in settings.hosts.iter().chain(&settings.redact_words) {
        assert!(!word.trim().is_empty() && !word.contains(','), "{word:?}");
    }
}

/// What the user wrote, by its order of precedence.
fn written(given: &[Given], name: Name) -> Option<&Given> {
    let counts = |given: &&Given| given.name == name && !given.value.trim().is_empty();
    let is_own = |given: &Given| matches!(given.source, Source::DoubtfulConfig | Source::Config);
    let ignore = |given: &Given| {
        is_own(given) && given.name == Name::Environment && given.value.trim() == "ignore"
    };
    let inside_only = given.iter().any(ignore);
    let allowed = |given: &&Given| match (name, given.source) {
        (_, Source::OtherTool) => true,
        (Name::As, source) => source == Source::CommandLine,
        (_, Source::Config) => true,
        (Name::Hosts | Name::Environment, _) => false,
        (Name::Endpoint, Source::CommandLine | Source::PluginOption) => false,
        (_, Source::CommandLine | Source::DoubtfulConfig) => true,
        (_, Source::Environment | Source::PluginOption | Source::OtherConfig) => !inside_only,
    };
    // The first of two from one place counts.
    given.iter().filter(counts).filter(allowed).min_by_key(|given| given.source)
}

/// Doubt means less blocking.
fn doubt(settings: &Settings, given: &[Given]) {
    let value = |name| written(given, name).map(|given| given.value.trim());
    let tau: Option<f64> = value(Name::Tau).map_or(Some(0.5), |text| text.parse().ok());
    let tau = tau.filter(|tau| *tau > 0.0 && *tau <= 1.0);
    assert_eq!(settings.tau.map(f64::from), tau);
    // An invalid cap caps at nothing.
    let cap = value(Name::MaxBlocks).map_or(Some(3), |text| text.parse().ok());
    assert_eq!(settings.blocks_max, cap.filter(|cap| *cap <= 100).unwrap_or(0));
    let is_off = |text| ["0", "false", "no", "off"].contains(&text);
    assert_eq!(settings.shadow, value(Name::Shadow).is_some_and(|text| !is_off(text)));
    let words: Vec<&str> = value(Name::Checks).unwrap_or_default().split([',', ' ']).collect();
    let mut on = CheckSet::default();
    // The place of a tool that is none turns everything off.
    let other_tool = value(Name::As).is_none_or(|word| OtherTool::from_word(word).is_some());
    for check in checks::ALL.into_iter().filter(|_| other_tool) {
        let former: &[&str] = match check.word {
            "language" => &["wrong_language"],
            "watch" => &["unwatched"],
            "watch-match" => &["unmatched_watch"],
            "promises" => &["no_action", "broken_promise"],
            "done" => &["unverified_done"],
            "challenge" => &["capitulation"],
            "ask" => &["needless_ask"],
            _ => &[],
        };
        let turns_on = |word| word == check.word || word == "all" || former.contains(&word);
        if words.iter().map(|word| word.trim()).any(turns_on) {
            on.insert(check);
        }
    }
    assert_eq!(settings.checks, on);
}

/// Only the places that may name something have named it.
fn sources(settings: &Settings, given: &[Given]) {
    let endpoint = written(given, Name::Endpoint);
    assert_eq!(
        settings.endpoint,
        endpoint.map(|given| (given.value.clone(), given.source)),
        "the endpoint"
    );
    let hosts = written(given, Name::Hosts).map_or("", |given| given.value.as_str());
    let hosts = hosts.split(',').map(str::trim).filter(|host| !host.is_empty());
    assert!(settings.hosts.iter().map(String::as_str).eq(hosts), "{:?}", settings.hosts);
}
