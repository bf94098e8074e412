//! What is remembered of reads: a tally for each session, and one list of sanctions for all.

use std::io;
use std::path::PathBuf;

use sprag_core::counters::file_name;
use sprag_core::event::{Event, ToolUse};
use sprag_core::reads::{self, Outcome, Sanctions, Tally};
use sprag_core::twin::{guard_tool_twin, with_tool};

use super::{State, make_private_folder, replace, write};
use crate::files::read_if_present;

/// The folder of tallies.
pub(super) const READS: &str = "reads";

impl State {
    /// Returns what is remembered. A file that is there and cannot be read is no empty one.
    pub(crate) fn reads(&self, event: &Event) -> io::Result<reads::State> {
        let tally = read_if_present(&self.tally_file(event))?;
        let sanctions = read_if_present(&self.sanctions_file())?;
        Ok(reads::State {
            tally: Tally::parse(tally.as_deref()),
            sanctions: Sanctions::parse(sanctions.as_deref()),
        })
    }

    /// Writes down what has changed.
    pub(crate) fn write_reads(&self, event: &Event, outcome: &Outcome) -> io::Result<()> {
        if let Some(tally) = &outcome.tally {
            make_private_folder(&self.folder.join(READS))?;
            let path = self.tally_file(event);
            let is_first = !path.exists();
            replace(&path, tally.text().as_bytes())?;
            if is_first {
                self.prune();
            }
        }
        if let Some(sanctions) = &outcome.sanctions {
            replace(&self.sanctions_file(), sanctions.text().as_bytes())?;
        }
        Ok(())
    }

    /// Takes a call of a tool for this process; returns whether another one has taken it.
    pub(crate) fn take_tool(&self, event: &Event, tool: &ToolUse) -> io::Result<bool> {
        let path = self.tally_file(event).with_extension("taken");
        let taken = read_if_present(&path)?.unwrap_or_default();
        let taken = String::from_utf8_lossy(&taken);
        if guard_tool_twin(tool, &taken) {
            return Ok(true);
        }
        if tool.delivery.is_some() {
            make_private_folder(&self.folder.join(READS))?;
            // One that is cut off by a crash has lost calls that are over.
            write(&path, with_tool(tool, &taken).as_bytes())?;
        }
        Ok(false)
    }

    /// Notes that the files at these paths were read for whoever works here. What is damaged holds
    /// nothing, and what cannot be read is damaged.
    pub(crate) fn sanction(&self, paths: &[&str], now_ms: u64, lasting_ms: u64) -> io::Result<()> {
        let noted = read_if_present(&self.sanctions_file()).ok().flatten();
        let mut sanctions = Sanctions::parse(noted.as_deref());
        for path in paths {
            sanctions.add(path, now_ms, lasting_ms);
        }
        replace(&self.sanctions_file(), sanctions.text().as_bytes())
    }

    fn tally_file(&self, event: &Event) -> PathBuf {
        self.folder.join(READS).join(file_name(event.host, &event.session))
    }

    fn sanctions_file(&self) -> PathBuf {
        self.folder.join("sanctions.json")
    }
}
