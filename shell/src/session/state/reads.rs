//! What is remembered about reads: a tally for each session, and one list of exemptions for all
//! sessions.

use std::io;

use sprag_core::decision::counters::{file_name, taken_name};
use sprag_core::hosts::duplicate::{guard_duplicate_call, with_tool};
use sprag_core::hosts::event::{Event, ToolUse};
use sprag_core::reads::{self, Exemptions, Outcome, Tally};

use super::State;

/// The folder of tallies.
pub(super) const READS: &str = "reads";

const EXEMPTIONS: &str = "sanctions.json";

impl State {
    /// Returns what is remembered. A file that is there and cannot be read is no empty one.
    pub(crate) fn reads(&self, event: &Event) -> io::Result<reads::State> {
        let tally = self.read_tally(&file_name(event.host, &event.session))?;
        let exemptions = self.folder.read(EXEMPTIONS)?;
        Ok(reads::State {
            tally: Tally::parse(tally.as_deref()),
            exemptions: Exemptions::parse(exemptions.as_deref()),
        })
    }

    /// Writes down what has changed.
    pub(crate) fn write_reads(&self, event: &Event, outcome: &Outcome) -> io::Result<()> {
        if let Some(tally) = &outcome.tally {
            let folder = self.folder.make_below(READS)?;
            let name = file_name(event.host, &event.session);
            let is_first = !folder.has(&name);
            folder.replace(&name, tally.text().as_bytes())?;
            if is_first {
                self.prune();
            }
        }
        if let Some(exemptions) = &outcome.exemptions {
            self.folder.replace(EXEMPTIONS, exemptions.text().as_bytes())?;
        }
        Ok(())
    }

    /// Takes a call of a tool for this process; returns whether another one has taken it.
    pub(crate) fn take_tool(&self, event: &Event, tool: &ToolUse) -> io::Result<bool> {
        let name = taken_name(event.host, &event.session);
        let taken = self.read_tally(&name)?.unwrap_or_default();
        let taken = String::from_utf8_lossy(&taken);
        if guard_duplicate_call(tool, &taken) {
            return Ok(true);
        }
        if tool.delivery.is_some() {
            let folder = self.folder.make_below(READS)?;
            // One that is cut off by a crash has lost calls that are over.
            folder.write(&name, with_tool(tool, &taken).as_bytes())?;
        }
        Ok(false)
    }

    /// Notes that the files at these paths were read for whoever works here. What is damaged holds
    /// nothing, and what cannot be read is damaged.
    pub(crate) fn exempt(&self, paths: &[&str], now_ms: u64, lasting_ms: u64) -> io::Result<()> {
        let noted = self.folder.read(EXEMPTIONS).ok().flatten();
        let mut exemptions = Exemptions::parse(noted.as_deref());
        for path in paths {
            exemptions.add(path, now_ms, lasting_ms);
        }
        self.folder.replace(EXEMPTIONS, exemptions.text().as_bytes())
    }

    /// Returns what a file in the folder of tallies holds.
    fn read_tally(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        self.folder.below(READS)?.map_or(Ok(None), |folder| folder.read(name))
    }
}
