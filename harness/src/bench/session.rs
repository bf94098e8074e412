//! Long sessions, the same for the same description.

use core::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// A session whose last turn is small, whatever came before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Session {
    pub(super) name: &'static str,
    /// How much comes before the last turn.
    pub(super) bytes: usize,
    /// How long a message is; half as long and half as long again occur.
    pub(super) line: usize,
    /// How many messages to other sessions were sent and answered.
    pub(super) handoffs: usize,
    /// How many subagents the last turn had.
    pub(super) subagents: usize,
    pub(super) work: &'static [Action],
    /// What the user asked for last, and how the agent ends.
    pub(super) prompt: &'static str,
    pub(super) closing: &'static str,
}

/// A tool call: the tool, the members of its input, its result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Action {
    pub(super) tool: &'static str,
    pub(super) input: &'static str,
    pub(super) result: &'static str,
}

/// What a session is where nothing else is said: 60 KB.
pub(super) const SMALL: Session = Session {
    name: "60 KB",
    bytes: 60 << 10,
    line: 2_000,
    handoffs: 0,
    subagents: 0,
    work: &WORK,
    prompt: "Fix both warnings and commit.",
    closing: "I'll do it now.",
};

/// A change, and checks of it that pass.
pub(super) const WORK: [Action; 3] = [EDIT, LINT, TESTS];

/// A change, and tests of it that pass.
pub(super) const UNLINTED: [Action; 2] = [EDIT, TESTS];

const EDIT: Action = Action {
    tool: "Edit",
    input: r#""file_path":"/srv/rocket/src/parser.rs","old_string":"one","new_string":"two""#,
    result: "The file has been updated.",
};

const LINT: Action = Action {
    tool: "Bash",
    input: r#""command":"cargo build && cargo clippy""#,
    result: "    Finished `dev` profile [unoptimized] target(s) in 1.20s",
};

const TESTS: Action = Action {
    tool: "Bash",
    input: r#""command":"cargo test""#,
    result: "test result: ok. 42 passed; 0 failed; 0 ignored; finished in 0.31s",
};

const AGENT: Action = Action {
    tool: "Agent",
    input: r#""prompt":"Look at the parser.","subagent_type":"general-purpose""#,
    result: "It has looked at the parser.",
};

const WORDS: [&str; 12] = [
    "the", "parser", "reads", "one", "line", "after", "another", "and", "keeps", "what", "it",
    "saw",
];

/// Numbers that follow from the first: the generator of Numerical Recipes.
struct Random(u32);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        usize::try_from(self.0 >> 8).unwrap_or(0).checked_rem(bound).unwrap_or(0)
    }

    fn text(&mut self, bytes: usize) -> String {
        let bytes = bytes / 2 + self.below(bytes);
        let mut text = String::with_capacity(bytes + 8);
        while text.len() < bytes {
            text.push_str(WORDS[self.below(WORDS.len())]);
            text.push(' ');
        }
        text
    }
}

impl Session {
    /// Writes the transcript and its payload; returns the payload.
    pub(super) fn write(&self, folder: &Path) -> io::Result<PathBuf> {
        let transcript = self.transcript(folder);
        let mut file = BufWriter::new(File::create(&transcript)?);
        let mut random = Random(7);
        let mut written = 0;
        let mut turn = 0_usize;
        let mut sent = 0;
        while written < self.bytes {
            let text = random.text(self.line);
            let mut lines = prompt(turn, &text) + &reply(turn, &random.text(self.line));
            // As many as have to be sent by now.
            if sent * self.bytes < written * self.handoffs {
                lines.push_str(&handoff(turn, sent));
                sent += 1;
            }
            file.write_all(lines.as_bytes())?;
            written += lines.len();
            turn += 1;
        }
        let mut last = prompt(turn, self.prompt);
        for (at, action) in self.work.iter().enumerate() {
            last.push_str(&action.lines(turn, at));
        }
        for at in 0..self.subagents {
            last.push_str(&AGENT.lines(turn, self.work.len() + at));
            self.subagent(folder, turn, at)?;
        }
        last.push_str(&reply(turn, self.closing));
        file.write_all(last.as_bytes())?;
        file.flush()?;
        let payload = format!(
            concat!(
                r#"{{"session_id":"{}","prompt_id":"p{}","permission_mode":"default","#,
                r#""hook_event_name":"Stop","cwd":"{}","#,
                r#""transcript_path":"{}","last_assistant_message":"{}","#,
                r#""background_tasks":[],"session_crons":[]}}"#
            ),
            self.name,
            turn,
            folder.display(),
            transcript.display(),
            self.closing,
        );
        let path = folder.join(self.name).with_extension("json");
        fs::write(&path, payload)?;
        Ok(path)
    }

    pub(super) fn transcript(&self, folder: &Path) -> PathBuf {
        folder.join(self.name).with_extension("jsonl")
    }

    /// Writes what a subagent did: it looked, and ran the tests.
    fn subagent(&self, folder: &Path, turn: usize, at: usize) -> io::Result<()> {
        let folder = folder.join(self.name).join("subagents");
        fs::create_dir_all(&folder)?;
        let mut random = Random(u32::try_from(at).unwrap_or(0));
        let mut text = prompt(turn, "Look at the parser.");
        for line in 0..20 {
            text.push_str(&reply(turn + line, &random.text(self.line)));
        }
        text.push_str(&TESTS.lines(turn, at));
        let text = text.replace(r#"{"type""#, r#"{"isSidechain":true,"type""#);
        fs::write(folder.join(format!("agent-{at}.jsonl")), text)
    }
}

impl Action {
    fn lines(&self, turn: usize, at: usize) -> String {
        let Self { tool, input, result } = self;
        call(&format!("w{turn}-{at}"), tool, input)
            + &answer(turn, &format!("w{turn}-{at}"), result)
    }
}

/// A message to another session and its answer.
fn handoff(turn: usize, number: usize) -> String {
    let id = format!("h{number}");
    let input = format!(r#""to":"other-{number}","message":"go""#);
    let mut lines = call(&id, "SendMessage", &input);
    lines.push_str(&answer(turn, &id, "Sent to another Claude session."));
    // Writing to a `String` cannot fail.
    let _ = writeln!(
        lines,
        r#"{{"type":"user","message":{{"content":"<cross-session-message from-id=\"9\" from-name=\"other-{number}\">done"}}}}"#
    );
    lines
}

fn prompt(turn: usize, text: &str) -> String {
    format!(
        r#"{{"type":"user","promptId":"p{turn}","message":{{"role":"user","content":"{text}"}}}}"#
    ) + "\n"
}

fn reply(turn: usize, text: &str) -> String {
    format!(
        r#"{{"type":"assistant","message":{{"id":"m{turn}","content":[{{"type":"text","text":"{text}"}}]}}}}"#
    ) + "\n"
}

fn call(id: &str, tool: &str, input: &str) -> String {
    format!(
        r#"{{"type":"assistant","message":{{"id":"m-{id}","content":[{{"type":"tool_use","id":"{id}","name":"{tool}","input":{{{input}}}}}]}}}}"#
    ) + "\n"
}

fn answer(turn: usize, id: &str, result: &str) -> String {
    format!(
        r#"{{"type":"user","promptId":"p{turn}","message":{{"content":[{{"type":"tool_result","tool_use_id":"{id}","content":"{result}"}}]}}}}"#
    ) + "\n"
}
