//! sprag: a stop hook for coding agents.
//!
//! This package reads, asks, writes and prints; `sprag-core` decides.
#![forbid(unsafe_code)]

extern crate alloc;

mod arguments;
mod calibrate;
mod clock;
mod consult;
mod deadline;
mod debug;
mod declared;
mod delegate;
mod deny_file;
mod doctor;
mod draft;
mod environment;
mod fail_open;
mod files;
mod folder;
mod generate;
mod ground;
mod help;
mod home;
mod hook;
mod input;
mod install;
mod judge;
mod keys;
mod lines;
mod next_typed;
mod place;
mod process;
mod program;
mod project;
mod provoked;
mod reads;
mod records;
mod reviews;
mod roots;
mod scratch;
mod screen;
mod search;
mod sessions;
mod settings_file;
mod show_audit;
mod show_config;
mod show_facts;
mod show_payload;
mod show_replay;
mod show_review;
mod show_stats;
mod show_watch;
mod show_why;
mod stand_in;
mod state;
mod subagents;
mod surroundings;
mod tail;
mod terminal;
mod transcript;
mod trial;
mod uninstall;
mod variables;

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use lexopt::Parser;
use sprag_core::worker::Task;

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
        Some("try") => terminal::end(trial::command(Parser::from_args(rest))),
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
