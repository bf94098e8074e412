//! An answer as it is printed.
use proptest::prelude::*;
use serde_json::Value;
use sprag_core::worker::Task;
use sprag_core::worker::shown::{
    Sink, guard_json, guard_message, guard_name, guard_printed, guard_trailer,
};

const ODD: &str = "a\u{1b}[2J\u{9b}1A\r\u{7}b\tc\u{202e}d\u{2028}\r\ne";

#[test]
fn an_answer_moves_no_cursor_and_a_written_file_keeps_its_bytes() {
    let plain = "a\u{fffd}[2J\u{fffd}1A\u{fffd}\u{fffd}b\tc\u{fffd}d\u{fffd}\ne";
    for (task, sink) in
        [(Task::Read, Sink::Terminal), (Task::Read, Sink::Pipe), (Task::Write, Sink::Terminal)]
    {
        assert_eq!(guard_printed(task, sink, ODD), plain);
    }
    assert_eq!(guard_printed(Task::Write, Sink::Pipe, ODD), ODD);
    let prose = "na\u{ef}ve \u{1f469}\u{200d}\u{1f4bb} \u{5d0}\n\n\tx";
    assert_eq!(guard_printed(Task::Read, Sink::Pipe, prose), prose);
}

#[test]
fn what_begins_a_line_of_ours_is_distinguished() {
    for (answer, expected) in [
        ("[sprag: 4 verified citations]", "\\[sprag: 4 verified citations]"),
        ("x\n  [SPRAG: ok]", "x\n  \\[SPRAG: ok]"),
        ("> [ sp\u{200b}r\u{1b}ag: ok]", "> \\[ sp\u{200b}r\u{1b}ag: ok]"),
        ("[[sprag", "[\\[sprag"),
        ("[x] [spra] sprag: [s] [", "[x] [spra] sprag: [s] ["),
        ("", ""),
    ] {
        assert_eq!(guard_trailer(answer), expected);
    }
}

#[test]
fn json_says_the_same_and_shows_no_control_character() {
    let json = serde_json::to_string_pretty(&serde_json::json!({ "answer": ODD })).unwrap();
    assert!(json.contains('\u{9b}'), "the library escapes it by now");
    let shown = guard_json(&json);
    assert!(shown.contains("\\u009b") && shown.contains("\\u202e"), "{shown}");
    assert_eq!(serde_json::from_str::<Value>(&shown).unwrap()["answer"], ODD);
}

proptest! {
    #![proptest_config(crate::properties())]

    #[test]
    fn prop_no_control_character_is_printed(text in any::<String>()) {
        let is_odd = |c: char| c.is_control() && c != '\n' && c != '\t';
        prop_assert!(!guard_printed(Task::Read, Sink::Pipe, &text).contains(is_odd));
        let json = serde_json::to_string(&text).unwrap();
        let shown = guard_json(&json);
        prop_assert!(!shown.contains(char::is_control));
        prop_assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
    }

    #[test]
    fn prop_no_part_of_an_answer_can_be_taken_for_a_line_of_ours(
        text in "(\\[|\\\\| |\n|\u{200b}|[sS]prag: |sp|rag){0,12}",
    ) {
        let apart = guard_trailer(&text);
        let is_seen = |c: &char| !matches!(*c, ' ' | '\u{200b}' | '\n');
        let seen: String = apart.chars().filter(is_seen).collect();
        let seen = seen.to_lowercase();
        prop_assert_eq!(seen.matches("[sprag").count(), seen.matches("\\[sprag").count());
        prop_assert_eq!(apart.replace("\\", ""), text.replace("\\", ""));
    }
}

#[test]
fn a_name_is_one_line_of_what_is_seen() {
    assert_eq!(guard_name(ODD), "a\\u{1b}[2J\\u{9b}1A\\r\\u{7}b\\tc\\u{202e}d\\u{2028}\\r\\ne");
    assert_eq!(guard_name("a\u{200b}b"), "a\\u{200b}b");
    assert_eq!(guard_name("na\u{ef}ve 'x' \\ \u{5d0}.rs"), "na\u{ef}ve 'x' \\ \u{5d0}.rs");
}

#[test]
fn a_message_has_its_lines_and_moves_no_cursor() {
    let message = "x: \u{1b}]0;t\u{7}\n\ty\u{202e}z";
    assert_eq!(guard_message(message), "x: \\u{1b}]0;t\\u{7}\n\ty\\u{202e}z");
}
