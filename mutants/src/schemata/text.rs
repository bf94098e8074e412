//! Writes the mutants of a file into its functions.
use alloc::collections::BTreeMap;
use core::fmt::Write;
use core::ops::Range;

use super::body::body;
use super::listed::Listed;
use super::switch::SWITCH;

/// A function with the bodies that its mutants would have.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Function {
    /// Where in its file the body is, with both braces.
    place: Range<usize>,
    plain: String,
    /// The bodies of its mutants, by their numbers.
    changed: BTreeMap<u32, String>,
}

/// How the mutants stand in their function.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Form {
    /// All beside the unchanged body; a switch says which of them is run.
    Switched,
    /// The first of them instead of the unchanged body, as cargo-mutants writes it.
    Alone,
}

/// The text of a file with its mutants in it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Instrumented {
    pub(super) text: String,
    /// Where the body of each mutant stands.
    mutants: Vec<(Range<usize>, u32)>,
    /// Where each function stands, and its mutants.
    functions: Vec<(Range<usize>, Vec<u32>)>,
}

/// Returns the functions of a file that can hold their mutants, and the numbers of the mutants for
/// which that cannot be.
pub(super) fn functions(text: &str, listed: &[(u32, &Listed)]) -> (Vec<Function>, Vec<u32>) {
    let mut found: BTreeMap<usize, Function> = BTreeMap::new();
    let mut left = Vec::new();
    for (number, one) in listed {
        match function(text, one) {
            Some((place, plain, changed)) => {
                let new = Function { place: place.clone(), plain, changed: BTreeMap::new() };
                let function = found.entry(place.start).or_insert(new);
                function.changed.insert(*number, changed);
            }
            None => left.push(*number),
        }
    }
    // What is inside another function would have to be instrumented twice.
    let mut end = 0;
    let mut kept = Vec::new();
    for function in found.into_values() {
        if function.place.start < end {
            left.extend(function.changed.keys());
        } else {
            end = function.place.end;
            kept.push(function);
        }
    }
    (kept, left)
}

/// Returns the place, the body and the changed body of the function of a mutant.
fn function(text: &str, listed: &Listed) -> Option<(Range<usize>, String, String)> {
    let whole = listed.function?.bytes(text)?;
    // Each body would be a type of its own.
    if listed.returns.contains("impl ") {
        return None;
    }
    let inside = body(text.get(whole.clone())?)?;
    let place = whole.start.checked_add(inside.start)?..whole.start.checked_add(inside.end)?;
    let replaced = listed.span.bytes(text)?;
    if replaced.start <= place.start || place.end <= replaced.end {
        return None;
    }
    let before = text.get(place.start..replaced.start)?;
    let after = text.get(replaced.end..place.end)?;
    let changed = format!("{before}{} {after}", listed.mutant.replacement);
    Some((place.clone(), text.get(place)?.to_owned(), changed))
}

/// Writes a planted mutant into one of a file's functions, which are in the order of the text;
/// returns whether it has a place there.
pub(super) fn plant(
    functions: &mut Vec<Function>,
    text: &str,
    number: u32,
    place: &Range<usize>,
    body: &str,
) -> bool {
    let at = functions.partition_point(|function| function.place.end <= place.start);
    match functions.get_mut(at) {
        Some(function) if function.place == *place => {
            function.changed.insert(number, body.to_owned());
            true
        }
        // One is inside the other, and would have to be instrumented twice.
        Some(function) if function.place.start < place.end => false,
        Some(_) | None => match text.get(place.clone()) {
            Some(plain) => {
                let changed = BTreeMap::from([(number, body.to_owned())]);
                let (place, plain) = (place.clone(), plain.to_owned());
                functions.insert(at, Function { place, plain, changed });
                true
            }
            None => false,
        },
    }
}

impl Function {
    /// Returns this function without these mutants; none if it has no others.
    pub(super) fn without(&self, numbers: &[u32]) -> Option<Self> {
        let mut left = self.clone();
        left.changed.retain(|number, _| !numbers.contains(number));
        (!left.changed.is_empty()).then_some(left)
    }

    /// Returns this function with these mutants alone; none if it has none of them.
    pub(super) fn with(&self, numbers: &[u32]) -> Option<Self> {
        let mut left = self.clone();
        left.changed.retain(|number, _| numbers.contains(number));
        (!left.changed.is_empty()).then_some(left)
    }

    /// Returns the numbers of its mutants.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> {
        self.changed.keys().copied()
    }
}

impl Instrumented {
    /// Instruments the functions, which are in the order of the text, into it.
    pub(super) fn new(text: &str, functions: &[Function], form: Form) -> Self {
        let mut instrumented = Self::default();
        let mut at = 0;
        for function in functions {
            instrumented.text.push_str(text.get(at..function.place.start).unwrap_or_default());
            instrumented.add(function, form);
            at = function.place.end;
        }
        instrumented.text.push_str(text.get(at..).unwrap_or_default());
        instrumented
    }

    fn add(&mut self, function: &Function, form: Form) {
        let start = self.text.len();
        match form {
            Form::Switched => {
                _ = writeln!(self.text, "{{ match {SWITCH}() {{");
                for (number, changed) in &function.changed {
                    _ = write!(self.text, "{number} => ");
                    self.body(*number, changed);
                    self.text.push_str(",\n");
                }
                _ = write!(self.text, "_ => {},\n}} }}", function.plain);
            }
            Form::Alone => {
                for (number, changed) in function.changed.iter().take(1) {
                    self.body(*number, changed);
                }
            }
        }
        let numbers = match form {
            Form::Switched => function.changed.keys().copied().collect(),
            Form::Alone => function.changed.keys().copied().take(1).collect(),
        };
        self.functions.push((start..self.text.len(), numbers));
    }

    fn body(&mut self, number: u32, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.mutants.push((start..self.text.len(), number));
    }

    /// Returns the mutants that have to do with what stands there: one, or all of one function.
    pub(super) fn at(&self, byte: usize) -> Vec<u32> {
        let mutant = self.mutants.iter().find(|(place, _)| place.contains(&byte));
        let function = || self.functions.iter().find(|(place, _)| place.contains(&byte));
        match mutant {
            Some((_, number)) => vec![*number],
            None => function().map(|(_, numbers)| numbers.clone()).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests;
