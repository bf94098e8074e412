//! What a run finds around it: settings, the project, the transcript, the state.
//!
//! `settings_file` sets the file of a host aside, if none of ours is in it, and replaces it whole.
//!
//! In: the environment, the user's files, the host's files. Out: what the core takes as arguments.
//! May use: `system`.
//! Begin with `environment`, then `state`.

pub(crate) mod arguments;
pub(crate) mod declared;
mod deny_file;
pub(crate) mod environment;
pub(crate) mod process;
pub(crate) mod program;
pub(crate) mod project;
pub(crate) mod records;
pub(crate) mod reviews;
pub(crate) mod run_environment;
pub(crate) mod search;
pub(crate) mod settings_file;
pub(crate) mod state;
pub(crate) mod subagents;
pub(crate) mod transcript;
mod variables;
pub(crate) mod worker_folder;
mod worker_token;
