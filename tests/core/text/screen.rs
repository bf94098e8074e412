//! Text for a terminal: what fits, what is shown, and that colour adds nothing.

mod table;
mod text;

use proptest::prelude::*;
use sprag_core::text::screen::bar::{bar, share_bar, sparkline};
use sprag_core::text::screen::{
    Cell, Column, Columns, Ink, Line, Looks, Screen, Table, Tone, number,
};

use crate::properties;

pub(crate) fn columns(number: u16) -> Columns {
    Columns::of(Some(number))
}

const TERMINAL: Looks<'_> =
    Looks { is_terminal: true, no_color: None, term: Some("xterm-256color"), locale: None };

#[test]
fn a_screen_has_eighty_columns_where_nobody_knows_and_never_too_few_or_too_many() {
    let number = |terminal| Columns::of(terminal).number();
    assert_eq!(number(None), 80);
    assert_eq!(
        [0, 39, 40, 77, 120, 121, u16::MAX].map(|it| number(Some(it))),
        [40, 40, 40, 77, 120, 120, 120]
    );
}

#[test]
fn colour_is_for_terminals_that_have_it_and_people_who_want_it() {
    let has = |looks| Ink::of(looks).has_colour();
    assert!(has(TERMINAL));
    assert!(has(Looks { no_color: Some(""), ..TERMINAL }));
    assert!(!has(Looks { no_color: Some("1"), ..TERMINAL }));
    assert!(!has(Looks { is_terminal: false, ..TERMINAL }));
    assert!(!has(Looks { term: Some("dumb"), ..TERMINAL }));
    assert!(!has(Looks { term: Some(""), ..TERMINAL }));
    assert!(!has(Looks { term: None, ..TERMINAL }));
    assert!(!Ink::PLAIN.has_colour());
}

#[test]
fn a_locale_without_utf_8_gets_bars_of_ascii_of_the_same_width() {
    let drawn = |looks| Ink::of(looks).drawn("\u{2588}\u{2591}\u{2500}\u{2026}\u{2581}\u{e9}");
    for locale in [Some("C"), Some("POSIX"), Some("de_DE.ISO-8859-1")] {
        assert_eq!(drawn(Looks { locale, ..TERMINAL }), "#.-~_\u{e9}");
    }
    for locale in [None, Some(""), Some("C.UTF-8"), Some("de_DE.utf8")] {
        assert_eq!(
            drawn(Looks { locale, ..TERMINAL }),
            "\u{2588}\u{2591}\u{2500}\u{2026}\u{2581}\u{e9}"
        );
    }
    assert_eq!(drawn(Looks { term: Some("dumb"), ..TERMINAL }), "#.-~_\u{e9}");
}

#[test]
fn a_tone_is_printed_around_the_words_alone() {
    let mut screen = Screen::new(columns(60));
    screen.line(Line::of("a ").add(Tone::Bad, "b  ").plain(" c ").add(Tone::Good, "  "));
    assert_eq!(screen.print(Ink::of(TERMINAL)), "a \u{1b}[31mb\u{1b}[0m   c\n");
    assert_eq!(screen.print(Ink::PLAIN), "a b   c\n");
}

#[test]
fn an_empty_line_is_never_the_first_nor_beside_another() {
    let mut screen = Screen::new(columns(60));
    screen.blank();
    screen.heading("one");
    screen.blank();
    screen.heading("two");
    assert_eq!(screen.print(Ink::PLAIN), "one\n\ntwo\n");
}

#[test]
fn a_paragraph_behind_words_hangs_below_its_first_line() {
    let mut screen = Screen::new(columns(40));
    screen.pairs([
        ("why", "the closing message announces an action that this turn did not take".into()),
        ("nothing", String::new()),
    ]);
    let text = "\
why      the closing message announces
         an action that this turn did
         not take
nothing
";
    assert_eq!(screen.print(Ink::PLAIN), text);
}

