//! `sprag config`: what holds, where it comes from, what did not count.

use serde_json::Value;

use crate::home::Home;

fn config(home: &Home, args: &[&str]) -> Value {
    let args = [&["config", "--json"], args].concat();
    serde_json::from_str(&home.done(&args)).unwrap()
}

/// Returns value, origin and problem of a setting.
fn setting(config: &Value, key: &str) -> (String, String, String) {
    let all = config["settings"].as_array().unwrap();
    let one = all.iter().find(|setting| setting["key"] == key).unwrap();
    let text = |part: &str| one[part].as_str().unwrap_or_default().to_owned();
    (text("value"), text("from"), text("problem"))
}

fn plain(value: &str, from: &str) -> (String, String, String) {
    (value.into(), from.into(), String::new())
}

#[test]
fn the_first_place_that_has_a_value_counts_and_is_named() {
    let mut home = Home::empty();
    assert_eq!(setting(&config(&home, &[]), "tau"), plain("0.5", "default"));
    home.write(".config/sprag/config.toml", b"tau = 0.6\nchecks = [\"watch\", \"language\"]\n");
    assert_eq!(setting(&config(&home, &[]), "tau"), plain("0.6", "config.toml"));
    let checks = plain("language,watch", "config.toml");
    assert_eq!(setting(&config(&home, &[]), "checks"), checks);
    home.set("CLAUDE_PLUGIN_OPTION_TAU", "0.7");
    assert_eq!(setting(&config(&home, &[]), "tau"), plain("0.7", "plugin option tau"));
    home.set("SPRAG_TAU", "0.8");
    assert_eq!(setting(&config(&home, &[]), "tau"), plain("0.8", "SPRAG_TAU"));
    let tau = setting(&config(&home, &["--tau", "0.9"]), "tau");
    assert_eq!(tau, plain("0.9", "--tau"));
}

#[test]
fn every_fallback_says_why() {
    let home = Home::empty();
    for (key, value, holds, why) in [
        ("tau", "7", "none", "nothing blocks"),
        ("tau", "x", "none", "nothing blocks"),
        ("shadow", "maybe", "on", "neither on nor off"),
        ("send_task", "maybe", "off", "it counts as off"),
        ("max_blocks", "101", "0", "0 to 100; nothing blocks"),
        ("timeout", "61", "6", "at most 60"),
        ("checks", "lint,watch", "watch", "no check is called `lint`"),
        ("reply", "xml", "stderr", "one of"),
        ("redact_lines", "x", "mask", "one of"),
        ("model", "a b", "jev-1.13.0", "a plain word"),
        ("as", "x", "x", "one of"),
        ("claim", "0", "none", "nothing blocks"),
        ("check", "(", "(", "not a valid regular expression"),
        ("check", "x*", "x*", "matches the empty text"),
    ] {
        let option = format!("--{}={value}", key.replace('_', "-"));
        let (value, _, problem) = setting(&config(&home, &[&option]), key);
        assert_eq!(value, holds, "{option}");
        assert!(problem.contains(why), "{option}: {problem}");
    }
}

#[test]
fn what_does_not_count_is_listed() {
    let mut home = Home::empty();
    home.set("SPRAG_HOSTS", "evil.example").set("SPRAG_TAU", "0.9").set("JEV_API_KEY", "k");
    home.write(".config/sprag/config.toml", b"environment = \"ignore\"\nshadwo = true\n");
    let config = config(&home, &[]);
    let ignored = config["ignored"].to_string();
    for words in [
        "SPRAG_HOSTS: cannot",
        "SPRAG_TAU: ignored, config.toml sets",
        "JEV_API_KEY: ignored, config.toml sets",
        "no setting `shadwo`",
    ] {
        assert!(ignored.contains(words), "{words}: {ignored}");
    }
    assert!(config["key"].is_null(), "{config}");
    assert_eq!(setting(&config, "tau"), plain("0.5", "default"));
}

#[test]
fn a_broken_file_is_said_to_turn_everything_off() {
    let mut home = Home::empty();
    home.set("SPRAG_CHECKS", "all");
    home.write(".config/sprag/config.toml", b"checks = \n");
    let config = config(&home, &[]);
    assert_eq!(setting(&config, "checks").0, "");
    assert!(config["problems"].to_string().contains("config.toml cannot be read"));
}

#[test]
fn secrets_are_present_or_absent_and_never_shown() {
    let mut home = Home::empty();
    assert!(home.done(&["config"]).contains("(the judge's key)  absent"));
    home.set("JEV_API_KEY", "tsk-of-a-test-alone");
    home.set("SPRAG_ENDPOINT", "https://me:pass-of-a-test@api.example.com/");
    for args in [&["config"][..], &["config", "--json"]] {
        let said = home.done(args);
        assert!(said.contains("JEV_API_KEY"), "{said}");
        assert!(!said.contains("of-a-test"), "{said}");
    }
    assert!(home.done(&["config"]).contains("present"));
}

/// A repository's settings set variables, and whoever looks at them is at a terminal.
#[test]
fn no_value_of_a_variable_moves_a_cursor() {
    let mut home = Home::empty();
    let odd = "\u{1b}]0;title\u{7}\u{202e}x\ny";
    for variable in ["MODEL", "CHECK", "CHECKS", "ENDPOINT", "REDACT_WORDS", "STATE_DIR"] {
        home.set(&["SPRAG_", variable].concat(), &["/", odd].concat());
    }
    for args in [&["config"][..], &["config", "--json"], &["doctor"], &["doctor", "--json"]] {
        let said = home.run(args);
        let shown = |c: char| c == '\n' || !(c.is_control() || c == '\u{202e}');
        assert!(said.stdout.chars().all(shown), "{args:?}: {:?}", said.stdout);
        assert!(!said.stdout.lines().any(|line| line.starts_with('y')), "{args:?}");
        assert!(said.stdout.contains("title"), "{args:?}: {}", said.stdout);
    }
}
