//! What somebody at a terminal sees while a worker reads.

use std::fs;

use super::bench::{Bench, CITED};
use crate::terminal::Terminal;

/// A program that answers when it is let.
fn waiting() -> Bench {
    let mut bench = Bench::new();
    let (go, answer) = (bench.path("go"), bench.path("bin/answer"));
    let (go, answer) = (go.display(), answer.display());
    let script = format!(
        "#!/bin/sh\ncat > /dev/null\nwhile [ ! -e '{go}' ]; do sleep 0.05; done\ncat '{answer}'\n"
    );
    bench.program("claude", &script);
    bench
}

const ASK: [&str; 5] = ["read", "--question", "Who opens it?", "--paths", "config.py"];

#[test]
fn the_time_is_shown_on_a_line_that_disappears_again() {
    let mut bench = waiting();
    bench.set("TERM", "xterm");
    let mut terminal = Terminal::start(bench.command(&ASK, &bench.path("project")));
    terminal.expect("\r\x1b[Kclaude reads 1 file, 63 bytes, ");
    fs::write(bench.path("go"), "").unwrap();
    // The line is taken back before anything else is said.
    terminal.expect(&format!("\r\x1b[K{}", CITED.trim_end()));
    let (code, rest) = terminal.end();
    assert_eq!(code, 0, "{rest}");
    assert!(rest.contains("1 verified citation]"), "{rest}");
}

#[test]
fn a_terminal_that_cannot_erase_a_line_gets_none() {
    let mut bench = waiting();
    bench.set("TERM", "dumb").write("go", "");
    let mut terminal = Terminal::start(bench.command(&ASK, &bench.path("project")));
    assert_eq!(terminal.expect(CITED.trim_end()), "");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn no_character_of_an_answer_moves_the_cursor_of_a_terminal() {
    let mut bench = Bench::new();
    bench.set("TERM", "dumb").answers("a\u{1b}[2Jb\u{7}c");
    let mut terminal = Terminal::start(bench.command(&ASK, &bench.path("project")));
    assert_eq!(terminal.expect("b\u{fffd}c"), "a\u{fffd}[2J");
    assert_eq!(terminal.end().0, 0);
    // What a program gets is shown by another.
    assert_eq!(bench.ask(&["config.py"]).stdout, "a\u{fffd}[2Jb\u{fffd}c\n");
}
