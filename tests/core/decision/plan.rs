//! What is settled about a stop before anybody is asked.
use serde_json::json;
use sprag_core::activity::facts::{Facts, StartedBy};
use sprag_core::activity::verification::{Last, State, Verification};
use sprag_core::checks::known::Known;
use sprag_core::checks::score::Threshold;
use sprag_core::checks::verdict::Pass;
use sprag_core::decision::plan::Plan;
use sprag_core::hosts::event::Event;
use sprag_core::hosts::handoff::Handoffs;
use sprag_core::hosts::host::Host;
use sprag_core::judge::key::Key;
use sprag_core::settings::{Name, Settings};
use sprag_harness::given::{MASKS, language, settings};
use sprag_harness::payload::Payload;
use sprag_harness::reader::last_turn;
use sprag_harness::transcript::Transcript;

fn on() -> Settings {
    settings(&[(Name::Checks, "promises")])
}

fn open(event: &Event) -> Plan {
    Plan::open(event, &on(), None, None)
}

fn plain() -> (Event, Plan) {
    let event = Payload::stop().event().unwrap();
    let plan = open(&event);
    (event, plan)
}

fn pass(payload: &Payload, host: Host, denied: Option<Pass>) -> Option<Pass> {
    Plan::open(&payload.event_on(host).unwrap(), &on(), denied, None).pass
}

#[test]
fn a_stop_of_claude_code_in_an_open_folder_is_looked_at() {
    assert_eq!(pass(&Payload::stop(), Host::Claude, None), None);
    assert_eq!(plain().1.check(), Ok(()));
}

#[test]
fn an_event_that_is_not_a_stop_passes() {
    let payload = Payload::stop().with("hook_event_name", json!("SubagentStop"));
    assert_eq!(pass(&payload, Host::Claude, None), Some(Pass::NotAStop));
}

#[test]
fn a_stop_of_any_host_is_looked_at() {
    for payload in [Payload::codex_stop(), Payload::grok_stop()] {
        assert_eq!(Plan::open(&payload.event().unwrap(), &on(), None, None).pass, None);
    }
}

#[test]
fn a_host_whose_sessions_do_not_write_to_each_other_awaits_no_answer() {
    let known = |host| Handoffs::without_any_on(host).and_then(|none| none.open().map(<[_]>::len));
    assert_eq!(Host::ALL.map(known), [None, Some(0), Some(0)]);
}

#[test]
fn a_stop_that_already_continues_passes() {
    let payload = Payload::stop().with("stop_hook_active", json!(true));
    assert_eq!(pass(&payload, Host::Claude, None), Some(Pass::Continuing));
    let plan = open(&payload.event().unwrap());
    assert_eq!(plan.check(), Err(Pass::Continuing));
}

#[test]
fn a_stop_in_a_denied_folder_passes() {
    assert_eq!(pass(&Payload::stop(), Host::Claude, Some(Pass::Denied)), Some(Pass::Denied));
}

#[test]
fn the_event_is_looked_at_before_the_folder() {
    let payload = Payload::stop().with("hook_event_name", json!("PreToolUse"));
    let payload = payload.with("stop_hook_active", json!(true));
    assert_eq!(pass(&payload, Host::Grok, Some(Pass::Denied)), Some(Pass::NotAStop));
    let payload = Payload::stop().with("stop_hook_active", json!(true));
    assert_eq!(pass(&payload, Host::Claude, Some(Pass::Denied)), Some(Pass::Continuing));
}

#[test]
fn a_plan_takes_over_what_the_user_set() {
    let settings = settings(&[
        (Name::Checks, "promises"),
        (Name::Shadow, "on"),
        (Name::Tau, "0.8"),
        (Name::MaxBlocks, "5"),
    ]);
    let event = Payload::stop().event().unwrap();
    let plan = Plan::open(&event, &settings, None, Some(language()));
    assert_eq!((plan.host, plan.session.as_str()), (Host::Claude, "s1"));
    assert_eq!((plan.prompt.as_deref(), plan.answer.as_deref()), (Some("p1"), None));
    assert_eq!(plan.checks, settings.checks);
    assert_eq!((plan.shadow, plan.blocks_max), (true, 5));
    assert_eq!(plan.tau, Threshold::of(0.8));
    let known = Known {
        running: Some(0),
        scheduled: Some(0),
        language: Some(language()),
        ..Known::default()
    };
    assert_eq!((plan.known, plan.started_by), (known, StartedBy::Unknown));
}

