//! No text takes more time than its length allows.

use core::time::Duration;
use std::time::Instant;

use sprag_core::redact::{EXPANSION_MAX, redact};

use super::of_project;

/// Four times the length may take at most about four times as long: a square would take sixteen.
#[test]
fn the_time_is_linear_where_a_square_lies_near() {
    for part in [
        "#",
        "/",
        "`",
        "a@",
        "a@a.",
        "\\",
        "\\`",
        "://",
        "a://",
        "www.",
        "token=",
        "token=a,",
        "token=aaaaaa://x,",
        "Basic ",
        "basic-",
        "Basic a-",
        "[/(",
        "/{",
        "a/[",
        "- ",
        "1. ",
        "<",
        "<path>",
        "\u{6e2c}",
        "a\u{6e2c}",
        "/\u{6e2c}",
        "~",
        "L1-",
        "line ",
        "line 1 to ",
        " ",
        "\t",
        "\n",
        "> ",
        "a.",
        ".a",
        "f1",
        "sk-",
        "-----BEGIN ",
        "sprocke",
        "/home/ada",
        "authorization:",
        "*",
        "1:",
        ":",
        "mailto:",
        "#1",
        "pr #",
        "!1",
        "`` ` ",
        "\n```\n",
        "\n~~~",
        "\n- `",
        "''",
        "\"=",
        "--",
        "==",
    ] {
        assert_linear(part, |len| part.repeat(len.div_ceil(part.len())));
    }
    assert_linear("rising runs", rising_runs);
}

fn rising_runs(len: usize) -> String {
    let mut text = String::new();
    for run in (1..len).take_while(|run| run.saturating_pow(2) < len.saturating_mul(2)) {
        text.extend(["`".repeat(run), "a".to_owned()]);
    }
    text
}

#[track_caller]
fn assert_linear(name: &str, text: impl Fn(usize) -> String) {
    let time = |len: usize| {
        let text = text(len);
        let run = || {
            let start = Instant::now();
            assert!(redact(&text, &of_project()).len() <= text.len().saturating_mul(EXPANSION_MAX));
            start.elapsed()
        };
        run().min(run())
    };
    let (short, long) = (time(2_000), time(8_000));
    let limit = short.saturating_mul(8).saturating_add(Duration::from_millis(20));
    assert!(long <= limit, "{name:?}: {short:?}, then {long:?}");
}
