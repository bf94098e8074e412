//! Which files a command line has replaced, changed or removed: what they will contain is unknown.

use alloc::{string::String, vec::Vec};

use crate::limits::READ_FILES_MAX;
use crate::text::path;

/// What a line has written so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    places: Vec<Place>,
    /// Whether it is more than can be said.
    is_all: bool,
}

/// A place that was written.
#[derive(Clone, Debug)]
enum Place {
    /// A file.
    File(String),
    /// A file, or a folder with all that is in it.
    Tree(String),
    /// Whatever begins so: the rest is a pattern.
    Pattern(String),
}

impl Written {
    /// Takes note of a place, which may have patterns in it.
    pub(super) fn add(&mut self, path: &str, with_all_below: bool) {
        if self.places.len() >= READ_FILES_MAX {
            self.is_all = true;
            return;
        }
        let mut path = path::normal(path);
        let pattern = path.find(['*', '?', '[', '{']).filter(|_| with_all_below);
        self.places.push(match pattern {
            Some(at) => {
                path.truncate(at);
                Place::Pattern(path)
            }
            None if with_all_below => Place::Tree(path),
            None => Place::File(path),
        });
    }

    /// Takes note that it is more than can be said.
    pub(super) const fn add_all(&mut self) {
        self.is_all = true;
    }

    /// Returns whether a file is one of those, however it is called.
    pub(super) fn hold(&self, path: &str) -> bool {
        let path = path::normal(path);
        let is_it = |place: &Place| match place {
            Place::File(written) => path == *written,
            Place::Tree(written) => path::is_below(&path, written),
            Place::Pattern(written) => path.starts_with(written.as_str()),
        };
        self.is_all || self.places.iter().any(is_it)
    }
}
