//! Bulk reads: which files a tool call would put into the context, and how much of them.
//!
//! ```text
//! tool call --ask--> Asked --(the shell stats and counts: Meter)--> Measured
//!                                                                      |
//!         Tally, Exemptions (read under a lock), time ------------------+-> decide -> Outcome
//! ```
//!
//! A whole file of more lines than the threshold is denied, in one command or in several. Slices of
//! such a file pass and are charged; beyond a budget they are denied too, until somebody has read
//! the file for the agent: then it is exempt for a while. Whatever is in doubt passes.
//!
//! In: a call of a tool, and what the shell has counted of its files. Out: an [`Outcome`]: it
//! passes, is charged or is denied.
//! May use: `limits`, `text`, `activity`, `hosts`, `security`.
//! Begin with [`ask()`], then [`decide()`].

mod allowance;
mod asked;
mod case;
mod command;
mod decide;
mod exemptions;
mod file;
mod folder;
mod measure;
mod nudge;
mod part;
mod program;
pub mod record;
mod settings;
mod tally;
mod written;

pub use asked::By;
pub use asked::{Asked, ask};
pub use case::{State, Why};
pub use decide::{Denial, Outcome, decide, needs_state};
pub use exemptions::Exemptions;
pub use file::FileAsked;
pub use measure::{Measured, Meter, Stat, Version};
pub use part::{Lines, Part};
pub use settings::{ReadSettings, Worker};
pub use tally::Tally;
