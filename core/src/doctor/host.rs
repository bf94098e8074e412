//! How it stands with the host: its version, and what it writes.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use super::Line;

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

/// Returns how it stands with Claude Code, by what `claude --version` says.
pub fn host(said: Option<&str>) -> Line {
    const TOPIC: &str = "Claude Code";
    let Some(said) = said else {
        let todo = "nothing, if another program starts it; sprag needs 2.1.139, better 2.1.196";
        return Line::warn(TOPIC, "no `claude` on PATH, so its version is not known", todo);
    };
    let said = said.trim();
    match Version::find(said) {
        None => Line::warn(TOPIC, format!("odd version: {said}"), "see what `claude` is on PATH"),
        Some(version) if version < DIRECT => {
            Line::fail(TOPIC, format!("{said}: it drops the hook's arguments"), "claude update")
        }
        Some(version) if version < PROMPT_ID => {
            let seen = format!("{said}: it names no prompts; sprag counts consecutive blocks only");
            Line::warn(TOPIC, seen, "claude update")
        }
        Some(_) => Line::ok(TOPIC, said),
    }
}

/// What was seen of the newest transcripts.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Survey {
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

/// Returns how it stands with the transcripts.
pub fn transcripts(survey: &Survey) -> Vec<Line> {
    const TOPIC: &str = "transcripts";
    let mut lines = Vec::new();
    for unread in &survey.unread {
        let todo = "make it readable: without it, no fact of the turn is known";
        lines.push(Line::fail(TOPIC, unread.as_str(), todo));
    }
    if survey.files == 0 {
        if lines.is_empty() {
            let todo = "nothing, before the first session; CLAUDE_CONFIG_DIR moves them";
            lines.push(Line::warn(TOPIC, format!("none below {}", survey.folder), todo));
        }
        return lines;
    }
    lines.push(Line::ok(TOPIC, format!("{} read, {} lines", survey.files, survey.lines)));
    if survey.damaged > 0 {
        let seen = format!("{} lines are no record", survey.damaged);
        let todo = "nothing: turns with such a line are not judged by their tools";
        lines.push(Line::warn(TOPIC, seen, todo));
    }
    if !survey.unknown.is_empty() {
        let kinds: Vec<String> =
            survey.unknown.iter().map(|(kind, times)| format!("{kind} ({times})")).collect();
        let seen =
            format!("kinds of records that this version does not know: {}", kinds.join(", "));
        let todo = "look for a newer sprag; until then they count as no part of a turn";
        lines.push(Line::warn(TOPIC, seen, todo));
    }
    lines
}
