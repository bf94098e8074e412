//! What a file is a copy of, by its name: `.env~` of `.env`, `credentials (1).json` of
//! `credentials.json`.

use alloc::{borrow::Cow, format, string::String, vec::Vec};

/// Endings of copies, behind `.`, `-`, `_` or a blank.
const WORDS: [&str; 26] = [
    // The longer ones first: `old` is the end of one.
    "dpkg-old",
    "dpkg-dist",
    "dpkg-new",
    "ucf-old",
    "ucf-dist",
    "bak",
    "backup",
    "back",
    "old",
    "orig",
    "original",
    "save",
    "saved",
    "swp",
    "swo",
    "swn",
    "tmp",
    "temp",
    "copy",
    "new",
    "rej",
    "rpmsave",
    "rpmnew",
    "rpmorig",
    "pacsave",
    "pacnew",
];

/// Endings of what was packed.
const PACKED: [&str; 6] = [".gz", ".bz2", ".xz", ".zst", ".zip", ".7z"];

/// Endings of what an editor keeps while it works.
const SWAPPED: [&str; 3] = [".swp", ".swo", ".swn"];

/// Beginnings of copies.
const BEGINNINGS: [&str; 6] = ["copy of ", "backup of ", "kopie von ", "#", ".#", "~$"];

/// Names that one name is looked for under.
const NAMES_MAX: usize = 16;

/// Returns a name in small letters, and what it may be a copy of.
pub(super) fn originals(name: &str) -> Vec<Cow<'_, str>> {
    let mut names: Vec<Cow<'_, str>> = Vec::from([Cow::Borrowed(name)]);
    for at in 0..NAMES_MAX {
        let Some(last) = names.get(at) else { break };
        let more = [original(last), hidden(last)];
        names.extend(more.into_iter().flatten().map(Cow::Owned));
    }
    names
}

/// Returns what an editor keeps a hidden copy of: `.id_rsa.swp` is one of `id_rsa`.
fn hidden(name: &str) -> Option<String> {
    let rest = name.strip_prefix('.')?;
    SWAPPED.iter().find_map(|end| rest.strip_suffix(end)).map(String::from)
}

/// Returns the name without one mark of a copy.
fn original(name: &str) -> Option<String> {
    if let Some(rest) = BEGINNINGS.iter().find_map(|start| name.strip_prefix(start)) {
        return Some(rest.trim_end_matches('#').into());
    }
    if let Some(rest) = without_end(name) {
        return Some(rest.into());
    }
    // The mark may stand before the extension.
    let (stem, extension) = name.rsplit_once('.')?;
    let stem = without_end(stem)?;
    Some(format!("{stem}.{extension}"))
}

fn without_end(name: &str) -> Option<&str> {
    let rest = name
        .strip_suffix(['~', '#', '-'])
        .or_else(|| PACKED.iter().find_map(|end| name.strip_suffix(end)))
        .or_else(|| without_word(name))
        .or_else(|| without_number(name))?;
    let rest = rest.trim_end();
    (!rest.is_empty()).then_some(rest)
}

/// Takes off `.bak`, `-old`, `_copy`, ` - copy`.
fn without_word(name: &str) -> Option<&str> {
    let rest = WORDS.iter().find_map(|word| name.strip_suffix(word))?;
    let rest = rest.strip_suffix(is_mark)?;
    Some(rest.strip_suffix(" -").unwrap_or(rest))
}

/// Takes off `.1`, ` (1)`, ` 2`, `.~1~`, `.2024-01-01`, `_20240101-0930`.
fn without_number(name: &str) -> Option<&str> {
    if let Some(inner) = name.strip_suffix(')') {
        let rest = inner.trim_end_matches(|c: char| c.is_ascii_digit());
        return rest.strip_suffix('(').filter(|_| rest.len() < inner.len());
    }
    let is_date = |c: char| c.is_ascii_digit() || matches!(c, '-' | '_' | ':' | '~');
    let rest = name.trim_end_matches(is_date);
    // Between a day and an hour stands a letter.
    let day = rest.strip_suffix('t').filter(|day| day.ends_with(|c: char| c.is_ascii_digit()));
    let rest = day.map_or(rest, |day| day.trim_end_matches(is_date));
    let number = name.strip_prefix(rest).unwrap_or_default();
    if !number.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let is_marked = number.starts_with(['-', '_', '~']);
    rest.strip_suffix(is_mark).or_else(|| is_marked.then_some(rest))
}

fn is_mark(character: char) -> bool {
    matches!(character, '.' | '-' | '_' | ' ')
}
