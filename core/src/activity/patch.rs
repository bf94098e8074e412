//! The patch of one file, line by line.

use alloc::string::String;

use crate::activity::call::{Edit, Touched};
use crate::activity::work::{How, Texts};
use crate::text::hash::number;

/// What a patch of one file does, as far as it has been read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patch {
    touched: Touched,
    went: String,
    came: String,
}

impl Patch {
    /// Takes the next line.
    pub(crate) fn line(&mut self, line: &str) {
        if line.starts_with("@@") {
            return self.touched.part();
        }
        self.touched.line(line);
        let (side, text) = match line.split_at_checked(1) {
            Some(("-", text)) => (&mut self.went, text),
            Some(("+", text)) => (&mut self.came, text),
            Some(_) | None => return,
        };
        side.push_str(text);
        side.push('\n');
    }

    /// Returns the change of the file.
    pub(crate) fn edit(&self, path: String) -> Edit {
        let texts = Texts { old: number(self.went.as_bytes()), new: number(self.came.as_bytes()) };
        // A file that is deleted goes without its lines.
        let has_text = !self.went.is_empty() || !self.came.is_empty();
        let lines = Some(self.touched.lines());
        Edit { how: How::Patch, path: Some(path), lines, texts: has_text.then_some(texts) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(lines: &[&str]) -> Edit {
        let mut patch = Patch::default();
        lines.iter().for_each(|line| patch.line(line));
        patch.edit("sum.ts".into())
    }

    #[test]
    fn a_patch_that_takes_out_what_another_put_in_has_its_texts_the_other_way_round() {
        let there = edit(&["@@", " a", "+b", "+c", " d"]);
        let back = edit(&["@@ x", " 1", "-b", "-c"]);
        let (there, back) = (there.texts.unwrap(), back.texts.unwrap());
        assert_eq!((there.old, there.new), (back.new, back.old));
        let other = edit(&["-b", "-e"]).texts.unwrap();
        assert_ne!((there.old, there.new), (other.new, other.old));
    }

    #[test]
    fn a_patch_without_a_line_has_no_texts() {
        assert_eq!(edit(&["@@", " a"]).texts, None);
        assert_eq!(edit(&["@@", "-a"]).lines, Some(1));
    }
}
