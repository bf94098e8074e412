//! The cells of a labelled line, read and written.

use alloc::{format, string::String, vec::Vec};
use core::fmt::Write as _;

use crate::activity::check_kind::CheckKind;
use crate::activity::facts::{Tool, Tools};
use crate::activity::verification::{Last, State, Verification};
use crate::checks::question::Question;
use crate::hosts::background::{Background, Crons, Task, Tasks};
use crate::limits::{HANDOFFS_MAX, TOOL_NAME_BYTES_MAX};

/// Returns the question with this id.
pub(super) fn question(id: &str) -> Result<&'static Question, String> {
    let known =
        || Question::all().iter().map(|question| question.id).collect::<Vec<_>>().join(", ");
    Question::by_id(id.trim())
        .ok_or_else(|| format!("no question `{}`; there are {}", id.trim(), known()))
}

/// Returns what is true of a line: `QUESTION yes, QUESTION no`.
pub(super) fn expected(cell: &str) -> Result<Vec<(&'static Question, bool)>, String> {
    let mut expected: Vec<(&'static Question, bool)> = Vec::new();
    for part in names(cell) {
        let (id, answer) = part.rsplit_once(' ').unwrap_or((part, ""));
        let is_yes = match answer {
            "yes" => true,
            "no" => false,
            _ => return Err(format!("`{part}` is neither `QUESTION yes` nor `QUESTION no`")),
        };
        let question = question(id)?;
        if expected.iter().any(|(known, _)| known.id == question.id) {
            return Err(format!("`{}` is answered twice", question.id));
        }
        expected.push((question, is_yes));
    }
    Ok(expected)
}

/// Returns the names that commas separate.
pub(super) fn names(cell: &str) -> impl Iterator<Item = &str> {
    cell.split(',').map(str::trim).filter(|name| !name.is_empty())
}

/// Returns the tools of `Bash 2, Read`; of `none` there are none, and nothing is unknown.
pub(super) fn tools(cell: &str) -> Result<Option<Tools>, String> {
    let mut tools = Tools::default();
    match cell.trim() {
        "" => return Ok(None),
        "none" => return Ok(Some(tools)),
        _ => {}
    }
    for part in names(cell) {
        let (name, count) = match part.rsplit_once(' ') {
            Some((name, count)) if count.bytes().all(|byte| byte.is_ascii_digit()) => {
                (name.trim(), number(count)?)
            }
            _ => (part, 1),
        };
        if count == 0 || name.len() > TOOL_NAME_BYTES_MAX {
            return Err(format!("`{part}` is no tool with a number of calls"));
        }
        let name = heapless::String::try_from(name).unwrap_or_default();
        tools.add_calls(&Tool { name, count });
    }
    Ok(Some(tools))
}

/// Writes tools as they are read.
pub(super) fn tools_text(tools: Option<&Tools>) -> String {
    let Some(tools) = tools else { return String::new() };
    let mut parts: Vec<String> = Vec::new();
    for Tool { name, count } in tools.sorted() {
        parts.push(format!("{} {count}", plain(name)));
    }
    if tools.others() > 0 {
        parts.push(format!("others {}", tools.others()));
    }
    if parts.is_empty() { "none".into() } else { parts.join(", ") }
}

/// Returns what `running TEXT; scheduled TEXT; awaited NAME` says.
pub(super) fn background(cell: &str) -> Result<(Background, Option<Vec<String>>), String> {
    if cell.trim().is_empty() {
        return Ok((Background::default(), None));
    }
    let (mut tasks, mut crons) = (Tasks::default(), Crons::default());
    let mut awaited = Vec::new();
    let parts = cell.split(';').map(str::trim).filter(|part| !part.is_empty() && *part != "none");
    for part in parts {
        let (word, text) = part.split_once(' ').unwrap_or((part, ""));
        let text = String::from(text.trim());
        let is_told = match word {
            "scheduled" => {
                crons.scheduled = crons.scheduled.saturating_add(1);
                crons.prompts.push(text).is_ok()
            }
            "awaited" => {
                awaited.push(text);
                awaited.len() <= HANDOFFS_MAX
            }
            status => {
                tasks.running = tasks.running.saturating_add(u32::from(status == "running"));
                tasks.described.push(Task { status: status.into(), description: text }).is_ok()
            }
        };
        if !is_told {
            return Err("more in the background than a line may name".into());
        }
    }
    Ok((Background { tasks: Some(tasks), crons: Some(crons) }, Some(awaited)))
}

/// Returns what `code 2, lines 40; test passed pytest` says.
pub(super) fn run(cell: &str) -> Result<Option<Verification>, String> {
    let mut verification = Verification::default();
    match cell.trim() {
        "" => return Ok(None),
        "none" => return Ok(Some(verification)),
        _ => {}
    }
    let parts = cell.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
    for part in parts {
        let mut words = part.split_whitespace();
        let (word, value) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let runner = words.next();
        if let Some(kind) = CheckKind::ALL.into_iter().find(|kind| kind.word() == word) {
            *state(&mut verification, kind) = state_of(value, runner)?;
        } else {
            let changed = &mut verification.changed;
            let count = match word {
                "code" => &mut changed.code,
                "lines" => &mut changed.lines,
                "scripts" => &mut changed.scripts,
                "docs" => &mut changed.docs,
                "other" => &mut changed.other,
                _ => return Err(format!("`{part}` is neither a change nor a check")),
            };
            *count = number(value)?;
        }
        if words.next().is_some() {
            return Err(format!("`{part}` says too much"));
        }
    }
    verification.lines_since_check = verification.changed.lines;
    Ok(Some(verification))
}

/// Words for how a check stands.
const LASTS: [(&str, Last); 7] = [
    ("none", Last::None),
    ("passed", Last::Passed),
    ("passed_part", Last::PassedPart),
    ("failed", Last::Failed),
    ("unknown", Last::Unknown),
    ("stale_passed", Last::StalePassed),
    ("stale_failed", Last::StaleFailed),
];

fn state(verification: &mut Verification, kind: CheckKind) -> &mut State {
    match kind {
        CheckKind::Test => &mut verification.test,
        CheckKind::Build => &mut verification.build,
        CheckKind::Lint => &mut verification.lint,
        CheckKind::Types => &mut verification.types,
        CheckKind::Format => &mut verification.format,
    }
}

fn state_of(word: &str, runner: Option<&str>) -> Result<State, String> {
    let last = LASTS.iter().find(|(known, _)| *known == word).map(|(_, last)| *last);
    let last = last.ok_or_else(|| {
        let known = LASTS.map(|(word, _)| word).join(", ");
        format!("a check stands at one of {known}, not `{word}`")
    })?;
    let runner = runner.map(heapless::String::try_from).transpose();
    let runner = runner.map_err(|_| String::from("too long a name of a runner"))?;
    Ok(State { last, runner, ..State::default() })
}

/// Writes what changed and ran as it is read.
pub(super) fn run_text(verification: Option<&Verification>) -> String {
    let Some(verification) = verification else { return String::new() };
    let changed = verification.changed;
    let mut parts: Vec<String> = Vec::new();
    for (word, count) in [
        ("code", changed.code),
        ("lines", changed.lines),
        ("scripts", changed.scripts),
        ("docs", changed.docs),
        ("other", changed.other),
    ] {
        if count > 0 {
            parts.push(format!("{word} {count}"));
        }
    }
    for kind in CheckKind::ALL {
        let State { last, runner, .. } = verification.of(kind);
        let Some((word, _)) = LASTS.iter().find(|(_, known)| known == last) else { continue };
        if *last != Last::None {
            let mut part = format!("{} {word}", kind.word());
            if let Some(runner) = runner {
                // Writing to a `String` cannot fail.
                let _ = write!(part, " {}", plain(runner));
            }
            parts.push(part);
        }
    }
    if parts.is_empty() { "none".into() } else { parts.join(", ") }
}

/// A name that cannot be taken for more than one.
fn plain(name: &str) -> String {
    name.replace([',', ';', ' ', '\t', '\n'], "_")
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

/// Returns a cell of a table with its escapes resolved: `\n`, `\t` and `\\`.
pub(super) fn unescaped(cell: &str) -> String {
    let mut text = String::with_capacity(cell.len());
    let mut rest = cell.chars();
    while let Some(character) = rest.next() {
        match character {
            '\\' => match rest.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('\\') => text.push('\\'),
                Some(other) => text.extend(['\\', other]),
                None => text.push('\\'),
            },
            _ => text.push(character),
        }
    }
    text
}
