//! What the process finds around it: environment, home, settings, key, deny file.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use regex_lite::Regex;
use sprag_core::host::Host;
use sprag_core::own_check::{OddCheck, OwnCheck};
use sprag_core::settings::seed::{KeyAtHand, Meaning, Seed, Translated};
use sprag_core::settings::{ConfigFile, Given, Name, Settings, Source, TABLE};

use crate::files::read_text_if_present;
use crate::settings_file::user_folder;
use crate::terminal::Fault;
use crate::variables::Variables;

/// The folders and variables that a run depends on, read once.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    pub(crate) home: Option<String>,
    /// The folder of `config.toml` and `deny`.
    pub(crate) config_folder: Option<PathBuf>,
    /// The folder of counters and records.
    pub(crate) state_folder: Option<PathBuf>,
    pub(crate) settings: Settings,
    /// What the settings follow from.
    pub(crate) given: Vec<Given>,
    /// What those of the tool say whose place the hook takes.
    pub(crate) translated: Vec<Translated>,
    pub(crate) config: ConfigFile,
    /// The variables that count.
    pub(crate) variables: Variables,
}

impl Surroundings {
    /// Looks around. `given` is what the command line says.
    pub(crate) fn look(given: Vec<Given>) -> Self {
        Self::look_with(given, Variables::default())
    }

    /// Looks around as the hook would in a session of `host` in this folder.
    pub(crate) fn look_as(host: Host, given: Vec<Given>) -> Self {
        Self::look_with(given, Variables::of(host, home(&Variables::default()).as_deref()))
    }

    fn look_with(mut given: Vec<Given>, variables: Variables) -> Self {
        let home = home(&variables);
        let base_folder =
            |variable, below| base_folder(&variables, variable, home.as_deref(), below);
        let config_folder = base_folder("XDG_CONFIG_HOME", ".config");
        let state_folder = absolute(&variables, "SPRAG_STATE_DIR")
            .or_else(|| base_folder("XDG_STATE_HOME", ".local/state"));
        given.extend(from_environment(&variables));
        let file = config_folder.as_ref().map(|folder| folder.join("config.toml"));
        let config = match file.map(|file| read_text_if_present(&file)) {
            None | Some(Ok(None)) => ConfigFile::Sound,
            Some(Err(_)) => ConfigFile::Broken,
            Some(Ok(Some(text))) => from_config(&text, &mut given),
        };
        let mut translated = Vec::new();
        if let Some(seed) = Seed::named(&given) {
            let has_key = key_places(&variables, home.as_deref(), &given)
                .iter()
                .any(|place| !place.text.trim().is_empty());
            let key = if has_key { KeyAtHand::Present } else { KeyAtHand::Absent };
            translated = seed.translate(|name| variables.get(name), key);
        }
        let all: Vec<Given> =
            given.iter().chain(translated.iter().map(|one| &one.given)).cloned().collect();
        let settings = Settings::resolve(&all, config);
        Self { home, config_folder, state_folder, settings, given, translated, config, variables }
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

    /// Returns the places that may hold the judge's key, in order of precedence.
    pub(crate) fn key_places(&self) -> Vec<KeyPlace> {
        key_places(&self.variables, self.home.as_deref(), &self.given)
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

    /// Returns the texts of the deny files; `None` stands for one that cannot be read. What another
    /// tool's file forbids on Grok is forbidden to us, too.
    pub(crate) fn deny_files(&self) -> Vec<Option<String>> {
        let own = self.config_folder.as_ref().map(|folder| folder.join("deny"));
        let grok = user_folder(Host::Grok, self.home.as_deref()).ok();
        let of_stingray = grok.map(|folder| folder.join("stingray-deny"));
        let files = own.into_iter().chain(of_stingray);
        let texts = files.filter_map(|file| read_text_if_present(&file).transpose());
        texts.map(Result::ok).collect()
    }
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

fn key_places(variables: &Variables, home: Option<&str>, given: &[Given]) -> Vec<KeyPlace> {
    let names = ["TYPESAFE_API_KEY", "JEV_API_KEY", "CLAUDE_PLUGIN_OPTION_API_KEY"];
    let seed = Seed::named(given).into_iter().flat_map(Seed::variables);
    let of_seed = seed.filter(|variable| variable.meaning == Meaning::Key).map(|one| one.name);
    let set =
        |name: &str| Some(KeyPlace { name: variables.place(name), text: variables.get(name)? });
    let mut places: Vec<KeyPlace> = names.into_iter().chain(of_seed).filter_map(set).collect();
    let file = home.map(|home| Path::new(home).join(".config/typesafe/api_key"));
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

fn home(variables: &Variables) -> Option<String> {
    absolute(variables, "HOME")?.into_os_string().into_string().ok()
}

fn base_folder(
    variables: &Variables,
    name: &str,
    home: Option<&str>,
    below_home: &str,
) -> Option<PathBuf> {
    let base =
        absolute(variables, name).or_else(|| home.map(|home| Path::new(home).join(below_home)))?;
    Some(base.join("sprag"))
}

fn from_environment(variables: &Variables) -> Vec<Given> {
    let mut given = Vec::new();
    // One name for all: this is done even where nothing is on.
    let mut variable = String::new();
    for setting in &TABLE {
        let places =
            [("SPRAG_", Source::Environment), ("CLAUDE_PLUGIN_OPTION_", Source::PluginOption)];
        for (prefix, source) in places {
            variable.clear();
            variable.push_str(prefix);
            variable.extend(setting.key.chars().map(|letter| letter.to_ascii_uppercase()));
            if let Some(value) = variables.get_os(&variable) {
                given.push(Given { name: setting.name, value: lossy(&value), source });
            }
        }
    }
    given
}

fn lossy(value: &OsStr) -> String {
    OsString::from(value).to_string_lossy().into_owned()
}

/// Adds what `config.toml` says. Keys that are none of ours say nothing here.
fn from_config(text: &str, given: &mut Vec<Given>) -> ConfigFile {
    let Ok(table) = text.parse::<toml::Table>() else { return ConfigFile::Broken };
    for (key, value) in &table {
        if let Some(name) = Name::from_key(key) {
            given.push(Given { name, value: plain(value), source: Source::Config });
        }
    }
    ConfigFile::Sound
}

/// Returns a TOML value as the command line would write it.
fn plain(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(","),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => number.to_string(),
        toml::Value::Boolean(switch) => switch.to_string(),
        // No setting is a date or a table; such a value is one that does not parse.
        toml::Value::Datetime(_) | toml::Value::Table(_) => "(odd)".into(),
    }
}
