//! Which records of a transcript are prompts, and which only look like one.
use serde_json::{Value, json};
use sprag_core::activity::facts::Facts;
use sprag_core::hosts::transcript::{Chain, Wanted};
use sprag_harness::reader::{last_turn, scan, turn_of};
use sprag_harness::transcript::Transcript;

/// Returns the first line of the last turn, counted from 1, without the host naming its prompt.
fn start(transcript: &Transcript) -> Option<u64> {
    let turn = last_turn(&transcript.bytes(), None).turn?;
    Some(turn.first.number(transcript.count()))
}

/// Returns a turn of one call, then what `write` writes, then a closing text.
fn within(transcript: Transcript, write: impl FnOnce(Transcript) -> Transcript) -> Transcript {
    let transcript = transcript.prompt("p1", "Please fix it.").tool("Bash").tool_result();
    write(transcript).tool("Edit").tool_result().assistant_text("Done.")
}

fn tools(facts: &Facts) -> Vec<(&str, u32)> {
    let tools = facts.tools.as_ref().unwrap().sorted();
    tools.into_iter().map(|tool| (tool.name.as_str(), tool.count)).collect()
}

/// Texts of user records that nobody typed.
const REMARKS: [&str; 9] = [
    "<task-notification>\n<task-id>b1</task-id>\n</task-notification>",
    "<command-name>/review</command-name>",
    "<command-message>review</command-message>",
    "<bash-input>ls</bash-input>",
    "<bash-stdout>a</bash-stdout>",
    "<local-command-stdout>ok</local-command-stdout>",
    "<local-command-caveat>x</local-command-caveat>",
    "Stop hook feedback:\n[sprag]: x",
    "<user-memory-input>x</user-memory-input>",
];

#[test]
fn every_text_that_the_host_writes_in_the_users_name_begins_no_turn() {
    for text in REMARKS {
        for transcript in [Transcript::new(), Transcript::old()] {
            let written = within(transcript, |transcript| transcript.user(json!(text), json!({})));
            assert_eq!(start(&written), Some(1), "{text}");
            let facts = last_turn(&written.bytes(), None);
            assert_eq!(tools(&facts), [("Bash", 1), ("Edit", 1)], "{text}");
        }
    }
}

#[test]
fn every_record_that_says_it_is_not_a_prompt_begins_no_turn() {
    let results = json!([{"type": "tool_result", "tool_use_id": "t", "content": "Please"}]);
    let mixed = json!([{"type": "text", "text": "Please"}, {"type": "tool_result"}]);
    let interrupt = json!([{"type": "text", "text": "[Request interrupted by user for tool use]"}]);
    let table: [(Value, Value); 9] = [
        (results, json!({})),
        (mixed, json!({})),
        (interrupt, json!({})),
        (json!("Continue from where you left off."), json!({"isMeta": true})),
        (json!("This session is being continued"), json!({"isCompactSummary": true})),
        (json!(null), json!({})),
        (json!([]), json!({})),
        (json!([7, {"type": 7}, {"type": "other", "text": "Please"}]), json!({})),
        (json!("Please"), json!({"type": "api-request-blob"})),
    ];
    for (content, members) in table {
        for transcript in [Transcript::new(), Transcript::old()] {
            let written =
                within(transcript, |transcript| transcript.user(content.clone(), members.clone()));
            assert_eq!(start(&written), Some(1), "{content} {members}");
        }
    }
}

#[test]
fn a_prompt_may_be_text_blocks_or_a_picture() {
    let table = [
        json!("Please fix it."),
        json!([{"type": "text", "text": "Please fix it."}]),
        json!([{"type": "image", "source": {"type": "base64", "data": "aGk="}}]),
        json!([{"type": "document", "source": {}}, {"type": "text", "text": "<bash-input>"}]),
        json!([7, {"type": "other"}, {"type": "text", "text": "Please fix it."}]),
        json!("I saw <task-notification> in the log."),
    ];
    for content in table {
        let written =
            within(Transcript::old(), |transcript| transcript.user(content.clone(), json!({})));
        assert_eq!(start(&written), Some(4), "{content}");
    }
}

