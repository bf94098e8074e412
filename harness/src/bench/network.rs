//! Whole stops that ask a judge behind TLS, beside `curl` with the same request, over a line
//! without a delay and over a slow one.

use core::error::Error;
use core::fmt::Write as _;
use core::time::Duration;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use super::session::{SMALL, Session};
use super::{Taken, in_folder};
use crate::network::{Authority, HandshakeKind, Heard, ProtocolVersion, Relay, Request, TlsJudge};

const CURL: &str = "curl, the same request";
const ROUND_TRIP: Duration = Duration::from_millis(150);

/// What makes a promise a broken one.
const ANSWERS: &str = concat!(
    r#""no_action":{"type":"noul","noul":0.31},"#,
    r#""broken_promise":{"type":"noul","noul":0.93}"#
);

/// What every run needs.
struct Bench {
    folder: PathBuf,
    program: PathBuf,
    judge: TlsJudge,
    /// How many stops there were: each has a place of its own for its state.
    stops: usize,
}

/// One line of the table, over one line to the judge.
struct Row {
    name: &'static str,
    what: What,
    times: Vec<f64>,
}

enum What {
    /// A stop with this payload, whose judge is there.
    Stop { payload: PathBuf, endpoint: String },
    /// This command.
    Command(Box<dyn Fn() -> Command>),
    /// This one asks the judge, too.
    Asking(Box<dyn Fn() -> Command>),
}

/// Runs `program`, the hook, as often as that, beside `curl`, and returns the table.
///
/// # Errors
///
/// Returns an error if a file cannot be written, or if a program cannot be run or does not ask as
/// it should.
pub fn network(program: &Path, rounds: usize) -> Result<String, Box<dyn Error>> {
    in_folder("network", |folder| measure(folder, program, rounds))
}

fn measure(folder: &Path, program: &Path, rounds: usize) -> Result<String, Box<dyn Error>> {
    let authority = Authority::new()?;
    let file = folder.join("authority.pem");
    fs::write(&file, &authority.pem)?;
    let config = folder.join(".config/sprag");
    fs::create_dir_all(&config)?;
    let trusts = format!("ca_file = \"{}\"\nhosts = \"127.0.0.1\"\n", file.display());
    fs::write(config.join("config.toml"), trusts)?;
    let judge = TlsJudge::start(authority, ANSWERS)?;
    let mut bench = Bench { folder: folder.into(), program: program.into(), judge, stops: 0 };
    // An authority inside the project would not be trusted.
    let project = folder.join("project");
    fs::create_dir(&project)?;
    let large = Session { name: "55 MB", bytes: 55 << 20, ..SMALL };
    let (short, long) = (SMALL.write(&project)?, large.write(&project)?);
    let mut tables = Vec::new();
    for round_trip in [Duration::ZERO, ROUND_TRIP] {
        let relay = Relay::start(bench.judge.address(), round_trip)?;
        let endpoint = format!("https://{}/v1/systemone", relay.address());
        let mut rows = vec![
            Row::stop("a stop, 60 KB", &short, &endpoint),
            Row::stop("a stop, 55 MB, searched whole", &long, &endpoint),
        ];
        rows.extend(bench.curl(&short, &endpoint)?);
        rows.push(wc(large.transcript(&project)));
        tables.push(rows);
    }
    // One after the other, so that whatever else the machine does slows all of them.
    for _ in 0..rounds {
        for row in tables.iter_mut().flatten() {
            let time = bench.time(&row.what)?;
            row.times.push(time);
        }
    }
    let [near, far] = tables.as_slice() else { return Err("there are not two tables".into()) };
    Ok(table(near, far))
}

impl Row {
    fn new(name: &'static str, what: What) -> Self {
        Self { name, what, times: Vec::new() }
    }

    fn stop(name: &'static str, payload: &Path, endpoint: &str) -> Self {
        Self::new(name, What::Stop { payload: payload.to_owned(), endpoint: endpoint.to_owned() })
    }
}

impl Bench {
    /// Returns how long one run took, in milliseconds.
    fn time(&mut self, what: &What) -> Result<f64, Box<dyn Error>> {
        let (mut command, asks, code) = match what {
            What::Stop { payload, endpoint } => (self.stop(payload, endpoint)?, true, 2),
            What::Asking(command) => (command(), true, 0),
            What::Command(command) => (command(), false, 0),
        };
        let begun = Instant::now();
        // A hook whose reason nobody would get does not block.
        let ended = command.output()?;
        let elapsed = begun.elapsed();
        if ended.status.code() != Some(code) {
            return Err(format!("{command:?} ended like this: {ended:?}").into());
        }
        let heard = self.judge.heard();
        if heard.len() != usize::from(asks) || !heard.iter().all(is_plain) {
            return Err(format!("{command:?} asked like this: {heard:?}").into());
        }
        Ok(elapsed.as_secs_f64() * 1_000.0)
    }

