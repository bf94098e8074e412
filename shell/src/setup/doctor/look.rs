//! What the doctor sees: files, programs and folders of this machine.

pub(super) mod codex;
pub(super) mod version;

use core::time::Duration;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sprag_core::decision::record::Record;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::Kind;
use sprag_core::limits::SESSION_AGE_DAYS_MAX;
use sprag_core::reads::record::ReadRecord;
use sprag_core::reports::doctor::{Entry, Place, Seen, StateFolder, Survey};
use sprag_core::settings::Given;
use sprag_core::settings::hook_file;

use crate::session::arguments::Arguments;
use crate::session::program;
use crate::session::run_environment::RunEnvironment;
use crate::session::settings_file::{SettingsFile, files, user_folder};
use crate::session::state::State;
use crate::system::deadline::Deadline;
use crate::system::files::open_regular;
use crate::system::lines::{Line, LinesFromEnd};

/// How many transcripts are looked at, and how many lines of each, from its end.
const TRANSCRIPTS: usize = 3;
const TRANSCRIPT_LINES: u64 = 2_000;

/// How many of the last decisions are looked at.
const DECISIONS: usize = 200;

/// A host, where its hooks are listed, and our entries among them.
pub(super) struct Registered {
    pub(super) host: Host,
    pub(super) places: Vec<Place>,
    pub(super) entries: Vec<Entry>,
}

impl Registered {
    /// Returns whether the host runs us.
    fn is_there(&self) -> bool {
        !self.entries.is_empty() || self.has_plugin()
    }

    /// Returns whether our plugin is on.
    pub(super) fn has_plugin(&self) -> bool {
        let has_plugin =
            |place: &Place| matches!(&place.listed, Some(Ok(listed)) if listed.has_plugin);
        self.places.iter().any(has_plugin)
    }

    /// Returns what the options of the plugin set.
    pub(super) fn plugin_options(&self) -> Vec<Given> {
        let listed = self.places.iter().filter_map(|place| place.listed.as_ref()?.as_ref().ok());
        listed.flat_map(|listed| listed.plugin_options.clone()).collect()
    }
}

/// Returns the hosts that run us; Claude Code, where none does.
pub(super) fn hosts(environment: &RunEnvironment) -> Vec<Registered> {
    let mut hosts: Vec<Registered> = Vec::new();
    for host in Host::ALL {
        let places = places(host, environment);
        let entries = entries(host, &places);
        hosts.push(Registered { host, places, entries });
    }
    let is_anywhere = hosts.iter().any(Registered::is_there);
    hosts.retain(|host| host.is_there() || (!is_anywhere && host.host == Host::Claude));
    hosts
}

/// Returns what the files of the host say that count in this folder.
fn places(host: Host, environment: &RunEnvironment) -> Vec<Place> {
    let home = environment.home.as_deref();
    let mut places: Vec<Place> =
        files(host, home).into_iter().map(|(file, option)| place(&file, option)).collect();
    if host == Host::Codex {
        places.extend(codex::plugin(home));
    }
    places
}

fn place(file: &SettingsFile, option: Option<String>) -> Place {
    let (listed, unread) = match file.read() {
        Ok(text) => (text.map(|text| hook_file::list(&text)), None),
        Err(fault) => (None, Some(fault.to_string())),
    };
    Place { file: file.path.display().to_string(), listed, unread, option }
}

/// Returns the entries of ours that mean something to us.
fn entries(host: Host, places: &[Place]) -> Vec<Entry> {
    let own = program::own().and_then(fs::canonicalize).ok();
    let mut entries = Vec::new();
    for place in places {
        let Some(Ok(listed)) = &place.listed else { continue };
        for ours in &listed.ours {
            let Some(hook_event) = ours.hook_event() else { continue };
            let handler = &ours.handler;
            let found = program::find(&expanded(&handler.program));
            let settings = RunEnvironment::look_as(host, Arguments::set_by(&handler.args)).settings;
            entries.push(Entry {
                file: place.file.clone(),
                handler: handler.clone(),
                is_this: found.as_ref().and_then(|found| fs::canonicalize(found).ok()) == own,
                program: found.map(|found| found.display().to_string()),
                own_ms: settings.timeout_ms,
                holds_reads: settings.reads.is_on,
                matcher: ours.matcher.clone(),
                hook_event,
                option: place.option.clone(),
            });
        }
    }
    entries
}

/// Returns the program of a shell line with the home folder in its place.
fn expanded(program: &str) -> String {
    let home = env::var("HOME").unwrap_or_default();
    let rest = ["~/", "$HOME/", "${HOME}/"].iter().find_map(|home| program.strip_prefix(home));
    rest.map_or_else(|| program.into(), |rest| [&home, "/", rest].concat())
}

