//! The formatting of a JSON text, and how to add to it in the same style.

use alloc::{string::String, vec::Vec};

use super::layout::Node;

/// A value that is to be written.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Object(Vec<(&'static str, Self)>),
    Array(Vec<Self>),
    /// Text, on one line wherever it stands.
    Text(String),
    /// Texts, all on one line.
    Texts(Vec<String>),
    Number(u64),
}

/// The habits of a text.
#[derive(Clone, Debug)]
pub(super) struct Style {
    /// What ends a line.
    line_end: &'static str,
    /// One step of indentation.
    step: String,
    /// What follows a colon, and what follows a comma within a line.
    space: &'static str,
    /// Whether all of it stands on one line.
    is_flat: bool,
}

/// How the children of a value stand.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// Each on a line of its own, with this indentation.
    Lines(String),
    /// On one line.
    Flat,
}

impl Style {
    /// Returns the habits of `text`, whose layout is `root`.
    pub(super) fn of(text: &str, root: &Node) -> Self {
        let inside = root.text(text);
        let first = root.members().and_then(|members| members.first());
        let before_first = first.and_then(|first| text.get(root.span.start..first.at));
        let step = before_first.and_then(|before| before.rsplit_once('\n')).map(|(_, step)| step);
        let behind_key = first.and_then(|first| text.get(first.at..first.value.span.start));
        let is_tight = behind_key.is_some_and(|key| key.ends_with(':'));
        Self {
            line_end: if inside.contains("\r\n") { "\r\n" } else { "\n" },
            step: step.filter(|step| !step.is_empty()).unwrap_or("  ").into(),
            space: if is_tight { "" } else { " " },
            is_flat: first.is_some() && !inside.contains('\n'),
        }
    }

    /// Returns how the children of `node` stand, or would.
    pub(super) fn place(&self, text: &str, node: &Node) -> Place {
        let before = |end: usize| text.get(..end).unwrap_or_default();
        match node.children().first() {
            Some(first) => {
                let gap = text.get(node.span.start..first.start).unwrap_or_default();
                match gap.rsplit_once('\n') {
                    Some((_, indent)) => Place::Lines(indent.into()),
                    None => Place::Flat,
                }
            }
            None if self.is_flat => Place::Flat,
            None => {
                let line = before(node.span.start).rsplit('\n').next().unwrap_or_default();
                let words = line.trim_start_matches([' ', '\t']);
                let indent = line.strip_suffix(words).unwrap_or_default();
                Place::Lines([indent, &self.step].concat())
            }
        }
    }

    /// Returns what separates a child from the one before it.
    pub(super) fn separator(&self, place: &Place) -> String {
        match place {
            Place::Lines(indent) => [",", self.line_end, indent].concat(),
            Place::Flat => [",", self.space].concat(),
        }
    }

    /// Returns brackets around the only child of a value.
    pub(super) fn brackets(
        &self,
        place: &Place,
        (open, close): (&str, &str),
        child: &str,
    ) -> String {
        match place {
            Place::Lines(indent) => {
                let outer = indent.strip_suffix(self.step.as_str()).unwrap_or_default();
                [open, self.line_end, indent, child, self.line_end, outer, close].concat()
            }
            Place::Flat => [open, child, close].concat(),
        }
    }

    /// Returns a member of an object that stands at `place`.
    pub(super) fn member(&self, key: &str, value: &Value, place: &Place) -> String {
        [&quoted(key), ":", self.space, &self.value(value, place)].concat()
    }

    /// Returns a value that stands at `place`.
    pub(super) fn value(&self, value: &Value, place: &Place) -> String {
        let inside = match place {
            Place::Lines(indent) => Place::Lines([indent.as_str(), &self.step].concat()),
            Place::Flat => Place::Flat,
        };
        let (brackets, children): (_, Vec<String>) = match value {
            Value::Text(text) => return quoted(text),
            Value::Number(number) => return alloc::format!("{number}"),
            Value::Texts(texts) => {
                let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
                return ["[", &texts.join(&[",", self.space].concat()), "]"].concat();
            }
            Value::Object(members) => {
                let member = |(key, value): &(&str, Value)| self.member(key, value, &inside);
                (("{", "}"), members.iter().map(member).collect())
            }
            Value::Array(elements) => {
                let element = |value| self.value(value, &inside);
                (("[", "]"), elements.iter().map(element).collect())
            }
        };
        self.brackets(&inside, brackets, &children.join(&self.separator(&inside)))
    }
}

/// Returns a JSON string.
fn quoted(text: &str) -> String {
    // Serialising a string into memory does not fail.
    serde_json::to_string(text).unwrap_or_default()
}
