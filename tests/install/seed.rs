//! The places of three other tools that the hook can take.

use serde_json::Value;

use crate::home::Home;

/// Returns what holds with these variables in the place of a tool.
fn held(seed: &str, variables: &[(&str, &str)], key: &str) -> String {
    let mut home = Home::empty();
    for (name, value) in variables {
        home.set(name, value);
    }
    let text = home.done(&["config", "--json", "--as", seed]);
    let config: Value = serde_json::from_str(&text).unwrap();
    let all = config["settings"].as_array().unwrap();
    let one = all.iter().find(|setting| setting["key"] == key).unwrap();
    one["value"].as_str().unwrap().to_owned()
}

#[test]
fn the_switches_of_stingray_turn_on_its_shapes() {
    for (variables, checks, shadow) in [
        (&[][..], "", "off"),
        (&[("STINGRAY", "1")], "promises", "off"),
        (&[("STINGRAY", "yes")], "", "off"),
        (&[("STINGRAY_SHADOW", "1")], "watch,promises", "on"),
        (&[("STINGRAY_SHAPE3", "1")], "watch", "off"),
        (&[("STINGRAY_SHAPE3_JUDGE", "1")], "", "off"),
        (&[("STINGRAY_SHAPE3", "1"), ("STINGRAY_SHAPE3_JUDGE", "1")], "watch,watch-match", "off"),
        (&[("STINGRAY_LANG", "1")], "language", "off"),
        (&[("STINGRAY", "1"), ("STINGRAY_LANG", "1")], "language,promises", "off"),
    ] {
        assert_eq!(held("stingray", variables, "checks"), checks, "{variables:?}");
        assert_eq!(held("stingray", variables, "shadow"), shadow, "{variables:?}");
    }
}

#[test]
fn every_value_of_stingray_is_read() {
    for (variable, value, key, holds) in [
        ("STINGRAY_TAU", "0.8", "tau", "0.8"),
        ("STINGRAY_TAU", "abc", "tau", "none"),
        ("STINGRAY_MAX_BLOCKS", "5", "max_blocks", "5"),
        ("STINGRAY_MAX_BLOCKS", "x", "max_blocks", "0"),
        ("STINGRAY_TIMEOUT", "9", "timeout", "9"),
        ("STINGRAY_JEV_MODEL", "jev-2", "model", "jev-2"),
        ("STINGRAY_ENDPOINT", "http://127.0.0.1:9/x", "endpoint", "http://127.0.0.1:9/x"),
        ("STINGRAY_REDACT_WORDS", "a,b", "redact_words", "a,b"),
        ("NOTHING", "1", "redact_lines", "drop"),
    ] {
        assert_eq!(held("stingray", &[(variable, value)], key), holds, "{variable}={value}");
    }
}

#[test]
fn every_value_of_belay_is_read() {
    for (variables, key, holds) in [
        (&[][..], "claim", "0.7"),
        // The one threshold there is that of claims.
        (&[("JEV_BELAY_THRESHOLD", "0.9")], "tau", "0.5"),
        (&[], "timeout", "20"),
        (&[("JEV_BELAY_THRESHOLD", "0.9")], "claim", "0.9"),
        (&[("JEV_BELAY_THRESHOLD", "9")], "claim", "none"),
        (
            &[("JEV_BELAY_THRESHOLD", "0.9"), ("CLAUDE_PLUGIN_OPTION_THRESHOLD", "0.8")],
            "claim",
            "0.8",
        ),
        (&[("JEV_BELAY_CHECK", "^./belt")], "check", "^./belt"),
        (
            &[("JEV_BELAY_CHECK", "^./belt"), ("CLAUDE_PLUGIN_OPTION_CHECK", "^./gate")],
            "check",
            "^./gate",
        ),
        (&[("JEV_BELAY_TIMEOUT_MS", "2500")], "timeout", "2.5"),
        (&[("JEV_BELAY_SHADOW", "True")], "shadow", "on"),
        (&[("JEV_BELAY_SHADOW", "1"), ("CLAUDE_PLUGIN_OPTION_SHADOW", "false")], "shadow", "off"),
        (&[("JEV_BASE_URL", "http://127.0.0.1:9")], "endpoint", "http://127.0.0.1:9/v1/systemone"),
        (&[("JEV_MODEL", "jev-2")], "model", "jev-2"),
    ] {
        assert_eq!(held("belay", variables, key), holds, "{variables:?}");
    }
}

