//! Times whole runs of the hook, always beside a program that does nothing and one that reads.
//!
//!     cargo build --release -p sprag && cargo run --release -p sprag-harness --bin startup
//!
//! Prints the least and the median of each in milliseconds, and the ratio of the least to that of
//! `true`. Nothing is contacted: the endpoint is a port of this machine where nobody listens.
//!
//! With a word it prints the rows alone whose names hold it. The C program needs `cc`.

use core::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// One row of the table.
struct Row {
    name: &'static str,
    program: PathBuf,
    arguments: Vec<String>,
    input: Option<PathBuf>,
    variables: Vec<(&'static str, String)>,
}

const RUNS: usize = 60;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("sprag-startup-{}", std::process::id()));
    fs::create_dir(&folder)?;
    let mut rows = rows(&folder)?;
    rows.extend(reads(&folder)?);
    if let Some(word) = std::env::args().nth(1) {
        rows.retain(|row| row.name == "true" || row.name.contains(&word));
    }
    let mut least = None;
    let mut out = std::io::stdout();
    writeln!(out, "{:44} {:>9} {:>9} {:>7}", "run", "least ms", "median ms", "ratio")?;
    for row in &rows {
        let mut times = (0..RUNS).map(|_| time(row)).collect::<Result<Vec<f64>, _>>()?;
        times.sort_by(f64::total_cmp);
        let (first, median) = (times.first().copied(), times.get(RUNS / 2).copied());
        let (first, median) = (first.unwrap_or(f64::NAN), median.unwrap_or(f64::NAN));
        let base = *least.get_or_insert(first);
        writeln!(out, "{:44} {first:9.2} {median:9.2} {:7.2}", row.name, first / base)?;
    }
    fs::remove_dir_all(&folder)?;
    Ok(())
}

fn time(row: &Row) -> Result<f64, Box<dyn Error>> {
    let input = match &row.input {
        Some(path) => Stdio::from(File::open(path)?),
        None => Stdio::null(),
    };
    let begun = Instant::now();
    Command::new(&row.program)
        .args(&row.arguments)
        .env_clear()
        .envs(row.variables.iter().map(|(name, value)| (name, value)))
        .stdin(input)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    Ok(begun.elapsed().as_secs_f64() * 1_000.0)
}

fn rows(folder: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let sprag = std::env::current_exe()?.with_file_name("sprag");
    let home = ("HOME", folder.display().to_string());
    let key = ("TYPESAFE_API_KEY", "a-key-for-nobody".to_owned());
    let endpoint = ("SPRAG_ENDPOINT", "https://127.0.0.1:1/".to_owned());
    let roots = ("SSL_CERT_FILE", "/etc/ssl/certs/ca-certificates.crt".to_owned());
    let on = ["hook", "--checks", "promises"].map(String::from).to_vec();
    let small = stop(folder, "60 KB", 60 << 10, &WORK)?;
    let large = stop(folder, "55 MB", 55 << 20, &WORK)?;
    let huge = stop(folder, "600 MB", 600 << 20, &WORK)?;
    let [edit, _, test] = WORK;
    let unlinted = stop(folder, "55 MB, no lint", 55 << 20, &[edit, test])?;
    let done = ["hook", "--checks", "done"].map(String::from).to_vec();
    let asking = || vec![home.clone(), key.clone(), endpoint.clone()];
    let row = |name, arguments: &[String], input: Option<&Path>, variables: Vec<_>| Row {
        name,
        program: sprag.clone(),
        arguments: arguments.to_vec(),
        input: input.map(Path::to_path_buf),
        variables,
    };
    let other = |name, program: &str, arguments: &[String]| Row {
        name,
        program: program.into(),
        arguments: arguments.to_vec(),
        input: None,
        variables: Vec::new(),
    };
    let file = folder.join("55 MB.jsonl").display().to_string();
    let with_roots = [asking(), vec![roots]].concat();
    Ok(vec![
        other("true", "/bin/true", &[]),
        other("wc -l, 55 MB", "/usr/bin/wc", &["-l".into(), file]),
        row("off", &["hook".to_owned()], None, vec![home.clone()]),
        row("on, no key, 60 KB", &on, Some(&small), vec![home.clone()]),
        row("on, no key, 55 MB", &on, Some(&large), vec![home.clone()]),
        row("on, no key, 600 MB", &on, Some(&huge), vec![home.clone()]),
        row("asking, refused, 60 KB", &on, Some(&small), asking()),
        row("the same, the system's certificates", &on, Some(&small), with_roots),
        row("asking, refused, 55 MB, searched whole", &on, Some(&large), forgetful(asking())),
        row("the same, what is new alone", &on, Some(&large), asking()),
        row("the same with 600 MB", &on, Some(&huge), asking()),
        row("done, all passed, nobody asked, 60 KB", &done, Some(&small), asking()),
        row("done, all passed, nobody asked, 55 MB", &done, Some(&large), asking()),
        row("done, tests alone passed, 55 MB", &done, Some(&unlinted), asking()),
    ])
}

