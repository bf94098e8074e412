//! What the words of a turn are cues for: handing back a decision, what the user told the agent to
//! do, doubting and backing down.
//!
//! Nothing here leaves the machine or is recorded but the cues themselves. Phrases are looked for
//! in the text without code, quotes, block quotes and tables; in doubt a cue is missing.
//!
//! `challenge` and `ask` decide by these cues alone: their questions are empty, so with nothing
//! else on nobody is contacted and no key is needed. If the judge is also on but cannot be reached,
//! what they find still counts: it did not come from the judge. `done` uses such cues only as
//! excuses: they can silence an objection, never raise one.
//!
//! A phrase stands in a table with a text that holds it and one that does not; the tests read both.
//! A language blocks only once its phrases were measured.
//!
//! In: the closing text, what a person typed, and the facts of the turn. Out: [`Wording`]: cues,
//! no text.
//! May use: `limits`, `text`, `activity`, `security`.
//! Begin with [`Wording`]; the phrases are in one table for each language.

mod counted;
mod cue;
mod marker;
mod outstanding;
mod sentence;
mod shown;

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::activity::facts::Facts;
use crate::limits::{ENDING_BYTES_MAX, OPENING_BYTES_MAX};
use crate::security::redact;
use crate::text::prose;
pub use cue::{CUES, Cue, CueSet};
use marker::Searched;
pub use marker::{Lexicon, Marker};
use sentence::{End, Quotes, Sentence};

/// The tables of phrases by language, and whether they may block: those that nobody has measured
/// are noted alone.
pub const TABLES: [(&str, &str, bool); 7] = [
    ("English", include_str!("wording/english.txt"), true),
    ("Korean", include_str!("wording/korean.txt"), true),
    ("Chinese", include_str!("wording/chinese.txt"), false),
    ("Japanese", include_str!("wording/japanese.txt"), false),
    ("Spanish", include_str!("wording/spanish.txt"), false),
    ("French", include_str!("wording/french.txt"), false),
    ("German", include_str!("wording/german.txt"), false),
];

/// Returns the phrases of every language.
#[must_use]
pub fn lexicons() -> Vec<Lexicon> {
    TABLES.into_iter().map(|(_, table, may_block)| Lexicon::read(table, may_block)).collect()
}

/// What the checks that look at words alone know of a turn. `None` is unknown.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(default)]
pub struct Wording {
    /// The cues in the closing text.
    pub closing: Cues,
    /// The cues in what a person typed to begin the turn, and since.
    pub request: Option<Cues>,
    /// Whether the host is in plan mode.
    pub is_planning: Option<bool>,
    /// Whether the turn put a question to the user through the host, or ran a command, or changed a
    /// file.
    pub acts: Option<Acts>,
}

/// Cues, by how well their phrases are known.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Cues {
    /// Those in languages that may block.
    pub blocking: CueSet,
    /// Those in any language.
    pub all: CueSet,
}

/// What kinds of tools a turn called.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Acts {
    /// One that asks the user.
    pub asked: bool,
    /// One that runs commands.
    pub ran: bool,
    /// One that changes files.
    pub changed: bool,
}

/// Tools that put a question or a plan to the user.
const ASKING: [&str; 2] = ["AskUserQuestion", "ExitPlanMode"];
/// Tools that run commands.
const RUNNING: [&str; 4] = ["Bash", "PowerShell", "shell", "exec_command"];
/// Tools that change files.
const CHANGING: [&str; 5] = ["Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch"];

impl Wording {
    /// Returns what the payload says: whether the host is in plan mode.
    pub(crate) fn of_payload(is_planning: Option<bool>) -> Self {
        Self { is_planning, ..Self::default() }
    }

    /// Returns whether nothing is known: no check needs to know.
    pub(crate) fn is_unread(&self) -> bool {
        *self == Self::default()
    }

    /// Takes in the facts of the turn.
    pub(crate) fn learn(&mut self, facts: &Facts) {
        self.request = facts.typed.as_deref().map(in_request);
        self.acts = facts.tools.as_ref().map(|tools| Acts {
            asked: tools.has_any(&ASKING),
            ran: tools.has_any(&RUNNING),
            changed: tools.has_any(&CHANGING),
        });
    }

    /// Takes in the closing text, and its prose.
    pub(crate) fn close(&mut self, text: &str, prose: &str) {
        self.closing = in_closing_text(text, prose);
    }
}

