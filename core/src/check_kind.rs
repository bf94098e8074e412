//! What a check of a project can prove.

/// The kind of a check: what a run of it that passed has shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
