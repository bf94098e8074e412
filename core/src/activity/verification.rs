//! The verification state at the end of a turn: which checks passed on the code as it is now.

mod undone;

use serde::{Deserialize, Serialize};

use crate::activity::check_kind::{CheckKind, KindSet};
use crate::activity::file_kind::FileKind;
use crate::activity::known_check::{self, KnownChecks};
use crate::activity::work::{
    Action, Change, CheckResult, How, Run, RunnerName, Scope, SeenIn, What, Work,
};
use undone::undone;

/// The verification state of the code. It holds no path and no command line.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Verification {
    /// What the turn changed.
    pub changed: Changed,
    /// Lines of code that changed since a check last ran that found nothing, or whose result was
    /// not seen.
    pub lines_since_check: u32,
    /// Where each kind of check stands.
    pub test: State,
    /// The same of builds.
    pub build: State,
    /// The same of linters.
    pub lint: State,
    /// The same of type checks.
    pub types: State,
    /// The same of formatters.
    pub format: State,
    /// The kinds that are known to exist here.
    pub known: KindSet,
    /// Whether the user refused a call.
    pub refused: bool,
    /// Whether a program ran that is no check of our lists, and may be one.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub other_ran: bool,
}

/// How much a turn changed.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Changed {
    /// Changes to code.
    pub code: u32,
    /// Lines of code that they touch, as far as that is known.
    pub lines: u32,
    /// Changes to scripts.
    pub scripts: u32,
    /// Changes to text for people.
    pub docs: u32,
    /// Other changes.
    pub other: u32,
    /// Changes to code that were taken back.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub undone: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// Where one kind of check stands.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct State {
    /// What its last run that counts says.
    pub last: Last,
    /// The program of that run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runner: Option<RunnerName>,
    /// How many of its runs the turn holds.
    pub runs: u32,
    /// Lines of code that changed since the last one.
    pub lines_since: u32,
    /// Whether the host told the agent that a run on the code as it is now ended in error.
    pub flagged: bool,
    /// Whether all that ran on the code as it is now looked at the files of a commit alone.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub staged: bool,
}

/// What the last run of a kind of check says about the code as it is now.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Last {
    /// None ran.
    #[default]
    None,
    /// It passed, over everything.
    Passed,
    /// It passed, over a part.
    PassedPart,
    /// It failed.
    Failed,
    /// It ran, and its result was not seen.
    Unknown,
    /// It passed before the last change.
    StalePassed,
    /// It failed before the last change.
    StaleFailed,
}

impl Last {
    /// Returns whether a check ran on the code as it is now.
    #[must_use]
    pub fn is_fresh(self) -> bool {
        match self {
            Self::Passed | Self::PassedPart | Self::Failed | Self::Unknown => true,
            Self::None | Self::StalePassed | Self::StaleFailed => false,
        }
    }

    /// Returns whether a check passed on the code as it is now.
    #[must_use]
    pub fn is_pass(self) -> bool {
        matches!(self, Self::Passed | Self::PassedPart)
    }

    fn after_change(self) -> Self {
        match self {
            Self::Passed | Self::PassedPart => Self::StalePassed,
            Self::Failed => Self::StaleFailed,
            // Whatever its outcome, it came before the change.
            Self::None | Self::Unknown => Self::None,
            Self::StalePassed | Self::StaleFailed => self,
        }
    }

    /// The latest run counts. But a narrow one that passes does not clear a wide one that failed,
    /// and one whose result is not seen takes back neither a failure nor a pass: the code is the
    /// same.
    fn after_run(self, run: &Run, failed: Option<Failure>) -> Self {
        let stays_failed = self == Self::Failed
            && match run.result {
                CheckResult::Passed => failed.is_some_and(|failed| !failed.is_cleared_by(run)),
                CheckResult::Unknown | CheckResult::Nothing => true,
                CheckResult::Failed => false,
            };
        // One part passed and another failed: which is meant by a claim is not known.
        let is_mixed = self == Self::PassedPart && run.scope == Scope::Narrowed;
        match (run.result, run.scope) {
            _ if stays_failed => Self::Failed,
            (CheckResult::Failed, _) if is_mixed => Self::Unknown,
            (CheckResult::Failed, _) => Self::Failed,
            // The code is the same: what passed on it has passed.
            (CheckResult::Unknown, _) if self.is_pass() => self,
            (CheckResult::Unknown, _) => Self::Unknown,
            (CheckResult::Nothing, _) => self,
            (CheckResult::Passed, Scope::Whole | Scope::Suite) => Self::Passed,
            (CheckResult::Passed, _) if self == Self::Passed => Self::Passed,
            (CheckResult::Passed, Scope::Narrowed | Scope::NoCode) => Self::PassedPart,
        }
    }
}

