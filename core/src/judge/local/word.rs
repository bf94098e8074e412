//! What words mean to the judge: small lists that hold in any project.

use crate::judge::local::hash::Hash;
use crate::judge::local::word_language::{ENGLISH, OTHER, WordLanguage};

/// A set of meanings.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Meaning(pub(crate) u32);

impl Meaning {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const TEST: Self = Self(1);
    pub(crate) const LINT: Self = Self(1 << 1);
    pub(crate) const BUILD: Self = Self(1 << 2);
    pub(crate) const CHECK: Self = Self(1 << 3);
    pub(crate) const GOOD: Self = Self(1 << 4);
    pub(crate) const BAD: Self = Self(1 << 5);
    pub(crate) const NOT: Self = Self(1 << 6);
    pub(crate) const FUTURE: Self = Self(1 << 7);
    pub(crate) const IF: Self = Self(1 << 8);
    pub(crate) const DONE: Self = Self(1 << 9);
    pub(crate) const REST: Self = Self(1 << 10);
    pub(crate) const STUCK: Self = Self(1 << 11);
    pub(crate) const ASK: Self = Self(1 << 12);
    pub(crate) const PLAN: Self = Self(1 << 13);
    pub(crate) const EXPLAIN: Self = Self(1 << 14);
    pub(crate) const SELF: Self = Self(1 << 15);
    pub(crate) const YOU: Self = Self(1 << 16);
    pub(crate) const SENT: Self = Self(1 << 17);
    pub(crate) const ALL: Self = Self(1 << 18);
    pub(crate) const NUMBER: Self = Self(1 << 19);
    pub(crate) const ZERO: Self = Self(1 << 20);
    pub(crate) const WHOLE: Self = Self(1 << 21);
    pub(crate) const TICK: Self = Self(1 << 22);
    pub(crate) const CROSS: Self = Self(1 << 23);
    pub(crate) const RUN: Self = Self(1 << 24);
    pub(crate) const NOW: Self = Self(1 << 25);
    pub(crate) const WORK: Self = Self(1 << 26);
    pub(crate) const PAST: Self = Self(1 << 27);
    pub(crate) const CODE: Self = Self(1 << 28);
    pub(crate) const FORMAT: Self = Self(1 << 29);

    /// How many meanings there are.
    pub(crate) const COUNT: u32 = 30;

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Calls `see` with the number of each meaning in the set.
    pub(crate) fn each(self, mut see: impl FnMut(u32)) {
        let mut rest = self.0;
        while rest != 0 {
            see(rest.trailing_zeros());
            rest &= rest.wrapping_sub(1);
        }
    }
}

/// Which words mean what, in lower case, with one space between them.
const LISTS: [(Meaning, &str); 25] = [
    (
        Meaning::TEST,
        "coverage cypress e2e jest junit mocha nextest playwright pytest rspec smoke spec specs \
         suite suites test tested testing tests testsuite unittest vitest",
    ),
    (
        Meaning::LINT,
        "biome clippy eslint flake8 golangci-lint lint linted linter linters linting lints mypy \
         oxlint pylint pyright rubocop ruff shellcheck staticcheck tsc type-check type-checker \
         type-checking type-checks typecheck typechecker typechecking typechecks types vet",
    ),
    (
        Meaning::BUILD,
        "build builds built bundle bundles compilation compile compiled compiler compiles \
         compiling",
    ),
    (
        Meaning::CHECK,
        "check checked checks ci confirmed gate gates hook hooks pipeline pipelines pre-commit \
         validated validation verification verified verify verifying",
    ),
    (
        Meaning::GOOD,
        "clean cleanly correctly fine good green ok okay pass passed passes passing perfect \
         perfectly success successful successfully succeed succeeded succeeds works",
    ),
    (
        Meaning::BAD,
        "broke broken bug bugs complaints crash crashes diagnostics error errors fail failed \
         failing fails failure failures findings issue issues panic problem problems red \
         regression regressions violations warning warnings wrong",
    ),
    (
        Meaning::NOT,
        "ain't aren't can't cannot couldn't didn't doesn't don't hadn't hasn't haven't isn't \
         neither never no none nor not nothing shouldn't wasn't weren't without won't wouldn't",
    ),
    (
        Meaning::FUTURE,
        "going gonna i'd i'll later let let's need needed needs next planned shall soon todo \
         tomorrow upcoming we'll will won't you'll",
    ),
    (
        Meaning::IF,
        "after assuming before could if may maybe might once otherwise perhaps probably should \
         unless until when whenever whether would",
    ),
    (
        Meaning::DONE,
        "added addressed adjusted applied bumped changed cleaned complete completed converted \
         created deleted deployed done dropped enabled extended extracted finished fixed handled \
         implemented improved installed integrated introduced made migrated moved patched ported \
         ready reduced refactored removed renamed replaced resolved restored reverted rewritten \
         rewrote set simplified switched updated upgraded wired wrote",
    ),
    (
        Meaning::REST,
        "except incomplete left missing outstanding part partial partially partly pending \
         postponed remain remainder remaining remains skipped still unfinished yet",
    ),
    (
        Meaning::STUCK,
        "access blocked blocker blocking credential credentials denied forbidden impossible \
         permission permissions refused stuck timeout unable unavailable unreachable waiting",
    ),
    (Meaning::ASK, "clarify confirm like prefer shall should want which would"),
    (
        Meaning::PLAN,
        "alternative alternatives approach approaches consider design option options phase plan \
         proposal propose proposed recommend recommendation recommended recommends step steps \
         strategy suggest suggested suggestion suggestions",
    ),
    (
        Meaning::EXPLAIN,
        "actually answer because cause caused causes correct explains found here's how looking \
         mean meaning means question reason review right root see since understand what why yes",
    ),
    (Meaning::SELF, "i i'm i've me my our us we we've"),
    (Meaning::YOU, "you you'd you'll you're you've your yours"),
    (
        Meaning::SENT,
        "branch cherry-picked commit commits committed landed merged opened posted pr published \
         pull push pushed rebased released replied squashed staged tagged",
    ),
    (Meaning::ALL, "all both each entire entirely every everything full fully whole"),
    (Meaning::ZERO, "zero"),
    (Meaning::RUN, "executed ran re-ran re-run rerun run running runs"),
    (Meaning::NOW, "already are is it's now that's"),
    (
        Meaning::WORK,
        "change changes feature fix fixes implementation migration refactor refactoring summary \
         task tasks todos update updates work",
    ),
    (Meaning::PAST, "been had has have previously was were"),
    (Meaning::FORMAT, "fmt format formatted formatter formatting gofmt prettier rustfmt"),
];

