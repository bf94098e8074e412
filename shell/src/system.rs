//! The system as everything else here uses it: files, folders, time, children, the terminal.
//!
//! Files that a person named are written by `draft`, whole or not at all. Temporary folders and
//! child processes are made by `scratch`, which removes and ends them when a signal ends the
//! program. A test refuses other ways. `screen` decides once whether there is colour.
//!
//! In: names and bytes. Out: what was read, bounded in size and time.
//! May use: nothing.
//! Begin with `files`, then `scratch` and `draft`.

pub(crate) mod clock;
pub(crate) mod deadline;
pub(crate) mod draft;
pub(crate) mod files;
pub(crate) mod folder;
pub(crate) mod home;
pub(crate) mod input;
pub(crate) mod keys;
pub(crate) mod lines;
pub(crate) mod place;
pub(crate) mod scratch;
pub(crate) mod screen;
pub(crate) mod tail;
pub(crate) mod terminal;
