//! The mutants that cargo-mutants would make, as it lists them.
use core::ops::Range;
use std::process::Command;

use serde::Deserialize;
use serde_json::Value;

use crate::command::output;
use crate::environment::{Builds, clean};
use crate::fault::fault;
use crate::outcomes::Mutant;
use crate::{Fault, Tree};

/// One mutant, before anybody has tested it.
#[derive(Debug)]
pub(super) struct Listed {
    /// What the judge reads of it.
    pub(super) mutant: Mutant,
    /// All that was listed of it but the difference, for `outcomes.json`.
    pub(super) whole: Value,
    /// What is replaced.
    pub(super) span: Span,
    /// The function that it is in; none for a constant.
    pub(super) function: Option<Span>,
    /// What the function returns, with the arrow.
    pub(super) returns: String,
}

/// A part of a file.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
pub(super) struct Span {
    start: Point,
    end: Point,
}

/// A line and a column, both counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
struct Point {
    line: usize,
    column: usize,
}

#[derive(Deserialize)]
struct Places {
    span: Span,
    function: Option<Function>,
}

#[derive(Deserialize)]
struct Function {
    span: Span,
    return_type: String,
}

/// Returns the mutants that these arguments of cargo-mutants choose.
pub(super) fn list(tree: &Tree, arguments: &[String]) -> Result<Vec<Listed>, Fault> {
    let mut cargo = Command::new("cargo");
    cargo.args(["mutants", "--list", "--json", "--colors=never"]).args(arguments);
    clean(cargo.current_dir(&tree.root), Builds::Apart);
    read(&output(&mut cargo)?)
}

/// Reads the list.
pub(super) fn read(json: &[u8]) -> Result<Vec<Listed>, Fault> {
    if json.is_empty() {
        // Said on standard error: the diff changes nothing that could be mutated.
        return Ok(Vec::new());
    }
    let odd = |e: serde_json::Error| fault!("cannot read what cargo-mutants lists: {e}");
    let listed: Vec<Value> = serde_json::from_slice(json).map_err(odd)?;
    listed
        .into_iter()
        .map(|mut whole| {
            if let Some(members) = whole.as_object_mut() {
                members.remove("diff");
            }
            let mutant = Mutant::deserialize(&whole).map_err(odd)?;
            let Places { span, function } = Places::deserialize(&whole).map_err(odd)?;
            let (function, returns) = match function {
                Some(function) => (Some(function.span), function.return_type),
                None => (None, String::new()),
            };
            Ok(Listed { mutant, whole, span, function, returns })
        })
        .collect()
}

impl Span {
    /// Returns the bytes of the text that this is; none if the text does not reach so far.
    pub(super) fn bytes(self, text: &str) -> Option<Range<usize>> {
        let (start, end) = (self.start.byte(text)?, self.end.byte(text)?);
        (start <= end).then_some(start..end)
    }

    /// Where it begins, as cargo-mutants writes it in the name of a mutant.
    pub(super) fn begin(self) -> String {
        format!("{}:{}", self.start.line, self.start.column)
    }
}

impl Point {
    fn byte(self, text: &str) -> Option<usize> {
        let before: usize =
            text.split_inclusive('\n').take(self.line.checked_sub(1)?).map(str::len).sum();
        let (line, column) = (text.get(before..)?, self.column.checked_sub(1)?);
        let ends = line.char_indices().map(|(at, _)| at).chain([line.len()]);
        ends.into_iter().nth(column)?.checked_add(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_found_in_its_text() {
        let span = |from: (usize, usize), to: (usize, usize)| Span {
            start: Point { line: from.0, column: from.1 },
            end: Point { line: to.0, column: to.1 },
        };
        let text = "ab\n\u{e4}c = d\ne";
        let found = |span: Span| span.bytes(text).and_then(|bytes| text.get(bytes));
        assert_eq!(found(span((1, 1), (1, 3))), Some("ab"));
        assert_eq!(found(span((2, 2), (2, 5))), Some("c ="));
        assert_eq!(found(span((3, 1), (3, 2))), Some("e"));
        assert_eq!(found(span((3, 1), (3, 3))), None);
        assert_eq!(found(span((2, 1), (1, 1))), None);
        assert_eq!(found(span((0, 1), (1, 1))), None);
    }

    #[test]
    fn what_is_not_known_is_refused() {
        assert!(read(b"").unwrap().is_empty());
        assert!(read(b"[]").unwrap().is_empty());
        for odd in [&b" "[..], b"{}", b"[1]", br#"[{"name":"a"}]"#] {
            assert!(read(odd).is_err());
        }
    }
}
