//! What holds for each setting, where it comes from, and what did not count.

use alloc::{format, string::String, vec::Vec};

use serde::Serialize;

use super::other_tool::{Meaning, OtherTool, Translated};
use super::{ConfigFile, Delegate, Given, Name, Price, ReplyForm, Settings, Source, TABLE, Values};
use crate::activity::own_check::OddCheck;
use crate::checks;
use crate::checks::score::Threshold;
use crate::security::redact::Lines;
use crate::security::trust::Doubt;

/// One setting as it holds.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Effective {
    /// Its key.
    pub key: &'static str,
    /// The value that holds.
    pub value: String,
    /// Where that comes from.
    pub from: String,
    /// What is wrong with the value that was given, and what holds instead.
    pub problem: Option<String>,
}

/// Everything that is known about the settings of a run.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Report {
    /// Every setting, in the order of the documentation.
    pub settings: Vec<Effective>,
    /// What was given and does not count, and why.
    pub ignored: Vec<String>,
    /// What else did not take effect.
    pub problems: Vec<String>,
}

/// What a report is made from.
#[derive(Clone, Debug)]
pub struct Found<'a> {
    /// What was given, but for what a seed's variables say.
    pub given: &'a [Given],
    /// What a seed's variables and defaults say.
    pub translated: &'a [Translated],
    /// The state of `config.toml`.
    pub config: ConfigFile,
    /// Each `config.toml` that is not surely the user's, and why.
    pub doubts: &'a [(String, Doubt)],
    /// The keys of `config.toml` that sprag does not know.
    pub unknown_keys: &'a [String],
    /// Variables of the seed that are set.
    pub seed_variables: &'a [&'a str],
    /// Places that hold a key and do not count.
    pub ignored_keys: &'a [String],
    /// Why the user's own check is invalid, if one is set.
    pub odd_check: Option<OddCheck>,
}

impl Found<'_> {
    /// Returns what holds, and what did not count.
    #[must_use]
    pub fn report(&self) -> Report {
        let all: Vec<Given> = self
            .given
            .iter()
            .chain(self.translated.iter().map(|one| &one.given))
            .cloned()
            .collect();
        let resolved = Settings::resolve(&all, self.config);
        let values = Values::of(&all);
        let settings = TABLE.iter().map(|setting| {
            let given = values.get(setting.name);
            let is_joined = setting.name == Name::RedactWords;
            let more = values.all(setting.name).filter(|one| is_joined && Some(*one) != given);
            let origins = given.into_iter().chain(more).map(|one| self.origin(one));
            let origins: Vec<String> = origins.collect();
            Effective {
                key: setting.key,
                value: shown(&resolved, setting.name, &values),
                from: if origins.is_empty() { "default".into() } else { origins.join(", ") },
                problem: match &self.odd_check {
                    Some(odd) if setting.name == Name::Check => Some(odd.problem()),
                    Some(_) | None => {
                        given.and_then(|given| setting.kind.problem(given.value.trim()))
                    }
                },
            }
        });
        Report {
            settings: settings.collect(),
            ignored: self.ignored(&values),
            problems: self.problems(),
        }
    }

    /// Returns the words for where a value comes from.
    fn origin(&self, given: &Given) -> String {
        let key = given.name.setting().key;
        let is_own = self.given.contains(given);
        let translated = self.translated.iter().find(|one| !is_own && one.given == *given);
        match (translated, given.source) {
            (Some(one), _) if !one.variables.is_empty() => one.variables.into(),
            (_, Source::CommandLine) => format!("--{}", key.replace('_', "-")),
            (_, Source::Environment) => format!("SPRAG_{}", key.to_ascii_uppercase()),
            (_, Source::PluginOption) => format!("plugin option {key}"),
            (_, Source::OtherConfig) => "a config.toml that may not be yours".into(),
            (_, Source::DoubtfulConfig) => "a config.toml that others may have written".into(),
            (_, Source::Config) => "config.toml".into(),
            (_, Source::OtherTool) => "default of the tool that --as names".into(),
        }
    }

    /// Returns what was given where it does not count.
    fn ignored(&self, values: &Values<'_>) -> Vec<String> {
        let is_ignored = values.text(Name::Environment) == Some("ignore");
        let mut lines = Vec::new();
        for given in self.given.iter().chain(self.translated.iter().map(|one| &one.given)) {
            if !given.may_count() {
                let origin = self.origin(given);
                lines.push(match given.source {
                    Source::OtherConfig | Source::DoubtfulConfig => {
                        format!("`{}` in {origin}: cannot be set there", given.name.setting().key)
                    }
                    Source::CommandLine
                    | Source::Environment
                    | Source::PluginOption
                    | Source::Config
                    | Source::OtherTool => format!("{origin}: cannot be set there"),
                });
            } else if is_ignored && given.source.is_outside() {
                lines.push(ignored_by_config(&self.origin(given)));
            }
        }
        lines.extend(self.ignored_keys.iter().map(|place| ignored_by_config(place)));
        lines
            .extend(self.unknown_keys.iter().map(|key| format!("config.toml: no setting `{key}`")));
        let named = OtherTool::named(self.given);
        for variable in named.into_iter().flat_map(OtherTool::variables) {
            if let Meaning::Unused(why) = variable.meaning
                && self.seed_variables.contains(&variable.name)
            {
                lines.push(format!("{}: {why}", variable.name));
            }
        }
        lines
    }

    fn problems(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        if self.config == ConfigFile::Broken {
            lines.push("config.toml cannot be read, so no check is enabled; fix it".into());
        }
        lines.extend(self.doubts.iter().map(|(file, doubt)| {
            let but = if doubt.is_of_own_file() { ", except for what it forbids" } else { "" };
            format!("{file} is trusted no more than a variable{but}, because {}", doubt.words())
        }));
        lines
    }
}

