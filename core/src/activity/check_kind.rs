//! What a check of a project can prove.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The kind of a check: what a run of it that passed has shown.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckKind {
    /// Tests ran.
    Test,
    /// The code compiles.
    Build,
    /// A linter read the code.
    Lint,
    /// Types were checked.
    Types,
    /// The layout is that of the formatter.
    Format,
}

impl CheckKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Test, Self::Build, Self::Lint, Self::Types, Self::Format];

    /// Returns the word for the kind in records, on screens and in what is sent.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Build => "build",
            Self::Lint => "lint",
            Self::Types => "types",
            Self::Format => "format",
        }
    }

    const fn bit(self) -> u8 {
        match self {
            Self::Test => 1,
            Self::Build => 2,
            Self::Lint => 4,
            Self::Types => 8,
            Self::Format => 16,
        }
    }
}

/// Some kinds of checks.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct KindSet(u8);

impl KindSet {
    /// No kind.
    pub const NONE: Self = Self(0);
    /// Every kind.
    pub const ALL: Self = Self(0b1_1111);

    /// Returns the set of these `kinds`.
    #[must_use]
    pub const fn of(kinds: &[CheckKind]) -> Self {
        let mut set = Self::NONE;
        let mut rest = kinds;
        while let [kind, others @ ..] = rest {
            set = set.with(*kind);
            rest = others;
        }
        set
    }

    /// Returns the set with `kind` in it.
    #[must_use]
    pub const fn with(self, kind: CheckKind) -> Self {
        Self(self.0 | kind.bit())
    }

    /// Returns what is in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns what is in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns what is in this set and not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether `kind` is in it.
    #[must_use]
    pub const fn contains(self, kind: CheckKind) -> bool {
        self.0 & kind.bit() != 0
    }

    /// Returns whether no kind is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the kinds in it, in order.
    pub fn iter(self) -> impl Iterator<Item = CheckKind> {
        CheckKind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }
}

impl FromIterator<CheckKind> for KindSet {
    fn from_iter<I: IntoIterator<Item = CheckKind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::NONE, Self::with)
    }
}

impl Serialize for KindSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for KindSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let kinds: alloc::vec::Vec<CheckKind> = Deserialize::deserialize(deserializer)?;
        Ok(kinds.into_iter().collect())
    }
}
