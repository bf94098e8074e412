//! The decisions of sprag: what is read, asked, concluded and answered, as pure functions.
//!
//! ```text
//! host bytes ---parse--> Event ---+
//! transcript ---scan---> Facts ---+-> Plan --encode-> request
//! settings ----resolve-> Settings +                      |
//!                                               (the shell asks)
//!                                                        |
//! counters (read under a lock) ---+                      v
//!                                 +-> decide <-Judged--answer
//! Plan, time ---------------------+     |
//!                                       v
//!             Decision --render-> Reply, Record, new Counters
//! ```
//!
//! There is no I/O, clock, environment or randomness here: the time is an argument. Everything has
//! a bound, and [`limits`] says what happens beyond it.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod answer;
pub mod asked;
pub mod audit;
pub mod background;
pub mod calendar;
pub mod calibrate;
mod call;
pub mod check_kind;
pub mod checkpoint;
pub mod checks;
pub mod citation;
pub mod command_line;
pub mod counters;
pub mod cut;
pub mod decide;
pub mod declared;
mod deeds;
pub mod deny;
mod docstring;
pub mod doctor;
pub mod drift;
pub mod endpoint;
pub mod event;
pub mod evidence;
pub mod explain;
pub mod facts;
pub mod fence;
pub mod file_kind;
pub mod frame;
mod guard;
pub mod handoff;
mod hash;
pub mod hook_file;
pub mod host;
mod json;
pub mod judge;
pub mod judge_call;
pub mod key;
pub mod key_variable;
pub mod known;
pub mod known_check;
pub mod language;
pub mod leak;
pub mod limits;
mod line;
mod listing;
mod literal;
pub mod log;
pub mod notice;
mod outside;
pub mod own_check;
pub mod path;
mod pattern;
pub mod plan;
pub mod project;
pub mod prose;
mod public_word;
pub mod question;
pub mod reads;
pub mod record;
pub mod redact;
pub mod repair;
pub mod replacement;
pub mod replay;
pub mod reply;
pub mod request;
pub mod review;
pub mod runner;
pub mod score;
pub mod scores;
pub mod screen;
pub mod secret;
pub mod secret_file;
pub mod settings;
pub mod shell_write;
pub mod standing;
pub mod stats;
pub mod summary;
mod timestamp;
pub mod transcript;
pub mod trust;
pub mod twin;
pub mod verdict;
pub mod watch;
pub mod wording;
pub mod work;
pub mod worker;
pub mod zone;
