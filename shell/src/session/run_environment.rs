//! The environment of a run: environment, home, settings, key, deny file.

mod given;
mod named_state;

use std::env;
use std::path::{Path, PathBuf};

use regex_lite::Regex;
use sprag_core::activity::own_check::{OddCheck, OwnCheck};
use sprag_core::hosts::host::Host;
use sprag_core::reports::doctor::DenyFile;
use sprag_core::security::key_variable;
use sprag_core::security::trust::{self, Doubt, Unfit, guard_config, guard_named};
use sprag_core::settings::other_tool::{KeyAtHand, Meaning, OtherTool, Translated};
use sprag_core::settings::{ConfigFile, Given, Settings, Source};

use crate::session::deny_file;
use crate::session::program::Guarded;
use crate::session::project::Project;
use crate::session::settings_file::user_folder;
use crate::session::variables::Variables;
use crate::session::worker_token::is_in_worker;
use crate::system::files::read_text_if_present;
use crate::system::terminal::Fault;
use crate::system::{home, place};
use given::{from_config, from_environment};
use named_state::NamedState;

/// A `config.toml` that was found.
#[derive(Clone, Debug)]
pub(crate) struct ConfigPlace {
    pub(crate) path: PathBuf,
    /// Why it has only the word of a variable, where it has.
    pub(crate) doubt: Option<Doubt>,
}

/// What is found before it is known which project the session works on. That is enough to know
/// that no check is on.
#[derive(Debug)]
pub(crate) struct EarlyEnvironment {
    found: Found,
    /// The settings as they are if the user's file is the user's.
    pub(crate) settings: Settings,
    translated: Vec<Translated>,
}

/// What settings follow from.
#[derive(Debug)]
struct Found {
    given: Vec<Given>,
    config: ConfigFile,
    config_files: Vec<ConfigPlace>,
    user_home: Option<PathBuf>,
    variables: Variables,
}

/// The folders and variables that a run depends on, read once.
#[derive(Clone, Debug)]
pub(crate) struct RunEnvironment {
    /// Where hosts keep their files.
    pub(crate) home: Option<String>,
    /// The folder of the user's own `config.toml`.
    pub(crate) config_folder: Option<PathBuf>,
    /// Every `config.toml` that is there.
    pub(crate) config_files: Vec<ConfigPlace>,
    /// The folder of counters and records.
    pub(crate) state_folder: Option<PathBuf>,
    /// Another one that variables name, and why it is not used.
    pub(crate) unused_state: Option<(PathBuf, Unfit)>,
    pub(crate) settings: Settings,
    /// What the settings follow from.
    pub(crate) given: Vec<Given>,
    /// What those of the tool say whose place the hook takes.
    pub(crate) translated: Vec<Translated>,
    pub(crate) config: ConfigFile,
    /// The variables that count.
    pub(crate) variables: Variables,
    user_home: Option<PathBuf>,
    /// The project of the session.
    project: trust::Project,
}

impl EarlyEnvironment {
    /// Reads variables and settings files. `given` is what the command line says.
    pub(crate) fn read(given: Vec<Given>) -> Self {
        Self::read_with(given, Variables::default())
    }

    fn read_with(mut given: Vec<Given>, variables: Variables) -> Self {
        let user_home = home::of_user(&given);
        given.extend(from_environment(&variables));
        let (config, config_files) = (ConfigFile::Sound, Vec::new());
        let mut found = Found { given, config, config_files, user_home, variables };
        let own = found.user_home.as_deref().map(config_in);
        let named = named_base(&found.variables, "XDG_CONFIG_HOME", ".config");
        let named =
            named.map(|base| base.join("sprag")).filter(|named| Some(named) != own.as_ref());
        found.read(own.as_deref(), None);
        // One that cannot be read turns everything off, and that is a say as well.
        if let Some(named) = named {
            let counts = found.settings().0.uses_environment;
            found.read(guard_named(Some(&*named), counts), Some(Doubt::ByVariable));
        }
        let (settings, translated) = found.settings();
        Self { found, settings, translated }
    }

