//! Every turn of a transcript, read in one go, is what it was at its end.

use crate::properties;
use proptest::prelude::*;
use serde_json::json;
use sprag_core::activity::facts::{Ending, Facts, StartedBy};
use sprag_core::activity::work::LineFromEnd;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::{Past, Wanted};
use sprag_harness::reader::{lines, past, turn_on};
use sprag_harness::recorded::{CODEX, GROK, Recorded};
use sprag_harness::session::{Turn, requests, turns, write, write_old};
use sprag_harness::transcript::Transcript;

/// What facts say, but for where the file ends and how it does.
fn said(facts: &Facts, behind: u64) -> String {
    let mut facts = facts.clone();
    facts.ending = Ending::Open;
    if let Some(turn) = &mut facts.turn {
        turn.end = LineFromEnd(0);
        for line in [&mut turn.first, &mut turn.last] {
            line.0 -= behind;
        }
    }
    let lines = |facts: &Facts| {
        let work = facts.work.as_ref().map(|work| {
            let actions =
                work.actions().map(|action| (action.at.0 - behind, action.by, action.what.clone()));
            (actions.collect::<Vec<_>>(), work.is_whole())
        });
        format!("{:?} {work:?}", (&facts.turn, &facts.tools, facts.ended, &facts.typed))
    };
    format!("{} {:?}", lines(&facts), facts.known_checks)
}

/// Demands that each turn is the one of its prompt, and the last one of the file as it was.
fn demand(host: Host, file: &[u8], turns: usize) -> Vec<Past> {
    let all = lines(file);
    let found = past(host, file);
    assert_eq!(found.len(), turns, "{found:#?}");
    for past in &found {
        let turn = past.facts.turn.clone().unwrap();
        let prompt = turn.prompt.clone().unwrap();
        let named = turn_on(host, file, Wanted::Prompt(prompt.clone()));
        assert_eq!(said(&named, 0), said(&past.facts, 0), "by its name");
        assert_eq!(named.turn.unwrap().end, turn.end);
        let left = all.len() - usize::try_from(turn.end.0).unwrap();
        let file = [all[..left].join(&b'\n').as_slice(), b"\n"].concat();
        let is_bare = turn.first == turn.last && turn.started_by == StartedBy::Unknown;
        let last = turn_on(host, &file, Wanted::Last((!is_bare).then_some(prompt)));
        assert_eq!(said(&last, 0), said(&past.facts, turn.end.0), "as the file ended");
        let bytes: usize = all[left..].iter().map(|line| line.len() + 1).sum();
        assert_eq!(past.behind, u64::try_from(bytes).unwrap());
        if host != Host::Grok {
            assert_eq!(past.facts.ending, last.ending);
        }
    }
    found
}

fn demand_recorded(host: Host, recorded: &[Recorded], turns: &[usize]) {
    for (recorded, turns) in recorded.iter().zip(turns) {
        demand(host, recorded.bytes, *turns);
    }
}

#[test]
fn every_turn_of_codex_is_found() {
    demand_recorded(Host::Codex, &CODEX, &[1, 1, 1, 1, 1, 2]);
}

#[test]
fn every_turn_of_grok_is_found_with_what_it_said_last() {
    demand_recorded(Host::Grok, &GROK, &[2, 1, 1, 1]);
    let [Recorded { bytes: file, .. }, ..] = [GROK[1]];
    let found = past(Host::Grok, file);
    let Ending::Text(text) = &found[0].facts.ending else { panic!("{:?}", found[0].facts.ending) };
    assert_eq!(text, "I ran it and all tests pass.");
    assert_eq!(found[0].context.at_ms, Some(1_795_996_381_000));
}