/// A run that failed.
#[derive(Clone, Copy, Debug)]
struct Failure {
    scope: Scope,
    target: u64,
}

impl Failure {
    fn is_cleared_by(self, run: &Run) -> bool {
        run.scope >= self.scope || run.target == self.target
    }
}

/// How much of what is not seen is known.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Sight {
    /// Nothing.
    Nothing,
    /// That it changed no code.
    NoChange,
}

impl Verification {
    /// Returns where things stand after `work`; `None` if actions may be missing. `known` are the
    /// kinds of checks that the project or the session is known to have, of whatever they look at.
    #[must_use]
    pub fn after(work: &Work, known: KindSet) -> Option<Self> {
        Self::of_work(work, known, true)
    }

    /// Returns the same where these checks are known to exist: where none of them looks at style
    /// sheets, none needs to run after one changed.
    #[must_use]
    pub fn after_with(work: &Work, known: &KnownChecks) -> Option<Self> {
        let reads_styles = |action: &Action| match &action.what {
            What::Check(run) => known_check::guard_reads_styles(&run.runner),
            What::Change(_)
            | What::Subagent
            | What::Hidden
            | What::Unseen
            | What::Program
            | What::OneOffCode
            | What::Refused => false,
        };
        let styles_count = known.read_styles() || work.actions().any(reads_styles);
        Self::of_work(work, known.kinds(), styles_count)
    }

    fn of_work(work: &Work, known: KindSet, styles_count: bool) -> Option<Self> {
        if !work.is_whole() {
            return None;
        }
        let mut verification = Self { known, ..Self::default() };
        let mut failures: [Option<Failure>; 5] = [None; 5];
        let undone = undone(work);
        for (at, action) in work.actions().enumerate() {
            match &action.what {
                _ if undone.runs.contains(&at) => {}
                What::Change(change) if undone.changes.contains(&at) => {
                    let is_own = !matches!(change.how, How::Stash | How::Unstash);
                    let is_code = is_own && change.kind == FileKind::Code;
                    let undone = &mut verification.changed.undone;
                    *undone = undone.saturating_add(u32::from(is_code));
                }
                What::Change(change) => verification.change(change, styles_count),
                What::Check(run) => verification.run(run, &mut failures),
                What::Subagent | What::Hidden => verification.hide(Sight::Nothing),
                What::Unseen => verification.hide(Sight::NoChange),
                What::OneOffCode => verification.lines_since_check = 0,
                What::Program => {
                    verification.other_ran = true;
                    verification.lines_since_check = 0;
                }
                What::Refused => verification.refused = true,
            }
        }
        Some(verification)
    }

    /// Returns where a kind of check stands.
    #[must_use]
    pub fn of(&self, kind: CheckKind) -> &State {
        match kind {
            CheckKind::Test => &self.test,
            CheckKind::Build => &self.build,
            CheckKind::Lint => &self.lint,
            CheckKind::Types => &self.types,
            CheckKind::Format => &self.format,
        }
    }

    /// Returns where a kind of check stands, to be changed.
    pub(crate) fn of_mut(&mut self, kind: CheckKind) -> &mut State {
        match kind {
            CheckKind::Test => &mut self.test,
            CheckKind::Build => &mut self.build,
            CheckKind::Lint => &mut self.lint,
            CheckKind::Types => &mut self.types,
            CheckKind::Format => &mut self.format,
        }
    }