    /// Returns whether this process belongs to a worker.
    pub(crate) fn is_in_worker(&self) -> bool {
        let state = self.found.user_home.as_deref().map(state_in);
        is_in_worker(self.settings.uses_environment, state.as_deref())
    }

    /// Returns what holds for a session that works on this project.
    pub(crate) fn within(self, project: &Project) -> RunEnvironment {
        let Self { mut found, mut settings, mut translated } = self;
        if found.doubt_config(project) {
            (settings, translated) = found.settings();
        }
        let Found { given, config, config_files, user_home, variables } = found;
        let own = user_home.as_deref().map(state_in);
        let named = guard_named(NamedState::find(&variables), settings.uses_environment);
        let named = named.filter(|named| Some(&named.path) != own.as_ref());
        let fit = named.map(|named| {
            let folders = named_state::settings_folders(&variables, user_home.as_deref());
            let home = user_home.as_deref().and_then(place::resolved);
            named.guard(project, &folders, home.as_deref())
        });
        let (state_folder, unused_state) = match fit {
            Some(Ok(path)) => (Some(path), None),
            Some(Err(unused)) => (own, Some(unused)),
            None => (own, None),
        };
        let home = absolute(&variables, "HOME").or_else(|| user_home.clone());
        RunEnvironment {
            home: home.and_then(|home| home.into_os_string().into_string().ok()),
            config_folder: user_home.as_deref().map(config_in),
            config_files,
            state_folder,
            unused_state,
            settings,
            given,
            translated,
            config,
            variables,
            user_home,
            project: project.known.clone(),
        }
    }
}

impl Found {
    /// Reads the `config.toml` in a folder.
    fn read(&mut self, folder: Option<&Path>, doubt: Option<Doubt>) {
        let Some(path) = folder.map(|folder| folder.join("config.toml")) else { return };
        let source = if doubt.is_none() { Source::Config } else { Source::OtherConfig };
        match read_text_if_present(&path) {
            Ok(None) => return,
            Err(_) => self.config = ConfigFile::Broken,
            Ok(Some(text)) => {
                if from_config(&text, source, &mut self.given) == ConfigFile::Broken {
                    self.config = ConfigFile::Broken;
                }
            }
        }
        self.config_files.push(ConfigPlace { path, doubt });
    }

    /// Returns the settings, and what other tools' variables say.
    fn settings(&self) -> (Settings, Vec<Translated>) {
        let mut translated = Vec::new();
        if let Some(other_tool) = OtherTool::named(&self.given) {
            let counts = Settings::resolve(&self.given, self.config).uses_environment;
            let home = self.user_home.as_deref();
            let has_key = key_places(&self.variables, home, &self.given, counts)
                .iter()
                .any(|place| !place.text.trim().is_empty());
            let key = if has_key { KeyAtHand::Present } else { KeyAtHand::Absent };
            translated = other_tool.translate(|name| self.variables.get(name), key);
        }
        let all: Vec<Given> =
            self.given.iter().chain(translated.iter().map(|one| &one.given)).cloned().collect();
        (Settings::resolve(&all, self.config), translated)
    }

    /// Has the user's file allow no more than a variable where a session on this project must not
    /// take it for the user's; returns whether that changed anything.
    fn doubt_config(&mut self, project: &Project) -> bool {
        let home = self.user_home.as_deref().and_then(place::resolved);
        let mut is_doubted = false;
        for file in self.config_files.iter_mut().filter(|file| file.doubt.is_none()) {
            let place = place::look(&file.path);
            file.doubt = guard_config(&place, &project.known, home.as_deref(), home::user()).err();
            is_doubted |= file.doubt.is_some();
        }
        if is_doubted {
            let own = self.given.iter_mut().filter(|given| given.source == Source::Config);
            own.for_each(|given| given.source = Source::DoubtfulConfig);
        }
        is_doubted
    }
}

