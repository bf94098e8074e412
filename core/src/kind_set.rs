//! A set of kinds of checks.

use crate::check_kind::CheckKind;

/// Some of the kinds, each once.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct KindSet(u8);

impl KindSet {
    /// Puts `kind` in.
    pub fn insert(&mut self, kind: CheckKind) {
        self.0 |= bit(kind);
    }

    /// Whether `kind` is in it.
    #[must_use]
    pub fn contains(self, kind: CheckKind) -> bool {
        self.0 & bit(kind) != 0
    }

    /// Whether no kind is in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<CheckKind> for KindSet {
    fn from_iter<T: IntoIterator<Item = CheckKind>>(kinds: T) -> Self {
        let mut set = Self::default();
        for kind in kinds {
            set.insert(kind);
        }
        set
    }
}

fn bit(kind: CheckKind) -> u8 {
    match kind {
        CheckKind::Test => 1,
        CheckKind::Build => 2,
        CheckKind::Lint => 4,
        CheckKind::Types => 8,
        CheckKind::Format => 16,
    }
}
