//! The checks that ask nobody: no key, no connection, and their place beside a judge.

use crate::conversation::{Conversation, PROMPT};
use crate::listener::Listener;
use crate::run::{BROKEN, SOUND, Stop};

const QUESTION: &str = "Both are fixed. Shall I commit?";

/// Makes of a stop one that asks for permission that was given, with these checks on.
fn asks(mut stop: Stop, checks: &str) -> Stop {
    stop.with(&["--checks", checks]).closing(QUESTION);
    stop.arguments.drain(1..3);
    let told = Conversation::begin().person(PROMPT, "Fix both and commit.");
    let worked = told.tool("Edit", "src/config.rs").tool("Bash", "cargo check");
    stop.transcript(&worked.says(QUESTION));
    stop
}

#[test]
fn without_a_key_a_needless_question_is_sent_back_and_nobody_is_contacted() {
    let listener = Listener::open();
    let mut stop = asks(Stop::at(&listener), "ask,challenge");
    stop.unset("TYPESAFE_API_KEY").run().blocks_saying("leaves something to the user");
    assert_eq!(stop.verdict(), "block ask");
    assert_eq!(listener.untaken(), 0);
    stop.run().passes();
    assert_eq!(stop.verdicts(), ["block ask", "pass answer_repeated"]);
}

#[test]
fn with_a_key_too_nobody_is_contacted_where_no_check_asks() {
    let listener = Listener::open();
    let stop = asks(Stop::at(&listener), "ask,challenge");
    stop.run().blocks_saying("leaves something to the user");
    assert_eq!(listener.untaken(), 0);
}

#[test]
fn an_answer_that_turns_round_is_sent_back_and_the_next_one_is_not() {
    let listener = Listener::open();
    let mut stop = asks(Stop::at(&listener), "challenge");
    let doubted = || Conversation::begin().person(PROMPT, "Are you sure?");
    for (closing, verdict) in [
        ("You're right, I was wrong.", "block challenge"),
        ("You're right, it was my mistake.", "pass spared"),
    ] {
        stop.closing(closing).transcript(&doubted().says(closing)).run();
        assert_eq!(stop.verdicts().pop().unwrap(), verdict);
    }
    assert_eq!(listener.untaken(), 0);
}

#[test]
fn beside_a_judge_the_check_that_comes_first_names_the_block() {
    let broken = asks(Stop::judged(BROKEN), "promises,ask");
    broken.run().blocks_saying("announces an action");
    assert_eq!(broken.records()[0]["findings"].as_array().unwrap().len(), 2);
    let sound = asks(Stop::judged(SOUND), "promises,ask");
    sound.run().blocks_saying("leaves something to the user");
    assert_eq!(sound.requests().len(), 1);
}

#[test]
fn where_the_judge_fails_what_needs_none_still_counts() {
    let down = asks(Stop::in_mode("500"), "promises,ask");
    down.run().blocks_saying("leaves something to the user");
    assert_eq!(down.verdict(), "block ask");
    let mut keyless = asks(Stop::in_mode("answer"), "promises,ask");
    keyless.unset("TYPESAFE_API_KEY").run().blocks_saying("leaves something to the user");
}
