//! Transcripts, read backwards.

mod oracle;

use sprag_core::activity::facts::Facts;
use sprag_core::hosts::drift::Drift;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::{Chain, Scan, Wanted};

use super::backwards::{lines, past, place, read_after, same, torn, value};
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
        past(bytes, Host::Claude, chain, &|wanted| Scan::begin(wanted, chain));
        for wanted in wanted(&seen) {
            let facts = read(&lines, &wanted, chain);
            let again = read(&lines, &wanted, chain);
            same(&facts, &again, "reading twice differs");
            shape(&facts, &lines, &wanted);
            torn(&lines, &wanted, &|| Scan::begin(wanted.clone(), chain));
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

/// What holds of any facts of these lines.
fn shape(facts: &Facts, lines: &[&[u8]], wanted: &Wanted) {
    place(facts, lines, wanted);
    let Some(tools) = &facts.tools else { return };
    assert!(tools.sorted().iter().all(|tool| tool.count > 0));
    let text = lines.concat();
    let has = |needle: &[u8]| text.windows(needle.len()).filter(|part| *part == needle).count();
    // Whoever writes the word in escapes still needs an object for each call.
    let most = if has(b"\\u") > 0 { has(b"{") } else { has(b"tool_use") };
    assert!(usize::try_from(tools.total()).is_ok_and(|total| total <= most), "{tools:?}");
}
