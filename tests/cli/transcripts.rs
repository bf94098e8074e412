//! Transcripts that are late, cut, damaged, odd or huge.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::json;
use sprag_harness::skipped::skipped;

use crate::bytes::holds;
use crate::conversation::{ASKED, CLOSING, Conversation, PROMPT};
use crate::run::{BROKEN, Ended, LONG, SOUND, Stop};

const UNKNOWN: &str = "the list of tool calls is not available";

#[test]
fn the_payloads_text_counts_where_the_transcript_lacks_it() {
    let mut stop = Stop::judged(BROKEN);
    stop.transcript(&Conversation::plain()).run().blocks();
    assert!(holds(&stop.request(), CLOSING));
}

#[test]
fn a_text_that_the_payload_lacks_comes_from_the_transcript() {
    let mut stop = Stop::judged(BROKEN);
    stop.without("last_assistant_message").run().blocks();
    assert!(holds(&stop.request(), CLOSING));
}

/// Interactive hosts were seen to write the last record up to 137 ms after the hook began.
#[test]
fn a_text_that_is_written_a_moment_later_is_found() {
    let mut stop = Stop::judged(BROKEN);
    stop.without("last_assistant_message").transcript(&Conversation::plain());
    let mut late = OpenOptions::new().append(true).open(stop.path("session.jsonl")).unwrap();
    let ended = thread::scope(|scope| {
        let hook = scope.spawn(|| stop.run());
        thread::sleep(Duration::from_millis(100));
        let record = json!({"type": "assistant", "message": {
            "id": "late", "role": "assistant", "content": [{"type": "text", "text": CLOSING}],
        }});
        late.write_all(format!("{record}\n").as_bytes()).unwrap();
        hook.join().unwrap()
    });
    ended.blocks();
    assert!(holds(&stop.request(), CLOSING));
}

#[test]
fn a_cut_text_is_completed_from_the_transcript() {
    let mut stop = Stop::judged(BROKEN);
    stop.field("last_assistant_message", "I'll change\u{2026} [+35 chars]").run().blocks();
    assert!(holds(&stop.request(), CLOSING));
}

#[test]
fn a_cut_text_that_the_transcript_does_not_complete_is_not_judged() {
    let mut stop = Stop::judged(BROKEN);
    stop.field("last_assistant_message", "Another\u{2026} [+35 chars]").run().passes();
    assert!(stop.requests().is_empty());
    assert_eq!(stop.verdict(), "pass text_unknown");
}

#[test]
fn a_path_below_the_tilde_is_one_below_the_home() {
    let mut stop = Stop::judged(BROKEN);
    stop.field("transcript_path", "~/session.jsonl").run().blocks();
}

#[test]
fn an_invalid_transcript_leaves_the_tools_unknown() {
    let rows: [(&str, fn(&mut Stop)); 9] = [
        ("missing", |stop| _ = stop.field("transcript_path", "/nowhere/session.jsonl")),
        ("relative", |stop| _ = stop.field("transcript_path", "home/../nowhere")),
        ("a folder", |stop| _ = stop.field("transcript_path", stop.path("").to_str().unwrap())),
        ("endless", |stop| _ = stop.field("transcript_path", "/dev/zero")),
        ("a terminal", |stop| _ = stop.field("transcript_path", "/dev/tty")),
        ("empty", |stop| _ = stop.write("session.jsonl", "")),
        ("blank", |stop| _ = stop.write("session.jsonl", "\n\n \n")),
        ("a FIFO", |stop| {
            fs::remove_file(stop.path("session.jsonl")).unwrap();
            let made = Command::new("mkfifo").arg(stop.path("session.jsonl")).status();
            assert!(made.unwrap().success());
        }),
        ("a ring of links", |stop| {
            fs::remove_file(stop.path("session.jsonl")).unwrap();
            symlink(stop.path("session.jsonl"), stop.path("session.jsonl")).unwrap();
        }),
    ];
    for (name, set) in rows {
        let mut stop = Stop::judged(BROKEN);
        set(&mut stop);
        stop.with(&LONG).run().passes().waited_for_nobody();
        assert!(holds(&stop.request(), UNKNOWN), "{name}");
        assert!(holds(&stop.request(), CLOSING), "{name}");
    }
}

#[test]
fn a_transcript_that_may_not_be_read_leaves_the_tools_unknown() {
    let stop = Stop::judged(BROKEN);
    let path = stop.path("session.jsonl");
    fs::set_permissions(&path, Permissions::from_mode(0o000)).unwrap();
    if File::open(&path).is_ok() {
        skipped("this user reads everything");
        return;
    }
    stop.run().passes();
    assert!(holds(&stop.request(), UNKNOWN));
}

