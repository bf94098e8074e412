//! What the user has set.
//!
//! Values come as text from several places; the first place that has one counts, but for what lets
//! less leave (words to mask, and what keeps text here). Doubt means less blocking: an invalid
//! threshold disables blocking, and a shadow switch that is neither on nor off means shadow.
//!
//! They are one table, [`TABLE`]: key, meaning, values, default, places. The command line, the
//! variables, `config.toml`, the plugin's options, `sprag config`, the help, the completions, the
//! manual page and the README's table follow from it. [`other_tool`] is the table of other tools'
//! variables for `--as`, [`effective`] says what holds and why.
//!
//! In: values as they are written, each with its place; facts about files and folders. Out:
//! [`Settings`], the folders that sprag leaves alone ([`deny`]), and entries of hooks.
//! May use: `limits`, `text`, `activity`, `hosts`, `security`, `checks`, `reads`, `worker`.
//! Begin with [`TABLE`]; [`hook_file`] is the registration with a host.

mod choice;
pub mod deny;
pub mod effective;
pub mod hook_file;
pub mod host_variable;
mod kind;
mod name;
pub mod other_tool;
mod price;
pub mod project;
mod reads;
mod table;
mod worker;

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::checks::score::Threshold;
use crate::checks::{CheckSet, Needs};
use crate::hosts::event;
use crate::reads::record::ReadVerdict;
use crate::security::redact::Lines;
pub use choice::Choice;
pub use kind::Kind;
use kind::{is_model, is_off, is_on};
pub use name::Name;
use other_tool::OtherTool;
pub use price::{Cost, Price};
pub use reads::{Delegate, Reads};
pub use table::{Setting, TABLE};
pub use worker::Worker;

/// Where a value comes from, in order of precedence.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Source {
    /// The hook entry's own command line.
    CommandLine,
    /// An environment variable `SPRAG_...`. A repository's settings can set those.
    Environment,
    /// A plugin option of the host.
    PluginOption,
    /// A `config.toml` that a variable leads to, see [`crate::security::trust`].
    OtherConfig,
    /// The user's own `config.toml` where a project holds it or others can write to it. What it
    /// forbids counts as ever; it allows no more than a variable.
    DoubtfulConfig,
    /// The user's own `config.toml`.
    Config,
    /// The default of the tool whose place the hook takes.
    OtherTool,
}

impl Source {
    /// Returns whether a repository may have set it.
    fn is_of_anybody(self) -> bool {
        self.is_outside() || self == Self::DoubtfulConfig
    }

    /// Returns whether what it forbids is the user's word, whatever becomes of what it allows.
    fn may_forbid(self) -> bool {
        matches!(self, Self::DoubtfulConfig | Self::Config)
    }

    /// Returns whether `environment = "ignore"` silences it.
    fn is_outside(self) -> bool {
        match self {
            Self::Environment | Self::PluginOption | Self::OtherConfig => true,
            // Whoever wrote `ignore` into a file did not mean the rest of that file.
            Self::CommandLine | Self::DoubtfulConfig | Self::Config | Self::OtherTool => false,
        }
    }
}

/// A value that was found somewhere.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Given {
    /// The name of the setting.
    pub name: Name,
    /// As it was written.
    pub value: String,
    /// Where it was found.
    pub source: Source,
}

impl Given {
    /// Returns whether this setting may come from there at all.
    #[must_use]
    pub fn may_count(&self) -> bool {
        // Whoever could write such a `config.toml` could have set a variable as well.
        let is_like_a_variable =
            matches!(self.source, Source::OtherConfig | Source::DoubtfulConfig);
        let source = if is_like_a_variable { Source::Environment } else { self.source };
        self.guard_forbidding()
            || self.source == Source::OtherTool
            || self.name.setting().sources.contains(&source)
    }

    /// Returns whether the user's own file forbids something: that counts however doubtful the
    /// file's place is, for a repository can bring that about with a link.
    fn guard_forbidding(&self) -> bool {
        self.source.may_forbid() && self.name.forbidding() == Some(self.value.trim())
    }
}

/// The state of the user's `config.toml`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ConfigFile {
    /// There is none, or all of it could be read.
    Sound,
    /// It is there and could not be read, or is no TOML. Whatever it says, shadow perhaps, is lost.
    Broken,
}

/// In which form Claude Code is told of a block.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ReplyForm {
    /// Exit code 2 and the reason on standard error.
    #[default]
    Stderr,
    /// A block decision on standard output.
    Json,
    /// Context for the model on standard output; it is not shown as an error.
    Context,
}

