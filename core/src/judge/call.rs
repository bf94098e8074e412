//! What is kept of one call to the judge.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::checks::question;
use crate::judge::local;

/// One call to the judge.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Call {
    /// The model that was asked.
    pub asked: String,
    /// The model that answered, as it calls itself.
    pub model: Option<String>,
    /// The judge's own name for the request.
    pub request_id: Option<String>,
    /// The fingerprint of the questions' wording.
    pub questions: String,
    /// From the first byte of the request to the last of the answer, in milliseconds.
    pub latency_ms: u64,
    /// What it cost.
    pub input_tokens: Option<u64>,
}

impl Call {
    /// Returns a call to `model` that nothing is known of yet.
    #[must_use]
    pub fn to(model: &str) -> Self {
        Self { asked: model.into(), questions: question::set_hash(), ..Self::default() }
    }

    /// Returns whether the judge built in was asked: no request was made.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        self.asked == local::BOX
    }
}
