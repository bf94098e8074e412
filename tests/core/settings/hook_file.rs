//! A host's settings file: what an entry of ours changes in its text, byte for byte.

mod any;
mod hook_event;

use sprag_core::limits::HOOK_FILE_DEPTH_MAX;
use sprag_core::settings::hook_file::{
    self, Args, Entry, HOOK, HookEvent, Installed, Listed, Ours, Part, Refusal, Removal, Start,
    list,
};
use sprag_core::settings::{Name, Source};

fn entry(args: &[&str], timeout: u64) -> Entry {
    let args = Args::Given(args.iter().map(|arg| String::from(*arg)).collect());
    let (start, hook_event) = (Start::Direct, HookEvent::Stop);
    Entry { program: "/opt/sprag".into(), args, timeout, start, hook_event, matcher: None }
}

fn install(before: &str, entry: &Entry) -> Result<Installed, Refusal> {
    let installed = hook_file::install(before, entry);
    if let Ok(Installed::Added(after) | Installed::Updated(after)) = &installed {
        assert_eq!(hook_file::install(after, entry), Ok(Installed::Already), "{after}");
    }
    installed
}

#[track_caller]
fn added(before: &str) -> String {
    let installed = install(before, &entry(&["hook"], 10));
    let Ok(Installed::Added(after)) = installed else { panic!("{before}: {installed:?}") };
    after
}

#[track_caller]
fn updated(before: &str, entry: &Entry) -> String {
    let installed = install(before, entry);
    let Ok(Installed::Updated(after)) = installed else { panic!("{before}: {installed:?}") };
    after
}

#[track_caller]
fn removed(text: &str) -> String {
    let removal = hook_file::uninstall(text, None);
    let Ok(Removal::Edit(left)) = removal else { panic!("{text}: {removal:?}") };
    left
}

/// The handler that is written into a text of one line.
const FLAT: &str =
    r#"{"type": "command", "command": "/opt/sprag", "args": ["hook"], "timeout": 10}"#;