/// Returns the cues in a closing text: at its end of handing back, at its beginning of giving in.
#[must_use]
pub fn in_closing(text: &str) -> Cues {
    in_closing_text(text, &redact::prose(text))
}

/// Returns the cues in a closing text: what it shows, and what its prose says.
fn in_closing_text(text: &str, prose: &str) -> Cues {
    let mut cues = in_closing_prose(prose);
    for cue in shown::cues(text) {
        cues.all.insert(cue);
        cues.blocking.insert(cue);
    }
    cues
}

/// Returns the cues in the prose of a closing text.
fn in_closing_prose(prose: &str) -> Cues {
    let lexicons = lexicons();
    let own = sentence::sentences(prose, Quotes::Dropped);
    let whole = sentence::sentences(prose, Quotes::Kept);
    let candidates = candidates(&lexicons, &whole);
    let ending = sentence::tail(&own, ENDING_BYTES_MAX);
    let whole_ending = sentence::tail(&whole, ENDING_BYTES_MAX);
    let asks_at = whole_ending
        .iter()
        .position(|sentence| hands_back(&candidates, sentence))
        .unwrap_or_default();
    let whole_asking = whole_ending.get(asks_at..).unwrap_or_default();
    let opening = sentence::head(&own, OPENING_BYTES_MAX);
    found(&candidates, |lexicon, marker| {
        let holds = |sentence: &Sentence| lexicon.find(marker, sentence).is_some();
        let asks = |sentence: &Sentence| sentence.end != End::Other && holds(sentence);
        match marker.cue {
            Cue::Lead | Cue::AsksHowMuch | Cue::AsksWhen => ending.iter().any(asks),
            Cue::AsksToCommit
            | Cue::AsksToPush
            | Cue::AsksToFix
            | Cue::AsksToImplement
            | Cue::AsksToGoOn
            | Cue::AsksToCheck
            | Cue::OffersToGoOn
            | Cue::AsksToChoose
            | Cue::HandsOver
            | Cue::AwaitsResult
            | Cue::Fails => ending.iter().any(holds),
            // In doubt, somebody else's words excuse too.
            Cue::Extra => whole_asking.iter().any(asks),
            Cue::NotItsOwn => whole_asking.iter().any(holds),
            Cue::Unable | Cue::Unclear => whole_ending.iter().any(holds),
            Cue::Denial | Cue::DeniesCheck | Cue::Fixed => own.iter().any(holds),
            Cue::Outstanding => {
                own.iter().any(|sentence| lexicon.is_outstanding(marker, &sentence.text))
            }
            Cue::BacksDown => opening.iter().any(holds),
            Cue::Grounds => whole.iter().any(holds),
            Cue::Delivers => whole.iter().any(|it| shown::hands_over(it) && holds(it)),
            Cue::ToldToCommit
            | Cue::ToldToPush
            | Cue::ToldToFix
            | Cue::ToldToImplement
            | Cue::ToldToGoOn
            | Cue::ToldAll
            | Cue::LeavesChoice
            | Cue::HoldsBack
            | Cue::ForbidsChecks
            | Cue::Doubts => false,
        }
    })
}

