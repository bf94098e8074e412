//! What an inner text is read with: its place, and what its shell does when a command fails.

use super::{Nesting, Shell, Word};

/// What an inner text is read with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) nesting: Nesting,
    pub(super) options: Options,
    pub(super) shell: Shell,
    pub(super) shells: usize,
    pub(super) depth: usize,
    pub(super) room: usize,
}

/// What a shell does when a command fails.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Options {
    /// `set -e`
    pub(super) stops: bool,
    /// `set -o pipefail`
    pub(super) pipes_fail: bool,
}

impl Options {
    /// Returns the options that these words give to a shell.
    pub(super) fn of(words: &[Word<'_>]) -> Self {
        let mut options = Self::default();
        options.set(words);
        options
    }

    /// Changes them as `set` does with these words.
    pub(super) fn set(&mut self, words: &[Word<'_>]) {
        let mut words = words.iter().map(Word::text);
        while let Some(word) = words.next() {
            self.change(word, words.clone().next());
        }
    }

    fn change(&mut self, word: &str, next: Option<&str>) {
        let Some(sign @ ('-' | '+')) = word.chars().next() else { return };
        let is_on = sign == '-';
        let letters = word.get(1..).unwrap_or_default();
        if letters.starts_with('-') {
            return;
        }
        if letters.contains('e') {
            self.stops = is_on;
        }
        if letters.ends_with('o') {
            match next {
                Some("pipefail") => self.pipes_fail = is_on,
                Some("errexit") => self.stops = is_on,
                Some(_) | None => {}
            }
        }
    }
}
