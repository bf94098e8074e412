//! Texts on which a careless scanner takes the square of their length.

use sprag_core::security::redact::{EXPANSION_MAX, redact};

use super::of_project;

#[test]
fn a_text_that_repeats_one_part_stays_bounded() {
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
        "/home/dev",
        "authorization:",
        "*",
        "1:",
        ":",
        "mailto:",
        "#1",
        "pr #",
        "!1",
        "A",
        "AB-",
        "A1-1",
        "AB-1.",
        "`` ` ",
        "\n```\n",
        "\n~~~",
        "\n- `",
        "''",
        "\"=",
        "--",
        "==",
    ] {
        assert_bounded(part, |len| part.repeat(len.div_ceil(part.len())));
    }
    assert_bounded("rising runs", rising_runs);
}

fn rising_runs(len: usize) -> String {
    let mut text = String::new();
    for run in (1..len).take_while(|run| run.saturating_pow(2) < len.saturating_mul(2)) {
        text.extend(["`".repeat(run), "a".to_owned()]);
    }
    text
}

/// A square would take minutes at a thousand times this length; how long it takes is
/// measured elsewhere.
fn assert_bounded(name: &str, text: impl Fn(usize) -> String) {
    let text = text(4_000);
    let redacted = redact(&text, &of_project());
    assert!(redacted.len() <= text.len().saturating_mul(EXPANSION_MAX), "{name}");
}