/// Tells whether a sentence hands something back, in any language.
fn hands_back(candidates: &[Candidate<'_>], sentence: &Sentence) -> bool {
    let mut asking = candidates.iter().filter(|(_, marker)| HANDS_BACK.contains(&marker.cue));
    asking.any(|(lexicon, marker)| lexicon.find(marker, sentence).is_some())
}

/// Without one of these nothing is handed back.
pub const HANDS_BACK: [Cue; 11] = [
    Cue::AsksToCommit,
    Cue::AsksToPush,
    Cue::AsksToFix,
    Cue::AsksToImplement,
    Cue::AsksToGoOn,
    Cue::AsksToCheck,
    Cue::AsksHowMuch,
    Cue::AsksWhen,
    Cue::OffersToGoOn,
    Cue::AsksToChoose,
    Cue::HandsOver,
];

/// Returns the cues in what a person typed.
#[must_use]
pub fn in_request(text: &str) -> Cues {
    let lexicons = lexicons();
    let prose = redact::prose(text);
    let own = sentence::sentences(&prose, Quotes::Dropped);
    let whole = sentence::sentences(&prose, Quotes::Kept);
    let candidates = candidates(&lexicons, &whole);
    found(&candidates, |lexicon, marker| {
        let holds = |sentence: &Sentence| lexicon.find(marker, sentence).is_some();
        match marker.cue {
            // A question tells nobody to act.
            Cue::ToldToCommit
            | Cue::ToldToPush
            | Cue::ToldToFix
            | Cue::ToldToImplement
            | Cue::ToldToGoOn
            | Cue::ToldAll
            | Cue::LeavesChoice => {
                own.iter().any(|sentence| sentence.end != End::Question && holds(sentence))
            }
            Cue::HoldsBack | Cue::ForbidsChecks => whole.iter().any(holds),
            Cue::Doubts => own.iter().any(holds) && is_bare(lexicon, text, &own),
            Cue::Lead
            | Cue::AsksToCommit
            | Cue::AsksToPush
            | Cue::AsksToFix
            | Cue::AsksToImplement
            | Cue::AsksToGoOn
            | Cue::AsksToCheck
            | Cue::AsksHowMuch
            | Cue::AsksWhen
            | Cue::OffersToGoOn
            | Cue::AsksToChoose
            | Cue::HandsOver
            | Cue::AwaitsResult
            | Cue::Fails
            | Cue::Extra
            | Cue::NotItsOwn
            | Cue::Unable
            | Cue::Unclear
            | Cue::Denial
            | Cue::DeniesCheck
            | Cue::Fixed
            | Cue::Outstanding
            | Cue::BacksDown
            | Cue::Grounds
            | Cue::Delivers => false,
        }
    })
}

/// A marker whose words all stand somewhere in a text, with its lexicon.
type Candidate<'a> = (&'a Lexicon, &'a Marker);

/// Returns the markers that are worth looking for: a text holds the words of very few.
fn candidates<'a>(lexicons: &'a [Lexicon], whole: &[Sentence]) -> Vec<Candidate<'a>> {
    let texts: Vec<&str> = whole.iter().map(|sentence| sentence.text.as_str()).collect();
    let text = texts.join("\n");
    let searched = Searched::of(&text);
    let of = |lexicon: &'a Lexicon| lexicon.markers.iter().map(move |marker| (lexicon, marker));
    lexicons.iter().flat_map(of).filter(|(_, marker)| marker.may_stand_in(&searched)).collect()
}

fn found(candidates: &[Candidate<'_>], is_found: impl Fn(&Lexicon, &Marker) -> bool) -> Cues {
    let mut cues = Cues::default();
    for (lexicon, marker) in candidates.iter().filter(|(lexicon, marker)| is_found(lexicon, marker))
    {
        cues.all.insert(marker.cue);
        if lexicon.may_block {
            cues.blocking.insert(marker.cue);
        }
    }
    cues
}

/// How many units of prose may stand beside a doubt that brings nothing of its own: `hmm, are you
/// sure about that`. Chinese, Japanese and Korean say as much in more units.
const BESIDE_UNITS_MAX: u32 = 3;
const BESIDE_UNITS_MAX_CJK: u32 = 6;

/// What code, quotations, paths and numbers are written with: whoever writes them brings evidence.
const EVIDENCE: [char; 15] = [
    '`', '"', '/', '\\', '=', '#', '@', '<', '_', '(', '\u{201c}', '\u{ab}', '\u{300c}',
    '\u{300e}', '\t',
];

/// Tells whether a text doubts and says nothing else.
fn is_bare(lexicon: &Lexicon, text: &str, own: &[Sentence]) -> bool {
    let doubts = lexicon.markers.iter().filter(|marker| marker.cue == Cue::Doubts);
    let doubts: Vec<&Marker> = doubts.collect();
    let mut beside = String::new();
    for sentence in own {
        let covered: Vec<_> =
            doubts.iter().filter_map(|marker| lexicon.find(marker, sentence)).collect();
        for part in marker::uncovered(&sentence.text, &covered) {
            beside.push_str(part);
            beside.push(' ');
        }
    }
    let is_cjk = beside.chars().any(prose::is_cjk);
    let units_max = if is_cjk { BESIDE_UNITS_MAX_CJK } else { BESIDE_UNITS_MAX };
    !text.contains(EVIDENCE)
        && !beside.chars().any(char::is_numeric)
        && prose::units(&beside) <= units_max
}
