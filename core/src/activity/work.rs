//! What a turn did to the files of the project, and which checks it ran, in order.

use alloc::collections::VecDeque;
use alloc::{string::String, vec::Vec};

use serde::Serialize;

use crate::activity::check_kind::KindSet;
use crate::activity::file_kind::FileKind;
use crate::limits::{ACTIONS_MAX, RUNNER_BYTES_MAX, TIME_BYTES_MAX};

/// The actions of a turn, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Work {
    actions: VecDeque<Action>,
    /// Whether older actions were dropped, or lines were not read that may hold some.
    partial: bool,
}

/// One thing that a turn did.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Action {
    /// The line of its call.
    pub at: LineFromEnd,
    /// When the call was written, as the host writes times: they compare as text.
    pub time: Option<heapless::String<TIME_BYTES_MAX>>,
    /// Who did it.
    pub by: By,
    /// What was done.
    pub what: What,
}

/// A line counted from the end of the transcript: the last line is 0.
///
/// A transcript is read backwards, so how many lines lie before one is not known.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct LineFromEnd(pub u64);

impl LineFromEnd {
    /// Returns the 1-based number of the line in a transcript of `lines` lines.
    #[must_use]
    pub fn number(self, lines: u64) -> u64 {
        lines.saturating_sub(self.0)
    }
}

/// Who did something.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The agent itself.
    Agent,
    /// A subagent of the same prompt.
    Subagent,
}

/// What was done.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum What {
    /// Files changed.
    Change(Change),
    /// A check ran.
    Check(Run),
    /// A subagent worked, in a transcript of its own.
    Subagent,
    /// Something ran that may have changed or checked anything, and its doings are not seen.
    Hidden,
    /// Something ran that may have checked anything, and changed nothing.
    Unseen,
    /// A program ran that is no check of our lists, and may be one.
    Program,
    /// Code ran that was written for this once: it may have tried the change, and is no check that
    /// anybody could name.
    OneOffCode,
    /// The user refused a call: from there on they know what was not done.
    Refused,
}

impl What {
    /// Returns whether checks that ran before say nothing any more: code changed. A formatter
    /// leaves what the code does as it was, and checks know that.
    #[must_use]
    pub fn invalidates_checks(&self) -> bool {
        match self {
            Self::Change(change) => change.kind == FileKind::Code && change.how != How::Formatter,
            Self::Check(_)
            | Self::Subagent
            | Self::Hidden
            | Self::Unseen
            | Self::Program
            | Self::OneOffCode
            | Self::Refused => false,
        }
    }
}

/// A change to files of the project.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Change {
    /// By what means.
    pub how: How,
    /// The file, where one is named.
    pub path: Option<String>,
    /// What kind of file it is.
    pub kind: FileKind,
    /// How many lines it touches, where that is known.
    pub lines: Option<u32>,
    /// What was put in the place of what, where that is known.
    pub texts: Option<Texts>,
}

/// A text that came in the place of another, by numbers that stand for them.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Texts {
    /// What went.
    pub old: u64,
    /// What came.
    pub new: u64,
}

impl Change {
    /// Returns whether it puts the text back that another put away.
    #[must_use]
    pub fn guard_takes_back(&self, other: &Self) -> bool {
        let (Some(back), Some(there)) = (self.texts, other.texts) else { return false };
        (back.old, back.new) == (there.new, there.old)
            && self.path.is_some()
            && self.path == other.path
    }
}

/// By what means files changed.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// A tool that replaces text.
    Edit,
    /// A tool that writes a whole file.
    Write,
    /// A patch.
    Patch,
    /// A tool of another server.
    Mcp,
    /// A command line.
    Shell,
    /// `git` brought other content in: a merge, a checkout.
    Git,
    /// `git` put changes away.
    Stash,
    /// `git` brought back what it had put away.
    Unstash,
    /// A command line that takes files away.
    Remove,
    /// A formatter. It changes how code looks, not what it does.
    Formatter,
}

