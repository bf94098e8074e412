//! A file that a call asks to see, and what of it.

use alloc::string::String;

use super::part::Part;

/// A file that may be read.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FileAsked {
    /// Where it is, its links unresolved; relative only where the call's folder is not known.
    pub path: String,
    /// What of it.
    pub part: Part,
}
