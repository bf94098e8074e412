//! The live view of `sprag watch`: what is shown of the records that have come, as a pure function
//! of them.

use alloc::{boxed::Box, collections::VecDeque, format, string::String};

use crate::checks::verdict::Verdict;
use crate::limits::WATCHED_MAX;
use crate::reports::explain::{Explanation, outcome};
use crate::reports::log::{Entry, Id, LogLine, Skipped};
use crate::reports::replay::Outcomes;
use crate::reports::review::Reviews;
use crate::text::calendar::Clock;
use crate::text::screen::number::{count, counted};
use crate::text::screen::{Cell, Column, Columns, Line, Screen, Table, Tone};

/// The records that have come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watch {
    /// The latest, the newest first.
    recent: VecDeque<Box<Entry>>,
    outcomes: Outcomes,
    /// Bulk reads that were denied, or in shadow would have been.
    reads: u64,
    skipped: Skipped,
    /// The record that was chosen; the newest, if none was.
    chosen: Option<Id>,
}

/// What a key does.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Step {
    /// The view may have changed.
    Stay,
    /// It is over.
    Quit,
}

/// Lines above and below the list and the card: head, blank, blank, foot.
const FRAME: usize = 4;

/// Lines of the list on a terminal that is high enough.
const LISTED: usize = 8;

impl Watch {
    /// Takes in a line of the log; they come oldest first.
    pub fn add(&mut self, line: LogLine) {
        if let LogLine::Read(_) = line {
            self.reads = self.reads.saturating_add(1);
        }
        let Some(entry) = self.skipped.sift(line) else { return };
        self.outcomes.add(&entry.record.verdict);
        self.recent.push_front(entry);
        self.recent.truncate(WATCHED_MAX);
    }

    /// Takes in a key.
    pub fn key(&mut self, key: char) -> Step {
        match key {
            'q' | 'Q' => return Step::Quit,
            'j' => self.choose(self.position().saturating_add(1)),
            'k' => match self.position().checked_sub(1) {
                // At the top it follows what comes.
                None | Some(0) => self.chosen = None,
                Some(above) => self.choose(above),
            },
            _ => {}
        }
        Step::Stay
    }

    fn choose(&mut self, at: usize) {
        if let Some(entry) = self.recent.get(at) {
            self.chosen = Some(entry.id.clone());
        }
    }

    /// Returns where the chosen record stands. One that is gone was the oldest.
    fn position(&self) -> usize {
        let Some(chosen) = &self.chosen else { return 0 };
        let last = self.recent.len().saturating_sub(1);
        self.recent.iter().position(|entry| entry.id == *chosen).unwrap_or(last)
    }

    /// Returns the view on a terminal of so many lines; it never has more.
    #[must_use]
    pub fn view(
        &self,
        reviews: &Reviews,
        clock: &Clock<'_>,
        columns: Columns,
        lines: usize,
    ) -> Screen {
        let mut view = Screen::new(columns);
        view.line(self.head());
        view.blank();
        let room = lines.saturating_sub(FRAME);
        let listed = LISTED.min(room.div_ceil(2)).min(self.recent.len());
        self.list(clock, &mut view, listed);
        view.blank();
        let left = lines.saturating_sub(view.lines().len()).saturating_sub(1);
        match self.recent.get(self.position()) {
            Some(entry) => {
                let card = Explanation::of(entry, reviews).card(clock, columns);
                card.lines().iter().take(left).for_each(|line| view.line(line.clone()));
            }
            None => view.text("No decision is recorded yet. One is made at the end of every turn."),
        }
        let foot = Line::new().add(Tone::Faint, "q quits, j and k choose another");
        let mut shown = Screen::new(columns);
        view.lines().iter().take(lines.saturating_sub(1)).for_each(|line| shown.line(line.clone()));
        if lines > 0 {
            shown.line(foot);
        }
        shown
    }

    fn head(&self) -> Line {
        let Outcomes { blocked, would_block, passed } = self.outcomes;
        let stops = blocked.saturating_add(would_block).saturating_add(passed);
        let mut head = Line::new()
            .add(Tone::Strong, "sprag watch")
            .plain(&format!("  {}", counted(stops, "stop", "stops")))
            .plain(&format!(", {} sent back, {} in shadow", count(blocked), count(would_block)));
        if self.reads > 0 {
            head = head.plain(&format!(", {}", counted(self.reads, "bulk read", "bulk reads")));
        }
        let Skipped { damaged, unknown } = self.skipped;
        let unread = damaged.saturating_add(unknown);
        if unread > 0 {
            head = head.add(Tone::Faint, &format!(", {} not read", count(unread)));
        }
        head
    }

    /// Adds the list, so that the chosen record is in it.
    fn list(&self, clock: &Clock<'_>, view: &mut Screen, listed: usize) {
        let position = self.position();
        let from = position.saturating_add(1).saturating_sub(listed);
        let mut table = Table::new([
            Column::left(""),
            Column::left(""),
            Column::left(""),
            Column::left("").from(80),
            Column::left("").cut(),
        ]);
        for (entry, at) in self.recent.iter().zip(0..).skip(from).take(listed) {
            let record = &entry.record;
            let (mark, tone) = match record.verdict {
                Verdict::Block(_) => ("!", Tone::Bad),
                Verdict::WouldBlock(_) => ("~", Tone::Warn),
                Verdict::Pass(_) => (" ", Tone::Plain),
            };
            let chosen = if at == position { ">" } else { " " };
            let session: String = record.plan.session.chars().take(8).collect();
            table.row([
                Cell::of(tone, &[chosen, mark].concat()),
                entry.id.as_str().into(),
                clock.text(record.at_ms).into(),
                session.into(),
                Cell::of(tone, &outcome(&record.verdict)),
            ]);
        }
        view.table(&table);
    }
}
