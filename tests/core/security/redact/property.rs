//! What holds for any text, by the oracle.

use proptest::prelude::*;
use sprag_core::security::redact::{Lines, Masks, redact};
use sprag_harness::redact_oracle as oracle;

use super::of_project;

proptest! {
    #![proptest_config(crate::properties())]

    #[test]
    fn prop_a_message_keeps_every_promise(text in oracle::message()) {
        oracle::judge(&text, &of_project());
    }

    #[test]
    fn prop_dense_signs_keep_every_promise(text in oracle::dense()) {
        oracle::judge(&text, &of_project());
        oracle::judge(&text, &Masks { lines: Lines::Drop, ..of_project() });
    }

    #[test]
    fn prop_any_text_keeps_every_promise(text in any::<String>()) {
        oracle::judge(&text, &of_project());
    }

    #[test]
    fn prop_a_giant_line_keeps_every_promise(text in oracle::giant_line()) {
        oracle::judge(&text, &of_project());
    }

    #[test]
    fn prop_any_home_and_name_keep_every_promise(
        text in oracle::dense(),
        home in prop::option::of("[/a.\\\\ ]{0,5}"),
        name in "[a-c/`> .#1\u{6e2c}-]{0,5}",
    ) {
        let masks = Masks { home: home.as_deref(), names: &[&name], lines: Lines::Mask };
        oracle::judge(&text, &masks);
        oracle::judge(&[&text, &name, &text].map(String::as_str).concat(), &masks);
    }

    #[test]
    fn prop_any_bytes_keep_every_promise(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        oracle::fuzz_redact(&bytes);
    }

    #[test]
    fn prop_what_has_nothing_to_mask_changes_in_blanks_only(text in oracle::clean_message()) {
        prop_assert_eq!(redact(&text, &of_project()), oracle::squeezed(&text));
    }

    #[test]
    fn prop_code_goes_as_the_slow_reading_says(text in oracle::markdown()) {
        prop_assert_eq!(redact(&text, &of_project()), oracle::prose(&text));
    }

    /// A text that does not come to rest would be emptied: no text here does that.
    #[test]
    fn prop_what_comes_before_stays(text in oracle::dense()) {
        let text = ["ok\n\n", &text].concat();
        prop_assert!(redact(&text, &of_project()).starts_with("ok"));
    }

    #[test]
    fn prop_a_path_costs_no_promise_beside_it(
        before in oracle::clean_message(), after in oracle::clean_message(),
    ) {
        let text = format!("{before} src/main.rs {after}");
        let want = oracle::squeezed(&format!("{before} <path> {after}"));
        prop_assert_eq!(redact(&text, &of_project()), want);
    }
}
