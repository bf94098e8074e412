//! The variables of three tools whose place sprag can take, as settings.
//!
//! `--as stingray`, `--as belay` and `--as shuntkit` read that tool's own variables with that
//! tool's own defaults, so that a user swaps the command of the hook and nothing else. Without
//! `--as` none of this is read.

use alloc::{format, string::String, vec::Vec};

use super::{Given, Name, Source};
use crate::checks::READS;

/// A tool whose place the hook takes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum OtherTool {
    /// A stop hook for promises, watching and language.
    Stingray,
    /// A stop hook for claims that nothing backs.
    Belay,
    /// A hook for reads.
    Shuntkit,
}

/// One variable of a tool.
#[derive(Debug)]
pub struct Variable {
    /// The tool that reads it.
    pub other_tool: OtherTool,
    /// Its name.
    pub name: &'static str,
    /// What it is here.
    pub meaning: Meaning,
}

/// What a variable of another tool is here.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Meaning {
    /// One of the switches that together say which checks are on.
    Mode,
    /// A setting, and how it is written.
    Setting(Name, Writing),
    /// The key for the judge, after the places where it is looked for anyway.
    Key,
    /// Nothing, and why.
    Unused(&'static str),
}

/// How a tool writes a value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Writing {
    /// As it is written here.
    Same,
    /// Milliseconds, where seconds are written here.
    Milliseconds,
    /// The part of the URL before its path.
    Base,
    /// Digits; anything else does not count there.
    Digits,
}

/// A setting that follows from a tool's variables or defaults.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Translated {
    /// The setting.
    pub given: Given,
    /// The variables that say so; none for a default.
    pub variables: &'static str,
}

const GUARD: &str = "only config.toml can turn the secret guard off: `secret_guard`";
const PROGRAM: &str = "only config.toml can name a program: `claude_bin`";
const STATE: &str = "sprag keeps its own state; SPRAG_STATE_DIR moves it";

const fn mode(other_tool: OtherTool, name: &'static str) -> Variable {
    Variable { other_tool, name, meaning: Meaning::Mode }
}

const fn is(other_tool: OtherTool, name: &'static str, setting: Name) -> Variable {
    Variable { other_tool, name, meaning: Meaning::Setting(setting, Writing::Same) }
}

const fn digits(name: &'static str, setting: Name) -> Variable {
    let meaning = Meaning::Setting(setting, Writing::Digits);
    Variable { other_tool: OtherTool::Shuntkit, name, meaning }
}

const fn unused(other_tool: OtherTool, name: &'static str, why: &'static str) -> Variable {
    Variable { other_tool, name, meaning: Meaning::Unused(why) }
}

