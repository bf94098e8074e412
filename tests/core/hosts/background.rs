//! The lists of running tasks and scheduled prompts: unknown is never empty.
use serde_json::{Value, json};
use sprag_core::hosts::background::{Background, Task};
use sprag_harness::payload::Payload;

fn background(tasks: Value, crons: Value) -> Background {
    let payload = Payload::stop().with("background_tasks", tasks).with("session_crons", crons);
    payload.event().unwrap().background
}

#[test]
fn a_list_that_is_absent_or_no_list_is_unknown() {
    for value in [json!(null), json!({}), json!("[]"), json!(0), json!(true)] {
        let background = background(value.clone(), value.clone());
        assert!(background.tasks.is_none() && background.crons.is_none(), "{value}");
    }
    let event = Payload::stop().without("background_tasks").without("session_crons").event();
    let background = event.unwrap().background;
    assert!(background.tasks.is_none() && background.crons.is_none());
}

#[test]
fn a_list_with_something_that_is_not_an_object_is_unknown() {
    for value in [json!([7]), json!([{"status": "running"}, null]), json!([["running"]])] {
        let background = background(value.clone(), value.clone());
        assert!(background.tasks.is_none() && background.crons.is_none(), "{value}");
    }
}

#[test]
fn each_list_is_read_on_its_own() {
    assert!(background(json!([]), json!(1)).tasks.is_some());
    assert!(background(json!([]), json!(1)).crons.is_none());
    assert!(background(json!(1), json!([])).crons.is_some());
}

#[test]
fn only_a_running_task_is_counted_as_running() {
    let statuses = ["running", "completed", "failed", "Running", "", "running"];
    let tasks: Vec<Value> =
        statuses.iter().map(|status| json!({"status": status, "description": "d"})).collect();
    let tasks = background(json!(tasks), json!([])).tasks.unwrap();
    assert_eq!(tasks.running, 2);
    assert_eq!(tasks.described.len(), 6);
    assert_eq!(tasks.described[1], Task { status: "completed".into(), description: "d".into() });
}

#[test]
fn a_task_of_which_nobody_knows_whether_it_runs_makes_unknown_whether_any_does() {
    let running = |statuses: &[&str]| {
        let tasks: Vec<Value> = statuses.iter().map(|status| json!({"status": status})).collect();
        background(json!(tasks), json!([])).tasks.unwrap().guard_running()
    };
    for over in ["completed", "failed", "killed", "stopped", "cancelled", "error", "exited"] {
        assert_eq!(running(&[over]), Some(0), "{over}");
        assert_eq!(running(&[over, "running"]), Some(1), "{over}");
    }
    for unsure in ["pending", "queued", "", "Running", "starting"] {
        assert_eq!(running(&[unsure, "completed"]), None, "{unsure}");
        assert_eq!(running(&[unsure, "running"]), Some(1), "{unsure}");
    }
    let nameless = background(json!([{}]), json!([])).tasks.unwrap();
    assert_eq!(nameless.guard_running(), None);
}

#[test]
fn a_task_may_lack_any_field() {
    let tasks = json!([{}, {"status": 1, "description": ["x"]}, {"status": "running"}]);
    let tasks = background(tasks, json!([])).tasks.unwrap();
    assert_eq!(tasks.running, 1);
    assert_eq!(tasks.described[0], Task::default());
    assert_eq!(tasks.described[1], Task::default());
}

#[test]
fn tasks_and_crons_beyond_the_bound_are_counted_only() {
    let tasks: Vec<Value> =
        (0..70).map(|at| json!({"status": "running", "description": format!("t{at}")})).collect();
    let crons: Vec<Value> = (0..70).map(|at| json!({"prompt": format!("c{at}")})).collect();
    let background = background(json!(tasks), json!(crons));
    let (tasks, crons) = (background.tasks.unwrap(), background.crons.unwrap());
    assert_eq!((tasks.running, tasks.described.len()), (70, 64));
    assert_eq!((crons.scheduled, crons.prompts.len()), (70, 64));
    assert_eq!(crons.prompts[63], "c63");
}

#[test]
fn a_cron_without_a_prompt_is_still_scheduled() {
    let crons = background(json!([]), json!([{"id": "1"}, {"prompt": 5}])).crons.unwrap();
    assert_eq!(crons.scheduled, 2);
    assert_eq!(crons.prompts[1], "");
}
