//! Proves the room `activity`.

mod bash_exits;
mod bash_words;
mod command_exit;
mod command_line;
mod declared;
mod deed_order;
mod deeds;
mod runner;
mod runner_kind;
mod shell_write;
mod standing;
mod summary;
mod work;
