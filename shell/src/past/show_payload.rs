//! `sprag show-payload`: the bytes that the user's own last turns would send.
//!
//! Each turn goes through the hook itself, as its own process, on a copy of the transcript as it
//! was. The judge is the stand-in on this machine; what it was sent is the answer.

mod host;

use core::cmp::Reverse;
use core::time::Duration;
use std::fs;
use std::io::{self, Read as _};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;
use std::{env, thread};

use lexopt::{Arg, Parser, ValueExt as _};
use sprag_core::activity::facts::Ending;
use sprag_core::checks::verdict::Verdict;
use sprag_core::decision::record::Record;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::{Chain, Past};
use sprag_core::reports::audit::all_on;
use sprag_core::reports::leak::{Leaks, Own, Payload};
use sprag_core::security::redact::Lines;
use sprag_core::settings::Settings;

use crate::past::sessions::{Swept, fault, session_name, transcripts};
use crate::past::show_audit::place::Places;
use crate::past::show_facts::host_of;
use crate::session::project::Project;
use crate::session::run_environment::RunEnvironment;
use crate::setup::stand_in::{Options, StandIn};
use crate::system::draft::{Draft, Rights};
use crate::system::files::open_regular;
use crate::system::scratch::{Running, Scratch};
use crate::system::screen::{columns, show};
use crate::system::terminal::{Fault, say};

pub(crate) const HELP: &str = "\
sprag show-payload [N] [--out FILE] [--json]

Runs the last N turns of your own transcripts (10) through the hook, against a
stand-in judge on this machine, and writes the exact bytes that the stand-in
received to FILE (sprag-payload.jsonl), one request per line. Then it counts
what looks like a path, a URL, a credential and so on. A count of zero does not
prove that nothing leaked.

Nothing leaves this machine, and no other file is left behind. Every check
counts as enabled. Folders listed in ~/.config/sprag/deny are skipped.
";

/// How many turns are taken where nobody says.
const TURNS: usize = 10;

/// What is in the place of the judge's key.
const KEY: &str = "show-payload-without-a-key";

/// The variables that say where hosts keep their files.
const FOLDERS: [&str; 3] = ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "GROK_HOME"];

#[derive(Debug)]
struct Selection {
    turns: usize,
    out: PathBuf,
    is_json: bool,
}

impl Selection {
    fn parse(mut parser: Parser) -> Result<Option<Self>, Fault> {
        let out = PathBuf::from("sprag-payload.jsonl");
        let mut selection = Self { turns: TURNS, out, is_json: false };
        while let Some(argument) = parser.next()? {
            match argument {
                Arg::Long("help") | Arg::Short('h') => return Ok(None),
                Arg::Long("out") => selection.out = parser.value()?.into(),
                Arg::Long("json") => selection.is_json = true,
                Arg::Value(turns) => selection.turns = turns.parse()?,
                Arg::Long(_) | Arg::Short(_) => return Err(argument.unexpected().into()),
            }
        }
        Ok(Some(selection))
    }
}

/// A turn that is taken.
#[derive(Debug)]
struct Taken {
    file: PathBuf,
    past: Past,
    /// How much of the file was there at its end.
    bytes: u64,
    text: String,
}

