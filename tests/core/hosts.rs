//! Proves the room `hosts`.

mod background;
mod checkpoint;
mod codex;
mod conversation;
mod drift;
mod event;
mod followed;
mod grok;
mod session_folder;
mod sessions;
mod starter;
mod sweep;
mod tool_event;
mod turn;
