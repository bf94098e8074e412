//! Whose transcript is read.

use super::record::Record;
use super::{Depth, claude, codex, grok};

/// Reads one line after the other of a host's transcript, the last one first.
#[derive(Clone, Debug)]
pub(super) enum Reader {
    Claude,
    Codex(codex::Reader),
    Grok,
}

impl Reader {
    /// Returns the record that `line` holds, or `None` if it holds no JSON object.
    pub(super) fn read(&mut self, line: &mut [u8], depth: Depth) -> Option<Record> {
        match self {
            Self::Claude => claude::read(line, depth),
            Self::Codex(reader) => reader.read(line, depth),
            Self::Grok => grok::read(line, depth),
        }
    }

    /// Returns whether the line may hold a call. Most do not, and to see that takes a tenth of the
    /// time of reading them.
    pub(super) fn may_call(&self, line: &[u8]) -> bool {
        match self {
            Self::Claude => claude::may_call(line),
            // One line tells of another here, and these hosts write less.
            Self::Codex(_) | Self::Grok => true,
        }
    }

    /// Forgets what later lines told of this one.
    pub(super) fn restart(&mut self) {
        match self {
            Self::Claude | Self::Grok => {}
            Self::Codex(reader) => *reader = codex::Reader::default(),
        }
    }
}
