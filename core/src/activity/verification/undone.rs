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
    let mut undone = put_away(work);
    let Undone { changes, runs } = put_back(work, &undone.runs);
    undone.changes.extend(changes);
    undone.runs.extend(runs);
    undone.changes.extend(restored(work));
    undone.changes.extend(thrown_away(work, &undone.runs));
    undone
}

/// Returns what `git stash` put away and brought back, and what ran in between: that was other
/// code. If something else changed in between, the code is not what it was before.
fn put_away(work: &Work) -> Undone {
    let mut undone = Undone::default();
    let mut open: Vec<Vec<usize>> = Vec::new();
    let mut last = None;
    let actions: Vec<&Action> = work.actions().collect();
    for (at, action) in actions.iter().enumerate() {
        let What::Change(change) = &action.what else { continue };
        match change.how {
            // The files of one command.
            How::Stash if last.is_some_and(|(last, line)| last == at && line == action.at) => {
                open.last_mut().into_iter().for_each(|group| group.push(at));
            }
            How::Stash => open.push(Vec::from([at])),
            How::Unstash => {
                let Some(group) = open.pop() else { continue };
                let start = group.last().map_or(at, |last| last.saturating_add(1));
                let between = actions.get(start..at).unwrap_or_default();
                let changes = |at: usize, action: &Action| {
                    matches!(action.what, What::Change(_)) && !undone.changes.contains(&at)
                };
                let mut numbered = between.iter().zip(start..);
                if numbered.clone().any(|(action, at)| changes(at, action)) {
                    continue;
                }
                let ran = numbered.by_ref().filter(|(action, _)| is_run(action));
                undone.runs.extend(ran.map(|(_, at)| at));
                undone.changes.extend(group);
                undone.changes.push(at);
            }
            How::Edit
            | How::Write
            | How::Patch
            | How::Mcp
            | How::Shell
            | How::Git
            | How::Remove
            | How::Formatter => {}
        }
        let names_file = change.how == How::Stash && change.path.is_some();
        last = names_file.then(|| (at.saturating_add(1), action.at));
    }
    undone
}

/// Returns whether something ran that may say how the code is.
fn is_run(action: &Action) -> bool {
    matches!(action.what, What::Check(_) | What::Program | What::OneOffCode)
}

/// Returns the changes of files that were written whole and taken away again: trials. Where a check
/// failed in between, they stay.
fn thrown_away(work: &Work, other: &[usize]) -> Vec<usize> {
    let mut undone = Vec::new();
    let mut written: Vec<(usize, &Change)> = Vec::new();
    for (at, action) in work.actions().enumerate() {
        match &action.what {
            What::Check(run) if run.result == CheckResult::Failed && !other.contains(&at) => {
                written.clear();
            }
            What::Change(change) if change.how == How::Remove => {
                let Some(removed) = change.path.as_deref() else { continue };
                let is_same = |(_, one): &&(usize, &Change)| {
                    one.path.as_deref().is_some_and(|path| names_same(path, removed))
                };
                let own: Vec<(usize, &Change)> = written.iter().filter(is_same).copied().collect();
                if own.first().is_some_and(|(_, first)| guard_writes_whole(first)) {
                    undone.extend(own.into_iter().map(|(at, _)| at));
                    undone.push(at);
                }
            }
            What::Change(change) => written.push((at, change)),
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

/// Returns whether a change writes all that its file holds from then on.
fn guard_writes_whole(change: &Change) -> bool {
    change.how == How::Write || (change.how == How::Shell && change.lines.is_some())
}

/// Returns whether a path is the end of another.
fn names_same(path: &str, end: &str) -> bool {
    let end = end.trim_start_matches("./");
    path.strip_suffix(end).is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
}

/// Returns the edits that put an old text back, and those that they take back. Where a check failed
/// in between, both stay: what failed is of the code that is gone.
///
/// Who takes an edit back to see a check fail, and puts it in again, has changed nothing: the check
/// that failed is of other code, and nothing is left to fix.
fn put_back(work: &Work, other: &[usize]) -> Undone {
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
            What::Check(run) if run.result == CheckResult::Failed && !other.contains(&at) => {
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

/// Returns whether `git stash` brought back what it had put away.
fn brings_back(action: &Action) -> bool {
    matches!(&action.what, What::Change(change) if change.how == How::Unstash)
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
    // What is brought back later is not gone.
    let stays_away = !work.actions().any(brings_back);
    let restores = |how: How| how == How::Git || (how == How::Stash && stays_away);
    for (at, _, restored) in changes.iter().filter(|(_, how, _)| restores(*how)) {
        let is_same = |path: &str| names_same(path, restored);
        let before = changes
            .iter()
            .take_while(|(other, _, _)| other != at)
            .filter(|(_, how, path)| !restores(*how) && is_same(path));
        let before: Vec<usize> = before.map(|(other, _, _)| *other).collect();
        if !before.is_empty() {
            undone.extend(before);
            undone.push(*at);
        }
    }
    undone
}