#[test]
fn a_plan_learns_what_the_turn_and_the_background_show() {
    let tasks = json!([{"status": "running"}, {"status": "running"}, {"status": "failed"}]);
    let payload = Payload::stop().with("background_tasks", tasks);
    let event = payload.with("session_crons", json!([{"prompt": "x"}])).event().unwrap();
    let written = Transcript::new().prompt("p1", "a").tool("Bash").tool_result().tool("Read");
    let mut plan = open(&event);
    plan.learn(&last_turn(&written.bytes(), Some("p1")), Some(&["windows".into()]));
    assert_eq!(plan.started_by, StartedBy::Person);
    // What a command did whose line is not there is not seen.
    let unseen = || State { last: Last::Unknown, ..State::default() };
    let verification = Verification {
        test: unseen(),
        build: unseen(),
        lint: unseen(),
        types: unseen(),
        format: unseen(),
        ..Verification::default()
    };
    let known = Known {
        tools: Some(2),
        running: Some(2),
        scheduled: Some(1),
        handoffs: Some(1),
        verification: Some(verification),
        ..Known::default()
    };
    assert_eq!(plan.known, known);
    assert_eq!((plan.known.listed(), plan.known.watching()), (Some(3), Some(4)));
}

#[test]
fn a_plan_that_learns_nothing_knows_nothing() {
    let event = Payload::stop().without("background_tasks").without("session_crons");
    let event = event.event().unwrap();
    let mut plan = open(&event);
    plan.learn(&Facts::default(), None);
    assert_eq!((plan.known, plan.started_by), (Known::default(), StartedBy::Unknown));
    assert_eq!(plan.prompt.as_deref(), Some("p1"));
}

#[test]
fn a_plan_keeps_to_the_turns_prompt_whatever_the_payload_calls_what_went_on_with_it() {
    let written = Transcript::old().prompt("", "a").assistant_text("b");
    let facts = last_turn(&written.bytes(), None);
    let event = Payload::stop().without("prompt_id").event().unwrap();
    let mut plan = open(&event);
    plan.learn(&facts, None);
    assert_eq!(plan.prompt.as_deref(), Some("uuid-0"));
    let (_, mut plan) = plain();
    plan.learn(&facts, None);
    assert_eq!(plan.prompt.as_deref(), Some("uuid-0"));
    let (_, mut plan) = plain();
    plan.learn(&last_turn(b"", None), None);
    assert_eq!(plan.prompt.as_deref(), Some("p1"));
}

#[test]
fn white_space_and_letter_case_make_no_other_answer() {
    let answer = |text: &str| {
        let (_, mut plan) = plain();
        plan.close(text);
        plan.answer.unwrap()
    };
    let plain = answer("I will fix it now.");
    assert_eq!(plain.len(), 32);
    for same in ["i will FIX it now.", "  I will\n fix\tit now.\r\n"] {
        assert_eq!(answer(same), plain);
    }
    for other in ["I will fix it now", "I willfix it now.", "", "I will fix it now. I will."] {
        assert_ne!(answer(other), plain);
    }
}

#[test]
fn a_plan_that_gives_up_says_why() {
    let (_, mut plan) = plain();
    plan.give_up(Pass::NoKey);
    assert_eq!(plan.check(), Err(Pass::NoKey));
}

#[test]
fn a_text_of_which_redaction_leaves_nothing_is_not_judged() {
    let (event, plan) = plain();
    let evidence = |text: &str| plan.evidence(text, &event.background, &MASKS);
    assert_eq!(evidence(" \n"), Err(Pass::NothingLeft));
    assert!(evidence("I will fix it now.").is_ok());
}

#[test]
fn a_request_that_carries_nothing_secret_is_sent_as_it_is() {
    let (event, plan) = plain();
    let evidence = plan.evidence("I will fix it now.", &event.background, &MASKS).unwrap();
    let key = Key::choose(["a-key-that-occurs-nowhere"]).unwrap();
    let body = plan.request("jev-1.13.0", &evidence, &key).unwrap();
    assert_eq!(
        body,
        sprag_core::judge::request::encode("jev-1.13.0", &plan.questions(), &evidence)
    );
}

#[test]
fn a_request_that_carries_the_judges_own_key_is_held() {
    let (event, plan) = plain();
    let evidence = plan.evidence("The key is correct-horse-7.", &event.background, &MASKS).unwrap();
    let key = Key::choose(["correct-horse-7"]).unwrap();
    let held = plan.request("jev-1.13.0", &evidence, &key);
    assert!(matches!(held, Err(Pass::Held(_))), "{held:?}");
}
