//! The file of a host that lists hooks: read whole, replaced whole, set aside once.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sprag_core::hosts::host::Host;
use sprag_core::security::trust::Owner;
use sprag_core::settings::hook_file::Refusal;

use crate::system::draft::{self, Draft, Rights};
use crate::system::files::read_text_if_present;
use crate::system::terminal::{Fault, difference};

/// Whose settings: where the file lies and how its hooks name a program.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Scope {
    /// The user's, for all projects.
    User,
    /// Those of the project in the working directory, shared with others.
    Project,
    /// Those in a folder.
    Folder(PathBuf),
}

/// Whose hooks of which host.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Target {
    pub(crate) host: Host,
    pub(crate) scope: Scope,
}

impl Target {
    pub(crate) fn of(host: Host, scope: Scope) -> Self {
        Self { host, scope }
    }

    /// Returns the words that name it on the command line.
    pub(crate) fn option(&self) -> String {
        let host = match self.host {
            Host::Claude => String::new(),
            Host::Codex | Host::Grok => format!("--host {} ", self.host.word()),
        };
        let scope = match &self.scope {
            Scope::User => "--user".into(),
            Scope::Project => "--project".into(),
            Scope::Folder(folder) => format!("--claude-dir {}", folder.display()),
        };
        [host, scope].concat()
    }

    /// Returns where the file is. <https://code.claude.com/docs/en/settings>,
    /// <https://developers.openai.com/codex/hooks>; Grok reads every file of its folder.
    pub(crate) fn file(&self, home: Option<&str>) -> Result<SettingsFile, Fault> {
        let folder = match &self.scope {
            Scope::Folder(folder) => folder.clone(),
            Scope::Project => env::current_dir()?.join(folder_name(self.host)),
            Scope::User => user_folder(self.host, home)?,
        };
        let name = match self.host {
            Host::Claude => "settings.json",
            Host::Codex => "hooks.json",
            Host::Grok => "hooks/sprag.json",
        };
        let owner = match self.scope {
            Scope::Project => Owner::Project,
            Scope::User | Scope::Folder(_) => Owner::User,
        };
        let depth = Path::new(name).components().count();
        Ok(SettingsFile { path: folder.join(name), owner, depth })
    }
}

/// Returns the files of a host that count in this folder, the last most, each with the words that
/// name it to `sprag install`.
pub(crate) fn files(host: Host, home: Option<&str>) -> Vec<(SettingsFile, Option<String>)> {
    let target = |scope| {
        let target = Target::of(host, scope);
        Some((target.file(home).ok()?, Some(target.option())))
    };
    let (user, project) = (target(Scope::User), target(Scope::Project));
    let local = project.as_ref().filter(|_| host == Host::Claude).map(|(file, _)| {
        let path = file.path.with_file_name("settings.local.json");
        (SettingsFile { path, ..file.clone() }, None)
    });
    let mut files: Vec<(SettingsFile, Option<String>)> = Vec::new();
    for (file, option) in [user, project, local].into_iter().flatten() {
        // In the home folder, the project's file is the user's.
        if files.iter().all(|(known, _)| known.path != file.path) {
            files.push((file, option));
        }
    }
    files
}

fn folder_name(host: Host) -> &'static str {
    match host {
        Host::Claude => ".claude",
        Host::Codex => ".codex",
        Host::Grok => ".grok",
    }
}

/// Returns the folder of a host's own files, which a variable may move.
pub(crate) fn user_folder(host: Host, home: Option<&str>) -> Result<PathBuf, Fault> {
    let variable = match host {
        Host::Claude => "CLAUDE_CONFIG_DIR",
        Host::Codex => "CODEX_HOME",
        Host::Grok => "GROK_HOME",
    };
    match (env::var_os(variable), home) {
        (Some(folder), _) if !folder.is_empty() => Ok(folder.into()),
        (_, Some(home)) => Ok(Path::new(home).join(folder_name(host))),
        (_, None) => Err(Fault::of(format!(
            "no home directory, so no user settings; set HOME or {variable}"
        ))),
    }
}

