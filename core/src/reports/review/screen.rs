//! The screens of `sprag review`, and what its keys mean.

use alloc::{format, string::String};

use super::{Mark, Queue, Review, Waiting, hint};
use crate::text::calendar::Clock;
use crate::text::screen::number::{count, counted};
use crate::text::screen::{Column, Columns, Line, Screen, Table, Tone};

/// What a key answers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Answer {
    /// The objection is this.
    Mark(Mark),
    /// Another time.
    Skip,
    /// Enough.
    Quit,
}

impl Answer {
    /// Returns what a key answers, if anything.
    #[must_use]
    pub fn of_key(key: char) -> Option<Self> {
        match key {
            'r' | 'R' => Some(Self::Mark(Mark::Right)),
            'w' | 'W' => Some(Self::Mark(Mark::Wrong)),
            's' | 'S' => Some(Self::Skip),
            'q' | 'Q' => Some(Self::Quit),
            _ => None,
        }
    }
}

/// The most of what was typed next that is shown.
const TYPED_CHARS: usize = 200;

/// Returns the question about an objection. `typed` is what the user typed next, where it is known;
/// `left` is how many wait behind it.
#[must_use]
pub fn asked(waiting: &Waiting, left: usize, typed: Option<&str>, columns: Columns) -> Screen {
    let mut screen = Screen::new(columns);
    if let Some(typed) = typed {
        let start: String = typed.chars().take(TYPED_CHARS).collect();
        screen.hang(Line::new().add(Tone::Faint, "next you typed  "), Tone::Plain, &start);
        if let Some(mark) = hint(typed) {
            screen.say(Tone::Faint, &format!("which speaks for: {}", mark.word()));
        }
    }
    let left = u64::try_from(left).unwrap_or(u64::MAX);
    screen.text(&format!(
        "{} objects. [r]ight, [w]rong, [s]kip or [q]uit? ({} behind it)",
        waiting.check.word,
        count(left),
    ));
    screen
}

/// Returns the list of what waits.
#[must_use]
pub fn listed(queue: &Queue, clock: &Clock<'_>, columns: Columns) -> Screen {
    let mut screen = Screen::new(columns);
    if queue.is_empty() {
        screen.text("No objection is waiting for a review.");
        return screen;
    }
    let number = u64::try_from(queue.len()).unwrap_or(u64::MAX).saturating_add(queue.older());
    screen.heading(&format!("{} to review", counted(number, "objection", "objections")));
    let mut table =
        Table::new([Column::left("record"), Column::left("when"), Column::left("check")]);
    for waiting in queue.iter() {
        let record = &waiting.entry.record;
        let when = clock.text(record.at_ms);
        table.row([waiting.entry.id.as_str().into(), when.into(), waiting.check.word.into()]);
    }
    screen.table(&table);
    if queue.older() > 0 {
        screen.say(Tone::Faint, &format!("and {} older ones", count(queue.older())));
    }
    screen.blank();
    screen.text("`sprag why ID` shows one, `sprag review ID right|wrong` reviews it.");
    screen
}

/// Returns what is said of a review that was taken.
#[must_use]
pub fn thanks(review: &Review) -> String {
    format!("{} {}: {}\n", review.id, review.check, review.mark.word())
}
