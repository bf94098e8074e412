//! Changes that were taken back.
use sprag_core::activity::work::{Action, LineFromEnd};

use super::*;

#[test]
fn a_file_that_git_restored_takes_its_changes_back() {
    let edits = |path: &str| What::Change(change(path, 5));
    let git = |path: Option<&str>| {
        let change = change(path.unwrap_or("x.py"), 0);
        What::Change(Change { how: How::Git, path: path.map(Into::into), lines: None, ..change })
    };
    let count = |actions| {
        let found = verification(actions);
        (found.changed.code, found.changed.lines)
    };
    let full = "/home/dev/calc/src/add.py";
    // The command names it from its folder, or as the tool did.
    assert_eq!(count(vec![edits(full), git(Some("src/add.py"))]), (0, 0));
    assert_eq!(count(vec![edits(full), git(Some(full))]), (0, 0));
    assert_eq!(count(vec![edits(full), edits(full), git(Some("add.py"))]), (0, 0));
    // What was edited after it stays, and so does another file, and what is not named.
    assert_eq!(count(vec![git(Some("src/add.py")), edits(full)]), (2, 5));
    assert_eq!(count(vec![edits(full), git(Some("dd.py"))]), (2, 5));
    assert_eq!(count(vec![edits(full), git(Some("src/other.py"))]), (2, 5));
    assert_eq!(count(vec![edits(full), git(None)]), (2, 5));
    // A check that ran in between is as fresh as the code is.
    assert_eq!(last(vec![tests(Passed), edits(full), git(Some("src/add.py"))]), Last::Passed);
}

#[test]
fn an_edit_that_puts_the_old_text_back_takes_the_other_back() {
    let edits = |path: &str, old, new| {
        let texts = Some(Texts { old, new });
        What::Change(Change { texts, ..change(path, 5) })
    };
    let (there, back) = (|| edits("a.py", 1, 2), || edits("a.py", 2, 1));
    let lines = |actions| verification(actions).changed.lines;
    assert_eq!(lines(vec![there(), back()]), 0);
    assert_eq!(lines(vec![there(), back(), there()]), 5);
    assert_eq!(lines(vec![there(), there(), back()]), 5);
    assert_eq!(lines(vec![there(), edits("b.py", 7, 8), back()]), 5);
    for other in [edits("b.py", 2, 1), edits("a.py", 2, 3), edits("a.py", 3, 1), edit(5)] {
        assert_eq!(lines(vec![there(), other]), 10);
    }
    let nameless = |old, new| {
        let texts = Some(Texts { old, new });
        What::Change(Change { path: None, texts, ..change("a.py", 5) })
    };
    assert_eq!(lines(vec![nameless(1, 2), nameless(2, 1)]), 10);
    // What passed before is as fresh as the code is; what failed in between is of code now gone.
    assert_eq!(last(vec![tests(Passed), there(), back()]), Last::Passed);
    assert_eq!(last(vec![tests(Passed), there(), tests(Passed), back()]), Last::Passed);
    assert_eq!(last(vec![tests(Passed), there(), tests(Failed), back()]), Last::StaleFailed);
}

#[test]
fn an_edit_that_is_taken_back_to_see_a_check_fail_and_put_in_again_leaves_the_pass() {
    let edits = |old, new| {
        let texts = Some(Texts { old, new });
        What::Change(Change { texts, ..change("a.py", 5) })
    };
    let (there, back) = (|| edits(1, 2), || edits(2, 1));
    let mutation = [back(), tests(Failed), there()];
    let seen = verification([&[there(), tests(Passed)][..], &mutation].concat());
    assert_eq!((seen.test.last, seen.changed.lines), (Last::Passed, 5));
    // A check that failed before the edit was made changes nothing of that.
    let seen = verification([&[tests(Failed), there(), tests(Passed)][..], &mutation].concat());
    assert_eq!((seen.test.last, seen.changed.lines), (Last::Passed, 5));
    let seen =
        verification([&[there(), tests(Failed), edit(3), tests(Passed)][..], &mutation].concat());
    assert_eq!((seen.test.last, seen.changed.lines), (Last::Passed, 8));
    // Twice.
    let seen = verification([&[there(), tests(Passed)][..], &mutation, &mutation].concat());
    assert_eq!((seen.test.last, seen.changed.lines), (Last::Passed, 5));
    // What fails once the edit is in again is of the code as it is.
    let seen = verification([&[there(), tests(Passed)][..], &mutation, &[tests(Failed)]].concat());
    assert_eq!(seen.test.last, Last::Failed);
}

#[test]
fn what_was_taken_back_is_counted_apart() {
    let edits = |old, new| {
        let texts = Some(Texts { old, new });
        What::Change(Change { texts, ..change("a.py", 5) })
    };
    let changed = verification(vec![edits(1, 2), edits(2, 1)]).changed;
    assert_eq!((changed.code, changed.undone), (0, 2));
}

