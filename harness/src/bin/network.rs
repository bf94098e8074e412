//! Times whole stops that ask a judge behind TLS, beside `curl` with the same request, over a line
//! without a delay and over one whose round trip takes 150 ms.
//!
//!     cargo build --release -p sprag &&
//!         cargo run --release -p sprag-harness --features network --bin network
//!
//! Prints the table of `docs/performance.md`: least and median in milliseconds, and how many round
//! trips the delay adds to the least. The judge, the line and the certificate are of this run, and
//! nothing leaves this machine. Every stop is the first of its session: it searches its whole
//! transcript, blocks, and writes that down. With a number it does so many rounds.

use core::error::Error;
use std::io::Write as _;

const ROUNDS: usize = 15;

fn main() -> Result<(), Box<dyn Error>> {
    let rounds = std::env::args().nth(1).map_or(Ok(ROUNDS), |word| word.parse())?;
    let program = std::env::current_exe()?.with_file_name("sprag");
    let table = sprag_harness::bench::network(&program, rounds)?;
    write!(std::io::stdout(), "{table}")?;
    Ok(())
}
