//! Inputs of any size, of the kinds that slow readers stumble over.

use alloc::vec::Vec;

/// How an input is made: `begins`, `unit` as often as it fits, `back` as often again, `ends`.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// What it is called.
    pub name: &'static str,
    /// What stands once in front.
    begins: &'static str,
    /// What is repeated. `%` is the number of the repetition.
    unit: &'static str,
    /// What is repeated behind all that, as often.
    back: &'static str,
    /// What stands once at the end.
    ends: &'static str,
}

impl Shape {
    /// Returns a shape that repeats `unit`.
    pub(super) const fn of(name: &'static str, unit: &'static str) -> Self {
        Self { name, begins: "", unit, back: "", ends: "" }
    }

    /// Returns a shape that repeats `unit` between two texts.
    pub(super) const fn between(
        name: &'static str,
        begins: &'static str,
        unit: &'static str,
        ends: &'static str,
    ) -> Self {
        Self { name, begins, unit, back: "", ends }
    }

    /// Returns a shape that repeats `unit`, and then as often what ends it.
    pub(super) const fn nested(name: &'static str, unit: &'static str, back: &'static str) -> Self {
        Self { name, begins: "", unit, back, ends: "" }
    }

    /// Returns the input of about `bytes` bytes, in whole repetitions.
    #[must_use]
    pub fn input(&self, bytes: usize) -> Vec<u8> {
        let mut made = Vec::with_capacity(bytes.saturating_add(self.begins.len()));
        made.extend_from_slice(self.begins.as_bytes());
        let both = self.unit.len().saturating_add(self.back.len()).max(1);
        let times = bytes.checked_div(both).unwrap_or(0).max(1);
        for number in 0..times {
            push(&mut made, self.unit, number);
        }
        for number in (0..times).rev() {
            push(&mut made, self.back, number);
        }
        made.extend_from_slice(self.ends.as_bytes());
        made
    }
}

fn push(made: &mut Vec<u8>, unit: &str, number: usize) {
    for byte in unit.bytes() {
        match byte {
            // Of one length, so that twice the bytes are twice the repetitions.
            b'%' => made.extend_from_slice(alloc::format!("{number:05}").as_bytes()),
            byte => made.push(byte),
        }
    }
}

/// What every transform is given.
pub(super) const COMMON: &[Shape] = &[
    Shape::of("prose", "I fixed the parser, and all 12 tests pass. Shall I go on with the docs?\n"),
    Shape::of("one long line", "so it goes on and on "),
    Shape::of("one long word", "x"),
    Shape::of("words that differ", "word% "),
    Shape::of("empty lines", "\n"),
    Shape::of("blanks", " "),
    Shape::of("backslashes", "\\"),
    Shape::of("quotes in quotes", "\"'"),
    Shape::of("backticks", "`` ` ``` "),
    Shape::between("a fence that never ends", "```sh\n", "cargo test -p calc\n", ""),
    Shape::of("fences", "```\nx\n~~~\n"),
    Shape::nested("brackets", "[{(", ")}]"),
    Shape::nested("substitutions", "$(\"", "\")"),
    Shape::of("quoted lines", "> > - * 1. "),
    Shape::of("almost paths", "a/b/c.d:12:/"),
    Shape::of("almost addresses", "http:/x@y. https://"),
    Shape::of("almost keys", "sk- ghp_ key= AKIA token: "),
    Shape::of("almost hashes and numbers", "#12 deadbee 0x1f 10.0.0. 3/4 "),
    Shape::of("letters of two bytes and more", "\u{e9}\u{d55c}\u{300c}\u{1f600}"),
    Shape::of("control characters", "\u{1b}[1;31m\u{8}\r"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_the_bytes_are_twice_the_repetitions() {
        for shape in COMMON {
            let [once, twice] = [4_096, 8_192].map(|bytes| shape.input(bytes).len());
            let slack = shape.begins.len() + shape.ends.len() + shape.unit.len() + 64;
            assert!((4_000..8_000).contains(&once), "{}: {once}", shape.name);
            assert!(twice.abs_diff(2 * once) <= slack, "{}: {twice}", shape.name);
        }
    }

    #[test]
    fn a_shape_is_its_unit_between_what_stands_around_it() {
        let numbered = Shape::between("numbered", "[", "a%,", "]");
        assert_eq!(numbered.input(6), b"[a00000,a00001,]");
        assert_eq!(Shape::nested("nested", "(", ")").input(6), b"((()))");
    }
}
