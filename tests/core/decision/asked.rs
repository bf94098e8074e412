//! A turn is what a person asked for, whatever the host calls what goes on with it.

use proptest::prelude::*;
use serde_json::json;
use sprag_core::activity::check_kind::KindSet;
use sprag_core::activity::facts::{Facts, StartedBy};
use sprag_core::activity::verification::{Last, Verification};
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::Wanted;
use sprag_harness::reader::{last_turn, past, turn_of, turn_on};
use sprag_harness::session::{turns, write};
use sprag_harness::transcript::Transcript;

use crate::properties;

const PATH: &str = "/home/dev/calc/src/add.py";

/// Returns the facts of the last turn, with what it did.
fn facts(written: &Transcript, prompt: Option<&str>) -> Facts {
    turn_on(Host::Claude, &written.bytes(), Wanted::Last(prompt.map(Into::into)))
}

fn verification(facts: &Facts) -> Verification {
    Verification::after(facts.work.as_ref().unwrap(), KindSet::NONE).unwrap()
}

/// Returns the first line of the last turn, counted from 1.
fn first(written: &Transcript) -> Option<u64> {
    let turn = last_turn(&written.bytes(), None).turn?;
    Some(turn.first.number(written.count()))
}

/// Code changes, and its tests are left running.
fn left_running(transcript: Transcript) -> Transcript {
    let transcript = transcript.prompt("p1", "Fix it.").edits_lines(PATH, 9);
    transcript.shell("pytest -q").backgrounded("b1").assistant_text("The tests run.")
}

fn typed() -> serde_json::Value {
    json!({"promptSource": "typed", "origin": {"kind": "human"}})
}

#[test]
fn what_a_task_reports_goes_on_with_the_turn_that_started_it() {
    let table: [(Transcript, Option<&str>); 4] = [
        (left_running(Transcript::new()).notification("n1", "failed"), Some("n1")),
        (left_running(Transcript::new()).notification("n1", "failed"), None),
        (left_running(Transcript::old()).notification("", "failed"), Some("n1")),
        (left_running(Transcript::old()).notification("", "failed"), None),
    ];
    for (written, prompt) in table {
        let written = written.runs("pytest -q", "1 failed, 2 passed in 0.04s");
        let facts = facts(&written.assistant_text("All tests pass."), prompt);
        let turn = facts.turn.clone().unwrap();
        assert_eq!((turn.started_by, turn.first.0), (StartedBy::Person, 9), "{prompt:?}");
        let verification = verification(&facts);
        assert_eq!(
            (verification.changed.code, verification.test.last),
            (1, Last::Failed),
            "{prompt:?}"
        );
    }
}

#[test]
fn a_schedule_that_is_due_goes_on_with_the_turn_that_set_it() {
    let due = json!({"promptSource": "system", "turnOrigin": "scheduled_wakeup"});
    let written = left_running(Transcript::new()).prompt_with("w1", "Look again.", due);
    let facts = facts(&written.assistant_text("Done."), Some("w1"));
    let turn = facts.turn.clone().unwrap();
    assert_eq!((turn.prompt.as_deref(), turn.started_by), (Some("p1"), StartedBy::Person));
    assert_eq!(turn.continued, ["w1"]);
    assert_eq!(facts.typed.as_deref(), Some("Fix it."), "nobody typed what the schedule says");
}

#[test]
fn what_begins_a_file_begins_a_turn_where_nobody_asked_before() {
    let due = json!({"promptSource": "system", "turnOrigin": "cron"});
    let table = [
        (Transcript::new().notification("n1", "Build finished"), StartedBy::Notification),
        (Transcript::old().notification("", "Build finished"), StartedBy::Notification),
        (Transcript::new().prompt_with("n1", "Triage.", due), StartedBy::Schedule),
        (Transcript::old().command("", "review"), StartedBy::Person),
    ];
    for (written, by) in table {
        let written = written.tool("Read").tool_result().assistant_text("Done.");
        let facts = last_turn(&written.bytes(), None);
        assert_eq!(facts.turn.map(|turn| turn.started_by), Some(by));
        assert!(facts.tools.is_some());
        // Where the agent was at work before, the beginning is missing.
        let before = Transcript::new().tool("Edit").lines()[0].clone();
        let lines = written.lines().iter();
        let cut = lines.fold(Transcript::new().line(&before), |cut, line| cut.line(line));
        let facts = last_turn(&cut.bytes(), None);
        assert!(facts.tools.is_none());
    }
}

#[test]
fn a_command_that_the_model_answers_begins_a_turn() {
    let expanded = |transcript: Transcript, id: &str| {
        transcript.command(id, "review").meta("Review the changes.").shell("git diff").printed("-a")
    };
    // At the beginning of a file, without any id.
    let written = expanded(Transcript::old(), "").assistant_text("Fine.");
    assert_eq!(first(&written), Some(1));
    assert!(last_turn(&written.bytes(), None).tools.is_some());
    // After a turn: with an id of its own, with that of the prompt before, and without any.
    for (transcript, id) in
        [(Transcript::new(), "p2"), (Transcript::new(), "p1"), (Transcript::old(), "")]
    {
        let done = transcript.prompt("p1", "Fix it.").edits_lines(PATH, 9);
        let done = done.runs("pytest -q", "3 passed in 0.04s").assistant_text("Fixed.");
        let written = expanded(done.clone(), id).assistant_text("Fine.");
        assert_eq!(first(&written), Some(done.count() + 1), "{id}");
        let facts = facts(&written, (!id.is_empty()).then_some(id));
        assert_eq!(verification(&facts).changed.code, 0, "what the turn before changed, {id}");
        assert_eq!(facts.turn.unwrap().started_by, StartedBy::Person);
    }
}

