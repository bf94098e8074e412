//! How wide a text is on a terminal, and texts of a given width.

use alloc::{format, string::String, vec::Vec};

use unicode_width::UnicodeWidthChar as _;

/// Returns the text with nothing in it that a terminal obeys instead of showing it: no control
/// characters, and none that turn or hide what stands beside them. It is one line.
#[must_use]
pub fn visible(text: &str) -> String {
    let shown = |char: char| match char {
        '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some(' '),
        char if char.is_control() => Some('\u{fffd}'),
        char if is_unseen(char) => None,
        char => Some(char),
    };
    text.chars().filter_map(shown).collect()
}

/// Marks that are not seen and change how others look: joiners, directions, variants, tags.
pub(crate) fn is_unseen(char: char) -> bool {
    matches!(
        char,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Returns whether a character is none that is seen in its place: it moves a cursor, ends a line,
/// turns or changes others, or says something to a program alone.
pub(crate) fn is_hidden(char: char) -> bool {
    char.is_control() || is_unseen(char) || matches!(char, '\u{2028}' | '\u{2029}')
}

/// Returns JSON that says the same with escapes for these characters.
pub(crate) fn json_escaped(json: &str, is_escaped: impl Fn(char) -> bool) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if is_escaped(c) {
            let units = &mut [0; 2];
            for unit in c.encode_utf16(units) {
                escaped.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// Returns how many columns a visible text takes.
#[must_use]
pub fn width(text: &str) -> usize {
    text.chars().fold(0, |sum, char| sum.saturating_add(of_char(char)))
}

fn of_char(char: char) -> usize {
    char.width().unwrap_or(0)
}

/// Returns the text within a width; where it is cut, it ends with an ellipsis.
#[must_use]
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.into();
    }
    let (mut shown, _) = split(text, columns.saturating_sub(1));
    shown.truncate(shown.trim_end().len());
    if columns > 0 {
        shown.push('\u{2026}');
    }
    shown
}

/// Returns as much of the text as fits, and the rest. Marks stay with what they mark.
fn split(text: &str, columns: usize) -> (String, &str) {
    let mut taken = 0_usize;
    for (at, char) in text.char_indices() {
        taken = taken.saturating_add(of_char(char));
        if taken > columns {
            let (head, rest) = text.split_at_checked(at).unwrap_or((text, ""));
            return (head.into(), rest);
        }
    }
    (text.into(), "")
}

/// Returns the text in lines within a width, broken at white space, and within a word only where
/// the word alone is too wide. There is none for a text without words.
#[must_use]
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    // A character may take two columns; on fewer, nothing would ever fit.
    let columns = columns.max(2);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0_usize;
    for word in text.split_whitespace() {
        let wide = width(word);
        let with_word = used.saturating_add(usize::from(used > 0)).saturating_add(wide);
        if with_word <= columns {
            if used > 0 {
                line.push(' ');
            }
            line.push_str(word);
            used = with_word;
            continue;
        }
        if used > 0 {
            lines.push(core::mem::take(&mut line));
        }
        let mut rest = word;
        while width(rest) > columns {
            let (head, tail) = split(rest, columns);
            lines.push(head);
            rest = tail;
        }
        line.push_str(rest);
        used = width(rest);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}
