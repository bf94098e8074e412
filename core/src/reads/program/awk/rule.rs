//! What a program of `awk` prints, as far as the numbers of lines say so.

use crate::reads::part::{Lines, Part};
use crate::reads::program::digits;

/// Lines that a rule is for.
#[derive(Clone, Copy, Debug)]
struct Span {
    first: u64,
    last: u64,
}

/// What a rule does with its lines.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Act {
    Print,
    Exit,
    Nothing,
}

/// How many rules a program may have.
const RULES_MAX: usize = 8;

/// Returns the lines that a program prints whole, or nothing where that is in doubt.
pub(super) fn part(program: &str) -> Option<Part> {
    let mut reading = Reading(program);
    let mut printed = heapless::Vec::<Span, RULES_MAX>::new();
    // Lines that the next rule is still run for, and the last line that is read.
    let mut alive = Span::ALL;
    let mut end = u64::MAX;
    loop {
        reading.separators();
        if reading.0.is_empty() {
            break;
        }
        let (span, act) = reading.statement()?;
        let span = span.and(alive);
        match act {
            Act::Print => printed.push(span).ok()?,
            Act::Exit if span.first <= span.last => {
                alive.last = span.first.saturating_sub(1);
                end = end.min(span.first);
            }
            Act::Exit | Act::Nothing => {}
        }
    }
    let mut lines = Lines::default();
    for span in printed {
        lines.add(span.first, span.last.min(end))?;
    }
    Some(Part::of(lines))
}

/// What is left of a program.
#[derive(Clone, Copy, Debug)]
struct Reading<'t>(&'t str);

impl<'t> Reading<'t> {
    fn separators(&mut self) {
        self.0 = self.0.trim_start_matches([' ', '\t', '\n', '\r', ';']);
    }

    /// Reads a pattern, an action, or both.
    fn statement(&mut self) -> Option<(Span, Act)> {
        let span = if self.0.starts_with('{') { Span::ALL } else { self.pattern()? };
        self.blanks();
        let act = if self.take("{") { self.action()? } else { Act::Print };
        Some((span, act))
    }

    /// Reads `1`, `NR < 900`, `NR>=10 && NR<=20`, `NR==10,NR==20`.
    fn pattern(&mut self) -> Option<Span> {
        if self.0.starts_with(|c: char| c.is_ascii_digit()) {
            let is_true = self.number()? > 0;
            return Some(if is_true { Span::ALL } else { Span::NONE });
        }
        let mut span = self.comparison()?;
        loop {
            self.blanks();
            if self.take("&&") {
                self.blanks();
                span = span.and(self.comparison()?);
            } else if self.take(",") {
                self.blanks();
                let last = self.comparison()?;
                span = Span { first: span.first, last: last.first.max(span.first) };
            } else {
                return Some(span);
            }
        }
    }

    fn comparison(&mut self) -> Option<Span> {
        if !(self.take("NR") || self.take("FNR")) {
            return None;
        }
        self.blanks();
        let operators = ["==", "<=", ">=", "<", ">"];
        let operator = operators.into_iter().find(|operator| self.take(operator))?;
        self.blanks();
        let number = self.number()?;
        Some(match operator {
            // There is no line 0.
            "==" if number == 0 => Span::NONE,
            "==" => Span { first: number, last: number },
            "<=" => Span { first: 1, last: number },
            ">=" => Span { first: number.max(1), last: u64::MAX },
            "<" => Span { first: 1, last: number.saturating_sub(1) },
            _ => Span { first: number.saturating_add(1), last: u64::MAX },
        })
    }

    /// Reads an action up to its brace. What prints anything but whole lines is in doubt.
    fn action(&mut self) -> Option<Act> {
        let (inside, rest) = self.0.split_once('}')?;
        if inside.contains('{') {
            return None;
        }
        self.0 = rest;
        match inside.trim().trim_end_matches(';').trim_end() {
            "" => Some(Act::Nothing),
            "exit" => Some(Act::Exit),
            "print" => Some(Act::Print),
            action => {
                let arguments =
                    action.strip_prefix("printf").or_else(|| action.strip_prefix("print"))?;
                // The line itself is one of them, and no part of the line is taken.
                let is_whole = arguments
                    .split([',', ' ', '(', ')'])
                    .any(|word| word.split('"').next_back().is_some_and(|word| word == "$0"));
                let is_plain = !arguments.contains([';', '\n', '|', '>']);
                let takes_part = ["substr", "sub(", "length", "?", "split"];
                let is_part = takes_part.iter().any(|part| arguments.contains(part));
                (is_whole && is_plain && !is_part).then_some(Act::Print)
            }
        }
    }

    fn number(&mut self) -> Option<u64> {
        let end = self.0.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.0.len());
        let (number, rest) = self.0.split_at_checked(end)?;
        self.0 = rest;
        digits(number)
    }

    fn blanks(&mut self) {
        self.0 = self.0.trim_start_matches([' ', '\t']);
    }

    fn take(&mut self, text: &str) -> bool {
        let rest = self.0.strip_prefix(text);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }
}

impl Span {
    const ALL: Self = Self { first: 1, last: u64::MAX };
    const NONE: Self = Self { first: 1, last: 0 };

    fn and(self, other: Self) -> Self {
        Self { first: self.first.max(other.first), last: self.last.min(other.last) }
    }
}
