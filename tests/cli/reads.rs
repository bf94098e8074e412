//! The hook before a tool runs: a bulk read is denied, and whatever else happens passes unheard.

mod faults;
mod state;

use std::ffi::OsString;
use std::fs;

use serde_json::{Value, json};

use crate::run::{Ended, Stop, names};

const SESSION: &str = "0c9d7d5e-2f6b-4d0e-9d3c-6a1f7e5b8c21";

/// A project with a large and a small file, and tools that read them.
struct Reading {
    stop: Stop,
    calls: u32,
}

/// A host's way to read a file and to run a command.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Host {
    Claude,
    Codex,
    Grok,
}

use Host::{Claude, Codex, Grok};

fn rows(count: u32) -> String {
    (1..=count).map(|row| format!("row-{row}\n")).collect()
}

impl Reading {
    fn new() -> Self {
        let mut stop = Stop::unjudged();
        stop.write("project/large.txt", rows(1_200)).write("project/small.txt", rows(350));
        stop.unset("TYPESAFE_API_KEY");
        let mut reading = Self { stop, calls: 0 };
        reading.arguments(&["--checks", "reads"]);
        reading
    }

    fn arguments(&mut self, options: &[&str]) {
        self.stop.arguments =
            [&["hook"], options].concat().into_iter().map(OsString::from).collect();
    }

    fn project(&self, name: &str) -> String {
        self.stop.path("project").join(name).to_str().unwrap().into()
    }

    /// Returns a payload of a tool that is about to run.
    fn payload(&mut self, host: Host, tool: &str, input: &Value) -> Value {
        self.calls += 1;
        let id = format!("call_{}", self.calls);
        let cwd = self.project("");
        match host {
            Claude => json!({
                "session_id": SESSION, "transcript_path": "/home/dev/s.jsonl", "cwd": cwd,
                "prompt_id": "p1", "permission_mode": "default", "effort": {"level": "medium"},
                "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": input,
                "tool_use_id": id,
            }),
            Codex => json!({
                "session_id": SESSION, "turn_id": "t1", "transcript_path": null, "cwd": cwd,
                "hook_event_name": "PreToolUse", "model": "gpt-6.2-sol",
                "permission_mode": "default", "tool_name": tool, "tool_input": input,
                "tool_use_id": id,
            }),
            Grok => json!({
                "hookEventName": "pre_tool_use", "sessionId": SESSION, "cwd": cwd,
                "workspaceRoot": cwd, "timestamp": "2026-11-30T00:02:51.483123277+00:00",
                "permissionMode": "default", "toolName": tool, "toolUseId": id,
                "toolInput": input, "toolInputTruncated": false,
                "hook_event_name": "PreToolUse", "session_id": SESSION, "tool_name": tool,
                "tool_input": input, "tool_use_id": id,
            }),
        }
    }

    fn tool(&mut self, host: Host, tool: &str, input: &Value) -> Ended {
        let payload = self.payload(host, tool, input);
        self.send(&payload)
    }

    fn send(&mut self, payload: &Value) -> Ended {
        self.stop.input(format!("{payload}\n"));
        self.stop.run()
    }

    /// Reads a file of the project with Claude Code's own tool.
    fn read(&mut self, name: &str, part: &Value) -> Ended {
        let mut input = json!({"file_path": self.project(name)});
        for (key, value) in part.as_object().unwrap() {
            input[key] = value.clone();
        }
        self.tool(Claude, "Read", &input)
    }

    fn slice(&mut self, offset: u32, limit: u32) -> Ended {
        self.read("large.txt", &json!({"offset": offset, "limit": limit}))
    }

    /// Runs a command in Claude Code.
    fn shell(&mut self, command: &str) -> Ended {
        self.tool(Claude, "Bash", &json!({"command": command}))
    }

    /// Returns what happened to reads, by the records.
    fn verdicts(&self) -> Vec<String> {
        let verdict = |record: &Value| record["read"]["verdict"].as_str().unwrap().into();
        self.stop.records().iter().map(verdict).collect()
    }
}

/// Returns the reason for which a host was told to deny, in its own form.
#[track_caller]
fn reason(host: Host, ended: &Ended) -> String {
    assert_eq!((ended.exit, ended.stderr.as_str()), (Some(0), ""), "{}", ended.stdout);
    assert_eq!(ended.stdout.lines().count(), 1, "{}", ended.stdout);
    let said: Value = serde_json::from_str(&ended.stdout).unwrap();
    let reason = match host {
        Claude | Codex => &said["hookSpecificOutput"]["permissionDecisionReason"],
        Grok => &said["reason"],
    };
    let expected = match host {
        Claude | Codex => json!({"hookSpecificOutput": {"hookEventName": "PreToolUse",
            "permissionDecision": "deny", "permissionDecisionReason": reason}}),
        Grok => json!({"decision": "deny", "reason": reason}),
    };
    assert_eq!(said, expected);
    reason.as_str().unwrap().into()
}

