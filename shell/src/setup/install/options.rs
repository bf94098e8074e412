//! The command lines of `sprag install` and `sprag uninstall`.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::{Arg, Parser, ValueExt as _};
use sprag_core::hosts::host::Host;
use sprag_core::settings::Given;
use sprag_core::settings::hook_file::{Args, HOOK, HookEvent, PROGRAM, Wanted};

use crate::session::settings_file::{Scope, Target};
use crate::session::{arguments, program};
use crate::system::terminal::Fault;

/// What the command line says.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) host: Option<Host>,
    pub(crate) scope: Option<Scope>,
    /// Options of the hook.
    pub(super) given: Vec<Given>,
    command: Option<String>,
    pub(crate) is_dry: bool,
    /// Whether the skills and the agent of the worker are put beside the entry.
    pub(super) with_worker: bool,
    pub(crate) is_help: bool,
}

/// Which of the two commands reads its options.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Command {
    Install,
    Uninstall,
}

impl Options {
    pub(crate) fn parse(mut parser: Parser, command: Command) -> Result<Self, Fault> {
        let mut options = Self::default();
        while let Some(argument) = parser.next()? {
            match argument {
                Arg::Long("help") | Arg::Short('h') => options.is_help = true,
                Arg::Long("user") => options.choose(Scope::User)?,
                Arg::Long("project") => options.choose(Scope::Project)?,
                Arg::Long("claude-dir") => {
                    let folder = PathBuf::from(parser.value()?);
                    options.choose(Scope::Folder(env::current_dir()?.join(folder)))?;
                }
                Arg::Long("host") => {
                    let word = parser.value()?.string()?;
                    let host = Host::from_word(&word);
                    options.host =
                        Some(host.ok_or_else(|| Fault::of(format!("no host `{word}`")))?);
                }
                Arg::Long("dry-run") => options.is_dry = true,
                Arg::Long("with-worker") if command == Command::Install => {
                    options.with_worker = true;
                }
                Arg::Long("command") if command == Command::Install => {
                    options.command = Some(parser.value()?.string()?);
                }
                Arg::Long(option) if command == Command::Install => {
                    let Some(name) = arguments::setting(option) else {
                        return Err(argument.unexpected().into());
                    };
                    let given = arguments::given(name, &mut parser)?;
                    let row = name.setting();
                    if let Some(problem) = row.kind.problem(given.value.trim()) {
                        return Err(Fault::of(format!("--{}: {problem}", row.key)));
                    }
                    options.given.push(given);
                }
                Arg::Long(_) | Arg::Short(_) | Arg::Value(_) => {
                    return Err(argument.unexpected().into());
                }
            }
        }
        if options.host() != Host::Claude && options.with_worker {
            return Err(Fault::of(
                "--with-worker installs skills for Claude Code; do not name another host",
            ));
        }
        if options.host() != Host::Claude && matches!(options.scope, Some(Scope::Folder(_))) {
            return Err(Fault::of("--claude-dir names a folder for Claude Code"));
        }
        Ok(options)
    }

    /// Returns which host is meant.
    pub(crate) fn host(&self) -> Host {
        self.host.unwrap_or(Host::Claude)
    }

    /// Returns which file is meant for an entry of a moment.
    pub(crate) fn target(&self, hook_event: HookEvent) -> Target {
        let usual = match hook_event {
            HookEvent::Stop => Scope::User,
            // What is large differs from project to project.
            HookEvent::BeforeTool => Scope::Project,
        };
        Target::of(self.host(), self.scope.clone().unwrap_or(usual))
    }

    fn choose(&mut self, scope: Scope) -> Result<(), Fault> {
        match self.scope.replace(scope) {
            None => Ok(()),
            Some(_) => Err(Fault::of("name only one of --user, --project and --claude-dir")),
        }
    }

    /// Returns the arguments of an entry; `is_new` is whether there is none yet.
    pub(super) fn args(&self, wanted: &Wanted, is_new: bool) -> Args {
        let host = self.host();
        if wanted.given.is_empty() && (host == Host::Claude || !is_new) {
            return Args::Kept;
        }
        // Claude Code is told by its payloads, and an entry of its may be run by Grok.
        let host = match host {
            Host::Claude => Vec::new(),
            Host::Codex | Host::Grok => vec!["--host".into(), host.word().into()],
        };
        let options = wanted.given.iter().flat_map(arguments::written);
        Args::Given([HOOK.into()].into_iter().chain(host).chain(options).collect())
    }

    /// Returns the program of the entry.
    pub(super) fn program(&self, scope: &Scope) -> Result<String, Fault> {
        if let Some(command) = &self.command {
            let is_relative = command.contains('/') && !command.starts_with('/');
            if is_relative && *scope != Scope::Project {
                return Err(Fault::of(format!(
                    "--command {command}: a relative path would depend on the folder; name an \
                     absolute path"
                )));
            }
            return Ok(command.clone());
        }
        if *scope == Scope::Project {
            return Ok(PROGRAM.into());
        }
        let odd = |path: OsString| Fault::of(format!("{}: not UTF-8", path.display()));
        program::own()?.into_os_string().into_string().map_err(odd)
    }
}