#[test]
fn bars_are_full_to_the_nearest_character() {
    let full = |bar: String| bar.chars().filter(|char| *char == '\u{2588}').count();
    let parts = [0, 1, 2, 3, 10, 19, 20, 30];
    assert_eq!(parts.map(|part| full(bar(part, 20, 10))), [0, 1, 1, 2, 5, 10, 10, 10]);
    assert_eq!(full(bar(3, 0, 10)), 0);
    assert_eq!(full(bar(u64::MAX, u64::MAX, 10)), 10);
    let shares = [0.0, 0.049, 0.05, 0.5, 0.949, 0.95, 1.0, 2.0, f64::NAN];
    assert_eq!(shares.map(|share| full(share_bar(share, 10))), [0, 0, 1, 5, 9, 10, 10, 10, 0]);
    assert_eq!(bar(1, 2, 4), "\u{2588}\u{2588}\u{2591}\u{2591}");
    assert_eq!(bar(1, 2, 0), "");
}

#[test]
fn a_sparkline_is_as_high_as_its_numbers_and_blank_for_none() {
    assert_eq!(sparkline(&[0, 1, 4, 8]), " \u{2581}\u{2584}\u{2588}");
    assert_eq!(sparkline(&[0, 1, 100]), " \u{2581}\u{2588}");
    assert_eq!(sparkline(&[u64::MAX]), "\u{2588}");
    assert_eq!(sparkline(&[0, 0]), "  ");
    assert_eq!(sparkline(&[]), "");
}

#[test]
fn numbers_are_written_for_people() {
    let counts = [0, 7, 999, 1_000, 12_345, 1_234_567];
    assert_eq!(counts.map(number::count), ["0", "7", "999", "1,000", "12,345", "1,234,567"]);
    assert_eq!(number::counted(1, "stop", "stops"), "1 stop");
    assert_eq!(number::counted(2_000, "stop", "stops"), "2,000 stops");
    assert_eq!(
        [(0, 3), (1, 3), (2, 3), (3, 3)].map(|(a, b)| number::percent(a, b)),
        [Some(0), Some(33), Some(67), Some(100)]
    );
    assert_eq!((number::percent(0, 0), number::percent(1, 200)), (None, Some(1)));
    assert_eq!(number::percent_text(0, 0), "-");
    assert_eq!(number::percent_text(1, 2), "50 %");
    let times = [0, 9_999, 10_000, 12_349, 12_350, 61_000];
    assert_eq!(
        times.map(number::milliseconds),
        ["0 ms", "9,999 ms", "10.0 s", "12.3 s", "12.4 s", "61.0 s"]
    );
    assert_eq!(number::score(0.5), "0.50");
}

fn tone() -> impl Strategy<Value = Tone> {
    prop::sample::select(
        &[Tone::Plain, Tone::Strong, Tone::Faint, Tone::Good, Tone::Warn, Tone::Bad][..],
    )
}

prop_compose! {
    /// A screen with a bit of everything, from any texts.
    fn any_screen()(
        width in 0_u16..200,
        parts in prop::collection::vec((0_u8..6, tone(), any::<String>()), 0..12),
        cells in prop::collection::vec((tone(), any::<String>()), 0..12),
    ) -> Screen {
        let mut screen = Screen::new(columns(width));
        let mut table = Table::new([
            Column::left("name").cut(),
            Column::right("n"),
            Column::left("words").wrapped(),
            Column::right("wide").from(100),
        ]);
        for row in cells.chunks(4) {
            table.row(row.iter().map(|(tone, text)| Cell::of(*tone, text)));
        }
        for (kind, tone, text) in parts {
            match kind {
                0 => screen.heading(&text),
                1 => screen.say(tone, &text),
                2 => screen.pairs([(text.as_str(), text.clone())]),
                3 => screen.line(Line::of(&text).add(tone, &text)),
                4 => screen.divide(),
                _ => screen.table(&table),
            }
        }
        screen
    }
}

/// Returns the text without what sets colours.
fn without_colour(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('m').map_or("", |(_, rest)| rest))
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_no_line_of_a_screen_is_wider_than_its_columns(screen in any_screen()) {
        for line in screen.lines() {
            prop_assert!(line.width() <= screen.columns().number(), "{line:?}");
        }
    }

    #[test]
    fn prop_colour_adds_nothing_to_the_words(screen in any_screen()) {
        prop_assert_eq!(
            without_colour(&screen.print(Ink::of(TERMINAL))),
            screen.print(Ink::PLAIN)
        );
    }

    #[test]
    fn prop_a_terminal_gets_no_controls_but_colours(screen in any_screen()) {
        let plain = screen.print(Ink::PLAIN);
        prop_assert!(plain.chars().all(|char| char == '\n' || !char.is_control()));
        prop_assert_eq!(plain.lines().count(), screen.lines().len());
    }
}
