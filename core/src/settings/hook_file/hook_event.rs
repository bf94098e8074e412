//! When a host runs an entry.

use alloc::vec::Vec;

use super::Listed;
use crate::checks::READS;
use crate::hosts::host::Host;
use crate::settings::{Given, Name, Settings};

/// When a host runs an entry.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum HookEvent {
    /// At the end of a turn.
    Stop,
    /// Before a tool runs.
    BeforeTool,
}

impl HookEvent {
    /// Every moment.
    pub const ALL: [Self; 2] = [Self::Stop, Self::BeforeTool];

    /// Returns what every host calls it.
    #[must_use]
    pub fn event(self) -> &'static str {
        match self {
            Self::Stop => "Stop",
            Self::BeforeTool => "PreToolUse",
        }
    }

    /// Returns the tools for which `host` is to run an entry, where the moment is one of a tool:
    /// those that print files into the conversation.
    #[must_use]
    pub fn matcher(self, host: Host) -> Option<&'static str> {
        match (self, host) {
            (Self::Stop, _) => None,
            (Self::BeforeTool, Host::Claude) => Some("Read|Bash|PowerShell"),
            // Whatever the model calls it, hooks see one name (seen with 0.171.0).
            (Self::BeforeTool, Host::Codex) => Some("Bash"),
            (Self::BeforeTool, Host::Grok) => Some("read_file|run_terminal_command"),
        }
    }
}

/// An entry that an installation is to register.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Wanted {
    /// When the host runs it.
    pub hook_event: HookEvent,
    /// The options on its command line.
    pub given: Vec<Given>,
}

/// Returns the entries that an installation registers: `given` is what its command line says,
/// `settings` what holds with that, and `present` the moments that have an entry in the file
/// that it names. Each entry names the checks of its own moment.
///
/// Without options those that are there are seen to. Where nothing is on yet and none is there,
/// that is the entry at the end of a turn.
#[must_use]
pub fn wanted(given: &[Given], settings: &Settings, present: &[HookEvent]) -> Vec<Wanted> {
    let kept = if given.is_empty() { present } else { &[] };
    let is_wanted = |hook_event: &HookEvent| match hook_event {
        _ if kept.contains(hook_event) => true,
        HookEvent::Stop => !settings.checks.is_empty() || (settings.is_off() && kept.is_empty()),
        HookEvent::BeforeTool => settings.reads.is_on,
    };
    let hook_events = HookEvent::ALL.into_iter().filter(is_wanted);
    let own = |hook_event| move |given: &Given| own(hook_event, given);
    hook_events
        .map(|hook_event| Wanted { hook_event, given: given.iter().map(own(hook_event)).collect() })
        .collect()
}

/// Returns the moments whose entry a file keeps although checks were named of which none is theirs:
/// an installation takes no entry away. `registered` are those that it sees to.
#[must_use]
pub fn kept(given: &[Given], registered: &[HookEvent], listed: &Listed) -> Vec<HookEvent> {
    let names_checks = given.iter().any(|given| given.name == Name::Checks);
    let is_kept = |hook_event: &HookEvent| {
        names_checks && !registered.contains(hook_event) && listed.at(*hook_event).next().is_some()
    };
    HookEvent::ALL.into_iter().filter(is_kept).collect()
}

/// Returns an option as it is in the entry of a moment.
fn own(hook_event: HookEvent, given: &Given) -> Given {
    if given.name != Name::Checks {
        return given.clone();
    }
    let words = given.value.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
    let is_own = |word: &&str| (hook_event == HookEvent::BeforeTool) == (*word == READS);
    Given { value: words.filter(is_own).collect::<Vec<_>>().join(","), ..given.clone() }
}
