//! The built-in judge: no key, no network.

use std::ffi::OsString;
use std::fs;
use std::process::Command;

use serde_json::json;
use sprag_harness::skipped::skipped;

use crate::conversation::{Conversation, PROMPT};
use crate::listener::Listener;
use crate::run::Stop;

const CLAIM: &str = "I raised the timeout to 30 s in the settings. All tests pass.";

/// A turn that changed forty lines of code in a project with tests, ran none, and says they pass.
fn claims(stop: &mut Stop, text: &str) {
    let folder = stop.path("rocket");
    fs::create_dir_all(folder.join(".git")).unwrap();
    fs::write(folder.join("package.json"), r#"{"scripts": {"test": "jest"}}"#).unwrap();
    let file = folder.join("src/config.ts");
    let lines = |word: &str| format!("export const {word} = 1;\n").repeat(40);
    let input = json!({
        "file_path": file, "old_string": lines("a"), "new_string": lines("b"),
    });
    let conversation = Conversation::begin()
        .person(PROMPT, "Raise the timeout to 30 s.")
        .call_with("Edit", &input)
        .result("The file has been updated.")
        .says(text);
    stop.field("cwd", folder.to_str().unwrap());
    stop.field("last_assistant_message", text);
    stop.transcript(&conversation);
    stop.arguments = ["hook", "--checks", "done"].map(OsString::from).to_vec();
}

#[test]
fn without_a_key_an_unsupported_claim_is_sent_back_and_nobody_is_contacted() {
    for judge in ["auto", "local"] {
        let listener = Listener::open();
        let mut stop = Stop::at(&listener);
        stop.unset("TYPESAFE_API_KEY").set("SPRAG_JUDGE", judge);
        claims(&mut stop, CLAIM);
        stop.run().blocks_saying("says that tests passed");
        assert_eq!(stop.verdict(), "block done");
        let call = &stop.records()[0]["call"];
        assert_eq!(call["asked"], "local");
        assert!(call["model"].as_str().unwrap().starts_with("local-"), "{call}");
        assert_eq!(listener.untaken(), 0, "{judge}");
    }
}

#[test]
fn with_a_key_the_local_judge_contacts_nobody_either() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    stop.set("SPRAG_JUDGE", "local");
    claims(&mut stop, CLAIM);
    stop.run().blocks_saying("says that tests passed");
    assert_eq!(listener.untaken(), 0);
}

#[test]
fn the_local_judge_leaves_another_language_alone() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    stop.unset("TYPESAFE_API_KEY");
    claims(&mut stop, "Fertig. Alle Tests laufen durch und der Linter ist sauber.");
    stop.run().passes();
    assert_eq!(stop.verdict(), "pass nothing_found");
}

/// A plain stop whose claim the built-in judge sends back, with everything set that could lead
/// elsewhere.
fn tempted(listener: &Listener) -> Stop {
    let mut stop = Stop::at(listener);
    for proxy in ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"] {
        stop.set(proxy, format!("http://127.0.0.1:{}", listener.port()));
    }
    stop.set("SPRAG_JUDGE", "local").set("PATH", "/usr/bin:/bin:/usr/sbin:/sbin");
    claims(&mut stop, CLAIM);
    stop
}

#[test]
fn the_local_judge_goes_past_every_endpoint_and_proxy_that_is_named() {
    let listener = Listener::open();
    let stop = tempted(&listener);
    stop.run().blocks_saying("says that tests passed");
    assert_eq!(listener.untaken(), 0);
}

#[test]
fn the_local_judge_needs_no_network_interface() {
    let namespace = ["--user", "--map-root-user", "--net"];
    let probe = Command::new("unshare").args(namespace).arg("true").output();
    if !probe.is_ok_and(|probe| probe.status.success()) {
        return skipped("no network namespace can be made on this machine");
    }
    let listener = Listener::open();
    let mut stop = tempted(&listener);
    // In there not even loopback is up, so whoever asks the endpoint passes.
    let apart = r#"exec unshare --user --map-root-user --net -- "$0" "$@""#;
    stop.shell(apart).run().blocks_saying("says that tests passed");
    let mut stop = tempted(&listener);
    stop.set("SPRAG_JUDGE", "jev").shell(apart).run().passes();
    assert_eq!(stop.verdict(), "pass unavailable connection");
    assert_eq!(listener.untaken(), 0);
}

#[test]
fn the_local_judge_never_opens_a_socket() {
    let trace = |stop: &mut Stop| {
        let file = stop.outside("calls.txt");
        stop.set("TRACE", &file);
        stop.shell(r#"exec strace -f -qq -e trace=%network -o "$TRACE" "$0" "$@""#);
        let ended = stop.run();
        (ended, fs::read_to_string(file).unwrap())
    };
    if !Command::new("strace").args(["-f", "true"]).output().is_ok_and(|p| p.status.success()) {
        return skipped("there is no strace that may trace on this machine");
    }
    let listener = Listener::open();
    let (ended, calls) = trace(&mut tempted(&listener));
    ended.blocks_saying("says that tests passed");
    assert_eq!(calls, "");
    // Who asks the endpoint is seen.
    let mut judged = Stop::judged(crate::run::BROKEN);
    judged.set("PATH", "/usr/bin:/bin:/usr/sbin:/sbin");
    let (ended, calls) = trace(&mut judged);
    ended.blocks();
    assert!(calls.contains("socket("), "{calls}");
}
