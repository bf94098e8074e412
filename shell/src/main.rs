//! sprag: a stop hook for coding agents.
//!
//! This package reads, asks, writes and prints; `sprag-core` decides.
//!
//! Each room may use those above it, no other:
//!
//! | room | holds |
//! |---|---|
//! | `system` | files, folders, time, children, the terminal |
//! | `session` | what a run finds around it: settings, project, transcript, state |
//! | `asking` | the way to the judge |
//! | `delegate` | `sprag read`, `sprag write` |
//! | `hook` | one payload in, one reply out |
//! | `setup` | `install`, `uninstall`, `doctor`, `config`, `try`, `stand-in` |
//! | `past` | `facts`, `audit`, `show-payload`: transcripts of the past |
//! | `recorded` | `stats`, `last`, `why`, `replay`, `review`, `watch`: records |
//! | `calibrate` | `calibrate` |
//! | `help` | `--help`, completions, the manual page |
#![forbid(unsafe_code)]

extern crate alloc;

mod asking;
mod calibrate;
mod delegate;
mod help;
mod hook;
mod past;
mod recorded;
mod session;
mod setup;
mod system;

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use lexopt::Parser;
use sprag_core::worker::Task;

use crate::help::generate;
use crate::past::{show_audit, show_facts, show_payload};
use crate::recorded::{show_replay, show_review, show_stats, show_watch, show_why};
use crate::setup::{demo, doctor, install, show_config, stand_in, uninstall};
use crate::system::{home, terminal};

fn main() -> ExitCode {
    let mut arguments: Vec<OsString> = env::args_os().skip(1).collect();
    home::take_option(&mut arguments);
    let (first, rest) = match arguments.split_first() {
        Some((first, rest)) => (first.to_str(), rest),
        None => (None, [].as_slice()),
    };
    match first {
        // Nobody registers this as a hook; somebody types it.
        Some("hook") if rest.iter().any(|word| word == "--help") => {
            terminal::end(terminal::say(&help::text()))
        }
        Some("hook") => hook::guarded(Parser::from_args(rest)),
        Some("try") => terminal::end(demo::command(Parser::from_args(rest))),
        Some("stand-in") => terminal::end(stand_in::command(Parser::from_args(rest))),
        Some("calibrate") => terminal::end(calibrate::command(Parser::from_args(rest))),
        Some("audit") => terminal::end(show_audit::command(Parser::from_args(rest))),
        Some("show-payload") => terminal::end(show_payload::command(Parser::from_args(rest))),
        Some("facts") => terminal::end(show_facts::command(Parser::from_args(rest))),
        Some("install") => terminal::end(install::command(Parser::from_args(rest))),
        Some("uninstall") => terminal::end(uninstall::command(Parser::from_args(rest))),
        Some("doctor") => terminal::end(doctor::command(Parser::from_args(rest))),
        Some("config") => terminal::end(show_config::command(Parser::from_args(rest))),
        Some("stats") => terminal::end(show_stats::command(Parser::from_args(rest))),
        Some("last") => terminal::end(show_why::last(Parser::from_args(rest))),
        Some("why") => terminal::end(show_why::why(Parser::from_args(rest))),
        Some("replay") => terminal::end(show_replay::command(Parser::from_args(rest))),
        Some("review") => terminal::end(show_review::command(Parser::from_args(rest))),
        Some("watch") => terminal::end(show_watch::command(Parser::from_args(rest))),
        Some("read") => delegate::command(Task::Read, Parser::from_args(rest)),
        Some("write") => delegate::command(Task::Write, Parser::from_args(rest)),
        Some("generate") => terminal::end(generate::command(Parser::from_args(rest))),
        Some("help" | "--help" | "-h") => terminal::end(terminal::say(&help::text())),
        Some("--version" | "-V") => terminal::end(terminal::say(terminal::VERSION)),
        None if arguments.is_empty() && io::stdin().is_terminal() => {
            terminal::end(terminal::say(&help::text()))
        }
        // A hook entry may leave out the word, and whatever goes wrong with one must pass.
        None => hook::guarded(Parser::from_args(&arguments)),
        Some(option) if option.starts_with('-') => hook::guarded(Parser::from_args(&arguments)),
        Some(word) => terminal::end(Err(terminal::Fault::no_such_command(word))),
    }
}