/// One run of a check.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Run {
    /// What it can prove.
    pub kinds: KindSet,
    /// The program, by a name of our own list.
    pub runner: RunnerName,
    /// How much of the project it looked at.
    pub scope: Scope,
    /// Its outcome.
    pub result: CheckResult,
    /// Whether the host told the agent that it ended in error.
    pub flagged: bool,
    /// Where it was seen.
    pub seen_in: SeenIn,
    /// Tells one selection from another: runs of the same one share it.
    pub target: u64,
}

impl Run {
    /// Returns whether it says anything about code: a linter of prose says that of no code, passed
    /// or failed.
    #[must_use]
    pub fn guard_reads_code(&self) -> bool {
        self.scope != Scope::NoCode
    }
}

/// The name of a check's program.
pub type RunnerName = heapless::String<RUNNER_BYTES_MAX>;

/// How much of the project a check looked at.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// None of its code: text for people, settings, scripts of a shell.
    NoCode,
    /// A file, a package, a name.
    Narrowed,
    /// A suite with a name of its own.
    Suite,
    /// Everything it can.
    Whole,
}

impl Scope {
    /// Returns how much code two checks in one look at: no more than the narrower of those that
    /// look at any.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::NoCode, code) | (code, Self::NoCode) => code,
            (one, other) => one.min(other),
        }
    }
}

/// The outcome of a check.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckResult {
    /// It found nothing.
    Passed,
    /// It found something, or could not finish.
    Failed,
    /// Its result was not seen.
    Unknown,
    /// It found nothing to run, or never began: what stands before it in its line failed.
    Nothing,
}

/// Where a check was seen.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SeenIn {
    /// A command line names it.
    Command,
    /// The hooks of a commit or a push printed its summary.
    CommitHook,
    /// The hooks of a commit said that it passed on the files of that commit.
    StagedFiles,
    /// A program that is no check of our list printed its summary.
    Output,
}

impl Work {
    /// Adds an action that came before all others.
    pub fn add_older(&mut self, action: Action) {
        if self.actions.len() < ACTIONS_MAX {
            self.actions.push_front(action);
        } else {
            self.partial = true;
        }
    }

    /// Takes in the actions that came before all others.
    pub fn extend_older(&mut self, older: Self) {
        self.partial |= older.partial;
        for action in older.actions.into_iter().rev() {
            self.add_older(action);
        }
    }

    /// Returns work of which nothing is known.
    #[must_use]
    pub fn unknown() -> Self {
        Self { actions: VecDeque::new(), partial: true }
    }

    /// Returns whether the agent called subagents whose doings are not in here.
    #[must_use]
    pub fn has_subagents(&self) -> bool {
        self.actions.iter().any(|action| action.what == What::Subagent)
    }

    /// Takes note that some actions may be missing.
    pub fn miss_some(&mut self) {
        self.partial = true;
    }

    /// Takes in what subagents of the same prompt did, each in its own transcript. If there are as
    /// many as the agent called, what they did is seen.
    pub fn merge_subagents(&mut self, subagents: Vec<Self>) {
        let called = self.actions.iter().filter(|action| action.what == What::Subagent).count();
        if !subagents.is_empty() && subagents.len() >= called {
            self.actions.retain(|action| action.what != What::Subagent);
        }
        for subagent in subagents {
            self.merge(subagent);
        }
    }

    /// Orders by time. Where times are equal, the agent's own action comes first; an action without
    /// a time stays behind the one it followed.
    fn merge(&mut self, other: Self) {
        self.partial |= other.partial;
        let own = core::mem::take(&mut self.actions);
        let mut theirs = other.actions.into_iter().peekable();
        for action in own {
            while let Some(before) = theirs.next_if(|their| {
                matches!((&their.time, &action.time), (Some(their), Some(own)) if their < own)
            }) {
                self.actions.push_back(before);
            }
            self.actions.push_back(action);
        }
        self.actions.extend(theirs);
        let beyond = self.actions.len().saturating_sub(ACTIONS_MAX);
        self.actions.drain(..beyond);
        self.partial |= beyond > 0;
    }

    /// Returns the actions, the oldest first.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        self.actions.iter()
    }

    /// Returns whether all actions are there.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !self.partial
    }
}
