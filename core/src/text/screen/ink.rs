//! Colour and glyphs: what a terminal is given of a line, decided once.

use alloc::string::String;

use super::{Line, Tone};

/// What is known about where the text goes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Looks<'a> {
    /// Whether it is a terminal.
    pub is_terminal: bool,
    /// What `NO_COLOR` says, <https://no-color.org>.
    pub no_color: Option<&'a str>,
    /// What `TERM` says.
    pub term: Option<&'a str>,
    /// What the locale says: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is not empty.
    pub locale: Option<&'a str>,
}

/// How lines are printed.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Ink {
    has_colour: bool,
    is_ascii: bool,
}

impl Ink {
    /// Neither colour nor anything else that is not text.
    pub const PLAIN: Self = Self { has_colour: false, is_ascii: false };

    /// Returns how to print there. Without a locale, UTF-8 is assumed, as programs do now.
    #[must_use]
    pub fn of(looks: Looks<'_>) -> Self {
        let is_dumb = looks.term.is_none_or(|term| term.is_empty() || term == "dumb");
        let is_refused = looks.no_color.is_some_and(|word| !word.is_empty());
        let is_utf8 = looks.locale.is_none_or(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.is_empty() || locale.contains("utf-8") || locale.contains("utf8")
        });
        Self {
            has_colour: looks.is_terminal && !is_dumb && !is_refused,
            is_ascii: !is_utf8 || looks.term == Some("dumb"),
        }
    }

    /// Returns whether tones are printed.
    #[must_use]
    pub fn has_colour(self) -> bool {
        self.has_colour
    }

    /// Returns the text as it is printed: where only ASCII is shown, our own bars and rules are
    /// drawn with it, column by column.
    #[must_use]
    pub fn drawn(self, text: &str) -> String {
        if self.is_ascii { text.chars().map(plain).collect() } else { text.into() }
    }

    /// Adds a line and its end to `text`.
    pub(super) fn print(self, line: &Line, text: &mut String) {
        let mut blanks = String::new();
        for span in line.spans() {
            let words = span.text().trim_end_matches(' ');
            let rest = span.text().get(words.len()..).unwrap_or_default();
            if !words.is_empty() {
                text.push_str(&blanks);
                blanks.clear();
                match self.code(span.tone()) {
                    Some(code) => {
                        let parts = ["\u{1b}[", code, "m", &self.drawn(words), "\u{1b}[0m"];
                        parts.into_iter().for_each(|part| text.push_str(part));
                    }
                    None => text.push_str(&self.drawn(words)),
                }
            }
            blanks.push_str(rest);
        }
        text.push('\n');
    }

    /// Returns how ECMA-48 names the tone.
    fn code(self, tone: Tone) -> Option<&'static str> {
        let code = match tone {
            Tone::Plain => return None,
            Tone::Strong => "1",
            Tone::Faint => "2",
            Tone::Good => "32",
            Tone::Warn => "33",
            Tone::Bad => "31",
        };
        self.has_colour.then_some(code)
    }
}

/// Returns the character that stands for one of our own where only ASCII is shown. Letters stay:
/// they are somebody's words.
fn plain(char: char) -> char {
    match char {
        '\u{2500}' => '-',
        '\u{2026}' => '~',
        '\u{2591}' => '.',
        '\u{2581}' => '_',
        '\u{2582}' => ',',
        '\u{2583}' => ':',
        '\u{2584}' => '-',
        '\u{2585}' => '=',
        '\u{2586}' => '+',
        '\u{2587}' => '*',
        '\u{2588}' => '#',
        char => char,
    }
}