#[test]
fn our_own_settings_come_before_those_of_a_seed() {
    let both = [("SPRAG_TAU", "0.6"), ("STINGRAY_TAU", "0.8")];
    assert_eq!(held("stingray", &both, "tau"), "0.6");
    let mut home = Home::empty();
    home.write(".config/sprag/config.toml", b"tau = 0.4\n");
    home.set("TYPESAFE_API_KEY", "tsk-of-a-test-alone");
    let said = home.done(&["config", "--as", "belay"]);
    assert!(said.contains("0.4"), "a default of a seed is the last: {said}");
}

#[test]
fn without_being_asked_nobody_reads_them() {
    let mut home = Home::empty();
    home.set("STINGRAY", "1").set("JEV_BELAY_THRESHOLD", "0.83").set("SPRAG_AS", "stingray");
    let said = home.done(&["config"]);
    assert!(!said.contains("promises") && !said.contains("0.83"), "{said}");
}

#[test]
fn every_value_of_shuntkit_is_read() {
    for (variables, key, holds) in [
        (&[][..], "checks", "reads"),
        (&[("SHUNTKIT_DISABLED", "yes")], "checks", ""),
        (&[("SHUNTKIT_DISABLED", "perhaps")], "checks", "reads"),
        (&[], "read_lines", "350"),
        (&[], "read_budget", "700"),
        (&[], "read_sanction", "14400"),
        (&[("SHUNTKIT_MIN_LINES", "200")], "read_lines", "200"),
        (&[("SHUNTKIT_MIN_LINES", "200")], "read_budget", "400"),
        (&[("SHUNT_MIN_LINES", "120")], "read_lines", "120"),
        (&[("SHUNTKIT_MIN_LINES", "200"), ("SHUNT_MIN_LINES", "120")], "read_lines", "200"),
        // What is no number there does not count.
        (&[("SHUNTKIT_MIN_LINES", "abc"), ("SHUNT_MIN_LINES", "120")], "read_lines", "120"),
        (&[("SHUNTKIT_MIN_LINES", "abc")], "read_lines", "350"),
        (&[("SHUNTKIT_MIN_LINES", "-5")], "read_lines", "350"),
        (&[("SHUNTKIT_MIN_LINES", "0")], "read_budget", "0"),
        (&[("SHUNTKIT_SLICE_BUDGET_LINES", "0")], "read_budget", "0"),
        (&[("SHUNTKIT_SLICE_BUDGET_LINES", "9")], "read_budget", "9"),
        (&[("SHUNTKIT_SANCTION_TTL_SECONDS", "60")], "read_sanction", "60"),
        (&[("SHUNTKIT_DELEGATE", "subagent")], "read_delegate", "subagent"),
        (&[("SHUNTKIT_DELEGATE", "other")], "read_delegate", "cli"),
        (&[("SHUNTKIT_TRANSPORT", "Anthropic")], "worker", "anthropic"),
        (&[("SHUNTKIT_TRANSPORT", "pigeon")], "worker", "claude"),
        (&[("SHUNTKIT_MODEL", "sonnet")], "worker_model", "sonnet"),
        (&[("SHUNTKIT_CITATIONS", "OFF")], "citations", "off"),
        (&[("SHUNTKIT_TIMEOUT_SECONDS", "60")], "worker_timeout", "60"),
        (&[("SHUNTKIT_MAX_PAYLOAD_BYTES", "5000")], "worker_payload", "5000"),
        (&[("SHUNTKIT_MAX_PAYLOAD_BYTES", "many")], "worker_payload", "600000"),
        (&[("SHUNTKIT_MAX_OUTPUT_TOKENS", "100")], "worker_tokens", "100"),
        (&[("SHUNTKIT_CLAUDE_BIN", "/opt/claude")], "claude_bin", "claude"),
    ] {
        assert_eq!(held("shuntkit", variables, key), holds, "{variables:?}: {key}");
    }
}

#[test]
fn what_is_known_and_not_used_is_said() {
    let mut home = Home::empty();
    home.set("SHUNTKIT_SECRET_GUARD", "off").set("SHUNTKIT_STATE_DIR", "/x");
    let said = home.done(&["config", "--as", "shuntkit"]);
    assert!(
        said.contains("SHUNTKIT_SECRET_GUARD: ") && said.contains("SHUNTKIT_STATE_DIR: "),
        "{said}"
    );
}

#[test]
fn an_unknown_other_tool_turns_everything_off() {
    let mut home = Home::empty();
    home.set("SPRAG_CHECKS", "all");
    let said = home.done(&["config", "--json", "--as", "stringray"]);
    let config: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(config["settings"][0]["value"], "");
}
