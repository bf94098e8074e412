//! `sprag try`: real-shaped turns through the real hook, against the stand-in on this machine.
//!
//! Each turn runs the program itself as a host would: a payload on standard input, a transcript on
//! disk, a judge behind HTTP or the built-in one. All files are in one folder that is removed at
//! the end, whatever that is.

mod turn;

use core::fmt::Write as _;
use core::iter;
use core::time::Duration;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use lexopt::{Arg, Parser};
use sprag_core::checks::verdict::Verdict;
use sprag_core::decision::decide::Judged;
use sprag_core::decision::record::Record;

use crate::setup::stand_in::{Options, StandIn};
use crate::system::scratch::{Running, Said, Scratch};
use crate::system::terminal::{Fault, say};
use turn::{Mode, TURNS, Turn};

pub(crate) const HELP: &str = "\
sprag try

Runs sample turns of an agent through the hook and shows for each what went in,
what was asked, and what the agent gets to read. It needs no key and no network:
the built-in judge answers what it can, and a stand-in on this machine answers
the rest, with a preset score for each turn. It leaves no files behind.
";

const INTRODUCTION: &str = "\
Sample turns of an agent, run through the real hook. The built-in judge judges
claims of finished work. For the other questions, a stand-in on this machine
gives a preset score: that shows what sprag does with an answer, not how good
real answers are.
";

const CONCLUSION: &str = "
Next: `sprag audit` shows what it would have done to your own past turns.
`sprag install --checks done,ask --shadow` registers it with Claude Code: these
two checks need no key, and in shadow sprag records what they find but blocks
nothing.
";

pub(crate) fn command(mut parser: Parser) -> Result<(), Fault> {
    if let Some(argument) = parser.next()? {
        return match argument {
            Arg::Long("help") | Arg::Short('h') => say(HELP),
            Arg::Long(_) | Arg::Short(_) | Arg::Value(_) => Err(argument.unexpected().into()),
        };
    }
    say(INTRODUCTION)?;
    let folder = Scratch::make("try")?;
    for (number, turn) in (1..).zip(&TURNS) {
        let played = Played::of(turn, &folder, number)?;
        say(&played.shown(number, turn))?;
    }
    folder.close()?;
    say(CONCLUSION)
}

/// Plays the turn that must be sent back, and returns what happened to it.
pub(crate) fn round_trip() -> Result<(Verdict, Duration), Fault> {
    let [turn, ..] = &TURNS;
    let folder = Scratch::make("try")?;
    let begun = Instant::now();
    let played = Played::of(turn, &folder, 1)?;
    Ok((played.record.verdict, begun.elapsed()))
}

/// Writes an example of a transcript into `folder`, and returns the payload that goes with it.
pub(crate) fn example(folder: &Path) -> Result<String, Fault> {
    let [turn, ..] = &TURNS;
    let transcript = folder.join("transcript.jsonl");
    fs::write(&transcript, turn.transcript())?;
    Ok(turn.payload(&transcript))
}

/// A turn that has been played.
struct Played {
    output: Said,
    record: Record,
    /// How many bytes the judge got.
    request_bytes: Option<usize>,
}

impl Played {
    fn of(turn: &Turn, folder: &Scratch, number: u32) -> Result<Self, Fault> {
        // A session of its own, and a home that is empty but for it.
        let home = folder.path().join(number.to_string());
        fs::create_dir(&home)?;
        let transcript = home.join("transcript.jsonl");
        fs::write(&transcript, turn.transcript())?;
        let requests = home.join("requests.jsonl");
        let port = turn.scores.map(|scores| stand_in(scores, &requests)).transpose()?;
        let output = run_hook(turn, &home, &transcript, port)?;
        let records = fs::read_to_string(home.join(".local/state/sprag/decisions.jsonl"))?;
        let record = records.lines().last().and_then(Record::parse);
        let request = fs::read_to_string(&requests).ok();
        Ok(Self {
            output,
            record: record.ok_or_else(|| Fault::of("the hook left no record"))?,
            request_bytes: request.map(|request| request.trim_end().len()),
        })
    }

