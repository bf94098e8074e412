//! Text for a terminal, laid out: lines that fit a width, made of spans with a tone.
//!
//! The layout is the same with and without colour, and says the same: a tone only ever repeats what
//! the words say. What a span holds can be shown anywhere; see [`text::visible`].

pub mod bar;
pub mod ink;
pub mod number;
pub mod table;
pub mod text;

use alloc::{string::String, vec::Vec};

pub use ink::{Ink, Looks};
pub use table::{Cell, Column, Table};

use crate::limits::{COLUMNS_DEFAULT, COLUMNS_MAX, COLUMNS_MIN};

/// How many columns a screen has.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Columns(u16);

impl Columns {
    /// Returns the columns to lay out for, in a terminal of that many; where nobody knows, there
    /// are 80. A narrower terminal than the least wraps; in a wider one the rest stays empty.
    #[must_use]
    pub fn of(terminal: Option<u16>) -> Self {
        Self(terminal.unwrap_or(COLUMNS_DEFAULT).clamp(COLUMNS_MIN, COLUMNS_MAX))
    }

    /// Returns the number.
    #[must_use]
    pub fn number(self) -> usize {
        usize::from(self.0)
    }
}

/// What a span is to the reader, beside what it says.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Tone {
    /// Nothing in particular.
    #[default]
    Plain,
    /// A heading, or what matters most.
    Strong,
    /// What can be skipped.
    Faint,
    /// What is as it should be.
    Good,
    /// What needs a look.
    Warn,
    /// What is wrong, or was sent back.
    Bad,
}

/// A piece of a line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Span {
    tone: Tone,
    text: String,
}

impl Span {
    /// Returns a span that can be shown, whatever the text holds.
    #[must_use]
    pub fn of(tone: Tone, text: &str) -> Self {
        Self { tone, text: text::visible(text) }
    }

    /// Returns its tone.
    #[must_use]
    pub fn tone(&self) -> Tone {
        self.tone
    }

    /// Returns its text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// One line.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Line(Vec<Span>);

impl Line {
    /// Returns an empty line.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a line of one plain text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self::new().plain(text)
    }

    /// Returns the line with this behind it.
    #[must_use]
    pub fn plain(self, text: &str) -> Self {
        self.add(Tone::Plain, text)
    }

    /// Returns the line with this behind it, in a tone.
    #[must_use]
    pub fn add(mut self, tone: Tone, text: &str) -> Self {
        self.0.push(Span::of(tone, text));
        self
    }

    /// Returns the line, filled with blanks up to a width.
    #[must_use]
    pub fn up_to(self, width: usize) -> Self {
        let missing = width.saturating_sub(self.width());
        self.plain(&" ".repeat(missing))
    }

    /// Returns its spans.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.0
    }

    /// Returns how many columns it takes.
    #[must_use]
    pub fn width(&self) -> usize {
        self.0.iter().fold(0, |sum, span| sum.saturating_add(text::width(&span.text)))
    }

    /// Returns the line within a width: what does not fit goes, and its end says so.
    #[must_use]
    pub fn within(self, width: usize) -> Self {
        if self.width() <= width {
            return self;
        }
        let mut left = width;
        let mut spans = Vec::new();
        for span in self.0 {
            let own = text::width(&span.text);
            // Where the last column is reached more follows, or it would have fitted.
            if own < left {
                left = left.saturating_sub(own);
                spans.push(span);
            } else {
                let cut = text::cut(&[&span.text, "\u{2026}"].concat(), left);
                spans.push(Span { text: cut, ..span });
                break;
            }
        }
        Self(spans)
    }
}

/// Lines below each other, none wider than the columns.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Screen {
    columns: Columns,
    lines: Vec<Line>,
}

impl Screen {
    /// Returns an empty screen.
    #[must_use]
    pub fn new(columns: Columns) -> Self {
        Self { columns, lines: Vec::new() }
    }

    /// Returns how wide it is.
    #[must_use]
    pub fn columns(&self) -> Columns {
        self.columns
    }

    /// Returns its lines.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Adds a line, cut where it is too long.
    pub fn line(&mut self, line: Line) {
        self.lines.push(line.within(self.columns.number()));
    }

    /// Adds an empty line, unless there is one or nothing above it.
    pub fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| line.width() > 0) {
            self.lines.push(Line::new());
        }
    }

    /// Adds a heading, below an empty line.
    pub fn heading(&mut self, words: &str) {
        self.blank();
        self.say(Tone::Strong, words);
    }

    /// Adds a line across the screen.
    pub fn divide(&mut self) {
        let line = "\u{2500}".repeat(self.columns.number());
        self.line(Line::new().add(Tone::Faint, &line));
    }

    /// Adds a paragraph.
    pub fn text(&mut self, words: &str) {
        self.say(Tone::Plain, words);
    }

    /// Adds a paragraph in a tone.
    pub fn say(&mut self, tone: Tone, words: &str) {
        self.hang(Line::new(), tone, words);
    }

    /// Adds a paragraph behind `first`, whose further lines begin where its first one does.
    /// White space in it does not count.
    pub fn hang(&mut self, first: Line, tone: Tone, words: &str) {
        let first = first.within(self.columns.number().saturating_div(2));
        let indent = first.width();
        let width = self.columns.number().saturating_sub(indent);
        let mut start = Some(first);
        for part in text::wrap(words, width) {
            let before = start.take().unwrap_or_else(|| Line::new().up_to(indent));
            self.line(before.add(tone, &part));
        }
        if let Some(first) = start {
            self.line(first);
        }
    }

    /// Adds texts with their names, the texts below each other.
    pub fn pairs<'a>(&mut self, pairs: impl IntoIterator<Item = (&'a str, String)>) {
        let pairs: Vec<(&str, String)> = pairs.into_iter().collect();
        let widest = pairs.iter().map(|(name, _)| text::width(name)).max().unwrap_or(0);
        for (name, words) in pairs {
            let first = Line::new().add(Tone::Faint, name).up_to(widest.saturating_add(2));
            self.hang(first, Tone::Plain, &words);
        }
    }

    /// Adds a table.
    pub fn table(&mut self, table: &Table) {
        for line in table.lines(self.columns) {
            self.line(line);
        }
    }

    /// Adds another screen's lines.
    pub fn append(&mut self, other: Self) {
        other.lines.into_iter().for_each(|line| self.line(line));
    }

    /// Returns the text that a terminal shows, each line with its end.
    #[must_use]
    pub fn print(&self, ink: Ink) -> String {
        let mut text = String::new();
        for line in &self.lines {
            ink.print(line, &mut text);
        }
        text
    }
}