/// What is known about a word.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Entry {
    hash: u32,
    pub(crate) meaning: Meaning,
    pub(crate) language: WordLanguage,
}

impl Entry {
    /// Of a word that is on no list.
    const NONE: Self = Self { hash: 0, meaning: Meaning::NONE, language: WordLanguage::Unknown };

    /// Returns what is known about the word with this hash.
    pub(crate) fn of(hash: u32) -> Self {
        let mut at = slot(hash);
        loop {
            match TABLE.get(at) {
                Some(entry) if entry.hash == hash => return *entry,
                Some(entry) if entry.hash != 0 => at = next(at),
                _ => return Self::NONE,
            }
        }
    }
}

/// More than twice as many as there are words, so that a free one is near.
const SLOTS: usize = 2_048;

/// Every word of all lists at its hash, or behind it. It is made by the compiler.
static TABLE: [Entry; SLOTS] = table();

const fn table() -> [Entry; SLOTS] {
    let mut table = [Entry::NONE; SLOTS];
    let mut lists: &[(Meaning, &str)] = &LISTS;
    while let Some(((meaning, words), rest)) = lists.split_first() {
        add(&mut table, words.as_bytes(), *meaning, WordLanguage::Unknown);
        lists = rest;
    }
    add(&mut table, ENGLISH.as_bytes(), Meaning::NONE, WordLanguage::English);
    add(&mut table, OTHER.as_bytes(), Meaning::NONE, WordLanguage::Other);
    table
}

const fn add(table: &mut [Entry; SLOTS], words: &[u8], meaning: Meaning, language: WordLanguage) {
    let mut rest = words;
    let mut hash = Hash::START;
    while let Some((byte, behind)) = rest.split_first() {
        rest = behind;
        if *byte != b' ' {
            hash = hash.byte(*byte);
        }
        if *byte == b' ' || rest.is_empty() {
            put(table, hash.done(), meaning, language);
            hash = Hash::START;
        }
    }
}

#[expect(clippy::indexing_slicing, reason = "the compiler runs it")]
const fn put(table: &mut [Entry; SLOTS], hash: u32, meaning: Meaning, language: WordLanguage) {
    let mut at = slot(hash);
    while table[at].hash != 0 && table[at].hash != hash {
        at = next(at);
    }
    let entry = &mut table[at];
    entry.hash = hash;
    entry.meaning = entry.meaning.and(meaning);
    if !matches!(language, WordLanguage::Unknown) {
        entry.language = language;
    }
}

#[expect(clippy::as_conversions, reason = "no other conversion is const; it is masked")]
const fn slot(hash: u32) -> usize {
    hash as usize & (SLOTS - 1)
}

const fn next(at: usize) -> usize {
    at.wrapping_add(1) & (SLOTS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(word: &str) -> Entry {
        Entry::of(Hash::START.bytes(word.as_bytes()).done())
    }

    #[test]
    fn every_word_of_a_list_is_found_with_what_the_list_says() {
        for (meaning, list) in LISTS {
            for word in list.split(' ') {
                assert!(of(word).meaning.has(meaning), "{word}");
            }
        }
        for word in ENGLISH.split(' ') {
            assert_eq!(of(word).language, WordLanguage::English, "{word}");
        }
        for word in OTHER.split(' ') {
            assert_eq!(of(word).language, WordLanguage::Other, "{word}");
        }
        assert_eq!(of("banana"), Entry::NONE);
        assert!(TABLE.iter().filter(|entry| entry.hash != 0).count() < SLOTS / 2);
    }
}