/// The file.
#[derive(Clone, Debug)]
pub(crate) struct SettingsFile {
    pub(crate) path: PathBuf,
    /// Whose it is.
    owner: Owner,
    /// How many folders around it are the host's.
    depth: usize,
}

impl SettingsFile {
    /// Returns the text, or `None` if there is no file.
    pub(crate) fn read(&self) -> Result<Option<String>, Fault> {
        read_text_if_present(&self.path).map_err(|error| self.fault(&error))
    }

    /// Returns where the file as it was before us lies.
    pub(crate) fn aside(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".before-sprag");
        name.into()
    }

    /// Returns who may read it where it is new: what a project holds is shared.
    pub(crate) fn rights(&self) -> Rights {
        match self.owner {
            Owner::User => Rights::Owner,
            Owner::Project => Rights::Usual,
        }
    }

    /// Returns what was set aside.
    pub(crate) fn read_aside(&self) -> Option<String> {
        read_text_if_present(&self.aside()).ok().flatten()
    }

    /// Replaces the text `before` by `after`, or makes the file: all of it or nothing. What is to
    /// be set aside comes first. Whatever the file is refused for, it is refused before anything
    /// is changed.
    pub(crate) fn write(
        &self,
        before: Option<&str>,
        after: &str,
        aside: Option<&str>,
    ) -> Result<(), Fault> {
        let fault = |error| self.fault(&error);
        if !self.owner.guard_links() {
            draft::check_below(&self.path).map_err(fault)?;
        }
        draft::make_folder(self.path.parent().unwrap_or_else(|| Path::new(""))).map_err(fault)?;
        let mut draft = Draft::of(&self.path, self.rights()).map_err(fault)?;
        draft.write(after.as_bytes()).map_err(fault)?;
        if self.read()?.as_deref() != before {
            return Err(Fault::of(format!(
                "{}: somebody else has just changed it; nothing was written; run this again",
                self.path.display()
            )));
        }
        if let Some(text) = aside {
            let mut aside = Draft::copy_of(&self.path, &self.aside()).map_err(fault)?;
            aside.write(text.as_bytes()).and_then(|()| aside.put()).map_err(fault)?;
        }
        draft.put().map_err(fault)
    }

    /// Removes what was set aside.
    pub(crate) fn remove_aside(&self) -> Result<(), Fault> {
        fs::remove_file(self.aside()).map_err(|error| self.fault(&error))
    }

    /// Removes the file; what a link leads to is emptied.
    pub(crate) fn remove(&self, before: Option<&str>) -> Result<(), Fault> {
        if fs::symlink_metadata(&self.path).is_ok_and(|file| file.is_symlink()) {
            return self.write(before, "{}\n", None);
        }
        draft::remove(&self.path).map_err(|error| self.fault(&error))
    }

    /// Removes the folders that the host keeps the file in, where nothing is left in them.
    pub(crate) fn remove_empty_folders(&self) {
        for folder in self.path.ancestors().skip(1).take(self.depth) {
            if fs::remove_dir(folder).is_err() {
                break;
            }
        }
    }

    /// Returns why the file is not touched.
    pub(crate) fn refused(&self, refusal: Refusal) -> Fault {
        Fault::of(format!("{}: {refusal}; it was not touched", self.path.display()))
    }

    /// Returns what would change.
    pub(crate) fn shown(&self, before: Option<&str>, after: &str) -> String {
        let lines = difference(before.unwrap_or_default(), after);
        format!("{} would change; nothing was written\n{lines}", self.path.display())
    }

    fn fault(&self, error: &io::Error) -> Fault {
        let path = self.path.display();
        if error.kind() == io::ErrorKind::InvalidData {
            return Fault::of(format!("{path}: not UTF-8; it was not touched; fix it first"));
        }
        Fault::of(format!("{path}: {error}; it was not changed"))
    }
}
