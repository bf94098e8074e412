//! Times whole runs of the hook, always beside programs that do nothing, read, or count.
//!
//!     cargo build --release -p sprag -p sprag-harness && target/release/startup
//!
//! Prints the table of `docs/performance.md`: the least and the median of each row in milliseconds,
//! the ratio of medians to that of a C program that exits, and what is promised of it. Nothing is
//! contacted: the endpoint is a port of this machine where nobody listens. `cc` has to be there.
//!
//! With a word it prints the rows alone whose names hold it; with a word and a path it measures
//! that program instead of the one that was built beside this one.

use core::error::Error;
use std::io::Write as _;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let word = arguments.next();
    let beside = std::env::current_exe()?.with_file_name("sprag");
    let program = arguments.next().map_or(beside, PathBuf::from);
    let table = sprag_harness::bench::startup(&program, word.as_deref())?;
    write!(std::io::stdout(), "{table}")?;
    Ok(())
}
