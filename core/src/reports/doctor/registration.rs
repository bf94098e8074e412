//! The doctor's lines about the entries that make the host run the hook.

use alloc::{format, string::String, vec::Vec};

use super::Line;
use super::run::install;
use crate::hosts::host::Host;
use crate::settings::hook_file::{Handler, HookEvent, Listed, Refusal};
use crate::settings::other_tool::OtherTool;

/// A place where hooks are listed.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file.
    pub file: String,
    /// What it says; `None` if there is no file.
    pub listed: Option<Result<Listed, Refusal>>,
    /// Why it cannot be read.
    pub unread: Option<String>,
    /// The words that name it to `sprag install`; `None` if it writes no such file.
    pub option: Option<String>,
}

/// An entry of ours, and what the host would find.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file it stands in.
    pub file: String,
    /// What it runs.
    pub handler: Handler,
    /// Where the program is; `None` if there is none.
    pub program: Option<String>,
    /// Whether that is the program that is asking.
    pub is_this: bool,
    /// How long the hook takes at most under that command line, in milliseconds.
    pub own_ms: u64,
    /// When the host runs it.
    pub hook_event: HookEvent,
    /// The matcher of its group.
    pub matcher: Option<String>,
    /// Whether bulk reads are held under that command line.
    pub holds_reads: bool,
    /// The words that name the file to `sprag install`; `None` if it writes no such file.
    pub option: Option<String>,
}

const TOPIC: &str = "hook";

/// Returns the lines about the registration with a host.
pub fn registration(host: Host, places: &[Place], entries: &[Entry]) -> Vec<Line> {
    let mut lines: Vec<Line> = places.iter().flat_map(place).collect();
    lines.extend(switch(places));
    lines.extend(variables(host, places));
    if host == Host::Codex {
        lines.extend(places.iter().filter_map(unread_by_codex));
    }
    let plugins: Vec<&str> =
        places.iter().filter(|place| has_plugin(place)).map(|place| &*place.file).collect();
    if entries.is_empty() {
        match plugins.first() {
            Some(place) => lines.push(Line::ok(TOPIC, format!("the plugin is on in {place}"))),
            None => {
                let todo = install(Some(host_option(host)), "--checks done,ask --shadow");
                let seen = format!("not registered with {} here", host.title());
                lines.push(Line::fail(TOPIC, seen, todo));
            }
        }
    }
    for hook_event in HookEvent::ALL {
        let here = entries.iter().filter(|entry| entry.hook_event == hook_event);
        let files: Vec<&str> = here.map(|entry| &*entry.file).chain(plugins.clone()).collect();
        if files.len() > 1 {
            let uninstall =
                install(Some(host_option(host)), "").replacen("install", "uninstall", 1);
            let todo = format!("keep one: {uninstall} [--project], or disable the plugin");
            let seen = format!("registered more than once: {}", files.join(", "));
            lines.push(Line::warn(TOPIC, seen, todo));
        }
    }
    lines.extend(entries.iter().map(entry));
    lines.extend(reads(host, entries, !plugins.is_empty()));
    lines
}

/// Returns a line where hooks are turned off: of the files that say so or not, the last decides.
fn switch(places: &[Place]) -> Option<Line> {
    let says = places.iter().filter_map(|place| {
        let Some(Ok(listed)) = &place.listed else { return None };
        Some((&place.file, listed.off?))
    });
    let says: Vec<(&String, bool)> = says.collect();
    let (last, is_off) = says.last()?;
    if *is_off {
        let seen = format!("{last} sets `disableAllHooks`: no hook runs");
        return Some(Line::fail(TOPIC, seen, "remove that line"));
    }
    let (file, _) = says.iter().find(|(_, is_off)| *is_off)?;
    let seen = format!(
        "{file} sets `disableAllHooks`, but {last}, which takes precedence, does \
                        not"
    );
    Some(Line::ok(TOPIC, seen))
}

/// Returns a line for each file that sets variables that the hook reads. The values may be keys.
fn variables(host: Host, places: &[Place]) -> Vec<Line> {
    let own = ["SPRAG_", "CLAUDE_PLUGIN_OPTION_", "TYPESAFE_API_KEY", "JEV_API_KEY"];
    let is_seeds = |name: &str| {
        let mut all = OtherTool::ALL.into_iter().flat_map(OtherTool::variables);
        all.any(|variable| variable.name == name)
    };
    let is_read = |name: &&str| own.iter().any(|own| name.starts_with(own)) || is_seeds(name);
    let line = |place: &Place| {
        let Some(Ok(listed)) = &place.listed else { return None };
        let names = listed.env.iter().map(|(name, _)| name.as_str());
        let names: Vec<&str> = names.filter(is_read).collect();
        let (file, names, host) = (&place.file, names.join(", "), host.title());
        let seen = format!("{file} sets {names} in {host}'s sessions; that counts below");
        (!names.is_empty()).then(|| Line::ok("variables", seen))
    };
    places.iter().filter(|_| host.sets_variables()).filter_map(line).collect()
}

