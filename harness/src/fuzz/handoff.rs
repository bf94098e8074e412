//! Messages to other sessions, searched for in a transcript.

use serde_json::json;
use sprag_core::hosts::checkpoint::{Checkpoint, FileId};
use sprag_core::hosts::handoff::{Handoffs, NEEDLES};
use sprag_core::limits::{HANDOFFS_MAX, SESSION_NAME_BYTES_MAX};

/// Any bytes as a transcript that is searched for handoffs.
///
/// # Panics
///
/// Panics if a name is none, more is open than was sent, an answer does not close what it answers
/// and nothing else, or a torn line leaves the handoffs known.
pub fn fuzz_handoff(bytes: &[u8]) {
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let handoffs = read(&lines);
    assert_eq!(format!("{handoffs:?}"), format!("{:?}", read(&lines)), "reading twice differs");
    torn(&handoffs);
    resumed(&lines, &handoffs);
    let Some(open) = handoffs.open() else { return };
    let named = |name: &String| !name.is_empty() && name.len() <= SESSION_NAME_BYTES_MAX;
    assert!(open.iter().all(named), "{open:?}");
    // Each was sent by an object of its own, and its result is another.
    let objects = bytes.iter().filter(|byte| **byte == b'{').count();
    assert!(open.len() <= HANDOFFS_MAX && open.len().saturating_mul(2) <= objects, "{open:?}");
    for (at, name) in open.iter().enumerate() {
        let others: Vec<&String> = open.iter().filter(|other| *other != name).collect();
        assert_eq!(others.len(), open.len().saturating_sub(1), "{name} is open twice");
        // A name that ends the tag early cannot be answered.
        if !name.contains(['"', '>']) {
            let mut answered = handoffs.clone();
            answered.line(&mut answer(name, at));
            let left = answered.open().map(|open| open.iter().collect::<Vec<_>>());
            assert_eq!(left, Some(others), "an answer from {name}");
        }
    }
}

/// Hands over the lines that can matter, as whoever reads the file does.
fn read(lines: &[&[u8]]) -> Handoffs {
    let mut handoffs = Handoffs::default();
    read_on(&mut handoffs, lines);
    handoffs
}

fn read_on(handoffs: &mut Handoffs, lines: &[&[u8]]) {
    for line in lines {
        let holds = |needle: &&[u8]| line.windows(needle.len()).any(|part| part == *needle);
        if NEEDLES.iter().any(holds) {
            let was_known = handoffs.open().is_some();
            handoffs.line(&mut line.to_vec());
            assert!(was_known || handoffs.open().is_none(), "a line made the unknown known");
        }
    }
}

/// Returns the answer of a session, in one of the places where hosts write it.
fn answer(name: &str, at: usize) -> Vec<u8> {
    let text = format!("<cross-session-message from-name=\"{name}\">done");
    let record = if at.is_multiple_of(2) {
        json!({"type": "user", "message": {"role": "user", "content": text}})
    } else {
        json!({"type": "queue-operation", "operation": "enqueue", "content": text})
    };
    record.to_string().into_bytes()
}

/// Searches a half, keeps what was found, and goes on from there.
fn resumed(lines: &[&[u8]], whole: &Handoffs) {
    let (first, rest) = lines.split_at(lines.len() / 2);
    let file = FileId { device: 1, inode: 1 };
    let Some(text) = Checkpoint::of(file, 1, b"x", read(first)).text() else { return };
    let kept = Checkpoint::parse(text.as_bytes()).and_then(|kept| kept.guard_resume(file, 1, b"x"));
    let mut handoffs = kept.expect("what was kept is lost");
    read_on(&mut handoffs, rest);
    assert_eq!(&handoffs, whole, "going on found something else than beginning anew");
}

fn torn(handoffs: &Handoffs) {
    let mut torn = handoffs.clone();
    torn.line(&mut br#"{"type":"assistant","message":{"content":[{"name":"SendMessage""#.to_vec());
    assert_eq!(torn.open(), None, "a torn line left the handoffs known");
}
