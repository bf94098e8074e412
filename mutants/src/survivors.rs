//! `survivors.toml`: mutants outside guards that no test can notice, each with the reason.
use alloc::collections::BTreeSet;

use crate::entry;
use crate::fault::fault;
use crate::outcomes::Mutant;
use crate::{Fault, Guard};

const FILE: &str = "survivors.toml";

/// One accepted survivor.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Survivor {
    /// Its file, from the root of the tree.
    pub file: String,
    /// The function it is in, as cargo-mutants writes it; `-` for a mutant outside any function.
    pub function: String,
    /// The kind of change, as cargo-mutants writes it: `BinaryOperator`, `FnValue`, ...
    pub genre: String,
    /// What is put in place, as cargo-mutants writes it; `-` for nothing.
    pub replacement: String,
}

impl Survivor {
    /// Whether this entry means that mutant.
    pub(crate) fn matches(&self, mutant: &Mutant) -> bool {
        let or_dash = |word: &str| if word.is_empty() { "-".to_owned() } else { word.to_owned() };
        self.file == mutant.file
            && self.function == or_dash(mutant.function_name())
            && self.genre == mutant.genre
            && self.replacement == or_dash(&mutant.replacement)
    }
}

/// Reads the list.
///
/// # Errors
/// Returns every fault in it, each naming the entry; an entry inside one of `guards` is one.
pub fn survivors(text: &str, guards: &[Guard]) -> Result<Vec<Survivor>, Vec<Fault>> {
    let root = entry::root(FILE, text, &["survivor"])?;
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    for (label, table) in entry::array(FILE, &root, "survivor")? {
        let keys = ["file", "function", "genre", "replacement", "why"];
        match entry::strings(&label, &table, keys) {
            Ok([file, function, genre, replacement, why]) => {
                faults.extend(entry::sentence(&label, "why", &why));
                if guards.iter().any(|guard| guard.holds(&file, &function)) {
                    faults.push(fault!(
                        "{label} is inside a guard, where nothing may survive; write the test"
                    ));
                }
                if !seen.insert(Survivor { file, function, genre, replacement }) {
                    faults.push(fault!("{label} is listed twice; remove one"));
                }
            }
            Err(more) => faults.extend(more),
        }
    }
    if faults.is_empty() { Ok(seen.into_iter().collect()) } else { Err(faults) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Guards;

    const PLAIN: &str = r#"
        [[survivor]]
        file = "core/src/a.rs"
        function = "cut"
        genre = "BinaryOperator"
        replacement = "<="
        why = "Cutting nothing and not cutting are the same."
    "#;

    fn faults(text: &str) -> String {
        let guards = "[[guard]]\nfile = \"core/src/a.rs\"\nfunction = \"guard_a\"\n\
                      promise = \"It is so.\"\ntest = \"core::a\"";
        let guards = Guards::read(guards).unwrap().guards;
        survivors(text, &guards).unwrap_err().iter().map(|f| format!("{f}\n")).collect()
    }

    #[test]
    fn a_plain_list_is_read() {
        assert_eq!(survivors(PLAIN, &[]).unwrap()[0].function, "cut");
        assert_eq!(survivors("", &[]).unwrap(), []);
    }

    #[test]
    fn a_list_that_is_not_right_is_refused() {
        let table = [
            (PLAIN.replace("\"cut\"", "\"guard_a\""), "inside a guard"),
            (PLAIN.replace("\"cut\"", "\"guard_a::inner\""), "inside a guard"),
            (format!("{PLAIN}{PLAIN}"), "listed twice"),
            (PLAIN.replace("why", "because"), "has no `why`"),
            (PLAIN.replace("same.", "same"), "no sentence"),
        ];
        for (text, words) in table {
            assert!(faults(&text).contains(words), "{words}: {}", faults(&text));
        }
    }
}