#[test]
fn every_style_takes_the_entry_in_its_own_way() {
    let group = format!(r#"{{"hooks": [{FLAT}]}}"#);
    let tight = group.replace(": ", ":").replace(", ", ",");
    for (before, after) in [
        (r#"{"a": 1}"#.into(), format!(r#"{{"a": 1, "hooks": {{"Stop": [{group}]}}}}"#)),
        (r#"{"a":1}"#.into(), format!(r#"{{"a":1,"hooks":{{"Stop":[{tight}]}}}}"#)),
        (r#"{"hooks": {}}"#.into(), format!(r#"{{"hooks": {{"Stop": [{group}]}}}}"#)),
        (r#"{"hooks": {"Stop": []}}"#.into(), format!(r#"{{"hooks": {{"Stop": [{group}]}}}}"#)),
        (
            r#"{"hooks": {"Stop": [7], "Other": []}}"#.into(),
            format!(r#"{{"hooks": {{"Stop": [7, {group}], "Other": []}}}}"#),
        ),
        (
            "{\n  \"hooks\": {\n    \"Stop\": [ 7 ]\n  }\n}".to_owned(),
            format!("{{\n  \"hooks\": {{\n    \"Stop\": [ 7, {group} ]\n  }}\n}}"),
        ),
    ] {
        assert_eq!(added(&before), after, "{before}");
    }
}

#[test]
fn an_entry_on_lines_of_its_own_is_indented_like_the_rest() {
    let lines = |step: &str, end: &str, lead: &str| {
        [
            lead,
            "1\"hooks\": {",
            "2\"Stop\": [",
            "3{",
            "4\"hooks\": [",
            "5{",
            "6\"type\": \"command\",",
            "6\"command\": \"/opt/sprag\",",
            "6\"args\": [\"hook\"],",
            "6\"timeout\": 10",
            "5}",
            "4]",
            "3}",
            "2]",
            "1}",
            "}",
        ]
        .map(|line| match line.split_at_checked(1) {
            Some((depth, rest)) if depth.parse::<usize>().is_ok() => {
                [&step.repeat(depth.parse().unwrap()), rest].concat()
            }
            _ => line.to_owned(),
        })
        .join(end)
    };
    assert_eq!(added(""), lines("  ", "\n", "{") + "\n");
    assert_eq!(added("{}"), lines("  ", "\n", "{"));
    assert_eq!(added("\u{feff}{ }\r\n"), "\u{feff}".to_owned() + &lines("  ", "\n", "{") + "\r\n");
    assert_eq!(added("{\n\t\"a\": 1\n}\n"), lines("\t", "\n", "{\n\t\"a\": 1,") + "\n");
    assert_eq!(
        added("{\r\n    \"a\": \"\u{e9}\"\r\n}"),
        lines("    ", "\r\n", "{\r\n    \"a\": \"\u{e9}\",")
    );
}

#[test]
fn an_entry_that_is_there_changes_where_it_must_and_nowhere_else() {
    let at_stop = |handler: &str| format!(r#"{{"hooks": {{"Stop": [{{"hooks": [{handler}]}}]}}}}"#);
    let wanted = entry(&["hook", "--checks", "watch"], 10);
    let args = r#""args": ["hook", "--checks", "watch"]"#;
    for (before, after) in [
        // Another program, other arguments.
        (
            r#"{"type":"command" , "command": "sprag","args": [ "hook" ],"timeout": 10}"#,
            format!(r#"{{"type":"command" , "command": "/opt/sprag",{args},"timeout": 10}}"#),
        ),
        // A shell line becomes the direct form; what else it says stays.
        (
            r#"{"type": "command", "command": "sprag hook", "statusMessage": "?"}"#,
            format!(
                r#"{{"type": "command", "command": "/opt/sprag", "statusMessage": "?", {args}, "timeout": 10}}"#
            ),
        ),
        // The same, where it would run the same.
        (
            r#"{"type": "command", "command": "/opt/sprag hook --checks watch", "timeout": 10}"#,
            format!(r#"{{"type": "command", "command": "/opt/sprag", "timeout": 10, {args}}}"#),
        ),
        // More time is left, less is not.
        (
            r#"{"type": "command", "command": "/opt/sprag", "args": ["hook"], "timeout": 11}"#,
            format!(r#"{{"type": "command", "command": "/opt/sprag", {args}, "timeout": 11}}"#),
        ),
        (
            r#"{"type": "command", "command": "/opt/sprag", "args": ["hook"], "timeout": 9}"#,
            format!(r#"{{"type": "command", "command": "/opt/sprag", {args}, "timeout": 10}}"#),
        ),
    ] {
        assert_eq!(updated(&at_stop(before), &wanted), at_stop(&after), "{before}");
    }
    let kept = Entry { args: Args::Kept, ..entry(&[], 12) };
    assert_eq!(
        updated(&at_stop(FLAT), &kept),
        at_stop(FLAT).replace("10", "12"),
        "options that nobody named stay"
    );
    let Ok(Installed::Added(new)) = install("{\"a\":1}", &kept) else { panic!("nothing added") };
    assert!(new.contains(&format!(r#""args":["{HOOK}"]"#)), "{new}");
}

#[test]
fn every_place_of_an_entry_is_left_without_a_trace() {
    let other = r#"{"type": "command", "command": "lint"}"#;
    let group = |handlers: &str| format!(r#"{{"hooks": [{handlers}]}}"#);
    let stop = |groups: &str| format!(r#"{{"hooks": {{"Stop": [{groups}]}}}}"#);
    let (ours, theirs) = (group(FLAT), group(other));
    for (text, left) in [
        (stop(&ours), "{}".into()),
        (stop(&[&*theirs, &*ours].join(", ")), stop(&theirs)),
        (stop(&[&*ours, &*theirs].join(", ")), stop(&theirs)),
        (stop(&[&*theirs, &*ours, "7"].join(", ")), stop(&[&*theirs, "7"].join(", "))),
        (stop(&group(&[FLAT, other].join(" , "))), stop(&theirs)),
        (stop(&group(&[other, FLAT].join(" , "))), stop(&theirs)),
        (stop(&ours.replace("]}", "], \"note\": 1}")), stop(r#"{"hooks": [], "note": 1}"#)),
        (stop(&ours.replace("]}", "], \"matcher\": \"\"}")), "{}".into()),
        (
            format!(r#"{{"a": 1, "hooks": {{"B": [], "Stop": [{ours}]}}, "c": 2}}"#),
            r#"{"a": 1, "hooks": {"B": []}, "c": 2}"#.into(),
        ),
        (format!(r#"{{"hooks": {{"Stop": [{ours}], "PreToolUse": [{ours}]}}}}"#), "{}".into()),
    ] {
        assert_eq!(removed(&text), left, "{text}");
        assert_eq!(hook_file::uninstall(&left, None), Ok(Removal::Nothing), "{left}");
    }
}

#[test]
fn of_several_entries_at_the_end_of_a_turn_the_first_stays() {
    let group = format!(r#"{{"hooks": [{FLAT}]}}"#);
    let twice = format!(r#"{{"hooks": {{"Stop": [{group}, 7, {group}]}}}}"#);
    let once = format!(r#"{{"hooks": {{"Stop": [{group}, 7]}}}}"#);
    assert_eq!(updated(&twice, &entry(&["hook"], 10)), once);
}

#[test]
fn a_file_that_was_made_for_the_entry_goes_and_one_that_has_changed_since_stays() {
    let made = added("");
    assert_eq!(hook_file::uninstall(&made, None), Ok(Removal::RemoveFile));
    let changed = made.replacen('{', "{\n  \"a\": 1,", 1);
    assert_eq!(removed(&changed), "{\n  \"a\": 1\n}\n");
    let before = "{\"a\": 1}";
    let after = added(before);
    assert_eq!(hook_file::uninstall(&after, Some(before)), Ok(Removal::Restore(before.into())));
}

#[test]
fn a_list_names_ours_others_and_what_the_plugin_is_told() {
    let text = format!(
        r#"{{"disableAllHooks": true,
        "env": {{"SPRAG_CHECKS": "done\n", "N": 1, "A": ""}},
        "enabledPlugins": {{"sprag@here": true, "other@here": false}},
        "pluginConfigs": {{"sprag@here": {{"options": {{"checks": "watch", "shadow": true, "x": 1}}}},
            "other@here": {{"options": {{"tau": 0.9}}}}}},
        "hooks": {{"PreToolUse": [{{"hooks": [{FLAT}]}}],
            "Stop": [{{"hooks": [{{"type": "command", "command": "sprag-wrapper hook"}},
                {{"type": "command", "command": "lint"}}]}}]}}}}"#
    );
    let Listed { ours, others, more, off, env, has_plugin, plugin_options } = list(&text).unwrap();
    let [Ours { event, matcher, handler, place }] = &ours[..] else { panic!("{ours:?}") };
    assert_eq!((event.as_str(), handler.program.as_str()), ("PreToolUse", "/opt/sprag"));
    assert_eq!((matcher, *place), (&None, (0, 0)));
    assert_eq!((handler.is_direct, handler.timeout), (true, Some(10)));
    assert_eq!(others, ["sprag-wrapper hook"]);
    assert!(off == Some(true) && has_plugin);
    let env: Vec<_> = env.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(env, [("SPRAG_CHECKS", "done\n"), ("A", "")]);
    assert_eq!(more.len(), 4, "{more:?}");
    let options: Vec<_> =
        plugin_options.iter().map(|given| (given.name, &*given.value, given.source)).collect();
    let source = Source::PluginOption;
    assert_eq!(options, [(Name::Checks, "watch", source), (Name::Shadow, "true", source)]);
    let off = text.replace("true", "false");
    let listed = list(&off).unwrap();
    assert!(listed.off == Some(false) && !listed.has_plugin);
    assert_eq!(list(&text.replace("true", "\"true\"")).unwrap().off, None);
    assert_eq!(list("{}"), Ok(Listed::default()));
    // Half a surrogate pair is no text; such an event is named as it is written.
    let odd = list(&format!(r#"{{"hooks": {{"\ud800": [{{"hooks": [{FLAT}]}}]}}}}"#)).unwrap();
    assert_eq!(odd.ours[0].event, r#""\ud800""#);
}

#[test]
fn what_the_host_would_not_read_is_refused_with_its_place() {
    let odd = |line, part| Refusal::Odd { line, part };
    let not_json = |line, column| Refusal::NotJson { line, column };
    for (text, refusal, words) in [
        ("{\n  // mine\n}", not_json(2, 3), "line 2, column 3: not JSON"),
        ("{\n  \"a\": 1,\n}", not_json(3, 1), "line 3, column 1: not JSON"),
        ("\n[]", odd(2, Part::Whole), "line 2: the file must hold a JSON object"),
        ("{\n\"hooks\": []}", odd(2, Part::Hooks), "line 2: `hooks` must be an object"),
        (
            "{\"hooks\":\n{\"Stop\": 1}}",
            odd(2, Part::Event(HookEvent::Stop)),
            "line 2: `hooks.Stop` must be an arr",
        ),
    ] {
        let refused = install(text, &entry(&["hook"], 10)).unwrap_err();
        assert_eq!(refused, refusal, "{text}");
        assert!(refused.to_string().starts_with(words), "{refused}");
    }
    let nested =
        |levels: usize| ["{\"a\": ", &"[".repeat(levels), &"]".repeat(levels), "}"].concat();
    assert!(install(&nested(HOOK_FILE_DEPTH_MAX), &entry(&["hook"], 1)).is_ok());
    let refused = install(&nested(HOOK_FILE_DEPTH_MAX + 1), &entry(&["hook"], 1)).unwrap_err();
    assert_eq!((refused, refused.to_string().as_str()), (Refusal::TooDeep, "nested too deep"));
}

#[test]
fn an_entry_for_a_shell_is_one_line_and_says_where_it_stands() {
    let shell = Entry { start: Start::Shell, ..entry(&["hook", "--checks", "a b"], 10) };
    let before = r#"{"description": "", "hooks": {"Stop": [{"hooks": [{"type": "command",
        "command": "other"}]}]}, "x": 1}"#;
    let Ok(Installed::Added(after)) = install(before, &shell) else { panic!("not added") };
    assert!(after.contains(r#""command": "/opt/sprag hook --checks 'a b'""#), "{after}");
    assert!(!after.contains("args"), "{after}");
    let listed = list(&after).unwrap();
    assert_eq!((listed.ours[0].place, listed.more), ((1, 0), vec!["x".into()]));
    assert_eq!(hook_file::uninstall(&after, Some(before)), Ok(Removal::Restore(before.into())));
    // A list of arguments does not stay beside a line, nor a line beside a list.
    let direct = entry(&["hook", "--checks", "a b"], 10);
    let Ok(Installed::Updated(listed)) = install(&after, &direct) else { panic!("not updated") };
    assert!(listed.contains("\"args\""), "{listed}");
    let Ok(Installed::Updated(lined)) = install(&listed, &shell) else { panic!("not updated") };
    assert_eq!(lined, after);
    let other = Entry { start: Start::Shell, ..entry(&["hook"], 10) };
    let Ok(Installed::Updated(other)) = install(&after, &other) else { panic!("not updated") };
    assert!(other.contains(r#""command": "/opt/sprag hook""#), "{other}");
}