/// Every variable of the three tools. Of several for one setting the first that is set counts.
pub const VARIABLES: [Variable; 42] = [
    mode(OtherTool::Stingray, "STINGRAY"),
    is(OtherTool::Stingray, "STINGRAY_SHADOW", Name::Shadow),
    mode(OtherTool::Stingray, "STINGRAY_SHAPE3"),
    mode(OtherTool::Stingray, "STINGRAY_SHAPE3_JUDGE"),
    mode(OtherTool::Stingray, "STINGRAY_LANG"),
    is(OtherTool::Stingray, "STINGRAY_JEV_MODEL", Name::Model),
    is(OtherTool::Stingray, "STINGRAY_ENDPOINT", Name::Endpoint),
    is(OtherTool::Stingray, "STINGRAY_TIMEOUT", Name::Timeout),
    is(OtherTool::Stingray, "STINGRAY_TAU", Name::Tau),
    is(OtherTool::Stingray, "STINGRAY_MAX_BLOCKS", Name::MaxBlocks),
    unused(OtherTool::Stingray, "STINGRAY_STATE_DIR", STATE),
    unused(OtherTool::Stingray, "STINGRAY_QUESTIONS", "the questions are built in"),
    is(OtherTool::Stingray, "STINGRAY_REDACT_WORDS", Name::RedactWords),
    Variable {
        other_tool: OtherTool::Belay,
        name: "CLAUDE_PLUGIN_OPTION_TYPESAFE_API_KEY",
        meaning: Meaning::Key,
    },
    is(OtherTool::Belay, "CLAUDE_PLUGIN_OPTION_THRESHOLD", Name::Claim),
    is(OtherTool::Belay, "JEV_BELAY_THRESHOLD", Name::Claim),
    unused(OtherTool::Belay, "CLAUDE_PLUGIN_OPTION_LOG", "every decision is recorded"),
    unused(OtherTool::Belay, "JEV_BELAY_LOG", "every decision is recorded"),
    is(OtherTool::Belay, "CLAUDE_PLUGIN_OPTION_SHADOW", Name::Shadow),
    is(OtherTool::Belay, "JEV_BELAY_SHADOW", Name::Shadow),
    is(OtherTool::Belay, "CLAUDE_PLUGIN_OPTION_CHECK", Name::Check),
    is(OtherTool::Belay, "JEV_BELAY_CHECK", Name::Check),
    Variable {
        other_tool: OtherTool::Belay,
        name: "JEV_BASE_URL",
        meaning: Meaning::Setting(Name::Endpoint, Writing::Base),
    },
    is(OtherTool::Belay, "JEV_MODEL", Name::Model),
    Variable {
        other_tool: OtherTool::Belay,
        name: "JEV_BELAY_TIMEOUT_MS",
        meaning: Meaning::Setting(Name::Timeout, Writing::Milliseconds),
    },
    unused(OtherTool::Belay, "JEV_BELAY_DEBUG", "SPRAG_DEBUG=1 says why a stop passed"),
    digits("SHUNTKIT_MIN_LINES", Name::ReadLines),
    digits("SHUNT_MIN_LINES", Name::ReadLines),
    digits("SHUNTKIT_SLICE_BUDGET_LINES", Name::ReadBudget),
    digits("SHUNTKIT_SANCTION_TTL_SECONDS", Name::ReadSanction),
    is(OtherTool::Shuntkit, "SHUNTKIT_TRANSPORT", Name::Worker),
    is(OtherTool::Shuntkit, "SHUNTKIT_MODEL", Name::WorkerModel),
    is(OtherTool::Shuntkit, "SHUNTKIT_DELEGATE", Name::ReadDelegate),
    unused(OtherTool::Shuntkit, "SHUNTKIT_HOST", "the payload says which"),
    unused(OtherTool::Shuntkit, "SHUNTKIT_SECRET_GUARD", GUARD),
    is(OtherTool::Shuntkit, "SHUNTKIT_CITATIONS", Name::Citations),
    mode(OtherTool::Shuntkit, "SHUNTKIT_DISABLED"),
    is(OtherTool::Shuntkit, "SHUNTKIT_TIMEOUT_SECONDS", Name::WorkerTimeout),
    is(OtherTool::Shuntkit, "SHUNTKIT_MAX_PAYLOAD_BYTES", Name::WorkerPayload),
    is(OtherTool::Shuntkit, "SHUNTKIT_MAX_OUTPUT_TOKENS", Name::WorkerTokens),
    unused(OtherTool::Shuntkit, "SHUNTKIT_CLAUDE_BIN", PROGRAM),
    unused(OtherTool::Shuntkit, "SHUNTKIT_STATE_DIR", STATE),
];

/// Whether there is a key for the judge: one of the tools is on as soon as there is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum KeyAtHand {
    /// There is one.
    Present,
    /// There is none.
    Absent,
}

impl OtherTool {
    /// Every tool, in the order of the documentation.
    pub const ALL: [Self; 3] = [Self::Stingray, Self::Belay, Self::Shuntkit];

