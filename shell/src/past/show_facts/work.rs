//! What a turn changed and which checks it ran, as `sprag facts` prints it.

use alloc::collections::BTreeMap;

use serde::Serialize;
use sprag_core::activity::check_kind::{CheckKind, KindSet};
use sprag_core::activity::file_kind::FileKind;
use sprag_core::activity::known_check::KnownChecks;
use sprag_core::activity::verification::Verification;
use sprag_core::activity::work::{Action, By, CheckResult, How, Scope, SeenIn, What, Work};

/// The members that describe the work of a turn; each is null where it is not known.
#[derive(Serialize)]
pub(super) struct ShownWork {
    changes: Option<Vec<ShownChange>>,
    checks: Option<Vec<ShownCheck>>,
    fresh_pass: Option<BTreeMap<CheckKind, bool>>,
    known_checks: KnownChecks,
}

#[derive(Serialize)]
struct ShownChange {
    #[serde(flatten)]
    place: Place,
    how: How,
    path: Option<String>,
    lines: Option<u32>,
    kind: FileKind,
    docs: bool,
}

#[derive(Serialize)]
struct ShownCheck {
    #[serde(flatten)]
    place: Place,
    kind: KindSet,
    runner: String,
    scope: Scope,
    result: CheckResult,
    /// Whether no code changed after it.
    fresh: bool,
    seen_in: SeenIn,
}

/// Where an action was found. Lines of a subagent are those of its own transcript, counted from the
/// end as its length is not known.
#[derive(Serialize)]
struct Place {
    line: Option<u64>,
    by: By,
}

impl ShownWork {
    pub(super) fn of(work: Option<&Work>, known_checks: KnownChecks, lines: u64) -> Self {
        let verification = work.and_then(|work| Verification::after_with(work, &known_checks));
        let place = |action: &Action| Place {
            line: (action.by == By::Agent).then(|| action.at.number(lines)),
            by: action.by,
        };
        let changes = work.map(|work| {
            let shown = work.actions().filter_map(|action| match &action.what {
                What::Change(change) => Some(ShownChange {
                    place: place(action),
                    how: change.how,
                    path: change.path.clone(),
                    lines: change.lines,
                    kind: change.kind,
                    docs: change.kind == FileKind::Docs,
                }),
                What::Check(_)
                | What::Subagent
                | What::Hidden
                | What::Unseen
                | What::Program
                | What::OneOffCode
                | What::Refused => None,
            });
            shown.collect()
        });
        let checks = work.map(|work| {
            let actions: Vec<&Action> = work.actions().collect();
            let last = actions.iter().rposition(|action| action.what.invalidates_checks());
            let shown = actions.iter().enumerate().filter_map(|(at, action)| match &action.what {
                What::Check(run) => Some(ShownCheck {
                    place: place(action),
                    kind: run.kinds,
                    runner: run.runner.as_str().into(),
                    scope: run.scope,
                    result: run.result,
                    fresh: last.is_none_or(|last| at > last),
                    seen_in: run.seen_in,
                }),
                What::Change(_)
                | What::Subagent
                | What::Hidden
                | What::Unseen
                | What::Program
                | What::OneOffCode
                | What::Refused => None,
            });
            shown.collect()
        });
        let fresh_pass = verification.map(|verification| {
            let passed = verification.passed();
            CheckKind::ALL.into_iter().map(|kind| (kind, passed.contains(kind))).collect()
        });
        Self { changes, checks, fresh_pass, known_checks }
    }
}
