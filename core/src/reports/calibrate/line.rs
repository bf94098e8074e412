//! Labelled lines: a tab-separated table, or one JSON object per line. Both have the same cells.

use alloc::{
    borrow::ToOwned as _,
    collections::BTreeSet,
    format,
    string::{String, ToString as _},
    vec::Vec,
};
use core::fmt;

use serde::{Deserialize, Serialize};

use super::cell;
use crate::activity::facts::Tools;
use crate::activity::verification::Verification;
use crate::checks::question::Question;
use crate::hosts::background::Background;
use crate::hosts::language::Language;
use crate::limits::{CALIBRATION_LINES_MAX, LANGUAGE_BYTES_MAX, MESSAGE_BYTES_MAX};

/// A labelled message, with what the hook would know of its turn.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Names it in reports.
    pub id: String,
    /// The closing message.
    pub message: String,
    /// The tools that the turn called; `None` is unknown.
    pub tools: Option<Tools>,
    /// What runs or is scheduled.
    pub background: Background,
    /// Sessions that owe an answer; `None` is unknown.
    pub awaited: Option<Vec<String>>,
    /// What changed and which checks ran; `None` is unknown.
    pub run: Option<Verification>,
    /// The language that is set.
    pub language: Option<Language>,
    /// What the person asked for.
    pub task: Option<String>,
    /// Names to mask.
    pub masks: Vec<String>,
    /// What is true of it.
    pub expected: Vec<(&'static Question, bool)>,
    /// Questions that are known to be answered wrongly here.
    pub missed: Vec<&'static Question>,
}

/// A line as it is written.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// Names the line in reports.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The closing message.
    pub message: String,
    /// `Bash 2, Read 1`, `none`, or nothing: unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tools: String,
    /// `running TEXT; scheduled TEXT; awaited NAME`, `none`, or nothing: unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub background: String,
    /// `code 2, lines 40; test passed pytest`, `none`, or nothing: unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub run: String,
    /// The language that is set, as in the host's settings.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub language: String,
    /// What the person asked for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub task: String,
    /// Names to mask, separated by commas.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mask: String,
    /// `QUESTION yes, QUESTION no`; nothing where nobody has labelled it yet.
    #[serde(default)]
    pub expect: String,
    /// Questions that are known to be answered wrongly here, separated by commas.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub miss: String,
    /// For people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// The columns of a table.
const COLUMNS: [(&str, Column); 11] = [
    ("id", |line| &mut line.id),
    ("message", |line| &mut line.message),
    ("tools", |line| &mut line.tools),
    ("background", |line| &mut line.background),
    ("run", |line| &mut line.run),
    ("language", |line| &mut line.language),
    ("task", |line| &mut line.task),
    ("mask", |line| &mut line.mask),
    ("expect", |line| &mut line.expect),
    ("miss", |line| &mut line.miss),
    ("note", |line| &mut line.note),
];

/// A line that is none.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BadLine {
    /// Its number, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.number, self.why)
    }
}

impl core::error::Error for BadLine {}

/// Returns the labelled lines of a file. Empty lines and those that begin with `#` do not count.
///
/// The first line with something in it says what the file is: an object of JSON, or the names of
/// the columns of a table.
///
/// # Errors
///
/// Returns an error at the first invalid line: a measurement without it would be a different one.
pub fn parse(text: &str) -> Result<Vec<Line>, BadLine> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().zip(1..).filter(|(line, _)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let mut found: Vec<Line> = Vec::new();
    let mut ids = BTreeSet::new();
    let mut written = |number: usize, written: Result<Written, String>| {
        let bad = |why| BadLine { number, why };
        if found.len() >= CALIBRATION_LINES_MAX {
            return Err(bad(format!("more than {CALIBRATION_LINES_MAX} lines")));
        }
        let line = written.and_then(|written| read(written, number)).map_err(bad)?;
        if !ids.insert(line.id.clone()) {
            return Err(bad(format!("there are two lines `{}`", line.id)));
        }
        found.push(line);
        Ok(())
    };
    let is_json = lines.clone().next().is_some_and(|(first, _)| first.trim().starts_with('{'));
    if is_json {
        for (line, number) in lines {
            written(number, object(line))?;
        }
    } else if let Some((head, number)) = lines.next() {
        let columns = columns(head).map_err(|why| BadLine { number, why })?;
        for (line, number) in lines {
            written(number, row(line, &columns))?;
        }
    }
    Ok(found)
}

/// A struct could also be read from an array, which is no line of ours.
fn object(line: &str) -> Result<Written, String> {
    if line.trim_start().starts_with('{') {
        serde_json::from_str(line).map_err(|error| error.to_string())
    } else {
        Err("no JSON object".into())
    }
}

type Column = fn(&mut Written) -> &mut String;

fn columns(head: &str) -> Result<Vec<Column>, String> {
    let named = |name: &str| {
        let column = COLUMNS.iter().find(|(known, _)| *known == name.trim());
        let known = || COLUMNS.map(|(name, _)| name).join(", ");
        column
            .map(|(_, column)| *column)
            .ok_or_else(|| format!("no column `{}`; there are {}", name.trim(), known()))
    };
    let columns: Vec<Column> = head.split('\t').map(named).collect::<Result<_, _>>()?;
    let has = |wanted: &str| head.split('\t').any(|name| name.trim() == wanted);
    match has("message") && has("expect") {
        true => Ok(columns),
        false => Err("a table needs the columns `message` and `expect`".into()),
    }
}

fn row(line: &str, columns: &[Column]) -> Result<Written, String> {
    let mut written = Written::default();
    let mut cells = line.split('\t');
    for column in columns {
        *column(&mut written) = cell::unescaped(cells.next().unwrap_or_default());
    }
    match cells.next() {
        None => Ok(written),
        Some(_) => Err(format!("more than {} cells", columns.len())),
    }
}

fn read(written: Written, number: usize) -> Result<Line, String> {
    let Written { id, message, tools, background, run, language, task, mask, expect, miss, .. } =
        written;
    if message.trim().is_empty() || message.len() > MESSAGE_BYTES_MAX {
        return Err("no message, or one that is too long".into());
    }
    let (background, awaited) = cell::background(&background)?;
    let language = match language.trim() {
        "" => None,
        long if long.len() > LANGUAGE_BYTES_MAX => return Err("too long a language".into()),
        setting => Some(Language::of(setting).ok_or("a language that is none")?),
    };
    let id = match id.trim() {
        "" => format!("line {number}"),
        id => id.to_owned(),
    };
    let line = Line {
        id,
        message,
        tools: cell::tools(&tools)?,
        background,
        awaited,
        run: cell::run(&run)?,
        language,
        task: (!task.trim().is_empty()).then_some(task),
        masks: cell::names(&mask).map(String::from).collect(),
        expected: cell::expected(&expect)?,
        missed: cell::names(&miss).map(cell::question).collect::<Result<_, _>>()?,
    };
    let asks = |id| line.expected.iter().any(|(question, _)| question.id == id);
    if asks("wrong_language") && line.language.is_none() {
        return Err("`wrong_language` needs a language".into());
    }
    match line.missed.iter().find(|question| !asks(question.id)) {
        None => Ok(line),
        Some(question) => Err(format!("`{}` is said to be missed and not expected", question.id)),
    }
}