/// A place for the state where nothing can be kept: every search is the first.
fn forgetful(mut variables: Vec<(&'static str, String)>) -> Vec<(&'static str, String)> {
    variables.push(("SPRAG_STATE_DIR", "/dev/null/state".to_owned()));
    variables
}

/// Rows of the gate for reads, beside `wc -l` and a C program that does the least of it.
fn reads(folder: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let short = folder.join("read 1,000 lines");
    let long = folder.join("read 500 MB");
    for (file, lines) in [(&short, 1_000_u32), (&long, 500_000_000 / 50)] {
        let mut writer = BufWriter::new(File::create(file)?);
        for _ in 0..lines {
            writer.write_all(b"    let x = one_of(&the, &lines, &that, &are_read)\n")?;
        }
        writer.flush()?;
    }
    let mut rows = Vec::new();
    let plain = |name, program: PathBuf, arguments: &[&Path], input: Option<PathBuf>| Row {
        name,
        program,
        arguments: arguments.iter().map(|part| part.display().to_string()).collect(),
        input,
        variables: Vec::new(),
    };
    let lines = Path::new("-l");
    let wc = || PathBuf::from("/usr/bin/wc");
    rows.push(plain("read: wc -l, 1,000 lines", wc(), &[lines, &short], None));
    rows.push(plain("read: wc -l, 500 MB", wc(), &[lines, &long], None));
    let whole =
        |path: &Path| format!(r#""Read","tool_input":{{"file_path":"{}"}}"#, path.display());
    let shell = |command: &str, path: &Path| {
        format!(r#""Bash","tool_input":{{"command":"{command} '{}'"}}"#, path.display())
    };
    if let Some(c) = c_program(folder)? {
        let input = call(folder, &whole(&short))?;
        let name = "read: C, 1,000 lines";
        rows.push(plain(name, c.clone(), &[&short], Some(input.clone())));
        rows.push(plain("read: C, 500 MB", c, &[&long], Some(input)));
    }
    let sprag = std::env::current_exe()?.with_file_name("sprag");
    let on = ["hook", "--checks", "reads", "--read-budget", "1000000000"];
    let mut gate = |name, options: &[&str], tool: &str| -> Result<(), Box<dyn Error>> {
        rows.push(Row {
            name,
            program: sprag.clone(),
            arguments: options.iter().map(|option| String::from(*option)).collect(),
            input: Some(call(folder, tool)?),
            variables: vec![("HOME", folder.display().to_string())],
        });
        Ok(())
    };
    gate("read: off", &["hook"], &whole(&short))?;
    gate("read: a command that shows no file", &on, &shell("git log -- ", &short))?;
    gate("read: 1,000 lines, denied", &on, &whole(&short))?;
    gate("read: 1,000 lines, a slice", &on, &shell("sed -n 100,200p ", &short))?;
    gate("read: 500 MB, denied", &on, &whole(&long))?;
    gate("read: 500 MB, a slice", &on, &shell("sed -n 100,200p ", &long))?;
    gate("read: 500 MB, its end", &on, &shell("tail -n 50 ", &long))?;
    gate("read: 500 MB, a slice far inside", &on, &shell("sed -n 9000000,9000100p ", &long))?;
    Ok(rows)
}

/// Writes the payload of a tool that is about to run. Without an id each run of it is a new call.
fn call(folder: &Path, tool: &str) -> Result<PathBuf, Box<dyn Error>> {
    let payload = format!(
        r#"{{"session_id":"reads","cwd":"{}","hook_event_name":"PreToolUse","tool_name":{tool}}}"#,
        folder.display()
    );
    let mut number = 0_u32;
    let mut path = folder.join("call.json");
    while path.exists() {
        number = number.saturating_add(1);
        path = folder.join(format!("call-{number}.json"));
    }
    fs::write(&path, payload)?;
    Ok(path)
}

/// The least that a gate in C has to do: take the payload, count up to the threshold, end.
const C_PROGRAM: &str = r"
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
static char piece[65536];
int main(int count, char **words) {
    while (read(0, piece, sizeof piece) > 0) {}
    int file = open(words[1], O_RDONLY);
    long lines = 0, length;
    while (lines <= 350 && (length = read(file, piece, sizeof piece)) > 0)
        for (char *at = piece; (at = memchr(at, 10, piece + length - at)); at++) lines++;
    if (lines > 350) write(1, piece, 1);
    return 0;
}
";

/// Returns the C program, built; nothing where there is no compiler.
fn c_program(folder: &Path) -> Result<Option<PathBuf>, Box<dyn Error>> {
    let (source, program) = (folder.join("gate.c"), folder.join("gate"));
    fs::write(&source, C_PROGRAM)?;
    let built =
        Command::new("cc").arg("-O2").arg("-w").arg("-o").arg(&program).arg(&source).status();
    Ok(built.is_ok_and(|status| status.success()).then_some(program))
}

/// A tool call: the tool, the members of its input, its result.
#[derive(Clone, Copy)]
struct Deed {
    tool: &'static str,
    input: &'static str,
    result: &'static str,
}

/// What the last turn does: a change, and checks of it that pass.
const WORK: [Deed; 3] = [
    Deed {
        tool: "Edit",
        input: r#""file_path":"/srv/rocket/src/parser.rs","old_string":"one","new_string":"two""#,
        result: "The file has been updated.",
    },
    Deed {
        tool: "Bash",
        input: r#""command":"cargo build && cargo clippy""#,
        result: "    Finished `dev` profile [unoptimized] target(s) in 1.20s",
    },
    Deed {
        tool: "Bash",
        input: r#""command":"cargo test""#,
        result: "test result: ok. 42 passed; 0 failed; 0 ignored; finished in 0.31s",
    },
];

/// Writes a transcript of at least `bytes` that ends with a small turn, and its payload.
fn stop(folder: &Path, name: &str, bytes: usize, work: &[Deed]) -> Result<PathBuf, Box<dyn Error>> {
    let transcript = folder.join(format!("{name}.jsonl"));
    let mut file = BufWriter::new(File::create(&transcript)?);
    let filler = "the quick brown fox ".repeat(100);
    let mut written = 0_usize;
    for turn in 0.. {
        let user =
            format!(r#"{{"type":"user","promptId":"p{turn}","message":{{"content":"{filler}"}}}}"#);
        let reply = format!(
            r#"{{"type":"assistant","message":{{"id":"m{turn}","content":[{{"type":"text","text":"{filler}"}}]}}}}"#
        );
        writeln!(file, "{user}\n{reply}")?;
        written = written.saturating_add(user.len()).saturating_add(reply.len());
        if written >= bytes {
            for (at, Deed { tool, input, result }) in work.iter().enumerate() {
                let call = format!(
                    r#"{{"type":"assistant","message":{{"id":"w{at}","content":[{{"type":"tool_use","id":"t{at}","name":"{tool}","input":{{{input}}}}}]}}}}"#
                );
                let result = format!(
                    r#"{{"type":"user","promptId":"p{turn}","message":{{"content":[{{"type":"tool_result","tool_use_id":"t{at}","content":"{result}"}}]}}}}"#
                );
                writeln!(file, "{call}\n{result}")?;
            }
            writeln!(file, "{reply}")?;
            let payload = format!(
                r#"{{"session_id":"{name}","prompt_id":"p{turn}","hook_event_name":"Stop","transcript_path":"{}","last_assistant_message":"I'll do it now.","background_tasks":[],"session_crons":[]}}"#,
                transcript.display()
            );
            file.flush()?;
            let path = folder.join(format!("{name}.json"));
            fs::write(&path, payload)?;
            return Ok(path);
        }
    }
    Ok(transcript)
}
