//! Bulk reads: which calls would put too much of a file into the context, and what is said instead.

mod disk;
mod nudge;
mod oracle;
mod powershell;
mod programs;
mod prop;
mod python;
mod recorded;
mod shell;
mod size;
mod slices;
mod written;

use serde_json::value::RawValue;
use sprag_core::hosts::event::{Call, Tool};
use sprag_core::hosts::host::Host;
use sprag_core::reads::{Outcome, ReadSettings, State, ask, decide, needs_state};

use disk::Disk;

/// A session of an agent, on a disk of its own.
#[derive(Clone, Debug)]
struct Session {
    host: Host,
    cwd: Option<String>,
    agent: Option<String>,
    settings: ReadSettings,
    state: State,
    now_ms: u64,
}

impl Session {
    fn new() -> Self {
        Self {
            host: Host::Claude,
            cwd: Some(Disk::ROOT.into()),
            agent: None,
            settings: ReadSettings::default(),
            state: State::default(),
            now_ms: 1_000_000_000_000,
        }
    }

    /// Runs a command line.
    fn shell(&mut self, disk: &Disk, command: &str) -> Outcome {
        let command = serde_json::to_string(command).expect("a text is JSON");
        self.call(disk, "Bash", &format!(r#"{{"command":{command}}}"#))
    }

    /// Calls a tool, and keeps what happens to it as the shell would.
    fn call(&mut self, disk: &Disk, name: &str, input: &str) -> Outcome {
        let input: Box<RawValue> = serde_json::from_str(input).expect("an input is JSON");
        let Some(tool) = Tool::parse(name, &input) else { return Outcome::default() };
        let call = Call {
            host: self.host,
            tool: &tool,
            agent: self.agent.as_deref(),
            cwd: self.cwd.as_deref(),
            home: Some("/home/dev"),
        };
        let Some(asked) = ask(&call, &self.settings) else { return Outcome::default() };
        let measured = disk.measure(&asked, &self.settings);
        let decide = |state| decide(&asked, &measured, state, &self.settings, self.now_ms);
        let outcome = decide(&self.state);
        if !needs_state(&asked, &measured, &self.settings) {
            assert_eq!(outcome, decide(&State::default()), "{call:?}");
        }
        if let Some(tally) = &outcome.tally {
            assert_eq!(outcome.denial, None, "what is denied is not charged");
            self.state.tally = tally.clone();
        }
        if let Some(exemptions) = &outcome.exemptions {
            self.state.exemptions = exemptions.clone();
        }
        outcome
    }
}
