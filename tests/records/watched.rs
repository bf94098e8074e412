//! The live view on a terminal.

use std::fs;
use std::io::Write as _;

use sprag_core::reports::log::Id;

use crate::terminal::Terminal;
use crate::{SAMPLE, home, ids};

const LOG: &str = ".local/state/sprag/decisions.jsonl";
/// What takes a terminal to its other screen, and back.
const ENTER: &str = "\u{1b}[?1049h";
const LEAVE: &str = "\u{1b}[?1049l";

#[test]
fn the_view_shows_what_is_there_and_what_comes() {
    let home = home();
    let mut terminal = Terminal::start(home.command(&["watch"]));
    terminal.expect(ENTER);
    terminal.expect("sprag");
    terminal.expect(ids().last().unwrap());
    let new = SAMPLE.lines().next().unwrap().replace("\"at_ms\":17950", "\"at_ms\":17951");
    let mut log = fs::OpenOptions::new().append(true).open(home.path(LOG)).unwrap();
    log.write_all(format!("{new}\n").as_bytes()).unwrap();
    // What changed alone is drawn; at another width, all of it.
    let new = Id::of(new.as_bytes());
    for columns in 81.. {
        terminal.resize(columns, 24);
        if terminal.expect("another").contains(new.as_str()) {
            break;
        }
    }
    terminal.type_text("q");
    let (code, rest) = terminal.end();
    assert_eq!(code, 0);
    assert!(rest.contains(LEAVE), "{rest:?}");
}

#[test]
fn the_view_fits_the_terminal_again_when_that_changes() {
    let home = home();
    let mut terminal = Terminal::start(home.command(&["watch"]));
    terminal.resize(60, 20);
    terminal.expect("sprag");
    terminal.resize(120, 40);
    // A rule goes across the whole screen.
    terminal.expect(&"\u{2500}".repeat(120));
    terminal.resize(70, 40);
    terminal.expect(&"\u{2500}".repeat(70));
    terminal.type_text("q");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn keys_of_any_kind_leave_and_signals_too_and_the_terminal_is_as_it_was() {
    for end in ["q", "\u{3}", "\u{1b}", "TERM", "HUP", "INT", "QUIT"] {
        let home = home();
        let mut terminal = Terminal::start(home.command(&["watch"]));
        terminal.expect("sprag");
        terminal.wait_for_other_manners();
        if end.len() > 1 {
            terminal.signal(end);
        } else {
            terminal.type_text(end);
        }
        terminal.expect(LEAVE);
        assert_eq!(terminal.end_as_before(), 0, "{end}");
    }
}

#[test]
fn an_error_ends_the_view_and_is_told_on_the_terminal_as_it_was() {
    let home = home();
    let mut terminal = Terminal::start(home.command(&["watch"]));
    terminal.expect(ENTER);
    terminal.expect(ids().last().unwrap());
    terminal.wait_for_other_manners();
    fs::remove_file(home.path(LOG)).unwrap();
    fs::create_dir(home.path(LOG)).unwrap();
    terminal.expect(LEAVE);
    // A person's own screen shows it.
    terminal.expect("sprag: ");
    assert_eq!(terminal.end_as_before(), 1);
}

#[test]
fn colour_is_left_out_where_nobody_wants_it() {
    let colours = |name: &str, value: &str| {
        let mut home = home();
        home.set(name, value);
        let mut terminal = Terminal::start(home.command(&["watch"]));
        terminal.expect("choose");
        terminal.type_text("q");
        let shown = terminal.all();
        ["[38;", "[1m", "[2m"].map(|code| shown.matches(code).count()).iter().sum::<usize>()
    };
    assert!(colours("LANG", "C.UTF-8") > 0);
    assert_eq!(colours("NO_COLOR", "1"), 0);
    assert_eq!(colours("TERM", "dumb"), 0);
}
