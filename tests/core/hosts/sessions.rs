//! Random sessions: what was written is found, whatever stands around it or is cut off.
use alloc::collections::BTreeMap;

use proptest::prelude::*;
use sprag_core::activity::facts::{Ending, Facts};
use sprag_harness::reader::{last_turn, lines, turn_of};
use sprag_harness::session::{Written, requests, turns, write, write_old};
use sprag_harness::transcript::Transcript;

use crate::properties;

/// Returns the facts in the form in which they were written.
fn found(facts: Facts, count: u64) -> Option<Written> {
    let turn = facts.turn?;
    let tools =
        facts.tools?.sorted().iter().map(|tool| (tool.name.to_string(), tool.count)).collect();
    let Ending::Text(text) = facts.ending else { return None };
    Some(Written {
        prompt: turn.prompt?,
        started_by: turn.started_by,
        first: turn.first.number(count),
        last: turn.last.number(count),
        tools,
        text,
    })
}

fn tools(facts: &Facts) -> Option<BTreeMap<String, u32>> {
    let tools = facts.tools.as_ref()?.sorted();
    Some(tools.iter().map(|tool| (tool.name.to_string(), tool.count)).collect())
}

/// Returns whether `less` says the same as `more`, or says less.
fn is_no_more(less: &Facts, more: &Facts) -> bool {
    let prompt =
        |facts: &Facts| facts.turn.as_ref().map(|turn| (turn.prompt.clone(), turn.started_by));
    prompt(less) == prompt(more)
        && less.ending == more.ending
        && (less.tools.is_none() || tools(less) == tools(more))
}

/// Lines of types that no host writes today, and blank ones.
fn junk() -> impl Strategy<Value = &'static str> {
    prop::sample::select(
        &[
            "",
            "{}",
            r#"{"type":"cost-state","sessionId":"s1","cost":1.5}"#,
            r#"{"type":"from-the-future","message":{"role":"user","content":"Please."}}"#,
            r#"{"type":"api-request-blob","promptId":"p","message":{"role":"user","content":"a"}}"#,
            r#"{"type":7,"promptId":"p9","message":{"role":"assistant","content":[]}}"#,
            r#"{"type":"attachment","attachment":{"type":"queued_command","prompt":"Hi"}}"#,
            r#"{"type":"users","message":{"role":"user","content":"Please."}}"#,
            r#"{"type":"summary","summary":"x","leafUuid":"\ud83d"}"#,
        ][..],
    )
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_the_last_turn_is_found_as_it_was_written(turns in turns()) {
        let (transcript, written) = write(&turns);
        let facts = last_turn(&transcript.bytes(), Some(&written.prompt));
        prop_assert_eq!(found(facts, transcript.count()), Some(written.clone()));
        let named = turn_of(&transcript.bytes(), &written.prompt);
        prop_assert_eq!(found(named, transcript.count()), Some(written));
    }

    #[test]
    fn prop_the_last_turn_of_an_old_host_is_found_as_it_was_written(turns in turns()) {
        let (transcript, written) = write_old(&turns);
        let facts = last_turn(&transcript.bytes(), None);
        prop_assert_eq!(found(facts, transcript.count()), Some(written));
    }

    #[test]
    fn prop_a_turn_in_the_middle_is_found_as_if_it_were_the_last(turns in turns()) {
        let (before, written) = write(&turns[..=requests(&turns)[0]]);
        let (transcript, _) = write(&turns);
        let facts = turn_of(&transcript.bytes(), &written.prompt);
        let turn = facts.turn.clone().unwrap();
        prop_assert_eq!(turn.first.number(transcript.count()), written.first);
        prop_assert_eq!(turn.last.number(transcript.count()), written.last);
        prop_assert_eq!(turn.started_by, written.started_by);
        prop_assert_eq!(tools(&facts), Some(written.tools));
        prop_assert_eq!(before.count(), written.last);
    }

    #[test]
    fn prop_lines_of_an_unknown_type_change_nothing(
        turns in turns(),
        junk in prop::collection::vec((0_usize..64, junk()), 1..6),
    ) {
        let (transcript, written) = write(&turns);
        let mut all = transcript.lines().to_vec();
        for (at, line) in junk {
            all.insert(at % (all.len() + 1), line.as_bytes().to_vec());
        }
        let with_junk = all.iter().fold(Transcript::new(), |whole, line| whole.line(line));
        let number = |at: u64| {
            let line = &transcript.lines()[at as usize - 1];
            all.iter().position(|other| other == line).unwrap() as u64 + 1
        };
        let facts = last_turn(&with_junk.bytes(), Some(&written.prompt));
        let first = facts.turn.as_ref().unwrap().first.number(with_junk.count());
        let last = facts.turn.as_ref().unwrap().last.number(with_junk.count());
        prop_assert_eq!((first, last), (number(written.first), number(written.last)));
        prop_assert_eq!(tools(&facts), Some(written.tools));
        prop_assert_eq!(facts.ending, Ending::Text(written.text));
    }

    #[test]
    fn prop_a_file_that_is_cut_anywhere_says_no_more_than_what_is_left_of_it(
        turns in turns(),
        at in any::<prop::sample::Index>(),
        is_named: bool,
    ) {
        let (transcript, written) = write(&turns);
        let bytes = transcript.bytes();
        let cut = &bytes[..at.index(bytes.len() + 1)];
        let prompt = is_named.then_some(written.prompt.as_str());
        let whole = cut.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let facts = last_turn(cut, prompt);
        // A last line that lacks nothing but its end is whole.
        let next = lines(&bytes).into_iter().nth(lines(&cut[..whole]).len());
        let with_next = [&cut[..whole], next.unwrap_or_default()].concat();
        prop_assert!(
            is_no_more(&facts, &last_turn(&cut[..whole], prompt))
                || is_no_more(&facts, &last_turn(&with_next, prompt))
        );
    }

    #[test]
    fn prop_lines_of_any_bytes_are_read_without_a_panic(
        turns in turns(),
        at in any::<prop::sample::Index>(),
        line: Vec<u8>,
        prompt in prop::option::of("prompt-[0-3]"),
    ) {
        let (transcript, _) = write(&turns);
        let mut bytes = transcript.bytes();
        let at = at.index(bytes.len() + 1);
        bytes.splice(at..at, line);
        let _ = last_turn(&bytes, prompt.as_deref());
    }

    #[test]
    fn prop_a_damaged_line_makes_the_tools_unknown_and_never_wrong(
        turns in turns(),
        at in any::<prop::sample::Index>(),
    ) {
        let (transcript, written) = write(&turns);
        let mut all = transcript.lines().to_vec();
        let at = at.index(all.len());
        all[at] = vec![0; 8];
        let damaged = all.iter().fold(Transcript::new(), |whole, line| whole.line(line));
        let facts = last_turn(&damaged.bytes(), Some(&written.prompt));
        let line = at as u64 + 1;
        if line > written.first {
            prop_assert_eq!(tools(&facts), None);
        } else if line < written.first {
            prop_assert_eq!(tools(&facts), Some(written.tools));
        } else {
            prop_assert!(facts.tools.is_none() || tools(&facts) == Some(written.tools));
        }
    }
}
