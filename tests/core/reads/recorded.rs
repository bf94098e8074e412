//! Sequences of calls for which the tool that this gate can take the place of was recorded.

use alloc::collections::BTreeMap;

use serde_json::{Map, Value};
use sprag_core::reads::{Outcome, ReadSettings, Tally, Why};

use super::Session;
use super::disk::Disk;

/// What was recorded: files, and calls with the decision, its kind and the figure in it.
const RECORDED: &str = include_str!("recorded.json");

/// Why a sequence comes out otherwise here. Each is a promise of ours.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Reason {
    /// `2>/dev/null`, `|| true`, a `>` in quotes or in a comment hide nothing.
    RedirectionOfErrors,
    /// A pipe into a pager, `cat`, or a `head` that is large enough, shows as much.
    PipeThatShows,
    /// Every command of the line is looked at, whatever stands before and around it.
    LaterCommands,
    /// A program behind `env`, `sudo -u`, `timeout` and their like is that program.
    Wrappers,
    /// `sed -n p`, `awk 1`, `python -c`, `cat<f`, `bat -r`, `sed 5q`, `head -n -5` are read right.
    ReadRight,
    /// What is in doubt, or what the shell would not do, passes.
    Doubt,
    /// A huge line counts by its bytes.
    Bytes,
    /// The smallest slices always pass: no edit is locked out.
    Deadlock,
}

use Reason::*;

/// Sequences that come out otherwise.
const EXCEPTIONS: &[(&str, Reason)] = &[
    ("bash cat large.txt 2>&1", RedirectionOfErrors),
    ("bash cat large.txt # > note", RedirectionOfErrors),
    ("bash cat large.txt 2>/dev/null", RedirectionOfErrors),
    ("bash cat large.txt; echo x > y", RedirectionOfErrors),
    ("bash cat \"a|b\" large.txt", RedirectionOfErrors),
    ("bash cat large.txt || true", RedirectionOfErrors),
    ("bash cat large.txt | cat", PipeThatShows),
    ("bash cat large.txt | head -5000", PipeThatShows),
    ("bash cat small.txt && cat large.txt", LaterCommands),
    ("bash head -20 large.txt && cat large.txt", LaterCommands),
    ("bash echo start && cat large.txt", LaterCommands),
    ("bash echo start; cat large.txt", LaterCommands),
    ("bash true<NL>cat large.txt", LaterCommands),
    ("bash cd sub<NL>cat deep.txt", LaterCommands),
    ("bash (cd sub && cat deep.txt)", LaterCommands),
    ("bash { cat large.txt; }", LaterCommands),
    ("bash FOO=1 && cat large.txt", LaterCommands),
    ("bash FOO=1; cat large.txt", LaterCommands),
    ("bash ! cat large.txt", LaterCommands),
    ("bash bash -c 'cat large.txt'", LaterCommands),
    ("bash sudo -u root cat large.txt", Wrappers),
    ("bash sudo LC_ALL=C cat large.txt", Wrappers),
    ("bash nice -n 5 cat large.txt", Wrappers),
    ("bash env cat large.txt", Wrappers),
    ("bash exec cat large.txt", Wrappers),
    ("bash nohup cat large.txt", Wrappers),
    ("bash timeout 5 cat large.txt", Wrappers),
    ("bash bat -r 1:50 large.txt", ReadRight),
    ("bash bat --line-range=1:50 large.txt", ReadRight),
    ("bash cat <<EOF<NL>see large.txt<NL>EOF", ReadRight),
    ("bash cat hash#1.txt", ReadRight),
    ("bash cat # c<NL>large.txt", ReadRight),
    ("bash cat <large.txt", ReadRight),
    ("bash cat<large.txt", ReadRight),
    ("bash awk 'NR<900' large.txt", ReadRight),
    ("bash awk 1 large.txt", ReadRight),
    ("bash python3 -c \"print(open('large.txt').read())\"", ReadRight),
    ("bash head -n -5 large.txt", ReadRight),
    ("bash tail +5 large.txt", ReadRight),
    ("bash head -qn 900 large.txt", ReadRight),
    ("bash head -c -100 large.txt", ReadRight),
    ("bash sed -n '1,$ p' large.txt", ReadRight),
    ("bash sed -n p large.txt", ReadRight),
    ("bash sed -n 'p' large.txt", ReadRight),
    ("bash sed -n '1,900{p}' large.txt", ReadRight),
    ("bash sed -n '1,900p;900q' large.txt", ReadRight),
    ("bash sed -n '1!p' large.txt", ReadRight),
    ("bash sed -n '1100,5000p' large.txt", ReadRight),
    ("bash sed 5q large.txt", ReadRight),
    ("bash sed '10,$d' large.txt", ReadRight),
    ("bash sed -z -n p large.txt", ReadRight),
    ("bash backslash-newline", ReadRight),
    ("bash cat large.txt;; echo", Doubt),
    ("bash cd sub & cat deep.txt", Doubt),
    ("read oneline.js", Bytes),
    ("bash cat oneline.js", Bytes),
    ("budget exactly 700 then 1", Deadlock),
    ("budget across read and bash", Deadlock),
];

