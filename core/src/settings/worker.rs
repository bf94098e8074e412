//! What the user has set about the worker.

use alloc::{format, string::String, vec::Vec};
use core::time::Duration;

use super::effective::shown_url;
use super::kind::{is_model, is_off};
use super::{Name, Source, Values, list};
use crate::worker::{Transport, anthropic};

/// The settings of `sprag read` and `sprag write`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Worker {
    /// Who carries a question to it.
    pub transport: Transport,
    /// Which model it is, where the user names one.
    pub model: Option<String>,
    /// How long its answer may take, in milliseconds.
    pub timeout_ms: u64,
    /// Bytes of a message at most.
    pub payload_max: u64,
    /// Tokens that it may write.
    pub tokens_max: u32,
    /// The endpoint of the Messages API that the user names, and where.
    pub endpoint: Option<(String, Source)>,
    /// The program of Claude Code.
    pub claude: String,
    /// The program of Codex.
    pub codex: String,
    /// Variables that either program gets beside those that every one gets.
    pub env: Vec<String>,
    /// Whether likely secrets are kept back.
    pub is_guarded: bool,
    /// Whether quotations are looked for.
    pub is_cited: bool,
}

const TIMEOUT_MS: u64 = 180_000;
const PAYLOAD_MAX: u64 = 600_000;
const TOKENS_MAX: u32 = 8_192;

impl Worker {
    /// Returns the settings that follow from the values. A switch that is neither on nor off is on:
    /// both keep something from being taken for what it is not.
    pub(super) fn resolve(given: &Values<'_>) -> Self {
        let number = |name: Name| name.setting().kind.number(given.text(name)?);
        let is_on = |name: Name| !given.text(name).is_some_and(is_off);
        let program =
            |name: Name| String::from(given.text(name).unwrap_or_else(|| name.setting().default));
        Self {
            transport: given.text(Name::Worker).and_then(Transport::from_word).unwrap_or_default(),
            model: given.text(Name::WorkerModel).filter(|text| is_model(text)).map(String::from),
            timeout_ms: given.milliseconds(Name::WorkerTimeout).unwrap_or(TIMEOUT_MS),
            payload_max: number(Name::WorkerPayload).unwrap_or(PAYLOAD_MAX),
            tokens_max: number(Name::WorkerTokens)
                .and_then(|tokens| u32::try_from(tokens).ok())
                .unwrap_or(TOKENS_MAX),
            endpoint: given
                .get(Name::WorkerEndpoint)
                .map(|given| (given.value.trim().into(), given.source)),
            claude: program(Name::ClaudeBin),
            codex: program(Name::CodexBin),
            env: list(given.text(Name::WorkerEnv)),
            is_guarded: is_on(Name::SecretGuard),
            is_cited: is_on(Name::Citations),
        }
    }

    /// Takes what one call says, where it says something.
    pub fn prefer(&mut self, transport: Option<Transport>, model: Option<&str>) {
        if let Some(transport) = transport {
            self.transport = transport;
        }
        if let Some(model) = model {
            self.model = Some(model.into());
        }
    }

    /// Returns the endpoint of the Messages API, and who names it.
    #[must_use]
    pub fn endpoint(&self) -> (&str, Option<Source>) {
        match &self.endpoint {
            Some((url, source)) => (url, Some(*source)),
            None => (anthropic::ENDPOINT, None),
        }
    }

    /// Returns the values that hold, as a user would write them.
    pub(super) fn shown(&self) -> [(Name, String); 11] {
        let switch = |is_on: bool| if is_on { "on" } else { "off" }.into();
        let timeout = Duration::from_millis(self.timeout_ms).as_secs_f64();
        [
            (Name::Worker, self.transport.word().into()),
            (Name::WorkerModel, self.model.clone().unwrap_or_default()),
            (Name::WorkerTimeout, format!("{timeout}")),
            (Name::WorkerPayload, format!("{}", self.payload_max)),
            (Name::WorkerTokens, format!("{}", self.tokens_max)),
            (Name::WorkerEndpoint, shown_url(self.endpoint().0)),
            (Name::ClaudeBin, self.claude.clone()),
            (Name::CodexBin, self.codex.clone()),
            (Name::WorkerEnv, self.env.join(",")),
            (Name::SecretGuard, switch(self.is_guarded)),
            (Name::Citations, switch(self.is_cited)),
        ]
    }
}
