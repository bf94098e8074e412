//! Reads single keys from a terminal, and restores its mode whatever happens.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::io;
use std::panic;

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use signal_hook::flag;

use crate::system::scratch::ending;

/// How soon a signal is noticed.
const GLANCE: Duration = Duration::from_millis(200);

/// Signals that ask the program to end. From then on they are noted, so that the terminal can be
/// put right first.
#[derive(Debug)]
pub(crate) struct Signals(Arc<AtomicBool>);

impl Signals {
    pub(crate) fn watch() -> io::Result<Self> {
        let noted = Arc::new(AtomicBool::new(false));
        for signal in ending() {
            flag::register(signal, Arc::clone(&noted))?;
        }
        Ok(Self(noted))
    }

    /// Returns whether one has come.
    pub(crate) fn have_come(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A terminal that hands over keys as they are pressed.
#[derive(Debug)]
pub(crate) struct Keys {
    signals: Signals,
}

impl Keys {
    pub(crate) fn listen() -> io::Result<Self> {
        let signals = Signals::watch()?;
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let _ = disable_raw_mode();
            before(info);
        }));
        enable_raw_mode()?;
        Ok(Self { signals })
    }

    /// Waits for a key; there is none once the program is asked to end.
    pub(crate) fn next(&self) -> io::Result<Option<char>> {
        while !self.signals.have_come() {
            if event::poll(GLANCE)?
                && let Event::Key(key) = event::read()?
            {
                match pressed(key) {
                    Some(Pressed::Key(key)) => return Ok(Some(key)),
                    Some(Pressed::End) => return Ok(None),
                    None => {}
                }
            }
        }
        Ok(None)
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        // There is nobody left to tell.
        let _ = disable_raw_mode();
    }
}

/// What a key is to us.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Pressed {
    Key(char),
    /// Control and C, or D: raw terminals make no signal of them.
    End,
}

/// Returns what was pressed, if it was a character.
pub(crate) fn pressed(key: KeyEvent) -> Option<Pressed> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let named = [(KeyCode::Esc, 'q'), (KeyCode::Down, 'j'), (KeyCode::Up, 'k')];
    if let Some((_, key)) = named.iter().find(|(code, _)| *code == key.code) {
        return Some(Pressed::Key(*key));
    }
    let KeyCode::Char(char) = key.code else { return None };
    let is_end = key.modifiers.contains(KeyModifiers::CONTROL) && matches!(char, 'c' | 'd');
    Some(if is_end { Pressed::End } else { Pressed::Key(char) })
}
