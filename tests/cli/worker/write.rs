//! A file that a worker writes.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use insta::assert_binary_snapshot;
use serde_json::Value;

use super::bench::Bench;
use crate::run::names;
use crate::snapshot;

const CODE: &str = "```python\n    x = 1\n\n    y = 2\n```\n";
const TEXT: &str = "    x = 1\n\n    y = 2\n";

fn bench() -> Bench {
    let mut bench = Bench::new();
    bench.answers(CODE).write("project/test_a.py", "import a\n");
    bench
}

const PLAIN: [&str; 7] =
    ["write", "--spec", "More.", "--reference", "test_a.py", "--context", "config.py"];

fn to<'a>(target: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&PLAIN[..], &["--target", target], more].concat()
}

#[test]
fn without_a_target_the_text_is_printed() {
    let bench = bench();
    let ended = bench.run(&PLAIN);
    assert_eq!((ended.exit, ended.stdout.as_str()), (Some(0), TEXT));
    assert_eq!(
        ended.stderr,
        "[sprag: 72 bytes of 2 files | worker claude-haiku-5-5 used 410 in / 20 out | worker cost \
         $0.0021]\n"
    );
    snapshot::settings().bind(|| {
        let input = bench.took("input").unwrap();
        assert_binary_snapshot!("what_a_writer_reads.txt", input);
    });
}

#[test]
fn a_target_gets_the_whole_text_and_nothing_else_is_left() {
    let bench = bench();
    let ended = bench.run(&to("deep/er/b.py", &[]));
    assert_eq!((ended.exit, ended.stdout.as_str()), (Some(0), ""), "{}", ended.stderr);
    assert!(ended.stderr.starts_with("Wrote 3 lines to deep/er/b.py\n"), "{}", ended.stderr);
    assert_eq!(bench.read("project/deep/er/b.py"), TEXT);
    assert_eq!(names(&bench.path("project/deep/er")), ["b.py"]);
    assert_eq!(bench.usage()[0]["answer_bytes"], 0, "the caller got none of it");
}

#[test]
fn a_file_that_is_there_is_not_touched_and_nobody_is_asked() {
    let mut bench = bench();
    bench.write("project/b.py", "mine\n").write("project/folder/x", "");
    symlink("nowhere", bench.path("project/dangling.py")).unwrap();
    assert_eq!(
        bench.is_refused(&to("b.py", &[])),
        "b.py exists; nothing was asked; --force replaces it\n"
    );
    for other in ["folder", "dangling.py"] {
        let said = bench.is_refused(&to(other, &["--force"]));
        assert_eq!(said, format!("{other} is not a file that can be written\n"));
    }
    assert_eq!(bench.read("project/b.py"), "mine\n");
}

#[test]
fn a_file_that_may_not_be_replaced_is_refused_before_anybody_is_asked() {
    let mut bench = bench();
    let path = bench.write("project/b.py", "mine\n").path("project/b.py");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let said = bench.is_refused(&to("b.py", &["--force"]));
    assert_eq!(said, "b.py was not written: it is read-only; make it writable first\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    fs::hard_link(&path, bench.path("project/c.py")).unwrap();
    let said = bench.is_refused(&to("b.py", &["--force"]));
    assert!(said.contains("it has 2 names (hard links)"), "{said}");
    assert_eq!(bench.read("project/c.py"), "mine\n");
}

#[test]
fn with_force_it_is_replaced_whole_and_keeps_its_rights_and_its_links() {
    let mut bench = bench();
    bench.write("project/b.sh", "mine\n");
    let path = bench.path("project/b.sh");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o750)).unwrap();
    symlink("b.sh", bench.path("project/link")).unwrap();
    assert_eq!(bench.run(&to("link", &["--force"])).exit, Some(0));
    assert_eq!(bench.read("project/b.sh"), TEXT);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o750);
    assert!(fs::symlink_metadata(bench.path("project/link")).unwrap().is_symlink());
}

/// Between the look and the answer somebody else may write there.
#[test]
fn what_came_into_being_meanwhile_stays_and_the_text_is_printed() {
    let mut bench = bench();
    let target = bench.path("project/b.py");
    let script = format!(
        "#!/bin/sh\nprintf mine > '{}'\nprintf '{{\"result\":\"x = 1\"}}'\n",
        target.display()
    );
    let ended = bench.program("claude", &script).run(&to("b.py", &[]));
    assert_eq!((ended.exit, ended.stdout.as_str()), (Some(1), "x = 1\n"), "{}", ended.stderr);
    assert!(
        ended.stderr.contains("b.py was not written: somebody has just made it"),
        "{}",
        ended.stderr
    );
    assert_eq!(bench.read("project/b.py"), "mine");
    assert_eq!(bench.usage()[0]["answer_bytes"], 6);
}

#[test]
fn a_text_that_cannot_be_put_there_is_printed() {
    let mut bench = bench();
    bench.write("project/file", "");
    let ended = bench.run(&to("file/b.py", &[]));
    assert_eq!((ended.exit, ended.stdout.as_str()), (Some(1), TEXT), "{}", ended.stderr);
    assert!(ended.stderr.contains("file/b.py was not written: "), "{}", ended.stderr);
}

#[test]
fn what_is_odd_about_the_text_is_said() {
    let mut bench = bench();
    let alone = bench.run(&PLAIN[..5]);
    assert!(alone.stderr.starts_with("[sprag: no --context: "), "{}", alone.stderr);
    let two = "```py\na = 1\n```\nand\n```py\nb = 2\n```\n";
    let ended = bench.answers(two).run(&PLAIN);
    assert_eq!(ended.stdout, two);
    assert!(ended.stderr.contains("more than one block of code"), "{}", ended.stderr);
}

#[test]
fn the_line_ends_are_those_of_the_reference() {
    let mut bench = bench();
    bench.write("project/test_a.py", "import a\r\n");
    let ended = bench.run(&to("b.py", &[]));
    assert_eq!(bench.read("project/b.py"), TEXT.replace('\n', "\r\n"));
    assert!(ended.stderr.contains("line ends were changed to CR LF"), "{}", ended.stderr);
}

#[test]
fn a_reference_that_is_also_context_is_named_twice() {
    let said = bench().is_refused(&[&PLAIN[..], &["--context", "./test_a.py"]].concat());
    assert_eq!(said, "named twice: ./test_a.py; name each file once\n");
}

#[test]
fn as_json_it_names_the_target_in_place_of_the_text() {
    let bench = bench();
    let ended = bench.run(&to("b.py", &["--json"]));
    let shown: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!((&shown["target"], &shown["answer"]), (&Value::from("b.py"), &Value::Null));
}
