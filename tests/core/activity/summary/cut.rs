//! Outputs of which a part is missing.
use super::{says_nothing, verdict};
use sprag_core::activity::summary::{Summary, Verdict};

#[test]
fn a_summary_that_a_pipe_cut_away_is_none() {
    for cut in [
        " 2611 expect() calls\nRan 1219 tests across 56 files. [1367.00ms]\n",
        "\u{2139} todo 0\n\u{2139} duration_ms 47.2\n",
        "# pass 4\n",
        "ok 4 - holds a book\n",
        "Time:        1.310 s\nRan all test suites.\n",
        "Tests: 3, Assertions: 4\n",
        "--- PASS: TestShelf (0.00s)\n",
        "Ran 3 tests in 0.001s\n",
        "OK\n",
        "PASS\n",
    ] {
        says_nothing(cut);
    }
}

#[test]
fn a_failure_that_more_than_a_window_of_text_follows_still_fails() {
    let long = format!("test result: FAILED. 1 passed; 1 failed\n{}", "x\n".repeat(100_000));
    assert_eq!(verdict(&long), Some(Verdict::Failed));
}

#[test]
fn a_host_that_left_a_part_out_says_so() {
    for note in [
        "... [18223 characters truncated] ...",
        "... [41 lines truncated] ...",
        "<persisted-output>\nOutput too large (41.2KB). Full output saved to: out.txt",
        "\u{2026}812 tokens truncated\u{2026}",
        "[... omitted 40 of 200 lines ...]",
    ] {
        assert!(Summary::read(&format!("a\n{note}\nb")).cut, "{note}");
    }
    for line in ["3 lines truncated", "... [x] ...", "\u{2026} and so on"] {
        assert!(!Summary::read(line).cut, "{line}");
    }
}

#[test]
fn the_summary_of_a_long_line_is_read_at_its_beginning_only() {
    let words = "word ".repeat(2_000);
    says_nothing(&format!("{words}test result: FAILED. 0 passed; 1 failed"));
    assert_eq!(verdict(&format!("FAILED test_a.py::b - {words}")), Some(Verdict::Failed));
    says_nothing(&format!("\u{1b}[31m{words}\u{1b}[0m"));
}
