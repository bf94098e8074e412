//! The judge in the box: no key, no network.

use std::ffi::OsString;
use std::fs;

use serde_json::json;

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
fn without_a_key_an_unbacked_claim_is_sent_back_and_nobody_is_contacted() {
    for judge in ["auto", "local"] {
        let listener = Listener::open();
        let mut stop = Stop::at(&listener);
        stop.unset("TYPESAFE_API_KEY").set("SPRAG_JUDGE", judge);
        claims(&mut stop, CLAIM);
        stop.run().blocks_saying("says that tests passed");
        assert_eq!(stop.verdict(), "block unverified_done");
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
