//! Proves the room `activity`.

mod action_order;
mod actions;
mod bash_exits;
mod bash_words;
mod command_exit;
mod command_line;
mod declared;
mod powershell;
mod runner;
mod runner_kind;
mod shell_write;
mod summary;
mod verification;
mod work;
