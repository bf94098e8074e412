//! How the shape of a line is written, and whether a line has it.
//!
//! Everything stands for itself but what is in braces:
//!
//! | written | stands for |
//! |---|---|
//! | `{n}` | a number |
//! | `{ran}` `{good}` `{bad}` | a number that is added to the tests that ran, passed, failed |
//! | `{of}` | a number of which all should have passed |
//! | `{most}` `{worst}` | the same where inner sums are printed too: the largest counts |
//! | `{items}` | `4 passed, 1 failed`, each word from a list |
//! | `{sets}` | the same, of files or suites: a failed one fails, nothing is counted |
//! | `{s}` | `s` or nothing |
//! | `{-}` `{~}` | any blanks, one blank or more |
//! | `{=}` `{.}` | any blanks and `=`, any dots |
//! | `{t}` `{dur}` `{clock}` | `0.31`, `1m 3.4s`, `1:02:03` |
//! | `{word}` `{any}` | a text without or with blanks, up to what follows in the shape |
//! | `{task}` | as `{any}`: the name of a task, which may tell its kind |
//! | `{mark}` | one symbol that is not ASCII |
//! | `{*}` | the rest of the line |
//!
//! No part is tried at two places, so a line is read once for each shape that begins like it.

use crate::activity::check_kind::CheckKind;

use super::words::{Worth, kind, worth};

/// The counts of a line.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Found {
    pub(super) ran: Option<u64>,
    pub(super) good: Option<u64>,
    pub(super) bad: Option<u64>,
    most: Option<u64>,
    worst: Option<u64>,
    failed_set: bool,
    /// How many of how many passed, on the last line that says so.
    ratio: Option<(u64, u64)>,
    /// Whether tests are counted that did not run.
    idle: bool,
    /// The kind of the task that is named.
    pub(super) task: Option<CheckKind>,
}

impl Found {
    /// The sum of two lines.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            ran: joined(self.ran, other.ran, u64::saturating_add),
            good: joined(self.good, other.good, u64::saturating_add),
            bad: joined(self.bad, other.bad, u64::saturating_add),
            most: joined(self.most, other.most, u64::max),
            worst: joined(self.worst, other.worst, u64::max),
            failed_set: self.failed_set | other.failed_set,
            ratio: other.ratio.or(self.ratio),
            idle: self.idle | other.idle,
            task: self.task.or(other.task),
        }
    }

    pub(super) fn ran(self) -> Option<u64> {
        let counted = || Some(self.good?.saturating_add(self.bad.unwrap_or_default()));
        let of_ratio = || self.ratio.map(|(_, all)| all);
        self.ran.or(self.most).or_else(counted).or_else(of_ratio)
    }

    /// Whether tests are counted, and none of them ran.
    pub(super) fn is_idle(self) -> bool {
        self.idle && self.ran().is_none()
    }

    pub(super) fn failed(self) -> Option<u64> {
        self.bad.or(self.worst)
    }

    /// Whether anything failed.
    pub(super) fn is_bad(self) -> bool {
        let falls_short = self.ratio.is_some_and(|(passed, all)| passed < all);
        self.failed_set || falls_short || self.failed().is_some_and(|count| count > 0)
    }
}

fn joined(one: Option<u64>, other: Option<u64>, join: fn(u64, u64) -> u64) -> Option<u64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(join(one, other)),
        (one, other) => one.or(other),
    }
}

/// Returns the counts of `line` if it has this shape.
pub(super) fn read(shape: &str, line: &str) -> Option<Found> {
    let (mut left, mut rest, mut found) = (shape, line, Found::default());
    while !left.is_empty() {
        (left, rest) = match left.strip_prefix('{') {
            Some(part) => {
                let (part, next) = part.split_at_checked(end_at(b'}', part))?;
                let next = next.strip_prefix('}')?;
                (next, take(part, next, rest, &mut found)?)
            }
            None => {
                let (literal, next) = left.split_at_checked(end_at(b'{', left))?;
                (next, rest.strip_prefix(literal)?)
            }
        };
    }
    rest.is_empty().then_some(found)
}

