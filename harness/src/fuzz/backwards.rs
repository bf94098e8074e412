//! What any reader of transcripts owes, whoever's they are.

use sprag_core::activity::facts::{Facts, Turn};
use sprag_core::activity::work::LineFromEnd;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::{Chain, Next, Past, Scan, Sweep, Wanted};
use sprag_core::text::repair::repair;

use super::strict::strict;

pub(super) fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    // The last line has a line end, or nothing stands behind the last line end.
    lines.pop_if(|line| line.is_empty());
    lines
}

/// Hands over the lines, the last one first, as far as they are asked for.
pub(super) fn read_after(mut scan: Scan, lines: &[&[u8]]) -> Facts {
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

pub(super) fn same(one: &Facts, other: &Facts, why: &str) {
    let parts = |facts: &Facts| (facts.turn.clone(), facts.tools.clone(), facts.ending.clone());
    assert_eq!(parts(one), parts(other), "{why}");
}

/// A turn is in its file, and is the one that was asked for.
pub(super) fn place(facts: &Facts, lines: &[&[u8]], wanted: &Wanted) {
    let Some(turn) = &facts.turn else {
        assert_eq!(facts.tools, None, "tools of no turn");
        return;
    };
    assert!(turn.first >= turn.last, "{turn:?} ends before it begins");
    let count = u64::try_from(lines.len()).unwrap_or(u64::MAX);
    assert!(turn.first.0 < count, "{turn:?} begins before the file");
    if let Wanted::Last(Some(id)) | Wanted::Prompt(id) = wanted {
        // On hosts that name no prompt, the last turn is the one.
        let is_nameless = matches!(wanted, Wanted::Last(_)) && turn.continued.is_empty();
        let is_its = turn.prompt.as_ref() == Some(id) || turn.continued.contains(id);
        assert!(is_its || is_nameless, "another prompt's turn");
    }
    let tools = facts.tools.as_ref().map(|tools| tools.sorted());
    assert!(tools.into_iter().flatten().all(|tool| tool.count > 0));
}

/// A file that was cut inside its last line shows what it showed before that line, or less.
pub(super) fn torn(lines: &[&[u8]], wanted: &Wanted, begin: &dyn Fn() -> Scan) {
    let Some((last, before)) = lines.split_last() else { return };
    let (half, _) = last.split_at(last.len() / 2);
    let mut readable = half.to_vec();
    repair(&mut readable);
    let is_json = serde_json::from_slice::<serde::de::IgnoredAny>(&readable).is_ok();
    if is_json || half.iter().all(u8::is_ascii_whitespace) {
        return;
    }
    let mut skipping = begin();
    assert_eq!(skipping.skipped_line(0), Next::Older);
    let skipped = read_after(skipping, before);
    let torn = read_after(begin(), &[before, &[half]].concat());
    same(&skipped, &torn, "a torn line is no skipped one");
    let prefix = read_after(begin(), before);
    assert_eq!(torn.ending, prefix.ending, "a torn line changed the ending");
    assert_eq!(torn.turn, prefix.turn.map(later), "a torn line changed the turn");
    match wanted {
        Wanted::Last(_) => assert_eq!(torn.tools, None, "a torn line left the tools known"),
        Wanted::Prompt(_) => assert!(torn.tools.is_none() || torn.tools == prefix.tools),
    }
}

/// Every turn of a file, read in one go, is in it, apart from the others; on Claude Code it is what
/// is found where only its prompt is looked for.
pub(super) fn past(bytes: &[u8], host: Host, chain: Chain, begin: &dyn Fn(Wanted) -> Scan) {
    let lines = lines(bytes);
    let mut sweep = Sweep::begin(host, chain, None);
    let mut past = Vec::new();
    for line in lines.iter().rev() {
        sweep.line(&mut line.to_vec());
        past.extend(sweep.past());
    }
    past.extend(sweep.finish());
    past.sort_by_key(|past| past.behind);
    let mut before = 0;
    for Past { facts, .. } in &past {
        let turn = facts.turn.as_ref().expect("a turn of the past is one");
        assert!(turn.last.0 >= turn.end.0 && turn.end.0 >= before, "{turn:?} lies in another");
        before = turn.first.0.saturating_add(1);
        // Where late work of one turn is in another, a name finds more than was there.
        let Some(id) = turn.prompt.as_ref().filter(|_| host == Host::Claude) else { continue };
        let wanted = Wanted::Prompt(id.clone());
        place(facts, &lines, &wanted);
        let named = read_after(begin(wanted), &lines);
        let parts = |facts: &Facts| (facts.turn.clone(), facts.tools.clone(), facts.typed.clone());
        assert_eq!(parts(facts), parts(&named), "looked for alone it is another");
    }
}

/// Returns the turn as it lies once a line follows.
fn later(turn: Turn) -> Turn {
    let up = |line: LineFromEnd| LineFromEnd(line.0.saturating_add(1));
    let end = if turn.end == LineFromEnd(0) { turn.end } else { up(turn.end) };
    Turn { first: up(turn.first), last: up(turn.last), end, ..turn }
}

/// Returns what a line holds that is no JSON with two readings.
pub(super) fn value(line: &[u8]) -> Option<serde_json::Value> {
    let mut line = line.to_vec();
    repair(&mut line);
    strict(&line)
}

/// A turn as a slow reader sees it: 1-based numbers of its lines, and the names of its calls.
#[derive(Debug)]
pub(super) struct Expected {
    pub(super) first: u64,
    pub(super) last: u64,
    pub(super) calls: Vec<String>,
}

/// Any bytes as a transcript of a host. `ids` are prompts that occur in it; `expected` is what a
/// slow reader finds of the last turn of one, where it is sure.
pub(super) fn demand(
    bytes: &[u8],
    ids: &[String],
    begin: fn(Wanted) -> Scan,
    expected: &dyn Fn(&str) -> Option<Option<Expected>>,
) {
    let lines = lines(bytes);
    let mut all = vec![Wanted::Last(None), Wanted::Last(Some("no-such-prompt".into()))];
    for id in ids.first().into_iter().chain(ids.last()) {
        all.push(Wanted::Last(Some(id.clone())));
        all.push(Wanted::Prompt(id.clone()));
    }
    for wanted in all {
        let facts = read_after(begin(wanted.clone()), &lines);
        let again = read_after(begin(wanted.clone()), &lines);
        same(&facts, &again, "reading twice differs");
        place(&facts, &lines, &wanted);
        torn(&lines, &wanted, &|| begin(wanted.clone()));
        if let Wanted::Last(Some(id)) = &wanted
            && let Some(expected) = expected(id)
        {
            agree(&facts, &lines, expected.as_ref());
        }
    }
}

fn agree(facts: &Facts, lines: &[&[u8]], expected: Option<&Expected>) {
    let count = u64::try_from(lines.len()).unwrap_or(u64::MAX);
    let found = facts.turn.as_ref();
    let found = found.map(|turn| (turn.first.number(count), turn.last.number(count)));
    assert_eq!(found, expected.map(|turn| (turn.first, turn.last)), "the turn lies elsewhere");
    let Some(expected) = expected else { return };
    let tools = facts.tools.as_ref().map(|tools| tools.sorted()).expect("every line is readable");
    let mut calls: Vec<&str> = Vec::new();
    for tool in tools {
        let count = usize::try_from(tool.count).unwrap_or(usize::MAX);
        calls.extend(core::iter::repeat_n(tool.name.as_str(), count));
    }
    let mut expected: Vec<&str> = expected.calls.iter().map(String::as_str).collect();
    expected.sort_unstable();
    assert_eq!(calls, expected, "other calls");
}
