//! What leaves the machine, from the payload and the transcript to the bytes: the rows of the table
//! in `docs/promises.md`, and nothing else.
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use sprag_core::security::redact::{Lines, Masks, redact};
use sprag_core::settings::Name;
use sprag_core::text::cut::tail;
use sprag_harness::given::{self, MASKS};
use sprag_harness::payload::Payload;
use sprag_harness::transcript::Transcript;
use sprag_harness::wire;

use crate::{long_properties, properties};

mod task;

/// Stands where nothing may leave from; no sentence of these tests has it.
const MARK: &str = "zqvkj";

const HOME: Masks<'static> = Masks { home: Some("/home/dev"), names: &[], lines: Lines::Mask };

/// Sentences of several languages, without a sign that means anything to redaction.
const SENTENCES: [&str; 6] = [
    "I will look into the timeout next and then run the whole suite.",
    "Ich sehe mir danach den Zeitplan an.",
    "\u{6b21}\u{306b}\u{30c6}\u{30b9}\u{30c8}\u{3092}\u{5b9f}\u{884c}\u{3057}\u{307e}\u{3059}",
    "\u{421}\u{435}\u{439}\u{447}\u{430}\u{441} \u{43f}\u{440}\u{43e}\u{432}\u{435}\u{440}\u{44e}.",
    "Done \u{1f600} and on to the next one.",
    "| step | state |\n|---|---|\n| build | fine |",
];

/// Forms in which the mark may stand in a text that leaves: each is masked.
const MASKED: [&str; 9] = [
    "see src/@/main.rs there",
    "see `@` there",
    "see https://host.example/a/@?q=@ there",
    "ask @@corp.example today",
    "\n```rust\nfn @() {}\n```\n",
    "\n~~~\n@ @\n~~~\n",
    "\n> they said @\n",
    "see /srv/@/x.toml there",
    "see ~/@/notes.md there",
];

/// Names of languages, one of them as its speakers write it.
const LANGUAGES: [&str; 4] = ["English", "German", "Japanese", "\u{65e5}\u{672c}\u{8a9e}"];

fn sentence() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&SENTENCES[..])
}

/// A closing text that may leave, with masked forms in it.
fn closing() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        3 => sentence().prop_map(String::from),
        2 => prop::sample::select(&MASKED[..]).prop_map(|form| form.replace('@', MARK)),
        1 => (20_usize..120).prop_map(|count| "word ".repeat(count)),
    ];
    (sentence(), prop::collection::vec(part, 0..8)).prop_map(|(first, parts)| {
        let parts: Vec<String> = parts.into_iter().chain([first.to_owned()]).collect();
        parts.join("\n\n").replace(&[MARK, MARK].concat(), &[MARK, "@"].concat())
    })
}

/// Text that must not leave.
fn secret() -> impl Strategy<Value = String> {
    (sentence(), sentence()).prop_map(|(before, after)| format!("{before} {MARK} {after}"))
}

/// Writes something that a transcript holds besides the closing text.
fn written(transcript: Transcript, kind: u8, text: &str) -> Transcript {
    let call = |name: &str, input: Value| {
        let id = "toolu_1";
        json!({"type": "tool_use", "id": id, "name": name, "input": input})
    };
    match kind {
        0 => transcript.prompt("p0", text).assistant_text(text),
        1 => transcript.tool("Read").part(call("Bash", json!({"command": text}))).tool_result(),
        2 => transcript.user(
            json!([{"type": "tool_result", "tool_use_id": "toolu_1", "content": text}]),
            json!({"toolUseResult": {"stdout": text, "stderr": text}}),
        ),
        3 => transcript.feedback(text).meta(text),
        4 => transcript.blob(text),
        5 => transcript.aside(|side| side.prompt("p9", text).assistant_text(text)),
        6 => {
            let sent = call("SendMessage", json!({"to": "windows", "message": text}));
            let result = "Sent to another Claude session.";
            let block = json!({"type": "tool_result", "tool_use_id": "toolu_1", "content": result});
            transcript.part(sent).user(json!([block]), json!({}))
        }
        7 => {
            let edit = json!({
                "file_path": format!("/home/dev/{MARK}/src/{MARK}.rs"),
                "old_string": "a\nb\nc", "new_string": text,
            });
            let command = format!("cd {MARK} && {MARK}=1 cargo test -p {MARK} '{text}'");
            let result = |id: &str| {
                json!([{"type": "tool_result", "tool_use_id": id,
                "content": format!("{text}\ntest {MARK} ... FAILED\n")}])
            };
            transcript
                .part(json!({"type": "tool_use", "id": "e", "name": "Edit", "input": edit}))
                .user(result("e"), json!({"toolUseResult": {"filePath": MARK}}))
                .part(json!({"type": "tool_use", "id": "b", "name": "Bash",
                             "input": {"command": command}}))
                .user(result("b"), json!({}))
        }
        _ => transcript.part(json!({"type": "thinking", "thinking": text, "signature": text})),
    }
}