const BLANKS: [char; 2] = [' ', '\t'];

/// How the lines of a shape begin behind blanks. It saves reading most shapes for a line.
#[derive(Clone, Copy, Debug)]
pub(super) enum Begin {
    Byte(u8),
    Digit,
    DigitOrByte(u8),
    NotAscii,
    Any,
}

impl Begin {
    pub(super) fn of(shape: &str) -> Self {
        let blank = shape.strip_prefix("{-}").or_else(|| shape.strip_prefix("{~}"));
        let shape = blank.unwrap_or(shape).trim_start_matches(BLANKS);
        let part = shape.strip_prefix('{').and_then(|part| part.split('}').next());
        match part {
            None => shape.bytes().next().map_or(Self::Any, Self::Byte),
            Some("=") => Self::DigitOrByte(b'='),
            Some("mark") => Self::NotAscii,
            Some("word" | "any" | "task") => Self::Any,
            Some(_) => Self::Digit,
        }
    }

    /// Whether a line whose first non-blank byte is `first` may begin like that.
    pub(super) fn fits(self, first: u8) -> bool {
        match self {
            Self::Byte(byte) => byte == first,
            Self::Digit => first.is_ascii_digit(),
            Self::DigitOrByte(byte) => byte == first || first.is_ascii_digit(),
            Self::NotAscii => !first.is_ascii(),
            Self::Any => true,
        }
    }
}

/// Returns what stands for itself at the beginning of a shape.
fn literal(shape: &str) -> &str {
    shape.get(..end_at(b'{', shape)).unwrap_or(shape)
}

/// Returns where a part of a shape ends. Parts are a few bytes: no search pays.
fn end_at(end: u8, shape: &str) -> usize {
    shape.bytes().position(|byte| byte == end).unwrap_or(shape.len())
}

/// Takes one part off `rest` and returns what is left.
fn take<'a>(part: &str, next: &str, rest: &'a str, found: &mut Found) -> Option<&'a str> {
    let counter = match part {
        "ran" => Some(&mut found.ran),
        "good" => Some(&mut found.good),
        "bad" => Some(&mut found.bad),
        "most" => Some(&mut found.most),
        "worst" => Some(&mut found.worst),
        "of" => {
            let (all, rest) = number(rest)?;
            // A line that counts what passed says so before it says of how many.
            found.ratio = found.good.take().map(|passed| (passed, all));
            return Some(rest);
        }
        _ => None,
    };
    if let Some(counter) = counter {
        let (number, rest) = number(rest)?;
        *counter = Some(counter.unwrap_or_default().saturating_add(number));
        return Some(rest);
    }
    match part {
        "n" => number(rest).map(|(_, rest)| rest),
        "s" => Some(rest.strip_prefix('s').unwrap_or(rest)),
        "-" => Some(rest.trim_start_matches(BLANKS)),
        "~" => some(rest, |c| BLANKS.contains(&c)),
        "=" => Some(rest.trim_start_matches(['=', ' '])),
        "." => Some(rest.trim_start_matches('.')),
        "t" => number(number(rest)?.1.strip_prefix('.')?).map(|(_, rest)| rest),
        "dur" => duration(rest),
        "clock" => some(rest, |c| c.is_ascii_digit() || c == ':'),
        "word" => until(literal(next), rest).filter(|left| !blank_in(rest, left)),
        "any" => until(literal(next), rest),
        "task" => {
            let left = until(literal(next), rest)?;
            let end = rest.len().saturating_sub(left.len());
            found.task = kind(rest.get(..end)?);
            Some(left)
        }
        "mark" => symbol(rest),
        "items" => items(rest, found),
        "sets" => {
            let mut sets = Found::default();
            let rest = items(rest, &mut sets)?;
            found.failed_set |= sets.is_bad();
            Some(rest)
        }
        _ => Some(""),
    }
}

/// Takes the digits at the beginning.
pub(super) fn number(text: &str) -> Option<(u64, &str)> {
    let rest = some(text, |c| c.is_ascii_digit())?;
    let digits = text.strip_suffix(rest)?.bytes();
    let number = digits.fold(0_u64, |sum, digit| {
        sum.saturating_mul(10).saturating_add(u64::from(digit.saturating_sub(b'0')))
    });
    Some((number, rest))
}

