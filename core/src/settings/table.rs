//! Every setting: its key, its meaning, its default, and where it may be set.

use super::Source;
use super::kind::Kind;
use super::name::Name;
use crate::worker::Transport;

/// One row of the table.
#[derive(Debug)]
pub struct Setting {
    /// Which one.
    pub name: Name,
    /// Its key in `config.toml`. In the environment it is `SPRAG_` and the key in capitals, as a
    /// plugin option the same behind the host's prefix, on the command line `--` and the key with
    /// hyphens.
    pub key: &'static str,
    /// What it means.
    pub help: &'static str,
    /// Which values it takes.
    pub kind: Kind,
    /// Its default, as a user would write it.
    pub default: &'static str,
    /// Where it may be set.
    pub sources: &'static [Source],
}

impl Name {
    /// Returns the setting's row.
    #[must_use]
    pub fn setting(self) -> &'static Setting {
        let [first, ..] = &TABLE;
        TABLE.iter().find(|setting| setting.name == self).unwrap_or(first)
    }

    /// Returns the setting with this key.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        TABLE.iter().find(|setting| setting.key == key).map(|setting| setting.name)
    }
}

const ANYWHERE: &[Source] =
    &[Source::CommandLine, Source::Environment, Source::PluginOption, Source::Config];
const LINES: Kind = Kind::Count { most: 1_000_000_000 };
const CONFIG_ALONE: &[Source] = &[Source::Config];
/// Of what the hook has no option.
const VARIABLE: &[Source] = &[Source::Environment, Source::Config];

