//! The built-in judge: what a closing message claims, going by its wording alone.
//!
//! It is a logistic model for each question over features of the message, in small integers that
//! `train` of the harness has learnt; `docs/judge.md` is its report card. It needs no key, no
//! network and no memory of its own. What is not mainly English it does not judge.

mod answers;
mod english;
mod feature;
mod hash;
mod prose;
mod question;
mod sigmoid;
mod token;
mod weights;
mod word;
mod word_language;

pub(crate) use answers::is_answered;
pub use answers::{BOX, answers};
pub use feature::{FEATURES, MEANINGS, WORDS};
pub use question::Question;
pub use weights::{Line, MAGIC, TABLE_BYTES, Weights};

use crate::checks::score::Score;

/// What the judge thinks of a message: a score for each question, in their order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion([Score; Question::COUNT]);

impl Opinion {
    /// Returns the score of a question.
    #[must_use]
    pub fn of(&self, question: Question) -> Score {
        let scores = Question::ALL.iter().zip(self.0);
        let found = scores.filter(|(asked, _)| **asked == question).map(|(_, score)| score);
        found.fold(Score::NONE, |_, score| score)
    }
}

/// Returns the weights that the program carries, unless they are damaged.
#[must_use]
pub fn built_in() -> Option<Weights<'static>> {
    Weights::read(include_bytes!("local/weights.bin"))
}

/// Returns what these weights make of a message; `None` is unknown.
#[must_use]
pub fn opinion(weights: &Weights<'_>, text: &str) -> Option<Opinion> {
    let mut sums = [0_i32; Question::COUNT];
    let is_english = features(text, |feature| {
        for (sum, weight) in sums.iter_mut().zip(weights.of(feature)) {
            *sum = sum.saturating_add(weight);
        }
    });
    if !is_english {
        return None;
    }
    let mut scores = [Score::NONE; Question::COUNT];
    for (at, (score, sum)) in scores.iter_mut().zip(sums).enumerate() {
        let Line { slope, offset } = weights.line(at);
        let logit = f64::from(slope) * f64::from(sum) + f64::from(offset);
        *score = Score::of(sigmoid::sigmoid(logit))?;
    }
    Some(Opinion(scores))
}

/// Calls `see` with every feature of the message, each once, and returns whether the message is
/// mainly English.
pub fn features(text: &str, mut see: impl FnMut(usize)) -> bool {
    let mut seen = [0_u64; FEATURES / 64];
    let language = feature::each_feature(text, &mut |feature: usize| {
        let bit = 1_u64 << (feature % 64);
        if let Some(word) = seen.get_mut(feature / 64)
            && *word & bit == 0
        {
            *word |= bit;
            see(feature);
        }
    });
    language.guard_english()
}
