//! Who is asked: the judge at the endpoint, or the built-in one.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::answer::RawAnswers;
use crate::checks::unverified_done::VERIFICATION_APPLIES;
use crate::judge::{Opinion, Question, Weights, opinion};
use crate::key::Key;
use crate::plan::Plan;
use crate::record::Call;
use crate::score::Score;
use crate::settings::Settings;
use crate::standing::Standing;
use crate::verdict::Pass;

/// Whom the user wants to be asked.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// The endpoint where there is a key, else the built-in judge.
    #[default]
    Auto,
    /// The endpoint alone.
    Jev,
    /// The built-in judge alone: nothing leaves the machine.
    Local,
}

/// Who is asked.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Asked {
    /// The endpoint, with this key.
    Endpoint(Key),
    /// The built-in judge.
    Box,
}

impl Choice {
    /// Returns the choice of this word. An invalid word keeps everything on the machine.
    #[must_use]
    pub fn from_word(word: &str) -> Self {
        match word {
            "auto" => Self::Auto,
            "jev" => Self::Jev,
            _ => Self::Local,
        }
    }

    /// Returns the word for the choice.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Jev => "jev",
            Self::Local => "local",
        }
    }

    /// Returns who is asked about a stop. `key` is the key for the endpoint.
    ///
    /// # Errors
    ///
    /// Returns why nobody is asked: there is no key where one is needed, or the built-in judge
    /// answers none of the questions.
    pub fn guard_endpoint(self, plan: &Plan, key: Result<Key, Pass>) -> Result<Asked, Pass> {
        match self.guard_key(key) {
            Ok(Asked::Box) if plan.needs_work() => Ok(Asked::Box),
            Ok(Asked::Box) if self == Self::Local => Err(Pass::NothingToAsk),
            Ok(Asked::Box) => Err(Pass::NoKey),
            asked => asked,
        }
    }

    /// Returns who is asked where the built-in judge has an answer.
    ///
    /// # Errors
    ///
    /// Returns why nobody is asked: there is no key where one is needed, or it is odd.
    pub fn guard_key(self, key: Result<Key, Pass>) -> Result<Asked, Pass> {
        let stays = self == Self::Local || (self == Self::Auto && matches!(key, Err(Pass::NoKey)));
        if stays { Ok(Asked::Box) } else { key.map(Asked::Endpoint) }
    }

    /// Lets the built-in judge answer the questions that are due with these weights, under its
    /// own threshold. What it does not answer, a message that it does not read and missing or
    /// damaged weights stay unjudged.
    ///
    /// # Errors
    ///
    /// Returns why the stop passes, where it answers none of the questions.
    pub fn answer_from_box(
        self,
        weights: Option<Weights<'_>>,
        plan: &mut Plan,
        text: &str,
        settings: &Settings,
    ) -> Result<(RawAnswers, Call), Pass> {
        plan.claim = settings.claim_local;
        let due = plan.questions();
        if !due.iter().any(|question| is_answered(question.id)) {
            return Err(if self == Self::Local { Pass::NothingToAsk } else { Pass::NoKey });
        }
        let ids = due.iter().map(|question| question.id);
        let answers = answers(weights.as_ref(), text, plan.standing(), ids);
        let mut call = Call::to(BOX);
        call.model = weights.map(|weights| weights.name());
        Ok((answers, call))
    }
}

/// Returns what these weights say to questions about a message and what its turn did. What they
/// do not answer stays open.
#[must_use]
pub fn answers<'a>(
    weights: Option<&Weights<'_>>,
    text: &str,
    standing: Option<&Standing>,
    ids: impl IntoIterator<Item = &'a str>,
) -> RawAnswers {
    let found = weights.and_then(|weights| opinion(weights, text));
    let score = |id: &str| answer(id, found.as_ref()?, standing);
    RawAnswers::given(ids.into_iter().map(|id| (id, score(id))))
}

/// What the built-in judge is called in records.
pub const BOX: &str = "local";

fn is_answered(id: &str) -> bool {
    id == VERIFICATION_APPLIES.id || Question::ALL.iter().any(|question| question.name() == id)
}

fn answer(id: &str, opinion: &Opinion, standing: Option<&Standing>) -> Option<Score> {
    if id == VERIFICATION_APPLIES.id {
        // What kind of file changed says it better than what the message does.
        let changed = standing?.changed.code;
        return Some(if changed > 0 { Score::FULL } else { Score::NONE });
    }
    Question::ALL.into_iter().find(|question| question.name() == id).map(|q| opinion.of(q))
}

/// Returns the name of weights in records.
pub(super) fn name(hash: &[u8]) -> String {
    let mut name = String::from("local-");
    for byte in hash.iter().take(8) {
        // Writing to a `String` cannot fail.
        let _ = core::fmt::Write::write_fmt(&mut name, format_args!("{byte:02x}"));
    }
    name
}
