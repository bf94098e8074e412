//! The verdict.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::checks::scores::Scores;
use crate::checks::verdict::{Failure, Pass, Verdict};
use crate::checks::{Case, Check, Finding, Needs, Pace};
use crate::decision::counters::Counters;
use crate::decision::guard::{guard_cap, guard_pace, guard_repeat};
use crate::decision::notice::Notice;
use crate::decision::plan::Plan;
use crate::judge::answer::RawAnswers;

/// The outcome of asking the judge.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Judged {
    /// Nobody was asked: the plan says why.
    NotAsked,
    /// It gave no answer.
    Failed(Failure),
    /// It answered.
    Answered(RawAnswers),
}

/// A verdict and all that comes with it.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Decision {
    /// What happens to the stop.
    pub verdict: Verdict,
    /// What the agent is told, where the stop is blocked.
    pub reason: Option<String>,
    /// What every check that was evaluated has found.
    pub findings: Vec<(&'static Check, Finding)>,
    /// What the user is told, if anything.
    pub notice: Option<Notice>,
    /// The counters afterwards.
    pub counters: Counters,
}

/// Decides about a stop.
///
/// `counters` are those of the session, read under a lock that is held until the new ones are
/// written. `now_ms` is in milliseconds of the epoch.
pub fn decide(plan: &Plan, judged: &Judged, counters: &Counters, now_ms: u64) -> Decision {
    let mut counters = counters.on_turn(plan);
    let findings = findings(plan, judged);
    let verdict = verdict(plan, judged, &findings, &counters, now_ms);
    match &verdict {
        Verdict::Block(check) | Verdict::WouldBlock(check) => {
            counters.count_block(plan.answer.as_deref(), now_ms);
            if check.pace == Pace::Sparing {
                counters.count_sparing(plan.prompt.as_deref());
            }
            counters.nagged = check.pace == Pace::NotInARow;
        }
        // An event that is not a stop does not interrupt a run of them.
        Verdict::Pass(Pass::NotAStop) => {}
        Verdict::Pass(_) => counters.count_pass(plan),
    }
    let notice = untold(&verdict, &counters);
    counters.notified.extend(notice);
    let reason = match &verdict {
        Verdict::Block(check) => Some(with_case(plan, judged, |case| (check.nudge)(case))),
        Verdict::WouldBlock(_) | Verdict::Pass(_) => None,
    };
    Decision { verdict, reason, findings, notice, counters }
}

/// Every check where the judge answered; where it did not, those that ask nobody.
fn findings(plan: &Plan, judged: &Judged) -> Vec<(&'static Check, Finding)> {
    if plan.pass.as_ref().is_some_and(|pass| !pass.is_of_judge()) {
        return Vec::new();
    }
    let is_answered = matches!(judged, Judged::Answered(_));
    let evaluated = plan.checks.evaluated().filter(|check| is_answered || check.is_local());
    with_case(plan, judged, |case| evaluated.map(|check| (check, (check.rule)(case))).collect())
}

/// Returns whether the turn is to be read once more before the agent is sent back: what it did may
/// have been recorded late.
#[must_use]
pub fn wants_second_look(plan: &Plan, judged: &Judged) -> bool {
    let fires = |(check, finding): &(&'static Check, Finding)| {
        check.needs(Needs::Work) && *finding == Finding::Fires
    };
    findings(plan, judged).iter().any(fires)
}

/// Hands `look` what a rule may look at.
fn with_case<T>(plan: &Plan, judged: &Judged, look: impl FnOnce(&Case<'_>) -> T) -> T {
    let scores = match judged {
        Judged::Answered(answers) => answers.scores(),
        Judged::NotAsked | Judged::Failed(_) => Scores::default(),
    };
    look(&Case { known: &plan.known, scores: &scores, tau: plan.tau, claim: plan.claim })
}

/// Returns why the stop passes where no check objects.
fn clean(plan: &Plan, judged: &Judged) -> Pass {
    let is_local = plan.checks.evaluated().all(Check::is_local);
    match (&plan.pass, judged) {
        // Nothing was to be asked, and every check has been heard anyway.
        (Some(Pass::NothingToAsk), _) if is_local => Pass::NothingFound,
        (Some(pass), _) => pass.clone(),
        (None, Judged::Failed(failure)) => Pass::Unavailable(*failure),
        (None, Judged::NotAsked | Judged::Answered(_)) => Pass::NothingFound,
    }
}

fn verdict(
    plan: &Plan,
    judged: &Judged,
    findings: &[(&'static Check, Finding)],
    counters: &Counters,
    now_ms: u64,
) -> Verdict {
    let objects = |(check, finding): &&(&'static Check, Finding)| {
        *finding == Finding::Fires && plan.checks.contains(check)
    };
    let mut objecting = findings.iter().filter(objects).map(|(check, _)| *check).peekable();
    if objecting.peek().is_none() {
        return Verdict::Pass(clean(plan, judged));
    }
    if let Some(pass) = guard_cap(plan, counters).or_else(|| guard_repeat(plan, counters)) {
        return Verdict::Pass(pass);
    }
    let Some(check) = objecting.find(|check| !guard_pace(check, plan, counters, now_ms)) else {
        return Verdict::Pass(Pass::Spared);
    };
    if guard_shadow(plan) { Verdict::WouldBlock(check) } else { Verdict::Block(check) }
}

/// Shadow outranks everything: it evaluates, records and counts, and never blocks.
fn guard_shadow(plan: &Plan) -> bool {
    plan.shadow
}

fn untold(verdict: &Verdict, counters: &Counters) -> Option<Notice> {
    let Verdict::Pass(pass) = verdict else { return None };
    Notice::of(pass).filter(|notice| !counters.notified.contains(notice))
}
