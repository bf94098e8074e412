//! Text as it stands in a page of HTML.

use alloc::string::String;

/// Returns a text as it stands in a page: what would be markup is none, and what no page may hold
/// is a question mark.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            char if char.is_control() || matches!(char, '\u{fffe}' | '\u{ffff}') => {
                escaped.push('?');
            }
            char => escaped.push(char),
        }
    }
    escaped
}
