//! What a worker's program or service answers.

use sprag_core::worker::{Failure, Reply, Usage, anthropic, claude, codex};

/// The longest failure that is a sentence and the beginning of what somebody said.
const SAID_CHARS_MAX: usize = 600;

/// Any bytes as the answer of each of them: the first says how it ended.
///
/// # Panics
///
/// Panics if an empty answer counts as one, if an error moves a cursor or has no bound, if a
/// program that failed and said nothing is believed, or if a line of usage does not read back.
pub fn fuzz_worker_replies(bytes: &[u8]) {
    let (first, rest) = bytes.split_first().map_or((0, bytes), |(first, rest)| (*first, rest));
    let code = match first % 3 {
        0 => Some(0),
        1 => Some(1),
        _ => None,
    };
    let status = if first % 5 == 0 { 200 } else { 400_u16.saturating_add(first.into()) };
    check(claude::reply(code, rest, rest));
    check(codex::reply(code, rest, rest));
    check(anthropic::reply(status, rest));
    for reply in [claude::reply(Some(1), b"", rest), codex::reply(Some(1), b"", rest)] {
        assert!(matches!(reply, Err(Failure::Exited { .. })), "{reply:?}");
    }
    assert!(status == 200 || matches!(anthropic::reply(status, rest), Err(Failure::Status { .. })));
    let text = String::from_utf8_lossy(rest);
    for usage in text.lines().filter_map(Usage::parse) {
        assert_eq!(Usage::parse(&usage.line()).as_ref(), Some(&usage));
        assert!(!usage.summary().is_empty());
    }
}

fn check(reply: Result<Reply, Failure>) {
    match reply {
        Ok(reply) => {
            assert!(!reply.text.trim().is_empty(), "{reply:?}");
            assert!(reply.cost_usd.is_none_or(|cost| cost >= 0.0));
        }
        Err(failure) => {
            let said = failure.to_string();
            assert!(!said.contains(char::is_control), "{said:?}");
            assert!(said.chars().count() <= SAID_CHARS_MAX, "{said}");
            assert!(failure.is_of_call());
        }
    }
}