#[test]
fn a_command_that_the_host_carries_out_begins_no_turn() {
    for transcript in [Transcript::new(), Transcript::old()] {
        let done = transcript.prompt("p1", "Fix it.").edits_lines(PATH, 9).assistant_text("Fixed.");
        let written = done.local_command("compact").assistant_text("Where was I.");
        assert_eq!(first(&written), Some(1));
        let next = written.local_command("model").prompt("p2", "Go on.").assistant_text("Done.");
        assert_eq!(verification(&facts(&next, None)).changed.code, 0);
    }
}

#[test]
fn a_command_that_is_typed_while_the_agent_works_goes_on_with_the_turn() {
    for id in ["c1", "p1"] {
        for old in [false, true] {
            let transcript = if old { Transcript::old() } else { Transcript::new() };
            let written = transcript.prompt("p1", "Fix it.").edits_lines(PATH, 9);
            let text = "<command-message>btw</command-message>\n<command-name>/btw</command-name>";
            let members = if old { json!({}) } else { json!({"promptId": id}) };
            let written = written.user(json!(text), members).edits_lines(PATH, 8);
            let facts = facts(&written.assistant_text("Done."), None);
            assert_eq!(verification(&facts).changed.code, 2, "{id} {old}");
            let turn = facts.turn.unwrap();
            assert_eq!((turn.started_by, turn.first.0), (StartedBy::Person, 6), "{id} {old}");
        }
    }
}

#[test]
fn a_command_after_an_interrupted_turn_begins_one() {
    for transcript in [Transcript::new(), Transcript::old()] {
        let stopped = transcript.prompt("p1", "Fix it.").edits_lines(PATH, 9).interrupt();
        let written = stopped.command("p1", "review").assistant_text("Fine.");
        assert_eq!(first(&written), Some(5));
    }
}

#[test]
fn a_command_of_a_host_that_marks_nothing_is_a_persons() {
    let text = "<command-message>fix</command-message>\n<command-name>/fix</command-name>";
    let written = Transcript::new().prompt_with("p1", text, json!({})).assistant_text("Done.");
    let turn = last_turn(&written.bytes(), Some("p1")).turn.unwrap();
    assert_eq!(turn.started_by, StartedBy::Person);
}

#[test]
fn words_before_a_tasks_report_do_not_make_it_a_persons() {
    let report = "<task-notification>\n<task-id>b1</task-id>\n</task-notification>";
    let banner = format!("[SYSTEM NOTIFICATION - NOT USER INPUT]\n{report}");
    for members in [json!({}), json!({"origin": {"kind": "task-notification"}})] {
        let done = left_running(Transcript::new());
        let written = done.prompt_with("n1", &banner, members).assistant_text("Seen.");
        assert_eq!(first(&written), Some(1));
        assert_eq!(
            last_turn(&written.bytes(), Some("n1")).turn.unwrap().started_by,
            StartedBy::Person
        );
    }
    // A person quotes one, says something about it, or writes of its tag.
    let done = || left_running(Transcript::old());
    let quoted = left_running(Transcript::new()).prompt_with("p2", &banner, typed());
    assert_eq!(first(&quoted), Some(done().count() + 1));
    for text in [format!("{banner}\nWhat is that?"), "Why does it say </task-notification>".into()]
    {
        assert_eq!(first(&done().prompt("", &text)), Some(done().count() + 1), "{text}");
    }
}

#[test]
fn a_turn_is_found_by_the_name_of_anything_that_went_on_with_it() {
    let written = left_running(Transcript::new()).notification("n1", "failed").tool("Read");
    let written = written.tool_result().assistant_text("It failed.");
    let alone = written.clone();
    let written = written.prompt("p2", "Next.").assistant_text("Done.");
    for id in ["p1", "n1"] {
        let turn = turn_of(&written.bytes(), id).turn.unwrap();
        assert_eq!((turn.first.number(written.count()), turn.end.0), (1, 2), "{id}");
        assert_eq!(turn.last.number(written.count()), alone.count(), "{id}");
    }
    assert_eq!(past(Host::Claude, &written.bytes()).len(), 2);
}

#[test]
fn results_of_a_turn_whose_prompt_is_missing_are_not_taken_for_another_ones() {
    let result = json!([{"type": "tool_result", "tool_use_id": "t", "content": "ok"}]);
    let written = Transcript::new().prompt("p0", "First.").tool("Read").tool_result();
    let written = written.tool("Edit").user(result, json!({"promptId": "p1"}));
    let facts = last_turn(&written.assistant_text("Done.").bytes(), Some("p1"));
    assert_eq!(facts.tools, None);
    assert_eq!(facts.turn.unwrap().started_by, StartedBy::Unknown);
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_the_hook_and_facts_without_a_prompt_see_the_same_turn(turns in turns()) {
        let (transcript, _) = write(&turns);
        let id = format!("prompt-{}", turns.len() - 1);
        let seen = |facts: Facts| {
            let known = facts.work.map(|work| format!("{:?}", work.actions().collect::<Vec<_>>()));
            (facts.turn, facts.tools, facts.typed, known)
        };
        prop_assert_eq!(seen(facts(&transcript, Some(&id))), seen(facts(&transcript, None)));
    }
}
