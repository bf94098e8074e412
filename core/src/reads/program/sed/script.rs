//! What a script of `sed` prints, as far as the numbers of lines say so.

use alloc::vec::Vec;

use super::address::Set;
use crate::reads::part::{Lines, Part};

/// Returns the lines that a script prints, or nothing where that is in doubt: it may only print
/// what fits a pattern.
pub(super) fn part(script: &str, is_quiet: bool) -> Option<Part> {
    if script.starts_with("#n") {
        return None;
    }
    let mut run = Run::of(script);
    run.all(is_quiet)?;
    if !is_quiet {
        run.printed.push(run.alive);
        run.printed.extend(run.quit.map(|line| Set::of(line, line)));
    }
    let mut lines = Lines::default();
    for range in run.printed.iter().flat_map(Set::ranges) {
        lines.add(range.first, range.last.min(run.last))?;
    }
    Some(Part::of(lines))
}

/// A script that is read and followed.
#[derive(Clone, Debug)]
struct Run<'t> {
    rest: &'t str,
    /// What `p` prints, in order.
    printed: Vec<Set>,
    /// Lines that the next command is still run for, and that are printed at the end.
    alive: Set,
    /// The last line that is read.
    last: u64,
    /// The line at which it quits and that is printed anyway.
    quit: Option<u64>,
}

/// How deep blocks are nested.
const BLOCKS_MAX: usize = 8;

/// How many commands a script may have.
const COMMANDS_MAX: usize = 64;

impl<'t> Run<'t> {
    fn of(script: &'t str) -> Self {
        Self { rest: script, printed: Vec::new(), alive: Set::all(), last: u64::MAX, quit: None }
    }

    fn all(&mut self, is_quiet: bool) -> Option<()> {
        let mut blocks: Vec<Addressed> = Vec::new();
        for _ in 0..COMMANDS_MAX {
            self.skip(&[' ', '\t', '\n', ';']);
            if self.rest.is_empty() {
                return blocks.is_empty().then_some(());
            }
            if self.take('}') {
                blocks.pop()?;
                continue;
            }
            let own = self.addressed()?;
            let outer = blocks.last().cloned().unwrap_or_else(Addressed::all);
            let here = outer.and(&own)?;
            self.skip(&[' ', '\t']);
            let command = self.next()?;
            if command == '{' {
                if blocks.len() >= BLOCKS_MAX {
                    return None;
                }
                blocks.push(here);
                continue;
            }
            self.command(command, &here, is_quiet)?;
        }
        None
    }

    /// Follows one command.
    fn command(&mut self, command: char, here: &Addressed, is_quiet: bool) -> Option<()> {
        match command {
            // Whatever fits the pattern is changed, and anyway printed.
            's' => {
                let flags = self.substitution()?;
                let is_harmless = flags.chars().all(|c| "giImM".contains(c) || c.is_ascii_digit());
                return is_harmless.then_some(());
            }
            'y' => return self.substitution()?.is_empty().then_some(()),
            '#' => {
                self.line();
                return Some(());
            }
            // Text beside the lines.
            'a' | 'i' => {
                self.line();
                return Some(());
            }
            '=' | 'G' => {}
            'p' | 'P' | 'l' => self.print(here, is_quiet)?,
            'd' => self.alive = self.alive.without(here.known()?)?,
            'q' => self.quit = self.end(here.known()?)?.or(self.quit),
            'Q' => drop(self.end(here.known()?)?),
            _ => return None,
        }
        self.skip(&[' ', '\t']);
        matches!(self.rest.chars().next(), None | Some(';' | '\n' | '}' | '#')).then_some(())
    }

    /// What is printed besides all lines makes no difference; alone, what fits a pattern does.
    fn print(&mut self, here: &Addressed, is_quiet: bool) -> Option<()> {
        match here.known() {
            Some(lines) => self.printed.push(self.alive.and(lines)?),
            None if is_quiet => return None,
            None => {}
        }
        Some(())
    }

    /// Ends at the first of these lines, and returns it.
    fn end(&mut self, here: &Set) -> Option<Option<u64>> {
        let Some(first) = self.alive.and(here)?.first() else { return Some(None) };
        self.alive = self.alive.and(&Set::of(1, first.saturating_sub(1)))?;
        self.last = self.last.min(first);
        Some(Some(first))
    }

