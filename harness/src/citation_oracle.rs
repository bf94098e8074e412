//! A slow second opinion on citations: by characters, line by line, without a search algorithm.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "an oracle is plain before it is anything else"
)]

mod bare;

use sprag_core::worker::Source;

/// What was found in an answer; places are numbers of characters.
#[derive(Debug, Default)]
struct Seen {
    added: Vec<(usize, String)>,
    /// Quotations with their backticks.
    spans: Vec<(usize, usize)>,
    /// Quotations that a reference of ours follows, or one that was looked at, with that.
    settled: Vec<(usize, usize)>,
    holding: u32,
}

/// Returns the answer with every reference that belongs behind a quotation, a mark behind each that
/// nobody looked up, and how many hold.
///
/// It knows nothing of the limit on quotations; give it answers with fewer.
#[must_use]
pub fn cited(answer: &str, files: &[Source]) -> (String, u32) {
    let all: Vec<char> = answer.chars().collect();
    let mut seen = Seen::default();
    let mut fence: Option<(char, usize)> = None;
    let mut start = 0;
    while start < all.len() {
        let end = all[start..].iter().position(|c| *c == '\n');
        let end = end.map_or(all.len(), |at| start + at + 1);
        let own = fence_of(&all[start..end]);
        match (fence, own) {
            (Some((mark, length)), Some((other, longer, true)))
                if mark == other && longer >= length =>
            {
                fence = None;
            }
            (None, Some((mark, length, _))) => fence = Some((mark, length)),
            (None, None) => of_line(&all, start, end, files, &mut seen),
            _ => {}
        }
        start = end;
    }
    let marks = bare::marks(&all, files, &seen.spans, &seen.settled);
    seen.added.extend(marks.into_iter().map(|at| (at, " [unverified]".into())));
    let mut text = String::new();
    for at in 0..=all.len() {
        let here = seen.added.iter().filter(|(place, _)| *place == at);
        here.for_each(|(_, more)| text.push_str(more));
        text.extend(all.get(at));
    }
    (text, seen.holding)
}

/// Returns mark, length and whether it may close, for a line that is a fence.
fn fence_of(line: &[char]) -> Option<(char, usize, bool)> {
    let line: String = line.iter().collect();
    let line = line.trim();
    let mark = line.chars().next()?;
    let length = line.chars().take_while(|c| *c == mark).count();
    let info: String = line.chars().skip(length).collect();
    let is_fence = length >= 3 && (mark == '~' || mark == '`' && !info.contains('`'));
    is_fence.then_some((mark, length, info.trim().is_empty()))
}

/// Finds the quotations of a line, and what belongs behind them.
fn of_line(all: &[char], start: usize, stop: usize, files: &[Source], seen: &mut Seen) {
    let line = &all[..stop];
    let mut at = start;
    while at < stop {
        if line[at] == '\\' {
            at += 2;
            continue;
        }
        let length = line[at..].iter().take_while(|c| **c == '`').count();
        if length == 0 {
            at += 1;
            continue;
        }
        let open = at + length;
        let close = (open..stop).find(|start| is_run(line, *start, length));
        let Some(close) = close.filter(|_| length <= 8) else {
            at = open;
            continue;
        };
        let (begin, end) = (at, close + length);
        at = end;
        seen.spans.push((begin, end));
        let inner: String = line[open..close].iter().collect();
        let (added, jump, holds) = behind(&unpadded(&inner), &all[end..], files);
        seen.holding += u32::from(holds);
        if holds || !added.is_empty() {
            seen.settled.push((begin, end + jump));
        }
        if !added.is_empty() {
            seen.added.push((end + jump, added));
        }
    }
}

fn is_run(line: &[char], start: usize, length: usize) -> bool {
    line[start - 1] != '`' && line[start..].iter().take_while(|c| **c == '`').count() == length
}

fn unpadded(inner: &str) -> String {
    let is_padded = inner.len() >= 2 && inner.starts_with(' ') && inner.ends_with(' ');
    let text = if is_padded { &inner[1..inner.len() - 1] } else { inner };
    if text.trim().is_empty() { inner.into() } else { text.into() }
}

/// Returns what is added, how many characters further, and whether there is a reference that holds.
fn behind(quote: &str, rest: &[char], files: &[Source]) -> (String, usize, bool) {
    let rest: String = rest.iter().collect();
    let place = if is_said_enough(quote) { only_place(quote, files) } else { None };
    let blanks = rest.chars().take_while(|c| c.is_whitespace()).count();
    let after: String = rest.chars().skip(blanks).collect();
    if let Some((label, first, last, length)) = claim(&after) {
        let holds = files.iter().enumerate().any(|(number, file)| {
            let is_meant = label == name_of(number, files) || label == file.path;
            let lines = file.text.split('\n').enumerate();
            !quote.is_empty()
                && is_meant
                && lines
                    .filter(|(line, _)| (first..=last).contains(&(line + 1)))
                    .any(|(_, line)| line.contains(quote))
        });
        let added = match place {
            _ if holds => String::new(),
            Some((file, line)) => {
                format!(" [unverified; it is {}:{line}]", name_of(file, files))
            }
            None => " [unverified]".into(),
        };
        return (added, blanks + length, holds);
    }
    match place {
        Some((file, line)) if !after.starts_with('(') => {
            (format!(" ({}:{line})", name_of(file, files)), 0, true)
        }
        _ => (String::new(), 0, false),
    }
}

/// Returns file name, first and last line, and the length in characters, of a claim.
fn claim(text: &str) -> Option<(String, usize, usize, usize)> {
    let inside = text.strip_prefix('(')?;
    let end = inside.find(['(', ')', '\n', '`'])?;
    let inner = &inside[..end];
    if !inside[end..].starts_with(')') || end > 1024 {
        return None;
    }
    let colon = inner.rfind(':')?;
    let (label, numbers) = (inner[..colon].trim(), &inner[colon + 1..]);
    let parts: Vec<&str> = numbers.splitn(2, '-').map(str::trim).collect();
    let mut lines = Vec::new();
    for part in parts {
        let is_number = !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
        if !is_number || part.len() > 9 {
            return None;
        }
        lines.push(part.parse::<usize>().ok()?);
    }
    let (first, last) = (lines[0], lines[lines.len() - 1]);
    let length = inner.chars().count() + 2;
    (!label.is_empty() && first > 0).then(|| (label.to_owned(), first, last, length))
}

fn is_said_enough(quote: &str) -> bool {
    let length = quote.chars().count();
    (12..=240).contains(&length) && quote.chars().filter(|c| c.is_alphanumeric()).count() >= 6
}

fn only_place(quote: &str, files: &[Source]) -> Option<(usize, usize)> {
    let mut places = Vec::new();
    for (number, file) in files.iter().enumerate() {
        for (at, _) in file.text.char_indices() {
            if file.text[at..].starts_with(quote) {
                places.push((number, file.text[..at].matches('\n').count() + 1));
            }
        }
    }
    if places.len() == 1 { places.pop() } else { None }
}

fn name_of(number: usize, files: &[Source]) -> String {
    let name = |file: &Source| {
        let path = file.path.trim_end_matches(['/', '\\']);
        path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned()
    };
    let own = name(&files[number]);
    let namesakes = files.iter().filter(|file| name(file) == own).count();
    let label = if namesakes > 1 || own.is_empty() { files[number].path.clone() } else { own };
    let is_odd = label.is_empty()
        || label.trim() != label
        || label.chars().any(|c| c.is_control() || c == '(' || c == ')' || c == '`');
    if is_odd { format!("file {}", number + 1) } else { label }
}
