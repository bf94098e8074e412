//! What works, what does not, and how to fix it.
//!
//! Each function takes what was seen of one thing and returns the lines that a user reads. What is
//! seen is the caller's business; what it means is said here.

mod decision;
mod host;
mod judge;
mod registration;
mod run;
mod worker;

use alloc::{format, string::String, vec::Vec};

use serde::Serialize;

pub use decision::{Seen, decisions};
pub use host::{Asked, Review, Survey, host, review, switch, transcripts};
pub use judge::{Live, RunBy, key, stand_in};
pub use registration::{Entry, Place, registration};
pub use run::{Run, live, runs, to_ask};
pub use worker::worker;

use crate::security::trust::Unfit;
use crate::settings::Name;
use crate::settings::deny::odd_lines;

/// How it stands with one thing.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Well.
    Ok,
    /// Worth a look.
    Warn,
    /// It does not do what it is there for.
    Fail,
}

/// One thing that was looked at.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[must_use]
pub struct Line {
    /// How it stands.
    pub level: Level,
    /// With what.
    pub topic: &'static str,
    /// What was seen.
    pub seen: String,
    /// What to do about it; never empty where something does not do what it is there for.
    pub todo: Option<String>,
}

/// Returns one of those that keep their state in the same folder, for each folder: a host may have
/// its sessions keep it elsewhere.
pub fn once_a_folder<T, F: PartialEq>(all: &[T], folder: fn(&T) -> &F) -> Vec<&T> {
    let mut states: Vec<&T> = Vec::new();
    for one in all {
        if states.iter().all(|known| folder(known) != folder(one)) {
            states.push(one);
        }
    }
    states
}

impl Line {
    /// Returns a line about something that is well.
    pub fn ok(topic: &'static str, seen: impl Into<String>) -> Self {
        Self { level: Level::Ok, topic, seen: seen.into(), todo: None }
    }

    /// Returns a line about something worth a look.
    pub fn warn(topic: &'static str, seen: impl Into<String>, todo: impl Into<String>) -> Self {
        Self { level: Level::Warn, topic, seen: seen.into(), todo: Some(todo.into()) }
    }

    /// Returns a line about something that does not do what it is there for.
    pub fn fail(topic: &'static str, seen: impl Into<String>, todo: impl Into<String>) -> Self {
        Self { level: Level::Fail, topic, seen: seen.into(), todo: Some(todo.into()) }
    }
}

/// Returns the lines about the settings under which the hook runs.
fn settings(run: &Run) -> Vec<Line> {
    const TOPIC: &str = "settings";
    let (settings, report) = (&run.settings, &run.report);
    let mut lines = Vec::new();
    for problem in &report.problems {
        lines.push(Line::fail(TOPIC, problem.as_str(), "fix the file; `sprag config` shows more"));
    }
    for setting in &report.settings {
        let Some(problem) = &setting.problem else { continue };
        let seen = format!("{} from {}: {problem}", setting.key, setting.from);
        lines.push(if setting.key == Name::Check.setting().key {
            let todo = "fix it, as in ^\\./check\\.sh, or remove it";
            Line::fail(TOPIC, seen, todo)
        } else {
            Line::warn(TOPIC, seen, "set a valid value; see `sprag config --table`")
        });
    }
    for ignored in &report.ignored {
        lines.push(Line::warn(TOPIC, ignored.as_str(), "remove it, or set it where it counts"));
    }
    let value = |name: Name| {
        let key = name.setting().key;
        let setting = report.settings.iter().find(|setting| setting.key == key);
        setting.map(|setting| setting.value.as_str()).unwrap_or_default()
    };
    lines.push(if settings.is_off() {
        let todo = format!("enable some: {}", run.with("--checks done,ask --shadow"));
        Line::fail("checks", "no checks are enabled", todo)
    } else if settings.shadow {
        // All checks of an entry are in shadow, or none.
        let checks = value(Name::Checks);
        let how = run.with("--checks ONE");
        let todo = format!("once `sprag stats` says that a check may block: {how}");
        Line::warn("checks", format!("{checks}, in shadow: nothing blocks"), todo)
    } else {
        Line::ok("checks", value(Name::Checks))
    });
    lines
}

