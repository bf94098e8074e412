//! Standard input, which may never end.

use std::io;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};
use sprag_core::limits::PAYLOAD_BYTES_MAX;
use sprag_core::text::json_end::JsonEnd;

use crate::system::deadline::Deadline;

const CHUNK_BYTES: usize = 64 << 10;

/// Returns the first JSON value on standard input, or its outcome: until the value is complete, the
/// input ends, the deadline passes, or it is longer than any payload.
pub(crate) fn read_value(deadline: Deadline) -> Vec<u8> {
    let mut value = Vec::new();
    let mut json_end = JsonEnd::default();
    let mut chunk = vec![0; CHUNK_BYTES];
    while let Some(bytes) = next(&mut chunk, deadline) {
        let end = json_end.push(bytes);
        value.extend_from_slice(end.and_then(|end| bytes.get(..end)).unwrap_or(bytes));
        if end.is_some() || value.len() > PAYLOAD_BYTES_MAX {
            break;
        }
    }
    value
}

/// Reads on, so that a host that still writes never sees a broken pipe.
pub(crate) fn drain(deadline: Deadline) {
    let mut chunk = vec![0; CHUNK_BYTES];
    while next(&mut chunk, deadline).is_some() {}
}

fn next(chunk: &mut [u8], deadline: Deadline) -> Option<&[u8]> {
    let stdin = io::stdin();
    loop {
        let timeout = Timespec::try_from(deadline.left()).ok()?;
        let mut polled = [PollFd::new(&stdin, PollFlags::IN)];
        match poll(&mut polled, Some(&timeout)) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(Errno::INTR) => continue,
            Err(_) => return None,
        }
        match read(&stdin, &mut *chunk) {
            Ok(0) => return None,
            Ok(len) => return chunk.get(..len),
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(_) => return None,
        }
    }
}