prop_compose! {
    /// A transcript whose last turn is that of `p1`.
    fn transcript()(
        before in prop::collection::vec((0_u8..9, secret()), 0..4),
        prompt in secret(),
        during in prop::collection::vec((1_u8..9, secret()), 0..5),
    ) -> Transcript {
        let write = |transcript, (kind, text): &(u8, String)| written(transcript, *kind, text);
        let transcript = before.iter().fold(Transcript::new(), write);
        during.iter().fold(transcript.prompt("p1", &prompt), write)
    }
}

prop_compose! {
    /// A payload; every field from which nothing leaves holds the mark.
    fn payload()(
        text in closing(),
        secret in secret(),
        description in sentence(),
        masked in prop::sample::select(&MASKED[..4]),
        extra in "[a-z_]{3,12}",
        is_listed: bool,
    ) -> Payload {
        let command = masked.replace('@', MARK);
        let task = json!({
            "id": MARK, "type": MARK, "status": "running", "description": description,
            "command": command, "cwd": secret, "agent_type": MARK,
        });
        let cron = json!({"id": MARK, "schedule": secret, "prompt": description});
        let payload = Payload::stop()
            .with("last_assistant_message", json!(text))
            .with("cwd", json!(format!("/srv/{MARK}")))
            .with("transcript_path", json!(format!("/srv/{MARK}/{MARK}.jsonl")))
            .with("permission_mode", json!(secret));
        let payload = if is_listed {
            payload.with("background_tasks", json!([task])).with("session_crons", json!([cron]))
        } else {
            payload
        };
        // A member that hosts may add one day.
        payload.with(&format!("x_{extra}"), json!(secret))
    }
}

/// Returns the body that would leave.
fn body(payload: &Payload, transcript: &Transcript) -> String {
    body_with(&[], payload, transcript)
}

/// Returns the body that would leave with further settings.
fn body_with(further: &[(Name, &str)], payload: &Payload, transcript: &Transcript) -> String {
    let settings = given::settings(&[&[(Name::Checks, "all")], further].concat());
    let event = payload.event().unwrap();
    let (_, body) = wire::request(&event, &settings, &transcript.bytes(), &HOME);
    String::from_utf8(body.unwrap()).unwrap()
}

/// Returns the evidence of every question.
fn evidence(body: &str) -> Vec<(String, Map<String, Value>)> {
    let body: Value = serde_json::from_str(body).unwrap();
    let questions = body["questions"].as_object().unwrap();
    let carried = |asked: &Value| {
        let mut fields = asked["instructions"].as_object().unwrap().clone();
        fields.remove("question").unwrap();
        fields
    };
    questions.iter().map(|(id, asked)| (id.clone(), carried(asked))).collect()
}

/// The fields of each question, from the table and not from the code.
fn row(id: &str) -> &'static [&'static str] {
    match id {
        "no_action" | "broken_promise" | "watch_mismatch" => &["background", "final_text", "tools"],
        "watch_claim" => &["final_text"],
        "wrong_language" => &["final_text", "language"],
        "claims_done"
        | "claims_tests"
        | "claims_build"
        | "claims_lint"
        | "verification_applies"
        | "outcome_blocked" => &["final_text", "run"],
        other => panic!("{other} has no row in the table of what leaves"),
    }
}

fn field(evidence: &[(String, Map<String, Value>)], id: &str, field: &str) -> String {
    let (_, fields) = evidence.iter().find(|(known, _)| known == id).unwrap();
    fields[field].as_str().unwrap().to_owned()
}

