//! The doctor's lines about a host: its version, what it lets run, and what it writes.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use super::Line;
use crate::hosts::host::Host;

/// A version of three numbers.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Version(u32, u32, u32);

/// Since then a handler may have `args`; before, they are dropped without a word.
/// <https://code.claude.com/docs/en/changelog>
const DIRECT: Version = Version(2, 1, 139);

/// Since then a payload names its prompt.
const PROMPT_ID: Version = Version(2, 1, 196);

impl Version {
    /// Returns the first version in a text such as `2.1.332 (Claude Code)`.
    fn find(text: &str) -> Option<Self> {
        let is_part = |char: char| char.is_ascii_digit() || char == '.';
        text.split(|char| !is_part(char)).find_map(|word| {
            let mut numbers = word.split('.').map(|part| part.parse().ok());
            let version = Self(numbers.next()??, numbers.next()??, numbers.next()??);
            numbers.next().is_none().then_some(version)
        })
    }
}

/// The oldest versions of other hosts that sprag was tried with.
const CODEX_TRIED: Version = Version(0, 155, 0);
const GROK_TRIED: Version = Version(1, 0, 41);

/// The outcome of asking a host for its version.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Asked {
    /// Its program is not on `PATH`.
    Absent,
    /// It did not answer in so many seconds.
    Silent(u64),
    /// It cannot be run, and why.
    Failed(String),
    /// It said this.
    Said(String),
}

/// Returns the lines about a host, by the outcome of its `--version`.
pub fn host(host: Host, asked: &Asked) -> Line {
    let (topic, program) = (host.title(), host.word());
    let said = match asked {
        Asked::Said(said) => said.trim(),
        Asked::Absent => {
            let needs = match host {
                Host::Claude => "needs 2.1.139, preferably 2.1.196",
                Host::Codex => "was tried with 0.171.0",
                Host::Grok => "was tried with 1.0.41",
            };
            let seen = format!("no `{program}` on PATH, so its version is not known");
            let todo = format!("nothing, if another program starts it; sprag {needs}");
            return Line::warn(topic, seen, todo);
        }
        Asked::Silent(seconds) => {
            let seen = format!("`{program} --version` did not answer in {seconds} s");
            return Line::warn(topic, seen, format!("run `{program} --version` yourself"));
        }
        Asked::Failed(why) => {
            let seen = format!("`{program}` is on PATH and cannot be run: {why}");
            return Line::warn(topic, seen, format!("check which `{program}` is on PATH"));
        }
    };
    let Some(version) = Version::find(said) else {
        let todo = format!("check which `{program}` is on PATH");
        let said = if said.is_empty() { "nothing" } else { said };
        return Line::warn(topic, format!("odd version: {said}"), todo);
    };
    match host {
        Host::Claude if version < DIRECT => {
            Line::fail(topic, format!("{said}: it drops the hook's arguments"), "claude update")
        }
        Host::Claude if version < PROMPT_ID => {
            let seen = format!(
                "{said}: it does not identify prompts, so sprag only counts \
                                consecutive blocks"
            );
            Line::warn(topic, seen, "claude update")
        }
        Host::Codex if version < CODEX_TRIED => older(topic, said, "update Codex"),
        Host::Grok if version < GROK_TRIED => older(topic, said, "update Grok"),
        Host::Claude | Host::Codex | Host::Grok => Line::ok(topic, said),
    }
}

fn older(topic: &'static str, said: &str, todo: &str) -> Line {
    Line::warn(topic, format!("{said}: older than any that sprag was tried with"), todo)
}

/// Whether a host that runs only what its user has reviewed may run an entry.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Review {
    /// Somebody has reviewed the entry, as it is or as it was.
    Found,
    /// Nobody has.
    Absent,
    /// The file that says so cannot be read.
    Unread,
}

/// Returns the lines about the review of the entry in `file`. It is the user's, and never ours to
/// give.
pub fn review(file: &str, review: Review) -> Line {
    const TOPIC: &str = "review";
    let todo = "start `codex`, review the hook with /hooks, and trust it";
    match review {
        Review::Found => {
            let seen = format!("{file}: reviewed; /hooks says if the entry has changed since");
            Line::ok(TOPIC, seen)
        }
        Review::Absent => {
            let seen = format!("{file}: not reviewed yet, so Codex silently skips it");
            Line::fail(TOPIC, seen, todo)
        }
        Review::Unread => {
            let seen = format!("{file}: Codex's config.toml cannot be read");
            Line::fail(TOPIC, seen, "fix it, and see what /hooks says")
        }
    }
}

/// Returns a line where the host's own settings turn all hooks off.
pub fn switch(file: &str, is_off: bool) -> Option<Line> {
    let seen = format!("{file} turns hooks off");
    is_off.then(|| Line::fail("hook", seen, "remove `hooks = false`"))
}

/// What was seen of the newest transcripts.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Survey {
    /// Whose they are.
    pub host: Host,
    /// Where they were looked for.
    pub folder: String,
    /// How many were read.
    pub files: usize,
    /// How many lines.
    pub lines: u64,
    /// Lines that are no record.
    pub damaged: u64,
    /// Kinds of records that are not known, and how often each occurs.
    pub unknown: BTreeMap<String, u64>,
    /// Files that could not be read, and why.
    pub unread: Vec<String>,
}

impl Survey {
    /// Returns what is seen before any file is read.
    #[must_use]
    pub fn of(host: Host, folder: String) -> Self {
        let (unknown, unread) = (BTreeMap::new(), Vec::new());
        Self { host, folder, files: 0, lines: 0, damaged: 0, unknown, unread }
    }
}

/// Returns the lines about the transcripts.
pub fn transcripts(survey: &Survey) -> Vec<Line> {
    const TOPIC: &str = "transcripts";
    let mut lines = Vec::new();
    for unread in &survey.unread {
        let todo = "make it readable: without it, sprag knows nothing about the turn";
        lines.push(Line::fail(TOPIC, unread.as_str(), todo));
    }
    if survey.files == 0 {
        if lines.is_empty() {
            let variable = match survey.host {
                Host::Claude => "CLAUDE_CONFIG_DIR",
                Host::Codex => "CODEX_HOME",
                Host::Grok => "GROK_HOME",
            };
            let todo = format!("nothing, before the first session; {variable} says where they are");
            lines.push(Line::warn(TOPIC, format!("none in {}", survey.folder), todo));
        }
        return lines;
    }
    lines.push(Line::ok(TOPIC, format!("{} read, {} lines", survey.files, survey.lines)));
    if survey.damaged > 0 {
        let seen = format!("{} lines are not records", survey.damaged);
        let todo = "nothing: turns with such a line are not judged by their tools";
        lines.push(Line::warn(TOPIC, seen, todo));
    }
    if !survey.unknown.is_empty() {
        let kinds: Vec<String> =
            survey.unknown.iter().map(|(kind, times)| format!("{kind} ({times})")).collect();
        let seen =
            format!("kinds of records that this version does not know: {}", kinds.join(", "));
        let todo = "look for a newer sprag; until then they do not count as part of a turn";
        lines.push(Line::warn(TOPIC, seen, todo));
    }
    lines
}
