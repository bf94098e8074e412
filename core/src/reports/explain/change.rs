//! What would have changed a decision: one thing at a time is changed, and the stop is decided
//! again.

use alloc::{format, string::String, vec::Vec};

use serde::Serialize;

use super::outcome;
use crate::activity::check_kind::CheckKind;
use crate::activity::verification::{Last, State};
use crate::checks::known::Known;
use crate::checks::question::{Question, ThresholdKind};
use crate::checks::score::{Score, Threshold};
use crate::checks::verdict::Verdict;
use crate::checks::{Finding, find};
use crate::decision::counters::{Counters, Sparing};
use crate::decision::decide::Judged;
use crate::decision::record::Record;
use crate::settings::Name;
use crate::text::screen::number::score as shown;

/// One thing that would have changed a decision, and to what.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Counterfactual {
    /// What would have had to be different.
    pub with: String,
    /// What would have become of the stop.
    pub verdict: Verdict,
    /// The same in words.
    pub outcome: String,
}

/// Returns what would have changed the verdict, each thing alone, the smallest change of each:
/// scores first, then facts, what came before, and settings.
#[must_use]
pub fn counterfactuals(record: &Record) -> Vec<Counterfactual> {
    let verdict = record.decide_again().verdict;
    let mut found = Found { record, verdict, counterfactuals: Vec::new() };
    found.scores();
    found.facts();
    found.before();
    found.settings();
    found.counterfactuals
}

struct Found<'a> {
    record: &'a Record,
    /// What this version decides.
    verdict: Verdict,
    counterfactuals: Vec<Counterfactual>,
}

