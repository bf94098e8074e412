//! How far a transcript has been searched, and when that counts.
use proptest::prelude::*;
use serde_json::json;
use sprag_core::hosts::checkpoint::{Checkpoint, FileId, is_worth_keeping, seam};
use sprag_core::hosts::handoff::Handoffs;
use sprag_core::limits::{CHECKPOINT_BYTES_MAX, CHECKPOINT_STEP_BYTES, SEAM_BYTES};

use crate::properties;

const FILE: FileId = FileId { device: 1, inode: 2 };

/// Handoffs of which one is open, so that they are told from none.
fn handoffs() -> Handoffs {
    let mut handoffs = Handoffs::default();
    for line in [
        json!({"type": "assistant", "message": {"content": [{
            "type": "tool_use", "id": "t1", "name": "SendMessage", "input": {"to": "windows"},
        }]}}),
        json!({"type": "user", "message": {"content": [{
            "type": "tool_result", "tool_use_id": "t1", "content": "another Claude session",
        }]}}),
    ] {
        handoffs.line(&mut line.to_string().into_bytes());
    }
    handoffs
}

fn checkpoint() -> Checkpoint {
    Checkpoint::of(FILE, 100, b"the last bytes", handoffs())
}

#[test]
fn a_search_goes_on_in_the_same_file_alone() {
    let resume = |file, len, seam: &[u8]| checkpoint().guard_resume(file, len, seam);
    assert_eq!(resume(FILE, 100, b"the last bytes"), Some(handoffs()));
    assert_eq!(resume(FILE, 5_000, b"the last bytes"), Some(handoffs()));
    let odd = [
        (FileId { device: 3, ..FILE }, 100, &b"the last bytes"[..]),
        (FileId { inode: 3, ..FILE }, 100, b"the last bytes"),
        (FILE, 99, b"the last bytes"),
        (FILE, 100, b"The last bytes"),
        (FILE, 100, b""),
    ];
    for (file, len, seam) in odd {
        assert_eq!(resume(file, len, seam), None, "{file:?} {len} {}", seam.escape_ascii());
    }
}

#[test]
fn the_seam_is_what_is_before_the_end_of_the_search() {
    assert_eq!(seam(0), 0..0);
    assert_eq!(seam(10), 0..10);
    assert_eq!(seam(SEAM_BYTES + 7), 7..SEAM_BYTES + 7);
}

#[test]
fn a_short_search_is_not_remembered_unless_the_time_was_over() {
    assert!(!is_worth_keeping(10, CHECKPOINT_STEP_BYTES + 9, false));
    assert!(is_worth_keeping(10, CHECKPOINT_STEP_BYTES + 10, false));
    assert!(!is_worth_keeping(10, 0, false));
    assert!(is_worth_keeping(10, 11, true));
    assert!(!is_worth_keeping(10, 10, true));
    assert!(!is_worth_keeping(10, 0, true));
}

#[test]
fn a_file_that_is_not_a_checkpoint_of_this_version_is_none() {
    let text = checkpoint().text().unwrap();
    assert_eq!(Checkpoint::parse(text.as_bytes()), Some(checkpoint()));
    for odd in [
        String::new(),
        "{}".into(),
        text.replace("\"form\":1", "\"form\":2"),
        text.replace("\"searched\":100", "\"searched\":-1"),
        text.replace("{\"form", "{\"more\":1,\"form"),
        text.replace("\"damaged\":false", "\"damaged\":null"),
        text.replace(",\"damaged\":false", ""),
        format!("{text}{}", " ".repeat(CHECKPOINT_BYTES_MAX)),
        format!("{text}{text}"),
    ] {
        assert_ne!(odd, text);
        assert_eq!(Checkpoint::parse(odd.as_bytes()), None, "{odd}");
    }
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_any_file_is_read_without_a_panic(bytes: Vec<u8>, file: String) {
        let _ = Checkpoint::parse(&bytes);
        let _ = Checkpoint::parse(file.as_bytes());
    }
}
