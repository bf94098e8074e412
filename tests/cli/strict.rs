//! The alarm after a host's upgrade: what `facts` does not know.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::conversation::Conversation;
use crate::judge::SPRAG;

/// Returns the exit code of `facts` on these paths, what it prints, and what it complains of.
fn facts(folder: &Path, arguments: &[&str]) -> (Option<i32>, Value, String) {
    let mut command = Command::new(SPRAG);
    let output =
        command.env_clear().current_dir(folder).arg("facts").args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), serde_json::from_str(&text).unwrap(), said)
}

fn known() -> Conversation {
    let prompt = json!({
        "type": "user", "uuid": "u1", "promptId": "p1", "version": "2.1.332",
        "message": {"role": "user", "content": "Please."},
    });
    Conversation::begin().record(&prompt).says("Done.")
}

fn unknown() -> Conversation {
    known().record(&json!({"type": "thought-stream"})).record(&json!({"type": "thought-stream"}))
}

fn write(folder: &Path, name: &str, conversation: &Conversation) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, conversation.bytes()).unwrap();
}

#[test]
fn a_known_transcript_passes_and_shows_that_nothing_is_unknown() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "a.jsonl", &known());
    let (code, plain, _) = facts(folder.path(), &["a.jsonl"]);
    let (strict_code, mut strict, said) = facts(folder.path(), &["a.jsonl", "--strict"]);
    assert_eq!((code, strict_code, said.as_str()), (Some(0), Some(0), ""));
    let nothing = json!({"record_types": {}, "block_types": {}, "missing": {}});
    assert_eq!(strict.as_object_mut().unwrap().remove("unknown"), Some(nothing));
    assert_eq!(strict, plain);
}

#[test]
fn something_unknown_fails_with_1_and_only_where_it_is_asked_for() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "a.jsonl", &unknown());
    let (code, shown, said) = facts(folder.path(), &["--strict", "a.jsonl"]);
    assert_eq!(code, Some(1));
    assert_eq!(shown["unknown"]["record_types"], json!({"thought-stream": 2}));
    assert_eq!(said, "sprag: the file contains something that sprag does not know\n");
    assert_eq!(facts(folder.path(), &["a.jsonl"]).0, Some(0));
}

#[test]
fn a_folder_and_several_files_make_one_summary() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "all/a.jsonl", &known());
    write(folder.path(), "all/deep/down/b.jsonl", &unknown());
    write(folder.path(), "all/c.json", &unknown());
    symlink(folder.path(), folder.path().join("all/circle")).unwrap();
    let unknown = json!({
        "record_types": {"thought-stream": 2}, "block_types": {}, "missing": {},
    });
    let lines = 2 * known().bytes().iter().filter(|byte| **byte == b'\n').count() + 2;
    let expected = json!({
        "host": "claude", "files": 2, "lines": lines, "unknown": unknown,
        "where_unknown": {"all/deep/down/b.jsonl": unknown},
    });
    let (code, shown, _) = facts(folder.path(), &["all", "--strict"]);
    assert_eq!((code, &shown), (Some(1), &expected));
    let both = ["all/a.jsonl", "all/deep/down/b.jsonl", "all"];
    assert_eq!(facts(folder.path(), &both), (Some(0), expected, String::new()));
}

#[test]
fn a_folder_without_transcripts_shows_nothing_and_so_fails() {
    let folder = TempDir::new().unwrap();
    let mut command = Command::new(SPRAG);
    let output = command.env_clear().arg("facts").arg(folder.path()).arg("--strict").output();
    let output = output.unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), b"".as_slice()));
    assert!(String::from_utf8(output.stderr).unwrap().contains("no .jsonl file"));
}
