//! What left, as a screen.

use alloc::collections::BTreeMap;
use alloc::{format, string::String};

use serde::Serialize;
use serde::ser::SerializeMap as _;

use super::Leaks;
use crate::text::screen::number::{count, counted};
use crate::text::screen::{Cell, Column, Columns, Line, Screen, Table, Tone};

/// What some turns would have sent.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Payload {
    /// The file that holds the bytes.
    pub file: String,
    /// Turn ends that went through the hook.
    pub turns: u64,
    /// Requests that left.
    pub requests: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Why nothing left, with how often.
    pub passed: BTreeMap<String, u64>,
    /// What was found in the bytes.
    pub found: Leaks,
    /// What of it is in our own wording.
    pub wording: Leaks,
}

impl Serialize for Leaks {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (category, count) in self.each() {
            map.serialize_entry(&category, &count)?;
        }
        map.end()
    }
}

impl Payload {
    /// Returns the screen that shows it.
    #[must_use]
    pub fn screen(&self, columns: Columns) -> Screen {
        let mut screen = Screen::new(columns);
        screen.heading("What would have been sent");
        screen.pairs([
            ("turn ends", format!("{}, through the hook itself", count(self.turns))),
            ("requests", format!("{}, {} bytes", count(self.requests), count(self.bytes))),
            ("bytes", format!("{}, one request a line, as they were sent", self.file)),
        ]);
        for (reason, times) in &self.passed {
            let times = counted(*times, "turn", "turns");
            screen.hang(Line::of("- "), Tone::Plain, &format!("{times} sent nothing: {reason}"));
        }
        screen.heading("Found in every byte of them");
        let mut table = Table::new([
            Column::left("what has the shape of"),
            Column::right("found"),
            Column::right("of that in our wording"),
        ]);
        for ((category, found), (_, wording)) in self.found.each().zip(self.wording.each()) {
            let tone = if found > wording { Tone::Warn } else { Tone::Plain };
            table.row([
                category.title().into(),
                Cell::of(tone, &count(found)),
                count(wording).into(),
            ]);
        }
        screen.table(&table);
        screen.blank();
        screen.text(
            "Zero does not prove that nothing leaked: only known shapes are counted, and anything \
             else goes unnoticed. Read the file.",
        );
        screen.text(
            "The requests went to a stand-in on this machine and no further. Every check was \
             enabled; the lists of background tasks were empty, because transcripts do not record \
             them: the names of tasks would be sent too.",
        );
        screen
    }
}
