//! Widths of texts, and texts of a width.

use proptest::prelude::*;
use sprag_core::text::screen::text::{cut, visible, width, wrap};

use crate::properties;

#[test]
fn nothing_that_a_terminal_obeys_is_shown() {
    let table = [
        ("plain", "plain"),
        ("\u{1b}[31mred\u{7}", "\u{fffd}[31mred\u{fffd}"),
        ("\u{9b}31m", "\u{fffd}31m"),
        ("a\r\nb\tc\u{85}d\u{2028}e", "a  b c d e"),
        ("\u{202e}txt.exe\u{202c} \u{2066}x\u{2069}", "txt.exe x"),
        ("a\u{200b}\u{200d}\u{feff}\u{fe0f}\u{ad}b", "ab"),
        ("\u{e0041}tag", "tag"),
        ("e\u{301} \u{5b57} \u{1f600}", "e\u{301} \u{5b57} \u{1f600}"),
    ];
    for (text, shown) in table {
        assert_eq!(visible(text), shown, "{text:?}");
    }
}

#[test]
fn wide_characters_take_two_columns_and_marks_none() {
    assert_eq!(["", "abc", "\u{5b57}", "e\u{301}", "\u{1f600}a"].map(width), [0, 3, 2, 1, 3]);
}

#[test]
fn a_text_that_is_cut_says_so() {
    assert_eq!(cut("abcdef", 6), "abcdef");
    assert_eq!(cut("abcdef", 5), "abcd\u{2026}");
    assert_eq!(cut("abc def", 5), "abc\u{2026}");
    assert_eq!(cut("\u{5b57}\u{5b57}\u{5b57}", 4), "\u{5b57}\u{2026}");
    assert_eq!(cut("e\u{301}e\u{301}e\u{301}", 2), "e\u{301}\u{2026}");
    assert_eq!((cut("abc", 1), cut("abc", 0)), ("\u{2026}".into(), String::new()));
}

#[test]
fn a_text_is_broken_between_words_and_within_one_that_is_too_wide() {
    assert_eq!(wrap("one two three", 7), ["one two", "three"]);
    assert_eq!(wrap("  one \n two ", 3), ["one", "two"]);
    assert_eq!(wrap("a abcdefgh b", 3), ["a", "abc", "def", "gh", "b"]);
    assert_eq!(wrap("\u{5b57}\u{5b57}\u{5b57}", 4), ["\u{5b57}\u{5b57}", "\u{5b57}"]);
    assert_eq!(wrap("\u{5b57}a", 0), ["\u{5b57}", "a"]);
    assert!(wrap(" \n", 10).is_empty());
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_what_is_cut_fits_and_is_a_beginning(text: String, columns in 0_usize..40) {
        let text = visible(&text);
        let cut = cut(&text, columns);
        prop_assert!(width(&cut) <= columns);
        let head = cut.strip_suffix('\u{2026}').unwrap_or(&cut);
        prop_assert!(text.starts_with(head));
        prop_assert!(width(&text) > columns || cut == text);
    }

    #[test]
    fn prop_a_wrapped_text_fits_and_loses_no_word(text: String, columns in 2_usize..40) {
        let text = visible(&text);
        let lines = wrap(&text, columns);
        prop_assert!(lines.iter().all(|line| width(line) <= columns && !line.trim().is_empty()));
        let letters = |text: &str| text.split_whitespace().collect::<String>();
        prop_assert_eq!(letters(&lines.join(" ")), letters(&text));
    }

    #[test]
    fn prop_what_is_visible_stays_as_it_is(text: String) {
        let once = visible(&text);
        prop_assert_eq!(visible(&once), once);
    }
}
