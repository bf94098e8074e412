//! Counts what the core and a stop cost; nothing is timed.
//!
//!     cargo run -p sprag-harness --bin cost -- growth
//!
//! It needs valgrind. Where there is none it says `SKIPPED` and ends with 77, which is no success.

use core::error::Error;
use std::env;
use std::io::{self, Write as _};
use std::process::ExitCode;

use sprag_harness::cost::{CANARY, COMMON, Growth, SIZES, Shape, TRANSFORMS, Transform, Valgrind, measured_alone};

const FUNCTION: &str = "sprag_harness::cost::transform::measured_alone";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["run", rest @ ..] => run(rest),
        ["growth", rest @ ..] => return growth(rest),
        ["heap", program] => return heap(std::path::Path::new(program)),
        _ => {}
    }
    Ok(ExitCode::SUCCESS)
}

fn cases(word: &str) -> Vec<(&'static Transform, &'static Shape)> {
    let of = |transform: &'static Transform| {
        let shapes = COMMON.iter().chain(transform.shapes);
        shapes.map(move |shape| (transform, shape))
    };
    let all = TRANSFORMS.iter().chain([&CANARY]);
    all.flat_map(of).filter(|(t, s)| t.name.contains(word) || s.name.contains(word)).collect()
}

fn run(rest: &[&str]) {
    for (transform, shape) in cases(rest.first().unwrap_or(&"")) {
        for size in SIZES {
            measured_alone(transform, &shape.input(size));
        }
    }
}

fn growth(rest: &[&str]) -> Result<ExitCode, Box<dyn Error>> {
    let word = *rest.first().unwrap_or(&"");
    let own = env::current_exe()?;
    let folder = env::temp_dir().join(format!("sprag-cost-{}", std::process::id()));
    std::fs::create_dir(&folder)?;
    let valgrind = Valgrind::find().ok_or("none")?;
    let counts = valgrind.instructions(&[own.to_str().unwrap(), "run", word], FUNCTION, &folder)?;
    std::fs::remove_dir_all(&folder)?;
    let mut out = io::stdout();
    let cases = cases(word);
    assert_eq!(cases.len() * SIZES.len(), counts.len());
    for ((transform, shape), counts) in cases.iter().zip(counts.chunks_exact(SIZES.len())) {
        let growth = Growth(counts.try_into()?);
        writeln!(out, "{:4} {:6} {:9} {:32} {}", growth.hundredths(), growth.of_a_byte(), counts[2], transform.name, shape.name)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn heap(program: &std::path::Path) -> Result<ExitCode, Box<dyn Error>> {
    let valgrind = Valgrind::find().ok_or("none")?;
    for stop in sprag_harness::cost::STOPS {
        let folder = env::temp_dir().join(format!("sprag-cost-{}", std::process::id()));
        std::fs::create_dir(&folder)?;
        let payload = stop.prepare(&folder)?;
        let (output, heap) = valgrind.heap(sprag_harness::cost::Under { program, arguments: &stop.arguments(), variables: stop.variables(&folder), payload: &payload, log: &folder.join("log") })?;
        let record = std::fs::read_to_string(folder.join(".local/state/sprag/decisions.jsonl")).unwrap_or_default();
        writeln!(io::stdout(), "{} {:?} {heap:?} {}\n{record}{}{}", stop.name, output.status.code(), stop.says, String::from_utf8_lossy(&output.stdout),String::from_utf8_lossy(&output.stderr))?;
        std::fs::remove_dir_all(&folder)?;
    }
    Ok(ExitCode::SUCCESS)
}
