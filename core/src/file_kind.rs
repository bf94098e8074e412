//! What kind of file a path names.

use serde::{Deserialize, Serialize};

/// What kind of file it is, as far as its path tells.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// Source code that the checks of a project cover.
    Code,
    /// A shell script or a container file: code that the checks of a project seldom cover.
    Script,
    /// Text for people.
    Docs,
    /// Settings, data, lock files, and what has no ending that is known.
    Other,
}

/// Endings of source code that compilers, linters and tests look at.
const CODE: &[&str] = &[
    "astro", "c", "cc", "clj", "cljs", "cpp", "cs", "css", "cu", "cxx", "dart", "ex", "exs", "elm",
    "erl", "fs", "gd", "go", "groovy", "h", "hh", "hpp", "hs", "html", "java", "jl", "js", "jsx",
    "kt", "kts", "less", "lua", "m", "ml", "mli", "mm", "mjs", "cjs", "mts", "cts", "nim", "php",
    "pl", "pm", "proto", "py", "pyi", "pyx", "r", "rb", "rs", "sass", "scala", "scss", "sol",
    "sql", "svelte", "swift", "tf", "ts", "tsx", "v", "vue", "zig",
];

/// Endings of scripts.
const SCRIPTS: &[&str] = &["bash", "bat", "cmd", "fish", "ps1", "sh", "zsh"];

/// Endings of text for people.
const DOCS: &[&str] = &["adoc", "md", "mdx", "org", "rst", "tex", "txt"];

/// Names of text for people that have no ending.
const DOC_NAMES: &[&str] =
    &["authors", "changelog", "changes", "contributing", "copying", "license", "notice", "readme"];

impl FileKind {
    /// Returns the kind of the file at `path`.
    #[must_use]
    pub fn of(path: &str) -> Self {
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let is_one_of =
            |list: &[&str], word: &str| list.iter().any(|known| known.eq_ignore_ascii_case(word));
        match name.rsplit_once('.') {
            Some((stem, ending)) if !stem.is_empty() => match ending {
                ending if is_one_of(CODE, ending) => Self::Code,
                ending if is_one_of(SCRIPTS, ending) => Self::Script,
                ending if is_one_of(DOCS, ending) => Self::Docs,
                _ => Self::Other,
            },
            Some(_) | None if is_one_of(DOC_NAMES, name) => Self::Docs,
            Some(_) | None if is_one_of(&["dockerfile", "containerfile"], name) => Self::Script,
            Some(_) | None => Self::Other,
        }
    }

    /// Returns the word for the kind in records, on screens and in what is sent.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Script => "scripts",
            Self::Docs => "documentation",
            Self::Other => "other files",
        }
    }
}