/// Every setting, in the order of the documentation.
pub const TABLE: [Setting; 39] = [
    Setting {
        name: Name::Checks,
        key: "checks",
        help: "which checks are enabled",
        kind: Kind::Checks,
        default: "",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::Shadow,
        key: "shadow",
        help: "evaluate and record, never block",
        kind: Kind::Switch,
        default: "off",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::Tau,
        key: "tau",
        help: "the lowest score that counts; with an invalid value nothing blocks",
        kind: Kind::Share,
        default: "0.5",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::Claim,
        key: "claim",
        help: "the lowest score at which `done` checks a claim against the facts; an invalid \
               value stops it",
        kind: Kind::Share,
        default: "0.7",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::ClaimLocal,
        key: "claim_local",
        help: "the same for the built-in judge",
        kind: Kind::Share,
        default: "0.9",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::Judge,
        key: "judge",
        help: "who answers: `jev` is the endpoint, `local` the built-in judge (only for `done`; \
               nothing leaves), `auto` the endpoint if there is a key",
        kind: Kind::OneOf(&["auto", "jev", "local"]),
        default: "auto",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::Check,
        key: "check",
        help: "a regular expression; a command that it matches counts as a check of the project \
               too",
        kind: Kind::Pattern,
        default: "",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::MaxBlocks,
        key: "max_blocks",
        help: "the most blocks since a person last typed; an invalid value allows none",
        kind: Kind::Count { most: 100 },
        default: "3",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::Timeout,
        key: "timeout",
        help: "the most seconds that the whole hook may take; a variable gives it more than 9 only \
               as far as `config.toml` does",
        kind: Kind::Seconds { most: 60 },
        default: "6",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::Endpoint,
        key: "endpoint",
        help: "the judge's URL; a variable may name a host in `hosts`, or loopback, which gets no \
               key",
        kind: Kind::Url,
        default: "https://api.typesafe.ai/v1/systemone",
        sources: &[Source::Environment, Source::Config],
    },
    Setting {
        name: Name::Hosts,
        key: "hosts",
        help: "hosts that a variable may name as the endpoint",
        kind: Kind::List,
        default: "",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::CaFile,
        key: "ca_file",
        help: "a file of certificate authorities (PEM) to trust instead of the built-in ones",
        kind: Kind::Path,
        default: "",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::Proxy,
        key: "proxy",
        help: "the HTTPS proxy; if it is not set, variables such as `HTTPS_PROXY` count",
        kind: Kind::Url,
        default: "",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::Model,
        key: "model",
        help: "the model to ask",
        kind: Kind::Model,
        default: "jev-1.13.0",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::RedactWords,
        key: "redact_words",
        help: "more names to mask",
        kind: Kind::List,
        default: "",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::RedactLines,
        key: "redact_lines",
        help: "`mask` masks a path in place, `drop` drops its whole line",
        kind: Kind::OneOf(&["mask", "drop"]),
        default: "mask",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::SendTask,
        key: "send_task",
        help: "`done` may send what you asked for, redacted and cut to its first 1,500 characters",
        kind: Kind::Consent,
        default: "off",
        // A repository can set variables: it must not be able to consent for its user.
        sources: &[Source::CommandLine, Source::Config],
    },
    Setting {
        name: Name::Reply,
        key: "reply",
        help: "how Claude Code is told about a block",
        kind: Kind::OneOf(&["stderr", "json", "context"]),
        default: "stderr",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::ReadLines,
        key: "read_lines",
        help: "lines that `reads` lets through at once; with an invalid value it denies nothing",
        kind: LINES,
        default: "350",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::ReadBudget,
        key: "read_budget",
        help: "lines of one file that a session may read in slices, by default twice \
               `read_lines`; 0 means no limit",
        kind: LINES,
        default: "",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::ReadSanction,
        key: "read_sanction",
        help: "seconds for which slices of a delegated file are unlimited",
        kind: Kind::Count { most: 365 * 24 * 60 * 60 },
        default: "14400",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::ReadDelegate,
        key: "read_delegate",
        help: "who reads a large file instead: `cli` is a command, `subagent` a subagent of \
               Claude Code",
        kind: Kind::OneOf(&["cli", "subagent"]),
        default: "cli",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::ReadAgents,
        key: "read_agents",
        help: "types of subagents whose job is to read, and whose reads pass; `read_delegate` \
               suggests the first",
        kind: Kind::List,
        default: "bulk-reader,sprag:bulk-reader",
        // The agent is told of the first: a repository must not choose what is said there.
        sources: &[Source::CommandLine, Source::Config],
    },
    Setting {
        name: Name::LogText,
        key: "log_text",
        help: "`on` keeps the end of each closing message in the records, redacted as for the \
               judge, at most 2,400 bytes",
        kind: Kind::OneOf(&["off", "on"]),
        default: "off",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::Price,
        key: "price",
        help: "what a million input tokens cost; only `sprag stats` uses it",
        kind: Kind::Price,
        default: "",
        sources: &[Source::Environment, Source::Config],
    },
    Setting {
        name: Name::Worker,
        key: "worker",
        help: "how `sprag read` and `sprag write` reach a model: the Claude Code command line, \
               the Messages API, or the Codex command line",
        kind: Kind::OneOf(&Transport::WORDS),
        default: "claude",
        sources: VARIABLE,
    },
    Setting {
        name: Name::WorkerModel,
        key: "worker_model",
        help: "the worker's model; by default `haiku`, or Codex's own default",
        kind: Kind::Model,
        default: "",
        sources: VARIABLE,
    },
    Setting {
        name: Name::WorkerTimeout,
        key: "worker_timeout",
        help: "the most seconds that the worker may take to answer",
        kind: Kind::Seconds { most: 3_600 },
        default: "180",
        sources: VARIABLE,
    },
    Setting {
        name: Name::WorkerPayload,
        key: "worker_payload",
        help: "the most bytes that the worker is sent",
        kind: Kind::Number { least: 1_000, most: 16_000_000 },
        default: "600000",
        sources: VARIABLE,
    },
    Setting {
        name: Name::WorkerTokens,
        key: "worker_tokens",
        help: "the most tokens that the worker may write (Messages API only)",
        kind: Kind::Number { least: 1, most: 128_000 },
        default: "8192",
        sources: VARIABLE,
    },
    Setting {
        name: Name::WorkerEndpoint,
        key: "worker_endpoint",
        help: "the URL of the Messages API; a variable may name a host in `hosts`, or loopback, \
               which gets no key",
        kind: Kind::Url,
        default: "https://api.anthropic.com/v1/messages",
        sources: VARIABLE,
    },
    Setting {
        name: Name::ClaudeBin,
        key: "claude_bin",
        help: "the Claude Code command line",
        kind: Kind::Program,
        default: "claude",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::CodexBin,
        key: "codex_bin",
        help: "the Codex command line",
        kind: Kind::Program,
        default: "codex",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::WorkerEnv,
        key: "worker_env",
        help: "more variables that the worker's command line gets; whoever sets one, perhaps a \
               repository, decides where your files go",
        kind: Kind::List,
        default: "",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::SecretGuard,
        key: "secret_guard",
        help: "do not send files that are probably secret to the worker",
        kind: Kind::Switch,
        default: "on",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::Citations,
        key: "citations",
        help: "add line numbers to the quotations in the answers of `sprag read`",
        kind: Kind::Switch,
        default: "on",
        sources: VARIABLE,
    },
    Setting {
        name: Name::Environment,
        key: "environment",
        help: "`ignore` means that variables and plugin options do not count",
        kind: Kind::OneOf(&["use", "ignore"]),
        default: "use",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::As,
        key: "as",
        help: "replace that tool: its variables and defaults apply too",
        kind: Kind::OneOf(&["stingray", "belay", "shuntkit"]),
        default: "",
        sources: &[Source::CommandLine],
    },
    Setting {
        name: Name::Home,
        key: "home",
        help: "your home folder, if the user database names none or the wrong one",
        kind: Kind::Path,
        default: "",
        sources: &[Source::CommandLine],
    },
];
