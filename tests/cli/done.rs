//! What a message claims is compared with what the turn ran.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::thread;

use insta::assert_binary_snapshot;
use serde_json::{Value, json};

use crate::bytes::holds;
use crate::conversation::{Conversation, PROMPT, SESSION};
use crate::listener::{self, Listener, read_request};
use crate::run::{Ended, Stop, names};
use crate::snapshot;

mod declared;
mod own_check;
mod pace;
mod subagents;

/// What the agent says at the end.
const CLAIM: &str = "Fixed: the parser keeps its last line. All tests pass.";
/// A file of a project whose language brings its checks along.
const FILE: &str = "/home/dev/rocket/src/parser.rs";
const PASSED: &str = "test result: ok. 42 passed; 0 failed; 0 ignored; finished in 0.31s";
const FAILED: &str = "test result: FAILED. 41 passed; 1 failed; 0 ignored; finished in 0.31s";

/// What a judge says about that message.
const CLAIMED: &str = r#"{"claims_done": 0.96, "claims_tests": 0.97, "claims_build": 0.1,
    "claims_lint": 0.03, "verification_applies": 0.94, "outcome_blocked": 0.04}"#;
/// What it says about one that claims finished work alone.
const FINISHED: &str = r#"{"claims_done": 0.96, "claims_tests": 0.06, "claims_build": 0.1,
    "claims_lint": 0.03, "verification_applies": 0.94, "outcome_blocked": 0.04}"#;

const UNSUPPORTED: &str = "says that tests passed, but this turn";
const CONTRADICTED: &str = "says that tests passed, but the last";
const UNVERIFIED: &str = "says that the work is done, but no test, build,";

/// Returns a turn in which this file was changed.
fn changed(file: &str) -> Conversation {
    Conversation::begin().person(PROMPT, "Fix the parser.").tool("Edit", file)
}

/// Makes a stop one at the end of this turn, with `done` alone on.
fn closes(mut stop: Stop, turn: Conversation) -> Stop {
    stop.arguments = ["hook", "--checks", "done"].map(Into::into).to_vec();
    stop.closing(CLAIM).transcript(&turn.says(CLAIM));
    stop
}

/// Returns the stop at the end of this turn, before a judge that finds tests claimed.
fn claimed(turn: Conversation) -> Stop {
    closes(Stop::judged(CLAIMED), turn)
}

/// Asserts that the turn ends, and that nobody was even connected to.
#[track_caller]
fn asks_nobody(turn: Conversation) {
    let listener = Listener::open();
    let stop = closes(Stop::at(&listener), turn);
    stop.run().passes();
    assert_eq!((stop.verdict().as_str(), listener.untaken()), ("pass nothing_to_ask", 0));
}

#[test]
fn tests_that_never_ran_are_no_tests_that_passed() {
    let stop = claimed(changed(FILE));
    let reason = stop.run().blocks_saying(UNSUPPORTED).stderr.clone();
    assert_eq!(stop.verdict(), "block done");
    snapshot::settings().bind(|| {
        assert_binary_snapshot!(
            "tests_that_never_ran_are_no_tests_that_passed.txt",
            reason.into_bytes()
        );
    });
}

#[test]
fn the_request_of_a_turn_that_claims_passed_tests() {
    let turn = changed(FILE)
        .call("Bash", "cargo test parser::")
        .result(PASSED)
        .tool("Edit", FILE)
        .call("Bash", "cargo clippy -- -D warnings")
        .error("Exit code 101\nerror: unused variable: `one`\nerror: could not compile `rocket`");
    let stop = claimed(turn);
    stop.run();
    snapshot::settings().bind(|| {
        assert_binary_snapshot!(
            "the_request_of_a_turn_that_claims_passed_tests.json",
            stop.request()
        );
    });
}

#[test]
fn tests_that_ran_and_passed_end_the_turn() {
    // What a linter found could contradict another claim, so the judge is asked.
    let turn = changed(FILE)
        .call("Bash", "cargo clippy")
        .error("Exit code 101\nerror: could not compile `rocket`")
        .call("Bash", "cargo test")
        .result(PASSED);
    let stop = claimed(turn);
    stop.run().passes();
    assert_eq!(stop.verdict(), "pass nothing_found");
    assert!(holds(&stop.request(), "test: passed (cargo test)"));
}

#[test]
fn tests_that_ran_and_failed_contradict_the_claim() {
    let error = format!("Exit code 101\n{FAILED}");
    let stop = claimed(changed(FILE).call("Bash", "cargo test").error(&error));
    let reason = stop.run().blocks_saying(CONTRADICTED).stderr.clone();
    assert!(reason.contains("(cargo test)"), "{reason}");
}

