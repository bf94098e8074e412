//! What the user is told once an entry is registered.

use std::fs;
use std::path::Path;

use sprag_core::hosts::host::Host;
use sprag_core::reports::doctor::{self, RunBy};
use sprag_core::settings::hook_file::{self, Entry, HookEvent};

use crate::session::arguments::Arguments;
use crate::session::program;
use crate::session::run_environment::RunEnvironment;
use crate::session::settings_file::{Scope, files};
use crate::setup::show_config::key_source;
use crate::system::terminal::Fault;

use super::options::Options;

/// Returns what is left for the user to do.
pub(super) fn of(
    entry: &Entry,
    host: Host,
    environment: &RunEnvironment,
    after: &str,
) -> Result<String, Fault> {
    let listed = hook_file::list(after).unwrap_or_default();
    let ours = listed.at(entry.hook_event).next();
    let args = ours.map(|ours| ours.handler.args.as_slice()).unwrap_or_default();
    let runs = [entry.program.as_str(), &args.join(" ")].join(" ");
    let when = match entry.hook_event {
        HookEvent::Stop => "At the end of every turn",
        HookEvent::BeforeTool => "Before a file is read or a command is run",
    };
    let mut text = format!("{when} {} runs: {runs}\n", host.title());
    let is_set = args.iter().any(|arg| arg.starts_with("--checks") || arg.starts_with("--as"));
    if !is_set && environment.settings.is_off() {
        let host = match host {
            Host::Claude => String::new(),
            Host::Codex | Host::Grok => format!("--host {} ", host.word()),
        };
        text.push_str(&format!(
            "\nNo checks are enabled yet. Enable some: sprag install {host}--checks done,ask \
             --shadow\n"
        ));
    }
    if entry.hook_event == HookEvent::Stop {
        let settings = RunEnvironment::look_as(host, Arguments::set_by(args)).settings;
        let place = key_source(environment);
        let key = doctor::key(place.as_deref(), None, RunBy::Entry, &settings);
        if let Some(todo) = key.todo {
            text.push_str(&format!(
                "\nThe key for the judge is {}.\nIf you want one, {todo}.\n",
                key.seen
            ));
        }
    }
    match program::find(&entry.program) {
        None => text.push_str(&format!(
            "\nThe program `{}` was not found: put it on PATH, on every machine that uses\n\
             these settings.\n",
            entry.program
        )),
        Some(path) if is_in_a_build(&path) => text.push_str(
            "\nThat program is in a build folder. `cargo install --path shell` installs it \
             permanently.\n",
        ),
        Some(_) => {}
    }
    if listed.off == Some(true) {
        text.push_str("\nThe file sets `disableAllHooks`: no hook runs until you remove that.\n");
    }
    for other in &listed.others {
        text.push_str(&format!("\nLeft alone, although it mentions sprag: {other}\n"));
    }
    Ok(text)
}

/// Returns a line for each entry that stays although none of its checks was named.
pub(super) fn kept(
    options: &Options,
    registered: &[HookEvent],
    home: Option<&str>,
) -> Result<String, Fault> {
    let mut files = files(options.host(), home);
    if matches!(options.scope, Some(Scope::Folder(_))) {
        let target = options.target(HookEvent::Stop);
        files = vec![(target.file(home)?, Some(target.option()))];
    }
    let mut text = String::new();
    for (file, option) in files {
        let Some(option) = option else { continue };
        // A file that cannot be read is the doctor's business.
        let listed = file.read().ok().flatten().map(|text| hook_file::list(&text));
        let Some(Ok(listed)) = listed else { continue };
        for hook_event in hook_file::kept(&options.given, registered, &listed) {
            let path = file.path.display();
            let and =
                if listed.ours.len() > 1 { ", then install what you want to keep" } else { "" };
            text.push_str(&format!(
                "\nNot changed, because none of its checks was named: {path}, {}.\n\
                 To remove it: sprag uninstall {option}{and}\n",
                hook_event.event()
            ));
        }
    }
    Ok(text)
}

/// Returns what this program cannot do, where an entry was registered in this scope.
pub(super) fn left(host: Host, scope: &Scope) -> &'static str {
    match (host, scope) {
        (Host::Codex, Scope::Project) => {
            "\nThis program cannot do the rest: start `codex` in the project, trust the project,\n\
             review the hook with /hooks and trust it, now and after every change to the\n\
             entry. Until then Codex skips it, and `codex exec` does not even say so.\n\
             `sprag doctor` says what is missing.\n"
        }
        (Host::Grok, Scope::Project) => {
            "\nThis program cannot do the rest: Grok runs a project's hooks only in a git\n\
             checkout, and only once its folder is trusted: /hooks-trust.\n"
        }
        (Host::Claude, _) => {
            "\nThis program cannot do the rest: restart Claude Code if it does not pick up the\n\
             change, and answer yes when it asks whether you trust the folder; until then no\n\
             hook runs there. `sprag doctor` says what is missing.\n"
        }
        (Host::Codex, _) => {
            "\nThis program cannot do the rest: start `codex`, review the hook with /hooks and\n\
             trust it, now and after every change to the entry. Until then Codex skips it, and\n\
             `codex exec` does not even say so. `sprag doctor` says what is missing.\n"
        }
        (Host::Grok, _) => {
            "\nGrok runs it from its next start on. It also runs what Claude Code's settings\n\
             register; a turn that both are told of is handled once, by this entry.\n"
        }
    }
}

fn is_in_a_build(path: &Path) -> bool {
    let resolved = fs::canonicalize(path);
    let path = resolved.as_deref().unwrap_or(path).to_string_lossy().into_owned();
    path.contains("/target/release/") || path.contains("/target/debug/")
}
