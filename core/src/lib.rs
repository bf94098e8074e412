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
//!
//! # The plan of the house
//!
//! A stop goes through these rooms from top to bottom. Each may use those above it, no other: a
//! test refuses an arrow that points down. The page of a room says what comes in, what goes out and
//! where to begin.
//!
//! | room | holds |
//! |---|---|
//! | [`limits`] | every bound |
//! | [`text`] | text as such: lines, paths, times, JSON, prose, screens |
//! | [`activity`] | what a turn did: command lines, checks and their output, changes |
//! | [`hosts`] | what each host says: payloads, transcripts, background work |
//! | [`security`] | what is masked, what holds a secret, whose word counts |
//! | [`wording`] | what words are cues for, by tables of phrases |
//! | [`checks`] | the rule of each check, its questions and what the agent is told |
//! | [`reads`] | bulk reads: what a tool call would show |
//! | [`worker`] | delegation: what is sent, what comes back, what may be written |
//! | [`settings`] | what the user has set, and the registration with a host |
//! | [`judge`] | evidence, request, answer, endpoint and key; the built-in judge |
//! | [`decision`] | plan, counters, verdict, reply, record |
//! | [`reports`] | what people see: figures, screens, `audit`, `doctor` |
//!
//! # Where a rule stands
//!
//! | the rule | file |
//! |---|---|
//! | when a check objects, what excuses the agent, what it is told | `checks/NAME.rs` |
//! | which phrases the checks know | `wording/LANGUAGE.txt` |
//! | where in a message a phrase counts; what a question is | `wording.rs`, `wording/sentence.rs` |
//! | from which score on an answer counts | `checks/score.rs`; whose number wins: `settings.rs` |
//! | how often a check may object; the cap; never twice in a row | `decision/guard.rs` |
//! | which block is named where several checks object | `checks.rs`, the order of `ALL` |
//! | which events are let through unexamined | `decision/plan.rs` |
//! | what holds a request back: a key in it | `security/secret.rs`; applied in `decision/plan.rs` |
//! | which language a message must be in | `checks/language.rs`, `hosts/language.rs` |
//! | what the built-in judge reads; its threshold | `judge/local/feature.rs`, `decision/asked.rs` |
//! | what leaves the machine, and in which words | `judge/evidence.rs`, `judge/request.rs` |
//! | what is masked | `security/redact.rs`, and a file each for names, paths, keys and so on |
//! | who may get the key | `judge/endpoint.rs` |
//! | which commands are checks | `activity/runner/table/` |
//! | what a check's output says; that nothing ran | `activity/summary/LANGUAGE.rs`, a table each |
//! | whether a check still counts after a change | `activity/verification.rs` |
//! | where a turn begins; what a slash command in it is | `hosts/transcript/found.rs` |
//! | which reads are denied, the budget of slices included | `reads/decide.rs` |
//! | which lines of a file `head`, `tail` and the like show | `reads/part.rs` |
//! | which files a worker never gets | `security/secret_file.rs` |
//! | what a worker's answer may claim | `worker/citation.rs` |
//! | what is written never, or only with `--force` | `worker/steering.rs`, `worker/target.rs` |
//! | where tools look for what steers them | `security/tool_place.rs` |
//! | every setting: key, values, default, places | `settings/table.rs` |
//! | whose settings, variables and files count | `security/trust.rs` |
//! | which folders sprag leaves alone | `settings/deny.rs` |
//! | how a host is told | `decision/reply.rs` |
//! | what a record holds | `decision/record.rs`; of a denied read: `reads/record.rs` |
//! | what is installed into a host's settings | `settings/hook_file.rs` and its `hook_event.rs` |
//!
//! Rules about connections and files hold in the shell: a redirect is not followed
//! (`shell/src/asking/judge.rs`), no link is written through (`shell/src/system/draft.rs`), and
//! `shell/src/session/settings_file.rs` knows where a host keeps its settings.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod activity;
pub mod checks;
pub mod decision;
pub mod hosts;
pub mod judge;
pub mod limits;
pub mod reads;
pub mod reports;
pub mod security;
pub mod settings;
pub mod text;
pub mod wording;
pub mod worker;
