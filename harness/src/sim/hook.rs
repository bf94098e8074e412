//! The hook of a run: the real core, driven as the shell drives it, without a shell.

use alloc::{string::String, vec, vec::Vec};

use sprag_core::activity::verification::Last;
use sprag_core::checks::verdict::{Failure, Pass, Verdict};
use sprag_core::decision::counters::{Counters, Sparing};
use sprag_core::decision::decide::{Decision, Judged, decide};
use sprag_core::decision::plan::Plan;
use sprag_core::decision::record::Record;
use sprag_core::decision::reply::{Reply, render};
use sprag_core::hosts::event::Event;
use sprag_core::judge::answer::Answer;
use sprag_core::judge::call::Call;
use sprag_core::settings::{Name, Settings};

use super::Fault;
use crate::given::{self, MASKS};
use crate::wire;

/// What a hook process finds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'a> {
    pub(super) payload: &'a [u8],
    pub(super) transcript: &'a [u8],
    pub(super) checks: &'a str,
    pub(super) shadow: &'a str,
    /// The file with the session's counters.
    pub(super) counters: Option<&'a [u8]>,
    pub(super) now_ms: u64,
}

/// What it leaves behind.
#[derive(Debug, Default)]
pub(super) struct Left {
    pub(super) reply: Reply,
    /// The bodies that went to the judge.
    pub(super) sent: Vec<Vec<u8>>,
    /// The counters' file, if it was written.
    pub(super) counters: Option<String>,
    /// The line that was added to the records.
    pub(super) record: Option<String>,
}

/// Who is asked.
pub(super) type Ask<'a> = &'a dyn Fn() -> Result<Vec<u8>, Failure>;

/// Runs the hook once. `fault` is what it does wrong, for a canary.
pub(super) fn run(found: &Found<'_>, ask: Ask<'_>, fault: Option<Fault>) -> Left {
    let settings = given::settings(&[(Name::Checks, found.checks), (Name::Shadow, found.shadow)]);
    let mut left = Left::default();
    if settings.checks.is_empty() {
        if fault == Some(Fault::SendsWhenOff) {
            left.sent.push(found.payload.to_vec());
        }
        return left;
    }
    let Ok(mut event) = Event::parse(&mut found.payload.to_vec(), None) else { return left };
    if fault == Some(Fault::ForgetsThatItContinues) {
        event.continuing = false;
    }
    let (mut plan, mut body) = wire::request(&event, &settings, found.transcript, &MASKS);
    if fault == Some(Fault::MisreadsPasses)
        && let Some(verification) = &mut plan.known.verification
        && verification.test.last == Last::Passed
    {
        verification.test.last = Last::Failed;
        // Then there is something to ask where there was nothing.
        if matches!(body, Err(Pass::NothingToAsk)) && !plan.questions().is_empty() {
            body = Ok(Vec::new());
        }
    }
    let (judged, call) = match body {
        Ok(body) => {
            left.sent.push(body);
            let (judged, call) = asked(&plan, &settings, ask);
            (judged, Some(call))
        }
        Err(pass) => {
            plan.give_up(pass);
            (Judged::NotAsked, None)
        }
    };
    if fault == Some(Fault::SendsThePrompt) && !left.sent.is_empty() {
        left.sent.push(found.transcript.to_vec());
    }
    if fault == Some(Fault::AsksForNobody) && left.sent.is_empty() {
        left.sent.push(Vec::new());
    }
    let is_silent = matches!(judged, Judged::Failed(_));
    let judged = if is_silent && fault == Some(Fault::TakesSilenceForAYes) {
        given::judged("0.9", "0.9")
    } else {
        judged
    };
    let before = Counters::parse(found.counters);
    let decision = decided(&plan, &judged, &before, found.now_ms, fault);
    if decision.counters != before {
        left.counters = Some(decision.counters.text());
    }
    left.reply = render(&decision, event.host, settings.reply);
    if fault == Some(Fault::SpeaksWhenItPasses) && matches!(decision.verdict, Verdict::Pass(_)) {
        left.reply.stdout.push_str("All is well.\n");
    }
    let mut record = Record::of(plan, judged, before, found.now_ms, &decision, call);
    if fault == Some(Fault::RecordsAnotherVerdict) {
        record.verdict = Verdict::Pass(Pass::NothingFound);
    }
    let is_kept =
        fault != Some(Fault::LosesRecords) || matches!(decision.verdict, Verdict::Pass(_));
    left.record = is_kept.then(|| record.line());
    left
}

/// Asks the judge, and returns its outcome.
fn asked(plan: &Plan, settings: &Settings, ask: Ask<'_>) -> (Judged, Call) {
    let mut call = Call::to(&settings.model);
    let due = plan.questions();
    let answer = ask().and_then(|body| Answer::parse(&body, due.iter().map(|asked| asked.id)));
    let judged = match answer {
        Ok(answer) => {
            call.model = answer.model;
            Judged::Answered(answer.raw)
        }
        Err(failure) => Judged::Failed(failure),
    };
    (judged, call)
}

/// Decides, or decides wrongly.
fn decided(
    plan: &Plan,
    judged: &Judged,
    before: &Counters,
    now_ms: u64,
    fault: Option<Fault>,
) -> Decision {
    let mut plan = plan.clone();
    let mut before = before.clone();
    match fault {
        Some(Fault::ForgetsTheCap) => before.blocks = 0,
        Some(Fault::ForgetsAnswers) => before.answers.clear(),
        Some(Fault::ForgetsTheRow) => before.nagged = false,
        Some(Fault::BlocksInShadow) => plan.shadow = false,
        Some(Fault::ForgetsThePace) => {
            before.sparing = Sparing::default();
            before.blocked_at_ms = None;
        }
        Some(Fault::CountsFromZeroAfterDamage) if before.blocks == u32::MAX => before.blocks = 0,
        Some(_) | None => {}
    }
    decide(&plan, judged, &before, now_ms)
}

/// Returns what a judge says that gives every question this number.
pub(super) fn scores(score: &str, questions: &[&str]) -> Vec<u8> {
    let answers: Vec<(&str, &str)> = questions.iter().map(|id| (*id, score)).collect();
    answers_of(&answers)
}

/// Returns what a judge says that gives each question its number.
pub(super) fn answers_of(answers: &[(&str, &str)]) -> Vec<u8> {
    let mut body = vec![b'{'];
    body.extend_from_slice(br#""model":"simulated","answers":{"#);
    for (at, (id, score)) in answers.iter().enumerate() {
        if at > 0 {
            body.push(b',');
        }
        let member = alloc::format!(r#""{id}":{{"type":"noul","noul":{score}}}"#);
        body.extend_from_slice(member.as_bytes());
    }
    body.extend_from_slice(b"}}");
    body
}
