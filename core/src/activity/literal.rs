//! Text for people that stands in code as a literal: a message, a label, a prompt for a model.
//!
//! Only what reads as prose counts. A literal may be code elsewhere: a query, a template, a regular
//! expression, the name of something.

use alloc::{string::String, vec::Vec};

/// A text of code, taken apart.
#[derive(Debug, Default)]
struct Apart<'a> {
    /// What stands outside literals, each of which leaves a mark.
    code: String,
    literals: Vec<&'a str>,
}

/// What begins and ends a literal, the longest first; none of them begins anything else.
const QUOTES: [&str; 5] = ["\"\"\"", "'''", "\"", "`", "'"];

/// Languages in which a single quote begins a text; elsewhere it may stand in a name.
const SINGLE: [&str; 13] =
    ["py", "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte", "rb", "php"];

/// Returns whether two texts of a file differ in nothing but prose inside literals.
pub(crate) fn guard_prose(path: &str, old: &str, new: &str) -> bool {
    let has_single = path
        .rsplit_once('.')
        .is_some_and(|(_, ending)| SINGLE.iter().any(|one| ending.eq_ignore_ascii_case(one)));
    if old == new {
        return false;
    }
    let is_quoted = |text: &str| QUOTES.iter().any(|quotes| text.contains(quotes));
    if !is_quoted(old) && !is_quoted(new) {
        return differ_in_sentences(old, new);
    }
    let (Some(old), Some(new)) = (apart(old, has_single), apart(new, has_single)) else {
        return false;
    };
    old.code == new.code
        && old.literals.len() == new.literals.len()
        && old.literals.iter().zip(&new.literals).all(|(old, new)| {
            old == new || (is_prose(old) && is_prose(new) && slots(old) == slots(new))
        })
}

/// Takes a text apart; nothing where a literal is left open.
fn apart(text: &str, has_single: bool) -> Option<Apart<'_>> {
    let mut apart = Apart::default();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let quotes = QUOTES.into_iter().find(|quotes| rest.starts_with(quotes));
        match quotes.filter(|quotes| has_single || !quotes.starts_with('\'')) {
            Some(quotes) => {
                let behind = rest.get(quotes.len()..)?;
                let end = end(behind, quotes)?;
                apart.literals.push(behind.get(..end)?);
                apart.code.push('\u{0}');
                rest = behind.get(end..)?.get(quotes.len()..)?;
            }
            None => {
                apart.code.push(first);
                rest = rest.get(first.len_utf8()..)?;
            }
        }
    }
    Some(apart)
}

/// Returns where a literal ends.
fn end(text: &str, quotes: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, char) in text.char_indices() {
        if is_escaped {
            is_escaped = false;
        } else if char == '\\' {
            is_escaped = true;
        } else if text.get(at..).is_some_and(|rest| rest.starts_with(quotes)) {
            return Some(at);
        }
    }
    None
}

/// Signs that something else reads a literal.
const MACHINE: [&str; 14] =
    ["{{", "${", "<%", "</", "/>", "=>", "\\d", "\\w", "\\s", "\\b", "(?", ".*", "[a-z", "::"];

/// Words of queries, as they are mostly written.
const QUERY: [&str; 9] =
    ["SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "DROP", "WHERE", "FROM"];

/// Returns whether a text is for people: several words, and few signs.
fn is_prose(text: &str) -> bool {
    let words = || text.split_whitespace();
    let is_sign = |char: &char| !char.is_alphanumeric() && !char.is_whitespace();
    let signs = text.chars().filter(is_sign).count();
    let is_query = words().any(|word| QUERY.contains(&word));
    let is_machines = MACHINE.iter().any(|sign| text.contains(sign));
    let is_plain = signs.saturating_mul(6) <= text.chars().count();
    words().count() >= 2 && is_plain && !is_query && !is_machines
}

/// Returns what is put into a text, in order.
fn slots(text: &str) -> Vec<&str> {
    let braces = text.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let percents = text.split('%').skip(1).filter_map(|rest| rest.get(..1));
    let mut slots: Vec<&str> = braces.chain(percents).collect();
    slots.sort_unstable();
    slots
}

/// Words with which a line of code begins.
const KEYWORDS: &str = "\
    return if for while import from def let const var else elif assert raise yield await print use \
    pub fn func type class struct enum match case switch package require include end do then";

/// Returns whether two texts without any quotes differ in sentences alone: they lie inside a
/// literal of many lines.
fn differ_in_sentences(old: &str, new: &str) -> bool {
    let lines = |text: &'_ str| -> Vec<String> { text.lines().map(Into::into).collect() };
    let (old, new) = (lines(old), lines(new));
    let differing = |these: &[String], those: &[String]| -> Vec<String> {
        these.iter().filter(|line| !those.contains(line)).cloned().collect()
    };
    let differing = [differing(&old, &new), differing(&new, &old)].concat();
    !differing.is_empty() && differing.iter().all(|line| is_sentence(line))
}

fn is_sentence(line: &str) -> bool {
    let line = line.trim();
    let text = line.trim_start_matches(['-', '*', ' ']);
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_keyword = KEYWORDS.split_whitespace().any(|word| word == first);
    let begins = text.chars().next().is_some_and(char::is_uppercase);
    let ends = text.ends_with(['.', '!', '?', ',']);
    line.is_empty()
        || (text.split_whitespace().count() >= 4
            && is_prose(text)
            && (begins || ends)
            && !is_keyword
            && !text.ends_with([';', '{', '}', '(', ')', '\\']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_a_label_and_a_prompt_are_text() {
        for (path, old, new) in [
            ("a.rs", "say(\"No file was found.\")", "say(\"There is no such file.\")"),
            ("a.go", "x := `Be brief.\nAnd kind.`", "x := `Be brief.\nBe kind.\nBe clear.`"),
            ("a.py", "x = '''Be brief, please.'''", "x = '''Be brief, and be kind.'''"),
            ("a.ts", "t('Save all')", "t('Save all of it')"),
            ("a.rs", "f(\"found {n} files\", n)", "f(\"there are {n} files\", n)"),
            (
                "a.ts",
                "You are a helpful agent.\n",
                "You are a careful agent.\nAsk when in doubt.\n",
            ),
        ] {
            assert!(guard_prose(path, old, new), "{old}");
            assert!(guard_prose(path, new, old), "{new}");
        }
    }

    #[test]
    fn a_literal_that_is_code_elsewhere_is_code() {
        for (path, old, new) in [
            ("a.rs", "q(\"SELECT a FROM b\")", "q(\"SELECT c FROM b\")"),
            ("a.rs", "re(\"^\\\\d+ files? of\")", "re(\"^\\\\d+ files? in\")"),
            ("a.ts", "t(`<b>all of</b> it`)", "t(`<i>all of</i> it`)"),
            ("a.rs", "get(\"user_id\")", "get(\"user\")"),
            ("a.rs", "f(\"found {n} files\", n)", "f(\"found {m} files\", n)"),
            ("a.rs", "say(\"No file.\", 1)", "say(\"There is none.\", 2)"),
            ("a.rs", "fn f<'a>(x: &'a str)", "fn f<'a>(y: &'a str)"),
            ("a.rs", "say(\"a b\")", "say(\"a b\", \"c d\")"),
            ("a.rs", "say(\"a b", "say(\"a c"),
            ("a.py", "return not a or b\n", "return a and not b\n"),
            ("a.py", "x = a", "x = b"),
            ("a.py", "a\na\na", "a\na"),
            ("a.rs", "say(\"No file\")", "say(\"No file\")"),
        ] {
            assert!(!guard_prose(path, old, new), "{old}");
        }
    }
}
