//! What must not leave is masked, and nothing else changes.

mod code;
mod path;
mod property;
mod time;
mod word;

use sprag_core::security::redact::{Lines, Masks, redact};
use sprag_core::text::cut::{head, tail};
use sprag_harness::redact_oracle as oracle;

fn plain(text: &str) -> String {
    redact(text, &Masks::default())
}

fn of_project() -> Masks<'static> {
    Masks { home: Some(oracle::HOME), names: oracle::NAMES, lines: Lines::Mask }
}

#[track_caller]
fn assert_masks(cases: &[(&str, &str)]) {
    for (text, want) in cases {
        assert_eq!(redact(text, &of_project()), *want, "{text:?}");
        oracle::judge(text, &of_project());
    }
}

#[track_caller]
fn assert_stays(cases: &[&str]) {
    for text in cases {
        assert_eq!(redact(text, &of_project()), *text);
    }
}

#[test]
fn blanks_are_squeezed_and_ends_trimmed() {
    assert_eq!(plain("  a  \t b \n\n\n\n c\n\n"), "a b\n\n c");
    assert_eq!(plain("a\r\nb\rc"), "a\nb\nc");
    assert_eq!(plain(""), "");
    assert_eq!(plain(" \n\t\n "), "");
    assert_eq!(plain("a\n\nb\nc"), "a\n\nb\nc");
}

#[test]
fn evidence_and_other_scripts_come_through() {
    assert_stays(&[
        "12 passed, 0 failed",
        "CI is running; \u{2713} \u{2705}",
        "\u{6e2c}\u{8a66}\u{5168}\u{90e8}\u{901a}\u{904e}\u{ff0c}\u{6211}\u{6703}\u{63a8}\u{9001}\u{3002}",
        "\u{442}\u{435}\u{441}\u{442}\u{44b} \u{43f}\u{440}\u{43e}\u{448}\u{43b}\u{438}",
        "| a | b |\n|---|---|\n| ok | 3 |",
        "- [ ] push\n- [x] done",
        "\u{0}\u{7f}\u{200b}\u{202e}",
    ]);
}

#[test]
fn a_tail_is_the_last_bytes_on_a_character_boundary() {
    assert_eq!(tail::<3>("abcdef"), "def");
    assert_eq!(tail::<6>("abcdef"), "abcdef");
    assert_eq!(tail::<9>("abcdef"), "abcdef");
    assert_eq!(tail::<4>("a\u{6e2c}\u{8a66}"), "\u{8a66}");
    assert_eq!(tail::<2>("\u{8a66}"), "");
    assert_eq!(tail::<0>("a"), "");
}

#[test]
fn a_head_is_the_first_bytes_on_a_character_boundary() {
    assert_eq!(head::<3>("abcdef"), "abc");
    assert_eq!(head::<9>("abcdef"), "abcdef");
    assert_eq!(head::<4>("\u{6e2c}\u{8a66}"), "\u{6e2c}");
    assert_eq!(head::<2>("\u{8a66}"), "");
}
