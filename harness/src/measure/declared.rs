//! The checks that projects declare in their own files, which a transcript may not show.

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use serde::Deserialize;
use sprag_core::activity::check_kind::{CheckKind, KindSet};

use super::label::Label;

/// The kinds of checks that each project declares, by the project's name.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Declared(BTreeMap<String, Vec<CheckKind>>);

impl Declared {
    /// Reads a JSON object such as `{"calc": ["test", "lint"]}`.
    ///
    /// # Errors
    ///
    /// Returns an error if it is none, or names a kind that there is not.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Returns what the project of a label declares: nothing, where that is not said.
    #[must_use]
    pub fn of(&self, label: &Label) -> KindSet {
        self.0.get(label.project()).map_or(KindSet::NONE, |kinds| KindSet::of(kinds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_declares_what_the_file_says_and_another_nothing() {
        let declared = Declared::parse(r#"{"calc": ["test", "lint"]}"#).unwrap();
        let label = |id: &str| Label { id: id.into(), ..Label::default() };
        let kinds = KindSet::of(&[CheckKind::Test, CheckKind::Lint]);
        assert_eq!(declared.of(&label("calc/s1:3")), kinds);
        assert_eq!(declared.of(&label("sum/s1:3")), KindSet::NONE);
        assert!(Declared::parse(r#"{"calc": ["tests"]}"#).is_err());
    }
}