    /// Returns the kinds of which a check ran on the code as it is now.
    #[must_use]
    pub fn fresh(&self) -> KindSet {
        CheckKind::ALL.into_iter().filter(|kind| self.of(*kind).last.is_fresh()).collect()
    }

    /// Returns the kinds of which a check ran on the code as it is now, and looked at more than the
    /// files of a commit.
    #[must_use]
    pub fn guard_checked(&self) -> KindSet {
        self.fresh().iter().filter(|kind| !self.of(*kind).staged).collect()
    }

    /// Returns the kinds of which a check passed on the code as it is now.
    #[must_use]
    pub fn passed(&self) -> KindSet {
        CheckKind::ALL.into_iter().filter(|kind| self.of(*kind).last.is_pass()).collect()
    }

    fn change(&mut self, change: &Change, styles_count: bool) {
        let count = match change.kind {
            FileKind::Code => &mut self.changed.code,
            FileKind::Script => &mut self.changed.scripts,
            FileKind::Docs => &mut self.changed.docs,
            FileKind::Config | FileKind::Other => &mut self.changed.other,
        };
        *count = count.saturating_add(1);
        // A formatter leaves what the code does as it was, and checks know that.
        if change.kind != FileKind::Code || change.how == How::Formatter {
            return;
        }
        if let Some(path) = &change.path {
            self.known = self.known.or(FileKind::checks_of_language(path));
        }
        let lines = change.lines.unwrap_or(0);
        self.changed.lines = self.changed.lines.saturating_add(lines);
        let is_style = change.path.as_deref().is_some_and(FileKind::is_style_sheet);
        if styles_count || !is_style {
            self.lines_since_check = self.lines_since_check.saturating_add(lines);
        }
        for kind in CheckKind::ALL {
            let state = self.of_mut(kind);
            state.last = state.last.after_change();
            state.lines_since = state.lines_since.saturating_add(lines);
            state.flagged = false;
            state.staged = false;
        }
    }

    fn run(&mut self, run: &Run, failures: &mut [Option<Failure>; 5]) {
        if run.guard_reads_code() {
            self.known = self.known.or(run.kinds);
        }
        // What found nothing to run bears nothing out and clears nothing.
        if run.result == CheckResult::Nothing {
            return;
        }
        for (kind, failure) in CheckKind::ALL.into_iter().zip(failures.iter_mut()) {
            if !run.kinds.contains(kind) {
                continue;
            }
            let state = self.of_mut(kind);
            state.runs = state.runs.saturating_add(1);
            if !run.guard_reads_code() {
                continue;
            }
            let was_fresh = state.last.is_fresh();
            let is_blind = run.result == CheckResult::Unknown && state.last.is_pass();
            state.last = state.last.after_run(run, *failure);
            if !is_blind {
                state.runner = Some(run.runner.clone());
            }
            let is_staged = run.seen_in == SeenIn::StagedFiles;
            state.staged = is_staged && (state.staged || !was_fresh);
            state.lines_since = 0;
            state.flagged |= run.flagged;
            if run.result == CheckResult::Failed {
                *failure = Some(Failure { scope: run.scope, target: run.target });
            }
        }
        // That the layout is right says nothing about the lines, nor does what fixes it on the way;
        // and a failure never counts for the agent.
        let is_staged = run.seen_in == SeenIn::StagedFiles;
        let is_layout = run.kinds == KindSet::of(&[CheckKind::Format]);
        let has_failed = run.result == CheckResult::Failed;
        if run.guard_reads_code() && !is_layout && !is_staged && !has_failed {
            self.lines_since_check = 0;
        }
    }

    /// What is not seen may have checked the code: what is lacking may be there. But it takes no
    /// failure back, unless it may have changed the code, too.
    fn hide(&mut self, sight: Sight) {
        self.lines_since_check = 0;
        for kind in CheckKind::ALL {
            let state = self.of_mut(kind);
            state.lines_since = 0;
            let stays_failed = state.last == Last::Failed && sight == Sight::NoChange;
            if !state.last.is_pass() && !stays_failed {
                state.last = Last::Unknown;
            }
        }
    }
}
