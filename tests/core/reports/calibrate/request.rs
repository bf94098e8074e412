//! What is asked about a line is what the hook asks.
use serde_json::json;
use sprag_core::checks::verdict::{Failure, Pass};
use sprag_core::decision::asked::Asked;
use sprag_core::judge::key::Key;
use sprag_core::judge::local::built_in;
use sprag_core::reports::calibrate::ask::{Judge, answer_from_built_in, guard_failures, request};
use sprag_core::reports::calibrate::cache::{Kept, name};
use sprag_core::reports::calibrate::line::{Line, parse};
use sprag_core::settings::Choice;
use sprag_core::settings::{Name, Settings};
use sprag_harness::given::{MASKS, settings};
use sprag_harness::payload::Payload;
use sprag_harness::transcript::Transcript;
use sprag_harness::wire;

use super::shipped;

fn key() -> Key {
    Key::choose(["key-of-the-simulated-user"]).unwrap()
}

fn line(text: &str) -> Line {
    parse(&text.replace('\n', " ")).unwrap().remove(0)
}

#[test]
fn a_line_is_asked_about_with_the_very_bytes_of_the_hook() {
    let text = "I fixed `a.rs` in /home/dev/rocket/src. I'll watch the build now.";
    let transcript = Transcript::new()
        .prompt("p1", "fix it")
        .assistant_text("On it.")
        .part(json!({"type": "tool_use", "id": "r", "name": "Read", "input": {}}))
        .user(json!([{"type": "tool_result", "tool_use_id": "r", "content": "x"}]), json!({}))
        .assistant_text(text)
        .bytes();
    let event = Payload::stop()
        .without("prompt_id")
        .with("last_assistant_message", json!(text))
        .with(
            "background_tasks",
            json!([{"status": "running", "description": "Build of /home/dev/x"}]),
        )
        .with("session_crons", json!([{"prompt": "look again"}]))
        .event()
        .unwrap();
    let on = settings(&[(Name::Checks, "promises,watch")]);
    let (plan, sent) = wire::request(&event, &on, &transcript, &MASKS);
    let expect: Vec<String> = plan.questions().iter().map(|q| format!("{} yes", q.id)).collect();
    assert_eq!(expect.len(), 4);
    let cells = json!({
        "message": text, "tools": "Read 1", "expect": expect.join(", "),
        "background": "running Build of /home/dev/x; scheduled look again",
    });
    let asked = request(&line(&cells.to_string()), &on, None, &key()).unwrap();
    assert_eq!(String::from_utf8(asked), String::from_utf8(sent.unwrap()));
}

#[test]
fn the_task_leaves_with_consent_alone_and_names_are_masked() {
    let line = line(
        r#"{"message": "Done: bolt and acme build.", "task": "Fix the hinge", "mask": "bolt",
        "expect": "claims_done yes"}"#,
    );
    let asked = |send_task| {
        let on = settings(&[(Name::SendTask, send_task), (Name::RedactWords, "acme")]);
        String::from_utf8(request(&line, &on, None, &key()).unwrap()).unwrap()
    };
    assert!(asked("on").contains("Fix the hinge") && !asked("off").contains("hinge"));
    assert!(!asked("on").contains("bolt") && !asked("on").contains("acme"));
}

