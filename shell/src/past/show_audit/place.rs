//! What a working directory determines: what is denied, declared, masked and set there.

use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use std::path::Path;

use sprag_core::activity::facts::Facts;
use sprag_core::activity::known_check::KnownChecks;
use sprag_core::checks::verdict::Pass;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::language::Language;
use sprag_core::reports::audit::AuditInput;
use sprag_core::security::redact::Masks;
use sprag_core::settings::Settings;
use sprag_core::settings::deny::guard_folder;

use crate::session::declared;
use crate::session::project::Project;
use crate::session::run_environment::RunEnvironment;

/// The working directories that were looked at.
#[derive(Debug)]
pub(crate) struct Places<'a> {
    environment: &'a RunEnvironment,
    settings: &'a Settings,
    deny: &'a [Option<String>],
    known: BTreeMap<(&'static str, Option<String>), Rc<Place<'a>>>,
}

/// One of them.
#[derive(Debug)]
pub(crate) struct Place<'a> {
    settings: &'a Settings,
    home: Option<&'a str>,
    deny: &'a [Option<String>],
    /// Every folder of its project.
    folders: Vec<String>,
    names: Vec<String>,
    language: Option<Language>,
    declared: KnownChecks,
}

impl<'a> Places<'a> {
    pub(crate) fn of_all(
        environment: &'a RunEnvironment,
        settings: &'a Settings,
        deny: &'a [Option<String>],
    ) -> Self {
        Self { environment, settings, deny, known: BTreeMap::new() }
    }

    /// Looks around in the working directory of a session, once.
    pub(crate) fn of(&mut self, host: Host, cwd: Option<&str>) -> Rc<Place<'a>> {
        let key = (host.word(), cwd.map(String::from));
        if let Some(place) = self.known.get(&key) {
            return Rc::clone(place);
        }
        let place = Rc::new(self.look(host, cwd));
        self.known.insert(key, Rc::clone(&place));
        place
    }

    fn look(&self, host: Host, cwd: Option<&str>) -> Place<'a> {
        let folders = cwd.map(|cwd| Project::folders_around(Path::new(cwd))).unwrap_or_default();
        let mut place = Place {
            settings: self.settings,
            home: self.environment.home.as_deref(),
            deny: self.deny,
            folders,
            names: Vec::new(),
            language: None,
            declared: KnownChecks::default(),
        };
        // Where the user wants nothing looked at, nothing is.
        if place.is_denied(&[]).is_some() {
            return place;
        }
        if let Some(cwd) = cwd {
            let files = self.environment.host_settings(host, cwd);
            place.language = Language::first_of(files.iter().map(String::as_str));
            place.names = Project::find(Some(cwd)).names;
            declared::add(&mut place.declared, Some(cwd));
        }
        place
    }
}

impl Place<'_> {
    /// Returns why a turn that was here is left alone, if so; its transcript may lie in a denied
    /// folder, and so may what is named beside it.
    pub(crate) fn denied(&self, transcript: &Path, beside: &[String]) -> Option<Pass> {
        let transcript = transcript.to_str().map(String::from);
        let beside = beside.iter().flat_map(|cwd| Project::folders_around(Path::new(cwd)));
        self.is_denied(&beside.chain(transcript).collect::<Vec<_>>())
    }

    fn is_denied(&self, more: &[String]) -> Option<Pass> {
        let folders: Vec<&str> = self.folders.iter().chain(more).map(String::as_str).collect();
        let files: Vec<Option<&str>> = self.deny.iter().map(Option::as_deref).collect();
        guard_folder(&files, &folders)
    }

    /// Returns the checks that files here declare, where they matter to a turn.
    pub(crate) fn declared(&self, facts: &Facts) -> KnownChecks {
        if facts.wants_declared_checks() { self.declared.clone() } else { KnownChecks::default() }
    }

    /// Returns what a turn here is judged by; `names` are what is masked.
    pub(crate) fn input<'b>(&'b self, names: &'b [&'b str]) -> AuditInput<'b> {
        AuditInput {
            settings: self.settings,
            language: self.language.as_ref(),
            masks: Masks { home: self.home, names, lines: self.settings.redact_lines },
        }
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        let words = self.settings.redact_words.iter();
        words.chain(&self.names).map(String::as_str).collect()
    }
}
