//! What variables and `config.toml` say, as the core reads it.

use std::ffi::{OsStr, OsString};

use sprag_core::settings::{ConfigFile, Given, Name, Source, TABLE};

use crate::session::variables::Variables;

pub(super) fn from_environment(variables: &Variables) -> Vec<Given> {
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

/// Adds what `config.toml` says. Keys that are not ours say nothing here.
pub(super) fn from_config(text: &str, source: Source, given: &mut Vec<Given>) -> ConfigFile {
    let Ok(table) = text.parse::<toml::Table>() else { return ConfigFile::Broken };
    for (key, value) in &table {
        if let Some(name) = Name::from_key(key) {
            given.push(Given { name, value: plain(value), source });
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
