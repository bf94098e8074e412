//! Every type of a record and of a block that was seen, with the hosts that wrote it.
//!
//! A type is added here once it is known what it means for a turn; most mean nothing.

/// Types of records: the name, and in which versions of Claude Code it was seen.
const RECORDS: [(&str, &str); 31] = [
    ("agent-color", "2.1.270"),
    ("agent-name", "2.1.270"),
    ("ai-title", "2.1.270"),
    ("api-request", "2.1.332"),
    ("api-request-blob", "2.1.332; its message says `role: user` and is no part of a turn"),
    ("api-request-shape", "2.1.332"),
    ("assistant", "1.0.98 to 2.1.332"),
    ("atis-latch", "2.1.270 to 2.1.332"),
    ("attachment", "2.1.205 to 2.1.332"),
    ("bridge-session", "2.1.270"),
    ("content-replacement", "2.1.270"),
    ("cost-state", "2.1.270 to 2.1.332"),
    ("custom-title", "2.1.205 to 2.1.270"),
    ("ended-by-model", "2.1.270"),
    ("file-history-delta", "2.1.270 to 2.1.332"),
    ("file-history-snapshot", "2.0.64 to 2.1.332"),
    ("fork-context-ref", "2.1.270"),
    ("frame-link", "2.1.270"),
    ("last-prompt", "2.1.205 to 2.1.332"),
    ("mode", "2.1.205 to 2.1.332"),
    ("permission-mode", "2.1.270 to 2.1.332"),
    ("pr-link", "2.1.205 to 2.1.270"),
    ("progress", "2.1.12 to 2.1.62; none since"),
    ("queue-operation", "2.1.205 to 2.1.332"),
    ("relocated", "2.1.270"),
    ("summary", "1.0.98 to 2.1.7"),
    ("system", "2.0.64 to 2.1.332"),
    ("tag", "2.1.270"),
    ("tools-used", "2.1.332"),
    ("user", "1.0.98 to 2.1.332"),
    ("artifact-", "2.1.270; the beginning of several"),
];

/// Types of the blocks of a message: who wrote it, the name, and where it was seen.
const BLOCKS: [(&str, &str, &str); 7] = [
    ("assistant", "text", "1.0.98 to 2.1.332"),
    ("assistant", "thinking", "2.0.74 to 2.1.332"),
    ("assistant", "tool_use", "1.0.98 to 2.1.332"),
    ("user", "document", "a file that somebody pastes"),
    ("user", "image", "2.1.215 to 2.1.219"),
    ("user", "text", "1.0.98 to 2.1.332"),
    ("user", "tool_result", "1.0.98 to 2.1.332"),
];

pub(super) fn is_record(kind: &str) -> bool {
    RECORDS.iter().any(|(known, _)| match known.strip_suffix('-') {
        Some(beginning) => kind.strip_prefix(beginning).is_some_and(|rest| rest.len() > 1),
        None => kind == *known,
    })
}

pub(super) fn is_block(side: &str, kind: &str) -> bool {
    BLOCKS.iter().any(|(by, known, _)| side == *by && kind == *known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_known_by_its_whole_name_or_by_a_beginning_that_says_so() {
        for kind in ["user", "api-request-blob", "artifact-version"] {
            assert!(is_record(kind), "{kind}");
        }
        for kind in ["", "users", "use", "artifact-", "artifact", "api-request-", "User"] {
            assert!(!is_record(kind), "{kind}");
        }
        assert!(is_block("user", "image") && !is_block("assistant", "image"));
    }
}