/// Sequences that come out alike, with another figure: what was denied was not read, and is not
/// charged.
const OTHER_FIGURE: [&str; 1] = ["exempt targeted read does not sanction"];

/// Returns the files that were there.
fn disk(files: &Map<String, Value>) -> Disk {
    let mut disk = Disk::default();
    for (name, made) in files {
        if let Some(to) = made["symlink"].as_str() {
            disk.link(name, &to.replace("{D}", Disk::ROOT));
        } else if let Some(lines) = made["lines"].as_u64() {
            let mut text: String = (0..lines).map(|line| format!("line {line}\n")).collect();
            if made["final_newline"] == Value::Bool(false) {
                text.pop();
            }
            disk.put(name, text);
        } else if let Some(repeat) = made["repeat"].as_str() {
            let bytes = made["bytes"].as_u64().expect("a size") as usize;
            disk.put(name, repeat.repeat(bytes / repeat.len()));
        } else {
            disk.put_other(name);
        }
    }
    disk
}

fn settings(config: &Value) -> ReadSettings {
    let mut settings = ReadSettings::default();
    settings.exempt_agents.push("shuntkit:bulk-reader".into());
    if let Some(lines_min) = config["min_lines"].as_u64() {
        settings.lines_min = lines_min;
    }
    if let Some(budget) = config["slice_budget_lines"].as_u64() {
        settings.budget = budget;
    }
    settings
}

fn sequence_name(sequence: &Value) -> &str {
    sequence["name"].as_str().expect("a name")
}

/// Says what became of a call, in the words of the recording.
fn said(outcome: &Outcome, tool: &str) -> Option<(&'static str, u64)> {
    let denial = outcome.denial.as_ref()?;
    Some(match denial.why {
        Why::Size { shown, .. } if tool == "read" => ("size", shown),
        Why::Size { total, .. } => ("size", total),
        Why::Budget { charged, cost } => ("budget", charged + cost),
    })
}

/// Plays a sequence; returns the first step that comes out otherwise.
fn play(sequence: &Value, disk: &Disk) -> Option<String> {
    let mut settings = settings(&sequence["config"]);
    // Nothing is asked of the core where the check is off.
    if sequence["config"]["disabled"] == Value::Bool(true) {
        return None;
    }
    settings.exemption_ms = ReadSettings::EXEMPTION_MS;
    let mut session = Session { settings, ..Session::new() };
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for step in sequence["steps"].as_array().expect("steps") {
        if let Some(path) = step["sanction"].as_str() {
            let path = path.replace("{D}", Disk::ROOT);
            session.state.exemptions.add(&path, session.now_ms, session.settings.exemption_ms);
            continue;
        }
        let text = |field: &str| step[field].as_str().map(|it| it.replace("{D}", Disk::ROOT));
        session.cwd = text("cwd");
        session.agent = text("agent");
        let name = step["session"].as_str();
        let known = name.and_then(|name| tallies.get(name));
        session.state.tally = known.cloned().unwrap_or_default();
        let tool = step["tool"].as_str().expect("a tool");
        let input = step["input"].to_string().replace("{D}", Disk::ROOT);
        let outcome = session.call(disk, if tool == "read" { "Read" } else { "Bash" }, &input);
        // Without a session nothing is kept.
        if let Some(name) = name {
            tallies.insert(name.into(), session.state.tally.clone());
        }
        let expected = step["deny"].as_str().map(|kind| (kind, step["number"].as_u64()));
        let said = said(&outcome, tool).map(|(kind, number)| (kind, Some(number)));
        let is_alike = said.map(|(kind, _)| kind) == expected.map(|(kind, _)| kind);
        if said != expected && !(is_alike && OTHER_FIGURE.contains(&sequence_name(sequence))) {
            return Some(format!("{input}: {said:?} instead of {expected:?}"));
        }
    }
    None
}

#[test]
fn the_recorded_sequences_end_as_recorded_but_for_the_exceptions() {
    let recorded: Value = serde_json::from_str(RECORDED).expect("the recording is JSON");
    let disk = disk(recorded["files"].as_object().expect("files"));
    let sequences = recorded["sequences"].as_array().expect("sequences");
    assert_eq!(sequences.len(), 392);
    let mut wrong = Vec::new();
    for sequence in sequences {
        let name = sequence_name(sequence);
        let exception = EXCEPTIONS.iter().find(|(known, _)| *known == name);
        match (play(sequence, &disk), exception) {
            (Some(_), Some(_)) | (None, None) => {}
            (Some(difference), None) => wrong.push(format!("{name:?} {difference}")),
            (None, Some((_, reason))) => wrong.push(format!("{name:?} is no {reason:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(EXCEPTIONS.len() * 100 <= sequences.len() * 15, "{} exceptions", EXCEPTIONS.len());
}
