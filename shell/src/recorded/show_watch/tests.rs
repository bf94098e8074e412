//! What happens to the terminal when the live view fails.

use std::process::{self, Command};
use std::{env, panic};

use super::{Fault, on_terminal};

#[path = "../../../../tests/install/terminal.rs"]
#[allow(
    dead_code,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "other tests use the rest, and a test fails by panicking"
)]
mod terminal;

/// Says to a test that it is the program on the terminal, and how it is to end.
const END: &str = "SPRAG_TEST_END";
/// What takes a terminal to its other screen and back, and what shows the cursor again.
const ENTER: &str = "\u{1b}[?1049h";
const LEAVE: &str = "\u{1b}[?1049l";
const HIDE: &str = "\u{1b}[?25l";
const SHOW: &str = "\u{1b}[?25h";

/// Draws once, and ends so.
fn end(how: &str) {
    if how == "abort" {
        // What is built for users ends at once after the hooks of a panic.
        panic::set_hook(Box::new(|_| process::abort()));
    }
    let ended = on_terminal(|terminal| {
        terminal.draw(|_| ())?;
        assert!(how == "error", "the view is broken");
        Err(Fault::of("the view failed"))
    });
    assert_eq!(ended.unwrap_err().to_string(), "the view failed");
}

#[test]
fn the_terminal_is_as_it_was_after_a_panic_and_after_an_error() {
    if let Ok(how) = env::var(END) {
        return end(&how);
    }
    for how in ["abort", "panic", "error"] {
        let mut command = Command::new(env::current_exe().unwrap());
        let (_, module) = module_path!().split_once("::").unwrap();
        let name = format!("{module}::the_terminal_is_as_it_was_after_a_panic_and_after_an_error");
        command.args([&name, "--exact", "--nocapture"]).env(END, how);
        let mut terminal = terminal::Terminal::start(command);
        terminal.resize(80, 24);
        terminal.expect(ENTER);
        terminal.expect(HIDE);
        let shown = terminal.whatever_ends_it_as_before();
        let (left, cursor) = (shown.rfind(LEAVE), shown.rfind(SHOW));
        assert!(left.is_some() && cursor.is_some(), "{how}: {shown:?}");
        let told = shown.find("the view is broken");
        assert!(told.is_none_or(|told| Some(told) > left), "{how}: {shown:?}");
        assert_eq!(told.is_some(), how == "panic", "{how}: {shown:?}");
        assert_eq!(shown.contains("1 passed"), how == "error", "{how}: {shown:?}");
    }
}
