//! `sprag uninstall`: takes our entry out of the hooks of a host.

use lexopt::Parser;
use sprag_core::hosts::host::Host;
use sprag_core::settings::hook_file::{self, HookEvent, Removal, guard_aside};

use crate::delegate::skills;
use crate::session::run_environment::RunEnvironment;
use crate::session::settings_file::{Scope, SettingsFile, Target};
use crate::setup::install::options::{Command, Options};
use crate::system::terminal::{Fault, say};

pub(crate) const HELP: &str = "\
sprag uninstall [--host claude | codex | grok]
                [--user | --project | --claude-dir DIR] [--dry-run]

Removes what `sprag install` registered and nothing else. If nothing else has
changed since, the file is what it was before, byte for byte.
";

pub(crate) fn command(parser: Parser) -> Result<(), Fault> {
    let options = Options::parse(parser, Command::Uninstall)?;
    if options.is_help {
        return say(HELP);
    }
    let target = options.target(HookEvent::Stop);
    let home = RunEnvironment::look(Vec::new()).home;
    let file = target.file(home.as_deref())?;
    let text = file.read()?;
    let before = file.read_aside();
    let removal = hook_file::uninstall(text.as_deref().unwrap_or_default(), before.as_deref());
    let removal = removal.map_err(|refusal| file.refused(refusal))?;
    let after = match &removal {
        Removal::Nothing => {
            let skills = worker(&options, &target, &file)?;
            return say(&[nothing(&file), skills, elsewhere(&target, home.as_deref())].concat());
        }
        Removal::RemoveFile => "",
        Removal::Restore(after) | Removal::Edit(after) => after,
    };
    if options.is_dry {
        let shown = file.shown(text.as_deref(), after);
        return say(&[shown, worker(&options, &target, &file)?].concat());
    }
    let mut said = format!("{}: entry removed", file.path.display());
    match &removal {
        Removal::RemoveFile => {
            file.remove(text.as_deref())?;
            said.push_str(", and the file with it: it was made for the entry\n");
        }
        Removal::Restore(_) => {
            file.write(text.as_deref(), after, None)?;
            // What was set aside is the file again.
            file.remove_aside()?;
            said.push_str("; the file is what it was\n");
        }
        Removal::Edit(_) | Removal::Nothing => {
            file.write(text.as_deref(), after, None)?;
            said.push('\n');
            if before.as_deref().is_some_and(guard_aside) {
                let aside = file.aside();
                said.push_str(&format!("Still there, from before: {}\n", aside.display()));
            }
        }
    }
    if before.is_some_and(|before| !guard_aside(&before)) {
        // An earlier version set it aside with our entry in it.
        file.remove_aside()?;
    }
    said.push_str(&worker(&options, &target, &file)?);
    if removal == Removal::RemoveFile {
        file.remove_empty_folders();
    }
    said.push_str(&elsewhere(&target, home.as_deref()));
    said.push_str("Records and counters stay; `sprag config` says where they are.\n");
    say(&said)
}

/// Removes the skills and the agent of the worker, where they are as they were put.
fn worker(options: &Options, target: &Target, file: &SettingsFile) -> Result<String, Fault> {
    let run = if options.is_dry { skills::Run::Dry } else { skills::Run::Earnest };
    match file.path.parent() {
        Some(folder) if target.host == Host::Claude => skills::remove(folder, run),
        Some(_) | None => Ok(String::new()),
    }
}

fn nothing(file: &SettingsFile) -> String {
    format!("{}: no sprag entry\n", file.path.display())
}

/// Returns a line for each other place that has an entry of ours.
fn elsewhere(target: &Target, home: Option<&str>) -> String {
    let mut text = String::new();
    let scopes = |host| [Scope::User, Scope::Project].map(|scope| Target::of(host, scope));
    for other in Host::ALL.into_iter().flat_map(scopes) {
        let Ok(file) = other.file(home) else { continue };
        let Ok(Some(settings)) = file.read() else { continue };
        let is_there = hook_file::list(&settings).is_ok_and(|listed| !listed.ours.is_empty());
        if is_there && other != *target {
            let option = other.option();
            text.push_str(&format!("{} has one: sprag uninstall {option}\n", file.path.display()));
        }
    }
    text
}
