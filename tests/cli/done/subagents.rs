//! Subagents have transcripts of their own, and what they ran counts.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt as _;

use sprag_harness::skipped::skipped;

use super::{
    CLAIM, Conversation, FILE, PASSED, PROMPT, SESSION, Stop, UNSUPPORTED, changed, claimed,
};

/// Returns the stop at the end of a turn that changed a file, called a subagent, and whose subagent
/// wrote this.
fn with_subagent(bytes: impl AsRef<[u8]>) -> Stop {
    let mut stop = claimed(changed(FILE).tool("Agent", "the parser"));
    // The folder has the name of the transcript.
    stop.write("session/subagents/agent-a1.jsonl", bytes);
    stop
}

/// Returns what a subagent writes that ran the tests for this prompt.
fn tested(prompt: &str) -> Conversation {
    let conversation = Conversation::of_subagent(prompt);
    conversation.call("Bash", "cargo test").result(PASSED).says("All pass.")
}

#[test]
fn a_subagent_that_ran_the_tests_bears_the_claim_out() {
    let stop = with_subagent(tested(PROMPT).bytes());
    stop.run().passes();
    assert_eq!(stop.verdict(), "pass nothing_to_ask");
    assert_eq!(stop.records()[0]["plan"]["known"]["standing"]["test"]["last"], "passed");
}

#[test]
fn a_subagent_that_ran_nothing_does_not() {
    let idle = Conversation::of_subagent(PROMPT).tool("Read", FILE).says("It looks right.");
    with_subagent(idle.bytes()).run().blocks_saying(UNSUPPORTED);
}

#[test]
fn a_subagent_that_changes_code_is_held_to_it() {
    let turn = Conversation::begin().person(PROMPT, "Fix it.").tool("Agent", "the parser");
    let mut stop = claimed(turn);
    let edits = Conversation::of_subagent(PROMPT).tool("Edit", FILE).says("Fixed.");
    stop.write("session/subagents/agent-a1.jsonl", edits.bytes());
    stop.run().blocks_saying(UNSUPPORTED);
}

/// Actions of several files are told in the order in which they were done.
#[test]
fn what_a_subagent_checked_before_the_last_change_does_not_cover_it() {
    let turn = Conversation::begin()
        .person(PROMPT, "Fix it.")
        .at("2026-11-30T06:00:00.000Z")
        .tool("Edit", FILE)
        .tool("Agent", "the parser")
        .at("2026-11-30T06:09:00.000Z")
        .tool("Edit", FILE);
    for (time, last) in
        [("2026-11-30T06:05:00.000Z", "stale_passed"), ("2026-11-30T06:10:00.000Z", "passed")]
    {
        let mut stop = claimed(turn.clone());
        let tested = Conversation::of_subagent(PROMPT).at(time).call("Bash", "cargo test");
        stop.write("session/subagents/agent-a1.jsonl", tested.result(PASSED).bytes());
        stop.run();
        assert_eq!(stop.records()[0]["plan"]["known"]["standing"]["test"]["last"], last);
    }
}

/// What a subagent did that cannot be seen may be what is missing.
#[test]
fn a_subagent_whose_work_is_not_seen_excuses_the_turn() {
    let half = tested(PROMPT).line("{\"type\":\"assistant\",\"message\":{\"role\":\"assi");
    let half = half.bytes().strip_suffix(b"\n").unwrap().to_vec();
    let unseen: [(&str, Stop); 5] = [
        ("no folder", claimed(changed(FILE).tool("Agent", "the parser"))),
        ("another prompt's", with_subagent(tested("another-prompt").bytes())),
        ("half a line", with_subagent(half)),
        ("nothing", with_subagent("")),
        ("no transcript", with_subagent([0xff; 64])),
    ];
    for (name, stop) in unseen {
        stop.run().passes();
        assert!(!stop.verdict().starts_with("block"), "{name}");
    }
}

#[test]
fn a_folder_of_subagents_that_cannot_be_read_excuses_the_turn() {
    let idle = Conversation::of_subagent(PROMPT).tool("Read", FILE).says("It looks right.");
    let stop = with_subagent(idle.bytes());
    let folder = stop.path("session/subagents");
    let agent = folder.join("agent-a1.jsonl");
    // A file in place of the folder cannot be read as one, whoever asks.
    fs::remove_file(&agent).unwrap();
    fs::remove_dir(&folder).unwrap();
    File::create(&folder).unwrap();
    stop.run().passes();
    let stop = with_subagent(idle.bytes());
    let agent = stop.path("session/subagents/agent-a1.jsonl");
    fs::set_permissions(&agent, Permissions::from_mode(0o000)).unwrap();
    if File::open(&agent).is_ok() {
        skipped("this user reads everything");
        return;
    }
    stop.run().passes();
}

#[test]
fn a_turn_without_subagents_does_not_look_for_any() {
    let mut stop = claimed(changed(FILE));
    stop.write("session/subagents/agent-a1.jsonl", tested(PROMPT).bytes());
    stop.run().blocks_saying(UNSUPPORTED);
}

#[test]
fn a_transcript_that_is_the_subagents_own_is_not_a_turn_of_the_agents() {
    let mut stop = claimed(changed(FILE));
    stop.transcript(&tested(PROMPT).says(CLAIM)).field("session_id", SESSION).run().passes();
    assert_eq!(stop.verdict(), "pass nothing_to_ask");
}