pub(super) fn state(environment: &RunEnvironment) -> StateFolder {
    let folder = environment.state_folder.as_deref();
    let locked = folder.map(|folder| State::lock(folder, Deadline::after(Duration::from_secs(2))));
    let probed = locked.map(|state| state.and_then(|state| state.probe()));
    let unused = environment.unused_state.as_ref();
    let mut seen = StateFolder {
        path: folder.map(|folder| folder.display().to_string()),
        unused: unused.map(|(path, why)| (path.display().to_string(), *why)),
        error: probed.and_then(Result::err).map(|error| error.to_string()),
        sessions: 0,
        old: 0,
        drafts: 0,
    };
    let age_max = Duration::from_secs(SESSION_AGE_DAYS_MAX.saturating_mul(24 * 60 * 60));
    let entries = folder.and_then(|folder| fs::read_dir(folder.join("sessions")).ok());
    for entry in entries.into_iter().flatten().flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "taken") {
            continue;
        }
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        let age = modified.ok().and_then(|modified| modified.elapsed().ok());
        let is_draft = entry.path().extension().is_some_and(|extension| extension == "tmp");
        let count = match (is_draft, age.is_some_and(|age| age > age_max)) {
            (true, _) => &mut seen.drafts,
            (false, true) => &mut seen.old,
            (false, false) => &mut seen.sessions,
        };
        *count = count.saturating_add(1);
    }
    seen
}

/// Reads the newest transcripts of a host.
pub(super) fn transcripts(host: Host, environment: &RunEnvironment) -> Survey {
    let folder = user_folder(host, environment.home.as_deref());
    let (name, depth) = match host {
        Host::Claude => ("projects", 2),
        Host::Codex => ("sessions", 4),
        Host::Grok => ("sessions", 3),
    };
    let Ok(folder) = folder.map(|folder| folder.join(name)) else {
        return Survey::of(host, String::new());
    };
    let mut survey = Survey::of(host, folder.display().to_string());
    for path in newest(host, &folder, depth) {
        match survey_file(&path, &mut survey) {
            Ok(()) => survey.files = survey.files.saturating_add(1),
            Err(error) => survey.unread.push(format!("{}: {error}", path.display())),
        }
    }
    survey
}

/// Returns the newest transcripts so deep below a folder.
fn newest(host: Host, folder: &Path, depth: u32) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = vec![folder.into()];
    for _ in 0..depth {
        let folders = core::mem::take(&mut found);
        let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        found = entries.flatten().map(|entry| entry.path()).collect();
    }
    let is_transcript = |path: &PathBuf| match host {
        Host::Claude | Host::Codex => {
            path.extension().is_some_and(|extension| extension == "jsonl")
        }
        Host::Grok => path.file_name().is_some_and(|name| name == "updates.jsonl"),
    };
    let mut files: Vec<(SystemTime, PathBuf)> = Vec::new();
    for path in found.into_iter().filter(is_transcript) {
        if let Ok(modified) = fs::symlink_metadata(&path).and_then(|metadata| metadata.modified()) {
            files.push((modified, path));
        }
    }
    files.sort();
    files.into_iter().rev().take(TRANSCRIPTS).map(|(_, path)| path).collect()
}

fn survey_file(path: &Path, survey: &mut Survey) -> std::io::Result<()> {
    let mut lines = LinesFromEnd::of(open_regular(path)?)?;
    for _ in 0..TRANSCRIPT_LINES {
        let Some(line) = lines.next()? else { break };
        survey.lines = survey.lines.saturating_add(1);
        let kind = match line {
            Line::Text(text) => Kind::of(survey.host, text),
            Line::TooLong(_) => Kind::Damaged,
        };
        match kind {
            Kind::Known => {}
            Kind::Damaged => survey.damaged = survey.damaged.saturating_add(1),
            Kind::Unknown(kind) => {
                let count = survey.unknown.entry(kind).or_default();
                *count = count.saturating_add(1);
            }
        }
    }
    Ok(())
}

/// Reads the last decisions.
pub(super) fn decisions(environment: &RunEnvironment) -> Seen {
    let mut seen = Seen::default();
    let Some(folder) = &environment.state_folder else { return seen };
    let file = open_regular(&folder.join("decisions.jsonl"));
    let Ok(mut lines) = file.and_then(LinesFromEnd::of) else { return seen };
    while let Ok(Some(line)) = lines.next() {
        let text = match line {
            Line::Text(text) => core::str::from_utf8(text).unwrap_or_default(),
            Line::TooLong(_) => "",
        };
        match (Record::parse(text), ReadRecord::parse(text)) {
            (Some(record), _) => seen.records.push(record),
            (None, Some(read)) => seen.reads.push(read),
            (None, None) => seen.unread = seen.unread.saturating_add(1),
        }
        let (stops, reads) = (seen.records.len(), seen.reads.len());
        if stops.saturating_add(reads).saturating_add(seen.unread) >= DECISIONS {
            break;
        }
    }
    seen
}