#[test]
fn an_escaped_or_indented_beginning_is_still_seen() {
    let table = [
        r"\u003ctask-notification>\nb1",
        r"\u003Cbash-input\u003els",
        r"\n\t <command-name>/x",
        r"Stop\u0020hook feedback:\nx",
    ];
    for text in table {
        let line = format!(r#"{{"type":"user","message":{{"role":"user","content":"{text}"}}}}"#);
        let written = within(Transcript::old(), |transcript| transcript.line(line.as_bytes()));
        assert_eq!(start(&written), Some(1), "{text}");
    }
}

#[test]
fn a_long_prompt_is_told_by_its_beginning_wherever_a_cut_falls() {
    for pad in 0..16 {
        let filler = "\u{1f600}\u{e9}\"\\\n".repeat(200);
        let text = format!("{}{filler}", "x".repeat(pad));
        let written =
            within(Transcript::old(), |transcript| transcript.user(json!(text), json!({})));
        assert_eq!(start(&written), Some(4), "{pad}");
        let text = format!("<bash-stdout>{}{filler}", "x".repeat(pad));
        let written =
            within(Transcript::old(), |transcript| transcript.user(json!(text), json!({})));
        assert_eq!(start(&written), Some(1), "{pad}");
    }
}

#[test]
fn a_request_that_repeats_a_prompt_is_not_a_record_of_the_conversation() {
    let written = within(Transcript::new(), |transcript| transcript.blob("Please fix it."));
    let with_blob_last = written.clone().blob("Stop hook feedback:\nx").system("turn_duration");
    let facts = last_turn(&with_blob_last.bytes(), Some("p1"));
    let turn = facts.turn.unwrap();
    assert_eq!(turn.first.number(with_blob_last.count()), 1);
    assert_eq!(turn.last.number(with_blob_last.count()), written.count());
    assert_eq!(facts.ending, sprag_core::activity::facts::Ending::Text("Done.".into()));
}

#[test]
fn a_subagents_records_in_the_sessions_file_count_for_nothing() {
    let write = |transcript: Transcript| {
        transcript.aside(|side| side.prompt("p9", "Look.").tool("Grep").assistant_text("Seen."))
    };
    for transcript in [Transcript::new(), Transcript::old()] {
        let written = within(transcript, write);
        assert_eq!(start(&written), Some(1));
        assert_eq!(tools(&last_turn(&written.bytes(), None)), [("Bash", 1), ("Edit", 1)]);
    }
}

#[test]
fn a_subagents_own_file_is_read_as_a_conversation_of_its_own() {
    let side = |transcript: Transcript| {
        transcript
            .prompt_with("p1", "Look.", json!({"isMeta": true, "origin": {"kind": "coordinator"}}))
            .tool("Grep")
            .tool_result()
            .assistant_text("Seen.")
    };
    let written = Transcript::new().aside(side);
    let scan = scan(&written.bytes(), Wanted::Last(None), Chain::Side);
    assert!(scan.is_side_chain_only());
    let facts = scan.finish();
    assert_eq!(tools(&facts), [("Grep", 1)]);
    assert_eq!(facts.turn.unwrap().first.number(4), 1);
    assert!(last_turn(&written.bytes(), None).turn.is_none());
}

#[test]
fn a_file_with_any_record_of_the_session_is_no_subagents() {
    let only_main = Transcript::new().prompt("p1", "Look.").assistant_text("Seen.");
    let both = only_main.clone().aside(|side| side.prompt("p2", "Look."));
    let empty = Transcript::new().system("informational");
    for written in [only_main, both, empty] {
        let scan = scan(&written.bytes(), Wanted::Prompt("p0".into()), Chain::Main);
        assert!(!scan.is_side_chain_only());
    }
}

#[test]
fn a_shared_member_of_another_type_is_taken_as_absent() {
    for value in [json!(null), json!(1), json!([]), json!({}), json!(false)] {
        let members = json!({
            "isSidechain": value, "isMeta": value, "isCompactSummary": value, "origin": value,
            "promptSource": value, "turnOrigin": value, "uuid": value,
        });
        let written = Transcript::new().prompt("p0", "a").assistant_text("b");
        let written = written.prompt_with("p1", "Please.", members).assistant_text("Done.");
        assert_eq!(start(&written), Some(3), "{value}");
        assert!(turn_of(&written.bytes(), "p1").turn.is_some());
    }
}