#[test]
fn what_a_later_turn_tells_of_an_earlier_one_was_not_known_at_its_end() {
    let written = Transcript::new()
        .prompt("p1", "Test it.")
        .edits_lines("/home/dev/calc/src/add.py", 9)
        .shell("pytest -q")
        .backgrounded("b1")
        .assistant_text("It runs.")
        .prompt("p2", "And?")
        .call("BashOutput", json!({"bash_id": "b1"}))
        .printed("3 passed in 0.04s")
        .assistant_text("It passed.");
    let found = demand(Host::Claude, &written.bytes(), 2);
    let work = format!("{:?}", found[1].facts.work);
    assert!(work.contains("result: Unknown") && !work.contains("Passed"), "{work}");
}

#[test]
fn what_a_user_does_aside_after_a_turn_is_not_how_it_ended() {
    let written = Transcript::old().prompt("", "First.").assistant_text("One.");
    let written = written.local_command("clear");
    let written = written.user(json!("<bash-stdout></bash-stdout>"), json!({}));
    let found = past(Host::Claude, &written.clone().prompt("", "Second.").bytes());
    assert_eq!(closings(&found), ["One.", "Open"]);
    let open = written.tool("Bash").tool_result();
    assert_eq!(closings(&past(Host::Claude, &open.bytes())), ["Open"]);
}

#[test]
fn a_prompt_that_comes_twice_has_one_turn_the_last() {
    let written = Transcript::new()
        .prompt("p1", "First.")
        .assistant_text("One.")
        .prompt("p2", "Second.")
        .assistant_text("Two.")
        .prompt("p1", "Third.")
        .assistant_text("Three.");
    let found = demand(Host::Claude, &written.bytes(), 2);
    assert_eq!(found[0].facts.ending, Ending::Text("Three.".into()));
}

#[test]
fn a_turn_says_where_and_when_it_was() {
    let planning = json!({"permissionMode": "plan"});
    let written = Transcript::new().prompt("p1", "First.").assistant_text("One.");
    let written = written.prompt_with("p2", "Second.", planning).assistant_text("Two.");
    let found = past(Host::Claude, &written.bytes());
    let contexts: Vec<_> = found.into_iter().map(|past| past.context).collect();
    assert_eq!(contexts[0].cwd.as_deref(), Some("/home/dev/calc"));
    assert_eq!(contexts[0].at_ms, Some(1_795_996_800_000));
    assert_eq!([contexts[0].is_planning, contexts[1].is_planning], [Some(true), None]);
    let found = past(Host::Codex, CODEX[5].bytes);
    assert!(found.iter().all(|past| past.context.cwd.as_deref() == Some("/home/dev/calc")));
    assert!(found[0].context.at_ms > found[1].context.at_ms);
}

fn closings(found: &[Past]) -> Vec<String> {
    let texts = found.iter().rev().map(|past| match &past.facts.ending {
        Ending::Text(text) => text.clone(),
        other @ (Ending::ApiError | Ending::Interrupt | Ending::Open) => format!("{other:?}"),
    });
    texts.collect()
}

fn expected(turns: &[Turn]) -> Vec<String> {
    requests(turns).into_iter().map(|number| format!("That was turn {number}.")).collect()
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_every_turn_is_found_as_it_was_at_its_end(turns in turns()) {
        let (transcript, _) = write(&turns);
        let found = demand(Host::Claude, &transcript.bytes(), requests(&turns).len());
        prop_assert_eq!(closings(&found), expected(&turns));
    }

    #[test]
    fn prop_every_turn_of_an_old_host_is_found_as_it_was_at_its_end(turns in turns()) {
        let (transcript, _) = write_old(&turns);
        let found = past(Host::Claude, &transcript.bytes());
        prop_assert_eq!(found.len(), turns.len());
        for past in &found {
            let prompt = past.facts.turn.clone().unwrap().prompt.unwrap();
            let file = transcript.bytes();
            let named = turn_on(Host::Claude, &file, Wanted::Prompt(prompt));
            prop_assert_eq!(said(&named, 0), said(&past.facts, 0));
        }
    }
}
