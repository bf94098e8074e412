//! Transcripts, read backwards.

mod oracle;

use sprag_core::drift::Drift;
use sprag_core::facts::{Facts, LineFromEnd, Turn};
use sprag_core::repair::repair;
use sprag_core::transcript::{Chain, Next, Scan, Wanted};

use super::strict::strict;
use oracle::Line;

/// Any bytes as a transcript, for every kind of turn that can be looked for.
///
/// # Panics
///
/// Panics if reading twice differs, the facts contradict each other, a torn last line does more
/// than make facts unknown, an object is taken for none, or a slow reader that sees the whole file
/// finds another turn.
pub fn fuzz_transcript(bytes: &[u8]) {
    let lines = lines(bytes);
    drift(&lines);
    let seen: Vec<Option<Line>> = lines.iter().map(|line| Line::read(line)).collect();
    for chain in [Chain::Main, Chain::Side] {
        for wanted in wanted(&seen) {
            let facts = read(&lines, &wanted, chain);
            let again = read(&lines, &wanted, chain);
            same(&facts, &again, "reading twice differs");
            shape(&facts, &lines, &wanted);
            torn(&lines, &wanted, chain);
            oracle::agree(&facts, &seen, &wanted, chain);
        }
    }
}

/// What is not known is counted: at most once a line, and a line that is no object is missed.
fn drift(lines: &[&[u8]]) {
    let mut drift = Drift::default();
    let mut objects: u64 = 0;
    for line in lines {
        let mut line = line.to_vec();
        drift.line(&mut line);
        let is_blank = line.iter().all(u8::is_ascii_whitespace);
        let is_object = value(&line).is_some_and(|value| value.is_object());
        objects = objects.saturating_add(u64::from(is_blank || is_object));
    }
    let rest = u64::try_from(lines.len()).unwrap_or(u64::MAX).saturating_sub(objects);
    assert!(drift.missing.of("record") <= rest, "an object counts as none: {drift:?}");
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    // The last line has a line end, or nothing stands behind the last line end.
    lines.pop_if(|line| line.is_empty());
    lines
}

/// The last turn, one that is not there, and those of the first and last prompt that is named.
fn wanted(seen: &[Option<Line>]) -> Vec<Wanted> {
    let mut wanted = vec![Wanted::Last(None), Wanted::Last(Some("no-such-prompt".into()))];
    let mut named = seen.iter().flatten().filter_map(Line::prompt);
    let first = named.next();
    for id in first.into_iter().chain(named.next_back()) {
        wanted.push(Wanted::Last(Some(id.into())));
        wanted.push(Wanted::Prompt(id.into()));
    }
    wanted
}

fn read(lines: &[&[u8]], wanted: &Wanted, chain: Chain) -> Facts {
    read_after(Scan::begin(wanted.clone(), chain), lines)
}

/// Hands over the lines, the last one first, as far as they are asked for.
fn read_after(mut scan: Scan, lines: &[&[u8]]) -> Facts {
    let mut ending = scan.ending().cloned();
    for line in lines.iter().rev() {
        let next = scan.line(&mut line.to_vec());
        assert!(ending.is_none() || scan.ending() == ending.as_ref(), "a known ending changed");
        ending = scan.ending().cloned();
        if next == Next::Enough {
            break;
        }
    }
    scan.finish()
}

fn same(one: &Facts, other: &Facts, why: &str) {
    let parts = |facts: &Facts| (facts.turn.clone(), facts.tools.clone(), facts.ending.clone());
    assert_eq!(parts(one), parts(other), "{why}");
}

/// What holds of any facts of these lines.
fn shape(facts: &Facts, lines: &[&[u8]], wanted: &Wanted) {
    let Some(turn) = &facts.turn else {
        assert_eq!(facts.tools, None, "tools of no turn");
        return;
    };
    assert!(turn.first >= turn.last, "{turn:?} ends before it begins");
    let count = u64::try_from(lines.len()).unwrap_or(u64::MAX);
    assert!(turn.first.0 < count, "{turn:?} begins before the file");
    if let Wanted::Last(Some(id)) | Wanted::Prompt(id) = wanted {
        assert_eq!(turn.prompt.as_ref(), Some(id), "another prompt's turn");
    }
    let Some(tools) = &facts.tools else { return };
    assert!(tools.sorted().iter().all(|tool| tool.count > 0));
    let text = lines.concat();
    let has = |needle: &[u8]| text.windows(needle.len()).filter(|part| *part == needle).count();
    // Whoever writes the word in escapes still needs an object for each call.
    let most = if has(b"\\u") > 0 { has(b"{") } else { has(b"tool_use") };
    assert!(usize::try_from(tools.total()).is_ok_and(|total| total <= most), "{tools:?}");
}

/// A file that was cut inside its last line shows what it showed before that line, or less.
fn torn(lines: &[&[u8]], wanted: &Wanted, chain: Chain) {
    let Some((last, before)) = lines.split_last() else { return };
    let (half, _) = last.split_at(last.len() / 2);
    let mut readable = half.to_vec();
    repair(&mut readable);
    let is_json = serde_json::from_slice::<serde::de::IgnoredAny>(&readable).is_ok();
    if is_json || half.iter().all(u8::is_ascii_whitespace) {
        return;
    }
    let mut skipping = Scan::begin(wanted.clone(), chain);
    assert_eq!(skipping.skipped_line(0), Next::Older);
    let skipped = read_after(skipping, before);
    let torn = read(&[before, &[half]].concat(), wanted, chain);
    same(&skipped, &torn, "a torn line is no skipped one");
    let prefix = read(before, wanted, chain);
    assert_eq!(torn.ending, prefix.ending, "a torn line changed the ending");
    assert_eq!(torn.turn, prefix.turn.map(later), "a torn line changed the turn");
    match wanted {
        Wanted::Last(_) => assert_eq!(torn.tools, None, "a torn line left the tools known"),
        Wanted::Prompt(_) => assert!(torn.tools.is_none() || torn.tools == prefix.tools),
    }
}

/// Returns the turn as it lies once a line follows.
fn later(turn: Turn) -> Turn {
    let up = |line: LineFromEnd| LineFromEnd(line.0.saturating_add(1));
    Turn { first: up(turn.first), last: up(turn.last), ..turn }
}

/// Returns what a line holds that is no JSON with two readings.
fn value(line: &[u8]) -> Option<serde_json::Value> {
    let mut line = line.to_vec();
    repair(&mut line);
    strict(&line)
}