proptest! {
    #![proptest_config(long_properties())]

    #[test]
    fn prop_code_before_the_cut_does_not_leave_wherever_the_cut_falls(
        filler in 2_250_usize..2_420,
        code in 1_usize..60,
    ) {
        let text = format!(
            "Look:\n\n```\n{}\n```\n\n{}",
            format!("{MARK} ").repeat(code),
            "x".repeat(filler)
        );
        prop_assert!(!tail::<2_400>(&redact(&text, &MASKS)).contains(MARK));
        let payload = Payload::stop().with("last_assistant_message", json!(text));
        let body = body(&payload, &Transcript::new().prompt("p1", "Please."));
        prop_assert!(!body.contains(MARK));
    }

    #[test]
    fn prop_every_field_that_leaves_keeps_its_bound(
        payload in payload(),
        transcript in transcript(),
        count in 0_usize..100,
        words in 0_usize..100,
    ) {
        let long = "a sentence that goes on ".repeat(words);
        let tasks: Vec<Value> = (0..count)
            .map(|at| json!({"status": "running", "description": format!("{at} goes on and on")}))
            .chain([json!({"status": "running", "description": long})])
            .collect();
        let payload = payload
            .with("background_tasks", json!(tasks))
            .with("last_assistant_message", json!(format!("I will go on. {long}")));
        let tail = "x".repeat(words);
        let named = |transcript: Transcript, at| transcript.tool(&format!("tool{at}_{tail}"));
        let transcript = (0..count.min(90)).fold(transcript, named);
        let send = [(Name::SendTask, "on")];
        for (id, fields) in evidence(&body_with(&send, &payload, &transcript)) {
            for (name, text) in fields {
                let most = match name.as_str() {
                    "final_text" => 2_400,
                    "background" => 1_000,
                    // A name has 64 bytes and a number, and there are 48 of them.
                    "tools" => 48 * (64 + 14) + 64,
                    // Four bytes a character, and what stands before them.
                    "task" => 4 * 1_500 + 40,
                    // Four numbers of changes and one of lines; five kinds, each with the name of a
                    // program.
                    "run" => 5 * 40 + 5 * (64 + 64),
                    _ => 200,
                };
                let bytes = text.as_str().unwrap().len();
                prop_assert!(bytes <= most, "{bytes} bytes of {name} in {id}");
            }
        }
    }

    #[test]
    fn prop_the_row_of_tools_is_names_and_numbers(
        names in prop::collection::vec("[A-Z][a-z]{2,8}", 0..12),
        input in secret(),
    ) {
        let call = |name: &String| {
            json!({"type": "tool_use", "id": "t", "name": name, "input": {"x": input}})
        };
        let transcript = Transcript::new().prompt("p1", &input);
        let transcript = names.iter().fold(transcript, |all, name| all.part(call(name)));
        let said = field(&evidence(&body(&Payload::stop(), &transcript)), "no_action", "tools");
        let mut counts = alloc::collections::BTreeMap::new();
        for name in &names {
            *counts.entry(name).or_insert(0) += 1;
        }
        let listed: Vec<String> =
            counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
        let expected = match names.len() {
            0 => "no tools were called".to_owned(),
            1 => format!("1 call: {}", listed.join(", ")),
            count => format!("{count} calls: {}", listed.join(", ")),
        };
        prop_assert_eq!(said, expected);
    }

    #[test]
    fn prop_the_row_of_run_is_numbers_kinds_and_names_of_programs(
        edits in 1_usize..5,
        package in "[a-z]{3,9}",
        output in secret(),
    ) {
        let part = |name: &str, id: &str, input: Value| {
            json!({"type": "tool_use", "id": id, "name": name, "input": input})
        };
        let result = |id: &str| json!([{"type": "tool_result", "tool_use_id": id,
                                        "content": output}]);
        let input = json!({"file_path": format!("/srv/{MARK}/{package}.rs"),
                           "old_string": "a", "new_string": "b\nc"});
        let edit = |transcript: Transcript, at: usize| {
            let id = format!("e{at}");
            transcript.part(part("Edit", &id, input.clone())).user(result(&id), json!({}))
        };
        let transcript = (0..edits).fold(Transcript::new().prompt("p1", &output), edit);
        let command = json!({"command": format!("cargo test -p {package} {MARK}")});
        let transcript = transcript.part(part("Bash", "b", command)).user(result("b"), json!({}));
        let command = json!({"command": format!("cargo clippy -p {package} {MARK}")});
        let failed = json!([{"type": "tool_result", "tool_use_id": "c", "is_error": true,
                             "content": format!("Exit code 101\n{output}")}]);
        let transcript = transcript.part(part("Bash", "c", command)).user(failed, json!({}));
        let said = field(&evidence(&body(&Payload::stop(), &transcript)), "claims_tests", "run");
        let changes = if edits == 1 { "change" } else { "changes" };
        let none = "not run since the code changed";
        let expected = format!(
            "code: {edits} {changes}; {} lines of code changed; \
             test: passed in part (cargo test); build: {none}; \
             lint: failed (cargo clippy); types: {none}; \
             format: {none}",
            2 * edits
        );
        prop_assert_eq!(said, expected);
    }

    #[test]
    fn prop_the_row_of_background_is_states_descriptions_and_prompts(
        descriptions in prop::collection::vec("[a-z]{3,9}( [a-z]{3,9}){0,3}", 0..5),
        prompts in prop::collection::vec("[a-z]{3,9}( [a-z]{3,9}){0,3}", 0..4),
        command in secret(),
    ) {
        let task = |text: &String| {
            json!({"status": "running", "description": text, "command": command})
        };
        let cron = |text: &String| json!({"id": command, "schedule": command, "prompt": text});
        let payload = Payload::stop()
            .with("background_tasks", json!(descriptions.iter().map(task).collect::<Vec<_>>()))
            .with("session_crons", json!(prompts.iter().map(cron).collect::<Vec<_>>()));
        let transcript = Transcript::new().prompt("p1", &command);
        let said =
            field(&evidence(&body(&payload, &transcript)), "broken_promise", "background");
        let parts = descriptions.iter().map(|text| format!("running: {text}"));
        let parts = parts.chain(prompts.iter().map(|text| format!("scheduled: {text}")));
        let parts: Vec<String> = parts.collect();
        let nothing = "nothing is running or scheduled";
        let expected = if parts.is_empty() { nothing.to_owned() } else { parts.join(" | ") };
        prop_assert_eq!(said, expected);
    }
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_nothing_outside_the_table_leaves(payload in payload(), transcript in transcript()) {
        let body = body(&payload, &transcript);
        prop_assert!(!body.to_lowercase().contains(MARK), "{body}");
        for (id, fields) in evidence(&body) {
            let mut names: Vec<&str> = fields.keys().map(String::as_str).collect();
            names.sort_unstable();
            prop_assert_eq!(names, row(&id), "{}", id);
        }
        let body: Value = serde_json::from_str(&body).unwrap();
        let mut members: Vec<&String> = body.as_object().unwrap().keys().collect();
        members.sort();
        prop_assert_eq!(members, ["model", "questions", "state"]);
    }

    #[test]
    fn prop_the_row_of_final_text_is_the_end_of_the_redacted_message(text in closing()) {
        let payload = Payload::stop().with("last_assistant_message", json!(text));
        let transcript = Transcript::new().prompt("p1", "Please.");
        let evidence = evidence(&body(&payload, &transcript));
        let expected = tail::<2_400>(&redact(&text, &HOME));
        for id in ["no_action", "broken_promise", "watch_claim"] {
            prop_assert_eq!(field(&evidence, id, "final_text"), expected.as_str());
        }
    }

    #[test]
    fn prop_the_row_of_language_names_the_setting_and_no_other_language(
        before in sentence(),
        name in prop::sample::select(&LANGUAGES[..]),
    ) {
        let text = format!("{before} I can also write that in {name} if you like it better so.");
        let payload = Payload::stop().with("last_assistant_message", json!(text));
        let transcript = Transcript::new().prompt("p1", "Please.");
        let evidence = evidence(&body(&payload, &transcript));
        let masked = field(&evidence, "wrong_language", "final_text");
        prop_assert!(!masked.contains(name), "{masked}");
        prop_assert_eq!(field(&evidence, "wrong_language", "language"), given::language().name);
        prop_assert!(field(&evidence, "no_action", "final_text").contains(name));
    }
}
