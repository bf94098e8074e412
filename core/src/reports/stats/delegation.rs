//! What was handed to the worker: how much of it came back, and what the worker reported.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use serde::Serialize;

use super::call::Reason;
use super::count;
use crate::limits::RECORD_LINE_BYTES_MAX;
use crate::settings::Cost;
use crate::text::screen::Screen;
use crate::text::screen::number::{count as number, counted};
use crate::worker::{Task, Usage};

/// What was handed to the worker in the days that are counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DelegationFigures {
    /// Questions about files that were answered.
    pub reads: u64,
    /// Files that were written.
    pub writes: u64,
    /// Calls that came to nothing.
    pub failed: u64,
    /// Why they did, the commonest first.
    pub failures: Vec<Reason>,
    /// Files that went out with what was answered.
    pub files: u64,
    /// Bytes of their contents.
    pub bytes: u64,
    /// Bytes that came back into the context of whoever asked.
    pub answer_bytes: u64,
    /// Tokens that reads kept out of that context: an estimate.
    pub kept_out_tokens_estimated: u64,
    /// Answers with which the worker reported its tokens.
    pub measured: u64,
    /// Tokens that it read, as far as it has.
    pub input_tokens: u64,
    /// Tokens that it wrote, as far as it has.
    pub output_tokens: u64,
    /// Answers with which a cost was reported.
    pub priced: u64,
    /// What the answers cost, where one was reported with each of them.
    pub cost_usd: Option<Cost>,
    /// Delegations before these days.
    pub earlier: u64,
    /// Delegations of a day that has not come.
    pub later: u64,
    /// Lines that are none, whenever they were written.
    pub damaged: u64,
}

impl DelegationFigures {
    /// Returns how many there were.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.answered().saturating_add(self.failed)
    }

    /// Returns how many were answered.
    #[must_use]
    pub fn answered(&self) -> u64 {
        self.reads.saturating_add(self.writes)
    }

    pub(super) fn show(&self, screen: &mut Screen) {
        if self.number() == 0 {
            return;
        }
        screen.heading("Delegations to the worker");
        let mut pairs = Vec::from([(
            "answered",
            format!(
                "{}: {} and {}",
                number(self.answered()),
                counted(self.reads, "read", "reads"),
                counted(self.writes, "write", "writes"),
            ),
        )]);
        if self.answered() > 0 {
            pairs.extend(self.answers());
        }
        pairs.push(("failed", number(self.failed)));
        screen.pairs(pairs);
    }

    /// Says what is known about those that were answered, and of how many it is.
    fn answers(&self) -> [(&'static str, String); 4] {
        let of = |known| {
            let answers = counted(self.answered(), "answer", "answers");
            format!("reported with {} of {answers}", number(known))
        };
        let tokens = format!(
            "{} in, {} out, {}",
            number(self.input_tokens),
            number(self.output_tokens),
            of(self.measured),
        );
        let cost = self.cost_usd.map_or_else(
            || format!("unknown: {}", of(self.priced)),
            |cost| format!("{} USD, {}", cost.text(), of(self.priced)),
        );
        [
            (
                "sent",
                format!(
                    "{} of {}; {} came back",
                    counted(self.bytes, "byte", "bytes"),
                    counted(self.files, "file", "files"),
                    number(self.answer_bytes),
                ),
            ),
            (
                "kept out",
                format!(
                    "about {} of context by reads, estimated at 4 bytes a token",
                    counted(self.kept_out_tokens_estimated, "token", "tokens"),
                ),
            ),
            ("tokens", tokens),
            ("cost", cost),
        ]
    }
}

/// The same, in the making.
#[derive(Debug, Default)]
pub(super) struct DelegationTally {
    pub(super) figures: DelegationFigures,
    failures: BTreeMap<String, u64>,
    cost: Cost,
}

impl DelegationTally {
    /// Returns what a line holds; what holds nothing is counted, unless it is blank.
    pub(super) fn sift(&mut self, line: &[u8]) -> Option<Usage> {
        let line = line.trim_ascii();
        if line.is_empty() {
            return None;
        }
        let line = Some(line).filter(|line| line.len() <= RECORD_LINE_BYTES_MAX);
        let text = line.and_then(|line| core::str::from_utf8(line).ok());
        let usage = text.and_then(Usage::parse);
        if usage.is_none() {
            count(&mut self.figures.damaged);
        }
        usage
    }

    pub(super) fn add(&mut self, usage: &Usage) {
        let figures = &mut self.figures;
        if let Some(why) = &usage.failure {
            count(&mut figures.failed);
            count(self.failures.entry(why.clone()).or_default());
            return;
        }
        count(match usage.kind {
            Task::Read => &mut figures.reads,
            Task::Write => &mut figures.writes,
        });
        add(&mut figures.files, usage.files.into());
        add(&mut figures.bytes, usage.bytes);
        add(&mut figures.answer_bytes, usage.answer_bytes);
        add(&mut figures.kept_out_tokens_estimated, usage.kept_out().unwrap_or_default());
        if let (Some(read), Some(written)) = (usage.input_tokens, usage.output_tokens) {
            count(&mut figures.measured);
            add(&mut figures.input_tokens, read);
            add(&mut figures.output_tokens, written);
        }
        if let Some(cost) = usage.cost_usd.and_then(Cost::reported) {
            count(&mut figures.priced);
            self.cost = self.cost.and(cost);
        }
    }

    pub(super) fn finish(self) -> DelegationFigures {
        let Self { mut figures, failures, cost } = self;
        let is_known = figures.priced > 0 && figures.priced == figures.answered();
        figures.cost_usd = is_known.then_some(cost);
        figures.failures = Reason::sorted(failures);
        figures
    }
}

fn add(sum: &mut u64, number: u64) {
    *sum = sum.saturating_add(number);
}
