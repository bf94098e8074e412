//! What people say of objections.

use alloc::collections::BTreeMap;

use proptest::prelude::*;
use sprag_core::checks::known::Known;
use sprag_core::decision::plan::Plan;
use sprag_core::limits::REVIEWS_WAITING_MAX;
use sprag_core::reports::log::{Entry, Id, LogLine};
use sprag_core::reports::review::screen::{Answer, asked, listed, thanks};
use sprag_core::reports::review::{
    Mark, NotReviewed, Queue, Review, Reviews, Waiting, hint, objecting, review,
};
use sprag_core::text::screen::{Columns, Ink};
use sprag_harness::given::{answered, check, judged, plan, set};
use sprag_harness::shown::{fault, grouped, several, time};

use crate::reports::logged::{Log, any_log, clock, entry, record_of};
use crate::{assert_bytes, long_properties};

fn one() -> Entry {
    entry(record_of(plan(), judged("0.1", "0.9"), Default::default()))
}

/// A stop to which two checks object.
fn two() -> Entry {
    let plan = Plan { checks: set(&["watch", "promises"]), ..plan() };
    let scores = answered(&[("watch_claim", "0.9"), ("broken_promise", "0.9")]);
    entry(record_of(plan, scores, Default::default()))
}

#[test]
fn a_review_is_a_line_and_the_last_one_counts() {
    let id = Id::of(b"x");
    let said = |mark| Review { id: id.clone(), check: "promises".into(), mark, at_ms: 7 };
    let line = said(Mark::Wrong).line();
    let text =
        format!("{{\"id\":\"{id}\",\"check\":\"promises\",\"mark\":\"wrong\",\"at_ms\":7}}\n");
    assert_eq!(line, text);
    assert_eq!(Review::parse(line.as_bytes()), Some(said(Mark::Wrong)));
    let file = [line.as_str(), "\n", "damaged\n", &said(Mark::Right).line(), "{\"id\":"].concat();
    let reviews = Reviews::read(file.as_bytes());
    assert_eq!(reviews.of(&id, check("promises")), Some(Mark::Right));
    assert_eq!(reviews.of(&id, check("watch")), None);
    assert_eq!(reviews.of(&Id::of(b"y"), check("promises")), None);
    assert_eq!(reviews.damaged(), 2);
    let earlier = line.replace("promises", "broken_promise");
    assert_eq!(Review::parse(earlier.as_bytes()), Some(said(Mark::Wrong)));
}

#[test]
fn only_an_objection_can_be_reviewed() {
    let silent = entry(record_of(plan(), judged("0.1", "0.1"), Default::default()));
    let refused = |entry: &Entry, check| review(entry, check, Mark::Right, 7).unwrap_err();
    assert_eq!(refused(&silent, None), NotReviewed::NoObjection);
    assert_eq!(refused(&silent, Some("promises")), NotReviewed::NoObjection);
    assert_eq!(refused(&one(), Some("watch")), NotReviewed::Other("promises".into()));
    let several = "watch promises".to_owned();
    assert_eq!(refused(&two(), None), NotReviewed::Several(several));
    let taken = review(&two(), Some("watch"), Mark::Wrong, 7).unwrap();
    assert_eq!((taken.check.as_str(), taken.mark, taken.at_ms), ("watch", Mark::Wrong, 7));
    for name in [None, Some("promises"), Some("broken_promise")] {
        assert_eq!(review(&one(), name, Mark::Right, 7).unwrap().check, "promises");
    }
    let taken = review(&one(), None, Mark::Right, 7).unwrap();
    assert_eq!(thanks(&taken), format!("{} promises: right\n", one().id));
}

#[test]
fn a_check_that_is_only_recorded_can_be_reviewed_too() {
    let known = Known { running: Some(1), ..plan().known };
    let plan = Plan { checks: set(&["watch"]), known, ..plan() };
    let scores = answered(&[("watch_claim", "0.9"), ("watch_mismatch", "0.9")]);
    let record = record_of(plan, scores, Default::default());
    let objecting: Vec<&str> = objecting(&record).map(|check| check.word).collect();
    assert_eq!(objecting, ["watch-match"]);
}

#[test]
fn what_nobody_reviewed_waits_the_newest_first() {
    let mut log = Log::default();
    let (first, second) = (log.add(one().record), log.add(two().record));
    log.review(&first, Mark::Right);
    let mut queue = Queue::default();
    let reviews = log.reviewed();
    [&first, &second].iter().for_each(|entry| queue.add(entry, &reviews));
    let waiting: Vec<&str> = queue.iter().map(|waiting| waiting.check.word).collect();
    assert_eq!(waiting, ["promises", "watch"]);
    assert_eq!((queue.len(), queue.older(), queue.is_empty()), (2, 0, false));
    let json = serde_json::to_value(&queue).unwrap();
    assert_eq!(json["waiting"][0]["id"], second.id.as_str());
    assert_eq!(json["waiting"][0]["check"], "promises");
}

