//! Who is asked: the judge at the endpoint, or the one built in.

use crate::checks::verdict::Pass;
use crate::decision::plan::Plan;
use crate::judge::answer::RawAnswers;
use crate::judge::call::Call;
use crate::judge::key::Key;
use crate::judge::local::{BOX, Weights, answers, is_answered};
use crate::settings::{Choice, Settings};

/// Who is asked.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Asked {
    /// The endpoint, with this key.
    Endpoint(Key),
    /// The judge built in.
    BuiltIn,
}

impl Choice {
    /// Returns who is asked about a stop. `key` is the key for the endpoint.
    ///
    /// # Errors
    ///
    /// Returns why nobody is asked: there is no key where one is needed, or the judge built in
    /// answers none of the questions.
    pub fn guard_endpoint(self, plan: &Plan, key: Result<Key, Pass>) -> Result<Asked, Pass> {
        match self.guard_key(key) {
            Ok(Asked::BuiltIn) if plan.needs_work() => Ok(Asked::BuiltIn),
            Ok(Asked::BuiltIn) if self == Self::Local => Err(Pass::NothingToAsk),
            Ok(Asked::BuiltIn) => Err(Pass::NoKey),
            asked => asked,
        }
    }

    /// Returns who is asked where the judge built in has an answer.
    ///
    /// # Errors
    ///
    /// Returns why nobody is asked: there is no key where one is needed, or it is odd.
    pub fn guard_key(self, key: Result<Key, Pass>) -> Result<Asked, Pass> {
        let stays = self == Self::Local || (self == Self::Auto && matches!(key, Err(Pass::NoKey)));
        if stays { Ok(Asked::BuiltIn) } else { key.map(Asked::Endpoint) }
    }

    /// Lets the judge built in answer the questions that are due with these weights, under its
    /// own threshold. What it does not answer, a message that it does not read and missing or
    /// damaged weights stay unjudged.
    ///
    /// # Errors
    ///
    /// Returns why the stop passes, where it answers none of the questions.
    pub fn answer_from_built_in(
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
        let answers = answers(weights.as_ref(), text, plan.verification(), ids);
        let mut call = Call::to(BOX);
        call.model = weights.map(|weights| weights.name());
        Ok((answers, call))
    }
}
