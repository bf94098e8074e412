//! The file in which a host lists its hooks: Claude Code's `settings.json`, Codex's `hooks.json`,
//! one of Grok's in `hooks/`. All have the same shape.
//!
//! It belongs to the user. Our entry comes and goes, and every other byte stays as it was: order,
//! unknown keys, indentation, line ends. What cannot be read is not touched.
//! <https://code.claude.com/docs/en/hooks>, seen with 2.1.332; Codex 0.171.0, Grok 1.0.41.

mod edit;
mod handler;
mod hook_event;
mod layout;
mod style;

use alloc::{string::String, vec::Vec};
use core::fmt;

use edit::Document;
pub use handler::{HOOK, Handler, OF, PROGRAM};
pub use hook_event::{HookEvent, Wanted, kept, wanted};

use crate::hosts::host::Host;
use crate::settings::Given;

/// The entry that is wanted.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// The program: a path, or a name that the host finds.
    pub program: String,
    /// Its arguments.
    pub args: Args,
    /// After how many seconds the host stops it.
    pub timeout: u64,
    /// How the host starts it.
    pub start: Start,
    /// When the host runs it.
    pub hook_event: HookEvent,
    /// For which tools, where the moment is one of a tool.
    pub matcher: Option<String>,
}

/// How a host starts the program of an entry.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Start {
    /// Itself, with the arguments as a list: Claude Code.
    Direct,
    /// By a line for a shell: hosts that know no list of arguments, and would drop it.
    Shell,
}

impl Start {
    /// Returns how `host` starts programs.
    #[must_use]
    pub fn of(host: Host) -> Self {
        match host {
            Host::Claude => Self::Direct,
            Host::Codex | Host::Grok => Self::Shell,
        }
    }
}

/// The arguments of the entry that is wanted.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Args {
    /// These.
    Given(Vec<String>),
    /// Those that the present entry has.
    Kept,
}

/// The least time a host grants the hook, in seconds: above our own deadline.
const TIMEOUT_MIN: u64 = 10;

/// What the host grants beyond our own deadline, in seconds: to start, to read, to write.
const TIMEOUT_MARGIN: u64 = 4;

const _: () = assert!(TIMEOUT_MIN > TIMEOUT_MARGIN);

/// Returns the seconds to register for a hook that ends itself after `own_ms` milliseconds.
#[must_use]
pub fn host_timeout(own_ms: u64) -> u64 {
    own_ms.div_ceil(1_000).saturating_add(TIMEOUT_MARGIN).max(TIMEOUT_MIN)
}

/// Why a file is not touched.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Refusal {
    /// It is no JSON. Lines and columns count from 1.
    NotJson {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// A part of it is not what the host would read.
    Odd {
        /// The line.
        line: usize,
        /// The part.
        part: Part,
    },
    /// It is nested deeper than any real one.
    TooDeep,
}

/// A part of the file that must be of one type.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Part {
    /// All of it: an object.
    Whole,
    /// `hooks`: an object.
    Hooks,
    /// `hooks.Stop`, or another moment: an array.
    Event(HookEvent),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson { line, column } => write!(
                f,
                "line {line}, column {column}: not JSON (comments and trailing commas are none); \
                 the host would not read it either"
            ),
            Self::Odd { line, part } => {
                write!(f, "line {line}: ")?;
                match part {
                    Part::Whole => f.write_str("the file must hold a JSON object"),
                    Part::Hooks => f.write_str("`hooks` must be an object"),
                    Part::Event(hook_event) => {
                        write!(f, "`hooks.{}` must be an array", hook_event.event())
                    }
                }
            }
            Self::TooDeep => f.write_str("nested too deep"),
        }
    }
}

/// What an installation did to the text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Installed {
    /// Nothing: the entry is there as it should be.
    Already,
    /// The entry is new.
    Added(String),
    /// An entry of ours has changed.
    Updated(String),
}

/// Returns the text of a file with our entry in it, once.
///
/// # Errors
///
/// Returns why the file must not be touched.
pub fn install(text: &str, entry: &Entry) -> Result<Installed, Refusal> {
    let mut document = Document::parse(text)?;
    if !document.has_one_at(entry.hook_event)? {
        document.add(entry)?;
        return Ok(Installed::Added(document.finish()));
    }
    document.keep_one_at(entry.hook_event)?;
    document.update(entry)?;
    let after = document.finish();
    Ok(if after == text { Installed::Already } else { Installed::Updated(after) })
}

/// What is to be done to be rid of our entries.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Removal {
    /// Nothing: there is none.
    Nothing,
    /// The text from before the installation, byte for byte: nothing else has changed since.
    Restore(String),
    /// Remove the file: it was made for the entry, and holds nothing else.
    RemoveFile,
    /// This text.
    Edit(String),
}

/// Returns what is to be done to be rid of our entries. `before` is the file that was set aside at
/// the installation, if there was one.
///
/// # Errors
///
/// Returns why the file must not be touched.
pub fn uninstall(text: &str, before: Option<&str>) -> Result<Removal, Refusal> {
    let mut document = Document::parse(text)?;
    if !document.has_any() {
        return Ok(Removal::Nothing);
    }
    let before = before.filter(|before| guard_aside(before));
    if is_installed(before.unwrap_or_default(), text, &document) {
        return Ok(before.map_or(Removal::RemoveFile, |before| Removal::Restore(before.into())));
    }
    document.remove_ours()?;
    Ok(Removal::Edit(document.finish()))
}