pub(crate) fn command(parser: Parser) -> Result<(), Fault> {
    let Some(selection) = Selection::parse(parser)? else { return say(HELP) };
    let environment = RunEnvironment::look_anywhere();
    let settings = all_on(environment.settings.clone());
    let taken = latest(selection.turns, &environment, &settings)?;
    if fs::symlink_metadata(&selection.out).is_ok() {
        return Err(fault(&selection.out, &io::ErrorKind::AlreadyExists.into()));
    }
    let mut sent = Vec::new();
    let folder = Scratch::make("payload")?;
    let replay = Replay::set(&folder, &environment)?;
    let mut payload = Payload { file: selection.out.display().to_string(), ..Payload::default() };
    for (number, turn) in (0..).zip(&taken) {
        let bodies = replay.play(number, turn, &settings, &mut payload)?;
        let cwd = turn.past.context.cwd.as_deref();
        let names = Project::find(cwd).names;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let own = Own { home: environment.home.as_deref(), projects: &names };
        for body in bodies.split(|byte| *byte == b'\n').filter(|body| !body.is_empty()) {
            payload.requests = payload.requests.saturating_add(1);
            let bytes = u64::try_from(body.len()).unwrap_or(u64::MAX);
            payload.bytes = payload.bytes.saturating_add(bytes);
            payload.found.add(&Leaks::in_body(body, &own));
            payload.wording.add(&Leaks::in_wording_of(body));
            sent.extend_from_slice(body);
            sent.push(b'\n');
        }
    }
    folder.close()?;
    write(&selection.out, &sent).map_err(|error| fault(&selection.out, &error))?;
    if selection.is_json {
        return say(&format!("{}\n", serde_json::to_string(&payload)?));
    }
    show(&payload.screen(columns()))
}

/// Writes a file that was not there and is the user's alone.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = Draft::of(path, Rights::Owner)?;
    draft.write(bytes)?;
    draft.put_new()
}

/// Returns the user's last turns that end with a message, the last one first.
fn latest(
    count: usize,
    environment: &RunEnvironment,
    settings: &Settings,
) -> Result<Vec<Taken>, Fault> {
    let mut files = Vec::new();
    for file in transcripts(&[], environment)? {
        let modified = fs::metadata(&file).and_then(|metadata| metadata.modified());
        files.push((modified.unwrap_or(SystemTime::UNIX_EPOCH), file));
    }
    files.sort_by_key(|(modified, _)| Reverse(*modified));
    let deny = environment.deny_files();
    let mut places = Places::of_all(environment, settings, &deny);
    let mut taken: Vec<Taken> = Vec::new();
    for (modified, file) in files {
        // No turn is later than the last change of its file.
        let oldest =
            count.checked_sub(1).and_then(|at| taken.get(at)).map(|last| last.past.context.at_ms);
        if let Some(oldest) = oldest
            && oldest > milliseconds(modified)
        {
            break;
        }
        let host = host_of(&file);
        let Ok(swept) = Swept::of(host, Chain::Main, &file, None) else { continue };
        for past in swept.past {
            let Ending::Text(text) = &past.facts.ending else { continue };
            let place = places.of(host, past.context.cwd.as_deref());
            if text.trim().is_empty() || place.denied(&file, &swept.cwds).is_some() {
                continue;
            }
            let bytes = swept.bytes.saturating_sub(past.behind);
            taken.push(Taken { file: file.clone(), bytes, text: text.clone(), past });
        }
        taken.sort_by_key(|taken| Reverse(taken.past.context.at_ms));
        taken.truncate(count);
    }
    Ok(taken)
}

fn milliseconds(time: SystemTime) -> Option<u64> {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(since.as_millis()).ok()
}

/// Where the turns are played: a folder, and a judge that listens.
struct Replay<'a> {
    folder: &'a Path,
    requests: PathBuf,
    port: u16,
    environment: &'a RunEnvironment,
}

impl<'a> Replay<'a> {
    fn set(folder: &'a Scratch, environment: &'a RunEnvironment) -> io::Result<Self> {
        let folder = folder.path();
        let requests = folder.join("requests.jsonl");
        let options = Options { record: Some(requests.clone()), ..Options::default() };
        let stand_in = StandIn::bind(options, 0)?;
        let port = stand_in.port();
        // It serves until the program ends.
        thread::spawn(move || stand_in.serve());
        Ok(Self { folder, requests, port, environment })
    }

