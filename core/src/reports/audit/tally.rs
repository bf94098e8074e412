//! Counts of turn ends: by check, by project, by week.

use alloc::collections::BTreeMap;
use alloc::{string::String, vec::Vec};

use super::TurnEnd;
use crate::checks::verdict::Verdict;
use crate::checks::{ALL, Check, Finding};
use crate::text::calendar::Day;

/// Examples that are kept of each check: the newest.
const EXAMPLES_MAX: usize = 3;

/// Counts of turn ends.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Transcripts that were read.
    pub files: u64,
    /// Transcripts that could not be, with the reason.
    pub unread: Vec<String>,
    /// Turn ends in folders that the user wants left alone.
    pub denied: u64,
    /// All others.
    pub turns: u64,
    /// Those that the hook would have judged: they end with a message.
    pub judged: u64,
    /// Those that it would have passed over, by the reason.
    pub passed_over: BTreeMap<String, u64>,
    /// Those of which it is not known which tools they called.
    pub unknown_tools: u64,
    /// Those at which the judge would have been asked something.
    pub asks: u64,
    /// Those that would have been sent back.
    pub blocks: u64,
    /// Those that the built-in judge answered.
    pub by_built_in: u64,
    /// What each check found, in the order of the checks.
    pub checks: Vec<CheckTally>,
    /// By working directory.
    pub projects: BTreeMap<String, Group>,
    /// By the Monday of the week.
    pub weeks: BTreeMap<Day, Group>,
    /// The first and the last day.
    pub days: Option<(Day, Day)>,
}

/// What one check found.
#[derive(Clone, Debug, Default)]
pub struct CheckTally {
    /// Turn ends at which it would ask the judge.
    pub asks: u64,
    /// Those to which it objects, as far as that is known here.
    pub objects: u64,
    /// Those to which it would object, if its wording were measured in this language.
    pub noted: u64,
    /// Those at which facts that it needs are not known.
    pub unknown: u64,
    /// Those that would have been sent back for it.
    pub blocks: u64,
    /// Turn ends to which it objects, or else at which it would ask; the newest.
    pub examples: Vec<Example>,
}

/// A turn end that shows what a check is about.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Example {
    /// Whether the check objects to it.
    pub objects: bool,
    /// When it was.
    pub at_ms: Option<u64>,
    /// That day.
    pub day: Option<Day>,
    /// Its transcript.
    pub file: String,
    /// The last line of the turn.
    pub line: u64,
    /// How its closing message begins; it is shown to the user alone.
    pub words: String,
}

/// Counts of some turn ends.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Group {
    /// All of them.
    pub turns: u64,
    /// Those at which the judge would have been asked something.
    pub asks: u64,
    /// Those that would have been sent back.
    pub blocks: u64,
}

impl Tally {
    /// Counts a turn end, which closes with these words.
    pub fn add(&mut self, end: &TurnEnd, has_tools: bool, words: &str) {
        bump(&mut self.turns);
        if !has_tools {
            bump(&mut self.unknown_tools);
        }
        if end.judge.is_some() {
            bump(&mut self.by_built_in);
        }
        match (&end.verdict, end.findings.is_empty()) {
            (Verdict::Pass(pass), true) => {
                bump(self.passed_over.entry(alloc::format!("{pass}")).or_default());
            }
            (_, _) => bump(&mut self.judged),
        }
        let group = Group {
            turns: 1,
            asks: u64::from(end.findings.iter().any(|found| found.asks)),
            blocks: u64::from(blocked(&end.verdict).is_some()),
        };
        self.asks = self.asks.saturating_add(group.asks);
        self.blocks = self.blocks.saturating_add(group.blocks);
        if let Some(project) = &end.project {
            self.projects.entry(project.clone()).or_default().add(group);
        }
        if let Some(week) = end.week {
            self.weeks.entry(week).or_default().add(group);
        }
        self.days = input(self.days, end.day.map(|day| (day, day)));
        self.checks.resize_with(ALL.len(), CheckTally::default);
        for (check, tally) in ALL.iter().zip(&mut self.checks) {
            let Some(found) = end.findings.iter().find(|found| found.check == *check) else {
                continue;
            };
            tally.asks = tally.asks.saturating_add(u64::from(found.asks));
            match found.finding {
                Finding::Fires => bump(&mut tally.objects),
                Finding::Noted => bump(&mut tally.noted),
                Finding::Unknown => bump(&mut tally.unknown),
                Finding::Silent | Finding::Unjudged => {}
            }
            if blocked(&end.verdict) == Some(check.word) {
                bump(&mut tally.blocks);
            }
            let objects = found.finding == Finding::Fires;
            if objects || found.asks {
                tally.example(Example {
                    objects,
                    at_ms: end.at_ms,
                    day: end.day,
                    file: end.file.clone(),
                    line: end.line,
                    words: words.into(),
                });
            }
        }
    }