/// Every tool with which each host reads a file.
fn tools(reading: &Reading, name: &str) -> [(Host, &'static str, Value); 5] {
    let path = reading.project(name);
    let command = json!({"command": format!("cat {path}"), "description": "Look"});
    [
        (Claude, "Read", json!({"file_path": path})),
        (Claude, "Bash", command.clone()),
        (Codex, "Bash", json!({"command": format!("cat {path}")})),
        (Grok, "read_file", json!({"target_file": path})),
        (Grok, "run_terminal_command", command),
    ]
}

#[test]
fn every_host_gets_the_denial_of_a_bulk_read_in_its_own_form() {
    let mut reading = Reading::new();
    let all = tools(&reading, "large.txt");
    for (host, tool, input) in &all {
        let ended = reading.tool(*host, tool, input);
        let reason = reason(*host, &ended);
        assert!(reason.contains("1,200 lines") && reason.contains("large.txt"), "{reason}");
    }
    assert_eq!(reading.verdicts(), vec!["deny"; all.len()]);
}

#[test]
fn what_is_not_a_bulk_read_passes_silently_and_leaves_nothing() {
    let mut reading = Reading::new();
    let project = reading.project("");
    for (host, tool, input) in tools(&reading, "small.txt") {
        reading.tool(host, tool, &input).passes();
    }
    for command in ["git status", "wc -l large.txt", "grep -n row-7 large.txt", "", "cd /; ls"] {
        reading.shell(command).passes();
    }
    for (tool, input) in [
        ("Write", json!({"file_path": format!("{project}/large.txt"), "content": "x"})),
        ("Edit", json!({"file_path": format!("{project}/large.txt")})),
        ("mcp__files__Read", json!({"file_path": format!("{project}/large.txt")})),
        ("Read", json!({"file_path": "/nonexistent/large.txt"})),
    ] {
        reading.tool(Claude, tool, &input).passes();
    }
    // What a command in the background prints, the agent does not get.
    let input = json!({"command": "cat large.txt", "run_in_background": true});
    reading.tool(Claude, "Bash", &input).passes();
    assert_eq!(names(&reading.stop.path("")), ["project", "session.jsonl"]);
}

#[test]
fn with_reads_off_a_tool_runs_and_nothing_is_created() {
    for options in [&[][..], &["--checks", ""], &["--checks", "all"], &["--checks", "promises"]] {
        let mut reading = Reading::new();
        reading.arguments(options);
        for (host, tool, input) in tools(&reading, "large.txt") {
            reading.tool(host, tool, &input).passes();
        }
        assert_eq!(names(&reading.stop.path("")), ["project", "session.jsonl"], "{options:?}");
    }
}

#[test]
fn with_reads_alone_a_turn_ends_and_nothing_is_created() {
    let mut stop = Stop::unjudged();
    stop.arguments = ["hook", "--checks", "reads"].map(OsString::from).to_vec();
    stop.run().passes();
    assert_eq!(names(&stop.path("")), ["session.jsonl"]);
}

#[test]
fn in_shadow_every_read_happens_and_the_record_says_what_would_not() {
    let mut reading = Reading::new();
    reading.arguments(&["--checks", "reads", "--shadow"]);
    let all = tools(&reading, "large.txt");
    for (host, tool, input) in &all {
        let ended = reading.tool(*host, tool, input);
        if *host == Claude {
            let said = ended.notice();
            assert!(said.contains("shadow") && said.contains("1200 lines"), "{said}");
        } else {
            ended.passes();
        }
    }
    assert_eq!(reading.verdicts(), vec!["would_deny"; all.len()]);
}

#[test]
fn slices_are_charged_up_to_the_budget_and_sessions_share_none() {
    let mut reading = Reading::new();
    for offset in [1, 301] {
        reading.slice(offset, 300).passes();
    }
    let said = reason(Claude, &reading.slice(601, 300));
    assert!(said.contains("after the 600 that were read") && said.contains("slices"), "{said}");
    // What is denied is not charged.
    reading.slice(601, 100).passes();
    let mut payload = reading.payload(Claude, "Read", &json!({}));
    payload["session_id"] = "another".into();
    payload["tool_input"] =
        json!({"file_path": reading.project("large.txt"), "offset": 601, "limit": 300});
    reading.send(&payload).passes();
    assert_eq!(reading.verdicts(), ["deny"]);
}

#[test]
fn a_subagent_whose_work_it_is_reads_and_frees_slices_for_the_others() {
    let mut reading = Reading::new();
    let input = json!({"file_path": reading.project("large.txt")});
    let mut payload = reading.payload(Claude, "Read", &input);
    payload["agent_type"] = "Explore".into();
    reason(Claude, &reading.send(&payload));
    payload["agent_type"] = "bulk-reader".into();
    payload["tool_use_id"] = "another".into();
    reading.send(&payload).passes();
    for offset in [1, 301, 601, 901] {
        reading.slice(offset, 300).passes();
    }
    reason(Claude, &reading.read("large.txt", &json!({})));
}

#[test]
fn a_call_that_reaches_two_entries_counts_once() {
    let mut reading = Reading::new();
    let part = json!({"file_path": reading.project("large.txt"), "offset": 1, "limit": 300});
    let slice = reading.payload(Claude, "Read", &part);
    for _ in 0..4 {
        reading.send(&slice).passes();
    }
    let whole = json!({"file_path": reading.project("large.txt")});
    let payload = reading.payload(Claude, "Read", &whole);
    reason(Claude, &reading.send(&payload));
    reading.send(&payload).passes();
    // The same asked for again is another call.
    let payload = reading.payload(Claude, "Read", &whole);
    reason(Claude, &reading.send(&payload));
    assert_eq!(reading.verdicts(), ["deny", "deny"]);
    reading.slice(301, 300).passes();
}

#[test]
fn a_folder_that_the_user_wants_left_alone_is() {
    let mut reading = Reading::new();
    let denied = format!("{}\n", reading.project(""));
    reading.stop.write(".config/sprag/deny", denied);
    reading.read("large.txt", &json!({})).passes();
    assert!(reading.stop.records().is_empty());
}

/// The agent has left it, and the host still works there.
#[test]
fn the_project_that_the_user_wants_left_alone_is_wherever_the_agent_goes() {
    let mut reading = Reading::new();
    let denied = reading.stop.outside("session");
    reason(Claude, &reading.read("large.txt", &json!({})));
    reading.stop.write(".config/sprag/deny", format!("{}\n", denied.display()));
    reading.read("large.txt", &json!({})).passes();
}

#[test]
fn the_variables_of_the_tool_whose_place_it_takes_count() {
    let mut reading = Reading::new();
    reading.arguments(&["--as", "shuntkit"]);
    reading.read("small.txt", &json!({})).passes();
    reading.stop.set("SHUNTKIT_MIN_LINES", "200");
    let said = reason(Claude, &reading.read("small.txt", &json!({})));
    assert!(said.contains("350 lines") && said.contains("200 lines at a time"), "{said}");
    reading.stop.set("SHUNTKIT_DISABLED", "on");
    reading.read("large.txt", &json!({})).passes();
}

#[test]
fn an_invalid_number_denies_nothing() {
    for (variable, value) in [("SPRAG_READ_LINES", "many"), ("SPRAG_READ_LINES", "-1")] {
        let mut reading = Reading::new();
        reading.stop.set(variable, value);
        reading.read("large.txt", &json!({})).passes();
    }
    let mut reading = Reading::new();
    reading.stop.set("SPRAG_READ_BUDGET", "0");
    for offset in [1, 301, 601, 901, 1, 301] {
        reading.slice(offset, 300).passes();
    }
}

#[test]
fn no_path_and_no_content_is_recorded() {
    let mut reading = Reading::new();
    reading.stop.write("project/keys/.env", "TOKEN=row-secret\n".repeat(2_000));
    for name in ["large.txt", "keys/.env"] {
        let said = reason(Claude, &reading.read(name, &json!({})));
        assert!(!said.contains("row-") && !said.contains("TOKEN"), "{said}");
        assert!(!said.contains("sprag read"), "it would refuse a secret: {said}");
        reading.read(name, &json!({"offset": 1, "limit": 300})).passes();
    }
    let mut folders = vec![reading.stop.state("")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for name in names(&folder) {
            let path = folder.join(&name);
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            files += 1;
            let text = fs::read_to_string(&path).unwrap() + &name;
            for hidden in ["large", ".env", "project", "TOKEN", "row-"] {
                assert!(!text.contains(hidden), "{hidden} in {}: {text}", path.display());
            }
        }
    }
    assert!(files >= 4, "{files} files");
}
