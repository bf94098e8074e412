//! Answers of the judge.

use serde_json::Value;
use sprag_core::checks;
use sprag_core::checks::question::Question;
use sprag_core::checks::score::Score;
use sprag_core::judge::answer::{Answer, RawAnswers};
use sprag_core::limits::RAW_ANSWER_BYTES_MAX;

use super::strict::{member, strict, text};

/// Any bytes as the body of an answer to every question.
///
/// # Panics
///
/// Panics if a score is outside [0, 1], an answer depends on which others were asked for, it holds
/// what was not asked, it does not fit in a record, or a slow reader sees another score.
pub fn fuzz_answers(bytes: &[u8]) {
    let questions = || checks::ALL.iter().flat_map(|check| check.questions).copied();
    let Ok(answer) = Answer::parse(bytes, questions().map(|question| question.id)) else {
        let alone = questions().map(|question| Answer::parse(bytes, [question.id]));
        assert!(alone.into_iter().all(|answer| answer.is_err()), "fewer questions, no error");
        return;
    };
    let kept = recorded(&answer.raw);
    let ids: Vec<&String> = kept.as_object().into_iter().flat_map(|kept| kept.keys()).collect();
    assert!(ids.iter().all(|id| questions().any(|question| question.id == **id)), "{ids:?}");
    let value = strict(bytes);
    for question in questions() {
        let score = number(&answer.raw, question);
        assert!(score.is_none_or(|score| (0.0..=1.0).contains(&score)), "{score:?}");
        let alone = Answer::parse(bytes, [question.id]).expect("asking for less is no error");
        assert_eq!(number(&alone.raw, question), score, "{} asked alone", question.id);
        if let Some(value) = &value {
            agree(score, value, question, bytes.len());
        }
    }
    let nothing = Answer::parse(bytes, []).expect("asking for nothing is no error");
    assert_eq!(nothing.raw, RawAnswers::default(), "an answer that was not asked for");
}

fn number(raw: &RawAnswers, question: &Question) -> Option<f64> {
    raw.scores().of(question).map(Score::number)
}

/// Returns the raw answers as a record keeps them: on one line, and the same when read again.
fn recorded(raw: &RawAnswers) -> Value {
    let line = serde_json::to_string(raw).expect("raw answers are JSON");
    assert!(!line.contains(['\n', '\r']), "raw answers break the line of a record: {line}");
    assert_eq!(&serde_json::from_str::<RawAnswers>(&line).expect("their own form"), raw);
    serde_json::from_str(&line).unwrap_or_default()
}

/// Compares with a slow reader, which sees the whole body as a tree.
fn agree(score: Option<f64>, value: &Value, question: &Question, bytes: usize) {
    let body =
        if member(value, "answers").is_some() { Some(value) } else { member(value, "result") };
    let answer = body.and_then(|body| member(member(body, "answers")?, question.id));
    let is_noul = answer.is_some_and(|answer| match member(answer, "type") {
        None => true,
        Some(_) => text(answer, "type") == Some("noul"),
    });
    let noul = answer.filter(|_| is_noul).and_then(|answer| member(answer, "noul")?.as_f64());
    let expected = noul.filter(|noul| (0.0..=1.0).contains(noul));
    // A number of more digits than a record keeps, or a word written in escapes, does not count.
    let is_long = bytes > RAW_ANSWER_BYTES_MAX;
    assert!(score == expected || (score.is_none() && is_long), "{score:?} for {answer:?}");
}