impl Found<'_> {
    /// Decides with a change, and keeps it if the verdict is another; returns whether it is.
    fn attempt(&mut self, with: impl FnOnce() -> String, change: impl FnOnce(&mut Record)) -> bool {
        let mut changed = self.record.clone();
        change(&mut changed);
        let verdict = changed.decide_again().verdict;
        let is_other = verdict != self.verdict;
        if is_other {
            let outcome = outcome(&verdict);
            self.counterfactuals.push(Counterfactual { with: with(), verdict, outcome });
        }
        is_other
    }

    fn scores(&mut self) {
        let record = self.record;
        let Judged::Answered(answers) = &record.judged else { return };
        let scores = answers.scores();
        let asked: Vec<&Question> =
            answers.iter().filter_map(|(id, _)| Question::by_id(id)).collect();
        let given = || asked.iter().filter_map(|question| scores.of(question));
        for question in &asked {
            let own = record.plan.threshold(question.limit);
            let others = own.into_iter().map(f64::from).chain(given().map(Score::number));
            let marks = sorted(others);
            let now = scores.of(question);
            let set = |to: f64| {
                let answers = Score::of(to).map(|score| answers.with(question.id, score));
                move |record: &mut Record| {
                    if let Some(answers) = answers {
                        record.judged = Judged::Answered(answers);
                    }
                }
            };
            let id = question.id;
            let was = now.map_or_else(|| "no answer".into(), |now| shown(now.number()));
            let is_known = now.is_some();
            let at = now.map_or(0.0, Score::number);
            // One question may have to stand above another, and not only to reach it.
            let above = marks.iter().copied().filter(|mark| !is_known || *mark >= at);
            for mark in above.chain((!is_known).then_some(1.0)) {
                let mark_is = shown(mark);
                let reach = || format!("`{id}` at {mark_is} or more; it was {was}");
                let exceed = || format!("`{id}` above {mark_is}; it was {was}");
                if !(is_known && mark <= at) && self.attempt(reach, set(mark))
                    || is_known && mark < 1.0 && self.attempt(exceed, set(mark.next_up()))
                {
                    break;
                }
            }
            let below = marks.iter().rev().copied().filter(|mark| !is_known || *mark <= at);
            for mark in below {
                let mark_is = shown(mark);
                let fall_to = || format!("`{id}` at {mark_is} or less; it was {was}");
                let fall_below = || format!("`{id}` below {mark_is}; it was {was}");
                if is_known && mark < at && self.attempt(fall_to, set(mark))
                    || mark > 0.0 && self.attempt(fall_below, set(mark.next_down()))
                {
                    break;
                }
            }
        }
    }

    fn facts(&mut self) {
        self.count(["no tool call", "a tool call", "two tool calls"], |known| &mut known.tools);
        self.count(["nothing running", "a running task", ""], |known| &mut known.running);
        self.count(["nothing scheduled", "a scheduled prompt", ""], |known| &mut known.scheduled);
        self.count(["no session awaited", "an awaited session", ""], |known| &mut known.handoffs);
        self.work();
        self.words();
    }

    /// Tries other numbers of something, none first. What is unknown becomes known.
    fn count(&mut self, words: [&str; 3], of: fn(&mut Known) -> &mut Option<u32>) {
        let now = *of(&mut self.record.plan.known.clone());
        let was = if now.is_none() { "; it was unknown" } else { "" };
        for (number, words) in (0..).zip(words) {
            if now == Some(number) || words.is_empty() {
                continue;
            }
            let set = |record: &mut Record| *of(&mut record.plan.known) = Some(number);
            if self.attempt(|| [words, was].concat(), set) && number > 0 {
                break;
            }
        }
    }

    fn work(&mut self) {
        let Some(verification) = &self.record.plan.known.verification else { return };
        for kind in CheckKind::ALL {
            if verification.of(kind).last != Last::Passed {
                let with = || format!("a {} run that passed after the last change", kind.word());
                self.attempt(with, |record| {
                    if let Some(verification) = &mut record.plan.known.verification {
                        *verification.of_mut(kind) = passed(verification.of(kind).runs);
                        verification.lines_since_check = 0;
                    }
                });
            }
        }
        self.attempt(
            || "no change to code".into(),
            |record| {
                if let Some(verification) = &mut record.plan.known.verification {
                    verification.changed.code = 0;
                    verification.changed.lines = 0;
                    verification.lines_since_check = 0;
                }
            },
        );
    }

    fn words(&mut self) {
        let wording = &self.record.plan.known.wording;
        for cue in wording.closing.all.iter() {
            let with = || format!("a message without the cue `{}`", cue.name());
            self.attempt(with, |record| {
                let closing = &mut record.plan.known.wording.closing;
                closing.all = closing.all.without(cue);
                closing.blocking = closing.blocking.without(cue);
            });
        }
        let Some(request) = &wording.request else { return };
        for cue in request.all.iter() {
            let with = || format!("a request without the cue `{}`", cue.name());
            self.attempt(with, |record| {
                if let Some(request) = &mut record.plan.known.wording.request {
                    request.all = request.all.without(cue);
                    request.blocking = request.blocking.without(cue);
                }
            });
        }
    }

    fn before(&mut self) {
        let all = self.attempt(
            || "no block before".into(),
            |record| {
                record.counters =
                    Counters { person: record.counters.person.clone(), ..Counters::default() }
            },
        );
        if !all {
            return;
        }
        // Which of what came before it was says more; where one part alone explains it, the whole
        // says nothing more.
        let whole = self.counterfactuals.len().saturating_sub(1);
        self.part("fewer blocks since a person last typed", |counters| counters.blocks = 0);
        self.part("an answer that had not been sent back before", |counters| {
            counters.answers.clear();
        });
        self.part("no earlier block by this check, and no recent block", |counters| {
            counters.sparing = Sparing::default();
            counters.blocked_at_ms = None;
        });
        self.part("no objection to the previous answer", |counters| counters.nagged = false);
        if self.counterfactuals.len() > whole.saturating_add(1) {
            self.counterfactuals.remove(whole);
        }
    }

    fn part(&mut self, words: &str, change: fn(&mut Counters)) {
        self.attempt(|| words.into(), |record| change(&mut record.counters));
    }

    fn settings(&mut self) {
        for limit in [ThresholdKind::Tau, ThresholdKind::Claim] {
            self.threshold(limit);
        }
        let plan = &self.record.plan;
        let off: Vec<_> = self
            .record
            .findings
            .iter()
            .filter(|found| found.finding == Finding::Fires)
            .filter_map(|found| find(&found.check))
            .filter(|check| !plan.checks.contains(check))
            .collect();
        for check in off {
            let with = || format!("`{}` among the enabled checks", check.word);
            self.attempt(with, |record| record.plan.checks.insert(check));
        }
        if plan.shadow {
            self.attempt(|| "`shadow` off".into(), |record| record.plan.shadow = false);
        } else {
            self.attempt(|| "`shadow` on".into(), |record| record.plan.shadow = true);
        }
        let more = plan.blocks_max.saturating_add(1);
        let with = || format!("`max_blocks` at {more}");
        self.attempt(with, |record| record.plan.blocks_max = more);
    }

    /// Tries the thresholds nearest to the one that holds first.
    fn threshold(&mut self, limit: ThresholdKind) {
        let record = self.record;
        let Judged::Answered(answers) = &record.judged else { return };
        let Some(name) = Name::of_threshold(limit, record.is_built_in()) else { return };
        let setting = name.setting().key;
        let scores = answers.scores();
        let asked = answers.iter().filter_map(|(id, _)| Question::by_id(id));
        let held = asked.filter(|question| question.limit == limit);
        let marks = sorted(held.filter_map(|question| scores.of(question)).map(Score::number));
        let now = record.plan.threshold(limit).map(f64::from);
        let was =
            now.map_or_else(|| "it was invalid".into(), |now| format!("it was {}", shown(now)));
        let set = |to: f64| {
            let threshold = Threshold::of(to);
            move |record: &mut Record| match limit {
                ThresholdKind::Tau => record.plan.tau = threshold,
                ThresholdKind::Claim => record.plan.claim = threshold,
                ThresholdKind::Likely | ThresholdKind::Possible => {}
            }
        };
        let reached = |mark: f64| now.is_some_and(|now| mark >= now);
        for mark in marks.iter().copied().filter(|mark| reached(*mark) && *mark < 1.0) {
            let with = || format!("`{setting}` above {}; {was}", shown(mark));
            if self.attempt(with, set(mark.next_up())) {
                break;
            }
        }
        for mark in marks.iter().rev().copied().filter(|mark| !reached(*mark) && *mark > 0.0) {
            let with = || format!("`{setting}` at {} or less; {was}", shown(mark));
            if self.attempt(with, set(mark)) {
                break;
            }
        }
    }
}

fn sorted(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.dedup();
    sorted
}

/// Returns where a kind of check stands after one more run, which passed.
fn passed(runs: u32) -> State {
    State { last: Last::Passed, runs: runs.saturating_add(1), ..State::default() }
}