/// Returns the lines about the entry that denies bulk reads.
fn reads(host: Host, entries: &[Entry], has_plugin: bool) -> Vec<Line> {
    const TOPIC: &str = "reads";
    let mut lines = Vec::new();
    let before: Vec<&Entry> =
        entries.iter().filter(|entry| entry.hook_event == HookEvent::BeforeTool).collect();
    if before.is_empty() && !has_plugin && entries.iter().any(|entry| entry.holds_reads) {
        let seen = "`reads` is enabled, but sprag does not run before a file is read";
        let todo = install(Some(host_option(host)), "--checks reads");
        lines.push(Line::fail(TOPIC, seen, todo));
    }
    for entry in before {
        let file = &entry.file;
        let todo = install(entry.option.as_deref(), "--checks reads");
        lines.push(if !entry.holds_reads {
            let seen = format!(
                "{file} runs the hook before tools, but `reads` is not enabled \
                                there"
            );
            Line::fail(TOPIC, seen, todo)
        } else if entry.matcher.as_deref() != HookEvent::BeforeTool.matcher(host) {
            let seen = format!(
                "{file} runs the hook only for `{}`",
                entry.matcher.as_deref().unwrap_or_default()
            );
            Line::warn(TOPIC, seen, todo)
        } else {
            Line::ok(TOPIC, format!("{file} denies bulk reads"))
        });
    }
    lines
}

/// Returns the words that name a host to `sprag install`.
fn host_option(host: Host) -> &'static str {
    match host {
        Host::Claude => "",
        Host::Codex => "--host codex",
        Host::Grok => "--host grok",
    }
}

/// Codex reads no hook from a file with a member that it does not know (seen with 0.171.0).
fn unread_by_codex(place: &Place) -> Option<Line> {
    let Some(Ok(listed)) = &place.listed else { return None };
    let seen = format!(
        "{}: Codex reads no hooks from a file that contains `{}`",
        place.file,
        listed.more.first()?
    );
    Some(Line::fail(TOPIC, seen, "remove that key"))
}

fn has_plugin(place: &Place) -> bool {
    matches!(&place.listed, Some(Ok(listed)) if listed.has_plugin)
}

fn place(place: &Place) -> Vec<Line> {
    let file = &place.file;
    let mut lines = Vec::new();
    if let Some(unread) = &place.unread {
        lines.push(Line::fail(TOPIC, format!("{file}: {unread}"), "make it readable"));
    }
    match &place.listed {
        None => {}
        Some(Err(refusal)) => {
            lines.push(Line::fail(TOPIC, format!("{file}: {refusal}"), "fix the file"));
        }
        Some(Ok(listed)) => {
            for other in &listed.others {
                let seen = format!("{file} has a command that mentions sprag: {other}");
                let todo = "check whether it runs the hook a second time";
                lines.push(Line::warn(TOPIC, seen, todo));
            }
        }
    }
    lines
}

fn entry(entry: &Entry) -> Line {
    let (file, handler) = (&entry.file, &entry.handler);
    let todo = install(entry.option.as_deref(), "");
    let Some(program) = &entry.program else {
        let seen = format!("{file} runs `{}`, which is not there", handler.program);
        return Line::fail(TOPIC, seen, format!("{todo}, or put the program there"));
    };
    let granted_ms = handler.timeout.map_or(u64::MAX, |seconds| seconds.saturating_mul(1_000));
    if granted_ms <= entry.own_ms {
        let seen = format!(
            "{file}: the host stops the hook after {} s, and it may take {} ms",
            granted_ms.checked_div(1_000).unwrap_or_default(),
            entry.own_ms
        );
        return Line::fail(TOPIC, seen, format!("{todo}, or a smaller `timeout`"));
    }
    let runs = [program.as_str(), &handler.args.join(" ")].join(" ");
    if entry.is_this {
        Line::ok(TOPIC, format!("{file} runs {runs}"))
    } else {
        let seen = format!("{file} runs {runs}, which is not this program");
        Line::warn(TOPIC, seen, format!("nothing, if that is intended; otherwise {todo}"))
    }
}
