//! Tables: columns that fit a width.

use alloc::{string::String, vec::Vec};

use super::{Columns, Line, Tone, text};

/// Blanks between columns.
const GAP: usize = 2;

/// The least width of a column that gives way.
const YIELDING_MIN: usize = 8;

/// A table.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Column {
    head: String,
    side: Side,
    room: Room,
    /// On how many columns it begins to be shown.
    from: usize,
}

/// The side to which a column's cells keep.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Side {
    Left,
    Right,
}

/// What happens to a column where there is too little room.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Room {
    /// It keeps its width.
    Whole,
    /// Its cells are cut.
    Cut,
    /// Its cells take several lines.
    Wrap,
}

impl Column {
    /// Returns a column of words.
    #[must_use]
    pub fn left(head: &str) -> Self {
        Self { head: text::visible(head), side: Side::Left, room: Room::Whole, from: 0 }
    }

    /// Returns a column of numbers.
    #[must_use]
    pub fn right(head: &str) -> Self {
        Self { side: Side::Right, ..Self::left(head) }
    }

    /// Returns the column, whose cells are cut where there is too little room.
    #[must_use]
    pub fn cut(self) -> Self {
        Self { room: Room::Cut, ..self }
    }

    /// Returns the column, whose cells take several lines where there is too little room.
    #[must_use]
    pub fn wrapped(self) -> Self {
        Self { room: Room::Wrap, ..self }
    }

    /// Returns the column, which a narrower screen than this does without.
    #[must_use]
    pub fn from(self, columns: usize) -> Self {
        Self { from: columns, ..self }
    }

    fn put(&self, line: Line, tone: Tone, words: &str, width: usize) -> Line {
        let end = line.width().saturating_add(width);
        let line = match self.side {
            Side::Left => line,
            Side::Right => {
                let start = end.saturating_sub(text::width(words));
                line.up_to(start)
            }
        };
        line.add(tone, words).up_to(end)
    }
}

/// A cell of a table.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Cell {
    tone: Tone,
    text: String,
}

impl Cell {
    /// Returns a cell in a tone.
    #[must_use]
    pub fn of(tone: Tone, words: &str) -> Self {
        Self { tone, text: text::visible(words) }
    }
}

impl From<&str> for Cell {
    fn from(words: &str) -> Self {
        Self::of(Tone::Plain, words)
    }
}

impl From<String> for Cell {
    fn from(words: String) -> Self {
        Self::of(Tone::Plain, &words)
    }
}

impl Table {
    /// Returns a table without rows.
    #[must_use]
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self { columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row. Cells beyond the last column are not shown.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Returns the lines of the table, its heads first, unless all are empty.
    #[must_use]
    pub fn lines(&self, columns: Columns) -> Vec<Line> {
        let widths = self.widths(columns);
        let head: Vec<Cell> =
            self.columns.iter().map(|column| Cell::of(Tone::Faint, &column.head)).collect();
        let has_head = self.columns.iter().any(|column| !column.head.is_empty());
        let rows = has_head.then_some(&head).into_iter().chain(&self.rows);
        rows.flat_map(|row| self.row_lines(row, &widths)).collect()
    }

    fn row_lines(&self, row: &[Cell], widths: &[Option<usize>]) -> Vec<Line> {
        let none = Cell::default();
        let mut shown = Vec::new();
        for (at, (column, width)) in self.columns.iter().zip(widths).enumerate() {
            let Some(width) = *width else { continue };
            let cell = row.get(at).unwrap_or(&none);
            let parts = match column.room {
                Room::Wrap => text::wrap(&cell.text, width),
                Room::Whole | Room::Cut => [text::cut(&cell.text, width)].into(),
            };
            shown.push((column, width, cell.tone, parts));
        }
        let height = shown.iter().map(|(_, _, _, parts)| parts.len()).max().unwrap_or(0);
        let line = |at: usize| {
            shown.iter().fold(Line::new(), |line, (column, width, tone, parts)| {
                let gap = if line.spans().is_empty() { 0 } else { GAP };
                let start = line.width().saturating_add(gap);
                let words = parts.get(at).map_or("", String::as_str);
                column.put(line.up_to(start), *tone, words, *width)
            })
        };
        (0..height.max(1)).map(line).collect()
    }

    /// Returns the width of each column that is shown.
    fn widths(&self, columns: Columns) -> Vec<Option<usize>> {
        let all = columns.number();
        let natural: Vec<Option<usize>> = self
            .columns
            .iter()
            .enumerate()
            .map(|(at, column)| (column.from <= all).then(|| self.natural(at, column)))
            .collect();
        let is_yielding = |(column, width): &(&Column, &Option<usize>)| {
            column.room != Room::Whole && width.is_some()
        };
        let pairs = || self.columns.iter().zip(&natural);
        let gaps = natural.iter().flatten().count().saturating_sub(1).saturating_mul(GAP);
        let fixed = pairs()
            .filter(|pair| !is_yielding(pair))
            .filter_map(|(_, width)| *width)
            .fold(gaps, usize::saturating_add);
        let mut wanted: Vec<usize> =
            pairs().filter(is_yielding).filter_map(|(_, width)| *width).collect();
        wanted.sort_unstable();
        let most = fair(&wanted, all.saturating_sub(fixed)).max(YIELDING_MIN);
        let of = |pair: (&Column, &Option<usize>)| {
            let is_yielding = is_yielding(&pair);
            pair.1.map(|width| if is_yielding { width.min(most) } else { width })
        };
        pairs().map(of).collect()
    }

    fn natural(&self, at: usize, column: &Column) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(at));
        let cells = cells.map(|cell| text::width(&cell.text));
        cells.fold(text::width(&column.head), usize::max)
    }
}

/// Returns the most that each may have so that all have room; who wants less leaves the rest to the
/// others. `wanted` is sorted.
fn fair(wanted: &[usize], room: usize) -> usize {
    let (mut left, mut others) = (room, wanted.len());
    for width in wanted {
        let share = left.checked_div(others).unwrap_or(left);
        if *width > share {
            return share;
        }
        left = left.saturating_sub(*width);
        others = others.saturating_sub(1);
    }
    usize::MAX
}
