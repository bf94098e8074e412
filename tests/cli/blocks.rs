//! What a host is told of a verdict.

use std::io::Write as _;

use insta::assert_binary_snapshot;
use serde_json::Value;

use crate::conversation::{Conversation, PROMPT};
use crate::listener::Listener;
use crate::run::{BROKEN, LONG, SOUND, Stop, names};
use crate::snapshot;

#[test]
fn a_promise_that_was_not_kept_is_sent_back() {
    let stop = Stop::judged(BROKEN);
    let ended = stop.run();
    assert_eq!((ended.exit, ended.stdout.as_str()), (Some(2), ""));
    assert_eq!(stop.verdict(), "block promises");
    assert_eq!(stop.requests().len(), 1);
    snapshot::settings().bind(|| {
        assert_binary_snapshot!(
            "a_promise_that_was_not_kept_is_sent_back.txt",
            ended.stderr.into_bytes()
        );
    });
}

#[test]
fn a_turn_that_did_nothing_is_sent_back() {
    let mut stop = Stop::judged(r#"{"no_action": 0.88, "broken_promise": 0.41}"#);
    stop.transcript(&Conversation::begin().person(PROMPT, "Fix it.").says("Understood."));
    let ended = stop.run();
    assert_eq!((ended.exit, ended.stdout.as_str()), (Some(2), ""));
    assert_eq!(stop.verdict(), "block promises");
    snapshot::settings().bind(|| {
        assert_binary_snapshot!(
            "a_turn_that_did_nothing_is_sent_back.txt",
            ended.stderr.into_bytes()
        );
    });
}

/// Claude Code takes such words for a hook that is missing, and does not block.
#[test]
fn no_reason_speaks_of_a_missing_file() {
    for scores in [BROKEN, r#"{"no_action": 0.9, "broken_promise": 0.1}"#] {
        let reason = Stop::judged(scores).run().stderr.to_lowercase();
        assert!(!reason.contains("no such file") && !reason.contains("can't open"), "{reason}");
        assert!(reason.lines().count() <= 4, "{reason}");
    }
}

#[test]
fn a_turn_without_findings_ends_in_silence() {
    let stop = Stop::judged(SOUND);
    stop.run().passes();
    assert_eq!(stop.verdict(), "pass nothing_found");
}

#[test]
fn the_agent_is_told_the_likelier_of_two_answers_and_at_a_tie_that_nothing_was_done() {
    let (idle, broken) = ("this turn did not do it", "announces an action");
    let table = [
        (r#"{"no_action": 0.9, "broken_promise": 0.9}"#, "block promises", idle),
        (r#"{"no_action": 0.9, "broken_promise": 0.6}"#, "block promises", idle),
        (r#"{"no_action": 0.6, "broken_promise": 0.9}"#, "block promises", broken),
        (r#"{"no_action": 0.49, "broken_promise": 0.5}"#, "block promises", broken),
        (r#"{"no_action": 0.5, "broken_promise": 0.49}"#, "block promises", idle),
        (r#"{"no_action": 0.49, "broken_promise": 0.49}"#, "pass nothing_found", ""),
    ];
    for (scores, verdict, reason) in table {
        let stop = Stop::judged(scores);
        let ended = stop.run();
        assert_eq!(stop.verdict(), verdict, "{scores}");
        assert!(ended.stderr.contains(reason), "{scores}: {}", ended.stderr);
    }
}

#[test]
fn a_turn_whose_tools_are_unknown_is_not_sent_back() {
    let mut stop = Stop::judged(BROKEN);
    stop.field("transcript_path", Value::Null);
    stop.run().passes();
    assert_eq!(stop.verdict(), "pass nothing_found");
}

#[test]
fn the_json_form_is_one_decision_on_standard_output() {
    let mut stop = Stop::judged(BROKEN);
    stop.with(&["--reply", "json"]);
    let ended = stop.run();
    assert_eq!((ended.exit, ended.stderr.as_str()), (Some(0), ""));
    assert_eq!(stop.verdict(), "block promises");
    snapshot::settings().bind(|| {
        assert_binary_snapshot!(
            "the_json_form_is_one_decision_on_standard_output.json",
            ended.stdout.into_bytes()
        );
    });
}

#[test]
fn the_context_form_is_context_on_standard_output() {
    let mut stop = Stop::judged(BROKEN);
    stop.config("reply = \"context\"\n");
    let ended = stop.run();
    assert_eq!((ended.exit, ended.stderr.as_str()), (Some(0), ""));
    assert_eq!(stop.verdict(), "block promises");
    snapshot::settings().bind(|| {
        assert_binary_snapshot!(
            "the_context_form_is_context_on_standard_output.json",
            ended.stdout.into_bytes()
        );
    });
}

#[test]
fn the_threshold_may_come_from_anywhere_and_the_command_line_counts_first() {
    // The score is 0.93. `None` is not set.
    let table = [
        (None, None, None, "block"),
        (Some("0.95"), None, None, "pass"),
        (None, Some("0.95"), None, "pass"),
        (None, None, Some("0.95"), "pass"),
        (Some("0.93"), Some("0.95"), Some("0.95"), "block"),
        (None, Some("0.93"), Some("0.95"), "block"),
        (Some("0.95"), Some("0.1"), Some("0.1"), "pass"),
    ];
    for (argument, variable, config, expected) in table {
        let mut stop = Stop::judged(BROKEN);
        if let Some(tau) = argument {
            stop.with(&["--tau", tau]);
        }
        if let Some(tau) = variable {
            stop.set("SPRAG_TAU", tau);
        }
        if let Some(tau) = config {
            stop.config(&format!("tau = {tau}\n"));
        }
        stop.run();
        let verdict = stop.verdict();
        assert!(verdict.starts_with(expected), "{argument:?} {variable:?} {config:?}: {verdict}");
    }
}

#[test]
fn an_invalid_threshold_blocks_nothing() {
    for tau in ["0", "-1", "1.01", "nan", "inf", "half", "50%"] {
        let mut stop = Stop::judged(r#"{"no_action": 1, "broken_promise": 1}"#);
        stop.set("SPRAG_TAU", tau).run().passes();
        assert_eq!(stop.requests().len(), 1, "{tau}");
    }
}

#[test]
fn shadow_blocks_nothing_says_what_would_have_been_and_counts_it() {
    let mut stop = Stop::judged(BROKEN);
    stop.with(&["--shadow"]);
    let notice = stop.run().notice();
    assert!(notice.contains("shadow") && notice.contains("promises"), "{notice}");
    for text in ["I'll do it now.", "I'll do it at once."] {
        stop.closing(text).run().notice();
    }
    stop.closing("I'll do it in a moment.").run().passes();
    let would = "would_block promises";
    assert_eq!(stop.verdicts(), [would, would, would, "pass cap_reached"]);
    assert_eq!(stop.sessions()[0]["blocks"], 3);
}

#[test]
fn shadow_holds_wherever_it_is_set_and_where_it_is_doubtful() {
    let table: [(&str, fn(&mut Stop)); 7] = [
        ("argument", |stop| _ = stop.with(&["--shadow"])),
        ("doubtful argument", |stop| _ = stop.with(&["--shadow=maybe"])),
        ("variable", |stop| _ = stop.set("SPRAG_SHADOW", "1")),
        ("doubtful variable", |stop| _ = stop.set("SPRAG_SHADOW", "nope")),
        ("plugin option", |stop| _ = stop.set("CLAUDE_PLUGIN_OPTION_SHADOW", "true")),
        ("config", |stop| _ = stop.config("shadow = true\n")),
        ("odd config", |stop| _ = stop.config("shadow = 2026-01-01\n")),
    ];
    for (name, set) in table {
        let mut stop = Stop::judged(BROKEN);
        set(&mut stop);
        assert_eq!(stop.run().exit, Some(0), "{name}");
        assert_eq!(stop.verdict(), "would_block promises", "{name}");
    }
    for off in ["0", "false", "no", "off", ""] {
        let mut stop = Stop::judged(BROKEN);
        stop.config("shadow = false\n").set("SPRAG_SHADOW", off).run().blocks();
    }
}

#[test]
fn without_the_word_hook_it_is_the_hook() {
    let mut stop = Stop::judged(BROKEN);
    stop.arguments = vec!["--checks".into(), "promises".into()];
    stop.run().blocks();
    stop.arguments = Vec::new();
    stop.closing("I'll do it now.").set("SPRAG_CHECKS", "promises").run().blocks();
}

#[test]
fn the_command_line_may_name_the_host() {
    let mut stop = Stop::judged(BROKEN);
    stop.with(&["--host", "claude"]).run().blocks();
}

#[test]
fn only_the_end_of_a_turn_is_looked_at() {
    for event in ["SubagentStop", "StopFailure", "UserPromptSubmit", "SessionEnd", "stop", ""] {
        let mut stop = Stop::judged(BROKEN);
        stop.field("hook_event_name", event).run().passes();
        assert!(stop.requests().is_empty(), "{event}");
    }
}

#[test]
fn with_no_check_on_nothing_is_created_and_nobody_contacted() {
    let table: [(&str, fn(&mut Stop)); 4] = [
        ("no switch", |_| {}),
        ("an empty switch", |stop| _ = stop.with(&["--checks", ""])),
        ("an unknown word", |stop| _ = stop.set("SPRAG_CHECKS", "everything")),
        ("a foreign variable", |stop| _ = stop.set("STINGRAY", "1")),
    ];
    for (name, set) in table {
        let listener = Listener::open();
        let mut stop = Stop::at(&listener);
        stop.arguments = vec!["hook".into()];
        set(&mut stop);
        stop.run().passes();
        assert_eq!(names(&stop.path("")), ["session.jsonl"], "{name}");
        assert_eq!(listener.untaken(), 0, "{name}");
    }
}

#[test]
fn with_no_check_on_the_host_can_still_write_a_large_payload() {
    let mut stop = Stop::at(&Listener::open());
    stop.arguments = vec!["hook".into()];
    let (running, mut stdin) = stop.start();
    // More than a pipe holds.
    stdin.write_all(&vec![b' '; 1 << 20]).unwrap();
    drop(stdin);
    running.ended().passes();
}

#[test]
fn with_no_check_on_a_pipe_that_never_closes_holds_nobody_up() {
    let mut stop = Stop::at(&Listener::open());
    stop.arguments = vec!["hook".into()];
    stop.with(&LONG);
    let (running, stdin) = stop.start();
    let ended = running.ended();
    drop(stdin);
    ended.passes().waited_for_nobody();
}
