//! Where a screen is shown: how wide it is, and whether it has colour.

use std::env;
use std::io::{self, IsTerminal as _};

use rustix::termios::tcgetwinsize;
use sprag_core::text::screen::{Columns, Ink, Looks, Screen};

use crate::system::terminal::{Fault, say};

/// Returns the columns of standard output: what `COLUMNS` says, else the terminal.
pub(crate) fn columns() -> Columns {
    let named = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let seen = || tcgetwinsize(io::stdout()).ok().map(|size| size.ws_col);
    Columns::of(named.or_else(seen).filter(|columns| *columns > 0))
}

/// Returns how to print on standard output.
pub(crate) fn ink() -> Ink {
    let word = |name: &str| env::var(name).ok();
    let filled = |name: &&str| word(name).is_some_and(|word| !word.is_empty());
    let (no_color, term) = (word("NO_COLOR"), word("TERM"));
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find(|name| filled(name));
    let locale = locale.and_then(|name| word(name));
    Ink::of(Looks {
        is_terminal: io::stdout().is_terminal(),
        no_color: no_color.as_deref(),
        term: term.as_deref(),
        locale: locale.as_deref(),
    })
}

/// Prints a screen.
pub(crate) fn show(screen: &Screen) -> Result<(), Fault> {
    say(&screen.print(ink()))
}