    fn shown(&self, number: u32, turn: &Turn) -> String {
        let mut text = format!("\n{number}. {}\n", turn.title);
        let row = |text: &mut String, name: &str, value: &str| {
            let names = iter::once(name).chain(iter::repeat(""));
            for (line, name) in wrapped(value, VALUE_COLUMNS).iter().zip(names) {
                // Writing to a `String` cannot fail.
                let _ = writeln!(text, "   {name:9}{line}");
            }
        };
        row(&mut text, "user", turn.prompt);
        row(&mut text, "tools", &turn.tools_shown());
        row(&mut text, "agent", turn.closing);
        if let Some(task) = turn.running {
            row(&mut text, "running", task);
        }
        row(&mut text, "asked", &self.asked());
        row(&mut text, "verdict", &self.verdict());
        let to_agent = String::from_utf8_lossy(&self.output.stderr);
        for (reader, said) in [("agent", to_agent.as_ref()), ("user", &self.message())] {
            if !said.is_empty() {
                let _ = writeln!(text, "   the {reader} reads");
            }
            for line in said.lines().flat_map(|line| wrapped(line, TEXT_COLUMNS)) {
                let _ = writeln!(text, "   | {line}");
            }
        }
        text
    }

    /// Returns what the host shows to the user alone.
    fn message(&self) -> String {
        let output: serde_json::Value =
            serde_json::from_slice(&self.output.stdout).unwrap_or_default();
        output.get("systemMessage").and_then(|message| message.as_str()).unwrap_or_default().into()
    }

    fn asked(&self) -> String {
        let Judged::Answered(answers) = &self.record.judged else {
            return "nothing; nothing was sent".into();
        };
        let sent = match self.request_bytes {
            Some(bytes) => format!("{bytes} bytes"),
            None => "the built-in judge; nothing was sent".into(),
        };
        let scores: Vec<String> = self
            .record
            .plan
            .questions()
            .iter()
            .filter_map(|question| {
                let score = answers.scores().of(question)?.number();
                Some(format!("{} {score:.2}", question.id))
            })
            .collect();
        format!("{} ({sent})", scores.join(", "))
    }

    fn verdict(&self) -> String {
        match &self.record.verdict {
            Verdict::Block(check) => format!("sent back for {}", check.word),
            Verdict::WouldBlock(check) => {
                format!("ends; without shadow it would be sent back for {}", check.word)
            }
            Verdict::Pass(pass) => format!("ends: {pass}"),
        }
    }
}

fn stand_in(scores: &str, requests: &Path) -> Result<u16, Fault> {
    let scores = format!("{{{scores}}}");
    let options = Options {
        scores: scores.parse().map_err(Fault::of)?,
        record: Some(requests.into()),
        ..Options::default()
    };
    let stand_in = StandIn::bind(options, 0)?;
    let port = stand_in.port();
    // It serves until the program ends.
    thread::spawn(move || stand_in.serve());
    Ok(port)
}

fn run_hook(turn: &Turn, home: &Path, transcript: &Path, port: Option<u16>) -> Result<Said, Fault> {
    let mut hook = Command::new(env::current_exe()?);
    hook.env_clear()
        .env("HOME", home)
        .args(["hook", "--checks", turn.checks, "--home"])
        .arg(home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(port) = port {
        hook.env("SPRAG_ENDPOINT", format!("http://127.0.0.1:{port}/v1/systemone"))
            .env("TYPESAFE_API_KEY", "try-key-without-a-value");
    }
    if turn.mode == Mode::Shadow {
        hook.arg("--shadow");
    }
    Ok(Running::start(&mut hook)?.hear(turn.payload(transcript).as_bytes())?)
}

/// What 80 columns leave behind the names of rows, and behind a margin.
const VALUE_COLUMNS: usize = 67;
const TEXT_COLUMNS: usize = 74;

/// Returns lines of at most `columns` characters that hold the words of `text`.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let fits = |line: &str, word: &str| {
        line.chars().count().saturating_add(word.chars().count()) < columns
    };
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(last) if last.is_empty() => last.push_str(word),
            Some(last) if fits(last, word) => {
                last.push(' ');
                last.push_str(word);
            }
            Some(_) | None => lines.push(word.into()),
        }
    }
    lines
}
