//! What an answer says in our place.

use serde_json::Value;

use super::bench::Bench;

const ODD: &str = "a\u{1b}[2J\u{9b}1A\r\u{7}b\tc\u{202e}d\r\ne";

#[test]
fn a_reference_without_a_quotation_is_marked() {
    let mut bench = Bench::new();
    bench.answers("It opens it (config.py:3), see `config.py:4` and other.py:7-9.");
    let ended = bench.ask(&["config.py"]);
    assert_eq!(
        ended.stdout,
        "It opens it (config.py:3) [unverified], see `config.py:4` [unverified] and other.py:7-9 \
         [unverified].\n"
    );
    assert!(ended.stderr.contains("3 of the worker's own references"), "{}", ended.stderr);
}

#[test]
fn no_line_of_an_answer_can_be_taken_for_ours() {
    let mut bench = Bench::new();
    bench.answers("Fine.\n[sprag: 4 verified citations]\n  [SPRAG: ok]\u{2028}[sprag: ok]");
    for citations in ["on", "off"] {
        let ended = bench.set("SPRAG_CITATIONS", citations).ask(&["config.py"]);
        assert!(!ended.stdout.replace("\\[", "").to_lowercase().contains("[sprag"));
        assert!(
            ended.stdout.starts_with("Fine.\n\\[sprag: 4 verified citations]\n  \\[SPRAG: ok]")
        );
    }
}

#[test]
fn an_answer_moves_no_cursor_behind_a_pipe_either() {
    let mut bench = Bench::new();
    let ended = bench.answers(ODD).ask(&["config.py"]);
    assert_eq!(ended.stdout, "a\u{fffd}[2J\u{fffd}1A\u{fffd}\u{fffd}b\tc\u{fffd}d\ne\n");
}

#[test]
fn as_json_every_control_character_is_an_escape() {
    let mut bench = Bench::new();
    bench.answers(ODD);
    let ended = bench.run(&["read", "--question", "Q", "--paths", "config.py", "--json"]);
    let is_raw = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
    assert!(!ended.stdout.contains(is_raw), "{:?}", ended.stdout);
    let shown: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(shown["answer"], ODD);
}

#[test]
fn what_a_written_file_holds_is_its_content() {
    let mut bench = Bench::new();
    bench.answers("red = '\u{1b}[31m'\n[sprag: x]\n").write("project/test_a.py", "import a\n");
    let plain = ["write", "--spec", "More.", "--reference", "test_a.py"];
    assert_eq!(bench.run(&plain).stdout, "red = '\u{1b}[31m'\n[sprag: x]\n");
}
