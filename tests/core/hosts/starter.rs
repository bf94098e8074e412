//! Who made a turn begin: a person, a notification, a schedule, or nobody knows.
use serde_json::{Value, json};
use sprag_core::activity::facts::StartedBy;
use sprag_harness::reader::last_turn;
use sprag_harness::transcript::Transcript;

fn started_by(transcript: Transcript) -> StartedBy {
    last_turn(&transcript.assistant_text("Done.").bytes(), Some("p1")).turn.unwrap().started_by
}

fn with(members: Value) -> StartedBy {
    started_by(Transcript::new().prompt_with("p1", "Please fix it.", members))
}

#[test]
fn a_prompt_that_somebody_sent_is_a_persons() {
    let table = [
        json!({"promptSource": "typed", "origin": {"kind": "human"}}),
        json!({"promptSource": "sdk", "turnOrigin": "sdk"}),
        json!({"promptSource": "queued"}),
        json!({"promptSource": "typed"}),
        json!({"origin": {"kind": "human"}}),
        json!({"origin": {"kind": "human"}, "promptSource": "system"}),
        // Hosts before 2.1.205 say nothing.
        json!({}),
    ];
    for members in table {
        assert_eq!(with(members.clone()), StartedBy::Person, "{members}");
    }
}

#[test]
fn a_prompt_of_which_nobody_knows_who_sent_it_is_unknown() {
    let table = [
        json!({"promptSource": "system"}),
        json!({"promptSource": "later"}),
        json!({"origin": {"kind": "peer"}}),
        json!({"origin": {"kind": "coordinator"}, "promptSource": "sdk"}),
        json!({"origin": {"kind": "later"}, "promptSource": "typed"}),
    ];
    for members in table {
        assert_eq!(with(members.clone()), StartedBy::Unknown, "{members}");
    }
}

#[test]
fn a_task_that_reports_is_a_notification_however_it_is_marked() {
    let written = Transcript::new().notification("p1", "Build finished");
    assert_eq!(started_by(written), StartedBy::Notification);
    let words = json!({"origin": {"kind": "task-notification"}});
    assert_eq!(with(words), StartedBy::Notification);
    let typed = json!({"origin": {"kind": "human"}, "promptSource": "typed"});
    let written = Transcript::new().prompt_with("p1", "<task-notification>\nb1", typed);
    assert_eq!(started_by(written), StartedBy::Notification);
}

#[test]
fn a_schedule_that_is_due_is_not_a_person() {
    for origin in ["schedule", "cron", "loop", "wakeup", "scheduled_wakeup"] {
        let members = json!({"turnOrigin": origin, "promptSource": "system"});
        assert_eq!(with(members), StartedBy::Schedule, "{origin}");
        let members = json!({"turnOrigin": origin, "origin": {"kind": "human"}});
        assert_eq!(with(members), StartedBy::Schedule, "{origin}");
    }
}

#[test]
fn a_slash_command_that_somebody_typed_is_a_persons() {
    assert_eq!(started_by(Transcript::new().command("p1", "review")), StartedBy::Person);
    let text = "<command-message>review</command-message>";
    let sent = json!({"promptSource": "sdk"});
    let written = Transcript::new().prompt_with("p1", text, sent);
    assert_eq!(started_by(written), StartedBy::Person);
    let written = Transcript::new().prompt_with("p1", text, json!({}));
    assert_eq!(started_by(written), StartedBy::Person);
    let written = Transcript::new().prompt_with("p1", text, json!({"promptSource": "system"}));
    assert_eq!(started_by(written), StartedBy::Unknown);
}

#[test]
fn a_prompt_of_an_old_host_is_a_persons() {
    let written = Transcript::old().prompt("p1", "Please.").assistant_text("Done.");
    let turn = last_turn(&written.bytes(), None).turn.unwrap();
    assert_eq!(turn.started_by, StartedBy::Person);
    assert_eq!(turn.prompt.as_deref(), Some("uuid-0"));
}

#[test]
fn a_prompt_that_joins_what_a_report_went_on_with_is_a_persons() {
    let queued = json!({"promptSource": "queued", "origin": {"kind": "human"}});
    let written = Transcript::new().notification("p1", "Build finished").tool("Bash").tool_result();
    assert_eq!(started_by(written.prompt_with("p1", "And this.", queued)), StartedBy::Person);
}

#[test]
fn records_that_begin_no_turn_do_not_say_who_began_it() {
    let written = Transcript::new().prompt("p0", "a").assistant_text("b");
    let lead = json!({"promptId": "p1", "isMeta": true, "turnOrigin": "cron"});
    let written = written.user(json!("Caveat"), lead).prompt("p1", "Please.").interrupt();
    assert_eq!(started_by(written), StartedBy::Person);
    let only_results =
        Transcript::new().user(json!("x"), json!({"promptId": "p1", "isMeta": true}));
    assert_eq!(started_by(only_results), StartedBy::Unknown);
}

#[test]
fn a_notification_without_an_id_is_not_a_new_prompt_of_the_person_before_it() {
    // The payload's id is the notification's: as a person's new prompt it would start the count of
    // blocks again.
    let written = Transcript::old().prompt("", "Please.").tool("Bash").assistant_text("Started.");
    let before = last_turn(&written.bytes(), Some("p6")).turn.unwrap();
    let written = written.notification("", "Build finished").assistant_text("Noted.");
    let turn = last_turn(&written.bytes(), Some("p7")).turn.unwrap();
    assert_eq!((turn.prompt, turn.started_by), (before.prompt, StartedBy::Person));
}
