//! Which checks the user's words turn on, and how a set of checks is recorded.
use sprag_core::checks::verdict::Verdict;
use sprag_core::checks::{ALL, Check, CheckSet, find};
use sprag_harness::given::{check, set};

/// The names that checks had in records before they went by their words.
const FORMER: [(&str, &str); 8] = [
    ("wrong_language", "language"),
    ("unwatched", "watch"),
    ("unmatched_watch", "watch-match"),
    ("no_action", "promises"),
    ("broken_promise", "promises"),
    ("unverified_done", "done"),
    ("capitulation", "challenge"),
    ("needless_ask", "ask"),
];

fn on(words: &str) -> Vec<&'static str> {
    CheckSet::parse(words).iter().map(|check| check.word).collect()
}

#[test]
fn checks_stand_in_order_of_precedence() {
    let order = ["language", "watch", "watch-match", "promises", "done", "challenge", "ask"];
    assert_eq!(ALL.map(|check| check.word), order);
}

#[test]
fn a_word_turns_on_its_check_and_no_other_word_does() {
    for words in ["promises", " promises ", "reads,promises", "x promises"] {
        assert_eq!(on(words), ["promises"], "{words}");
    }
    for check in ALL {
        assert_eq!(on(check.word), [check.word]);
    }
    for words in ["all", "all,nothing"] {
        assert_eq!(on(words), ALL.map(|check| check.word), "{words}");
    }
    for words in ["", " ", ",", "promise", "Promises", "watch_match", "ALL", "promises;", "none"] {
        assert!(on(words).is_empty(), "{words}");
    }
}

#[test]
fn a_check_is_found_by_its_word_and_by_the_names_that_it_had_before() {
    for check in ALL {
        assert_eq!(find(check.word).map(|found| found.word), Some(check.word));
    }
    for (former, word) in FORMER {
        assert_eq!(find(former), Some(check(word)), "{former}");
        assert_eq!(on(former), [word]);
    }
    assert!(find("").is_none() && find("all").is_none() && find("reads").is_none());
    assert_ne!(find("promises"), find("done"));
}

#[test]
fn a_check_that_is_recorded_with_another_is_evaluated_with_it_and_not_on() {
    let evaluated = |words: &str| -> Vec<&str> {
        CheckSet::parse(words).evaluated().map(|check| check.word).collect()
    };
    assert_eq!(evaluated("watch"), ["watch", "watch-match"]);
    assert_eq!(evaluated("watch-match"), ["watch-match"]);
    assert_eq!(evaluated("promises,language"), ["language", "promises"]);
    assert_eq!(evaluated(""), [""; 0]);
}

#[test]
fn every_subset_contains_what_was_put_in() {
    let sets: [&[&str]; 4] = [&[], &["promises"], &["done"], &["promises", "done"]];
    for words in sets {
        let subset = set(words);
        assert_eq!(subset.is_empty(), words.is_empty());
        assert_eq!(subset.iter().map(|check| check.word).collect::<Vec<_>>(), words);
        for check in ALL {
            assert_eq!(subset.contains(check), words.contains(&check.word));
        }
        let mut twice = subset;
        subset.iter().for_each(|check| twice.insert(check));
        assert_eq!(twice, subset);
    }
}

#[test]
fn a_check_that_is_not_in_the_table_cannot_be_on() {
    let other = Check { word: "other", ..*check("promises") };
    let mut set = CheckSet::default();
    set.insert(&other);
    assert!(set.is_empty() && !set.contains(&other));
    assert!(!CheckSet::parse("all").contains(&other));
}

#[test]
fn every_set_is_written_as_its_words_and_read_again() {
    let sets: [&[&str]; 3] = [&[], &["promises"], &["watch-match", "promises"]];
    for words in sets {
        let text = serde_json::to_string(&set(words)).unwrap();
        assert_eq!(text, serde_json::to_string(words).unwrap());
        assert_eq!(serde_json::from_str::<CheckSet>(&text).unwrap(), set(words));
    }
    let later = r#"["from_the_future","promises"]"#;
    assert_eq!(serde_json::from_str::<CheckSet>(later).unwrap(), set(&["promises"]));
    let earlier = r#"["unmatched_watch","no_action","broken_promise"]"#;
    let known = serde_json::from_str::<CheckSet>(earlier).unwrap();
    assert_eq!(known, set(&["watch-match", "promises"]));
}

#[test]
fn a_verdict_names_its_check() {
    let block = Verdict::Block(check("promises"));
    assert_eq!(serde_json::to_string(&block).unwrap(), r#"{"block":"promises"}"#);
    for (former, word) in FORMER {
        let text = format!(r#"{{"would_block":"{former}"}}"#);
        let would = serde_json::from_str::<Verdict>(&text).unwrap();
        assert_eq!(would, Verdict::WouldBlock(check(word)));
        assert_ne!(would, Verdict::Block(check(word)));
    }
    assert!(serde_json::from_str::<Verdict>(r#"{"block":"from_the_future"}"#).is_err());
}
