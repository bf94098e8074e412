//! The search for checks that ran before the turn.

use alloc::vec::Vec;

use super::record::Record;
use super::{Depth, Next, Scan};
use crate::activity::check_kind::{CheckKind, KindSet};
use crate::activity::known_check::{KnownCheck, KnownChecks};
use crate::activity::verification::Verification;
use crate::limits::HISTORY_BYTES_MAX;

/// The search for checks that ran before the turn.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    bytes: u64,
    pub(super) known: KnownChecks,
}

impl Scan {
    /// Nothing older belongs to the turn. Where code changed, what ran before tells which checks
    /// there are.
    pub(super) fn turn_is_read(&mut self) -> Next {
        let work = self.turn.as_ref().map(|found| &found.segment.work);
        let verification = work.filter(|_| self.depth >= Depth::Work);
        let verification = verification.and_then(|work| Verification::after(work, KindSet::NONE));
        match verification {
            Some(verification)
                if verification.changed.code > 0 && !is_enough(verification.known) =>
            {
                self.history = Some(History::default());
                Next::Older
            }
            Some(_) | None => Next::Enough,
        }
    }

    pub(super) fn history_line(&mut self, line: &mut [u8]) -> Next {
        let bytes = u64::try_from(line.len()).unwrap_or(u64::MAX);
        if !self.reader.may_call(line) {
            return self.history_goes_on(bytes, &[]);
        }
        let known = match self.reader.read(line, self.depth) {
            Some(Record::Assistant(reply)) if reply.chain == self.chain => {
                self.actions.checks_of(&reply.calls)
            }
            Some(_) | None => Vec::new(),
        };
        self.history_goes_on(bytes, &known)
    }

    /// Takes the checks that an older line of `bytes` bytes runs.
    pub(super) fn history_goes_on(&mut self, bytes: u64, known: &[KnownCheck]) -> Next {
        let Some(history) = &mut self.history else { return Next::Enough };
        known.iter().for_each(|check| history.known.add(check.clone()));
        history.bytes = history.bytes.saturating_add(bytes);
        let is_over = history.bytes > HISTORY_BYTES_MAX || is_enough(history.known.kinds());
        if is_over { Next::Enough } else { Next::Older }
    }
}

/// More kinds of checks would change nothing.
fn is_enough(known: KindSet) -> bool {
    known.contains(CheckKind::Test) && known.contains(CheckKind::Lint)
}
