//! Reads fences, quotes and code spans the slow way, each backtick anew.

use super::pattern::{FENCE, ITEM, LONE, QUOTE};

/// Returns the text without fences, quotes and spans, one pass.
pub(super) fn blocks(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut out = Vec::new();
    let mut block: Vec<&str> = Vec::new();
    let mut fence: Option<(char, usize, usize)> = None;
    let mut numbered = false;
    for line in text.split('\n') {
        if let Some(open) = fence {
            fence = Some(open).filter(|open| !closes(line, *open));
            continue;
        }
        let item = ITEM.captures(line);
        let number = item.as_ref().and_then(|item| item.get(1)).map(|number| number.as_str());
        let lone = line.trim_matches([' ', '\t']).is_empty() || LONE.is_match(line);
        let starts = item.is_some()
            && number.is_none_or(|number| numbered || block.is_empty() || number == "1");
        fence = opened(line);
        if fence.is_some() || QUOTE.is_match(line) || lone || starts {
            out.extend((!block.is_empty()).then(|| spans(&block.join("\n"))));
            block.clear();
            numbered = false;
        }
        if fence.is_some() {
            out.push("<code>".to_owned());
        } else if QUOTE.is_match(line) {
            out.push(String::new());
        } else if lone {
            out.push(spans(line));
        } else {
            numbered = if starts { number.is_some() } else { numbered };
            block.push(line);
        }
    }
    out.extend((!block.is_empty()).then(|| spans(&block.join("\n"))));
    out.join("\n")
}

/// Returns the mark, the length and the columns before a fence that opens in this line.
pub(super) fn opened(line: &str) -> Option<(char, usize, usize)> {
    let parts = FENCE.captures(line)?;
    let run = parts.get(2)?.as_str();
    let mark = run.chars().next()?;
    let info = parts.get(3)?.as_str();
    let opens = mark == '~' || !info.contains('`');
    opens.then(|| (mark, run.len(), columns(parts.get(1).map_or("", |it| it.as_str()))))
}

fn closes(line: &str, (mark, len, indent): (char, usize, usize)) -> bool {
    let content = line.trim_matches([' ', '\t']);
    let before = line.trim_end_matches([' ', '\t']).strip_suffix(content).unwrap_or_default();
    content.len() >= len
        && content.chars().all(|letter| letter == mark)
        && columns(before) <= indent.max(3)
}

fn columns(indent: &str) -> usize {
    let mut columns = 0_usize;
    for letter in indent.chars() {
        columns = columns.saturating_add(1);
        while letter == '\t' && !columns.is_multiple_of(4) {
            columns = columns.saturating_add(1);
        }
    }
    columns
}

/// Returns a block without its code spans; each backtick looks for its closer afresh.
fn spans(block: &str) -> String {
    let letters: Vec<char> = block.chars().collect();
    let run = |at: usize| letters.iter().skip(at).take_while(|letter| **letter == '`').count();
    let mut out = String::new();
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        let next = letters.get(at.saturating_add(1));
        if *letter == '\\' && matches!(next, Some('\\' | '`')) {
            out.extend([letter, next.unwrap_or(letter)]);
            at = at.saturating_add(2);
            continue;
        }
        let len = run(at);
        let end = (len > 0).then(|| closer(&letters, at.saturating_add(len), len)).flatten();
        if let Some(end) = end {
            let content = letters.iter().skip(at.saturating_add(len));
            let count = end.saturating_sub(at).saturating_sub(len.saturating_mul(2));
            out.push_str(&kept(&content.take(count).collect::<String>()));
            at = end;
        } else {
            out.extend(letters.iter().skip(at).take(len.max(1)));
            at = at.saturating_add(len.max(1));
        }
    }
    out
}

fn closer(letters: &[char], from: usize, len: usize) -> Option<usize> {
    let mut at = from;
    while at < letters.len() {
        let run = letters.iter().skip(at).take_while(|letter| **letter == '`').count();
        at = at.saturating_add(run.max(1));
        if run == len {
            return Some(at);
        }
    }
    None
}

/// Returns what stays of a span; of the runners the strategies here write these.
fn kept(content: &str) -> String {
    let words: Vec<&str> = content.split_whitespace().collect();
    match words.as_slice() {
        ["cargo", "test", ..] => "cargo test".to_owned(),
        ["pytest", ..] => "pytest".to_owned(),
        ["make", "check", ..] => "make check".to_owned(),
        ["make", ..] => "make".to_owned(),
        _ => "<code>".to_owned(),
    }
}
