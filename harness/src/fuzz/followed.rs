//! What was typed after a turn.

use alloc::vec::Vec;

use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::Next;
use sprag_core::hosts::transcript::followed::Followed;
use sprag_core::limits::TYPED_BYTES_MAX;

/// The prompt of the turn, as the seeds have it.
const PROMPT: &str = "p1";

/// Any bytes as a transcript of each host.
///
/// # Panics
///
/// Panics if something is said to follow a turn that is not there, or nothing or too much is.
pub fn fuzz_followed(bytes: &[u8]) {
    for host in Host::ALL {
        let mut followed = Followed::begin_on(host, PROMPT);
        let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
        for line in lines.iter().rev() {
            if followed.line(&mut line.to_vec()) == Next::Enough {
                break;
            }
        }
        let names_it = bytes.windows(PROMPT.len()).any(|part| part == PROMPT.as_bytes());
        // A letter may be written as its code.
        let may_name_it = names_it || bytes.contains(&b'\\');
        if let Some(text) = followed.finish() {
            assert!(may_name_it, "a turn that is not there was followed by {text:?}");
            assert!(!text.trim().is_empty() && text.len() <= TYPED_BYTES_MAX, "{text:?}");
        }
    }
}
