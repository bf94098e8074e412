//! What a turn did, as its transcript shows it.

mod oracle;

use sprag_core::activity::check_kind::KindSet;
use sprag_core::activity::facts::Facts;
use sprag_core::activity::verification::Verification;
use sprag_core::activity::work::{CheckResult, Run, What, Work};
use sprag_core::hosts::transcript::{Chain, Next, Scan, Wanted};

/// Any bytes as a transcript, for what its last turn did.
///
/// # Panics
///
/// Panics if reading twice differs, actions are out of order, a name is not ours, a file that ends
/// inside a line shows more than it did before that line, or a slow reader finds other files
/// written.
pub fn fuzz_work(bytes: &[u8]) {
    let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    lines.pop_if(|line| line.is_empty());
    for chain in [Chain::Main, Chain::Side] {
        let facts = read(&lines, chain);
        same(&facts, &read(&lines, chain), "reading twice differs");
        shape(&facts);
        torn(&lines, &facts, chain);
        oracle::agree(&facts, &lines, chain);
    }
}

fn begin(chain: Chain) -> Scan {
    Scan::begin(Wanted::Last(None), chain).with_work(None)
}

fn read(lines: &[&[u8]], chain: Chain) -> Facts {
    read_after(begin(chain), lines)
}

fn read_after(mut scan: Scan, lines: &[&[u8]]) -> Facts {
    for line in lines.iter().rev() {
        if scan.line(&mut line.to_vec()) == Next::Enough {
            break;
        }
    }
    scan.finish()
}

fn same(one: &Facts, other: &Facts, why: &str) {
    let actions = |facts: &Facts| {
        let work = facts.work.as_ref()?;
        Some((work.is_whole(), work.actions().cloned().collect::<Vec<_>>()))
    };
    assert_eq!(actions(one), actions(other), "{why}");
    assert_eq!(one.known_checks, other.known_checks, "{why}");
}

/// What holds of any work.
fn shape(facts: &Facts) {
    assert!(facts.work.is_none() || facts.tools.is_some(), "work of a turn that is not whole");
    assert!(facts.turn.is_some() || facts.known_checks.kinds().is_empty(), "checks of no turn");
    for check in facts.known_checks.iter() {
        named(&check.runner);
    }
    let (Some(work), Some(turn)) = (&facts.work, &facts.turn) else { return };
    let mut before = turn.first;
    for action in work.actions() {
        assert!(action.at <= before && action.at >= turn.last, "{action:?} is out of order");
        before = action.at;
        if let What::Check(run) = &action.what {
            assert!(!run.kinds.is_empty(), "{run:?} is about nothing");
            named(&run.runner);
        }
    }
    stands(work);
}

/// Nothing of a path or of a command is in what is recorded and sent: names of ours alone.
fn stands(work: &Work) {
    let Some(verification) = Verification::after(work, KindSet::NONE) else { return };
    let text = serde_json::to_string(&verification).expect("a verification is JSON");
    assert!(!text.contains(['/', '\\', '=', '$', '~']), "{text}");
    let runs = |what: &What| match what {
        What::Check(run) => Some(run.clone()),
        What::Change(_)
        | What::Subagent
        | What::Hidden
        | What::Unseen
        | What::Program
        | What::OneOffCode
        | What::Refused => None,
    };
    let ran: Vec<Run> = work.actions().filter_map(|action| runs(&action.what)).collect();
    for kind in KindSet::ALL.iter() {
        let state = verification.of(kind);
        let counts = |run: &&Run| run.kinds.contains(kind) && run.result != CheckResult::Nothing;
        let count = ran.iter().filter(counts).count();
        assert_eq!(usize::try_from(state.runs), Ok(count), "{kind:?} of {ran:?}");
        let is_ours = |name| ran.iter().any(|run| &run.runner == name);
        assert!(state.runner.as_ref().is_none_or(is_ours), "{state:?}");
    }
}

/// A name is one of our own list: words of letters, with few marks in them.
fn named(name: &str) {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || " .:_+-()".contains(char);
    assert!(!name.is_empty() && name.chars().all(is_plain), "{name:?} is no name of ours");
}

/// A file that ends inside its last line shows of the work what it showed before that line, or
/// nothing.
fn torn(lines: &[&[u8]], whole: &Facts, chain: Chain) {
    let Some((last, before)) = lines.split_last() else { return };
    let (half, _) = last.split_at(last.len() / 2);
    let mut readable = half.to_vec();
    sprag_core::text::repair::repair(&mut readable);
    let is_json = serde_json::from_slice::<serde::de::IgnoredAny>(&readable).is_ok();
    if is_json || half.iter().all(u8::is_ascii_whitespace) {
        return;
    }
    let torn = read(&[before, &[half]].concat(), chain);
    assert!(torn.work.is_none(), "a torn line left the work known");
    let mut skipping = begin(chain);
    assert_eq!(skipping.skipped_line(0), Next::Older);
    same(&read_after(skipping, before), &torn, "a torn line is no skipped one");
    // What a call did does not change where more follows: its outcome comes after it.
    let prefix = read(before, chain);
    let is_one_turn = matches!((&prefix.turn, &whole.turn), (Some(one), Some(other))
        if one.prompt == other.prompt && one.first.0.saturating_add(1) == other.first.0);
    if let (true, Some(prefix), Some(whole)) = (is_one_turn, &prefix.work, &whole.work) {
        let changes = |work: &Work| {
            work.actions().filter(|action| matches!(action.what, What::Change(_))).count()
        };
        let is_bounded = prefix.is_whole() && whole.is_whole();
        assert!(!is_bounded || changes(prefix) <= changes(whole), "a change was taken back");
    }
}