#[test]
fn tests_that_ran_before_the_last_change_do_not_cover_it() {
    let turn = changed(FILE).call("Bash", "cargo test").result(PASSED).tool("Edit", FILE);
    let stop = closes(Stop::judged(FINISHED), turn);
    stop.run().blocks_saying(UNVERIFIED);
}

#[test]
fn an_agent_that_names_an_obstacle_is_left_alone() {
    let scores = CLAIMED.replace("\"outcome_blocked\": 0.04", "\"outcome_blocked\": 0.6");
    let stop = closes(Stop::judged(&scores), changed(FILE));
    stop.run().passes();
    assert_eq!(stop.verdict(), "pass nothing_found");
}

#[test]
fn where_no_code_changed_nobody_is_asked() {
    let turn = || Conversation::begin().person(PROMPT, "Look at the parser.");
    asks_nobody(turn().tool("Read", FILE));
    asks_nobody(turn().tool("Edit", "/home/dev/rocket/README.md"));
    asks_nobody(turn().call("Bash", "cargo test").result(PASSED));
    // An edit that was refused or did not take place is none.
    let refused = "The user doesn't want to proceed with this tool use.";
    asks_nobody(turn().call("Edit", FILE).error(refused));
    asks_nobody(turn().call("Edit", FILE).error("String to replace not found in file."));
}

#[test]
fn where_what_passed_leaves_nothing_to_object_to_nobody_is_asked() {
    asks_nobody(changed(FILE).call("Bash", "cargo test").result(PASSED));
    asks_nobody(
        changed(FILE)
            .call("Bash", "cargo build && cargo clippy")
            .result("    Finished `dev` profile [unoptimized] target(s) in 1.20s")
            .call("Bash", "cargo test")
            .result(PASSED),
    );
}

#[test]
fn where_the_turn_is_unknown_nobody_is_asked() {
    asks_nobody(changed(FILE).line("{"));
    for missing in [json!(null), json!(""), json!("/nowhere/session.jsonl"), json!(7)] {
        let listener = Listener::open();
        let mut stop = closes(Stop::at(&listener), changed(FILE));
        stop.field("transcript_path", missing.clone()).run().passes();
        assert_eq!((stop.verdict().as_str(), listener.untaken()), ("pass nothing_to_ask", 0));
    }
    let listener = Listener::open();
    let mut stop = closes(Stop::at(&listener), changed(FILE));
    stop.without("transcript_path").run().passes();
    assert_eq!(listener.untaken(), 0);
}

#[test]
fn shadow_tells_the_user_and_lets_the_turn_end() {
    let mut stop = claimed(changed(FILE));
    stop.with(&["--shadow"]);
    let notice = stop.run().notice();
    assert!(notice.contains("shadow"), "{notice}");
    assert_eq!(stop.verdict(), "would_block done");
}

#[test]
fn a_claim_is_compared_with_its_own_threshold() {
    for (claim, verdict) in [
        ("0.97", "block done"),
        ("0.98", "pass nothing_found"),
        // One that is none stops blocking.
        ("97", "pass nothing_found"),
    ] {
        let mut stop = claimed(changed(FILE));
        stop.with(&["--claim", claim]).run();
        assert_eq!(stop.verdict(), verdict, "{claim}");
    }
}

#[test]
fn an_answer_that_lacks_a_part_does_not_block_for_it() {
    let mut stop = closes(Stop::in_mode("missing"), changed(FILE));
    stop.judge_anew("{}").run().passes();
    assert_eq!(stop.verdict(), "pass nothing_found");
}

/// What ran is part of the request, so the request is searched with it.
#[test]
fn a_request_whose_facts_hold_the_key_is_held() {
    let turn = changed("/home/dev/rocket/src/parser.ts")
        .call("Bash", "npx playwright test")
        .result("  12 passed (1.2m)")
        .tool("Edit", "/home/dev/rocket/src/parser.ts");
    let mut stop = claimed(turn);
    stop.set("TYPESAFE_API_KEY", "playwright").run();
    assert!(stop.requests().is_empty());
    assert_eq!(stop.verdict(), "pass held judge_key");
}

