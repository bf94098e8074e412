//! What is read of a tool that is about to run, and that nothing else of it matters.
use proptest::prelude::*;
use serde_json::{Value, json};
use sprag_core::hosts::event::Tool;
use sprag_core::hosts::event::{Event, Kind, ToolUse};
use sprag_core::hosts::host::Host;
use sprag_core::limits::DELIVERY_DIGITS;
use sprag_harness::payload::Payload;

use crate::properties;

fn read(payload: &Payload) -> (Kind, Host, Option<ToolUse>) {
    let mut bytes = payload.bytes();
    let event = Event::parse(&mut bytes, None).unwrap();
    (event.kind, event.host, ToolUse::parse(&bytes, event.host))
}

fn tool(payload: &Payload) -> Tool {
    read(payload).2.unwrap().tool
}

fn shell(command: &str) -> Tool {
    Tool::Shell { command: command.into() }
}

#[test]
fn every_host_s_tools_are_read() {
    let path = String::from("/home/dev/calc/large.txt");
    let file = Tool::Read { path, offset: Some(Some(7)), limit: None };
    for (payload, host, expected) in [
        (
            Payload::claude_tool(
                "Read",
                json!({"file_path": "/home/dev/calc/large.txt", "offset": 7}),
            ),
            Host::Claude,
            &file,
        ),
        (
            Payload::claude_tool("Bash", json!({"command": "cat x", "description": "Look"})),
            Host::Claude,
            &shell("cat x"),
        ),
        (
            Payload::claude_tool("PowerShell", json!({"command": "Get-Content x"})),
            Host::Claude,
            &Tool::PowerShell { command: "Get-Content x".into() },
        ),
        (Payload::codex_tool("Bash", json!({"command": "cat x"})), Host::Codex, &shell("cat x")),
        (
            Payload::grok_tool(
                "read_file",
                json!({"target_file": "/home/dev/calc/large.txt", "offset": 7}),
            ),
            Host::Grok,
            &file,
        ),
        (
            Payload::grok_tool("run_terminal_command", json!({"command": "cat x"})),
            Host::Grok,
            &shell("cat x"),
        ),
    ] {
        let (kind, from, tool) = read(&payload);
        assert_eq!((kind, from), (Kind::BeforeTool, host));
        let tool = tool.unwrap();
        assert_eq!((&tool.tool, tool.agent), (expected, None));
        assert_eq!(tool.delivery.unwrap().len(), DELIVERY_DIGITS);
    }
}

#[test]
fn the_subagent_that_calls_is_named() {
    let input = || json!({"command": "cat x"});
    let claude = Payload::claude_tool("Bash", input()).with("agent_type", json!("bulk-reader"));
    let codex = Payload::codex_tool("Bash", input()).with("agent_type", json!("bulk-reader"));
    let grok = Payload::grok_tool("run_terminal_command", input())
        .with("subagentType", json!("bulk-reader"));
    for payload in [claude, codex, grok] {
        assert_eq!(read(&payload).2.unwrap().agent.as_deref(), Some("bulk-reader"));
    }
}

#[test]
fn what_is_not_wholly_known_of_a_tool_is_nothing() {
    let input = || json!({"target_file": "/home/dev/calc/large.txt"});
    let sound = Payload::grok_tool("read_file", input());
    assert!(read(&sound).2.is_some());
    for odd in [
        sound.clone().with("toolInputTruncated", json!(true)),
        sound.clone().without("toolName").without("tool_name"),
        sound.clone().without("toolInput").without("tool_input"),
        sound.clone().with("toolName", json!(null)).without("tool_name"),
        sound.clone().with("toolInput", json!("text")),
        sound.clone().with("toolName", json!("x".repeat(100))),
        Payload::grok_tool("run_terminal_command", json!({"command": "cat x", "background": true})),
        Payload::claude_tool("Bash", json!({"command": "cat x", "run_in_background": true})),
        Payload::claude_tool("Write", json!({"file_path": "/x", "content": ""})),
    ] {
        let (kind, _, tool) = read(&odd);
        assert_eq!((kind, tool), (Kind::BeforeTool, None), "{odd:?}");
    }
    let seen =
        Payload::claude_tool("Bash", json!({"command": "cat x", "run_in_background": false}));
    assert_eq!(tool(&seen), shell("cat x"));
}

#[test]
fn a_call_without_an_id_cannot_be_distinguished_from_the_same_one_again() {
    let payload = Payload::claude_tool("Bash", json!({"command": "cat x"}));
    let delivery = |payload: &Payload| read(payload).2.unwrap().delivery;
    assert!(delivery(&payload).is_some());
    assert_eq!(delivery(&payload), delivery(&payload.clone()));
    assert_ne!(delivery(&payload), delivery(&payload.clone().with("tool_use_id", json!("x"))));
    for id in [json!(null), json!(""), json!(7)] {
        assert_eq!(delivery(&payload.clone().with("tool_use_id", id)), None);
    }
}

#[test]
fn every_other_field_may_have_any_type() {
    for sound in [
        Payload::claude_tool("Bash", json!({"command": "cat x"})),
        Payload::codex_tool("Bash", json!({"command": "cat x"})),
        Payload::grok_tool("run_terminal_command", json!({"command": "cat x"})),
    ] {
        let expected = tool(&sound);
        for name in sound.names() {
            let read = ["session", "hook", "tool_name", "toolName", "tool_input", "toolInput"];
            let is_read = read.iter().any(|read| name.starts_with(read))
                || matches!(name.as_str(), "turn_id" | "transcript_path");
            for odd in [Value::Null, json!(7), json!([1]), json!({"a": {}}), json!("")] {
                if !is_read {
                    assert_eq!(tool(&sound.clone().with(&name, odd.clone())), expected, "{name}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_any_bytes_as_a_tool_are_read_without_a_panic(bytes: Vec<u8>) {
        for host in Host::ALL {
            let _ = ToolUse::parse(&bytes, host);
        }
    }
}
