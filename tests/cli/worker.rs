//! `sprag read` and `sprag write`, before programs and servers that answer by script.

mod anthropic;
mod bench;
mod check;
mod codex;
mod environment;
mod faults;
mod gate;
mod held;
mod progress;
mod read;
mod refused;
mod spoofed;
mod state;
mod steering;
mod write;