/// Takes one character or more.
fn some(text: &str, is: fn(char) -> bool) -> Option<&str> {
    let rest = text.trim_start_matches(is);
    (rest.len() < text.len()).then_some(rest)
}

/// Takes at least one character up to `end`, or all if nothing follows.
fn until<'a>(end: &str, text: &'a str) -> Option<&'a str> {
    let first = text.chars().next()?.len_utf8();
    if end.is_empty() {
        let at = text.find(BLANKS).unwrap_or(text.len());
        return text.get(at..);
    }
    find(text.get(first..)?, end)
}

/// Returns `text` from where `end` is in it. Lines are short, and a searcher that never looks at a
/// byte twice takes longer to be made than this takes to search.
fn find<'a>(text: &'a str, end: &str) -> Option<&'a str> {
    let first = end.bytes().next()?;
    let mut places = memchr::memchr_iter(first, text.as_bytes());
    places.find_map(|at| text.get(at..).filter(|rest| rest.starts_with(end)))
}

fn blank_in(text: &str, left: &str) -> bool {
    text.strip_suffix(left).is_some_and(|taken| taken.contains(BLANKS))
}

fn symbol(text: &str) -> Option<&str> {
    let first = text.chars().next().filter(|c| !c.is_ascii() && !c.is_alphanumeric())?;
    let rest = text.strip_prefix(first)?;
    // An emoji may be told to look like one.
    Some(rest.strip_prefix('\u{fe0f}').unwrap_or(rest))
}

/// Takes `12ms`, `3.4s`, `1m 3s`, `0 ms`.
fn duration(text: &str) -> Option<&str> {
    let mut left = one_duration(text)?;
    while let Some(rest) = left.strip_prefix(' ').and_then(one_duration) {
        left = rest;
    }
    Some(left)
}

fn one_duration(text: &str) -> Option<&str> {
    let (_, rest) = number(text)?;
    let fraction = rest.strip_prefix('.').and_then(number);
    let rest = fraction.map_or(rest, |(_, rest)| rest);
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    let units = ["\u{b5}s", "us", "ns", "ms", "min", "seconds", "secs", "s", "m", "h"];
    let rest = units.iter().find_map(|unit| rest.strip_prefix(unit))?;
    (!rest.starts_with(|c: char| c.is_alphanumeric())).then_some(rest)
}

/// Takes `4 passed, 1 failed (2 slow)`, with any of the usual signs between.
fn items<'a>(text: &'a str, found: &mut Found) -> Option<&'a str> {
    let mut left = item(text, found)?;
    loop {
        let next = [", ", " | ", "; "].iter().find_map(|sign| left.strip_prefix(sign));
        match next.and_then(|next| item(next.trim_start_matches(BLANKS), found)) {
            Some(rest) => left = rest,
            None => return Some(left),
        }
    }
}

fn item<'a>(text: &'a str, found: &mut Found) -> Option<&'a str> {
    let (count, rest) = number(text)?;
    let rest = rest.trim_start_matches(BLANKS);
    if let Some(rest) = rest.strip_prefix("of ") {
        return number(rest)?.1.strip_prefix(" total");
    }
    let (worth, rest) = worth(rest)?;
    let counter = match worth {
        Worth::Good => Some(&mut found.good),
        Worth::Bad => Some(&mut found.bad),
        Worth::Neither => {
            found.idle = true;
            None
        }
    };
    if let Some(counter) = counter {
        *counter = Some(counter.unwrap_or_default().saturating_add(count));
    }
    Some(aside(rest).unwrap_or(rest))
}

/// Takes an aside such as ` (3 steps)`; ` (5)` is a sum and not an aside.
fn aside(text: &str) -> Option<&str> {
    let inner = number(text.strip_prefix(" (")?)?.1.strip_prefix(' ')?;
    let (words, rest) = inner.split_once(')')?;
    words.chars().all(|c| c.is_ascii_alphanumeric() || " ,".contains(c)).then_some(rest)
}
