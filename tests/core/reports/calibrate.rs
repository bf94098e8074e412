//! Labelled lines, what is asked about them, and what their answers show.
mod figures;
mod line;
mod request;
mod screen;
mod shown;

use sprag_core::checks::score::Score;
use sprag_core::judge::answer::RawAnswers;
use sprag_core::reports::calibrate::line::{Line, parse};
use sprag_core::reports::calibrate::report::Outcome;

/// The lines that ship.
const SHIPPED: &str = include_str!("../../../shell/src/calibrate/lines.jsonl");

fn shipped() -> Vec<Line> {
    parse(SHIPPED).unwrap()
}

/// Answers with a score for each question of each line, as a function of both.
fn answered(lines: &[Line], score: impl Fn(&Line, &str) -> Option<f64>) -> Vec<Outcome> {
    let of = |line: &Line| {
        let ids = line.expected.iter().map(|(question, _)| question.id);
        let answers = ids.map(|id| (id, score(line, id).and_then(Score::of)));
        Outcome::Answered(RawAnswers::given(answers), Some("jev-1.13.0".into()))
    };
    lines.iter().map(of).collect()
}

/// A number from 0 to 1 that a text fixes.
fn number(text: &str) -> f64 {
    let hash = text.bytes().fold(7_u32, |hash, byte| hash.wrapping_mul(31) ^ u32::from(byte));
    f64::from(hash % 1_000) / 1_000.0
}
