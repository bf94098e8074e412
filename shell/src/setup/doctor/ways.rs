//! The ways in which the hook is run here, each with what it would find around it.

use sprag_core::hosts::host::Host;
use sprag_core::judge::key::Key;
use sprag_core::reports::doctor::{Run, RunBy};
use sprag_core::settings::hook_file::Moment;

use super::look::Registered;
use crate::asking::consult::allowed_endpoint;
use crate::session::arguments::Arguments;
use crate::session::surroundings::Surroundings;
use crate::setup::show_config::{key_source, report};
use crate::system::terminal::Fault;

/// Who runs the hook, and where that is said.
struct Who {
    host: Host,
    run_by: RunBy,
    entry: Option<(String, Moment)>,
    option: Option<String>,
}

/// Returns each way; what would be where nobody runs it.
pub(super) fn ways(hosts: &[Registered]) -> Result<Vec<(Run, Surroundings)>, Fault> {
    let mut ways = Vec::new();
    for registered in hosts {
        let host = registered.host;
        for entry in &registered.entries {
            let at = Some((entry.file.clone(), entry.moment));
            let who = Who { host, run_by: RunBy::Entry, entry: at, option: entry.option.clone() };
            let given = Arguments::set_by(&entry.handler.args);
            ways.push(way(who, Surroundings::look_as(host, given))?);
        }
        if registered.has_plugin() {
            let who = Who { host, run_by: RunBy::Plugin, entry: None, option: None };
            ways.push(way(who, Surroundings::look_as(host, registered.plugin_options()))?);
        }
    }
    if ways.is_empty() {
        let option = Some(String::new());
        let who = Who { host: Host::Claude, run_by: RunBy::Entry, entry: None, option };
        ways.push(way(who, Surroundings::look_as(Host::Claude, Vec::new()))?);
    }
    Ok(ways)
}

fn way(who: Who, surroundings: Surroundings) -> Result<(Run, Surroundings), Fault> {
    let Who { host, run_by, entry, option } = who;
    let report = report(&surroundings)?;
    let url = report.settings.iter().find(|setting| setting.key == "endpoint");
    let run = Run {
        host,
        run_by,
        entry,
        option,
        settings: surroundings.settings.clone(),
        key: key_source(&surroundings),
        odd: Key::choose(surroundings.keys().iter().map(String::as_str)).err(),
        url: url.map(|setting| setting.value.clone()).unwrap_or_default(),
        refused: allowed_endpoint(&surroundings.settings).err(),
        report,
    };
    Ok((run, surroundings))
}
