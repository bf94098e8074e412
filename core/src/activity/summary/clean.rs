//! A line as a terminal would show it.

use heapless::String;
use memchr::memchr3;

use crate::limits::SUMMARY_LINE_BYTES_MAX;

/// Removes escapes and what was written over, with one buffer for all lines.
#[derive(Debug, Default)]
pub(super) struct Cleaner {
    shown: String<SUMMARY_LINE_BYTES_MAX>,
    full: bool,
}

/// Where the cleaner is in an escape, by ECMA-48.
enum State {
    Text,
    Escape,
    /// Behind `ESC [`, with what came last.
    Control(char),
    /// Behind `ESC ]` and its kin: up to BEL or `ESC \`.
    Command,
}

impl Cleaner {
    /// Returns the beginning of what is left of `line` on a terminal, without blanks at its end.
    pub(super) fn clean<'a>(&'a mut self, line: &'a str) -> &'a str {
        let line = line.trim_end_matches(['\r', '\n']);
        let line = if memchr3(b'\r', 0x1b, 0x08, line.as_bytes()).is_none() {
            line
        } else {
            self.redraw(line);
            &self.shown
        };
        let end = line.floor_char_boundary(SUMMARY_LINE_BYTES_MAX);
        line.get(..end).unwrap_or_default().trim_end()
    }

    fn clear(&mut self) {
        self.shown.clear();
        self.full = false;
    }

    fn redraw(&mut self, line: &str) {
        self.clear();
        let mut state = State::Text;
        let mut over = false;
        for character in line.chars() {
            state = match (state, character) {
                (State::Text, '\u{1b}') => State::Escape,
                (State::Text, '\r') => {
                    over = true;
                    State::Text
                }
                (State::Text, '\u{8}') => {
                    self.shown.pop();
                    State::Text
                }
                (State::Text, character) => {
                    if core::mem::take(&mut over) {
                        self.clear();
                    }
                    if !self.full && self.shown.push(character).is_err() {
                        self.full = true;
                    }
                    State::Text
                }
                (State::Escape, '[') => State::Control('['),
                (State::Escape, ']' | 'P' | 'X' | '^' | '_') => State::Command,
                // Intermediate characters; the next one ends it.
                (State::Escape, ' '..='/') => State::Escape,
                (State::Escape, _) => State::Text,
                // The line is erased, or what comes is written over it from the first column.
                (State::Control('1' | '2'), 'J' | 'K') | (State::Control('[' | '1'), 'G') => {
                    over = true;
                    State::Text
                }
                (State::Control(_), '@'..='~') => State::Text,
                (State::Control(_), last) => State::Control(last),
                (State::Command, '\u{7}') => State::Text,
                (State::Command, '\u{1b}') => State::Escape,
                (State::Command, _) => State::Command,
            };
        }
    }
}
