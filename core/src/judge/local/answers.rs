//! What the judge built in answers to the questions that are due.

use super::{Opinion, Question, Weights, opinion};
use crate::activity::verification::Verification;
use crate::checks::done::VERIFICATION_APPLIES;
use crate::checks::score::Score;
use crate::judge::answer::RawAnswers;

/// Returns what these weights say to questions about a message and what its turn did. What they
/// do not answer stays open.
#[must_use]
pub fn answers<'a>(
    weights: Option<&Weights<'_>>,
    text: &str,
    verification: Option<&Verification>,
    ids: impl IntoIterator<Item = &'a str>,
) -> RawAnswers {
    let found = weights.and_then(|weights| opinion(weights, text));
    let score = |id: &str| answer(id, found.as_ref()?, verification);
    RawAnswers::given(ids.into_iter().map(|id| (id, score(id))))
}

/// What the judge built in is called in records.
pub const BOX: &str = "local";

/// Returns whether the judge built in answers this question.
pub(crate) fn is_answered(id: &str) -> bool {
    id == VERIFICATION_APPLIES.id || Question::ALL.iter().any(|question| question.name() == id)
}

fn answer(id: &str, opinion: &Opinion, verification: Option<&Verification>) -> Option<Score> {
    if id == VERIFICATION_APPLIES.id {
        // What kind of file changed says it better than what the message does.
        let changed = verification?.changed.code;
        return Some(if changed > 0 { Score::FULL } else { Score::NONE });
    }
    Question::ALL.into_iter().find(|question| question.name() == id).map(|q| opinion.of(q))
}