/// The settings of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The checks that are on.
    pub checks: CheckSet,
    /// Whether nothing may block.
    pub shadow: bool,
    /// The threshold; `None` if the user's is invalid.
    pub tau: Option<Threshold>,
    /// The threshold of claims; `None` if the user's is invalid.
    pub claim: Option<Threshold>,
    /// The same for the built-in judge.
    pub claim_local: Option<Threshold>,
    /// Who is asked.
    pub judge: Choice,
    /// The user's own check, as it was written.
    pub check: Option<String>,
    /// How many blocks one prompt may cause.
    pub blocks_max: u32,
    /// How long the whole hook may take, in milliseconds.
    pub timeout_ms: u64,
    /// The endpoint that the user names, and where.
    pub endpoint: Option<(String, Source)>,
    /// Hosts that the environment may name as endpoint.
    pub hosts: Vec<String>,
    /// The file of the certificate authorities that are trusted, in place of the built-in ones.
    pub ca_file: Option<String>,
    /// The proxy that the user names.
    pub proxy: Option<String>,
    /// Whether variables say how the judge is reached.
    pub uses_environment: bool,
    /// The model that is asked.
    pub model: String,
    /// Further names that are masked.
    pub redact_words: Vec<String>,
    /// What is masked where a path stands.
    pub redact_lines: Lines,
    /// Whether what the user asked for may leave.
    pub send_task: bool,
    /// In which form Claude Code is told of a block.
    pub reply: ReplyForm,
    /// How bulk reads are held.
    pub reads: Reads,
    /// Whether records keep the end of the closing text.
    pub log_text: bool,
    /// What tokens cost, where the user says so.
    pub price: Option<Price>,
    /// Who reads for the agent, and how.
    pub worker: Worker,
}

/// Where the judge is asked unless the user names another place,
/// <https://docs.typesafe.ai/api>.
pub const ENDPOINT: &str = "https://api.typesafe.ai/v1/systemone";

/// A version, not an alias: a threshold is only as good as the model it was measured on.
const MODEL: &str = "jev-1.13.0";
const BLOCKS_MAX: u32 = 3;
const TIMEOUT_MS: u64 = 6_000;
/// The most that a variable gives the hook: with it the hook ends before a host ends the hook.
const VARIABLE_TIMEOUT_MS: u64 = 9_000;

impl Settings {
    /// Returns the settings that follow from what was `given`, in any order.
    ///
    /// Where `config.toml` is broken, nothing is on.
    #[must_use]
    pub fn resolve(given: &[Given], config: ConfigFile) -> Self {
        let given = Values::of(given);
        // With an odd word we cannot tell which tool is to be replaced; it may have been in shadow.
        let is_clear = given.text(Name::As).is_none_or(|word| OtherTool::from_word(word).is_some());
        let is_known = config == ConfigFile::Sound && is_clear;
        let words = given.text(Name::Checks).filter(|_| is_known).unwrap_or_default();
        Self {
            checks: CheckSet::parse(words),
            shadow: is_shadow(given.text(Name::Shadow)),
            tau: given.text(Name::Tau).map_or(Some(Threshold::DEFAULT), Threshold::parse),
            claim: given.text(Name::Claim).map_or(Some(Threshold::CLAIM), Threshold::parse),
            claim_local: given
                .text(Name::ClaimLocal)
                .map_or(Some(Threshold::CLAIM_LOCAL), Threshold::parse),
            judge: given.text(Name::Judge).map_or(Choice::Auto, Choice::from_word),
            check: given.text(Name::Check).map(String::from),
            blocks_max: blocks_max(given.text(Name::MaxBlocks)),
            timeout_ms: given.guard_timeout(),
            endpoint: given.get(Name::Endpoint).map(|given| (given.value.clone(), given.source)),
            hosts: list(given.text(Name::Hosts)),
            ca_file: given.text(Name::CaFile).map(String::from),
            proxy: given.text(Name::Proxy).map(String::from),
            uses_environment: given.text(Name::Environment) != Some("ignore"),
            model: given.text(Name::Model).filter(|text| is_model(text)).unwrap_or(MODEL).into(),
            redact_words: joined(&given, Name::RedactWords),
            redact_lines: match given.text(Name::RedactLines) {
                Some("drop") => Lines::Drop,
                Some(_) | None => Lines::Mask,
            },
            send_task: guard_consent(given.text(Name::SendTask)),
            reply: match given.text(Name::Reply) {
                Some("json") => ReplyForm::Json,
                Some("context") => ReplyForm::Context,
                Some(_) | None => ReplyForm::Stderr,
            },
            reads: Reads::of(&given, words),
            log_text: given.text(Name::LogText) == Some("on"),
            price: given.text(Name::Price).and_then(Price::parse),
            worker: Worker::resolve(&given),
        }
    }
}