/// What was seen of the folder of counters and records.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StateFolder {
    /// Where it is; `None` without a home.
    pub path: Option<String>,
    /// The one that a variable names, if it is not used, and why.
    pub unused: Option<(String, Unfit)>,
    /// Why it cannot be written.
    pub error: Option<String>,
    /// Files of sessions.
    pub sessions: usize,
    /// Those that are older than a session is remembered.
    pub old: usize,
    /// Drafts that a writer left behind.
    pub drafts: usize,
}

const STATE: &str = "state";

/// Returns how it stands with the folder of counters and records.
pub fn state(folder: &StateFolder) -> Vec<Line> {
    let unused = folder.unused.iter().map(|(path, why)| unused_state(path, *why));
    unused.chain(used_state(folder)).collect()
}

fn unused_state(path: &str, why: Unfit) -> Line {
    let (why, todo) = match why {
        Unfit::InProject => ("it is in the project", "name a folder outside".into()),
        Unfit::InSettings => ("it is in a folder of settings", "name a folder outside".into()),
        Unfit::InTools => {
            ("tools look for files there", "name one below ~/.local/state or ~/.cache".into())
        }
        Unfit::Absent => ("there is no such folder", format!("make it first: mkdir -p {path}")),
        Unfit::Others => (
            "it holds other files",
            "name an empty folder; if those files are sprag's, put an empty .sprag-state there"
                .into(),
        ),
    };
    Line::warn(STATE, format!("{path}: not used, for {why}"), todo)
}

fn used_state(folder: &StateFolder) -> Vec<Line> {
    let Some(path) = &folder.path else {
        let todo = "set HOME or SPRAG_STATE_DIR to an absolute path";
        return alloc::vec![Line::fail(STATE, "no place for it, so nothing blocks", todo)];
    };
    if let Some(error) = &folder.error {
        let todo = "make it a folder that you may write, or name another with SPRAG_STATE_DIR";
        let seen = format!("{path}: {error}; what cannot be counted does not block");
        return alloc::vec![Line::fail(STATE, seen, todo)];
    }
    let mut lines = alloc::vec![Line::ok(STATE, format!("{path}, {} sessions", folder.sessions))];
    if folder.old > 0 || folder.drafts > 0 {
        let seen = format!("{} files of long ago, {} drafts", folder.old, folder.drafts);
        lines.push(Line::warn(STATE, seen, "nothing: the next session of yours removes them"));
    }
    lines
}

/// A file that lists folders which are left alone.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DenyFile {
    /// Where it is.
    pub path: String,
    /// What it says; `None` if it cannot be read.
    pub text: Option<String>,
}

/// Returns how it stands with the files that list folders which are left alone.
pub fn deny(files: &[DenyFile]) -> Vec<Line> {
    const TOPIC: &str = "deny";
    let mut lines = Vec::new();
    for DenyFile { path, text } in files {
        let Some(text) = text else {
            let seen = format!("{path} cannot be read, so every folder is left alone");
            lines.push(Line::fail(
                TOPIC,
                seen,
                "make it a text file that you may read, or remove it",
            ));
            continue;
        };
        for line in odd_lines(text) {
            let seen = format!(
                "{path} lists `{line}`, which counts for nothing or for a folder of just that name"
            );
            lines.push(Line::warn(
                TOPIC,
                seen,
                "write an absolute path, or one that begins with ~/; no pattern, and no remark behind it",
            ));
        }
    }
    lines
}

/// Returns the worst level of all lines.
#[must_use]
pub fn worst(lines: &[Line]) -> Level {
    lines.iter().map(|line| line.level).max().unwrap_or(Level::Ok)
}
