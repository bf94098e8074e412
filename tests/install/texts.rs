//! What texts tell people and agents to run is there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::home::SPRAG;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().into()
}

/// Returns the texts below a folder, with their names.
fn texts_in(folder: &Path) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts.extend(texts_in(&path));
        } else if path.extension().is_some_and(|end| end == "md" || end == "json") {
            texts.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
    texts
}

fn texts() -> Vec<(String, String)> {
    let mut texts =
        vec![("README.md".into(), fs::read_to_string(root().join("README.md")).unwrap())];
    for folder in ["docs", "shell/plugin", ".claude-plugin"] {
        texts.extend(texts_in(&root().join(folder)));
    }
    texts
}

/// Returns the lines of a text that are code: in fences, in spans, in comments, what a skill may
/// run, what a hook runs.
fn code(text: &str) -> Vec<String> {
    let mut code = Vec::new();
    let mut prose = String::new();
    let mut is_fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        } else if is_fenced || line.starts_with("<!-- ") || line.contains("exec ") {
            code.push(line.to_owned());
        } else if let Some(tools) = line.strip_prefix("allowed-tools: ") {
            code.extend(tools.split("Bash(").map(|tool| tool.replace(":*)", " ")));
        } else {
            prose.push_str(line);
            prose.push(' ');
        }
    }
    code.extend(prose.split('`').skip(1).step_by(2).map(String::from));
    code
}

/// Returns the command lines of ours in a line of code: the command, and its long options.
fn commands(code: &str) -> Vec<(String, Vec<String>)> {
    let mut commands = Vec::new();
    let without_remark = code.split('#').next().unwrap();
    for part in without_remark.split([';', '|', '&']) {
        let mut words = part.split_whitespace().skip_while(|word| *word != "sprag").skip(1);
        let Some(command) = words.next().filter(|word| word.starts_with(char::is_alphabetic))
        else {
            continue;
        };
        let option = |word: &str| {
            let word = word.trim_start_matches('[').split(['=', ']']).next()?;
            let name = word.strip_prefix("--")?;
            name.starts_with(char::is_alphabetic).then(|| word.to_owned())
        };
        commands.push((command.to_owned(), words.filter_map(option).collect()));
    }
    commands
}

/// Returns what a command says about itself; `None` if there is none.
fn help(args: &[&str]) -> Option<String> {
    let output = Command::new(SPRAG).env_clear().args(args).arg("--help").output().unwrap();
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}

#[test]
fn every_command_and_option_that_a_text_names_is_there() {
    let of_the_hook = help(&["hook"]).unwrap();
    let mut seen = 0;
    for (name, text) in texts() {
        for (command, options) in code(&text).iter().flat_map(|code| commands(code)) {
            seen += 1;
            let said = help(&[&command]);
            let said = said.unwrap_or_else(|| panic!("{name}: there is no `sprag {command}`"));
            for option in options {
                let is_there = said.contains(&option) || of_the_hook.contains(&option);
                assert!(is_there, "{name}: `sprag {command}` has no {option}");
            }
        }
    }
    assert!(seen > 20, "only {seen} commands were found");
}

#[test]
fn a_command_is_found_wherever_a_text_has_code() {
    let text = "sprag does that. `sprag why` and\n`sprag config\n--json`\n```console\n\
                sprag install --dry-run # sprag is\n```\n<!-- sprag doctor -->\n\
                allowed-tools: Bash(sprag facts:*), Bash(tail:*)\nx && exec sprag hook; exit 0\n\
                `sprag [--checks=x]` `sprag-mutants gate` `a/sprag b`";
    let mut found: Vec<String> = Vec::new();
    for (command, options) in code(text).iter().flat_map(|code| commands(code)) {
        found.push([&[command], options.as_slice()].concat().join(" "));
    }
    found.sort();
    let expected =
        ["config --json", "doctor", "facts", "hook", "install --dry-run", "why"].map(String::from);
    assert_eq!(found, expected);
    assert_eq!(help(&["no-such-command"]), None);
}