impl Settings {
    /// Returns whether nothing is on.
    #[must_use]
    pub fn is_off(&self) -> bool {
        self.checks.is_empty() && !self.reads.is_on
    }

    /// Returns the endpoint that is asked, and who names it where it is not the default.
    #[must_use]
    pub fn named_endpoint(&self) -> (&str, Option<Source>) {
        match &self.endpoint {
            Some((url, source)) => (url, Some(*source)),
            None => (ENDPOINT, None),
        }
    }

    /// Returns what becomes of a read that is too large: in shadow everything happens.
    pub fn guard_read_shadow(&self) -> ReadVerdict {
        if self.shadow { ReadVerdict::WouldDeny } else { ReadVerdict::Deny }
    }

    /// Returns whether something is on that an event of this kind matters to.
    #[must_use]
    pub fn concerns(&self, kind: event::Kind) -> bool {
        match kind {
            event::Kind::BeforeTool => self.reads.is_on,
            event::Kind::Stop | event::Kind::Other => !self.checks.is_empty(),
        }
    }

    /// Returns whether a check needs to know the language that is set.
    #[must_use]
    pub fn needs_language(&self) -> bool {
        self.checks.needs(Needs::Language)
    }
}

/// Values in order of precedence, without those that may not count.
struct Values<'a>(Vec<&'a Given>);

impl<'a> Values<'a> {
    fn of(given: &'a [Given]) -> Self {
        let is_ignored =
            given.iter().any(|one| one.name == Name::Environment && one.guard_forbidding());
        let counts =
            |given: &&Given| given.may_count() && !(is_ignored && given.source.is_outside());
        let mut values: Vec<&Given> = given.iter().filter(counts).collect();
        values.sort_by_key(|given| given.source);
        Self(values)
    }

    /// Returns every value of a setting.
    fn all(&self, name: Name) -> impl Iterator<Item = &'a Given> {
        let is_one = move |given: &&Given| given.name == name && !given.value.trim().is_empty();
        self.0.iter().copied().filter(is_one)
    }

    fn get(&self, name: Name) -> Option<&'a Given> {
        let first = self.all(name).next()?;
        Some(self.guard_private(first).unwrap_or(first))
    }

    /// Returns what the user's `config.toml` says where that lets less leave than `first` does,
    /// and only a variable says `first`: a repository can set that.
    fn guard_private(&self, first: &Given) -> Option<&'a Given> {
        self.all(first.name).find(|given| first.source.is_outside() && given.guard_forbidding())
    }

    fn text(&self, name: Name) -> Option<&'a str> {
        self.get(name).map(|given| given.value.trim())
    }

    /// Returns for how long the hook may take at most. A repository's settings must not have every
    /// turn wait: whoever wants more than any host grants says so where a repository cannot.
    fn guard_timeout(&self) -> u64 {
        let said = self.milliseconds(Name::Timeout).unwrap_or(TIMEOUT_MS);
        if self.get(Name::Timeout).is_none_or(|given| !given.source.is_of_anybody()) {
            return said;
        }
        let own = self.all(Name::Timeout).find(|given| !given.source.is_of_anybody());
        let own = own.and_then(|own| own.name.setting().kind.milliseconds(own.value.trim()));
        said.min(own.unwrap_or_default().max(VARIABLE_TIMEOUT_MS))
    }

    fn milliseconds(&self, name: Name) -> Option<u64> {
        name.setting().kind.milliseconds(self.text(name)?)
    }
}

/// An invalid cap caps at nothing.
fn blocks_max(value: Option<&str>) -> u32 {
    let count = |text| Name::MaxBlocks.setting().kind.count(text);
    value.map_or(BLOCKS_MAX, |text| count(text).unwrap_or(0))
}

/// Consent needs a word that says so; anything else is not consent.
fn guard_consent(value: Option<&str>) -> bool {
    value.is_some_and(is_on)
}

fn is_shadow(value: Option<&str>) -> bool {
    value.is_some_and(|value| !is_off(value))
}

/// Returns the words that all places say. More words mask more, so none takes the place of another.
fn joined(given: &Values<'_>, name: Name) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in given.all(name).flat_map(|given| list(Some(&given.value))) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

fn list(value: Option<&str>) -> Vec<String> {
    let words = value.unwrap_or_default().split(',').map(str::trim);
    words.filter(|word| !word.is_empty()).map(String::from).collect()
}
