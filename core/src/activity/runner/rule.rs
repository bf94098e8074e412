//! How the arguments of a program are read, and what makes it a check.

use super::kind::Kinds;
use super::{Run, Runner, Use};
use crate::activity::command_line::Word;
use crate::activity::work::Scope;
use crate::text::listing::lists;

/// A program, or one command of a program, that is a check.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    pub(super) runner: Runner,
    pub(super) programs: &'static str,
    /// Words that come first, each with its other spellings behind `|`. All lists here are texts,
    /// with spaces between the words.
    pub(super) words: &'static str,
    pub(super) kinds: Kinds,
    /// Options that take the next word.
    pub(super) valued: &'static str,
    /// One of these must be among the arguments.
    pub(super) needs: &'static str,
    /// With one of these it runs nothing: it says what it would run, or waits.
    pub(super) never: &'static str,
    /// Options that choose a part.
    pub(super) narrowing: &'static str,
    /// Options that choose tests by a pattern.
    pub(super) choosing: &'static str,
    pub(super) takes: Takes,
    pub(super) writes: Writes,
    /// One of these must be among the other words.
    pub(super) goals: &'static str,
}

/// What the other words are.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Takes {
    /// Files and folders.
    Paths,
    /// Names of tests.
    Filters,
    /// Packages, as Go names them; without one, that of this folder.
    Packages,
    /// The same; without one, all.
    Modules,
    /// Nothing that chooses a part.
    Anything,
    /// What holds no code: text for people, settings, scripts of a shell.
    NoCode,
}

/// When a check changes files.
#[derive(Clone, Copy, Debug)]
pub(super) enum Writes {
    Never,
    /// With one of these.
    With(&'static str),
    /// Unless with one of these.
    Unless(&'static str),
}

/// Arguments, distinguished.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arguments<'c, 'a> {
    words: &'c [Word<'a>],
    valued: &'c str,
}

impl<'c, 'a> Arguments<'c, 'a> {
    pub(super) const fn of(words: &'c [Word<'a>], valued: &'c str) -> Self {
        Self { words, valued }
    }

    /// The words that are neither options nor their values, with where they stand.
    pub(super) fn positionals(self) -> impl Iterator<Item = (usize, &'c str)> {
        let mut is_value = false;
        self.words.iter().enumerate().filter_map(move |(at, word)| {
            let text = word.text();
            if core::mem::take(&mut is_value) {
                return None;
            }
            if text.len() > 1 && text.starts_with(['-', '+']) {
                is_value = lists(self.valued, text);
                return None;
            }
            Some((at, text))
        })
    }

    pub(super) fn positional(self, index: usize) -> Option<&'c str> {
        self.positionals().nth(index).map(|(_, text)| text)
    }

    /// The options, without values that are glued to them.
    fn options(self) -> impl Iterator<Item = &'c str> {
        let options = self.words.iter().map(Word::text).filter(|text| text.starts_with('-'));
        let options = options.filter(|text| !text.ends_with("=false"));
        options.map(|text| text.split_once(['=', ':']).map_or(text, |(option, _)| option))
    }

    /// The values of these options.
    pub(super) fn values(self, wanted: &str) -> impl Iterator<Item = &'c str> {
        self.words.iter().enumerate().filter_map(move |(at, word)| {
            match word.text().split_once('=') {
                Some((option, value)) => lists(wanted, option).then_some(value),
                None if lists(wanted, word.text()) => {
                    self.words.get(at.saturating_add(1)).map(Word::text)
                }
                None => None,
            }
        })
    }

    /// Whether a pattern that these options give is one that no name of a test has.
    fn chooses_nothing(self, choosing: &str) -> bool {
        self.values(choosing).any(|pattern| NO_NAME.contains(&pattern))
    }

    pub(super) fn has(self, wanted: &str) -> bool {
        self.options().any(|option| lists(wanted, option))
    }

    /// The positional arguments behind these words, of which each has its spellings between bars;
    /// nothing where another word stands.
    pub(super) fn behind(self, words: &str) -> Option<impl Iterator<Item = (usize, &'c str)>> {
        let mut positionals = self.positionals();
        for wanted in words.split_whitespace() {
            let (_, word) = positionals.next()?;
            if !wanted.split('|').any(|spelling| spelling == word) {
                return None;
            }
        }
        Some(positionals)
    }

    /// What follows `--`.
    pub(super) fn behind_dashes(self) -> &'c [Word<'a>] {
        let at = self.words.iter().position(|word| word.text() == "--");
        at.and_then(|at| self.words.get(at.saturating_add(1)..)).unwrap_or_default()
    }
}

