//! Proves the room `security`.

mod redact;
mod secret;
mod secret_file;
mod trust;
