//! Payloads of hosts.

use serde_json::Value;
use sprag_core::hosts::event::Tool;
use sprag_core::hosts::event::{Closing, Event, Kind, ToolUse};
use sprag_core::hosts::host::Host;
use sprag_core::limits::{
    AGENT_BYTES_MAX, COMMAND_BYTES_MAX, DELIVERY_DIGITS, PATH_BYTES_MAX, PROMPT_BYTES_MAX,
    SESSION_BYTES_MAX, TASKS_MAX,
};

use super::strict::{member, strict, text};

/// Any bytes as a payload, and as the closing text inside one.
///
/// # Panics
///
/// Panics if reading twice differs, a bound does not hold, a slow reader sees something else, or
/// a closing text changes anything beside itself.
pub fn fuzz_payload(bytes: &[u8]) {
    for host in [None, Some(Host::Claude), Some(Host::Codex), Some(Host::Grok)] {
        let mut once = bytes.to_vec();
        let event = Event::parse(&mut once, host);
        assert_eq!(once.len(), bytes.len(), "repair changed the length");
        assert!(core::str::from_utf8(&once).is_ok(), "repair left bytes that are no text");
        let mut twice = once.clone();
        let again = Event::parse(&mut twice, host);
        assert_eq!(twice, once, "repair changed what it had repaired");
        assert_eq!(format!("{event:?}"), format!("{again:?}"), "reading twice differs");
        if let Ok(event) = &event {
            bounds(event);
        }
        for host in Host::ALL {
            tool(&once, host);
        }
        if let Some(value) = strict(&once).filter(Value::is_object) {
            agree(event.ok().as_ref(), &value);
        }
    }
    raw_bytes_say_nothing_else(bytes);
    escapes_say_nothing_else(bytes);
}

fn bounds(event: &Event) {
    assert!(!event.session.trim().is_empty() && event.session != "null", "{:?}", event.session);
    assert!(event.session.len() <= SESSION_BYTES_MAX);
    let within = |field: &Option<String>, max| {
        field.as_ref().is_none_or(|text| !text.is_empty() && text.len() <= max)
    };
    assert!(within(&event.prompt, PROMPT_BYTES_MAX), "{:?}", event.prompt);
    assert!(within(&event.transcript, PATH_BYTES_MAX), "{:?}", event.transcript);
    assert!(within(&event.cwd, PATH_BYTES_MAX), "{:?}", event.cwd);
}

/// A tool that is read is named, and given what a slow reader sees.
fn tool(payload: &[u8], host: Host) {
    let Some(read) = ToolUse::parse(payload, host) else { return };
    assert!(read.agent.is_none_or(|agent| agent.len() <= AGENT_BYTES_MAX));
    assert!(read.delivery.is_none_or(|delivery| delivery.len() == DELIVERY_DIGITS));
    let Some(value) = strict(payload) else { return };
    let input = |name| member(&value, name).filter(|_| host == Host::Grok || name != "toolInput");
    let input = input("toolInput").or_else(|| input("tool_input")).expect("a tool without input");
    match read.tool {
        Tool::Read { path, .. } => {
            let named = ["file_path", "target_file"].map(|name| text(input, name));
            assert!(named.contains(&Some(path.as_str())), "{path} of {input}");
        }
        Tool::Shell { command } | Tool::PowerShell { command } => {
            assert!(command.len() <= COMMAND_BYTES_MAX)
        }
    }
    assert_ne!(member(input, "run_in_background"), Some(&Value::Bool(true)), "it is not seen");
}

/// Compares with a slow reader, which sees the whole payload as a tree.
fn agree(event: Option<&Event>, value: &Value) {
    let is_grok = member(value, "hookEventName").is_some()
        || event.is_some_and(|event| event.host == Host::Grok);
    let either = |snake, camel| {
        let camel = if is_grok { member(value, camel) } else { None };
        camel.or_else(|| member(value, snake))
    };
    let session = either("session_id", "sessionId").and_then(Value::as_str);
    let session = session.filter(|id| !id.trim().is_empty() && *id != "null");
    let name = either("hook_event_name", "hookEventName").and_then(Value::as_str);
    let Some(event) = event else {
        // Written in escapes, an id near the bound may count as too long.
        let is_odd = session.is_none_or(|id| id.len() > SESSION_BYTES_MAX / 2);
        assert!(is_odd || name.is_none(), "a payload with session and event was refused");
        return;
    };
    assert_eq!(Some(event.session.as_str()), session);
    let is_before_tool =
        name == Some("PreToolUse") || event.host == Host::Grok && name == Some("pre_tool_use");
    assert_eq!(event.kind == Kind::BeforeTool, is_before_tool);
    assert_eq!(event.kind == Kind::Stop, is_stop(event.host, name, value));
    assert!(name.is_some());
    assert!(event.host == Host::Grok || member(value, "hookEventName").is_none());
    let is_active = either("stop_hook_active", "stopHookActive");
    assert_eq!(event.continuing, is_active == Some(&Value::Bool(true)));
    let said = either("last_assistant_message", "lastAssistantMessage");
    closing(&event.closing, said.and_then(Value::as_str));
    let lists =
        (either("background_tasks", "backgroundTasks"), either("session_crons", "sessionCrons"));
    background(event, lists);
}

