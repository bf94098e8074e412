//! Proves the room `decision`.

mod asked;
mod choice;
mod closing;
mod counters;
mod decide;
mod plan;
mod read_reply;
mod record;
mod reply;
mod sim;
