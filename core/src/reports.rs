//! What people see of it: figures and screens, made of records and transcripts. None of it is on
//! the way of a hook.
//!
//! What would have changed a decision is found by asking it again. The ledger of the harness counts
//! every figure anew from the text of a log, and tests compare; they demand that a screen shows
//! those figures, and no other. [`calibrate`] reads labelled lines, makes of each the request of
//! the hook, and counts. [`audit`] takes every turn of a transcript through the plan and the
//! decision of the hook. [`leak`] counts in what was sent; it shares no code with the redaction
//! but the list of public words. [`doctor`] says what the findings mean and what to do about them.
//!
//! In: lines of the log, transcripts of the past, what `doctor` found. Out: screens, pages and
//! figures.
//! May use: `limits`, `text`, `activity`, `hosts`, `security`, `wording`, `checks`, `reads`,
//! `worker`, `settings`, `judge`, `decision`.
//! Begin with [`log`] for what a line is, [`explain`] for one decision, [`stats`] for all.

pub mod audit;
pub mod calibrate;
pub mod doctor;
pub mod explain;
pub mod leak;
pub mod log;
pub mod replay;
pub mod review;
pub mod stats;
pub mod watch;
