//! Entries at two moments in one file: the end of a turn, and before a tool runs.
use serde_json::{Value, json};
use sprag_core::hosts::host::Host;
use sprag_core::settings::hook_file::{
    self, Args, Entry, HookEvent, Installed, Part, Refusal, Removal, Start, kept, list, wanted,
};
use sprag_core::settings::{ConfigFile, Given, Name, Settings, Source};

fn entry(hook_event: HookEvent, checks: &str) -> Entry {
    Entry {
        program: "/opt/sprag".into(),
        args: Args::Given(["hook", "--checks", checks].map(String::from).to_vec()),
        timeout: 10,
        start: Start::Direct,
        hook_event,
        matcher: hook_event.matcher(Host::Claude).map(String::from),
    }
}

#[track_caller]
fn added(before: &str, entry: &Entry) -> String {
    let installed = hook_file::install(before, entry);
    let Ok(Installed::Added(after)) = installed else { panic!("{before}: {installed:?}") };
    assert_eq!(hook_file::install(&after, entry), Ok(Installed::Already), "{after}");
    after
}

const NEIGHBOUR: &str = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
    {"type": "command", "command": "lint"}]}]}, "x": 1}"#;

#[test]
fn an_entry_before_a_tool_names_the_tools() {
    let after = added("", &entry(HookEvent::BeforeTool, "reads"));
    let read: Value = serde_json::from_str(&after).unwrap();
    let handler = json!({"type": "command", "command": "/opt/sprag",
        "args": ["hook", "--checks", "reads"], "timeout": 10});
    let group = json!({"matcher": "Read|Bash|PowerShell", "hooks": [handler]});
    assert_eq!(read, json!({"hooks": {"PreToolUse": [group]}}));
    assert!(after.find("matcher") < after.find("hooks\": [\n"), "{after}");
    let matchers = Host::ALL.map(|host| HookEvent::BeforeTool.matcher(host).unwrap());
    assert_eq!(matchers, ["Read|Bash|PowerShell", "Bash", "read_file|run_terminal_command"]);
    assert!(Host::ALL.iter().all(|host| HookEvent::Stop.matcher(*host).is_none()));
}

#[test]
fn both_come_and_go_in_either_order_and_the_bytes_come_back() {
    let [stop, tool] = [(HookEvent::Stop, "promises"), (HookEvent::BeforeTool, "reads")]
        .map(|(hook_event, checks)| entry(hook_event, checks));
    for before in ["", "{}", NEIGHBOUR, "{\n    \"a\": [\n        1]\n}\n"] {
        for order in [&[&stop][..], &[&tool], &[&stop, &tool], &[&tool, &stop]] {
            let after = order.iter().fold(String::from(before), |text, one| added(&text, one));
            let restored = Ok(Removal::Restore(before.into()));
            assert_eq!(hook_file::uninstall(&after, Some(before)), restored, "{after}");
            let without = hook_file::uninstall(&after, None);
            if before.is_empty() {
                assert_eq!(without, Ok(Removal::RemoveFile), "{after}");
            } else {
                let Ok(Removal::Edit(left)) = without else { panic!("{after}: {without:?}") };
                assert!(!left.contains("sprag"), "{left}");
                assert_eq!(left.contains("lint"), before.contains("lint"), "{left}");
            }
            // What else has changed stays.
            let more = after.replacen('{', "{\"new\": 1, ", 1);
            let edited = hook_file::uninstall(&more, Some(before));
            assert!(matches!(edited, Ok(Removal::Edit(_))), "{edited:?}");
        }
    }
}

#[test]
fn an_entry_for_other_tools_moves_and_leaves_its_neighbour() {
    let before = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
        {"type": "command", "command": "/opt/sprag", "args": ["hook", "--checks", "reads"],
         "timeout": 10}, {"type": "command", "command": "lint"}]}]}}"#;
    let wanted = Entry { args: Args::Kept, ..entry(HookEvent::BeforeTool, "") };
    let Ok(Installed::Updated(after)) = hook_file::install(before, &wanted) else { panic!() };
    let read: Value = serde_json::from_str(&after).unwrap();
    let groups = read["hooks"]["PreToolUse"].as_array().unwrap();
    assert_eq!(groups.len(), 2);
    assert_eq!(groups[0]["hooks"], json!([{"type": "command", "command": "lint"}]));
    assert_eq!(groups[1]["matcher"], "Read|Bash|PowerShell");
    assert_eq!(groups[1]["hooks"][0]["args"], json!(["hook", "--checks", "reads"]));
    assert_eq!(hook_file::install(&after, &wanted), Ok(Installed::Already));
}

