//! How it stands with the ways in which the hook is run: each by its own settings.

use sprag_core::checks::verdict::Pass;
use sprag_core::hosts::host::Host;
use sprag_core::reports::doctor::{
    Asked, Level, Line, Live, Run, RunBy, host, live, once_a_folder, runs, to_ask,
};
use sprag_core::settings::effective::Found;
use sprag_core::settings::hook_file::HookEvent;
use sprag_core::settings::{ConfigFile, Given, Name, Settings, Source};

/// An entry of a host with these checks and this judge, and no key.
fn run(host: Host, hook_event: HookEvent, checks: &str, judge: &str) -> Run {
    let given = [(Name::Checks, checks), (Name::Judge, judge)];
    let source = Source::CommandLine;
    let given = given.map(|(name, value)| Given { name, value: value.into(), source });
    let found = Found {
        given: &given,
        translated: &[],
        config: ConfigFile::Sound,
        doubts: &[],
        unknown_keys: &[],
        seed_variables: &[],
        ignored_keys: &[],
        odd_check: None,
    };
    Run {
        host,
        run_by: RunBy::Entry,
        entry: Some((format!("/{}", host.word()), hook_event)),
        option: Some(format!("--host {}", host.word())),
        settings: Settings::resolve(&given, ConfigFile::Sound),
        report: found.report(),
        key: None,
        odd: Some(Pass::NoKey),
        url: "https://judge.example.com/".into(),
        refused: None,
    }
}

fn said(lines: &[Line]) -> Vec<(Level, String)> {
    let line = |line: &Line| (line.level, format!("{}: {}", line.topic, line.seen));
    lines.iter().map(line).collect()
}

#[test]
fn an_entry_that_asks_is_not_hidden_by_one_that_does_not() {
    let reads = run(Host::Claude, HookEvent::BeforeTool, "reads", "auto");
    let promises = run(Host::Claude, HookEvent::Stop, "promises", "auto");
    for order in [[reads.clone(), promises.clone()], [promises, reads.clone()]] {
        let said = said(&runs(&order));
        for (level, line) in [
            (Level::Ok, "checks: /claude, PreToolUse: reads"),
            (Level::Ok, "checks: /claude, Stop: promises"),
            (Level::Fail, "key: /claude, Stop: absent, so nothing is judged"),
            (Level::Ok, "endpoint: /claude, Stop: https://judge.example.com/"),
        ] {
            assert!(said.contains(&(level, line.into())), "{line}: {said:#?}");
        }
        assert!(said.iter().all(|(_, line)| !line.contains("nothing leaves")), "{said:#?}");
    }
    // Alone it asks no judge, and that is said without its name.
    let alone = said(&runs(&[reads]));
    let line = "endpoint: not asked: nothing leaves this machine";
    assert!(alone.contains(&(Level::Ok, line.into())), "{alone:#?}");
}

#[test]
fn what_holds_for_all_is_said_once_and_without_a_name() {
    let [stop, tool] =
        HookEvent::ALL.map(|hook_event| run(Host::Claude, hook_event, "done", "local"));
    let both = runs(&[stop.clone(), tool]);
    assert_eq!(both, runs(&[stop]));
    assert!(both.iter().all(|line| !line.seen.contains("/claude")), "{both:#?}");
}

#[test]
fn a_second_host_without_checks_is_seen_and_told_its_own_command() {
    let claude = run(Host::Claude, HookEvent::Stop, "done", "auto");
    let codex = run(Host::Codex, HookEvent::Stop, "", "auto");
    let lines = runs(&[claude.clone(), codex.clone()]);
    let off = lines.iter().find(|line| line.level == Level::Fail).unwrap();
    assert_eq!(off.seen, "/codex, Stop: no checks are enabled");
    let todo = "enable some: sprag install --host codex --checks done,ask --shadow";
    assert_eq!(off.todo.as_deref(), Some(todo));
    // A plugin and a file that no installation writes are not fixed by one.
    for (run_by, option, words) in [
        (RunBy::Plugin, None, "enable some: in ~/.config/sprag/config.toml"),
        (RunBy::Entry, None, "enable some: change the entry itself"),
    ] {
        let codex = Run { run_by, option, ..codex.clone() };
        let todos = runs(&[claude.clone(), codex]).into_iter().filter_map(|line| line.todo);
        assert!(todos.into_iter().any(|todo| todo.starts_with(words)), "{words}");
    }
}

#[test]
fn the_real_judge_is_asked_once_for_each_way_that_differs() {
    let with = |checks, judge, odd: Option<Pass>| {
        let key = odd.is_none().then(|| "TYPESAFE_API_KEY".into());
        Run { odd, key, ..run(Host::Claude, HookEvent::Stop, checks, judge) }
    };
    let reads = with("reads", "auto", None);
    let promises = with("promises", "auto", None);
    let watch = with("watch", "auto", None);
    let other = Run { url: "https://other.example.com/".into(), ..watch.clone() };
    let asked = to_ask(&[reads.clone(), promises.clone(), watch.clone(), other.clone()]);
    assert_eq!(asked, Ok(vec![1, 3]), "reads asks nobody, watch the same as promises");
    assert_eq!(to_ask(&[reads.clone(), reads]), Ok(vec![0]), "who wants a round trip gets one");
    for boxed in [with("promises", "local", None), with("done", "auto", Some(Pass::NoKey))] {
        let line = to_ask(&[boxed]).unwrap_err();
        assert_eq!((line.level, line.topic), (Level::Ok, "judge"));
        assert!(line.seen.contains("no round trip"), "{line:?}");
    }
    let quick = Live { times_ms: vec![5], passes: vec![], budget_ms: 9 };
    let slow = Live { times_ms: vec![50], ..quick.clone() };
    let lines = said(&live(&[(&watch, quick.clone()), (&other, slow)]));
    assert_eq!(lines.len(), 2);
    assert!(lines[1].0 == Level::Fail && lines[1].1.starts_with("judge: /claude, Stop: 1 answers"));
    let alone = said(&live(&[(&watch, quick)]));
    assert_eq!(alone, [(Level::Ok, "judge: 1 answers, p50 5 ms, p95 5 ms, budget 9 ms".into())]);
}

#[test]
fn a_host_that_is_there_and_does_not_answer_is_not_called_absent() {
    for (asked, seen) in [
        (Asked::Absent, "no `claude` on PATH, so its version is not known"),
        (Asked::Silent(10), "`claude --version` did not answer in 10 s"),
        (Asked::Failed("no".into()), "`claude` is on PATH and cannot be run: no"),
        (Asked::Said("\n".into()), "odd version: nothing"),
    ] {
        let line = host(Host::Claude, &asked);
        assert_eq!((line.level, line.seen.as_str()), (Level::Warn, seen));
    }
    assert_eq!(host(Host::Claude, &Asked::Said("2.1.332 (Claude Code)\n".into())).level, Level::Ok);
}

#[test]
fn a_state_folder_that_several_share_is_looked_at_once() {
    let hooks =
        [(1, Some("/state")), (2, None), (3, Some("/state")), (4, Some("/other")), (5, None)];
    let seen = once_a_folder(&hooks, |(_, folder)| folder);
    let numbers: Vec<u8> = seen.into_iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [1, 2, 4]);
}
