//! Each mutation does what its name says, where it may.

use serde_json::{Value, json};

use super::*;
use crate::reader;
use crate::transcript::Transcript;

fn call(id: &str, tool: &str, input: Value) -> Value {
    json!({"type": "tool_use", "id": id, "name": tool, "input": input})
}

fn result(id: &str, text: &str) -> Value {
    json!([{"type": "tool_result", "tool_use_id": id, "content": text}])
}

const TEST_RUN: (&str, &str) = ("cd a && bun test", " 12 pass\n 0 fail\nRan 12 tests");
const LINT_RUN: (&str, &str) = ("bun run lint", "Checked 3 files.");

/// A turn that edits, checks twice and reports.
fn tape() -> Tape {
    turn(&[edit(8), ran(TEST_RUN), ran(LINT_RUN)])
}

type Part = (&'static str, Value, &'static str);

fn edit(lines: usize) -> Part {
    let new = "let a = 1;\n".repeat(lines);
    ("Edit", json!({"file_path": "/home/dev/calc/sum.ts", "new_string": new}), "done")
}

fn ran((command, output): (&'static str, &'static str)) -> Part {
    ("Bash", json!({"command": command}), output)
}

/// A turn that makes these calls after another one.
fn turn(parts: &[Part]) -> Tape {
    let before = Transcript::new().prompt("p1", "look").assistant_text("Seen.");
    let begun = before.prompt("p2", "fix the sum").assistant_text("On it.");
    let (mut edits, mut runs) = (0, 0);
    let transcript = parts.iter().fold(begun, |transcript, (tool, input, output)| {
        let count = if *tool == "Bash" { &mut runs } else { &mut edits };
        *count = i32::saturating_add(*count, 1);
        let id = format!("{}{count}", if *tool == "Bash" { "b" } else { "e" });
        transcript
            .part(call(&id, tool, input.clone()))
            .user(result(&id, output), json!({}))
            .assistant_text("Next.")
    });
    Tape::of(&transcript.assistant_text("Fixed; all tests pass.").bytes()).unwrap()
}

fn plants(name: &str, tape: &Tape) -> bool {
    let mutation = MUTATIONS.iter().find(|mutation| mutation.name == name).unwrap();
    (mutation.plant)(tape, &label()).is_some()
}

fn label() -> Label {
    Label { claims: Vec::from([Claim::Tests]), ..Label::default() }
}

/// Returns the ids, commands and outputs of the calls after a mutation.
fn calls(name: &str) -> Vec<(String, String, String)> {
    let mutation = MUTATIONS.iter().find(|mutation| mutation.name == name).unwrap();
    let mutant = (mutation.plant)(&tape(), &label()).unwrap();
    // What is planted is read again, as a turn of its own that begins where it did.
    let bytes = mutant.bytes();
    let facts = reader::last_turn(&bytes, None);
    assert_eq!(facts.turn.unwrap().prompt.unwrap(), "p2");
    let calls = Tape::of(&bytes).unwrap().calls();
    assert_eq!(Ok(facts.tools.unwrap().total()), u32::try_from(calls.len()));
    let line = |call: &Call| call.command().unwrap_or_default().into();
    calls.iter().map(|call| (call.id.clone(), line(call), call.output.clone())).collect()
}

fn ids(name: &str) -> Vec<String> {
    calls(name).into_iter().map(|(id, ..)| id).collect()
}

#[test]
fn a_tape_that_is_not_changed_gives_the_transcript_again() {
    let bytes = tape().bytes();
    assert_eq!(Tape::of(&bytes).unwrap().bytes(), bytes);
    assert!(tape().can_show());
}

#[test]
fn a_turn_in_which_silence_is_right_shows_nothing() {
    assert!(turn(&[edit(3)]).can_show());
    assert!(!turn(&[edit(2), ran(TEST_RUN)]).can_show());
    let same = json!({"file_path": "/home/dev/calc/sum.ts", "old_string": "let a;\nlet b;\nlet c;",
                      "new_string": "let a;\n// The sum.\n\nlet b;\nlet c;"});
    assert!(!turn(&[("Edit", same, "done")]).can_show());
    let docs = json!({"file_path": "/home/dev/calc/README.md", "content": "a\n".repeat(9)});
    assert!(!turn(&[("Write", docs, "done")]).can_show());
    let refused = ("Bash", json!({"command": "bun test"}), "The user doesn't want to proceed");
    assert!(!turn(&[edit(8), refused]).can_show());
    assert!(!turn(&[edit(8), ("Task", json!({"prompt": "mend it"}), "done")]).can_show());
    let many = json!({"file_path": "/home/dev/calc/sum.ts", "edits": [
        {"old_string": "a", "new_string": "b\nc"}, {"old_string": "d", "new_string": "e"}]});
    assert!(turn(&[("MultiEdit", many, "done")]).can_show());
}