impl RunEnvironment {
    /// Looks around in this folder. `given` is what the command line says.
    pub(crate) fn look(given: Vec<Given>) -> Self {
        EarlyEnvironment::read(given).within(&Project::find(None))
    }

    /// Looks around as the hook would in a session that works outside of every home and checkout.
    pub(crate) fn look_anywhere() -> Self {
        EarlyEnvironment::read(Vec::new()).within(&Project::default())
    }

    /// Looks around as the hook would in a session of `host` in this folder.
    pub(crate) fn look_as(host: Host, given: Vec<Given>) -> Self {
        let home = absolute(&Variables::default(), "HOME").or_else(|| home::of_user(&given));
        let home = home.as_deref().and_then(Path::to_str);
        let variables = Variables::of(host, home);
        EarlyEnvironment::read_with(given, variables).within(&Project::find(None))
    }

    /// Returns whether this process belongs to a worker.
    pub(crate) fn is_in_worker(&self) -> bool {
        is_in_worker(self.settings.uses_environment, self.state_folder.as_deref())
    }

    /// Returns the folders whose programs are not run.
    pub(crate) fn guarded(&self) -> Guarded {
        Guarded::of(self.project.clone(), self.user_home.as_deref())
    }

    /// Returns the folder of counters and records, for commands that cannot do without.
    pub(crate) fn records_folder(&self) -> Result<&Path, Fault> {
        let fault = || Fault::of("no home folder and no SPRAG_STATE_DIR: no records");
        self.state_folder.as_deref().ok_or_else(fault)
    }

    /// Returns the texts that may hold the judge's key, in order of precedence.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.key_places().into_iter().map(|place| place.text).collect()
    }

    /// Returns the texts that may hold somebody's key, also where they do not count here: none of
    /// them may go anywhere.
    pub(crate) fn keys_to_hold(&self) -> Vec<String> {
        self.all_key_places().into_iter().map(|place| place.text).collect()
    }

    /// Returns the places that may hold the judge's key, in order of precedence.
    pub(crate) fn key_places(&self) -> Vec<KeyPlace> {
        let counts = self.settings.uses_environment;
        key_places(&self.variables, self.user_home.as_deref(), &self.given, counts)
    }

    /// Returns the names of the places that hold a key and do not count.
    pub(crate) fn ignored_keys(&self) -> Vec<String> {
        let counting: Vec<String> = self.key_places().into_iter().map(|place| place.name).collect();
        let names = self.all_key_places().into_iter().map(|place| place.name);
        names.filter(|name| !counting.contains(name)).collect()
    }

    fn all_key_places(&self) -> Vec<KeyPlace> {
        key_places(&self.variables, self.user_home.as_deref(), &self.given, true)
    }

    /// Returns the texts of the host's settings files for a session in `cwd`, in the host's order:
    /// local, project, user. <https://code.claude.com/docs/en/settings>
    ///
    /// Codex and Grok have no setting for a language, and none else is looked for.
    pub(crate) fn host_settings(&self, host: Host, cwd: &str) -> Vec<String> {
        if host != Host::Claude {
            return Vec::new();
        }
        let project = Path::new(cwd).join(".claude");
        let user = env::var_os("CLAUDE_CONFIG_DIR").map(PathBuf::from);
        let user = user.or_else(|| self.home.as_ref().map(|home| Path::new(home).join(".claude")));
        let files = [
            Some(project.join("settings.local.json")),
            Some(project.join("settings.json")),
            user.map(|folder| folder.join("settings.json")),
        ];
        files.into_iter().flatten().filter_map(|file| read_text_if_present(&file).ok()?).collect()
    }

    /// Returns the user's own check, if one is set.
    ///
    /// # Errors
    ///
    /// Returns why what is set can be none.
    pub(crate) fn own_check(&self) -> Result<Option<OwnCheck>, OddCheck> {
        self.settings.check.as_deref().map(own_check).transpose()
    }

    /// Returns the deny files that are there. What another tool's file forbids on Grok is forbidden
    /// to us, too. Every home that could be meant counts; where variables are ignored, none is that
    /// they name.
    pub(crate) fn deny_files_found(&self) -> Vec<DenyFile> {
        let named = named_base(&self.variables, "XDG_CONFIG_HOME", ".config");
        let named = named.map(|base| base.join("sprag/deny"));
        let of_grok = user_folder(Host::Grok, self.home.as_deref()).ok().map(of_stingray);
        let counts = self.settings.uses_environment;
        let named = [named, of_grok].into_iter().filter_map(|file| guard_named(file, counts));
        let mut files: Vec<PathBuf> = named.collect();
        for home in self.homes() {
            files.push(config_in(&home).join("deny"));
            files.push(of_stingray(home.join(".grok")));
        }
        files.sort_unstable();
        files.dedup();
        files.iter().filter_map(|file| deny_file::read(file)).collect()
    }

    /// Returns what the deny files list: one absolute path a line, each under all of its names;
    /// `None` stands for one that cannot be read.
    pub(crate) fn deny_files(&self) -> Vec<Option<String>> {
        let homes = self.homes();
        let homes: Vec<&str> = homes.iter().filter_map(|home| home.to_str()).collect();
        let files = self.deny_files_found().into_iter();
        files.map(|file| Some(deny_file::plain(&file.text?, &homes))).collect()
    }

    /// Returns every folder that could be meant by the user's home.
    fn homes(&self) -> Vec<PathBuf> {
        let named = absolute(&self.variables, "HOME");
        let named = guard_named(named, self.settings.uses_environment);
        [self.user_home.clone(), named].into_iter().flatten().collect()
    }
}

