//! What is kept of a search on disk.

use sprag_core::hosts::checkpoint::{Checkpoint, FileId, seam};
use sprag_core::limits::{CHECKPOINT_BYTES_MAX, SEAM_BYTES};

use super::strict::{member, strict, text};

/// Any bytes as the file that says how far a transcript was searched.
///
/// # Panics
///
/// Panics if a checkpoint is lost by writing and reading it, or one counts for another file.
pub fn fuzz_checkpoint(bytes: &[u8]) {
    let Some(checkpoint) = Checkpoint::parse(bytes) else { return };
    assert!(bytes.len() <= CHECKPOINT_BYTES_MAX, "a file of {} bytes was read", bytes.len());
    let written = checkpoint.text();
    if let Some(text) = &written {
        assert_eq!(Checkpoint::parse(text.as_bytes()).as_ref(), Some(&checkpoint));
    }
    let range = seam(checkpoint.searched());
    assert!(range.end == checkpoint.searched() && range.start <= range.end);
    assert!(range.end.saturating_sub(range.start) <= SEAM_BYTES, "{range:?}");
    let Some(value) = strict(bytes) else { return };
    let file = member(&value, "file").expect("a checkpoint names its file");
    let number = |name| member(file, name).and_then(serde_json::Value::as_u64);
    let file = FileId {
        device: number("device").expect("a device"),
        inode: number("inode").expect("an inode"),
    };
    let fingerprint = text(&value, "seam").expect("a seam");
    // These bytes have one fingerprint, which a file can only name on purpose.
    let known = "e3b0c44298fc1c149afbf4c8996fb924" == fingerprint;
    let at = checkpoint.searched();
    let other = FileId { inode: file.inode ^ 1, ..file };
    assert!(checkpoint.clone().guard_resume(other, at, b"").is_none(), "another file goes on");
    if let Some(less) = at.checked_sub(1) {
        assert!(checkpoint.clone().guard_resume(file, less, b"").is_none(), "a shorter one does");
    }
    assert_eq!(checkpoint.guard_resume(file, at, b"").is_some(), known, "{fingerprint}");
}
