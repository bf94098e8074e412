//! The same changes on values instead of text, written from the contract: slow and simple.

use serde_json::{Value, json};
use sprag_core::settings::hook_file::{Args, Entry, Handler, Listed, Part};

/// Compares what a file says about hooks with what its value says.
pub(super) fn agree(listed: &Listed, value: &Value) {
    let mut ours = Vec::new();
    for (event, groups) in value["hooks"].as_object().into_iter().flatten() {
        for handler in handlers(groups) {
            ours.extend(ours_of(handler).map(|handler| (event.clone(), handler)));
        }
    }
    let mut found = listed.ours.clone();
    // A value keeps no order of events.
    found.sort_by(|one, other| one.event.cmp(&other.event));
    ours.sort_by(|one, other| one.0.cmp(&other.0));
    let found: Vec<_> = found.into_iter().map(|ours| (ours.event, ours.handler)).collect();
    assert_eq!(found, ours);
    assert_eq!(listed.off, value["disableAllHooks"].as_bool());
    let env = value["env"].as_object().into_iter().flatten();
    let env = env.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.into())));
    let mut found = listed.env.clone();
    found.sort_unstable();
    assert_eq!(found, env.collect::<Vec<(String, String)>>());
}

/// Returns whether a part is not what the host would read.
pub(super) fn is_odd(value: &Value, part: Part) -> bool {
    match part {
        Part::Whole => !value.is_object(),
        Part::Hooks => value.get("hooks").is_some_and(|hooks| !hooks.is_object()),
        Part::Event(hook_event) => {
            value["hooks"].get(hook_event.event()).is_some_and(|groups| !groups.is_array())
        }
    }
}

/// Returns the value with an entry behind all others.
pub(super) fn added(value: &Value, entry: &Entry) -> Value {
    let args = match &entry.args {
        Args::Given(args) => args.clone(),
        Args::Kept => vec!["hook".into()],
    };
    let args = signed(&entry.program, &args);
    let handler = json!({"type": "command", "command": entry.program, "args": args,
        "timeout": entry.timeout});
    let mut value = value.clone();
    let groups = object(&mut value).entry("hooks").or_insert(json!({}));
    let groups = object(groups).entry(entry.hook_event.event()).or_insert(json!([]));
    let group = match &entry.matcher {
        Some(matcher) => json!({"matcher": matcher, "hooks": [handler]}),
        None => json!({"hooks": [handler]}),
    };
    groups.as_array_mut().expect("an array").push(group);
    value
}

/// Returns the value with the first of ours at its moment as it is wanted, and no other of ours
/// there; `None` if there is not ours. Of groups that are empty only those stay that
/// [`trimmed`] leaves.
pub(super) fn updated(value: &Value, entry: &Entry) -> Option<Value> {
    let mut after = value.clone();
    let mut is_first = true;
    let mut moved = None;
    for group in after.get_mut("hooks")?.get_mut(entry.hook_event.event())?.as_array_mut()? {
        let matcher = group.get("matcher").and_then(Value::as_str).map(String::from);
        let is_elsewhere = entry.matcher.is_some() && matcher != entry.matcher;
        let Some(handlers) = group.get_mut("hooks").and_then(Value::as_array_mut) else { continue };
        handlers.retain_mut(|handler| {
            let Some(present) = ours_of(handler) else { return true };
            let stays = is_first && !is_elsewhere;
            if is_first && is_elsewhere {
                moved = Some(present.args.clone());
            }
            is_first = false;
            let args = match &entry.args {
                Args::Given(args) => args,
                Args::Kept => &present.args,
            };
            let args = signed(&entry.program, args);
            let handler = object(handler);
            handler.insert("command".into(), entry.program.as_str().into());
            handler.insert("args".into(), args.into());
            if present.timeout < Some(entry.timeout) {
                handler.insert("timeout".into(), entry.timeout.into());
            }
            stays
        });
    }
    let after = trimmed(&after, value);
    if let Some(present) = moved {
        let args = match &entry.args {
            Args::Given(args) => args.clone(),
            Args::Kept => present,
        };
        return Some(added(&after, &Entry { args: Args::Given(args), ..entry.clone() }));
    }
    (!is_first).then_some(after)
}

/// Returns arguments of ours with whose they are, where neither they nor the program tell.
pub(super) fn signed(program: &str, args: &[String]) -> Vec<String> {
    let handler = json!({"type": "command", "command": program, "args": args});
    if ours_of(&handler).is_some() {
        return args.to_vec();
    }
    let of = ["hook", "--of", "sprag"].map(String::from);
    [&of, args.strip_prefix(&["hook".into()]).unwrap_or(args)].concat()
}

/// Returns the value without any of ours.
pub(super) fn removed(value: &Value) -> Value {
    let mut after = value.clone();
    let hooks = after.get_mut("hooks").and_then(Value::as_object_mut);
    for (_, groups) in hooks.into_iter().flatten() {
        for group in groups.as_array_mut().into_iter().flatten() {
            let handlers = group.get_mut("hooks").and_then(Value::as_array_mut);
            handlers.into_iter().for_each(|handlers| {
                handlers.retain(|handler| ours_of(handler).is_none());
            });
        }
    }
    after
}

/// Returns the value without what is empty where `before` has something of ours: groups that say
/// nothing else, events without groups, hooks without events.
pub(super) fn trimmed(value: &Value, before: &Value) -> Value {
    let mut value = value.clone();
    let Some(events) = before["hooks"].as_object() else { return value };
    let has_ours = |groups: &Value| handlers(groups).any(|handler| ours_of(handler).is_some());
    let events = events.iter().filter(|(_, groups)| has_ours(groups)).map(|(event, _)| event);
    let events: Vec<&String> = events.collect();
    if let Some(hooks) = value.get_mut("hooks").and_then(Value::as_object_mut) {
        for &event in &events {
            let groups = hooks.get_mut(event).and_then(Value::as_array_mut);
            let Some(groups) = groups else { continue };
            groups.retain(|group| !is_empty(group));
            if groups.is_empty() {
                hooks.remove(event);
            }
        }
    }
    if !events.is_empty() && value.get("hooks") == Some(&json!({})) {
        object(&mut value).remove("hooks");
    }
    value
}

fn is_empty(group: &Value) -> bool {
    let mut keys = group.as_object().into_iter().flatten().map(|(key, _)| key);
    group.get("hooks") == Some(&json!([])) && keys.all(|key| key == "hooks" || key == "matcher")
}

fn handlers(groups: &Value) -> impl Iterator<Item = &Value> {
    let groups = groups.as_array().into_iter().flatten();
    groups.filter_map(|group| group.get("hooks")?.as_array()).flatten()
}

/// Returns what a handler runs if it is ours.
fn ours_of(handler: &Value) -> Option<Handler> {
    Handler::parse(&handler.to_string()).filter(Handler::is_ours)
}

fn object(value: &mut Value) -> &mut serde_json::Map<String, Value> {
    value.as_object_mut().expect("an object")
}