fn of_stingray(grok: PathBuf) -> PathBuf {
    grok.join("stingray-deny")
}

fn own_check(pattern: &str) -> Result<OwnCheck, OddCheck> {
    let odd = |error: regex_lite::Error| OddCheck::NoExpression(error.to_string());
    let pattern = Regex::new(pattern).map_err(odd)?;
    OwnCheck::of(move |command| pattern.is_match(command)).ok_or(OddCheck::MatchesNothing)
}

/// A place that holds something where the judge's key is looked for.
pub(crate) struct KeyPlace {
    /// The variable or file.
    pub(crate) name: String,
    /// What it holds. It is never printed.
    pub(crate) text: String,
}

/// `counts` is whether variables count.
fn key_places(
    variables: &Variables,
    home: Option<&Path>,
    given: &[Given],
    counts: bool,
) -> Vec<KeyPlace> {
    let other_tool = OtherTool::named(given).into_iter().flat_map(OtherTool::variables);
    let of_seed =
        other_tool.filter(|variable| variable.meaning == Meaning::Key).map(|one| one.name);
    let set =
        |name: &str| Some(KeyPlace { name: variables.place(name), text: variables.get(name)? });
    let names = key_variable::VARIABLES.into_iter().chain(of_seed);
    let names = key_variable::guard_variables(names, counts);
    let mut places: Vec<KeyPlace> = names.into_iter().filter_map(set).collect();
    let file = home.map(|home| home.join(".config/typesafe/api_key"));
    if let Some(file) = file
        && let Ok(Some(text)) = read_text_if_present(&file)
    {
        places.push(KeyPlace { name: file.display().to_string(), text });
    }
    places
}

/// Returns a folder that a variable names. Relative ones are invalid, says
/// <https://specifications.freedesktop.org/basedir-spec/0.8/>: they would depend on the project.
fn absolute(variables: &Variables, name: &str) -> Option<PathBuf> {
    variables.get_os(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

fn state_in(home: &Path) -> PathBuf {
    home.join(".local/state/sprag")
}

fn config_in(home: &Path) -> PathBuf {
    home.join(".config/sprag")
}

/// Returns the folder that a variable names, or else the one below the home that `HOME` names.
fn named_base(variables: &Variables, name: &str, below_home: &str) -> Option<PathBuf> {
    let below = || absolute(variables, "HOME").map(|home| home.join(below_home));
    absolute(variables, name).or_else(below)
}