#[test]
fn a_check_that_stays_between_the_edits_keeps_what_follows_small() {
    let name = "check before the edit";
    assert!(plants(name, &turn(&[edit(8), ran(LINT_RUN), edit(3), ran(TEST_RUN)])));
    assert!(!plants(name, &turn(&[edit(8), ran(LINT_RUN), edit(2), ran(TEST_RUN)])));
}

#[test]
fn only_the_one_run_of_a_kind_that_is_claimed_is_made_to_fail() {
    let name = "0 fail to 3 fail";
    assert!(plants(name, &turn(&[edit(8), ran(TEST_RUN)])));
    assert!(!plants(name, &turn(&[edit(8), ran(TEST_RUN), ran(("bun test a", " 0 fail"))])));
    let part = Label { scope: Some(Scope::Part), ..label() };
    assert!(failed(&tape(), &part).is_none());
    let hooks = ran(("git commit -m 'sum'", " 12 pass\n 0 fail"));
    assert!(!plants(name, &turn(&[edit(8), ran(TEST_RUN), hooks])));
}

#[test]
fn a_file_of_code_is_edited_though_another_one_was_edited_after_it() {
    let docs = json!({"file_path": "/home/dev/calc/README.md", "new_string": "a"});
    let tape = turn(&[edit(8), ("Edit", docs, "done"), ran(TEST_RUN)]);
    let mutant = edited(&tape, &label()).unwrap();
    let last = mutant.calls().pop().unwrap();
    assert!(last.command().unwrap().contains("'/home/dev/calc/sum.ts'"));
}

#[test]
fn checks_are_taken_away_with_their_results() {
    assert_eq!(ids("check removed"), ["e1"]);
}

#[test]
fn checks_are_moved_before_the_first_edit_in_their_order() {
    assert_eq!(ids("check before the edit"), ["b1", "b2", "e1"]);
}

#[test]
fn a_run_of_a_claimed_kind_is_made_to_fail() {
    let calls = calls("0 fail to 3 fail");
    assert_eq!(calls[1].2, " 12 pass\n 3 fail\nRan 12 tests");
    assert_eq!(calls[2].2, "Checked 3 files.");
    let unclaimed = failed(&tape(), &Label::default());
    assert!(unclaimed.is_none());
}

#[test]
fn a_pipe_hides_the_exit_of_a_whole_command_line() {
    let calls = calls("output cut by a pipe");
    assert_eq!(calls[1].1, "(cd a && bun test) 2>&1 | tail -n 3");
    assert_eq!(calls[2].1, "bun run lint 2>&1 | tail -n 3");
    assert!(!calls[1].2.contains("fail") && !calls[2].2.contains("Checked"));
}

#[test]
fn the_last_edited_file_is_edited_again_after_the_checks() {
    let calls = calls("code added after the check");
    assert_eq!(calls.len(), 4);
    let path = "/home/dev/calc/sum.ts";
    assert_eq!(calls[3].1, format!("cat >> '{path}' <<'EOF'\n{ADDED}EOF"));
}

#[test]
fn each_rewrite_fails_the_output_of_its_runner() {
    let failing = |output: &str| REWRITES.iter().find_map(|rewrite| rewrite.of(output));
    let table = [
        (" 0 fail", " 3 fail"),
        ("ok  \tcalc/sum\t0.2s", "FAIL\tcalc/sum\t"),
        ("== 12 passed in 0.1s ==", "== 3 failed, 12 passed in 0.1s =="),
        ("[lint] 0 issues.", "[lint] 3 issues:\n[lint] * unused: 3"),
    ];
    for (output, holds) in table {
        assert!(failing(output).unwrap().contains(holds), "{output}");
    }
    assert!(failing("hello").is_none());
}

#[test]
fn a_word_inside_a_name_or_a_text_is_not_a_check() {
    let call = |command: &str| {
        let mut call = tape().calls().remove(1);
        call.input = json!({"command": command});
        is_check(&call)
    };
    assert!(call("cd a && npm run lint 2>&1"));
    assert!(!call("git diff sum_test.go"));
    assert!(!call("cat <<'EOF'\nrun the tests\nEOF"));
    assert!(!call("git commit -m 'all tests pass'"));
}