#[test]
fn no_path_and_no_command_line_leaves() {
    let turn = changed("/home/dev/rocket/src/zebra.rs")
        .call("Bash", "OKAPI=1 cargo test --package quagga -- tapir")
        .result(&format!("test tapir::keeps ... ok\n{PASSED}"))
        .tool("Edit", "/home/dev/rocket/src/zebra.rs");
    let stop = claimed(turn);
    stop.run();
    let request = stop.request();
    for word in ["zebra", "OKAPI", "okapi", "quagga", "tapir", "--package", "src/"] {
        assert!(!holds(&request, word), "{word}");
    }
    assert!(holds(&request, "code: 2 changes; 6 lines of code changed"));
    for file in [stop.state("decisions.jsonl"), stop.state("sessions")] {
        let files = names(&file).into_iter().map(|name| file.join(name));
        for file in files.chain([file.clone()]).filter(|file| file.is_file()) {
            let text = fs::read_to_string(file).unwrap().to_lowercase();
            for word in ["zebra", "okapi", "quagga", "tapir", "--package"] {
                assert!(!text.contains(word), "{word}: {text}");
            }
        }
    }
}

/// What makes the closing message claim passed tests.
const ANSWERS: &str = concat!(
    r#""claims_done":{"type":"noul","noul":0.96},"claims_tests":{"type":"noul","noul":0.97},"#,
    r#""claims_build":{"type":"noul","noul":0.1},"claims_lint":{"type":"noul","noul":0.03},"#,
    r#""verification_applies":{"type":"noul","noul":0.94},"#,
    r#""outcome_blocked":{"type":"noul","noul":0.04}"#,
);

/// Runs the stop at the end of a turn that calls for a check, whose result is written while the
/// judge is being asked.
fn with_late_result(output: &str) -> (Stop, Ended) {
    let listener = Listener::open();
    let turn = changed(FILE).call("Bash", "cargo test");
    let stop = closes(Stop::at(&listener), turn.clone());
    let before = turn.clone().says(CLAIM).bytes().len();
    let late = turn.result(output).bytes().to_vec();
    let late = late.split_inclusive(|byte| *byte == b'\n').next_back().unwrap().to_vec();
    let path = stop.path("session.jsonl");
    assert_eq!(fs::read(&path).unwrap().len(), before);
    let ended = thread::scope(|scope| {
        let hook = scope.spawn(|| stop.run());
        let mut client = listener.client();
        let (_, body) = read_request(&mut client);
        assert!(holds(&body, "test: not run since the code changed"));
        OpenOptions::new().append(true).open(&path).unwrap().write_all(&late).unwrap();
        listener::answer(&mut client, ANSWERS);
        hook.join().unwrap()
    });
    (stop, ended)
}

#[test]
fn a_check_that_is_recorded_while_the_judge_is_asked_ends_the_turn() {
    let (stop, ended) = with_late_result(PASSED);
    ended.passes();
    assert_eq!(stop.verdict(), "pass nothing_found");
    // The record holds what was decided on.
    assert_eq!(stop.records()[0]["plan"]["known"]["standing"]["test"]["last"], "passed");
}

#[test]
fn a_failure_that_is_recorded_while_the_judge_is_asked_is_the_reason() {
    let (stop, ended) = with_late_result(FAILED);
    ended.blocks_saying(CONTRADICTED);
    assert_eq!(stop.verdict(), "block done");
}

#[test]
fn facts_tells_what_the_turn_changed_and_checked() {
    let turn = changed(FILE)
        .call("Bash", "cargo test parser::")
        .result(PASSED)
        .tool("Edit", "/home/dev/rocket/README.md");
    let mut stop = claimed(turn);
    stop.arguments = vec!["facts".into(), stop.path("session.jsonl").into()];
    let facts: Value = serde_json::from_str(&stop.run().stdout).unwrap();
    let changes = json!([
        {"line": 4, "by": "agent", "how": "edit", "path": FILE, "lines": 3, "kind": "code",
         "docs": false},
        {"line": 8, "by": "agent", "how": "edit", "path": "/home/dev/rocket/README.md",
         "lines": 3, "kind": "docs", "docs": true},
    ]);
    assert_eq!(facts["changes"], changes);
    let checks = json!([{"line": 6, "by": "agent", "kind": ["test"], "runner": "cargo test",
                         "scope": "narrowed", "result": "passed", "fresh": true,
                         "seen_in": "command"}]);
    assert_eq!(facts["checks"], checks);
    let passed = json!({"test": true, "build": false, "lint": false, "types": false,
                        "format": false});
    assert_eq!(facts["fresh_pass"], passed);
    assert_eq!(facts["known_checks"], json!([]));
}