#[test]
fn what_may_not_leave_is_not_asked() {
    let on = settings(&[]);
    let pass = |text: &str| request(&line(text), &on, None, &key()).unwrap_err();
    assert_eq!(pass(r#"{"message": "Done.", "expect": ""}"#), Pass::NothingToAsk);
    let blank = r#"{"message": "> All of it is done.", "expect": "claims_done yes"}"#;
    assert_eq!(pass(blank), Pass::NothingLeft);
    let key = r#"{"message": "The word is key-of-the-simulated-user", "expect": "no_action no"}"#;
    assert!(matches!(pass(key), Pass::Held(_)));
}

#[test]
fn every_line_that_ships_can_be_asked_about() {
    for line in shipped() {
        match request(&line, &settings(&[]), None, &key()) {
            Ok(body) => assert!(body.len() < 64 << 10),
            Err(pass) => panic!("{}: {pass}", line.id),
        }
    }
}

#[test]
fn the_built_in_judge_is_asked_where_it_is_wanted_or_there_is_no_key() {
    let asked = |choice: Choice, key| choice.guard_key(key);
    let endpoint = || Ok(Asked::Endpoint(key()));
    assert_eq!(asked(Choice::Auto, Ok(key())), endpoint());
    assert_eq!(asked(Choice::Auto, Err(Pass::NoKey)), Ok(Asked::BuiltIn));
    assert_eq!(asked(Choice::Auto, Err(Pass::KeyOdd)), Err(Pass::KeyOdd));
    assert_eq!(asked(Choice::Jev, Ok(key())), endpoint());
    assert_eq!(asked(Choice::Jev, Err(Pass::NoKey)), Err(Pass::NoKey));
    for key in [Ok(key()), Err(Pass::NoKey), Err(Pass::KeyOdd)] {
        assert_eq!(asked(Choice::Local, key), Ok(Asked::BuiltIn));
    }
}

#[test]
fn the_built_in_judge_answers_what_it_can_and_leaves_the_rest_open() {
    let line = line(
        r#"{"message": "I moved the check. All tests pass.", "run": "code 1, lines 9",
        "expect": "claims_tests yes, claims_lint no, verification_applies yes, no_action no"}"#,
    );
    let answers = answer_from_built_in(&line, built_in().as_ref());
    let answers = serde_json::to_value(answers).unwrap();
    assert!(answers["claims_tests"].as_f64().unwrap() > 0.9, "{answers}");
    assert!(answers["claims_lint"].as_f64().unwrap() < 0.5, "{answers}");
    assert_eq!(
        (&answers["verification_applies"], &answers["no_action"]),
        (&json!(1.0), &json!(null))
    );
    let nothing = serde_json::to_value(answer_from_built_in(&line, None)).unwrap();
    assert!(nothing.as_object().unwrap().values().all(serde_json::Value::is_null));
}

#[test]
fn each_answer_is_checked_against_the_threshold_of_its_rule() {
    let on = settings(&[(Name::Tau, "0.6"), (Name::Claim, "0.8"), (Name::ClaimLocal, "0.95")]);
    let least = |judge: Judge, id: &str, settings: &Settings| {
        let text = format!(r#"{{"message": "a", "language": "de", "expect": "{id} yes"}}"#);
        judge.threshold(line(&text).expected[0].0, settings).map(f64::from)
    };
    for (id, endpoint, by_built_in) in [
        ("no_action", 0.6, 0.6),
        ("wrong_language", 0.6, 0.6),
        ("claims_done", 0.8, 0.95),
        ("claims_tests", 0.8, 0.95),
        ("claims_build", 0.8, 0.95),
        ("claims_lint", 0.8, 0.95),
        ("verification_applies", 0.5, 0.5),
        ("outcome_blocked", 0.4, 0.4),
    ] {
        assert_eq!(least(Judge::Endpoint, id, &on), Some(endpoint), "{id}");
        assert_eq!(least(Judge::BuiltIn, id, &on), Some(by_built_in), "{id}");
    }
    let odd = settings(&[(Name::Tau, "2"), (Name::Claim, "none")]);
    assert_eq!(least(Judge::Endpoint, "no_action", &odd), None);
    assert_eq!(least(Judge::Endpoint, "claims_done", &odd), None);
}

#[test]
fn after_a_refused_key_or_five_silences_running_no_more_is_asked() {
    let (ok, silent) = (Ok(()), Err(Failure::Timeout));
    assert!(!guard_failures(&[]));
    assert!(guard_failures(&[ok, Err(Failure::KeyRefused), ok]));
    assert!(!guard_failures(&[silent; 4]));
    assert!(guard_failures(&[silent; 5]));
    assert!(!guard_failures(&[silent, silent, silent, silent, ok, silent]));
    assert!(guard_failures(&[ok, silent, silent, silent, silent, silent]));
}

#[test]
fn an_answer_is_found_again_by_exactly_what_was_asked_where() {
    let one = name("https://judge.example.com/", b"{\"model\":\"m\"}");
    assert_eq!(one, name("https://judge.example.com/", b"{\"model\":\"m\"}"));
    assert_ne!(one, name("https://judge.example.com/", b"{\"model\":\"n\"}"));
    assert_ne!(one, name("http://127.0.0.1:80/", b"{\"model\":\"m\"}"));
    assert_ne!(name("a", b"bc"), name("ab", b"c"));
    let line =
        line(r#"{"message": "All tests pass.", "expect": "claims_tests yes, no_action no"}"#);
    let answers = answer_from_built_in(&line, built_in().as_ref());
    let kept = Kept { asked: one, model: Some("m".into()), answers };
    assert_eq!(Kept::parse(kept.line().trim()), Some(kept.clone()));
    let text = kept.line();
    for end in 0..text.len() - 2 {
        assert_eq!(Kept::parse(&text[..end]), None, "{end}");
    }
    assert!(!text.contains("tests pass"), "no text is kept");
    let [tests, idle] = [line.expected[0].0, line.expected[1].0];
    assert!(kept.is_whole([tests].into_iter()) && !kept.is_whole([tests, idle].into_iter()));
}
