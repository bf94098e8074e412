//! Why there is no answer, and how the command ends.
use sprag_core::checks::verdict::Refusal;
use sprag_core::worker::{Exit, Failure, TargetFailure};

use crate::assert_bytes;

/// One of each.
fn all() -> Vec<Failure> {
    let said = String::from("boom");
    vec![
        Failure::Nested,
        Failure::Sandboxed,
        Failure::Denied,
        Failure::Missing(vec!["a".into(), "b".into()]),
        Failure::Repeated(vec!["b".into()]),
        Failure::Changed("a".into()),
        Failure::Secrets(vec![("a".into(), "its name matches .env".into())]),
        Failure::TooMany(500),
        Failure::TooLarge { bytes: 700_000, most: 600_000 },
        Failure::Target(TargetFailure::Steers { path: ".envrc".into(), by: ".envrc".into() }),
        Failure::Target(TargetFailure::Outside {
            path: "/q/t.py".into(),
            project: Some("/p".into()),
        }),
        Failure::Target(TargetFailure::Outside { path: "t.py".into(), project: None }),
        Failure::Target(TargetFailure::Forbidden {
            path: ".ssh/a".into(),
            why: "it says who may come in",
        }),
        Failure::Target(TargetFailure::Exists("t.py".into())),
        Failure::Target(TargetFailure::NotAFile("t".into())),
        Failure::Target(TargetFailure::NotWritten { path: "t.py".into(), error: said.clone() }),
        Failure::Outdated { who: "claude", lacks: vec!["--tools"] },
        Failure::Silent { who: "claude", seconds: 10 },
        Failure::NoProgram { name: "claude".into(), setting: "claude_bin", open: None },
        Failure::NoProgram {
            name: "claude".into(),
            setting: "claude_bin",
            open: Some("/opt/bin/claude".into()),
        },
        Failure::NoFolder,
        Failure::NotRun(said.clone()),
        Failure::NoKey,
        Failure::OddKey,
        Failure::Endpoint(Refusal::NotListed),
        Failure::Connection,
        Failure::Timeout { seconds: 180 },
        Failure::Interrupted,
        Failure::Exited { who: "claude", code: Some(1), said: said.clone() },
        Failure::Exited { who: "codex", code: None, said: said.clone() },
        Failure::Status { status: 529, said: said.clone() },
        Failure::Odd { who: "claude", beginning: "<html>".into() },
        Failure::TooLong,
        Failure::Refused(said),
    ]
}

#[test]
fn every_failure_says_what_to_do() {
    let line = |failure: &Failure| format!("{} ({})\n", failure, failure.word());
    assert_bytes("failures_of_a_worker.txt", all().iter().map(line).collect::<String>().as_bytes());
}

#[test]
fn no_failure_ends_as_a_block_would() {
    for failure in all() {
        let code = Exit::of(&failure).code();
        assert_eq!(code, if failure == Failure::Interrupted { 130 } else { 1 }, "{failure}");
    }
    assert_eq!(Exit::Done.code(), 0);
}

#[test]
fn what_was_refused_before_anybody_was_asked_is_not_a_call() {
    let of_call: Vec<&str> =
        all().iter().filter(|failure| failure.is_of_call()).map(Failure::word).collect();
    assert_eq!(
        of_call,
        [
            "unheard",
            "connection",
            "timeout",
            "interrupted",
            "exited",
            "exited",
            "status",
            "odd",
            "too_long",
            "refused"
        ]
    );
}

#[test]
fn no_name_in_a_failure_moves_a_cursor_or_ends_a_line() {
    let name = || String::from("a\u{1b}[2Jb\u{7}\nsprag: c");
    for failure in [
        Failure::Missing(vec![name()]),
        Failure::Repeated(vec![name()]),
        Failure::Changed(name()),
        Failure::Secrets(vec![(name(), "its name".into())]),
        Failure::Target(TargetFailure::Steers { path: name(), by: name() }),
        Failure::Target(TargetFailure::Outside { path: name(), project: Some(name()) }),
        Failure::Target(TargetFailure::Outside { path: name(), project: None }),
        Failure::Target(TargetFailure::Forbidden { path: name(), why: "it steers" }),
        Failure::Target(TargetFailure::Exists(name())),
        Failure::Target(TargetFailure::NotAFile(name())),
        Failure::Target(TargetFailure::NotWritten { path: name(), error: "boom".into() }),
    ] {
        let said = failure.to_string();
        assert!(said.contains("a\\u{1b}[2Jb\\u{7}\\nsprag: c"), "{said}");
        assert!(!said.contains(['\u{1b}', '\u{7}']) && !said.contains("\nsprag"), "{said}");
    }
}