fn ignored_by_config(origin: &str) -> String {
    format!("{origin}: ignored, config.toml sets `environment`")
}

fn threshold(threshold: Option<Threshold>) -> String {
    threshold.map_or_else(|| "none".into(), |threshold| format!("{}", f64::from(threshold)))
}

/// Returns the value that holds, as a user would write it.
fn shown(settings: &Settings, name: Name, values: &Values<'_>) -> String {
    match name {
        Name::Checks => {
            let mut words: Vec<&str> = settings.checks.iter().map(|check| check.word).collect();
            if settings.checks.iter().count() == checks::ALL.len() {
                words = alloc::vec!["all"];
            }
            words.extend(settings.reads.is_on.then_some(checks::READS));
            words.join(",")
        }
        Name::Shadow => if settings.shadow { "on" } else { "off" }.into(),
        Name::Tau => threshold(settings.tau),
        Name::Claim => threshold(settings.claim),
        Name::ClaimLocal => threshold(settings.claim_local),
        Name::Judge => settings.judge.word().into(),
        Name::Check => settings.check.clone().unwrap_or_default(),
        Name::MaxBlocks => format!("{}", settings.blocks_max),
        Name::Timeout => {
            let duration = core::time::Duration::from_millis(settings.timeout_ms);
            format!("{}", duration.as_secs_f64())
        }
        Name::Endpoint => shown_url(settings.named_endpoint().0),
        Name::Hosts => settings.hosts.join(","),
        Name::Model => settings.model.clone(),
        Name::RedactWords => settings.redact_words.join(","),
        Name::RedactLines => match settings.redact_lines {
            Lines::Mask => "mask".into(),
            Lines::Drop => "drop".into(),
        },
        Name::SendTask => if settings.send_task { "on" } else { "off" }.into(),
        Name::Reply => match settings.reply {
            ReplyForm::Stderr => "stderr".into(),
            ReplyForm::Json => "json".into(),
            ReplyForm::Context => "context".into(),
        },
        Name::ReadLines => {
            settings.reads.lines.map_or_else(|| "none".into(), |lines| format!("{lines}"))
        }
        Name::ReadBudget => format!("{}", settings.reads.budget),
        Name::ReadSanction => format!("{}", settings.reads.exemption_seconds),
        Name::ReadAgents => settings.reads.agents.join(","),
        Name::ReadDelegate => match settings.reads.delegate {
            Delegate::Cli => "cli".into(),
            Delegate::Subagent => "subagent".into(),
        },
        Name::LogText => if settings.log_text { "on" } else { "off" }.into(),
        Name::Price => settings.price.map(Price::text).unwrap_or_default(),
        Name::Worker
        | Name::WorkerModel
        | Name::WorkerTimeout
        | Name::WorkerPayload
        | Name::WorkerTokens
        | Name::WorkerEndpoint
        | Name::ClaudeBin
        | Name::CodexBin
        | Name::WorkerEnv
        | Name::SecretGuard
        | Name::Citations => {
            let values = settings.worker.shown().into_iter();
            values.filter(|value| value.0 == name).map(|value| value.1).collect()
        }
        Name::CaFile => settings.ca_file.clone().unwrap_or_default(),
        Name::Proxy => settings.proxy.as_deref().map(shown_url).unwrap_or_default(),
        Name::Environment | Name::As | Name::Home => {
            values.text(name).unwrap_or_else(|| name.setting().default).into()
        }
    }
}

/// Returns a URL that may be shown: what stands before an `@` may be a password.
pub(super) fn shown_url(url: &str) -> String {
    if url.contains('@') { "(a URL with a user name in it)".into() } else { url.into() }
}

/// Returns the table of all settings in Markdown.
#[must_use]
pub fn markdown() -> String {
    let mut table =
        String::from("| key | meaning | values | default | set in |\n|---|---|---|---|---|\n");
    for setting in &TABLE {
        let place = match setting.sources {
            [Source::Config] => "only `config.toml`",
            [Source::CommandLine] => "only the command line",
            [Source::CommandLine, Source::Config] => "the command line, `config.toml`",
            sources if sources.contains(&Source::CommandLine) => "any place",
            _ => "a variable, `config.toml`",
        };
        let default = match setting.default {
            "" => String::new(),
            default => format!("`{default}`"),
        };
        let cells =
            [&format!("`{}`", setting.key), setting.help, &setting.kind.values(), &default, place];
        table.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    table
}

/// Returns the table of a tool's variables in Markdown.
#[must_use]
pub fn other_tool_markdown(other_tool: OtherTool) -> String {
    let mut table = String::from("| variable | here |\n|---|---|\n");
    for variable in other_tool.variables() {
        let here = match variable.meaning {
            Meaning::Mode => "sets which checks are enabled".into(),
            Meaning::Setting(name, writing) => {
                format!("`{}`{}", name.setting().key, writing.note())
            }
            Meaning::Key => "the judge's key".into(),
            Meaning::Unused(why) => format!("not used: {why}"),
        };
        table.push_str(&format!("| `{}` | {here} |\n", variable.name));
    }
    table
}
