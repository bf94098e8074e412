//! The bytes that go to the judge, exactly.
use alloc::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use sprag_core::activity::check_kind::CheckKind;
use sprag_core::activity::facts::Tools;
use sprag_core::activity::work::{CheckResult, Run, What};
use sprag_core::checks;
use sprag_core::checks::known::Known;
use sprag_core::checks::question::{self, Field, Question};
use sprag_core::decision::plan::Plan;
use sprag_core::judge::evidence::Evidence;
use sprag_core::judge::request::{encode, encode_question};
use sprag_harness::action::{change, name, part, run, verification};
use sprag_harness::given::{MASKS, language, plan, set};
use sprag_harness::payload::Payload;

use crate::{assert_bytes, properties};

const MODEL: &str = "jev-1.13.0";
const TEXT: &str = "I will fix the parser now.";

fn payload(text: &str, tasks: Value, crons: Value) -> Evidence {
    let payload = Payload::stop().with("background_tasks", tasks).with("session_crons", crons);
    Evidence::of_payload(text, &payload.event().unwrap().background, None, &MASKS)
}

fn tools(names: &[&str]) -> Tools {
    let mut tools = Tools::default();
    names.iter().for_each(|name| tools.add(name));
    tools
}

/// Returns the evidence of a turn that called two tools and left nothing behind.
fn plain() -> Evidence {
    said(TEXT)
}

fn said(text: &str) -> Evidence {
    let tools = tools(&["Read", "Bash", "Read"]);
    payload(text, json!([]), json!([])).with_transcript(Some(&tools), Some(&[]), &MASKS)
}

fn request(checks: &[&str], evidence: &Evidence) -> Vec<u8> {
    let plan = Plan { checks: set(checks), ..plan() };
    encode(MODEL, &plan.questions(), evidence)
}

fn promises(evidence: &Evidence) -> Vec<u8> {
    request(&["promises"], evidence)
}

/// Returns the request that asks this question alone.
fn broken_promise(evidence: &Evidence) -> Vec<u8> {
    encode(MODEL, &[Question::by_id("broken_promise").unwrap()], evidence)
}

#[test]
fn the_request_of_promises() {
    assert_bytes("the_request_of_promises.json", &promises(&plain()));
}

#[test]
fn the_request_of_broken_promise_alone() {
    let bytes = broken_promise(&plain());
    assert_bytes("the_request_of_broken_promise_alone.json", &bytes);
}

#[test]
fn the_request_of_a_turn_without_tools() {
    let evidence =
        payload(TEXT, json!([]), json!([])).with_transcript(Some(&tools(&[])), Some(&[]), &MASKS);
    assert_bytes("the_request_of_a_turn_without_tools.json", &promises(&evidence));
}

#[test]
fn the_request_of_a_turn_whose_tools_are_unknown() {
    let evidence = payload(TEXT, json!([]), json!([])).with_transcript(None, Some(&[]), &MASKS);
    assert_bytes("the_request_of_a_turn_whose_tools_are_unknown.json", &promises(&evidence));
}

#[test]
fn the_request_where_the_background_is_unknown() {
    let evidence = payload(TEXT, json!(null), json!(null));
    let evidence = evidence.with_transcript(Some(&tools(&["Bash"])), Some(&[]), &MASKS);
    assert_bytes("the_request_where_the_background_is_unknown.json", &promises(&evidence));
}

#[test]
fn the_request_with_a_task_and_a_cron() {
    let tasks = json!([{"status": "running", "description": "Long build", "command": "make x"}]);
    let crons = json!([{"schedule": "*/7 * * * *", "prompt": "Check the deploy."}]);
    let evidence =
        payload(TEXT, tasks, crons).with_transcript(Some(&tools(&["Bash"])), Some(&[]), &MASKS);
    assert_bytes("the_request_with_a_task_and_a_cron.json", &promises(&evidence));
}

#[test]
fn the_request_of_a_text_that_is_cut() {
    let numbered: String = (0..700).map(|at| format!("word {at}, ")).collect();
    let bytes = broken_promise(&said(&format!("{numbered}now the tests.")));
    assert_bytes("the_request_of_a_text_that_is_cut.json", &bytes);
}

#[test]
fn the_request_of_a_text_in_another_script() {
    // Three bytes a character: the cut would fall inside one.
    let text = "\u{73fe}\u{5728}\u{6211}\u{6703}\u{4fee}\u{5fa9}\u{5b83}\u{3002}".repeat(101);
    let bytes = broken_promise(&said(&format!("{text}!")));
    assert_bytes("the_request_of_a_text_in_another_script.json", &bytes);
}

#[test]
fn the_request_of_a_text_that_json_has_to_escape() {
    let text = "Quote \" backslash \\ newline \n tab \t bell \u{7} \u{2028} \u{1f600} </end>";
    let bytes = promises(&said(text));
    assert_bytes("the_request_of_a_text_that_json_has_to_escape.json", &bytes);
}

