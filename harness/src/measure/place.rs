//! A project on a host, each of which is measured apart.

use alloc::{format, string::String};

use serde::Serialize;

use super::agreement::Agreement;
use super::label::Label;
use super::replay::Replayed;
use super::seen::Seen;
use super::tally::Tally;
use super::{CHECK, expected};
use sprag_core::checks::Finding;

/// What came of the labels of one project on one host.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Place {
    /// How the facts agree with the labels.
    pub agreement: Agreement,
    /// What the check on unverified work did.
    pub done: Tally,
    /// What all checks did together.
    pub blocks: Tally,
}

impl Place {
    /// Returns what the place of a label is called.
    pub(super) fn name(label: &Label) -> String {
        format!("{} ({})", label.project(), label.host().word())
    }

    pub(super) fn take(&mut self, label: &Label, replayed: &Replayed, seen: Option<&Seen>) {
        self.agreement.take(label, seen);
        let fires = replayed.finding(CHECK) == Some(Finding::Fires);
        self.done.take(label, fires, expected::is_for(CHECK, label));
        self.blocks.take(label, replayed.blocks().is_some(), label.block);
    }
}
