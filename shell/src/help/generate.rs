//! `sprag generate`: completions for shells and the manual page, from the table of commands.
//!
//! It is for packagers; what it prints is committed below `docs/`, and a test compares.

use lexopt::{Arg, Parser, ValueExt as _};
use sprag_core::settings::Kind;

use crate::help::{self, COMMANDS, Command, settings};
use crate::system::terminal::{Fault, say};

pub(crate) fn command(mut parser: Parser) -> Result<(), Fault> {
    let what = match parser.next()? {
        Some(Arg::Value(word)) => word.string()?,
        Some(argument) => return Err(argument.unexpected().into()),
        None => String::new(),
    };
    match what.as_str() {
        "bash" => say(&bash()),
        "zsh" => say(&zsh()),
        "fish" => say(&fish()),
        "man" => say(&man()),
        _ => Err(Fault::of("sprag generate bash|zsh|fish|man")),
    }
}

/// Returns the options of a command: those that its help names, and those of the hook if it takes
/// them.
fn options(command: &Command) -> Vec<String> {
    let help = command.help.unwrap_or_default();
    let words = help.split(|char: char| !(char.is_ascii_lowercase() || char == '-'));
    let named = words.filter(|word| word.len() > 2 && word.starts_with("--")).map(String::from);
    let of_hook = settings().map(|setting| format!("--{}", setting.key.replace('_', "-")));
    let mut options: Vec<String> = named.collect();
    if command.takes_settings {
        options.extend(of_hook);
    }
    options.push(if command.help.is_some() { "--help" } else { "--host" }.into());
    options.sort();
    options.dedup();
    options
}

fn joined(options: &[String]) -> String {
    options.join(" ")
}

fn names() -> String {
    COMMANDS.iter().map(|command| command.name).collect::<Vec<_>>().join(" ")
}

/// Returns the options that take one of a few words, each with the words.
fn choices() -> Vec<(String, Vec<String>)> {
    let mut choices = vec![("--host".to_owned(), vec!["claude".to_owned()])];
    for setting in settings() {
        let words: Vec<String> = match setting.kind {
            Kind::OneOf(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            Kind::Checks => Kind::check_words().map(String::from).collect(),
            Kind::Switch
            | Kind::Consent
            | Kind::Share
            | Kind::Count { .. }
            | Kind::Seconds { .. }
            | Kind::Path
            | Kind::Url
            | Kind::List
            | Kind::Pattern
            | Kind::Price
            | Kind::Number { .. }
            | Kind::Program
            | Kind::Model => continue,
        };
        choices.push((format!("--{}", setting.key.replace('_', "-")), words));
    }
    choices
}

fn bash() -> String {
    let mut text = format!(
        "# Completions of sprag for bash. Made by `sprag generate bash`.
_sprag() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} words=
    if [ \"$COMP_CWORD\" -eq 1 ]; then
        words=\"{} --help --version\"
    else
        case $before in
",
        names()
    );
    for (option, words) in choices() {
        text.push_str(&format!("            {option}) words=\"{}\" ;;\n", words.join(" ")));
    }
    text.push_str("            *) case ${COMP_WORDS[1]} in\n");
    for command in &COMMANDS {
        let options = joined(&options(command));
        text.push_str(&format!("                {}) words=\"{options}\" ;;\n", command.name));
    }
    text.push_str(
        "            esac ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")
}
complete -o default -F _sprag sprag
",
    );
    text
}

fn zsh() -> String {
    let mut text = String::from(
        "#compdef sprag
# Completions of sprag for zsh. Made by `sprag generate zsh`.
_sprag() {
    if (( CURRENT == 2 )); then
        local -a commands=(
",
    );
    for command in &COMMANDS {
        text.push_str(&format!("            '{}:{}'\n", command.name, command.about));
    }
    text.push_str(
        "        )
        _describe command commands
        return
    fi
    case ${words[CURRENT - 1]} in
",
    );
    for (option, words) in choices() {
        text.push_str(&format!("        {option}) compadd {}; return ;;\n", words.join(" ")));
    }
    text.push_str("    esac\n    case ${words[2]} in\n");
    for command in &COMMANDS {
        let options = joined(&options(command));
        text.push_str(&format!("        {}) compadd -- {options} ;;\n", command.name));
    }
    text.push_str("    esac\n    _files\n}\n_sprag \"$@\"\n");
    text
}

fn fish() -> String {
    let mut text =
        String::from("# Completions of sprag for fish. Made by `sprag generate fish`.\n");
    for command in &COMMANDS {
        text.push_str(&format!(
            "complete -c sprag -n __fish_use_subcommand -a {} -d '{}'\n",
            command.name, command.about
        ));
    }
    let choices = choices();
    for command in &COMMANDS {
        for option in options(command) {
            let words = choices.iter().find(|(name, _)| *name == option);
            let values = words.map(|(_, words)| format!(" -x -a '{}'", words.join(" ")));
            text.push_str(&format!(
                "complete -c sprag -n '__fish_seen_subcommand_from {}' -l {}{}\n",
                command.name,
                option.trim_start_matches('-'),
                values.unwrap_or_default()
            ));
        }
    }
    text
}

fn man() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!(
        ".\\\" Made by `sprag generate man`.
.TH SPRAG 1 \"\" \"sprag {version}\" \"User Commands\"
.SH NAME
sprag \\- a stop hook for coding agents
.SH SYNOPSIS
.B sprag
.I COMMAND
.RI [ OPTION ...]
.SH DESCRIPTION
.nf
"
    );
    text.push_str(&plain(&help::text()));
    text.push_str(".fi\n.SH COMMANDS\n");
    for command in &COMMANDS {
        let Some(help) = command.help else { continue };
        text.push_str(&format!(".SS {}\n.nf\n{}.fi\n", command.name, plain(help)));
    }
    text.push_str(
        ".SH FILES
.TP
.I ~/.config/sprag/config.toml
Settings.
.TP
.I ~/.config/sprag/deny
Folders that are left alone: one path a line, absolute or from ~/ on.
.TP
.I ~/.config/typesafe/api_key
The judge's key, if no variable holds it.
.TP
.I ~/.local/state/sprag
Counters and records.
.SH ENVIRONMENT
.TP
.B TYPESAFE_API_KEY, JEV_API_KEY
The judge's key.
.TP
.B SPRAG_...
Settings: the key in capitals.
.TP
.B SPRAG_STATE_DIR
Another folder for counters and records. It must be there already, and be empty
or marked by a file
.I .sprag-state
in it.
.TP
.B SPRAG_DEBUG
With 1, the hook says on standard error why a stop passed.
.SH EXIT STATUS
Commands: 0, or 1 if they fail. The hook: 0, or 2 when it sends a turn back.
",
    );
    text
}

/// Returns text that roff prints as it is.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for line in text.lines() {
        if line.starts_with(['.', '\'']) {
            plain.push_str("\\&");
        }
        plain.push_str(&line.replace('\\', "\\e").replace('-', "\\-"));
        plain.push('\n');
    }
    plain
}
