//! `sprag read` and `sprag write`, before programs and servers that answer by script.

mod anthropic;
mod bench;
mod check;
mod codex;
mod faults;
mod gate;
mod progress;
mod read;
mod refused;
mod state;
mod write;
