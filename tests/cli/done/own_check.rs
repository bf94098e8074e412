//! A check that the user names.

use super::{
    CLAIMED, CONTRADICTED, Conversation, FAILED, FILE, Listener, Stop, UNSUPPORTED, changed,
    claimed, closes,
};

/// Returns a turn that changed a file and ran a program of the project's own.
fn verified() -> Conversation {
    changed(FILE).call("Bash", "cd rocket && ./belt.sh --all").result("all is well")
}

#[test]
fn a_program_of_ones_own_is_a_check_once_it_is_named() {
    // Until then it may be one, so that nobody says that none ran; and that is all.
    let stop = claimed(verified());
    stop.run().passes();
    let verification = &stop.records()[0]["plan"]["known"]["standing"];
    assert_eq!(
        (&verification["other_ran"], &verification["test"]["last"]),
        (&true.into(), &"none".into())
    );
    for check in [r"^\./belt\.sh", "belt", "^./belt.sh --all$"] {
        let mut stop = claimed(verified());
        stop.set("SPRAG_CHECK", check).run().passes();
        // It ran in a folder below the session's.
        assert_eq!(stop.records()[0]["plan"]["known"]["standing"]["test"]["last"], "passed_part");
    }
}

#[test]
fn it_can_be_named_in_any_place() {
    let mut stop = claimed(verified());
    stop.config("check = '^\\./belt'\n").run().passes();
    let mut stop = claimed(verified());
    stop.with(&["--check", "^./belt"]).run().passes();
    let mut stop = claimed(verified());
    stop.set("CLAUDE_PLUGIN_OPTION_CHECK", "^./belt").run().passes();
    let mut stop = claimed(verified());
    stop.with(&["--as", "belay"]).set("JEV_BELAY_CHECK", "^./belt").run().passes();
}

/// It may check anything: which kind of check failed is only known where its output says so.
#[test]
fn one_that_failed_contradicts_what_it_says_failed() {
    let failed = |output: &str| {
        let error = format!("Exit code 1\n{output}");
        let mut stop = claimed(changed(FILE).call("Bash", "./belt.sh").error(&error));
        stop.set("SPRAG_CHECK", "^./belt");
        stop
    };
    failed(FAILED).run().blocks_saying(CONTRADICTED);
    let stop = failed("broken");
    stop.run().passes();
    assert_eq!(stop.records()[0]["plan"]["known"]["standing"]["test"]["last"], "unknown");
}

#[test]
fn it_is_looked_for_in_commands_and_not_in_their_neighbours() {
    let turn = changed(FILE).call("Bash", "echo done; cat belt.sh").result("#!/bin/sh");
    let mut stop = claimed(turn);
    stop.set("SPRAG_CHECK", "^./belt").run().blocks_saying(UNSUPPORTED);
}

/// Nobody knows then which commands are checks: rather no block than a wrong one.
#[test]
fn an_expression_that_is_invalid_or_matches_anything_keeps_done_silent() {
    for check in ["(", "a{9", r"\", "x*", "", "^", "belt|"] {
        let listener = Listener::open();
        let mut stop = closes(Stop::at(&listener), changed(FILE));
        stop.set("SPRAG_CHECK", check);
        if check.is_empty() {
            // Nothing is set, so nothing is odd.
            let mut stop = closes(Stop::judged(CLAIMED), changed(FILE));
            stop.set("SPRAG_CHECK", check).run().blocks_saying(UNSUPPORTED);
            continue;
        }
        stop.run().passes();
        assert_eq!(listener.untaken(), 0, "{check}");
        assert_eq!(stop.verdict(), "pass nothing_to_ask", "{check}");
    }
}

#[test]
fn an_odd_expression_leaves_other_checks_alone() {
    let mut stop = Stop::judged(crate::run::BROKEN);
    stop.arguments = ["hook", "--checks", "promises,done"].map(Into::into).to_vec();
    stop.set("SPRAG_CHECK", "(").run().blocks();
}
