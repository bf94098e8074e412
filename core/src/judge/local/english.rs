//! Whether a message is mainly English: the judge was trained on nothing else.

use crate::judge::local::token::Token;
use crate::judge::local::word_language::WordLanguage;

/// What has been seen of the language.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Language {
    english: u32,
    other: u32,
    words: u32,
}

impl Language {
    pub(crate) fn see(&mut self, token: &Token) {
        let Token::Word(word) = token else { return };
        self.words = self.words.saturating_add(1);
        match word.language {
            WordLanguage::English => self.english = self.english.saturating_add(1),
            WordLanguage::Other => self.other = self.other.saturating_add(1),
            WordLanguage::Unknown => {}
        }
    }

    /// Returns whether the message is mainly English: at least one word in five is a common one of
    /// that language, and three times as many as of any other.
    pub(crate) fn guard_english(self) -> bool {
        self.english > 0
            && self.english.saturating_mul(5) >= self.words
            && self.english >= self.other.saturating_mul(3)
    }
}
