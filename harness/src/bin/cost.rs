//! Counts what the core and a stop cost; nothing is timed.
//!
//!     cargo run --profile mutants -p sprag-harness --bin cost -- growth [WORD [TIMES]]
//!     cargo build && cargo run -p sprag-harness --bin cost -- heap target/debug/sprag
//!
//! `growth` counts the instructions of every transform over doubling inputs, of those alone whose
//! names hold the word, on inputs so many times as large. `heap` counts what stops and reads
//! allocate. Both need valgrind: where there is none they say `SKIPPED` and end with 77, which is
//! no success.

use core::error::Error;
use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use sprag_harness::cost::{
    CANARY, CANARY_SHAPE, Growth, SIZES, STOPS, Shape, Stop, TRANSFORMS, Transform, Under,
    Valgrind, measured_alone,
};

type Fallible<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// What is counted, as callgrind calls it.
const FUNCTION: &str = "sprag_harness::cost::transform::measured_alone";

/// How many valgrinds count at once.
const PARTS: usize = 2;

const SKIPPED: u8 = 77;

fn main() -> Fallible<ExitCode> {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let ["part", part, word, times] = words.as_slice() {
        run(&cases(word), part.parse()?, times.parse()?);
        return Ok(ExitCode::SUCCESS);
    }
    let Some(valgrind) = Valgrind::find() else {
        writeln!(io::stdout(), "SKIPPED: no valgrind on this machine, so nothing was counted")?;
        return Ok(ExitCode::from(SKIPPED));
    };
    let faults = match words.as_slice() {
        ["growth"] => growth(&valgrind, "", 1)?,
        ["growth", word] => growth(&valgrind, word, 1)?,
        ["growth", word, times] => growth(&valgrind, word, times.parse()?)?,
        ["heap", program] => heap(&valgrind, Path::new(program))?,
        _ => return Err("cost growth [WORD [TIMES]] | cost heap PROGRAM".into()),
    };
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

type Case = (&'static Transform, &'static Shape);

fn cases(word: &str) -> Vec<Case> {
    let of =
        |transform: &'static Transform| transform.shapes().map(move |shape| (transform, shape));
    let all = TRANSFORMS.iter().filter(|transform| transform.name.contains(word));
    all.chain([&CANARY]).flat_map(of).collect()
}

/// Returns every so-manieth of the cases, so that no part has all that take long.
fn part_of(cases: &[Case], part: usize) -> impl Iterator<Item = &Case> {
    cases.iter().skip(part).step_by(PARTS)
}

/// Runs a part of the cases; this is what valgrind looks at.
fn run(cases: &[Case], part: usize, times: usize) {
    for (transform, shape) in part_of(cases, part) {
        for size in SIZES {
            measured_alone(transform, &mut shape.input(size.saturating_mul(times)));
        }
    }
}

/// Counts a part of the cases.
fn counted(
    valgrind: &Valgrind,
    word: &str,
    part: usize,
    times: usize,
) -> Fallible<Vec<(Case, Growth)>> {
    let own = env::current_exe()?;
    let folder = Folder::make(&format!("growth-{part}"))?;
    let (number, times) = (part.to_string(), times.to_string());
    let words = [own.to_str().unwrap_or_default(), "part", &number, word, &times];
    let counts = valgrind.instructions(&words, FUNCTION, &folder.0)?;
    let cases = cases(word);
    let cases: Vec<&Case> = part_of(&cases, part).collect();
    if counts.len() != cases.len().saturating_mul(SIZES.len()) {
        return Err(format!("{} counts of {} cases", counts.len(), cases.len()).into());
    }
    let chunks = counts.chunks_exact(SIZES.len());
    chunks.zip(cases).map(|(counts, case)| Ok((*case, Growth(counts.try_into()?)))).collect()
}

/// Prints how the work of each transform grows, and returns how many faults there are.
fn growth(valgrind: &Valgrind, word: &str, times: usize) -> Fallible<usize> {
    let counted = |part| counted(valgrind, word, part, times);
    let parts: Vec<_> = thread::scope(|scope| {
        let parts: Vec<_> = (0..PARTS).map(|part| scope.spawn(move || counted(part))).collect();
        parts
            .into_iter()
            .map(|part| part.join().unwrap_or_else(|_| Err("a panic".into())))
            .collect()
    });
    let mut counted = Vec::new();
    for part in parts {
        counted.extend(part?);
    }
    let mut out = io::stdout();
    writeln!(out, "{:34} {:>9} {:>7}  dearest input", "transform", "per byte", "twice")?;
    let (mut faults, mut transforms) = (0_usize, 0_usize);
    for transform in TRANSFORMS.iter().filter(|transform| transform.name.contains(word)) {
        let own = counted.iter().filter(|((of, _), _)| of.name == transform.name);
        let dearest = own.clone().max_by_key(|(_, growth)| growth.of_a_byte(times));
        let Some(((_, shape), growth)) = dearest else { continue };
        transforms = transforms.saturating_add(1);
        let (each, grown) = (growth.of_a_byte(times), growth.hundredths());
        writeln!(out, "{:34} {each:9} {:>7}  {}", transform.name, decimal(grown), shape.name)?;
        for ((_, shape), growth) in own.filter(|(_, growth)| !growth.is_linear(times)) {
            faults = faults.saturating_add(1);
            let grown = decimal(growth.hundredths());
            writeln!(
                out,
                "FAULT {}: twice {} is {grown} times the work",
                transform.name, shape.name
            )?;
        }
    }
    let canary = counted.iter().find(|((of, shape), growth)| {
        of.name == CANARY.name && shape.name == CANARY_SHAPE && !growth.is_linear(times)
    });
    if canary.is_none() {
        faults = faults.saturating_add(1);
        writeln!(out, "FAULT the canary, which is quadratic, was not noticed: this is blind")?;
    }
    let inputs = counted.len();
    writeln!(out, "{}: transforms={transforms} inputs={inputs} faults={faults}", valgrind.version)?;
    Ok(faults)
}

fn decimal(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Prints what each stop and each read allocates, and returns how many faults there are.
fn heap(valgrind: &Valgrind, program: &Path) -> Fallible<usize> {
    let mut out = io::stdout();
    writeln!(out, "{:34} {:>11} {:>7} {:>9} {:>9}", "run", "allocations", "most", "bytes", "most")?;
    let mut faults = 0_usize;
    for stop in STOPS {
        let (heap, fault) = taken(valgrind, program, stop)?;
        let (allocations, peak) = (stop.ceiling.allocations, stop.ceiling.peak);
        writeln!(
            out,
            "{:34} {:11} {allocations:7} {:9} {peak:9}",
            stop.name, heap.allocations, heap.peak
        )?;
        if let Some(fault) = fault {
            faults = faults.saturating_add(1);
            writeln!(out, "FAULT {}: {fault}", stop.name)?;
        }
    }
    writeln!(out, "{}: stops={} faults={faults}", valgrind.version, STOPS.len())?;
    Ok(faults)
}

fn taken(
    valgrind: &Valgrind,
    program: &Path,
    stop: &Stop,
) -> Fallible<(sprag_harness::cost::Heap, Option<String>)> {
    let folder = Folder::make("heap")?;
    let payload = stop.prepare(&folder.0)?;
    let arguments = stop.arguments(&folder.0);
    let (output, heap) = valgrind.heap(Under {
        program,
        arguments: &arguments.iter().map(String::as_str).collect::<Vec<_>>(),
        variables: stop.variables(&folder.0),
        payload: &payload,
        log: &folder.0.join("log"),
    })?;
    let heap = heap.ok_or("dhat has counted nothing")?;
    let record = folder.0.join(".local/state/sprag/decisions.jsonl");
    let record = fs::read_to_string(record).unwrap_or_default();
    let said = [record.as_str(), &String::from_utf8_lossy(&output.stdout)].concat();
    let fault = stop.fault(output.status.code(), &said).or_else(|| heap.fault(&stop.ceiling));
    Ok((heap, fault))
}

/// A folder that goes when it is no longer needed.
struct Folder(PathBuf);

impl Folder {
    fn make(name: &str) -> io::Result<Self> {
        let name = format!("sprag-cost-{}-{name}", std::process::id());
        let folder = Self(env::temp_dir().join(name));
        fs::create_dir(&folder.0)?;
        Ok(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
