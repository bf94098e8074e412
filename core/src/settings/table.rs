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
    /// What holds where it is not set, as a user would write it.
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
        help: "which checks are on",
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
        help: "the least score that counts; any other value stops blocking",
        kind: Kind::Share,
        default: "0.5",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::Claim,
        key: "claim",
        help: "the least score of a claim that `done` holds to facts; any other value stops it",
        kind: Kind::Share,
        default: "0.7",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::ClaimLocal,
        key: "claim_local",
        help: "the same where the judge in the box answers",
        kind: Kind::Share,
        default: "0.9",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::Judge,
        key: "judge",
        help: "who answers: `jev` is the endpoint, `local` the judge in the box (`done` alone, \
               nothing leaves), `auto` the endpoint where there is a key",
        kind: Kind::OneOf(&["auto", "jev", "local"]),
        default: "auto",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::Check,
        key: "check",
        help: "a regular expression; a command that it matches is a check of the project, too",
        kind: Kind::Pattern,
        default: "",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::MaxBlocks,
        key: "max_blocks",
        help: "blocks since a person last typed; any other value allows none",
        kind: Kind::Count { most: 100 },
        default: "3",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::Timeout,
        key: "timeout",
        help: "seconds the whole hook may take",
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
        help: "hosts that a variable may name as endpoint",
        kind: Kind::List,
        default: "",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::CaFile,
        key: "ca_file",
        help: "a file of certificate authorities (PEM) to trust in place of the built-in ones",
        kind: Kind::Path,
        default: "",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::Proxy,
        key: "proxy",
        help: "the proxy for HTTPS; otherwise variables such as `HTTPS_PROXY` name it",
        kind: Kind::Url,
        default: "",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::Model,
        key: "model",
        help: "the model that is asked",
        kind: Kind::Model,
        default: "jev-1.13.0",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::RedactWords,
        key: "redact_words",
        help: "further names to mask",
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
        help: "`done` may send what you asked for: redacted, its first 1,500 characters",
        kind: Kind::Consent,
        default: "off",
        // A repository can set variables: it must not be able to consent for its user.
        sources: &[Source::CommandLine, Source::Config],
    },
    Setting {
        name: Name::Reply,
        key: "reply",
        help: "how Claude Code is told of a block",
        kind: Kind::OneOf(&["stderr", "json", "context"]),
        default: "stderr",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::ReadLines,
        key: "read_lines",
        help: "lines that `reads` lets through at once; any other value holds nothing",
        kind: LINES,
        default: "350",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::ReadBudget,
        key: "read_budget",
        help: "lines of one file that a session may read in slices, usually twice `read_lines`; \
               0 is without end",
        kind: LINES,
        default: "",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::ReadSanction,
        key: "read_sanction",
        help: "seconds for which slices of a file that was delegated are without end",
        kind: Kind::Count { most: 365 * 24 * 60 * 60 },
        default: "14400",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::ReadDelegate,
        key: "read_delegate",
        help: "who reads a large file instead: `cli` is a command, `subagent` one of Claude Code's",
        kind: Kind::OneOf(&["cli", "subagent"]),
        default: "cli",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::ReadAgents,
        key: "read_agents",
        help: "types of subagents whose work it is to read, and that pass; the first is the one \
               that `read_delegate` means",
        kind: Kind::List,
        default: "bulk-reader,sprag:bulk-reader",
        sources: ANYWHERE,
    },
    Setting {
        name: Name::LogText,
        key: "log_text",
        help: "`on` keeps the end of each closing text in the records: redacted as for the judge, \
               at most 2,400 bytes",
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
        help: "who carries `sprag read` and `sprag write` to a model: the command line of Claude \
               Code, the Messages API, the command line of Codex",
        kind: Kind::OneOf(&Transport::WORDS),
        default: "claude",
        sources: VARIABLE,
    },
    Setting {
        name: Name::WorkerModel,
        key: "worker_model",
        help: "the model that reads; left out, `haiku`, for Codex its own default",
        kind: Kind::Model,
        default: "",
        sources: VARIABLE,
    },
    Setting {
        name: Name::WorkerTimeout,
        key: "worker_timeout",
        help: "seconds that its answer may take",
        kind: Kind::Seconds { most: 3_600 },
        default: "180",
        sources: VARIABLE,
    },
    Setting {
        name: Name::WorkerPayload,
        key: "worker_payload",
        help: "bytes that go to it at most",
        kind: Kind::Number { least: 1_000, most: 16_000_000 },
        default: "600000",
        sources: VARIABLE,
    },
    Setting {
        name: Name::WorkerTokens,
        key: "worker_tokens",
        help: "tokens that it may write, where the Messages API is asked",
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
        help: "the command line of Claude Code",
        kind: Kind::Program,
        default: "claude",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::CodexBin,
        key: "codex_bin",
        help: "the command line of Codex",
        kind: Kind::Program,
        default: "codex",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::WorkerEnv,
        key: "worker_env",
        help: "variables that the command line of a worker gets, too; whoever sets one, a \
               repository perhaps, says where your files go",
        kind: Kind::List,
        default: "",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::SecretGuard,
        key: "secret_guard",
        help: "files that are likely secrets are not sent to the worker",
        kind: Kind::Switch,
        default: "on",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::Citations,
        key: "citations",
        help: "what `sprag read` answers gets line numbers that were looked up",
        kind: Kind::Switch,
        default: "on",
        sources: VARIABLE,
    },
    Setting {
        name: Name::Environment,
        key: "environment",
        help: "`ignore` makes variables and plugin options count for nothing",
        kind: Kind::OneOf(&["use", "ignore"]),
        default: "use",
        sources: CONFIG_ALONE,
    },
    Setting {
        name: Name::As,
        key: "as",
        help: "take the place of that tool: its variables and defaults hold, too",
        kind: Kind::OneOf(&["stingray", "belay", "shuntkit"]),
        default: "",
        sources: &[Source::CommandLine],
    },
    Setting {
        name: Name::Home,
        key: "home",
        help: "your home folder, where the user database names none or another one",
        kind: Kind::Path,
        default: "",
        sources: &[Source::CommandLine],
    },
];
