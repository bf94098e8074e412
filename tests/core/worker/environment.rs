//! The variables that a worker's program is started with.
use proptest::prelude::*;
use sprag_core::security::key_variable;
use sprag_core::worker::{Transport, guard_value, guard_variable, key_variables};

/// What leads a program elsewhere, has it run something, or has it trust somebody.
const LEADING: &[&str] = &[
    "ANTHROPIC_BASE_URL",
    "ANTHROPIC_CUSTOM_HEADERS",
    "ANTHROPIC_BEDROCK_BASE_URL",
    "ANTHROPIC_VERTEX_BASE_URL",
    "ANTHROPIC_FOUNDRY_BASE_URL",
    "ANTHROPIC_MODEL",
    "AWS_ENDPOINT_URL",
    "BASH_ENV",
    "BASH_FUNC_env%%",
    "CLAUDE_CODE_USE_BEDROCK",
    "CLAUDE_CODE_USE_VERTEX",
    "CLAUDE_CONFIG_DIR",
    "CLAUDE_PROJECT_DIR",
    "CODEX_HOME",
    "DYLD_INSERT_LIBRARIES",
    "ENV",
    "GIT_CONFIG_GLOBAL",
    "GIT_SSH_COMMAND",
    "HOME",
    "HOSTALIASES",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "LD_LIBRARY_PATH",
    "LD_PRELOAD",
    "LOCPATH",
    "NODE_EXTRA_CA_CERTS",
    "NODE_OPTIONS",
    "NODE_PATH",
    "NODE_TLS_REJECT_UNAUTHORIZED",
    "NO_PROXY",
    "OPENAI_BASE_URL",
    "PATH",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "SHELLOPTS",
    "SSLKEYLOGFILE",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "TERMINFO",
    "TMPDIR",
    "XDG_CONFIG_HOME",
    "all_proxy",
    "https_proxy",
    "http_proxy",
];

#[test]
fn nothing_that_leads_a_program_elsewhere_is_handed_on() {
    for transport in Transport::ALL {
        for name in LEADING {
            assert!(!guard_variable(name, transport.keys(), &[]), "{name}");
            let named = [(*name).to_owned()];
            assert!(guard_variable(name, transport.keys(), &named), "{name}: the user says so");
        }
    }
}

#[test]
fn whoever_the_user_is_and_how_texts_are_written_is_handed_on() {
    for name in ["USER", "LOGNAME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TERM", "TZ"] {
        assert!(guard_variable(name, &[], &[]), "{name}");
    }
    for name in ["", "user", "USERS", "LC", "XLC_ALL", "TZDIR"] {
        assert!(!guard_variable(name, &[], &[]), "{name}");
    }
}

#[test]
fn a_time_zone_that_is_a_file_of_anybody_s_is_not_handed_on() {
    assert!(guard_value("TZ", "Europe/Berlin") && guard_value("TZ", "CET-1CEST"));
    assert!(!guard_value("TZ", ":/tmp/pipe"));
    assert!(guard_value("LANG", "/tmp/pipe"));
}

#[test]
fn a_program_gets_its_own_keys_and_no_other_s() {
    let passes = |transport: Transport| {
        let passes = |name: &&str| guard_variable(name, transport.keys(), &[]);
        key_variables().filter(passes).collect::<Vec<_>>()
    };
    assert_eq!(
        passes(Transport::Claude),
        ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"]
    );
    assert_eq!(passes(Transport::Codex), ["OPENAI_API_KEY", "CODEX_API_KEY", "CODEX_ACCESS_TOKEN"]);
    assert_eq!(passes(Transport::Anthropic), [""; 0]);
    assert!(key_variables().any(|name| name == "XAI_API_KEY"));
    assert!(key_variables().any(|name| name == "GEMINI_API_KEY"));
}

#[test]
fn the_judge_s_key_is_handed_on_to_nobody() {
    let named = key_variable::VARIABLES.map(String::from);
    for name in key_variable::VARIABLES {
        assert!(!guard_variable(name, &[name], &named), "{name}");
    }
}

proptest! {
    #![proptest_config(crate::properties())]

    #[test]
    fn prop_a_name_that_nobody_lists_is_not_handed_on(
        name in "[A-Z_]{1,20}",
        other in "[A-Z_]{1,20}",
    ) {
        let is_known = ["USER", "LOGNAME", "LANG", "LANGUAGE", "TERM", "TZ", "COLORTERM"];
        prop_assume!(!is_known.contains(&&*name) && !name.starts_with("LC_") && name != other);
        prop_assume!(!key_variables().any(|key| key == name));
        for transport in Transport::ALL {
            prop_assert!(!guard_variable(&name, transport.keys(), core::slice::from_ref(&other)));
        }
    }
}
