//! What an `echo` of a command line prints, as far as it is known beforehand.

use alloc::{string::String, vec::Vec};

use crate::activity::command_line::{Simple, Word};

/// A line: a text, in which an exit status may stand.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Literal<'c> {
    before: String,
    /// How the status is written, where there is one.
    status: Option<&'c str>,
    behind: String,
}

/// How shells write the status of the command before.
const STATUSES: [&str; 4] = ["${?}", "$?", "$LASTEXITCODE", "$status"];

impl Literal<'_> {
    /// Returns the exit status that a line tells which this prints; `None` if it prints another.
    pub(super) fn read(&self, line: &str) -> Option<Option<i64>> {
        let rest = line.trim_end().strip_prefix(self.before.as_str())?;
        let rest = rest.strip_suffix(self.behind.as_str())?;
        match self.status {
            None => rest.is_empty().then_some(None),
            Some(_) if rest.len() > 3 => None,
            Some(_) => rest.parse::<u8>().ok().map(|status| Some(i64::from(status))),
        }
    }

    /// Returns whether only this `echo` writes such a line: a row of dashes, programs write, too.
    pub(super) fn is_telling(&self) -> bool {
        let is_word = |text: &str| text.chars().any(char::is_alphanumeric);
        is_word(&self.before) || is_word(&self.behind)
    }
}

/// Returns the lines that a command prints, if it prints what it is given.
pub(super) fn literals<'c>(command: &'c Simple<'_>) -> Vec<Literal<'c>> {
    let mut words = command.words.iter();
    let Some(name) = words.next().map(Word::text) else { return Vec::new() };
    let mut words: Vec<&Word<'_>> = words.collect();
    let is_format = name == "printf";
    if !matches!(name, "echo" | "printf" | "Write-Host" | "Write-Output") {
        return Vec::new();
    }
    let is_option = |word: &&&Word<'_>| matches!(word.text(), "-n" | "-e" | "-E" | "-ne" | "-en");
    let options = if is_format { 0 } else { words.iter().take_while(is_option).count() };
    let escapes = is_format || words.iter().take(options).any(|word| word.text().contains('e'));
    let words = words.split_off(options);
    let is_expanded = words.iter().any(|word| word.is_expanded());
    let text = if is_format { formatted(&words) } else { Some(joined(&words)) };
    let Some(text) = text else { return Vec::new() };
    let text = if escapes { text.replace("\\n", "\n") } else { text };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let lines: Option<Vec<Literal<'_>>> = lines.map(|line| literal(line, is_expanded)).collect();
    lines.unwrap_or_default()
}

fn joined(words: &[&Word<'_>]) -> String {
    words.iter().map(|word| word.text()).collect::<Vec<_>>().join(" ")
}

/// Returns what `printf` makes of its words, where each `%s` and `%d` has one.
fn formatted(words: &[&Word<'_>]) -> Option<String> {
    let (format, values) = words.split_first()?;
    let mut values = values.iter();
    let mut pieces = format.text().split('%');
    let mut text = String::from(pieces.next()?);
    for piece in pieces {
        let rest = piece.strip_prefix(['s', 'd', 'i'])?;
        text.push_str(values.next()?.text());
        text.push_str(rest);
    }
    values.next().is_none().then_some(text)
}

fn literal<'c>(line: &str, is_expanded: bool) -> Option<Literal<'c>> {
    let line = line.trim_end();
    let whole = || Literal { before: line.into(), status: None, behind: String::new() };
    if !is_expanded {
        return Some(whole());
    }
    let known = |text: &str| !text.contains(['$', '`']);
    let parts = STATUSES.iter().find_map(|name| {
        let (before, behind) = line.split_once(name)?;
        Some(Literal { before: before.into(), status: Some(*name), behind: behind.into() })
    });
    let literal = parts.unwrap_or_else(whole);
    (known(&literal.before) && known(&literal.behind)).then_some(literal)
}