/// A change by these means to a file, or to what is not named.
fn by(how: How, path: Option<&str>) -> What {
    let change = change(path.unwrap_or("x.py"), 5);
    let lines = matches!(how, How::Write | How::Edit).then_some(5);
    What::Change(Change { how, path: path.map(Into::into), lines, ..change })
}

fn stash() -> What {
    by(How::Stash, None)
}

fn pop() -> What {
    by(How::Unstash, None)
}

#[test]
fn what_was_put_away_and_brought_back_has_changed_nothing() {
    assert_eq!(last(vec![edit(5), tests(Passed), stash(), pop()]), Last::Passed);
    // What ran in between is of other code, passed or failed.
    assert_eq!(last(vec![edit(5), tests(Passed), stash(), tests(Failed), pop()]), Last::Passed);
    assert_eq!(last(vec![edit(5), stash(), tests(Passed), pop()]), Last::None);
    assert_eq!(last(vec![edit(5), tests(Failed), stash(), tests(Passed), pop()]), Last::Failed);
    let seen = verification(vec![edit(5), stash(), What::Program, What::OneOffCode, pop()]);
    assert_eq!((seen.lines_since_check, seen.other_ran), (5, false));
    // It is no change that anybody could be asked for.
    let changed = verification(vec![stash(), pop()]).changed;
    assert_eq!((changed.code, changed.undone), (0, 0));
    // One within the other, and several files at once.
    let twice = vec![edit(5), tests(Passed), stash(), stash(), pop(), tests(Failed), pop()];
    assert_eq!(last(twice), Last::Passed);
    let files = ["a.py", "b.py"].map(|path| by(How::Stash, Some(path)));
    let [a, b] = files;
    assert_eq!(last(vec![edit(5), tests(Passed), a, b, pop()]), Last::Passed);
}

/// Each command of its own is put away apart, and the last one comes back first.
#[test]
fn what_one_command_put_away_does_not_come_back_with_what_the_next_one_did() {
    let last = |actions: Vec<What>| {
        let lines = (0..9).rev().map(LineFromEnd);
        let apart = actions.into_iter().zip(lines);
        let actions = apart.map(|(what, at)| Action { at, ..action(what, None) }).collect();
        Verification::after(&work(actions), KindSet::NONE).unwrap().test.last
    };
    let put = |path: &str| by(How::Stash, Some(path));
    let begun = || vec![edit(5), tests(Passed), put("a.py"), put("b.py"), pop()];
    assert_eq!(last(begun()), Last::StalePassed);
    assert_eq!(last([begun(), vec![pop()]].concat()), Last::Passed);
}

#[test]
fn what_was_only_put_away_or_meets_other_code_is_a_change() {
    assert_eq!(last(vec![edit(5), tests(Passed), stash()]), Last::StalePassed);
    assert_eq!(last(vec![edit(5), tests(Passed), pop()]), Last::StalePassed);
    assert_eq!(last(vec![edit(5), tests(Passed), pop(), stash()]), Last::StalePassed);
    assert_eq!(last(vec![edit(5), tests(Passed), stash(), edit(3), pop()]), Last::StalePassed);
    assert_eq!(last(vec![edit(5), stash(), edit(3), tests(Failed), pop()]), Last::StaleFailed);
    // Edits of a file that is put away are gone, unless that is brought back.
    let away = || by(How::Stash, Some("src/a.py"));
    let edits = || What::Change(change("/p/src/a.py", 5));
    assert_eq!(verification(vec![edits(), away()]).changed.code, 0);
    assert_eq!(verification(vec![edits(), away(), pop()]).changed.code, 1);
}

#[test]
fn a_file_that_was_written_and_removed_has_changed_nothing() {
    let path = "/p/scratch_test.py";
    let (writes, removes) = (|| by(How::Write, Some(path)), |end| by(How::Remove, Some(end)));
    for end in [path, "scratch_test.py", "./scratch_test.py"] {
        let seen = verification(vec![edit(5), tests(Passed), writes(), removes(end)]);
        assert_eq!((seen.test.last, seen.changed.lines), (Last::Passed, 5), "{end}");
    }
    let edits = by(How::Edit, Some(path));
    let all = vec![tests(Passed), writes(), edits.clone(), tests(Passed), removes(path)];
    assert_eq!(last(all), Last::Passed);
    // What was there before is gone; and so may be what failed.
    assert_eq!(last(vec![tests(Passed), edits, removes(path)]), Last::StalePassed);
    assert_eq!(last(vec![tests(Passed), writes(), removes("t.py")]), Last::StalePassed);
    assert_eq!(last(vec![writes(), tests(Failed), removes(path)]), Last::StaleFailed);
    assert_eq!(last(vec![tests(Passed), removes(path)]), Last::StalePassed);
    assert_eq!(last(vec![tests(Passed), writes(), removes(path), writes()]), Last::StalePassed);
}