    /// Returns each check with what it found.
    pub fn each_check(&self) -> impl Iterator<Item = (&'static Check, &CheckTally)> {
        ALL.into_iter().zip(&self.checks)
    }

    /// Takes in what another has counted.
    pub fn merge(&mut self, other: Self) {
        let pairs = [
            (&mut self.files, other.files),
            (&mut self.denied, other.denied),
            (&mut self.turns, other.turns),
            (&mut self.judged, other.judged),
            (&mut self.unknown_tools, other.unknown_tools),
            (&mut self.asks, other.asks),
            (&mut self.blocks, other.blocks),
            (&mut self.by_built_in, other.by_built_in),
        ];
        for (ours, theirs) in pairs {
            *ours = ours.saturating_add(theirs);
        }
        self.unread.extend(other.unread);
        for (reason, count) in other.passed_over {
            let ours = self.passed_over.entry(reason).or_default();
            *ours = ours.saturating_add(count);
        }
        for (project, group) in other.projects {
            self.projects.entry(project).or_default().add(group);
        }
        for (week, group) in other.weeks {
            self.weeks.entry(week).or_default().add(group);
        }
        self.days = input(self.days, other.days);
        self.checks.resize_with(ALL.len(), CheckTally::default);
        for (ours, theirs) in self.checks.iter_mut().zip(other.checks) {
            ours.merge(theirs);
        }
    }
}

impl CheckTally {
    fn merge(&mut self, other: Self) {
        let pairs = [
            (&mut self.asks, other.asks),
            (&mut self.objects, other.objects),
            (&mut self.noted, other.noted),
            (&mut self.unknown, other.unknown),
            (&mut self.blocks, other.blocks),
        ];
        for (ours, theirs) in pairs {
            *ours = ours.saturating_add(theirs);
        }
        other.examples.into_iter().for_each(|example| self.example(example));
    }

    fn example(&mut self, example: Example) {
        let at = self.examples.partition_point(|known| *known >= example);
        if at < EXAMPLES_MAX {
            self.examples.insert(at, example);
            self.examples.truncate(EXAMPLES_MAX);
        }
    }
}

impl Group {
    pub(super) fn add(&mut self, other: Self) {
        self.turns = self.turns.saturating_add(other.turns);
        self.asks = self.asks.saturating_add(other.asks);
        self.blocks = self.blocks.saturating_add(other.blocks);
    }
}

/// Returns the check that a stop would have been sent back for.
fn blocked(verdict: &Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Block(check) | Verdict::WouldBlock(check) => Some(check.word),
        Verdict::Pass(_) => None,
    }
}

fn input(one: Option<(Day, Day)>, other: Option<(Day, Day)>) -> Option<(Day, Day)> {
    match (one, other) {
        (Some((first, last)), Some((begin, end))) => Some((first.min(begin), last.max(end))),
        (one, other) => one.or(other),
    }
}

fn bump(count: &mut u64) {
    *count = count.saturating_add(1);
}
