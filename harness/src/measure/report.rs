//! A measure, for people and for programs.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use core::fmt;

use serde::Serialize;

use super::agreement::{Agreed, Agreement};
use super::place::Place;
use super::tally::Tally;

/// The outcome of a measure.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// How many turn ends were replayed.
    pub turns: u32,
    /// The labels that were not.
    pub gaps: Vec<Gap>,
    /// Why nobody was asked, and on how many turn ends.
    pub passes: BTreeMap<String, usize>,
    /// What each check did, in order of precedence.
    pub checks: Vec<(&'static str, Tally)>,
    /// What all of them did together: at most one blocks a stop.
    pub blocks: Tally,
    /// What each part of the check on unverified work adds.
    pub ablation: Vec<(&'static str, Tally)>,
    /// The same by project and host, where the facts hold changes and checks.
    pub places: BTreeMap<String, Place>,
    /// How the facts agree with the labels; `None` if they hold no changes and no checks.
    pub agreement: Option<Agreement>,
}

/// A label that was not replayed.
#[derive(Clone, Debug, Serialize)]
pub struct Gap {
    /// Which.
    pub id: String,
    /// Why not.
    pub why: String,
}

impl Report {
    /// Returns the report as one JSON object.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written as one.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { turns, gaps, passes, checks, blocks, ablation, places, agreement } = self;
        writeln!(f, "{turns} turn ends replayed, {} not", gaps.len())?;
        for Gap { id, why } in gaps {
            writeln!(f, "    {id}: {why}")?;
        }
        for (pass, count) in passes {
            writeln!(f, "    {count} unasked: {pass}")?;
        }
        for (name, tally) in checks {
            check(f, name, tally)?;
        }
        check(f, "all checks together: the block", blocks)?;
        writeln!(f, "\nwhat the parts of done add")?;
        for (name, tally) in ablation {
            let counts = [&tally.right, &tally.other, &tally.wrong, &tally.missed].map(Vec::len);
            let [right, other, wrong, missed] = counts;
            let name = format!("  {name}");
            writeln!(f, "{name:28} {right} right, {other} other, {wrong} wrong, {missed} missed")?;
        }
        writeln!(f)?;
        match agreement {
            Some(agreement) => agreed(f, agreement)?,
            None => writeln!(f, "the facts hold no changes and no checks to compare")?,
        }
        for (name, of) in places {
            place(f, name, of)?;
        }
        Ok(())
    }
}

fn check(f: &mut fmt::Formatter<'_>, name: &str, tally: &Tally) -> fmt::Result {
    writeln!(f, "\n{name}")?;
    writeln!(f, "  asks      {}", tally.ask_rate())?;
    writeln!(f, "  precision {}", tally.precision())?;
    writeln!(f, "  recall    {}", tally.recall())?;
    let lists = [
        ("right", &tally.right),
        ("other", &tally.other),
        ("wrong", &tally.wrong),
        ("missed", &tally.missed),
        ("unknown", &tally.unknown),
    ];
    for (word, ids) in lists {
        list(f, word, ids)?;
    }
    Ok(())
}

fn agreed(f: &mut fmt::Formatter<'_>, agreement: &Agreement) -> fmt::Result {
    writeln!(f, "do the facts see what the labeller saw?")?;
    list(f, "unknown", &agreement.unknown)?;
    let turns = [("verified", &agreement.verified), ("unverified", &agreement.unverified)];
    let kinds = agreement.kinds.iter().map(|(kind, agreed)| (*kind, agreed));
    for (name, agreed) in turns.into_iter().chain(kinds) {
        row(f, name, agreed)?;
    }
    Ok(())
}

/// Writes what came of one project on one host.
fn place(f: &mut fmt::Formatter<'_>, name: &str, place: &Place) -> fmt::Result {
    let Place { agreement, done, blocks } = place;
    writeln!(f, "\n{name}: {} turn ends", done.turns)?;
    for (check, tally) in [("done", done), ("all checks", blocks)] {
        let counts = [&tally.right, &tally.other, &tally.wrong, &tally.missed].map(Vec::len);
        let [right, other, wrong, missed] = counts;
        writeln!(f, "  {check:10} {right} right, {other} other, {wrong} wrong, {missed} missed")?;
    }
    let turns = [("verified", &agreement.verified), ("unverified", &agreement.unverified)];
    let kinds = agreement.kinds.iter().map(|(kind, agreed)| (*kind, agreed));
    for (kind, agreed) in turns.into_iter().chain(kinds) {
        writeln!(f, "  {kind:10} {}", agreed.share())?;
    }
    Ok(())
}

fn row(f: &mut fmt::Formatter<'_>, name: &str, agreed: &Agreed) -> fmt::Result {
    writeln!(f, "  {name:10} {}", agreed.share())?;
    list(f, "not", &agreed.no)
}

/// Writes a list, unless it is empty.
pub(super) fn list(f: &mut fmt::Formatter<'_>, word: &str, ids: &[String]) -> fmt::Result {
    if ids.is_empty() {
        return Ok(());
    }
    writeln!(f, "    {word} {}: {}", ids.len(), ids.join(" "))
}