impl Rule {
    pub(super) fn run(&self, words: &[Word<'_>]) -> Option<Use> {
        let arguments = Arguments::of(words, self.valued);
        let positionals = arguments.behind(self.words)?;
        let wants = self.needs.is_empty() || arguments.has(self.needs);
        let is_goal = |(_, word): (usize, &str)| lists(self.goals, word);
        let wants = wants && (self.goals.is_empty() || arguments.positionals().any(is_goal));
        if !wants {
            return None;
        }
        let runs_nothing = self.kinds.is_empty()
            || arguments.has(self.never)
            || (arguments.chooses_nothing(self.choosing) && !arguments.has("-fuzz"));
        if runs_nothing {
            return Some(Use::Listing);
        }
        let writes = match self.writes {
            Writes::Never => false,
            Writes::With(options) => arguments.has(options),
            Writes::Unless(options) => !arguments.has(options),
        };
        let handed_on = arguments.behind_dashes();
        let own = words.len().saturating_sub(handed_on.len());
        let is_part = |(at, word): (usize, &str)| match self.takes {
            // What tests are handed is not for the runner.
            Takes::Filters => at < own,
            Takes::Paths | Takes::Packages | Takes::Modules | Takes::Anything | Takes::NoCode => {
                self.takes.narrows(word)
            }
        };
        let mut others = positionals.peekable();
        // Without a package it is the one of this folder.
        let is_here = self.takes == Takes::Packages
            && others.peek().is_none_or(|(_, word)| matches!(*word, "." | "./"));
        let narrows = others.any(is_part)
            || arguments.has(self.narrowing)
            || (self.takes == Takes::Filters && chooses(handed_on));
        let scope = match (narrows, is_here) {
            _ if self.takes == Takes::NoCode => Scope::NoCode,
            (true, _) => Scope::Narrowed,
            (false, true) => Scope::Suite,
            (false, false) => Scope::Whole,
        };
        Some(Use::Check(Run { kinds: self.kinds, runner: self.runner, scope, writes }))
    }
}

/// Tells whether the words handed on to tests choose some of them.
fn chooses(words: &[Word<'_>]) -> bool {
    let arguments = Arguments::of(words, "--test-threads --format --color -Z --logfile");
    arguments.positional(0).is_some() || arguments.has("--skip --exact --ignored")
}

impl Takes {
    fn narrows(self, word: &str) -> bool {
        match self {
            Self::Paths => !is_whole(word),
            Self::Packages | Self::Modules => {
                !matches!(word, "./..." | "..." | "all" | "//..." | "." | "./")
            }
            Self::Filters | Self::Anything | Self::NoCode => false,
        }
    }
}

/// Tells whether a path stands for all that there is: `.`, `src`, `tests/`, `**/*.ts`.
fn is_whole(word: &str) -> bool {
    let path = word.trim_start_matches("./").trim_end_matches('/');
    matches!(path, "" | ".")
        || path.ends_with(".sln")
        || path.contains("**")
        || !path.contains(['/', '.', ':', '*'])
}

/// Tells whether the words handed to a script choose a part.
pub(super) fn narrows(words: &[Word<'_>]) -> bool {
    let arguments = Arguments::of(words, "");
    let looks_like_part = |(_, word): (usize, &str)| !is_whole(word) || word.contains("::");
    arguments.has(NARROWING) || arguments.positionals().any(looks_like_part)
}

/// Patterns that are written where no test is to run.
const NO_NAME: [&str; 9] = ["^$", "$^", "^#", "XXX", "^XXX$", "xxx", "^xxx$", "NONE", "^NONE$"];

/// Options by which runners say what they would run, and run nothing.
pub(super) const LISTING: &str = "\
    --listTests --list-tests --list --collect-only --co --dry-run --showConfig --no-run";

/// Options by which most runners fix what they find.
pub(super) const FIXING: &str = "--fix --write";

/// Options by which most runners choose a part.
const NARROWING: &str = "-k -t -g -run --grep --filter --testNamePattern --testPathPattern \
    --testPathPatterns --test-name-pattern --only --tests --related --onlyChanged \
    --changed --findRelatedTests --lf --last-failed -m --project --spec --exclude --ignore \
    --grep-invert --invert --testPathIgnorePatterns --deselect --skip -short --exclude-group \
    --ignore-pattern --test-skip-pattern";
