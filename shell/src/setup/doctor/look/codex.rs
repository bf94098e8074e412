//! What Codex's `config.toml` says about hooks: which of them its user has reviewed.

use std::fs;
use std::path::{Path, PathBuf};

use sprag_core::hosts::host::Host;
use sprag_core::reports::doctor::{Place, Review};
use sprag_core::settings::hook_file::{HookEvent, Listed, PROGRAM};
use toml::{Table, Value};

use crate::session::settings_file::user_folder;
use crate::system::files::read_text_if_present;

/// The file, and what it says; an absent one says nothing.
fn config(home: Option<&str>) -> Option<(PathBuf, Option<Table>)> {
    let path = user_folder(Host::Codex, home).ok()?.join("config.toml");
    let text = read_text_if_present(&path).map(Option::unwrap_or_default);
    let table = text.ok().and_then(|text| text.parse().ok());
    Some((path, table))
}

/// Returns the file as a place, where it turns our plugin on.
pub(super) fn plugin(home: Option<&str>) -> Option<Place> {
    let (path, table) = config(home)?;
    let table = table?;
    let mut plugins = table.get("plugins").and_then(Value::as_table)?.iter();
    let is_on = |plugin: &Value| plugin.get("enabled").and_then(Value::as_bool) == Some(true);
    let has_plugin = plugins.any(|(name, plugin)| is_plugin(name) && is_on(plugin));
    let listed = Listed { has_plugin: true, ..Listed::default() };
    has_plugin.then(|| Place {
        file: path.display().to_string(),
        listed: Some(Ok(listed)),
        unread: None,
        option: None,
    })
}

fn is_plugin(name: &str) -> bool {
    name.split('@').next() == Some(PROGRAM)
}

/// Returns the file, and whether it turns all hooks off.
pub(crate) fn switch(home: Option<&str>) -> Option<(String, bool)> {
    let (path, table) = config(home)?;
    let features = table.as_ref().and_then(|table| table.get("features")?.as_table());
    let is_off = |name| features.and_then(|features| features.get(name)?.as_bool()) == Some(false);
    Some((path.display().to_string(), is_off("hooks") || is_off("codex_hooks")))
}

/// Returns, for each place of ours, whether its entries have been reviewed.
pub(crate) fn reviews(home: Option<&str>, places: &[Place]) -> Vec<(String, Review)> {
    let config = config(home);
    let reviewed = config.as_ref().and_then(|(_, table)| table.as_ref()).map(reviewed);
    let mut reviews = Vec::new();
    for place in places {
        let Some(Ok(listed)) = &place.listed else { continue };
        if listed.ours.iter().all(|ours| ours.hook_event().is_none()) && !listed.has_plugin {
            continue;
        }
        let review = match &reviewed {
            None => Review::Unread,
            Some(keys) if are_in(keys, place, listed) => Review::Found,
            Some(_) => Review::Absent,
        };
        reviews.push((place.file.clone(), review));
    }
    reviews
}

/// Returns the keys of all hooks that have been reviewed.
fn reviewed(table: &Table) -> Vec<String> {
    let state = table.get("hooks").and_then(|hooks| hooks.get("state")?.as_table());
    let has_hash = |hook: &Value| hook.get("trusted_hash").is_some_and(Value::is_str);
    let hooks = state.into_iter().flatten();
    hooks.filter(|(_, hook)| has_hash(hook)).map(|(key, _)| key.clone()).collect()
}

/// Returns whether all of our entries in a place are among the keys: by their file, their event,
/// and their numbers there.
fn are_in(keys: &[String], place: &Place, listed: &Listed) -> bool {
    if listed.has_plugin {
        return keys.iter().any(|key| is_plugin(key) && key.contains(":stop:"));
    }
    let resolved = fs::canonicalize(Path::new(&place.file)).ok();
    let resolved = resolved.map(|path| path.display().to_string());
    let files = [Some(place.file.clone()), resolved];
    let is_in = |event: &str, (group, at): (usize, usize)| {
        let mut files = files.iter().flatten();
        files.any(|file| keys.contains(&format!("{file}:{event}:{group}:{at}")))
    };
    listed.ours.iter().all(|ours| match ours.hook_event() {
        Some(HookEvent::Stop) => is_in("stop", ours.place),
        Some(HookEvent::BeforeTool) => is_in("pre_tool_use", ours.place),
        None => true,
    })
}
