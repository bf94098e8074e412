//! `SPRAG_DEBUG=1`: why a stop passed, on standard error, for whoever wonders.
//!
//! Hosts show that only in their debug logs. It is never written beside a block, whose reason is
//! all that standard error may hold.

use std::env;
use std::io::{self, Write as _};

use core::fmt::Display;

/// Says why a stop passes, if somebody asked.
pub(crate) fn passed(why: impl Display) {
    if env::var_os("SPRAG_DEBUG").is_some_and(|value| value == "1") {
        // Who cannot be told has lost nothing.
        let _ = writeln!(io::stderr(), "sprag: passed: {why}");
    }
}