    /// Returns the command of the first stop of a session.
    fn stop(&mut self, payload: &Path, endpoint: &str) -> Result<Command, Box<dyn Error>> {
        self.stops = self.stops.saturating_add(1);
        // The hook makes no folder that a variable names.
        let state = self.folder.join(format!("state-{}", self.stops));
        fs::create_dir(&state)?;
        let mut command = Command::new(&self.program);
        command
            .args(["hook", "--checks", "promises", "--home"])
            .arg(&self.folder)
            .env_clear()
            .env("HOME", &self.folder)
            .env("TYPESAFE_API_KEY", "a-key-for-nobody")
            .env("SPRAG_ENDPOINT", endpoint)
            .env("SPRAG_STATE_DIR", &state)
            .current_dir(self.folder.join("project"))
            .stdin(File::open(payload)?);
        Ok(command)
    }

    /// Returns the request that a stop sends.
    fn request(&mut self, payload: &Path, endpoint: &str) -> Result<Request, Box<dyn Error>> {
        let output = self.stop(payload, endpoint)?.output()?;
        match self.judge.heard().as_slice() {
            [heard] => Ok(heard.request.clone()),
            heard => Err(format!("a stop was heard like this: {heard:?}; {output:?}").into()),
        }
    }

    /// Returns the row of `curl` with the request of a stop; nothing where there is no `curl`.
    fn curl(&mut self, payload: &Path, endpoint: &str) -> Result<Option<Row>, Box<dyn Error>> {
        if Command::new("curl").arg("--version").stdout(Stdio::null()).status().is_err() {
            return Ok(None);
        }
        let request = self.request(payload, endpoint)?;
        let body = self.folder.join("body");
        fs::write(&body, &request.body)?;
        let authority = self.folder.join("authority.pem");
        let endpoint = endpoint.to_owned();
        let headers = request.head.get(1..).unwrap_or_default().to_vec();
        let curl = move || {
            let mut command = Command::new("curl");
            command.args(["--disable", "--silent", "--http1.1", "--cacert"]).arg(&authority);
            for header in &headers {
                command.args(["--header", header]);
            }
            command.arg("--data-binary").arg(format!("@{}", body.display())).arg(&endpoint);
            command
        };
        curl().stdout(Stdio::null()).status()?;
        let heard = self.judge.heard();
        let same = heard.iter().map(|heard| heard.request.in_order()).collect::<Vec<_>>();
        if same != [request.in_order()] {
            let heads: Vec<_> = same.iter().map(|request| &request.head).collect();
            return Err(format!("curl sent {heads:?} and not {:?}", request.head).into());
        }
        Ok(Some(Row::new(CURL, What::Asking(Box::new(curl)))))
    }
}

/// Returns whether this was one handshake of TLS 1.3 without a detour.
fn is_plain(heard: &Heard) -> bool {
    heard.version == Some(ProtocolVersion::TLSv1_3) && heard.handshake == Some(HandshakeKind::Full)
}

fn wc(file: PathBuf) -> Row {
    let wc = move || {
        let mut command = Command::new("wc");
        command.arg("-l").arg(&file);
        command
    };
    Row::new("wc -l on 55 MB", What::Command(Box::new(wc)))
}

/// Returns the rows in Markdown. The last column says by how many round trips the delay makes the
/// least longer.
fn table(near: &[Row], far: &[Row]) -> String {
    let round_trip = ROUND_TRIP.as_secs_f64() * 1_000.0;
    let mut table = format!(
        "| run | 0 ms, least | median | {round_trip} ms, least | median | round trips |\n\
         |---|--:|--:|--:|--:|--:|\n"
    );
    for (near, far) in near.iter().zip(far) {
        let name = near.name;
        let [near, far] = [near, far].map(|row| Taken::of(row.times.clone()));
        let trips = (far.least - near.least) / round_trip;
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            table,
            "| {name} | {:.1} | {:.1} | {:.1} | {:.1} | {trips:.2} |",
            near.least, near.median, far.least, far.median
        );
    }
    if !near.iter().any(|row| row.name == CURL) {
        table.push_str("\nSKIPPED: there is no curl on this machine\n");
    }
    table
}
