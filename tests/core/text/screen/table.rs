//! Tables at every width.

use sprag_core::text::screen::{Cell, Column, Ink, Screen, Table, Tone};

use super::columns;

fn table() -> Table {
    let mut table = Table::new([
        Column::left("check"),
        Column::right("stops"),
        Column::right("p90").from(80),
        Column::left("what is missing").wrapped(),
    ]);
    let row = |name: &str, stops: &str, words: &str| {
        [name.into(), Cell::from(stops), Cell::of(Tone::Faint, "7 ms"), Cell::from(words)]
    };
    table.row(row("promises", "1,204", "12 more reviews, and at most 3 of 100 stops may be wrong"));
    table.row(row("watch", "7", ""));
    table
}

fn shown(table: &Table, width: u16) -> String {
    let mut screen = Screen::new(columns(width));
    screen.table(table);
    screen.print(Ink::PLAIN)
}

#[test]
fn words_wrap_and_numbers_do_not() {
    let text = "\
check     stops  what is missing
promises  1,204  12 more reviews, and at
                 most 3 of 100 stops may
                 be wrong
watch         7
";
    assert_eq!(shown(&table(), 40), text);
}

#[test]
fn a_wider_screen_shows_more() {
    let text = "\
check     stops   p90  what is missing
promises  1,204  7 ms  12 more reviews, and at most 3 of 100 stops may be wrong
watch         7  7 ms
";
    assert_eq!(shown(&table(), 80), text);
}

#[test]
fn cells_that_are_cut_share_what_is_left() {
    let mut table =
        Table::new([Column::left("a").cut(), Column::left("b").cut(), Column::right("n")]);
    table.row([Cell::from("ab"), Cell::from("x".repeat(60)), Cell::from("1")]);
    let cut = format!("{}\u{2026}", "x".repeat(32));
    assert_eq!(shown(&table, 40), format!("a   b{}n\nab  {cut}  1\n", " ".repeat(34)));
    let mut table = Table::new([Column::left("").cut(), Column::left("").cut()]);
    table.row([Cell::from("x".repeat(60)), Cell::from("y".repeat(60))]);
    let half = |letter: &str| format!("{}\u{2026}", letter.repeat(18));
    assert_eq!(shown(&table, 40), format!("{}  {}\n", half("x"), half("y")));
}

#[test]
fn cells_that_are_missing_are_empty_and_those_beyond_the_last_column_not_shown() {
    let mut table = Table::new([Column::left("a"), Column::left("b")]);
    table.row([Cell::from("1")]);
    table.row(["2", "3", "4"].map(Cell::from));
    table.row([]);
    assert_eq!(shown(&table, 40), "a  b\n1\n2  3\n\n");
}

#[test]
fn what_keeps_its_width_is_cut_where_even_that_is_too_wide() {
    let mut table = Table::new([Column::left("whole"), Column::left("rest").cut()]);
    table.row([Cell::from("w".repeat(50)), Cell::from("r")]);
    assert!(shown(&table, 40).lines().all(|line| line.chars().count() <= 40));
}
