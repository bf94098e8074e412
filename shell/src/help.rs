//! What `sprag --help` says, and the table of commands that it, the completions and the manual
//! page are made from.
//!
//! In: the table of commands. Out: help, completions and the manual page.
//! May use: `system`, `delegate`, `setup`, `past`, `recorded`, `calibrate`.
//! Begin with `COMMANDS`.

pub(crate) mod generate;

use sprag_core::settings::{Kind, Setting, Source, TABLE};

use crate::past::{show_audit, show_facts, show_payload};
use crate::recorded::{show_replay, show_review, show_stats, show_watch, show_why};
use crate::setup::{demo, doctor, install, show_config, stand_in, uninstall};
use crate::system::terminal::VERSION;
use crate::{calibrate, delegate};

/// One command.
#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) name: &'static str,
    /// What follows the name in the list of commands.
    pub(crate) takes: &'static str,
    pub(crate) about: &'static str,
    /// What `--help` prints; none for the hook, which must not print where a host reads.
    pub(crate) help: Option<&'static str>,
    /// Whether it takes the options of the hook, too.
    pub(crate) takes_settings: bool,
}

/// Every command, in the order of the documentation.
pub(crate) const COMMANDS: [Command; 19] = [
    Command {
        name: "try",
        takes: "",
        about: "see it work: no key, no network, no file left behind",
        help: Some(demo::HELP),
        takes_settings: false,
    },
    Command {
        name: "audit",
        takes: "[PATH...]",
        about: "what the checks would have done to your past turns",
        help: Some(show_audit::HELP),
        takes_settings: false,
    },
    Command {
        name: "show-payload",
        takes: "[N]",
        about: "the exact bytes that your last turns would have sent",
        help: Some(show_payload::HELP),
        takes_settings: false,
    },
    Command {
        name: "install",
        takes: "[OPTION...]",
        about: "register the hook with Claude Code",
        help: Some(install::HELP),
        takes_settings: true,
    },
    Command {
        name: "uninstall",
        takes: "",
        about: "undo that, byte for byte",
        help: Some(uninstall::HELP),
        takes_settings: false,
    },
    Command {
        name: "doctor",
        takes: "",
        about: "why nothing happens, and how to fix it",
        help: Some(doctor::HELP),
        takes_settings: false,
    },
    Command {
        name: "config",
        takes: "[OPTION...]",
        about: "every setting, its value and where it comes from",
        help: Some(show_config::HELP),
        takes_settings: true,
    },
    Command {
        name: "stats",
        takes: "",
        about: "what the checks found, what it cost, what may block",
        help: Some(show_stats::HELP),
        takes_settings: false,
    },
    Command {
        name: "last",
        takes: "",
        about: "the last decision",
        help: Some(show_why::HELP_LAST),
        takes_settings: false,
    },
    Command {
        name: "why",
        takes: "[ID]",
        about: "why it was decided, what would have changed it",
        help: Some(show_why::HELP_WHY),
        takes_settings: false,
    },
    Command {
        name: "watch",
        takes: "",
        about: "decisions as they come",
        help: Some(show_watch::HELP),
        takes_settings: false,
    },
    Command {
        name: "review",
        takes: "[ID WORD]",
        about: "say which objections were right",
        help: Some(show_review::HELP),
        takes_settings: false,
    },
    Command {
        name: "replay",
        takes: "[FILE]",
        about: "what other thresholds would have decided",
        help: Some(show_replay::HELP),
        takes_settings: false,
    },
    Command {
        name: "hook",
        takes: "[OPTION...]",
        about: "the hook: a payload on standard input",
        help: None,
        takes_settings: true,
    },
    Command {
        name: "read",
        takes: "--question Q",
        about: "have a cheap model read files and answer",
        help: Some(delegate::READ_HELP),
        takes_settings: false,
    },
    Command {
        name: "write",
        takes: "--spec S",
        about: "have it write a file in the style of another",
        help: Some(delegate::WRITE_HELP),
        takes_settings: false,
    },
    Command {
        name: "facts",
        takes: "FILE",
        about: "what a transcript shows of its last turn, as JSON",
        help: Some(show_facts::HELP),
        takes_settings: false,
    },
    Command {
        name: "calibrate",
        takes: "[FILE]",
        about: "how far to trust the judge, by labelled examples",
        help: Some(calibrate::HELP),
        takes_settings: true,
    },
    Command {
        name: "stand-in",
        takes: "",
        about: "a fake judge with preset answers, for testing",
        help: Some(stand_in::HELP),
        takes_settings: false,
    },
];

/// Returns the help of the whole program.
pub(crate) fn text() -> String {
    let mut text = String::from(VERSION.trim_end());
    text.push_str(
        ": a stop hook for coding agents

It lets a turn end, or sends it back with one reason. No checks are enabled by
default.

",
    );
    for command in &COMMANDS {
        let call = ["sprag", command.name, command.takes].join(" ");
        text.push_str(&format!("  {:<26}{}\n", call.trim_end(), command.about));
    }
    text.push_str(
        "
Options of `sprag hook`; most are also variables SPRAG_... and keys in
config.toml (`sprag config --table`):
",
    );
    text.push_str(&row("--host HOST", "claude, codex or grok; by default the payload says"));
    text.push_str(&row("--of sprag", "whose entry this is; `install` adds it where needed"));
    for setting in settings() {
        text.push_str(&row(&option(setting), setting.help));
    }
    text.push_str(
        "
`sprag COMMAND --help` says more. Settings: ~/.config/sprag/config.toml.
With SPRAG_DEBUG=1 the hook says on standard error why a stop passed.
",
    );
    text
}

/// Returns the settings that the hook's command line takes.
pub(crate) fn settings() -> impl Iterator<Item = &'static Setting> {
    TABLE.iter().filter(|setting| setting.sources.contains(&Source::CommandLine))
}

/// Returns the option of a setting, with a word for its value.
pub(crate) fn option(setting: &Setting) -> String {
    let value = match setting.kind {
        Kind::Switch | Kind::Consent => "",
        Kind::Checks | Kind::List => " WORDS",
        Kind::Share | Kind::Count { .. } | Kind::Number { .. } => " N",
        Kind::Seconds { .. } => " SECONDS",
        Kind::Path => " PATH",
        Kind::Url => " URL",
        Kind::Price => " USD",
        Kind::Pattern => " REGEX",
        Kind::Program => " PROGRAM",
        Kind::Model | Kind::OneOf(_) => " WORD",
    };
    format!("--{}{value}", setting.key.replace('_', "-"))
}

/// Returns an option and its meaning, within 80 columns.
fn row(option: &str, about: &str) -> String {
    let mut text = format!("  {option:<23}");
    let mut column = 25_usize;
    for word in about.split(' ') {
        let width = word.chars().count().saturating_add(1);
        if column.saturating_add(width) > 80 {
            text.push_str(&format!("\n{:25}", ""));
            column = 25;
        }
        text.push_str(&[word, " "].concat());
        column = column.saturating_add(width);
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    [&lines.join("\n"), "\n"].concat()
}
