//! Learns the weights of the built-in judge, and says how good they are.
//!
//! Everything is decided by the labels and the code: the same input gives the same bytes. What is
//! measured goes through the judge itself, with a table that has not seen what it judges.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::indexing_slicing,
    reason = "it calculates: counts become numbers, and features and parts are numbered from 0"
)]

mod card;
mod learn;
mod measure;
mod message;
mod own;
mod solve;
mod unseen;

pub use card::{mistakes, report_card};
pub use learn::learn;
pub use measure::{Judged, Quality, auroc};
pub use message::{Message, Unreadable, messages};
pub use own::own_messages;
pub use solve::{Example, Linear};
pub use unseen::Unseen;