    /// Plays a turn and returns the bytes that were sent for it.
    fn play(
        &self,
        number: u32,
        turn: &Taken,
        settings: &Settings,
        payload: &mut Payload,
    ) -> Result<Vec<u8>, Fault> {
        let folder = self.folder.join(number.to_string());
        fs::create_dir(&folder)?;
        let transcript = self.copy(turn, &folder)?;
        let before = fs::metadata(&self.requests).map_or(0, |metadata| metadata.len());
        let home = self.home(&folder)?;
        self.run_hook(turn, &transcript, &home, settings)?;
        payload.turns = payload.turns.saturating_add(1);
        let records =
            fs::read_to_string(home.join(".local/state/sprag/decisions.jsonl")).unwrap_or_default();
        let record = records.lines().last().and_then(Record::parse);
        let record = record.ok_or_else(|| Fault::of("the hook left no record"))?;
        let mut bodies = fs::read(&self.requests)?;
        let bodies = bodies.split_off(usize::try_from(before)?.min(bodies.len()));
        if let (Verdict::Pass(pass), true) = (&record.verdict, bodies.is_empty()) {
            let times = payload.passed.entry(pass.to_string()).or_default();
            *times = times.saturating_add(1);
        }
        Ok(bodies)
    }

    /// Makes a home with the user's deny list and nothing else.
    fn home(&self, folder: &Path) -> io::Result<PathBuf> {
        // One by one: making whole paths would create the folder again after a signal removed it.
        let home = folder.join("home");
        let (base, config) = (home.join(".config"), home.join(".config/sprag"));
        for folder in [&home, &base, &config] {
            fs::create_dir(folder)?;
        }
        // A list that cannot be read denies everything, and then no turn was taken.
        let denied: Vec<String> = self.environment.deny_files().into_iter().flatten().collect();
        fs::write(config.join("deny"), denied.join("\n"))?;
        Ok(home)
    }

    /// Copies the transcript as it was at the end of the turn.
    fn copy(&self, turn: &Taken, folder: &Path) -> io::Result<PathBuf> {
        let name = turn.file.file_name().unwrap_or_default();
        let copy = folder.join(name);
        let mut rest = open_regular(&turn.file)?.take(turn.bytes);
        io::copy(&mut rest, &mut fs::File::create_new(&copy)?)?;
        // What subagents did, and what Grok says beside.
        let agents = turn.file.with_extension("");
        if host_of(&turn.file) == Host::Claude && agents.is_dir() {
            symlink(&agents, copy.with_extension(""))?;
        }
        Ok(copy)
    }

    fn run_hook(
        &self,
        turn: &Taken,
        transcript: &Path,
        home: &Path,
        settings: &Settings,
    ) -> Result<(), Fault> {
        let host = host_of(&turn.file);
        let event = host::payload(
            host,
            &session_name(host, &turn.file),
            transcript,
            &turn.past,
            &turn.text,
        );
        let mut hook = Command::new(env::current_exe()?);
        // The folder of this command is none of the turn's.
        hook.current_dir(home)
            .env_clear()
            // Otherwise the one in the folder that `HOME` names would count, too.
            .env("XDG_CONFIG_HOME", home.join(".config"))
            .env("XDG_STATE_HOME", home.join(".local/state"))
            .env("SPRAG_ENDPOINT", format!("http://127.0.0.1:{}/v1/systemone", self.port))
            .env("TYPESAFE_API_KEY", KEY)
            .args(["hook", "--host", host.word(), "--checks", "all", "--shadow", "--home"])
            .arg(home)
            .args(["--judge", "jev", "--timeout", "30", "--model", &settings.model])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if let Some(host_home) = &self.environment.home {
            hook.env("HOME", host_home);
        }
        for folder in FOLDERS {
            if let Some(value) = env::var_os(folder) {
                hook.env(folder, value);
            }
        }
        if !settings.redact_words.is_empty() {
            hook.args(["--redact-words", &settings.redact_words.join(",")]);
        }
        if settings.send_task {
            hook.arg("--send-task");
        }
        if settings.redact_lines == Lines::Drop {
            hook.args(["--redact-lines", "drop"]);
        }
        if let Some(check) = &settings.check {
            hook.args(["--check", check]);
        }
        Running::start(&mut hook)?.hear(event.as_bytes())?;
        Ok(())
    }
}
