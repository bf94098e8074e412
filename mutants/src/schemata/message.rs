//! What cargo says while it builds, as far as it is used here.
use alloc::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Deserialize;

use super::text::Instrumented;

/// One line; what it does not have is absent.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Message {
    executable: Option<PathBuf>,
    profile: Option<Profile>,
    target: Option<Target>,
    message: Option<Diagnostic>,
}

#[derive(Debug, Deserialize)]
struct Profile {
    test: bool,
}

#[derive(Debug, Deserialize)]
struct Target {
    name: String,
}

#[derive(Debug, Deserialize)]
struct Diagnostic {
    level: String,
    spans: Vec<Place>,
}

#[derive(Debug, Deserialize)]
struct Place {
    file_name: String,
    byte_start: usize,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

/// The use of the macro that a place is in.
#[derive(Debug, Deserialize)]
struct Expansion {
    span: Place,
}

/// A test program.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Program {
    /// As a test names it: `core` of `core::plan::...`, or the library's own name.
    pub(super) name: String,
    pub(super) path: PathBuf,
}

impl Message {
    /// Returns all messages in what cargo printed.
    pub(super) fn all(text: &str) -> Vec<Self> {
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// Returns the test program that this one tells of.
    pub(super) fn program(&self) -> Option<Program> {
        let name = self.target.as_ref()?.name.clone();
        let path = self.executable.clone()?;
        self.profile.as_ref()?.test.then_some(Program { name, path })
    }

    /// Returns the mutants that an error is about: those that its main places stand in, or any
    /// place that it names if those tell nothing.
    pub(super) fn blamed(&self, instrumented: &BTreeMap<String, Instrumented>) -> BTreeSet<u32> {
        let Some(error) = self.message.as_ref().filter(|said| said.level == "error") else {
            return BTreeSet::new();
        };
        let main = error.spans.iter().filter(|place| place.is_primary);
        let found: BTreeSet<u32> = main.flat_map(|place| place.inside(instrumented)).collect();
        if found.is_empty() {
            error.spans.iter().flat_map(|place| place.inside(instrumented)).collect()
        } else {
            found
        }
    }
}

impl Place {
    /// Returns the mutants that this stands in; what is inside a macro stands where that is used.
    fn inside(&self, instrumented: &BTreeMap<String, Instrumented>) -> Vec<u32> {
        let here =
            instrumented.get(&self.file_name).map(|instrumented| instrumented.at(self.byte_start));
        match (here.unwrap_or_default(), &self.expansion) {
            (here, Some(outer)) if here.is_empty() => outer.span.inside(instrumented),
            (here, _) => here,
        }
    }
}