/// Grok's answer counts only where its main agent ends a turn.
fn is_stop(host: Host, name: Option<&str>, value: &Value) -> bool {
    let ends_a_turn =
        text(value, "reason") == Some("end_turn") && member(value, "subagentType").is_none();
    match host {
        Host::Claude | Host::Codex => name == Some("Stop"),
        Host::Grok => ends_a_turn && matches!(name, Some("stop" | "Stop")),
    }
}

fn closing(closing: &Closing, said: Option<&str>) {
    match (closing, said) {
        (Closing::Absent, None) => {}
        (Closing::Whole(text), Some(said)) => assert_eq!(text, said),
        (Closing::Cut(start), Some(said)) => {
            let mark = said.strip_prefix(start.as_str()).expect("a cut text begins as it was sent");
            let count =
                mark.strip_prefix("\u{2026} [+").and_then(|mark| mark.strip_suffix(" chars]"));
            assert!(count.is_some_and(|count| count.bytes().all(|byte| byte.is_ascii_digit())));
        }
        (Closing::Absent, Some(_)) | (Closing::Whole(_) | Closing::Cut(_), None) => {
            panic!("{closing:?} for {said:?}")
        }
    }
}

/// Unknown is never empty: only a list of objects is known.
fn background(event: &Event, lists: (Option<&Value>, Option<&Value>)) {
    let list = |value: Option<&Value>| {
        let list = value?.as_array()?.clone();
        list.iter().all(Value::is_object).then_some(list)
    };
    let (tasks, crons) = (list(lists.0), list(lists.1));
    let known = &event.background;
    assert_eq!(known.tasks.is_some(), tasks.is_some(), "{tasks:?}");
    assert_eq!(known.crons.is_some(), crons.is_some(), "{crons:?}");
    if let (Some(known), Some(tasks)) = (&known.tasks, tasks) {
        let running = tasks.iter().filter(|task| text(task, "status") == Some("running")).count();
        assert_eq!(usize::try_from(known.running), Ok(running));
        assert_eq!(known.described.len(), tasks.len().min(TASKS_MAX));
    }
    if let (Some(known), Some(crons)) = (&known.crons, crons) {
        assert_eq!(usize::try_from(known.scheduled), Ok(crons.len()));
        assert_eq!(known.prompts.len(), crons.len().min(TASKS_MAX));
    }
}

/// Bytes of any encoding, as a closing text that was cut inside a character has them.
fn raw_bytes_say_nothing_else(bytes: &[u8]) {
    let plain = |byte: &u8| match byte {
        b'"' | b'\\' | 0..0x20 => b' ',
        other => *other,
    };
    let message: Vec<u8> = bytes.iter().map(plain).collect();
    let closing_text = said_in(&message);
    if let Ok(message) = core::str::from_utf8(&message) {
        closing(&closing_text, Some(message));
    }
}

/// Escapes of any UTF-16, surrogates without partner included, as JavaScript writes a text that
/// was cut inside a character.
fn escapes_say_nothing_else(bytes: &[u8]) {
    let pairs = bytes.chunks_exact(2).filter_map(|pair| pair.try_into().ok());
    let units: Vec<u16> = pairs.map(u16::from_be_bytes).collect();
    let message: String = units.iter().map(|unit| format!("\\u{unit:04x}")).collect();
    closing(&said_in(message.as_bytes()), Some(&String::from_utf16_lossy(&units)));
}

/// Returns the closing text of a payload that holds it between two others.
fn said_in(message: &[u8]) -> Closing {
    let before = br#"{"session_id":"s-1","last_assistant_message":""#.as_slice();
    let after = br#"","hook_event_name":"Stop","cwd":"/home/dev/calc"}"#.as_slice();
    let event = Event::parse(&mut [before, message, after].concat(), None);
    let event = event.expect("a closing text takes nothing with it");
    assert_eq!((event.session.as_str(), event.kind), ("s-1", Kind::Stop));
    assert_eq!(event.cwd.as_deref(), Some("/home/dev/calc"));
    assert_ne!(event.closing, Closing::Absent);
    event.closing
}
