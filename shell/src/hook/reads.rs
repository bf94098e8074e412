//! The hook before a tool runs: it looks at the files that the tool would show, and no further than
//! the answer needs.
//!
//! Whatever cannot be seen passes, and what passes is not heard of.

use std::fs::{self, Metadata};
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use sprag_core::decision::reply::{Reply, render_read};
use sprag_core::hosts::event::Call;
use sprag_core::hosts::event::{Event, ToolUse};
use sprag_core::reads::record::ReadRecord;
use sprag_core::reads::{
    self, Asked, FileAsked, Measured, Meter, Outcome, ReadSettings, Stat, Version, ask, decide,
    needs_state,
};

use crate::asking::pipeline::denied;
use crate::delegate;
use crate::session::project::Project;
use crate::session::run_environment::RunEnvironment;
use crate::session::state::State;
use crate::system::clock::now_ms;
use crate::system::deadline::{Deadline, Watchdog};
use crate::system::files::open_regular;

/// Bytes that are read at once: what most files whose size is in question have.
const PIECE_BYTES: usize = 64 << 10;

/// A call of a tool that is being looked at.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    pub(crate) event: &'a Event,
    /// The payload of the event, repaired.
    pub(crate) payload: &'a [u8],
    pub(crate) project: &'a Project,
    pub(crate) environment: &'a RunEnvironment,
    pub(crate) end: Deadline,
}

impl Reading<'_> {
    /// Returns what the host is told; `Err` says why the call passes.
    pub(crate) fn hold(self, watchdog: &Watchdog) -> Result<Reply, String> {
        let Self { event, payload, environment, .. } = self;
        let settings = environment.settings.reads.on(event.host);
        let settings = settings.ok_or("`reads` is not enabled")?;
        let tool = ToolUse::parse(payload, event.host).ok_or("the tool shows no file")?;
        let call = Call {
            host: event.host,
            tool: &tool.tool,
            agent: tool.agent.as_deref(),
            cwd: event.cwd.as_deref(),
            home: environment.home.as_deref(),
        };
        let asked = ask(&call, &settings).ok_or("the call shows no file")?;
        if let Some(pass) = denied(self.project, environment) {
            return Err(pass.to_string());
        }
        // Programs are looked for only where a file is shown.
        let settings = settings.with_worker_there(delegate::is_there(environment));
        let measured = self.measure_all(&asked, &settings)?;
        let nothing = reads::State::default();
        let outcome = decide(&asked, &measured, &nothing, &settings, now_ms());
        if !needs_state(&asked, &measured, &settings) && outcome == Outcome::default() {
            return Err("it is not a bulk read".into());
        }
        if !watchdog.commit() {
            return Err("the time is up".into());
        }
        let looked = Looked { reading: &self, tool: &tool, asked: &asked, measured: &measured };
        looked.settle(&settings).map_err(|error| format!("tally and records: {error}"))?
    }

    /// Looks at each file that the call asks for. With the time over, nothing is known about any.
    fn measure_all(
        &self,
        asked: &Asked,
        settings: &ReadSettings,
    ) -> Result<Vec<Option<Measured>>, String> {
        let mut all = Vec::new();
        let mut buffer = vec![0; PIECE_BYTES];
        for file in &asked.files {
            let meter = |stat| Meter::new(asked, file, stat, settings);
            all.push(measure(file, meter, &mut buffer, self.end).ok());
            if self.end.is_over() {
                return Err("the time is up".into());
            }
        }
        Ok(all)
    }
}

/// Counts what a regular file holds, as far as the answer needs it.
fn measure<'a>(
    file: &FileAsked,
    meter: impl FnOnce(Stat) -> Meter<'a>,
    buffer: &mut [u8],
    end: Deadline,
) -> io::Result<Measured> {
    let path = Path::new(&file.path);
    // To open a device may do something to it, so it is looked at first.
    if !fs::metadata(path)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut opened = open_regular(path)?;
    let version = version(&opened.metadata()?);
    let resolved = fs::canonicalize(path)?.into_os_string().into_string();
    let resolved = resolved.map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
    let mut meter = meter(Stat { path: resolved, version });
    while !meter.is_known() && !end.is_over() {
        let len = opened.read(buffer)?;
        meter.feed(buffer.get(..len).unwrap_or_default());
    }
    Ok(meter.finish())
}

fn version(metadata: &Metadata) -> Version {
    let seconds = u64::try_from(metadata.mtime()).unwrap_or_default();
    let rest = u64::try_from(metadata.mtime_nsec()).unwrap_or_default();
    let modified_ns = seconds.saturating_mul(1_000_000_000).saturating_add(rest);
    Version { bytes: metadata.len(), modified_ns }
}

/// A call whose files were looked at.
struct Looked<'a> {
    reading: &'a Reading<'a>,
    tool: &'a ToolUse,
    asked: &'a Asked,
    measured: &'a [Option<Measured>],
}

impl Looked<'_> {
    /// Decides under the lock and writes down what was decided. What cannot be charged is not
    /// counted, and a denial that cannot be recorded does not happen.
    fn settle(&self, settings: &ReadSettings) -> io::Result<Result<Reply, String>> {
        let Reading { event, environment, end, .. } = self.reading;
        let folder = environment.state_folder.as_deref().ok_or(io::ErrorKind::NotFound)?;
        let state = State::lock(folder, *end)?;
        if state.take_tool(event, self.tool)? {
            return Ok(Err("another sprag entry has handled this call".into()));
        }
        let before = state.reads(event)?;
        let now_ms = now_ms();
        let outcome = decide(self.asked, self.measured, &before, settings, now_ms);
        state.write_reads(event, &outcome)?;
        let Some(denial) = outcome.denial else { return Ok(Err("nothing objects".into())) };
        let verdict = environment.settings.guard_read_shadow();
        let record = ReadRecord::of(event, self.asked.by, &denial, verdict, now_ms);
        state.append(&record.line())?;
        Ok(Ok(render_read(&record, &denial.reason)))
    }
}
