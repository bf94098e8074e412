//! What keeps an agent from being held in a loop.

use std::fs;
use std::thread;

use serde_json::{Value, json};

use crate::conversation::{CLOSING, Conversation, PROMPT};
use crate::run::{BROKEN, Ended, SOUND, Stop, names};

/// Ends what a task's notification went on with, with an answer of its own.
fn notified(stop: &mut Stop, number: u32) -> Ended {
    notified_after(stop, Conversation::plain(), number)
}

/// The same, where this is what a person asked for.
fn notified_after(stop: &mut Stop, asked: Conversation, number: u32) -> Ended {
    let prompt = format!("notification-{number}");
    let text = format!("I'll look into event {number} now.");
    let conversation = asked
        .says(CLOSING)
        .feedback("sprag: the closing message announces an action.")
        .notification(&prompt)
        .tool("Read", "log")
        .says(&text);
    stop.field("prompt_id", prompt).closing(&text).transcript(&conversation).run()
}

/// Ends a turn that a person started, with an answer of its own.
fn typed(stop: &mut Stop, number: u32) -> Ended {
    let prompt = format!("prompt-{number}");
    let text = format!("I'll do step {number} now.");
    let conversation = Conversation::begin().person(&prompt, "Go on.").tool("Read", "plan");
    stop.field("prompt_id", prompt).closing(&text).transcript(&conversation.says(&text)).run()
}

#[test]
fn notifications_do_not_reset_the_cap() {
    let mut stop = Stop::judged(BROKEN);
    stop.run().blocks();
    notified(&mut stop, 1).blocks();
    notified(&mut stop, 2).blocks();
    for number in 3..8 {
        notified(&mut stop, number).passes();
    }
    assert_eq!(stop.verdicts()[3..], ["pass cap_reached"; 5]);
}

#[test]
fn a_persons_new_prompt_resets_the_cap() {
    let mut stop = Stop::judged(BROKEN);
    for number in 0..3 {
        notified(&mut stop, number).blocks();
    }
    notified(&mut stop, 3).passes();
    typed(&mut stop, 1).blocks();
    let asked = || Conversation::begin().person("prompt-1", "Go on.");
    notified_after(&mut stop, asked(), 4).blocks();
    notified_after(&mut stop, asked(), 5).blocks();
    notified_after(&mut stop, asked(), 6).passes();
}

#[test]
fn a_person_who_types_each_time_is_never_without_the_gate() {
    let mut stop = Stop::judged(BROKEN);
    for number in 0..6 {
        typed(&mut stop, number).blocks();
    }
}

/// The host's flag is false again after a tool was used, and its own count starts anew.
#[test]
fn tool_results_and_hook_feedback_do_not_reset_the_cap() {
    let mut stop = Stop::judged(BROKEN);
    let mut conversation = Conversation::plain();
    for number in 0..6 {
        let text = format!("I'll do step {number} now.");
        conversation = conversation.says(&text);
        let ended = stop.closing(&text).transcript(&conversation).run();
        if number < 3 {
            ended.blocks();
        } else {
            ended.passes();
        }
        conversation = conversation.feedback(&ended.stderr).tool("Read", "plan");
    }
}

#[test]
fn a_compaction_summary_does_not_reset_the_cap() {
    let mut stop = Stop::judged(BROKEN);
    for number in 0..3 {
        notified(&mut stop, number).blocks();
    }
    let conversation = Conversation::begin().record(&json!({
        "type": "user", "isCompactSummary": true, "promptId": "another",
        "message": {"role": "user", "content": "This session continues an earlier one."},
    }));
    let conversation = conversation.tool("Read", "plan").says("I'll go on now.");
    stop.field("prompt_id", "another").closing("I'll go on now.");
    stop.transcript(&conversation).run().passes();
    assert_eq!(stop.sessions()[0]["blocks"], 3);
}

#[test]
fn the_same_answer_is_sent_back_once() {
    let mut stop = Stop::judged(BROKEN);
    stop.run().blocks();
    stop.run().passes();
    // White space and letter case make no other answer.
    stop.closing("  i'll CHANGE the value now,\n then run the suite. ").run().passes();
    typed(&mut stop, 1).blocks();
    stop.field("prompt_id", PROMPT).closing(CLOSING).run().passes();
    let repeated = "pass answer_repeated";
    let block = "block promises";
    assert_eq!(stop.verdicts(), [block, repeated, repeated, block, repeated]);
}

#[test]
fn a_host_that_already_continues_is_not_asked_about() {
    let mut stop = Stop::judged(BROKEN);
    stop.field("stop_hook_active", true).run().passes();
    assert!(stop.requests().is_empty());
    assert_eq!(stop.verdict(), "pass continuing");
}

#[test]
fn stops_at_once_share_one_cap_and_lose_no_record() {
    const STOPS: usize = 32;
    let mut stop = Stop::judged(BROKEN);
    stop.with(&["--timeout", "60"]);
    // All of them run before the first gets its payload.
    let mut running = Vec::new();
    for number in 0..STOPS {
        stop.closing(&format!("I'll do step {number} now."));
        let (hook, stdin) = stop.start();
        running.push((hook, stdin, stop.payload()));
    }
    let ended: Vec<Ended> = thread::scope(|scope| {
        let feed = running
            .into_iter()
            .map(|(hook, stdin, payload)| scope.spawn(move || hook.fed(stdin, payload)));
        let fed: Vec<_> = feed.collect();
        fed.into_iter().map(|hook| hook.join().unwrap()).collect()
    });
    let blocked = ended.iter().filter(|ended| ended.exit == Some(2)).count();
    assert_eq!(blocked, 3);
    for ended in ended.iter().filter(|ended| ended.exit != Some(2)) {
        ended.passes();
    }
    let verdicts = stop.verdicts();
    let count = |word: &str| verdicts.iter().filter(|verdict| *verdict == word).count();
    assert_eq!(verdicts.len(), STOPS);
    assert_eq!((count("block promises"), count("pass cap_reached")), (3, STOPS - 3));
    let [session] = stop.sessions().try_into().unwrap();
    assert_eq!(session["blocks"], 3);
    assert_eq!(names(&stop.state("sessions")).len(), 1);
}

