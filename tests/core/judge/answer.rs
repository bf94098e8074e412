//! What the judge answered: one odd answer voids itself and no other.
use proptest::prelude::*;
use serde_json::{Value, json};
use sprag_core::checks::question::Question;
use sprag_core::checks::score::Score;
use sprag_core::checks::scores::Scores;
use sprag_core::checks::verdict::Failure;
use sprag_core::judge::answer::Answer;
use sprag_harness::given::QUESTIONS;

use crate::properties;

fn parse(body: &str) -> Result<Answer, Failure> {
    Answer::parse(body.as_bytes(), QUESTIONS)
}

fn question(id: &str) -> &'static Question {
    Question::by_id(id).unwrap()
}

/// Returns the scores of both questions.
fn scores(answer: &Answer) -> [Option<f64>; 2] {
    let scores = answer.raw.scores();
    ["no_action", "broken_promise"].map(|id| scores.of(question(id)).map(Score::number))
}

/// Returns the scores where `no_action` is answered with `answer` and the other one soundly.
fn beside_a_sound_one(answer: &str) -> [Option<f64>; 2] {
    let sound = r#""broken_promise":{"type":"noul","noul":0.25}"#;
    scores(&parse(&format!(r#"{{"answers":{{"no_action":{answer},{sound}}}}}"#)).unwrap())
}

fn noul(number: &str) -> String {
    format!(r#"{{"type":"noul","noul":{number}}}"#)
}

#[test]
fn a_number_between_0_and_1_is_a_score() {
    let table =
        [("0", 0.0), ("1", 1.0), ("0.5", 0.5), ("1e-3", 0.001), ("-0.0", 0.0), ("1.0E0", 1.0)];
    for (text, number) in table {
        assert_eq!(beside_a_sound_one(&noul(text)), [Some(number), Some(0.25)], "{text}");
    }
}

#[test]
fn every_odd_number_leaves_its_question_unanswered_and_no_other() {
    let long = format!("0.{}", "1".repeat(255));
    let numbers = [
        "2",
        "-0.1",
        "1.0000001",
        "-1e-9",
        "1e400",
        "-1e400",
        "\"0.9\"",
        "\"NaN\"",
        "null",
        "true",
        "[0.9]",
        "{}",
        "[]",
        "{\"noul\":0.9}",
        "99999999999999999999999",
        &long,
    ];
    for number in numbers {
        assert_eq!(beside_a_sound_one(&noul(number)), [None, Some(0.25)], "{number}");
    }
}

#[test]
fn every_odd_answer_leaves_its_question_unanswered_and_no_other() {
    let answers = [
        "0.9",
        "null",
        "\"noul\"",
        "[\"noul\",0.9]",
        "{}",
        r#"{"type":"noul"}"#,
        r#"{"type":"text","noul":0.9}"#,
        r#"{"type":7,"noul":0.9}"#,
        r#"{"type":["noul"],"noul":0.9}"#,
        r#"{"noul":0.9,"noul":0.9}"#,
        r#"{"type":"noul","value":0.9}"#,
    ];
    for answer in answers {
        assert_eq!(beside_a_sound_one(answer), [None, Some(0.25)], "{answer}");
    }
}

#[test]
fn an_answer_may_lack_its_type_and_have_other_members() {
    let table = [
        r#"{"noul":0.9}"#,
        r#"{"type":null,"noul":0.9}"#,
        r#"{"confidence":[1],"type":"noul","noul":0.9,"explanation":"because"}"#,
    ];
    for answer in table {
        assert_eq!(beside_a_sound_one(answer), [Some(0.9), Some(0.25)], "{answer}");
    }
}

#[test]
fn a_score_that_is_set_is_that_of_its_question() {
    let mut scores = Scores::default();
    scores.set("broken_promise", Score::of(0.75).unwrap());
    let of = |id| scores.of(question(id)).map(Score::number);
    assert_eq!((of("no_action"), of("broken_promise")), (None, Some(0.75)));
}

#[test]
fn a_number_that_is_just_short_enough_is_kept() {
    let longest = format!("0.{}", "1".repeat(254));
    assert!(beside_a_sound_one(&noul(&longest))[0].is_some());
}

#[test]
fn a_question_that_is_answered_twice_or_never_is_unanswered() {
    let answer = noul("0.9");
    let sound = r#""broken_promise":{"noul":0.25}"#;
    for body in [
        format!(r#"{{"answers":{{"no_action":{answer},{sound},"no_action":{answer}}}}}"#),
        format!(r#"{{"answers":{{{sound}}}}}"#),
        format!(r#"{{"answers":{{{sound},"No_action":{answer},"other":{answer}}}}}"#),
    ] {
        assert_eq!(scores(&parse(&body).unwrap()), [None, Some(0.25)], "{body}");
    }
    assert_eq!(scores(&parse(r#"{"answers":{}}"#).unwrap()), [None, None]);
}

#[test]
fn an_answer_to_what_was_not_asked_is_not_kept() {
    let body = format!(r#"{{"answers":{{"no_action":{0},"broken_promise":{0}}}}}"#, noul("0.9"));
    let answer = Answer::parse(body.as_bytes(), ["broken_promise"]).unwrap();
    assert_eq!(scores(&answer), [None, Some(0.9)]);
    assert_eq!(serde_json::to_string(&answer.raw).unwrap(), r#"{"broken_promise":0.9}"#);
}

#[test]
fn what_a_gateway_wraps_is_unwrapped() {
    let inner = format!(
        r#"{{"answers":{{"no_action":{}}},"model":"m","usage":{{"input_tokens":7}}}}"#,
        noul("0.9")
    );
    for body in [
        inner.clone(),
        format!(r#"{{"result":{inner},"success":true,"errors":[]}}"#),
        format!(r#"{{"answers":null,"result":{inner}}}"#),
    ] {
        let answer = parse(&body).unwrap();
        assert_eq!(scores(&answer), [Some(0.9), None], "{body}");
        assert_eq!((answer.model.as_deref(), answer.input_tokens), (Some("m"), Some(7)), "{body}");
    }
    let twice = format!(r#"{{"result":{{"result":{inner}}}}}"#);
    assert_eq!(parse(&twice).unwrap_err(), Failure::Malformed);
}

#[test]
fn the_answers_themselves_count_before_what_a_gateway_wraps() {
    let body = format!(
        r#"{{"answers":{{"no_action":{}}},"result":{{"answers":{{"no_action":{}}}}}}}"#,
        noul("0.1"),
        noul("0.9")
    );
    assert_eq!(scores(&parse(&body).unwrap()), [Some(0.1), None]);
}

#[test]
fn a_body_without_an_object_of_answers_is_malformed() {
    let table = [
        "",
        "null",
        "[]",
        "7",
        "\"answers\"",
        "{}",
        "{",
        "{\"answers\":{}",
        "{\"answers\":[]}",
        "{\"answers\":null}",
        "{\"answers\":\"x\"}",
        "{\"answers\":7}",
        "{\"answers\":{}} more",
        "{\"answers\":{},\"answers\":{}}",
        "{\"result\":{}}",
        "{\"result\":[]}",
        "{\"result\":{\"answers\":[]}}",
        "<html>",
        "{\"answers\":{\"no_action\":}}",
        "{\"answers\":{7:1}}",
    ];
    for body in table {
        assert_eq!(parse(body).unwrap_err(), Failure::Malformed, "{body}");
    }
    assert_eq!(Answer::parse(b"{\"answers\":{\"a\xff\":1}}", []).unwrap_err(), Failure::Malformed);
}

#[test]
fn what_the_judge_says_of_itself_may_be_anything() {
    for value in [json!(null), json!(7), json!({}), json!("m".repeat(257)), json!([1])] {
        let body = json!({"answers": {}, "model": value, "usage": value}).to_string();
        let answer = parse(&body).unwrap();
        assert_eq!((answer.model, answer.input_tokens), (None, None), "{value}");
    }
    for value in [json!(null), json!("7"), json!(-1), json!(1.5), json!([])] {
        let body = json!({"answers": {}, "usage": {"input_tokens": value}}).to_string();
        assert_eq!(parse(&body).unwrap().input_tokens, None, "{value}");
    }
}

#[test]
fn answers_that_were_kept_can_be_distinguished() {
    let kept = |number: &str| {
        let body = format!(r#"{{"answers":{{"no_action":{}}}}}"#, noul(number));
        parse(&body).unwrap().raw
    };
    assert_eq!(kept("0.5"), kept("0.5"));
    assert_ne!(kept("0.5"), kept("0.50"));
    assert_ne!(kept("0.5"), parse(r#"{"answers":{}}"#).unwrap().raw);
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_any_bytes_are_read_without_a_panic(bytes: Vec<u8>) {
        let _ = Answer::parse(&bytes, QUESTIONS);
    }

    #[test]
    fn prop_every_kept_answer_is_a_number_in_range_or_does_not_count(number: f64, text: String) {
        for raw in [json!(number), json!(text)] {
            let body = json!({"answers": {"no_action": {"noul": raw}}}).to_string();
            let [score, _] = scores(&parse(&body).unwrap());
            let is_score = raw.as_f64().is_some_and(|number| (0.0..=1.0).contains(&number));
            prop_assert_eq!(score.is_some(), is_score);
        }
    }

    #[test]
    fn prop_a_body_that_is_damaged_anywhere_is_read_without_a_panic(
        at in any::<prop::sample::Index>(),
        byte: u8,
    ) {
        let sound: Value = json!({"answers": {"no_action": {"type": "noul", "noul": 0.9}}});
        let mut bytes = sound.to_string().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = Answer::parse(&bytes, QUESTIONS);
    }
}