/// Returns what the judge gets to see of a turn in which this line stands.
fn seen_with(line: impl AsRef<[u8]>) -> Vec<u8> {
    let mut stop = Stop::judged(SOUND);
    stop.transcript(&Conversation::plain().line(line).says(CLOSING)).run().passes();
    stop.request()
}

#[test]
fn a_line_that_cannot_be_read_leaves_the_tools_unknown() {
    let cut = r#"{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_"#;
    let nul = vec![0; 4096];
    let lines: [&[u8]; 5] = [cut.as_bytes(), &nul, b"[1]", b"null", b"\xff\xfe\x00"];
    for line in lines {
        assert!(holds(&seen_with(line), UNKNOWN), "{}", String::from_utf8_lossy(line));
    }
}

#[test]
fn a_record_of_a_kind_that_is_new_changes_nothing() {
    let plain = seen_with("");
    assert!(holds(&plain, "1 call: Read 1"));
    let deep = format!(r#"{{"type":"deep","deep":{}1{}}}"#, "[".repeat(9000), "]".repeat(9000));
    let lines = [
        r#"{"type":"tools-used","tools":["Bash"]}"#,
        r#"{"type":"api-request-blob","message":{"role":"user","content":"Do something else."}}"#,
        concat!(
            r#"{"type":"assistant","isSidechain":true,"#,
            r#""message":{"content":[{"type":"tool_use","name":"Bash"}]}}"#
        ),
        r#"{"no":"type"}"#,
        r#"{"type":{"user":1},"message":7}"#,
        &deep,
    ];
    for line in lines {
        assert_eq!(seen_with(line), plain, "{}", line.get(..60).unwrap_or(line));
    }
}

#[test]
fn damage_before_the_turn_changes_nothing() {
    let mut stop = Stop::judged(BROKEN);
    let mut bytes = b"ut truncated\",\"type\":\"user\"}\n\xff\xfe\n\0\0\0\n".to_vec();
    bytes.extend_from_slice(Conversation::plain().says(CLOSING).bytes());
    stop.write("session.jsonl", bytes).run().blocks();
    assert!(holds(&stop.request(), "1 call: Read 1"));
}

#[test]
fn a_last_line_without_its_end_counts() {
    let mut stop = Stop::judged(BROKEN);
    let conversation = Conversation::plain().says(CLOSING);
    let bytes = conversation.bytes().strip_suffix(b"\n").unwrap().to_vec();
    stop.without("last_assistant_message").write("session.jsonl", bytes).run().blocks();
}

/// Runs a stop with this in the payload's text, or with this text in the transcript alone.
fn with_text(stop: &mut Stop, in_payload: bool, text: &[u8]) -> Ended {
    let closing = [b"{\"text\":\"I'll do it now. ", text, b"\"}"].concat();
    let inner = &closing[8..closing.len() - 1];
    let session = stop.path("session.jsonl");
    if in_payload {
        let mut payload = stop.payload();
        payload.truncate(payload.len() - 2);
        payload.extend_from_slice(b",\"last_assistant_message\":");
        payload.extend_from_slice(inner);
        payload.extend_from_slice(b"}\n");
        stop.input(payload);
    }
    let line = [
        br#"{"type":"assistant","message":{"id":"m","role":"assistant","content":"#.as_slice(),
        inner,
        b"}}\n",
    ];
    OpenOptions::new().append(true).open(session).unwrap().write_all(&line.concat()).unwrap();
    stop.run()
}

#[test]
fn a_text_that_was_cut_within_a_character_gets_the_same_verdict() {
    let texts: [&[u8]; 7] = [
        b"ok",
        br"ok \ud83d",
        br"ok \udc9d",
        br"\ud83d\ud83d ok",
        b"ok \x9d",
        b"ok \xf0\x9f\x9a",
        b"\xc3\x28 ok",
    ];
    for text in texts {
        for in_payload in [true, false] {
            let mut stop = Stop::judged(BROKEN);
            stop.without("last_assistant_message").transcript(&Conversation::plain());
            let ended = with_text(&mut stop, in_payload, text);
            assert_eq!(ended.exit, Some(2), "{} {in_payload}", String::from_utf8_lossy(text));
            assert!(holds(&stop.request(), "I'll do it now."));
            assert!(serde_json::from_slice::<serde_json::Value>(&stop.request()).is_ok());
        }
    }
}

#[test]
fn a_turn_of_many_records_is_read_whole() {
    let mut stop = Stop::judged(BROKEN);
    let mut conversation = Conversation::begin().person(PROMPT, ASKED);
    for number in 0..2_000 {
        conversation = conversation.call("Bash", "x").result(&"y".repeat(number % 700));
    }
    stop.transcript(&conversation.says(CLOSING)).run().blocks();
    assert!(holds(&stop.request(), "2000 calls: Bash 2000"));
}