    /// Reads the address before a command.
    fn addressed(&mut self) -> Option<Addressed> {
        let first = self.address()?;
        let mut here = match first {
            Address::None => Addressed::all(),
            Address::Line(line) => Addressed::Known(Set::of(line, line)),
            Address::Pattern => Addressed::Pattern,
        };
        self.skip(&[' ', '\t']);
        if first != Address::None && self.take(',') {
            self.skip(&[' ', '\t']);
            here = match (first, self.take('+')) {
                (Address::Line(line), true) => {
                    let last = line.saturating_add(self.number()?);
                    Addressed::Known(Set::of(line, last))
                }
                (Address::Line(first), false) => match self.address()? {
                    Address::None => return None,
                    Address::Line(last) => Addressed::Known(Set::of(first, last.max(first))),
                    Address::Pattern => Addressed::Pattern,
                },
                (Address::Pattern, true) => {
                    self.number()?;
                    Addressed::Pattern
                }
                (Address::Pattern, false) => match self.address()? {
                    Address::None => return None,
                    Address::Line(_) | Address::Pattern => Addressed::Pattern,
                },
                (Address::None, _) => return None,
            };
        }
        self.skip(&[' ', '\t']);
        if self.take('!') { here.not() } else { Some(here) }
    }

    fn address(&mut self) -> Option<Address> {
        if self.take('$') {
            return Some(Address::Line(u64::MAX));
        }
        if self.take('\\') {
            let delimiter = self.next()?;
            self.delimited(delimiter)?;
            return Some(Address::Pattern);
        }
        if self.take('/') {
            self.delimited('/')?;
            while self.take('I') || self.take('M') {}
            return Some(Address::Pattern);
        }
        if !self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(Address::None);
        }
        let line = self.number()?;
        // Every so many lines.
        if self.take('~') { None } else { Some(Address::Line(line)) }
    }

    /// Reads `/a/b/flags`, and returns the flags.
    fn substitution(&mut self) -> Option<&'t str> {
        let delimiter = self.next()?;
        self.delimited(delimiter)?;
        self.delimited(delimiter)?;
        let end = self.rest.find([';', '\n', '}', ' ', '\t', '#']);
        let (flags, rest) = self.rest.split_at_checked(end.unwrap_or(self.rest.len()))?;
        self.rest = rest;
        Some(flags)
    }

    /// Reads up to a delimiter that is not escaped.
    fn delimited(&mut self, delimiter: char) -> Option<()> {
        let mut is_escaped = false;
        for (at, c) in self.rest.char_indices() {
            if c == delimiter && !is_escaped {
                self.rest = self.rest.get(at.saturating_add(c.len_utf8())..)?;
                return Some(());
            }
            is_escaped = c == '\\' && !is_escaped;
        }
        None
    }

    fn number(&mut self) -> Option<u64> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        super::super::digits(number)
    }

    fn line(&mut self) {
        self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest);
    }

    fn next(&mut self) -> Option<char> {
        let mut rest = self.rest.chars();
        let next = rest.next();
        self.rest = rest.as_str();
        next
    }

    fn take(&mut self, c: char) -> bool {
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip(&mut self, characters: &[char]) {
        self.rest = self.rest.trim_start_matches(characters);
    }
}

/// What stands before a command, or between two of it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Address {
    None,
    Line(u64),
    Pattern,
}

/// Which lines a command is for.
#[derive(Clone, Debug)]
enum Addressed {
    Known(Set),
    /// Those that fit a pattern.
    Pattern,
}

impl Addressed {
    fn all() -> Self {
        Self::Known(Set::all())
    }

    const fn known(&self) -> Option<&Set> {
        match self {
            Self::Known(lines) => Some(lines),
            Self::Pattern => None,
        }
    }

    fn and(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Known(one), Self::Known(two)) => one.and(two).map(Self::Known),
            (Self::Pattern, _) | (_, Self::Pattern) => Some(Self::Pattern),
        }
    }

    fn not(self) -> Option<Self> {
        match self {
            Self::Known(lines) => lines.not().map(Self::Known),
            Self::Pattern => Some(Self::Pattern),
        }
    }
}