#[test]
fn each_moment_has_its_entry_where_its_own_checks_are_on() {
    let stop = |words: &'static str| (HookEvent::Stop, Some(words));
    let tool = (HookEvent::BeforeTool, Some("reads"));
    for (words, expected) in [
        ("", vec![stop("")]),
        ("promises", vec![stop("promises")]),
        ("all", vec![stop("all")]),
        ("reads", vec![tool]),
        ("promises reads,watch", vec![stop("promises,watch"), tool]),
    ] {
        let source = Source::CommandLine;
        let shadow = Given { name: Name::Shadow, value: "on".into(), source };
        let checks = Given { name: Name::Checks, value: words.into(), source };
        let given = [checks, shadow.clone()];
        let settings = Settings::resolve(&given, ConfigFile::Sound);
        // With options, what is there is none of their business.
        let wanted = wanted(&given, &settings, &HookEvent::ALL);
        let seen: Vec<_> = wanted
            .iter()
            .map(|wanted| (wanted.hook_event, wanted.given.first().map(|one| one.value.as_str())))
            .collect();
        assert_eq!(seen, expected, "{words}");
        assert!(wanted.iter().all(|wanted| wanted.given[1..] == [shadow.clone()]));
    }
    // What the settings say elsewhere stands on no command line.
    let config = Given { name: Name::Checks, value: "ask,reads".into(), source: Source::Config };
    let settings = Settings::resolve(&[config], ConfigFile::Sound);
    let both = wanted(&[], &settings, &[]);
    assert!(both.iter().all(|wanted| wanted.given.is_empty()));
    assert_eq!(both.len(), 2);
    // Without options, entries that are there are seen to, whatever is on here.
    let off = Settings::resolve(&[], ConfigFile::Sound);
    for present in [&[][..], &[HookEvent::Stop], &[HookEvent::BeforeTool], &HookEvent::ALL] {
        let hook_events: Vec<HookEvent> =
            wanted(&[], &off, present).into_iter().map(|wanted| wanted.hook_event).collect();
        assert_eq!(hook_events, if present.is_empty() { &[HookEvent::Stop] } else { present });
    }
}

#[test]
fn an_event_of_another_type_is_refused_by_its_name() {
    let refused = hook_file::install(
        r#"{"hooks": {"PreToolUse": {}}}"#,
        &entry(HookEvent::BeforeTool, "reads"),
    );
    let refusal = Refusal::Odd { line: 1, part: Part::Event(HookEvent::BeforeTool) };
    assert_eq!(refused, Err(refusal));
    assert_eq!(refusal.to_string(), "line 1: `hooks.PreToolUse` must be an array");
}

#[test]
fn an_entry_of_which_no_check_was_named_is_known_to_stay() {
    let [stop, tool] = HookEvent::ALL;
    let one = list(&added("", &entry(tool, "reads"))).unwrap();
    let both = added(&added("", &entry(stop, "done")), &entry(tool, "reads"));
    let both = list(&both).unwrap();
    let given = |name, value: &str| {
        [Given { name, value: value.into(), source: Source::CommandLine }].to_vec()
    };
    let checks = given(Name::Checks, "done");
    assert_eq!(kept(&checks, &[stop], &one), [tool]);
    assert_eq!(kept(&checks, &[stop], &both), [tool]);
    assert_eq!(kept(&given(Name::Checks, "reads"), &[tool], &both), [stop]);
    assert!(kept(&checks, &[tool], &one).is_empty());
    assert!(kept(&checks, &[stop, tool], &both).is_empty());
    assert!(kept(&given(Name::Shadow, "on"), &[stop], &both).is_empty(), "no check was named");
}
