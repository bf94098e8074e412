//! Which checks the user's words turn on, and how a set of checks is recorded.
use sprag_core::checks::verdict::Verdict;
use sprag_core::checks::{ALL, Check, CheckSet, by_id};
use sprag_harness::given::{check, set};

fn on(words: &str) -> Vec<&'static str> {
    CheckSet::parse(words).iter().map(|check| check.id).collect()
}

#[test]
fn checks_stand_in_order_of_precedence() {
    let order = [
        "wrong_language",
        "unwatched",
        "unmatched_watch",
        "no_action",
        "broken_promise",
        "unverified_done",
        "capitulation",
        "needless_ask",
    ];
    assert_eq!(ALL.map(|check| check.id), order);
}

#[test]
fn a_word_turns_on_its_checks_and_no_other_word_does() {
    let both = ["no_action", "broken_promise"];
    for words in ["promises", " promises ", "reads,promises", "x promises"] {
        assert_eq!(on(words), both, "{words}");
    }
    assert_eq!(on("watch"), ["unwatched"]);
    assert_eq!(on("watch-match"), ["unmatched_watch"]);
    assert_eq!(on("language"), ["wrong_language"]);
    assert_eq!(on("ask"), ["needless_ask"]);
    assert_eq!(on("challenge"), ["capitulation"]);
    for words in ["all", "all,nothing"] {
        assert_eq!(on(words), ALL.map(|check| check.id), "{words}");
    }
    for words in ["", " ", ",", "promise", "Promises", "no_action", "ALL", "promises;", "none"] {
        assert!(on(words).is_empty(), "{words}");
    }
}

#[test]
fn a_check_that_is_recorded_with_another_is_evaluated_with_it_and_not_on() {
    let evaluated = |words: &str| -> Vec<&str> {
        CheckSet::parse(words).evaluated().map(|check| check.id).collect()
    };
    assert_eq!(evaluated("watch"), ["unwatched", "unmatched_watch"]);
    assert_eq!(evaluated("watch-match"), ["unmatched_watch"]);
    assert_eq!(evaluated("promises,language"), ["wrong_language", "no_action", "broken_promise"]);
    assert_eq!(evaluated(""), [""; 0]);
}

#[test]
fn every_subset_contains_what_was_put_in() {
    let sets: [&[&str]; 4] =
        [&[], &["no_action"], &["broken_promise"], &["no_action", "broken_promise"]];
    for ids in sets {
        let subset = set(ids);
        assert_eq!(subset.is_empty(), ids.is_empty());
        assert_eq!(subset.iter().map(|check| check.id).collect::<Vec<_>>(), ids);
        for check in ALL {
            assert_eq!(subset.contains(check), ids.contains(&check.id));
        }
        let mut twice = subset;
        subset.iter().for_each(|check| twice.insert(check));
        assert_eq!(twice, subset);
    }
}

#[test]
fn a_check_that_is_not_in_the_table_cannot_be_on() {
    let other = Check { id: "other", word: "other", ..*check("no_action") };
    let mut set = CheckSet::default();
    set.insert(&other);
    assert!(set.is_empty() && !set.contains(&other));
    assert!(!CheckSet::parse("all").contains(&other));
}

#[test]
fn every_set_is_written_as_its_ids_and_read_again() {
    let sets: [&[&str]; 3] = [&[], &["broken_promise"], &["no_action", "broken_promise"]];
    for ids in sets {
        let text = serde_json::to_string(&set(ids)).unwrap();
        assert_eq!(text, serde_json::to_string(ids).unwrap());
        assert_eq!(serde_json::from_str::<CheckSet>(&text).unwrap(), set(ids));
    }
    let later = r#"["from_the_future","broken_promise"]"#;
    assert_eq!(serde_json::from_str::<CheckSet>(later).unwrap(), set(&["broken_promise"]));
}

#[test]
fn a_check_is_found_by_its_id() {
    for check in ALL {
        assert_eq!(by_id(check.id).map(|found| found.id), Some(check.id));
    }
    assert!(by_id("promises").is_none() && by_id("").is_none());
    assert_ne!(by_id("no_action"), by_id("broken_promise"));
}

#[test]
fn a_verdict_names_its_check() {
    let block = Verdict::Block(by_id("no_action").unwrap());
    assert_eq!(serde_json::to_string(&block).unwrap(), r#"{"block":"no_action"}"#);
    let text = r#"{"would_block":"broken_promise"}"#;
    let would = serde_json::from_str::<Verdict>(text).unwrap();
    assert_eq!(would, Verdict::WouldBlock(by_id("broken_promise").unwrap()));
    assert_ne!(would, Verdict::WouldBlock(by_id("no_action").unwrap()));
    assert!(serde_json::from_str::<Verdict>(r#"{"block":"from_the_future"}"#).is_err());
}