/// Lets a text pass as that of a file from before us: it holds none of our entries. A text that
/// cannot be read holds none.
#[must_use]
pub fn guard_aside(text: &str) -> bool {
    list(text).map_or(true, |listed| listed.ours.is_empty())
}

/// Returns whether `text` is the text `before` with the entries that it has, in the order in which
/// they may have come.
fn is_installed(before: &str, text: &str, document: &Document) -> bool {
    let at = |hook_event| document.first_at(hook_event).map(|ours| ours.entry(hook_event));
    let [stop, tool] = HookEvent::ALL.map(at);
    let orders = [[&stop, &None], [&None, &tool], [&stop, &tool], [&tool, &stop]];
    orders.iter().any(|order| {
        let mut entries = order.iter().copied().flatten().peekable();
        entries.peek().is_some()
            && entries.try_fold(String::from(before), |text, entry| match install(&text, entry) {
                Ok(Installed::Added(after)) => Some(after),
                Ok(Installed::Already | Installed::Updated(_)) | Err(_) => None,
            }) == Some(text.into())
    })
}

/// An entry of ours in a file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ours {
    /// Its event.
    pub event: String,
    /// The matcher of its group.
    pub matcher: Option<String>,
    /// What it runs.
    pub handler: Handler,
    /// The number of its group, and in it, from 0.
    pub place: (usize, usize),
}

impl Ours {
    /// Returns when the host runs it; `None` at an event that means nothing to us.
    #[must_use]
    pub fn hook_event(&self) -> Option<HookEvent> {
        HookEvent::ALL.into_iter().find(|hook_event| hook_event.event() == self.event)
    }

    fn entry(self, hook_event: HookEvent) -> Entry {
        let Self { handler, matcher, .. } = self;
        Entry {
            program: handler.program,
            args: Args::Given(handler.args),
            timeout: handler.timeout.unwrap_or_default(),
            start: if handler.is_direct { Start::Direct } else { Start::Shell },
            hook_event,
            matcher,
        }
    }
}

/// What a file says about hooks.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Listed {
    /// Our entries.
    pub ours: Vec<Ours>,
    /// Commands that mention sprag and are not our entries.
    pub others: Vec<String>,
    /// The members of the file but `hooks` and `description`.
    pub more: Vec<String>,
    /// Whether the file turns all hooks off; `None` if it does not say.
    pub off: Option<bool>,
    /// The variables that it sets for the sessions of the host.
    pub env: Vec<(String, String)>,
    /// Whether it turns our plugin on.
    pub has_plugin: bool,
    /// The settings that its options give.
    pub plugin_options: Vec<Given>,
}

impl Listed {
    /// Returns our entries that the host runs at a moment.
    pub fn at(&self, hook_event: HookEvent) -> impl Iterator<Item = &Ours> {
        self.ours.iter().filter(move |ours| ours.hook_event() == Some(hook_event))
    }
}

/// Returns what the file says about hooks.
///
/// # Errors
///
/// Returns why the file cannot be read.
pub fn list(text: &str) -> Result<Listed, Refusal> {
    Ok(Document::parse(text)?.listed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_grants_more_time_than_we_take() {
        for (own_ms, seconds) in [(0, 10), (6_000, 10), (6_001, 11), (60_000, 64)] {
            assert_eq!(host_timeout(own_ms), seconds, "{own_ms}");
        }
    }
    fn entry() -> Entry {
        Entry {
            program: "/opt/sprag".into(),
            args: Args::Given(["hook", "--checks", "watch"].map(String::from).to_vec()),
            timeout: 10,
            start: Start::Direct,
            hook_event: HookEvent::Stop,
            matcher: None,
        }
    }

    fn installed(before: &str) -> String {
        let installed = install(before, &entry());
        let Ok(Installed::Added(after)) = installed else { panic!("{installed:?}") };
        after
    }

    #[test]
    fn what_was_set_aside_with_one_of_ours_in_it_does_not_come_back() {
        let before = r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command",
            "command": "sprag hook"}]}]}}"#;
        let after = installed(before);
        for aside in [Some(before), None] {
            let Ok(Removal::Edit(left)) = uninstall(&after, aside) else { panic!("not edited") };
            assert_eq!(left, "{}");
        }
        assert_eq!(uninstall(&installed(""), Some(before)), Ok(Removal::RemoveFile));
        assert!(!guard_aside(before) && guard_aside("{}") && guard_aside("") && guard_aside("{"));
    }

    #[test]
    fn what_json_does_not_take_for_blank_is_not_replaced() {
        let refusal = Refusal::NotJson { line: 1, column: 1 };
        assert_eq!(install("\u{a0}", &entry()), Err(refusal));
        let read: serde_json::Value = serde_json::from_str(&installed(" \r\n\t")).unwrap();
        assert_eq!(read["hooks"]["Stop"][0]["hooks"][0]["timeout"], 10);
    }

    #[test]
    fn of_an_event_that_is_repeated_only_the_last_counts() {
        let ours = r#"[{"hooks":[{"type":"command","command":"sprag","args":["hook"]}]}]"#;
        let before = [r#"{"hooks":{"Stop":"#, ours, r#","Stop":"#, ours, "}}"].concat();
        let Ok(Installed::Updated(after)) = install(&before, &entry()) else { panic!("no change") };
        assert!(
            after
                .starts_with(r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"sprag","#)
        );
        assert_eq!(list(&after).unwrap().ours.len(), 1);
        assert_eq!(install(&after, &entry()), Ok(Installed::Already));
    }
}
