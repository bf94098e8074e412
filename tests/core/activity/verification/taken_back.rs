//! Changes that were taken back.
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