#[test]
fn of_very_many_the_oldest_are_counted() {
    let mut queue = Queue::default();
    for _ in 0..REVIEWS_WAITING_MAX + 3 {
        queue.add(&one(), &Reviews::default());
    }
    assert_eq!((queue.len(), queue.older()), (REVIEWS_WAITING_MAX, 3));
    let list = listed(&queue, &clock(0), Columns::of(None)).print(Ink::PLAIN);
    let all = u64::try_from(REVIEWS_WAITING_MAX).unwrap() + 3;
    assert!(list.starts_with(&format!("{} to review\n", several(all, "objection"))), "{list}");
    assert!(list.contains("\nand 3 older ones\n"), "{list}");
}

#[test]
fn the_screens_of_a_review() {
    let waiting = Waiting { entry: Box::new(one()), check: check("promises") };
    let typed = Some("Go ahead, run the suite and fix what fails.");
    let question = asked(&waiting, 2, typed, Columns::of(Some(60))).print(Ink::PLAIN);
    assert_bytes("the_question_of_a_review.txt", question.as_bytes());
    let mut queue = Queue::default();
    assert_eq!(
        listed(&queue, &clock(0), Columns::of(None)).print(Ink::PLAIN),
        "No objection is waiting for a review.\n"
    );
    queue.add(&two(), &Reviews::default());
    let list = listed(&queue, &clock(0), Columns::of(Some(60))).print(Ink::PLAIN);
    assert_bytes("the_list_of_what_waits_for_a_review.txt", list.as_bytes());
}

#[test]
fn a_key_answers_or_means_nothing() {
    let marks = [('r', Mark::Right), ('R', Mark::Right), ('w', Mark::Wrong), ('W', Mark::Wrong)];
    for (key, mark) in marks {
        assert_eq!(Answer::of_key(key), Some(Answer::Mark(mark)));
    }
    assert_eq!(
        ['s', 'q', 'x', ' '].map(Answer::of_key),
        [Some(Answer::Skip), Some(Answer::Quit), None, None]
    );
    assert_eq!(
        ["right", "wrong", "", "Right"].map(Mark::from_word),
        [Some(Mark::Right), Some(Mark::Wrong), None, None]
    );
}

#[test]
fn what_was_typed_next_speaks_for_an_objection_or_for_nothing() {
    for typed in ["Continue.", "please go ahead", "Fix it.", "Are you sure?"] {
        assert_eq!(hint(typed), Some(Mark::Right), "{typed}");
    }
    for typed in ["", "Thanks!", "What does the parser do with CRLF?", "Now the next task: docs."] {
        assert_eq!(hint(typed), None, "{typed}");
    }
}

proptest! {
    #![proptest_config(long_properties())]

    #[test]
    fn prop_what_waits_is_what_a_recount_finds(log in any_log()) {
        let reviews = log.reviewed();
        let mut queue = Queue::default();
        for line in log.lines() {
            if let LogLine::Stop(entry) = line {
                queue.add(&entry, &reviews);
            }
        }
        let mut expected = Vec::new();
        for line in log.text.lines() {
            let Ok(record) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            if record["form"] != 1 || record["plan"].is_null() {
                continue;
            }
            let id = Id::of(line.as_bytes());
            for found in record["findings"].as_array().unwrap() {
                let check = found["check"].as_str().unwrap();
                let own = format!("\"{id}\",\"check\":\"{check}\"");
                if found["finding"] == "fires" && !log.reviews.contains(&own) {
                    expected.insert(0, (id.as_str().to_owned(), check.to_owned()));
                }
            }
        }
        let name = |it: &Waiting| (it.entry.id.as_str().to_owned(), it.check.word.to_owned());
        prop_assert_eq!(queue.iter().map(name).collect::<Vec<_>>(), expected.clone());
        let at: BTreeMap<String, u64> = log
            .text
            .lines()
            .filter_map(|line| {
                let record: serde_json::Value = serde_json::from_str(line).ok()?;
                Some((Id::of(line.as_bytes()).as_str().to_owned(), record["at_ms"].as_u64()?))
            })
            .collect();
        let number = u64::try_from(expected.len()).unwrap();
        let mut texts = Vec::new();
        texts.extend((number > 0).then(|| format!("{} to review", several(number, "objection"))));
        texts.extend(expected.iter().map(|(id, check)| format!("{id} {} {check}", time(at[id]))));
        let list = listed(&queue, &clock(0), Columns::of(Some(120))).print(Ink::PLAIN);
        prop_assert_eq!(fault(&list, &texts), None);
        if let Some(first) = queue.iter().next() {
            let question = asked(first, queue.len() - 1, None, Columns::of(None)).print(Ink::PLAIN);
            let behind = format!("({} behind it)", grouped(number - 1));
            prop_assert_eq!(fault(&question, &[behind]), None);
        }
    }

    #[test]
    fn prop_any_bytes_are_read_without_a_panic(bytes: Vec<u8>, typed: String) {
        let _ = Reviews::read(&bytes);
        let _ = hint(&typed);
    }
}
