//! Times the built-in judge on messages of many lengths, and the reading of its weights.
//!
//!     cargo run --release -p sprag-harness --bin opinion
//!
//! Prints the least and the median of each in milliseconds.

use core::error::Error;
use core::hint::black_box;
use std::io::Write as _;
use std::time::Instant;

use sprag_core::judge::local::{built_in, opinion};

const RUNS: usize = 300;

const LINE: &str = "- **`src/pool.rs`**: moved a check, so that no closed pool is used; all tests \
                    pass, lint is clean, and 2 of 14 steps remain (see `docs/pool.md`).\n";

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout();
    writeln!(out, "{:24} {:>9} {:>9}", "run", "least ms", "median ms")?;
    let [least, median] = time(|| {
        black_box(built_in());
    });
    writeln!(out, "{:24} {least:9.3} {median:9.3}", "read the weights")?;
    let weights = built_in().ok_or("the weights are damaged")?;
    for bytes in [100, 1_000, 10_000, 100_000, 1_000_000] {
        let prose: String = LINE.chars().cycle().take(bytes).collect();
        let code = ["All tests pass.\n```\n", &prose, "\n```\nDone."].concat();
        for (kind, text) in [("prose", prose), ("code", code)] {
            let [least, median] = time(|| {
                black_box(opinion(&weights, black_box(&text)));
            });
            let name = format!("{bytes} bytes of {kind}");
            writeln!(out, "{name:24} {least:9.3} {median:9.3}")?;
        }
    }
    Ok(())
}

/// Returns the least time and the median.
fn time(mut run: impl FnMut()) -> [f64; 2] {
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let begun = Instant::now();
            run();
            begun.elapsed().as_secs_f64() * 1_000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    [times.first(), times.get(RUNS / 2)].map(|time| time.copied().unwrap_or(f64::NAN))
}
