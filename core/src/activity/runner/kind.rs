//! What a check can show.

use crate::activity::check_kind::{CheckKind, KindSet};

/// Kinds of checks, as far as a command names them.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Kinds {
    named: KindSet,
    is_unspecific: bool,
}

impl Kinds {
    /// None.
    pub const NONE: Self = Self { named: KindSet::NONE, is_unspecific: false };

    /// Not said which: `check`, `ci`, `verify`. It may be about each.
    pub const ANY: Self = Self { named: KindSet::NONE, is_unspecific: true };

    /// Returns these kinds.
    #[must_use]
    pub const fn of(kind: CheckKind) -> Self {
        Self { named: KindSet::of(&[kind]), is_unspecific: false }
    }

    /// Returns what is in either.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            named: self.named.or(other.named),
            is_unspecific: self.is_unspecific || other.is_unspecific,
        }
    }

    /// Returns these without those of `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self {
            named: self.named.without(other.named),
            is_unspecific: self.is_unspecific && !other.is_unspecific,
        }
    }

    /// Returns whether `kind` is named.
    #[must_use]
    pub const fn contains(self, kind: CheckKind) -> bool {
        self.named.contains(kind)
    }

    /// Returns whether its name does not say what it is about.
    #[must_use]
    pub const fn is_unspecific(self) -> bool {
        self.is_unspecific
    }

    /// Returns whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.named.is_empty() && !self.is_unspecific
    }

    /// Returns every kind that it may be about.
    #[must_use]
    pub const fn set(self) -> KindSet {
        if self.is_unspecific { KindSet::ALL } else { self.named }
    }
}
