//! The names of settings.

use crate::checks::question::ThresholdKind;

/// The name of a setting.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Name {
    /// Which checks are on.
    Checks,
    /// Whether nothing may block.
    Shadow,
    /// The threshold.
    Tau,
    /// The threshold of claims.
    Claim,
    /// The threshold of claims for the built-in judge.
    ClaimLocal,
    /// Who is asked.
    Judge,
    /// The user's own check.
    Check,
    /// The cap.
    MaxBlocks,
    /// The deadline.
    Timeout,
    /// Who is asked.
    Endpoint,
    /// Whom the environment may name.
    Hosts,
    /// Which certificate authorities are trusted.
    CaFile,
    /// Which proxy is used.
    Proxy,
    /// Which model is asked.
    Model,
    /// What else is masked.
    RedactWords,
    /// How paths are masked.
    RedactLines,
    /// Whether what the user asked for leaves.
    SendTask,
    /// How Claude Code is told.
    Reply,
    /// Lines that may be read at once.
    ReadLines,
    /// Lines of one file that may be read in slices.
    ReadBudget,
    /// How long slices of a delegated file are free.
    ReadSanction,
    /// Who reads a large file instead.
    ReadDelegate,
    /// Which subagents may read.
    ReadAgents,
    /// Whether records keep text.
    LogText,
    /// What a token costs.
    Price,
    /// Who carries a question to the worker.
    Worker,
    /// Which model the worker is.
    WorkerModel,
    /// How long it may take.
    WorkerTimeout,
    /// How much goes to it.
    WorkerPayload,
    /// How much it may write.
    WorkerTokens,
    /// Where the Messages API is.
    WorkerEndpoint,
    /// The program of Claude Code.
    ClaudeBin,
    /// The program of Codex.
    CodexBin,
    /// Which variables the program of a worker gets, too.
    WorkerEnv,
    /// Whether likely secrets are kept back.
    SecretGuard,
    /// Whether quotations are looked for.
    Citations,
    /// Whether the environment counts.
    Environment,
    /// Whose variables are read, too.
    As,
    /// Where the user's own files are.
    Home,
}

impl Name {
    /// Returns the setting that a threshold comes from; what is fixed comes from none. The judge in
    /// the box has a threshold of its own for claims.
    #[must_use]
    pub fn of_threshold(limit: ThresholdKind, of_built_in: bool) -> Option<Self> {
        match limit {
            ThresholdKind::Tau => Some(Self::Tau),
            ThresholdKind::Claim if of_built_in => Some(Self::ClaimLocal),
            ThresholdKind::Claim => Some(Self::Claim),
            ThresholdKind::Likely | ThresholdKind::Possible => None,
        }
    }

    /// Returns the value with which a setting forbids something that a variable must not allow
    /// again: with the first two the least leaves the machine.
    pub(super) fn forbidding(self) -> Option<&'static str> {
        [(Self::Judge, "local"), (Self::RedactLines, "drop"), (Self::Environment, "ignore")]
            .into_iter()
            .find_map(|(name, forbidding)| (name == self).then_some(forbidding))
    }
}
