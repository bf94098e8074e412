//! Whole runs of programs, timed side by side.
//!
//! A figure alone says what a machine does today. So each row stands beside others of the same run,
//! and what is promised is a ratio.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "it counts bytes and turns of sessions that it makes up itself"
)]

use core::error::Error;
use core::fmt::Write as _;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

mod c_program;
#[cfg(feature = "network")]
mod network;
mod reads;
mod session;
mod stops;

#[cfg(feature = "network")]
pub use network::network;

/// How often each row is run.
const ROUNDS: usize = 60;

/// The row that every other one stands beside.
const BASE: &str = "a C program that exits";

/// One row of the table.
#[derive(Clone, Debug)]
struct Row {
    name: &'static str,
    program: PathBuf,
    arguments: Vec<String>,
    input: Option<PathBuf>,
    variables: Vec<(&'static str, String)>,
    /// A folder that is made anew, and empty, before each run.
    fresh: Option<PathBuf>,
    /// What it has to end with.
    code: i32,
    limit: Option<Limit>,
}

/// What is promised of a row: at most so many times another one.
#[derive(Clone, Copy, Debug)]
struct Limit {
    times: f64,
    of: &'static str,
}

/// How long runs of a row took, in milliseconds.
#[derive(Clone, Copy, Debug)]
struct Taken {
    least: f64,
    median: f64,
}

impl Row {
    fn of(name: &'static str, program: impl Into<PathBuf>) -> Self {
        Self {
            name,
            program: program.into(),
            arguments: Vec::new(),
            input: None,
            variables: Vec::new(),
            fresh: None,
            code: 0,
            limit: None,
        }
    }

    fn with(mut self, arguments: &[&str]) -> Self {
        self.arguments.extend(arguments.iter().map(|argument| (*argument).to_owned()));
        self
    }

    fn on(mut self, file: &Path) -> Self {
        self.arguments.push(file.display().to_string());
        self
    }

    fn reading(self, input: &Path) -> Self {
        Self { input: Some(input.into()), ..self }
    }

    fn knowing(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.variables.push((name, value.into()));
        self
    }

    fn with_empty(self, folder: &Path) -> Self {
        Self { fresh: Some(folder.into()), ..self }
    }

    fn ending_with(self, code: i32) -> Self {
        Self { code, ..self }
    }

    fn at_most(self, times: f64, of: &'static str) -> Self {
        Self { limit: Some(Limit { times, of }), ..self }
    }

    /// Runs it once. What it says goes into a file: the hook lets every turn end where nobody would
    /// hear why it should not.
    fn time(&self, said: &File) -> Result<f64, Box<dyn Error>> {
        if let Some(folder) = &self.fresh
            && let Err(error) = fs::remove_dir_all(folder)
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(error.into());
        }
        self.fresh.as_ref().map_or(Ok(()), fs::create_dir)?;
        let input = match &self.input {
            Some(path) => Stdio::from(File::open(path)?),
            None => Stdio::null(),
        };
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).env_clear().stdin(input);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.stdout(Stdio::null()).stderr(said.try_clone()?);
        let begun = Instant::now();
        let status = command.status()?;
        let taken = begun.elapsed();
        if status.code() != Some(self.code) {
            return Err(format!("{}: it ended with {status}, not {}", self.name, self.code).into());
        }
        Ok(taken.as_secs_f64() * 1_000.0)
    }
}

/// Runs `program`, the hook, and what it stands beside, and returns the table. With a word, the
/// rows alone whose names hold it, and those that they are measured by.
///
/// # Errors
///
/// Returns an error if a file cannot be written or a program cannot be run.
pub fn startup(program: &Path, word: Option<&str>) -> Result<String, Box<dyn Error>> {
    in_folder("startup", |folder| {
        let rows = chosen(&rows(folder, program)?, word);
        Ok(table(&rows, &times(&rows, &File::create(folder.join("said"))?)?))
    })
}

/// Runs something in a folder of its own, and removes that whatever comes of it.
fn in_folder(
    name: &str,
    run: impl FnOnce(&Path) -> Result<String, Box<dyn Error>>,
) -> Result<String, Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("sprag-{name}-{}", std::process::id()));
    fs::create_dir(&folder)?;
    let said = run(&folder);
    fs::remove_dir_all(&folder)?;
    said
}

fn rows(folder: &Path, program: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let exits = c_program::build(folder, "exits", c_program::EXITS)?;
    let nothing = std::env::current_exe()?.with_file_name("nothing");
    let mut rows = vec![
        Row::of(BASE, exits),
        Row::of("`true`", "/bin/true"),
        Row::of("a Rust program that exits", nothing),
    ];
    rows.extend(stops::rows(folder, program)?);
    rows.extend(reads::rows(folder, program)?);
    rows.retain(|row| row.program.is_file());
    Ok(rows)
}

fn chosen(rows: &[Row], word: Option<&str>) -> Vec<Row> {
    let Some(word) = word else { return rows.to_vec() };
    let holds = |row: &&Row| row.name.contains(word);
    let beside: Vec<&str> =
        rows.iter().filter(holds).filter_map(|row| Some(row.limit?.of)).collect();
    let is_chosen = |row: &&Row| row.name == BASE || beside.contains(&row.name) || holds(row);
    rows.iter().filter(is_chosen).cloned().collect()
}

/// Runs all rows in turn, again and again, each twice, and takes the second: what disturbs the
/// machine for a while disturbs all.
fn times(rows: &[Row], said: &File) -> Result<Vec<Taken>, Box<dyn Error>> {
    let mut times = vec![Vec::with_capacity(ROUNDS); rows.len()];
    for _ in 0..ROUNDS {
        for (row, times) in rows.iter().zip(&mut times) {
            // What ran before has left its own in the caches, in some rows 600 MB.
            row.time(said)?;
            times.push(row.time(said)?);
        }
    }
    Ok(times.into_iter().map(Taken::of).collect())
}

impl Taken {
    fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        let at = |at: usize| times.get(at).copied().unwrap_or(f64::NAN);
        Self { least: at(0), median: at(times.len() / 2) }
    }
}

/// Returns the rows in Markdown; ratios are those of medians.
fn table(rows: &[Row], taken: &[Taken]) -> String {
    let median = |name: &str| {
        let at = rows.iter().position(|row| row.name == name)?;
        Some(taken.get(at)?.median)
    };
    let base = median(BASE).unwrap_or(f64::NAN);
    let mut table = String::from(
        "| run | least, ms | median, ms | beside the C program | at most |\n|---|--:|--:|--:|---|\n",
    );
    for (row, Taken { least, median: own }) in rows.iter().zip(taken) {
        let limit = row.limit.and_then(|Limit { times, of }| {
            let ratio = own / median(of)?;
            let missed = if ratio > times { ", missed" } else { "" };
            let of = if of == BASE { String::new() } else { format!(" of \"{of}\"") };
            Some(format!("{ratio:.2} of {times}{of}{missed}"))
        });
        let limit = limit.unwrap_or_default();
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            table,
            "| {} | {least:.2} | {own:.2} | {:.1} | {limit} |",
            row.name,
            own / base
        );
    }
    table
}
