//! How the hook is run here: each entry with the environment that it would have.

use sprag_core::hosts::host::Host;
use sprag_core::judge::key::Key;
use sprag_core::reports::doctor::{Run, RunBy};
use sprag_core::settings::hook_file::HookEvent;

use super::look::Registered;
use crate::asking::pipeline::allowed_endpoint;
use crate::session::arguments::Arguments;
use crate::session::run_environment::RunEnvironment;
use crate::setup::show_config::{key_source, report};
use crate::system::terminal::Fault;

/// Who runs the hook, and where that is said.
struct Who {
    host: Host,
    run_by: RunBy,
    entry: Option<(String, HookEvent)>,
    option: Option<String>,
}

/// Returns each way; what would be where nobody runs it.
pub(super) fn hook_runs(hosts: &[Registered]) -> Result<Vec<(Run, RunEnvironment)>, Fault> {
    let mut hook_runs = Vec::new();
    for registered in hosts {
        let host = registered.host;
        for entry in &registered.entries {
            let at = Some((entry.file.clone(), entry.hook_event));
            let who = Who { host, run_by: RunBy::Entry, entry: at, option: entry.option.clone() };
            let given = Arguments::set_by(&entry.handler.args);
            hook_runs.push(hook_run(who, RunEnvironment::look_as(host, given))?);
        }
        if registered.has_plugin() {
            let who = Who { host, run_by: RunBy::Plugin, entry: None, option: None };
            hook_runs
                .push(hook_run(who, RunEnvironment::look_as(host, registered.plugin_options()))?);
        }
    }
    if hook_runs.is_empty() {
        let option = Some(String::new());
        let who = Who { host: Host::Claude, run_by: RunBy::Entry, entry: None, option };
        hook_runs.push(hook_run(who, RunEnvironment::look_as(Host::Claude, Vec::new()))?);
    }
    Ok(hook_runs)
}

fn hook_run(who: Who, environment: RunEnvironment) -> Result<(Run, RunEnvironment), Fault> {
    let Who { host, run_by, entry, option } = who;
    let report = report(&environment)?;
    let url = report.settings.iter().find(|setting| setting.key == "endpoint");
    let run = Run {
        host,
        run_by,
        entry,
        option,
        settings: environment.settings.clone(),
        key: key_source(&environment),
        odd: Key::choose(environment.keys().iter().map(String::as_str)).err(),
        url: url.map(|setting| setting.value.clone()).unwrap_or_default(),
        refused: allowed_endpoint(&environment.settings).err(),
        report,
    };
    Ok((run, environment))
}