/// Returns what is asked with these checks on, of a turn with a running task, a schedule, a session
/// that owes an answer, and a language that is set.
fn busy(checks: &[&str]) -> Vec<u8> {
    let tasks = json!([{"status": "running", "description": "Long build"}]);
    let crons = json!([{"prompt": "Check the deploy."}]);
    let payload = Payload::stop().with("background_tasks", tasks).with("session_crons", crons);
    let event = payload.event().unwrap();
    let text = "I am watching the build and will report. The English page is next.";
    let evidence = Evidence::of_payload(text, &event.background, Some(&language()), &MASKS)
        .with_transcript(Some(&tools(&["Bash"])), Some(&["windows".into()]), &MASKS);
    let known = Known {
        running: Some(1),
        scheduled: Some(1),
        handoffs: Some(1),
        language: Some(language()),
        ..plan().known
    };
    let plan = Plan { checks: set(checks), known, ..plan() };
    encode(MODEL, &plan.questions(), &evidence)
}

#[test]
fn the_request_of_watch_with_something_running() {
    let bytes = busy(&["watch"]);
    assert_bytes("the_request_of_watch_with_something_running.json", &bytes);
}

#[test]
fn the_request_of_watch_with_nothing_running() {
    let bytes = request(&["watch"], &plain());
    assert_bytes("the_request_of_watch_with_nothing_running.json", &bytes);
}

#[test]
fn the_request_of_language() {
    assert_bytes("the_request_of_language.json", &busy(&["language"]));
}

#[test]
fn the_request_of_every_check() {
    let every = checks::ALL.map(|check| check.word);
    assert_bytes("the_request_of_every_check.json", &busy(&every));
}

/// Returns what is asked of a turn that claims to be done, with these checks on.
fn done(checks: &[&str], actions: Vec<What>) -> Vec<u8> {
    let verification = verification(actions);
    let evidence = said("The parser is fixed and all tests pass.").with_work(Some(&verification));
    let known = Known { verification: Some(verification), ..plan().known };
    let plan = Plan { checks: set(checks), known, ..plan() };
    encode(MODEL, &plan.questions(), &evidence)
}

/// Changes of every kind of file, and checks that stand in every way.
fn much() -> Vec<What> {
    let change = |path: &str| What::Change(change(path, 7));
    let ran = |kind, program: &str, result| {
        What::Check(Run { runner: name(program), ..run(&[kind], result) })
    };
    vec![
        ran(CheckKind::Lint, "ruff", CheckResult::Passed),
        change("/home/dev/calc/src/secret_name.py"),
        change("/home/dev/calc/run.sh"),
        change("/home/dev/calc/README.md"),
        change("/home/dev/calc/README.md"),
        change("/home/dev/calc/a.toml"),
        ran(CheckKind::Test, "pytest", CheckResult::Failed),
        What::Check(part(3, CheckResult::Passed)),
        ran(CheckKind::Build, "make build", CheckResult::Passed),
        ran(CheckKind::Types, "mypy", CheckResult::Unknown),
    ]
}

#[test]
fn the_request_of_done() {
    let bytes = done(&["done"], much());
    assert!(!String::from_utf8_lossy(&bytes).contains("secret_name"));
    assert_bytes("the_request_of_done.json", &bytes);
}

#[test]
fn the_request_of_done_with_the_task() {
    let with = |typed| {
        let verification = verification(much());
        let evidence = said("The parser is fixed and all tests pass.")
            .with_work(Some(&verification))
            .with_task(true, typed, &MASKS);
        let known = Known { verification: Some(verification), ..plan().known };
        let checks = set(&["done", "promises"]);
        encode(MODEL, &Plan { checks, known, ..plan() }.questions(), &evidence)
    };
    let bytes = with(Some("Fix `parse` in src/parser.rs, the last line is lost.\n"));
    assert_bytes("the_request_of_done_with_the_task.json", &bytes);
    assert!(String::from_utf8_lossy(&with(None)).contains("what the user asked for is not known"));
}

#[test]
fn what_is_said_of_a_run() {
    let part = |result| What::Check(part(3, result));
    let tests = |result| What::Check(run(&[CheckKind::Test], result));
    let edit = || What::Change(change("/home/dev/calc/a.py", 1));
    let texts = [
        Vec::new(),
        vec![edit()],
        vec![edit(), tests(CheckResult::Passed)],
        vec![edit(), part(CheckResult::Passed)],
        vec![tests(CheckResult::Passed), edit()],
        vec![tests(CheckResult::Failed), edit()],
        much(),
    ]
    .map(|actions| {
        said(TEXT).with_work(Some(&verification(actions))).text(Field::Run).unwrap().to_owned()
    });
    let unknown = said(TEXT).with_work(None).text(Field::Run).unwrap().to_owned();
    let all = [&texts[..], &[unknown]].concat().join("\n");
    assert_bytes("what_is_said_of_a_run.txt", all.as_bytes());
}

