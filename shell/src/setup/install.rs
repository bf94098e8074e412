//! `sprag install`: our entries among the hooks of a host.

mod advice;
mod dialog;
pub(crate) mod options;

use std::io::{self, IsTerminal as _};
use std::path::Path;

use lexopt::Parser;
use sprag_core::settings::Given;
use sprag_core::settings::hook_file::{
    self, Args, Entry, HookEvent, Installed, Ours, Start, Wanted, guard_aside, host_timeout, wanted,
};

use crate::delegate::skills;
use crate::session::arguments::Arguments;
use crate::session::run_environment::RunEnvironment;
use crate::session::settings_file::{SettingsFile, Target};
use crate::system::terminal::{Fault, say};
use options::{Command, Options};

pub(crate) const HELP: &str = "\
sprag install [--host claude | codex | grok]
              [--user | --project | --claude-dir DIR] [--checks WORDS]
              [--shadow] [--command PROGRAM] [--with-worker] [--dry-run]
              [OPTION...]

Registers the hook with a host and changes no other byte of its file. It adds
one entry for the end of a turn and, with the check `reads`, one for tools that
read files. Options of `sprag hook` become options of the entry; without any, an
existing entry keeps its own. On a terminal it asks first.

  --host HOST       claude (settings.json), codex (hooks.json) or grok
                    (hooks/sprag.json); the default is claude
  --user            in ~/.claude, ~/.codex or ~/.grok, with this program's
                    path; the default for the end of a turn
  --project         in ./.claude, ./.codex or ./.grok, with the bare name
                    `sprag`; the default for `reads`
  --claude-dir DIR  DIR/settings.json, with this program's path
  --command PROGRAM run another program, given as one path or name
  --with-worker     also install the skills and the agent that tell the agent
                    about `sprag read` and `sprag write` (Claude Code only)
  --dry-run         show what would change
";

pub(crate) fn command(parser: Parser) -> Result<(), Fault> {
    let mut options = Options::parse(parser, Command::Install)?;
    if options.is_help {
        return say(HELP);
    }
    let home = RunEnvironment::look(Vec::new()).home;
    let mut parts = Part::all(&options, home.as_deref())?;
    let is_new = parts.iter().all(Part::is_new);
    let is_asked = is_new && options.given.is_empty() && !options.is_dry;
    if is_asked && io::stdin().is_terminal() && io::stdout().is_terminal() {
        let files = |given: &[Given]| {
            options.given = given.to_vec();
            parts = Part::all(&options, home.as_deref())?;
            Ok(parts.iter().map(|part| part.file.path.display().to_string()).collect())
        };
        if !dialog::ask(files)? {
            return say("Nothing was written.\n");
        }
    }
    let mut text = String::new();
    let mut left = Vec::new();
    for part in &parts {
        let Registered { said, is_new } = part.register(&options)?;
        text.push_str(if text.is_empty() { "" } else { "\n" });
        text.push_str(&said);
        left.extend(is_new.then(|| advice::left(part.target.host, &part.target.scope)));
    }
    // Where reads are held the agent is to be told; that entry comes last.
    if let Some(part) = parts.last().filter(|_| options.with_worker) {
        text.push_str(&part.put_skills(&options)?);
    }
    left.dedup();
    let registered: Vec<HookEvent> = parts.iter().map(|part| part.wanted.hook_event).collect();
    text.push_str(&advice::kept(&options, &registered, home.as_deref())?);
    say(&[text, left.concat()].concat())
}

/// One entry that is to be registered.
#[derive(Debug)]
struct Part {
    wanted: Wanted,
    target: Target,
    file: SettingsFile,
    /// Whether there is one at its moment already.
    is_there: bool,
}

/// The outcome of one.
#[derive(Debug)]
struct Registered {
    said: String,
    /// Whether something is left for the user to do.
    is_new: bool,
}

impl Part {
    /// Returns the entries that the options ask for.
    fn all(options: &Options, home: Option<&str>) -> Result<Vec<Self>, Fault> {
        let settings = RunEnvironment::look_as(options.host(), options.given.clone()).settings;
        let listed = |file: &SettingsFile| {
            let text = file.read()?.unwrap_or_default();
            hook_file::list(&text).map_err(|refusal| file.refused(refusal))
        };
        // A file that is named is one whose entries are meant.
        let present = match &options.scope {
            None => Vec::new(),
            Some(_) => {
                let listed = listed(&options.target(HookEvent::Stop).file(home)?)?;
                listed.ours.iter().filter_map(Ours::hook_event).collect()
            }
        };
        let part = |wanted: Wanted| {
            let target = options.target(wanted.hook_event);
            let file = target.file(home)?;
            let is_there = listed(&file)?.at(wanted.hook_event).next().is_some();
            Ok(Self { wanted, target, file, is_there })
        };
        wanted(&options.given, &settings, &present).into_iter().map(part).collect()
    }

    fn is_new(&self) -> bool {
        !self.is_there
    }

    /// Puts the skills and the agent of the worker beside the entry.
    fn put_skills(&self, options: &Options) -> Result<String, Fault> {
        let run = if options.is_dry { skills::Run::Dry } else { skills::Run::Earnest };
        let folder = self.file.path.parent().unwrap_or_else(|| Path::new(""));
        let program = options.program(&self.target.scope)?;
        skills::put(folder, &program, self.file.rights(), run)
    }

    fn entry(
        &self,
        options: &Options,
        args: Args,
        environment: &RunEnvironment,
    ) -> Result<Entry, Fault> {
        let (hook_event, host) = (self.wanted.hook_event, self.target.host);
        Ok(Entry {
            program: options.program(&self.target.scope)?,
            args,
            timeout: host_timeout(environment.settings.timeout_ms),
            start: Start::of(host),
            hook_event,
            matcher: hook_event.matcher(host).map(String::from),
        })
    }

    fn register(&self, options: &Options) -> Result<Registered, Fault> {
        let file = &self.file;
        // Another part may just have written to it.
        let before = file.read()?;
        let text = before.as_deref().unwrap_or_default();
        let refused = |refusal| file.refused(refusal);
        let listed = hook_file::list(text).map_err(refused)?;
        let args = options.args(&self.wanted, self.is_new());
        // What the hook will find: its own command line, and what else is set here.
        let given = match listed.at(self.wanted.hook_event).next() {
            Some(present) if args == Args::Kept => Arguments::set_by(&present.handler.args),
            Some(_) | None => self.wanted.given.clone(),
        };
        let environment = RunEnvironment::look_as(self.target.host, given);
        let entry = self.entry(options, args, &environment)?;
        let installed = hook_file::install(text, &entry).map_err(refused)?;
        let (word, after) = match &installed {
            Installed::Already => {
                let path = file.path.display();
                let said = format!("{path}: already registered; nothing changed\n");
                return Ok(Registered { said, is_new: false });
            }
            Installed::Added(after) => ("added", after),
            Installed::Updated(after) => ("updated", after),
        };
        if options.is_dry {
            let said = file.shown(before.as_deref(), after);
            return Ok(Registered { said, is_new: false });
        }
        let aside = before.as_deref().filter(|before| guard_aside(before));
        file.write(before.as_deref(), after, aside)?;
        let mut said = format!("{}: entry {word}\n", file.path.display());
        if file.aside().exists() {
            said.push_str(&format!("As it was before: {}\n", file.aside().display()));
        }
        said.push_str(&advice::of(&entry, self.target.host, &environment, after)?);
        Ok(Registered { said, is_new: true })
    }
}