#[test]
fn two_sessions_do_not_share_a_cap() {
    let mut stop = Stop::judged(BROKEN);
    for number in 0..3 {
        notified(&mut stop, number).blocks();
    }
    notified(&mut stop, 3).passes();
    stop.field("session_id", "another");
    for number in 0..3 {
        notified(&mut stop, number).blocks();
    }
    notified(&mut stop, 3).passes();
    assert_eq!(stop.sessions().len(), 2);
}

#[test]
fn a_session_whose_id_is_none_shares_nothing() {
    for id in [json!(""), json!("null"), json!(" "), Value::Null, json!(7), json!("x".repeat(300))]
    {
        let mut stop = Stop::judged(BROKEN);
        stop.field("session_id", id.clone()).run().passes();
        assert!(stop.requests().is_empty() && stop.sessions().is_empty(), "{id}");
    }
}

#[test]
fn sessions_whose_ids_look_like_paths_stay_in_the_state_folder() {
    let mut stop = Stop::judged(BROKEN);
    for id in ["../x", "../../x", "/etc/x", "a/b", "..", ".", "x\u{0}y", "a\nb"] {
        stop.field("session_id", id).run().blocks();
    }
    assert_eq!(names(&stop.outside("")), ["home", "requests.jsonl", "session"]);
    assert_eq!(names(&stop.path(".local")), ["state"]);
    assert_eq!(names(&stop.path(".local/state")), ["sprag"]);
    assert_eq!(names(&stop.state("")), [".sprag-state", "decisions.jsonl", "lock", "sessions"]);
    assert_eq!(names(&stop.state("sessions")).len(), 8);
}

#[test]
fn without_prompt_ids_consecutive_blocks_count_and_a_pass_starts_again() {
    let mut stop = Stop::judged(BROKEN);
    // Without a transcript's word on who started the turn, too.
    let old = |text: &str| {
        let bare = Conversation::begin().record(&json!({
            "type": "user", "message": {"role": "user", "content": "Go on."},
        }));
        bare.tool("Read", "plan").says(text)
    };
    stop.without("prompt_id");
    let mut step = |number: u32| {
        let text = format!("I'll do step {number} now.");
        stop.closing(&text).transcript(&old(&text)).run()
    };
    for number in 0..3 {
        step(number).blocks();
    }
    step(3).passes();
    step(4).blocks();
}

#[test]
fn a_turn_whose_starter_is_unknown_does_not_reset_the_cap() {
    let mut stop = Stop::judged(BROKEN);
    for number in 0..3 {
        notified(&mut stop, number).blocks();
    }
    let conversation = Conversation::begin().record(&json!({
        "type": "user", "promptId": "odd", "promptSource": "system",
        "origin": {"kind": "something new"}, "message": {"role": "user", "content": "Go on."},
    }));
    stop.field("prompt_id", "odd").closing("I'll go on now.");
    stop.transcript(&conversation.tool("Read", "plan").says("I'll go on now.")).run().passes();
    assert_eq!(stop.verdicts()[3], "pass cap_reached");
}

#[test]
fn the_cap_may_be_another_number() {
    let mut stop = Stop::judged(BROKEN);
    stop.with(&["--max-blocks", "1"]);
    notified(&mut stop, 1).blocks();
    notified(&mut stop, 2).passes();
    // One that is out of range allows none.
    for odd in ["0", "-1", "101", "many"] {
        let mut stop = Stop::judged(BROKEN);
        stop.with(&["--max-blocks", odd]);
        notified(&mut stop, 1).passes();
        assert_eq!(stop.verdict(), "pass cap_reached", "{odd}");
    }
}

#[test]
fn a_stop_that_passes_leaves_the_count_as_it_is() {
    let mut stop = Stop::judged(SOUND);
    stop.run().passes();
    notified(&mut stop, 1).passes();
    // The person's prompt is remembered, no block is counted.
    assert!(stop.sessions().iter().all(|session| session["blocks"] == 0));
}

#[test]
fn a_block_that_cannot_be_counted_does_not_block() {
    let mut stop = Stop::judged(BROKEN);
    stop.run().blocks();
    // A folder in the place of the session's file cannot be replaced.
    let sessions = stop.state("sessions");
    let file = sessions.join(&names(&sessions)[0]);
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    notified(&mut stop, 1).passes();
    assert_eq!(stop.verdicts(), ["block promises"]);
}

/// Nobody knows how many blocks there were: rather too few than too many.
#[test]
fn damage_to_the_counters_does_not_reset_the_cap_within_a_prompt() {
    let mut stop = Stop::judged(BROKEN);
    stop.run().blocks();
    let sessions = stop.state("sessions");
    fs::write(sessions.join(&names(&sessions)[0]), "damage").unwrap();
    stop.closing("I'll do it at once.").run().passes();
    stop.closing("I'll do it in a moment.").run().passes();
    typed(&mut stop, 1).blocks();
}