#[test]
fn the_questions_of_other_checks_are_the_same_beside_done() {
    let (alone, beside) = (done(&["promises"], much()), done(&["promises", "done"], much()));
    let question = |bytes: &[u8], id: &str| {
        serde_json::from_slice::<Value>(bytes).unwrap()["questions"][id].to_string()
    };
    for id in ["no_action", "broken_promise"] {
        assert_eq!(question(&alone, id), question(&beside, id), "{id}");
    }
    let without = done(&["promises"], Vec::new());
    assert_eq!(alone, without, "what ran changed a question that does not carry it");
    assert!(done(&["done"], Vec::new()).ends_with(br#""questions":{}}"#));
}

#[test]
fn the_model_is_in_the_request_as_it_is_set() {
    let text = String::from_utf8(encode("other/model", &[], &plain())).unwrap();
    assert!(text.starts_with(r#"{"model":"other/model","state":""#));
    assert!(text.ends_with(r#","questions":{}}"#));
}

#[test]
fn a_question_that_two_checks_ask_is_asked_once() {
    let due = plan().questions();
    let ids: Vec<&str> = due.iter().map(|question| question.id).collect();
    assert_eq!(ids, ["no_action", "broken_promise"]);
    let known = Known { running: Some(1), ..plan().known };
    let plan = |checks: &[&str]| {
        let plan = Plan { checks: set(checks), known: known.clone(), ..plan() };
        plan.questions().iter().map(|question| question.id).collect::<Vec<_>>()
    };
    assert_eq!(plan(&["watch", "watch-match"]), ["watch_claim", "watch_mismatch"]);
    assert!(plan(&[]).is_empty());
}

#[test]
fn the_wording_of_the_questions_is_that_of_this_version() {
    assert_eq!(
        question::set_hash(),
        "bc4db67535638d71",
        "the wording has changed: every threshold that was measured on the old one is void, so \
         say so where the change is described, and then renew this value"
    );
}

/// Returns every question of every check.
fn questions() -> Vec<&'static Question> {
    checks::ALL.iter().flat_map(|check| check.questions).copied().collect()
}

#[test]
fn every_question_names_the_fields_that_it_carries_and_no_other() {
    for question in questions() {
        let wording = [question.ask, question.when_true, question.when_false].concat();
        let mut named: Vec<&str> = wording.split('`').skip(1).step_by(2).collect();
        let mut carried: Vec<&str> = question.evidence.iter().map(|field| field.name()).collect();
        named.sort_unstable();
        named.dedup();
        carried.sort_unstable();
        assert_eq!(named, carried, "{}", question.id);
        assert!(wording.is_ascii(), "{}", question.id);
    }
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_the_bytes_of_a_question_do_not_depend_on_what_else_is_on(
        text: String,
        names in prop::collection::vec("[A-Z]{1,3}", 0..60),
        description: String,
    ) {
        let tasks = json!([{"status": "running", "description": description}]);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let verification = verification(much());
        let evidence_of_work = Some(verification.clone());
        let known = Known {
            language: Some(language()),
            verification: Some(verification),
            ..plan().known
        };
        let payload = Payload::stop().with("background_tasks", tasks);
        let background = payload.event().unwrap().background;
        let evidence = Evidence::of_payload(&text, &background, Some(&language()), &MASKS)
            .with_transcript(Some(&tools(&names)), Some(&["windows".into()]), &MASKS)
            .with_work(evidence_of_work.as_ref());
        let member = |question: &Question| {
            format!(r#""{}":{}"#, question.id, encode_question(question, &evidence))
        };
        let members: BTreeMap<&str, String> =
            questions().into_iter().map(|question| (question.id, member(question))).collect();
        for bits in 0..1_u32 << checks::ALL.len() {
            let is_in = |at: &usize| bits >> at & 1 == 1;
            let on: Vec<&str> =
                (0..checks::ALL.len()).filter(is_in).map(|at| checks::ALL[at].word).collect();
            let plan = Plan { checks: set(&on), known: known.clone(), ..plan() };
            let body = String::from_utf8(encode(MODEL, &plan.questions(), &evidence)).unwrap();
            for question in plan.questions() {
                prop_assert!(body.contains(&members[question.id]));
            }
        }
    }

    #[test]
    fn prop_a_question_carries_its_own_evidence_and_nothing_else(text in "[a-z ]{1,40}") {
        let evidence = said(&text);
        for question in questions() {
            let asked: Value = serde_json::from_str(&encode_question(question, &evidence)).unwrap();
            let mut expected = json!({"question": question.ask});
            for field in question.evidence {
                expected[field.name()] = json!(evidence.text(*field).unwrap());
            }
            let consented = evidence.clone().with_task(true, Some(&text), &MASKS);
            let bytes = encode_question(question, &consented);
            let is_same = bytes == encode_question(question, &evidence);
            prop_assert_eq!(is_same, question.by_consent.is_empty());
            prop_assert_eq!(asked["type"].as_str(), Some("noul"));
            prop_assert_eq!(&asked["instructions"], &expected);
            let criteria = json!({"true": question.when_true, "false": question.when_false});
            prop_assert_eq!(&asked["criteria"], &criteria);
        }
    }
}
