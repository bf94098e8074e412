//! The packages that mutants are instrumented into.
use super::FOLDER;
use super::switch::Switch;
use crate::Tree;

/// A package whose tests are built once for all of its mutants.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Subject {
    /// The core, its mutants and planted ones that its tests notice.
    Core,
    /// The shell, for mutants that name a test of it; what they change may be in the core.
    Shell,
}

impl Subject {
    pub(super) const ALL: [Self; 2] = [Self::Core, Self::Shell];

    /// Returns the name of the package.
    pub(super) fn package(self) -> &'static str {
        match self {
            Self::Core => "sprag-core",
            Self::Shell => "sprag",
        }
    }

    /// Returns the folder of the package.
    pub(super) fn folder(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Shell => "shell",
        }
    }

    /// Returns the folder to work in, from the root of the tree.
    pub(super) fn place(self) -> String {
        format!("{FOLDER}/{}", self.folder())
    }

    /// Returns the roots of the crates that it may be instrumented into, each with their folder.
    pub(super) fn crates(self) -> &'static [(&'static str, &'static str)] {
        const CRATES: [(&str, &str); 2] =
            [("core/src/", "core/src/lib.rs"), ("shell/src/", "shell/src/main.rs")];
        match self {
            Self::Core => CRATES.split_at(1).0,
            Self::Shell => &CRATES,
        }
    }

    /// Returns whether a file can be changed for it.
    pub(super) fn holds(self, file: &str) -> bool {
        self.crates().iter().any(|(folder, _)| file.starts_with(folder))
    }

    /// Returns what its programs read the number of the mutant from.
    pub(super) fn switch(self, tree: &Tree) -> Switch {
        match self {
            Self::Core => Switch::Variable,
            Self::Shell => Switch::File(tree.root.join(self.place()).join("on")),
        }
    }

    /// Returns how many of its mutants are run at once; all that read one file play one mutant.
    pub(super) fn jobs(self, given: u8) -> u8 {
        match self {
            Self::Core => given,
            Self::Shell => 1,
        }
    }
}