    /// Returns the word that names the tool.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Stingray => "stingray",
            Self::Belay => "belay",
            Self::Shuntkit => "shuntkit",
        }
    }

    /// Returns the tool that `word` names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|other_tool| other_tool.word() == word)
    }

    /// Returns the tool that the settings name, if they name one.
    #[must_use]
    pub fn named(given: &[Given]) -> Option<Self> {
        let named = given.iter().find(|given| given.name == Name::As && given.may_count())?;
        Self::from_word(named.value.trim())
    }

    /// Returns the tool's variables.
    pub fn variables(self) -> impl Iterator<Item = &'static Variable> {
        VARIABLES.iter().filter(move |variable| variable.other_tool == self)
    }

    /// Returns the settings that follow from the tool's variables and defaults. `look` returns the
    /// value of a variable.
    pub fn translate(
        self,
        look: impl Fn(&str) -> Option<String>,
        key: KeyAtHand,
    ) -> Vec<Translated> {
        let set = |name: &str| look(name).filter(|value| !value.trim().is_empty());
        let mut settings = Vec::new();
        for variable in self.variables() {
            let Meaning::Setting(name, writing) = variable.meaning else { continue };
            let Some(value) = set(variable.name) else { continue };
            // There, a switch is on for `True`, too.
            let is_word = matches!(name, Name::Shadow | Name::Citations | Name::Worker);
            let value = if is_word { value.to_ascii_lowercase() } else { value };
            let Some(value) = writing.here(&value) else { continue };
            let given = Given { name, value, source: Source::Environment };
            settings.push(Translated { given, variables: variable.name });
        }
        let is_one = |name: &str| set(name).is_some_and(|value| value == "1");
        if self == Self::Stingray
            && let Some(checks) = stingray_checks(is_one)
        {
            let given = Given { name: Name::Checks, value: checks, source: Source::Environment };
            let variables = "STINGRAY, STINGRAY_SHADOW, STINGRAY_SHAPE3, STINGRAY_LANG";
            settings.push(Translated { given, variables });
        }
        for (name, value) in self.defaults(key, set("SHUNTKIT_DISABLED")) {
            let given = Given { name: *name, value: (*value).into(), source: Source::OtherTool };
            settings.push(Translated { given, variables: "" });
        }
        settings
    }

    /// Returns what holds for the tool where nobody sets it, as far as it differs from ours.
    fn defaults(self, key: KeyAtHand, disabled: Option<String>) -> &'static [(Name, &'static str)] {
        let is_disabled = disabled.is_some_and(|value| is_yes(&value));
        match (self, key) {
            (Self::Stingray, _) => &[(Name::RedactLines, "drop")],
            (Self::Belay, KeyAtHand::Present) => &[(Name::Checks, "done"), (Name::Timeout, "20")],
            (Self::Belay, KeyAtHand::Absent) => &[(Name::Timeout, "20")],
            (Self::Shuntkit, _) if is_disabled => &[],
            (Self::Shuntkit, _) => {
                &[(Name::Checks, READS), (Name::ReadAgents, "bulk-reader,shuntkit:bulk-reader")]
            }
        }
    }
}

impl Writing {
    /// Returns what has to be said of the value beside the setting's name.
    pub(super) fn note(self) -> &'static str {
        match self {
            Self::Same => "",
            Self::Milliseconds => ", in milliseconds",
            Self::Base => ", without its path",
            Self::Digits => "; ignored if it is not a number",
        }
    }

    /// Returns the value as it is written here; `None` if it does not count there.
    fn here(self, value: &str) -> Option<String> {
        let value = value.trim();
        Some(match self {
            Self::Same => value.into(),
            Self::Milliseconds => value.parse::<u64>().map_or_else(
                |_| value.into(),
                |ms| {
                    let (seconds, rest) = (ms.checked_div(1_000), ms.checked_rem(1_000));
                    format!("{}.{:03}", seconds.unwrap_or_default(), rest.unwrap_or_default())
                },
            ),
            Self::Base => [value, "/v1/systemone"].concat(),
            Self::Digits if value.bytes().any(|byte| !byte.is_ascii_digit()) => return None,
            Self::Digits => value.into(),
        })
    }
}

/// Returns the words of the checks that the tool's switches turn on; each is on when it is `1`.
///
/// There, `STINGRAY=1` alone also records the third shape without ever blocking for it. Here a
/// check is on or off, and it stays off. In shadow nothing blocks, and all three are on.
fn stingray_checks(is_one: impl Fn(&str) -> bool) -> Option<String> {
    let is_shadow = is_one("STINGRAY_SHADOW");
    let is_watching = is_one("STINGRAY_SHAPE3");
    let words = [
        ("promises", is_one("STINGRAY") || is_shadow),
        ("watch", is_watching || is_shadow),
        ("watch-match", is_watching && is_one("STINGRAY_SHAPE3_JUDGE")),
        ("language", is_one("STINGRAY_LANG")),
    ];
    let words: Vec<&str> =
        words.iter().filter(|(_, is_on)| *is_on).map(|(word, _)| *word).collect();
    (!words.is_empty()).then(|| words.join(","))
}

fn is_yes(value: &str) -> bool {
    ["1", "true", "yes", "on"].iter().any(|word| value.trim().eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_switches_of_stingray_turn_on_their_shapes_and_nothing_else() {
        for (set, words) in [
            (&[][..], None),
            (&["STINGRAY"], Some("promises")),
            (&["STINGRAY_SHADOW"], Some("promises,watch")),
            (&["STINGRAY_SHAPE3"], Some("watch")),
            (&["STINGRAY_SHAPE3_JUDGE"], None),
            (&["STINGRAY_SHAPE3", "STINGRAY_SHAPE3_JUDGE"], Some("watch,watch-match")),
            (&["STINGRAY_SHADOW", "STINGRAY_SHAPE3_JUDGE"], Some("promises,watch")),
            (&["STINGRAY_LANG"], Some("language")),
        ] {
            assert_eq!(stingray_checks(|name| set.contains(&name)).as_deref(), words, "{set:?}");
        }
    }
}
