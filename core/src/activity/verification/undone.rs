//! What a turn did and took back: the code is as if it had not been.

use alloc::{string::String, vec::Vec};

use crate::activity::work::{Action, Change, CheckResult, How, What, Work};

/// What does not count, by its place among the actions.
#[derive(Clone, Debug, Default)]
pub(super) struct Undone {
    /// Changes that were taken back, and those that took them back.
    pub(super) changes: Vec<usize>,
    /// Runs of code that is gone.
    pub(super) runs: Vec<usize>,
}

/// Returns what was taken back by the end of `work`.
pub(super) fn undone(work: &Work) -> Undone {
    let mut undone = put_back(work);
    undone.changes.extend(restored(work));
    undone
}

/// Returns the edits that put an old text back, and those that they take back. Where a check failed
/// in between, both stay: what failed is of the code that is gone.
///
/// Who takes an edit back to see a check fail, and puts it in again, has changed nothing: the check
/// that failed is of other code, and nothing is left to fix.
fn put_back(work: &Work) -> Undone {
    let mut open: Vec<(usize, &Change)> = Vec::new();
    let mut all: Vec<&Change> = Vec::new();
    let mut reverts: Vec<Revert<'_>> = Vec::new();
    let mut failed: Vec<usize> = Vec::new();
    let mut undone = Undone::default();
    for (at, action) in work.actions().enumerate() {
        match &action.what {
            What::Change(change) => {
                let again = reverts.iter().rposition(|one| change.guard_takes_back(one.change));
                if let Some(revert) = again.map(|again| reverts.remove(again)) {
                    let of = revert.of.map(|(of, _)| of);
                    undone.changes.retain(|one| Some(*one) != of && *one != revert.at);
                    undone.changes.extend([revert.at, at]);
                    undone.runs.extend(failed.iter().skip(revert.failed));
                    open.extend(revert.of);
                    continue;
                }
                let duplicate =
                    open.iter().rposition(|(_, before)| change.guard_takes_back(before));
                let of = duplicate.map(|duplicate| open.remove(duplicate));
                match of {
                    Some((before, _)) => undone.changes.extend([before, at]),
                    None => open.push((at, change)),
                }
                if all.iter().any(|before| change.guard_takes_back(before)) {
                    reverts.push(Revert { at, change, of, failed: failed.len() });
                }
                all.push(change);
            }
            What::Check(run) if run.result == CheckResult::Failed => {
                failed.push(at);
                open.clear();
            }
            What::Check(_)
            | What::Subagent
            | What::Hidden
            | What::Unseen
            | What::Program
            | What::OneOffCode
            | What::Refused => {}
        }
    }
    undone
}

/// An edit that puts back what an earlier one put away.
#[derive(Clone, Copy, Debug)]
struct Revert<'a> {
    at: usize,
    change: &'a Change,
    /// The edit that it takes back, where nothing failed between them.
    of: Option<(usize, &'a Change)>,
    /// How many checks failed before it.
    failed: usize,
}

/// Returns the changes of files that `git` restored later, and the restoring itself.
fn restored(work: &Work) -> Vec<usize> {
    let path = |action: &Action| match &action.what {
        What::Change(change) => change.path.clone().map(|path| (change.how, path)),
        What::Check(_)
        | What::Subagent
        | What::Hidden
        | What::Unseen
        | What::Program
        | What::OneOffCode
        | What::Refused => None,
    };
    let changes: Vec<(usize, How, String)> = work
        .actions()
        .enumerate()
        .filter_map(|(at, action)| path(action).map(|(how, path)| (at, how, path)))
        .collect();
    let mut undone = Vec::new();
    for (at, _, restored) in changes.iter().filter(|(_, how, _)| *how == How::Git) {
        let is_same = |path: &str| {
            path.strip_suffix(restored.as_str())
                .is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
        };
        let before = changes
            .iter()
            .take_while(|(other, _, _)| other != at)
            .filter(|(_, how, path)| *how != How::Git && is_same(path));
        let before: Vec<usize> = before.map(|(other, _, _)| *other).collect();
        if !before.is_empty() {
            undone.extend(before);
            undone.push(*at);
        }
    }
    undone
}
