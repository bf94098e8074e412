//! The hook of a run: the real core, driven as the shell drives it, without a shell.

use alloc::{string::String, vec, vec::Vec};

use sprag_core::answer::Answer;
use sprag_core::counters::Counters;
use sprag_core::decide::{Decision, Judged, decide};
use sprag_core::event::Event;
use sprag_core::evidence::Evidence;
use sprag_core::facts::Facts;
use sprag_core::handoff::{Handoffs, NEEDLES};
use sprag_core::key::Key;
use sprag_core::plan::{ClosingText, Look, Plan, closing_text};
use sprag_core::record::{Call, Record};
use sprag_core::reply::{Reply, render};
use sprag_core::settings::{Name, Settings};
use sprag_core::transcript::{Chain, Wanted};
use sprag_core::verdict::{Failure, Pass, Verdict};

use super::Fault;
use crate::given::{self, MASKS};
use crate::reader;

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

/// A key of no shape that is searched for.
const KEY: &str = "key-of-the-simulated-user";

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
    let language = settings.needs_language().then(given::language);
    let mut plan = Plan::open(&event, &settings, None, language);
    let (judged, call) = match consult(&mut plan, &event, &settings, found, ask, &mut left.sent) {
        Ok((judged, call)) => (judged, Some(call)),
        Err(pass) => {
            plan.give_up(pass);
            (Judged::NotAsked, None)
        }
    };
    if fault == Some(Fault::SendsThePrompt) && !left.sent.is_empty() {
        left.sent.push(found.transcript.to_vec());
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

fn consult(
    plan: &mut Plan,
    event: &Event,
    settings: &Settings,
    found: &Found<'_>,
    ask: Ask<'_>,
    sent: &mut Vec<Vec<u8>>,
) -> Result<(Judged, Call), Pass> {
    plan.check()?;
    let facts = reader::scan(found.transcript, Wanted::Last(event.prompt.clone()), Chain::Main);
    let facts: Facts = facts.finish();
    plan.learn(&facts, None);
    let text = match closing_text(&event.closing, &facts.ending, Look::Last) {
        ClosingText::Ready(text) => text,
        ClosingText::None(pass) => return Err(pass),
        ClosingText::LookAgain => return Err(Pass::TextUnknown),
    };
    plan.close(&text);
    let evidence: Evidence = plan.evidence(&text, &event.background, &MASKS)?;
    let key = Key::choose([KEY])?;
    let handoffs = plan.needs_handoffs().then(|| handoffs(found.transcript));
    let open = handoffs.as_ref().and_then(Handoffs::open);
    plan.learn(&facts, open);
    let evidence = evidence.with_transcript(facts.tools.as_ref(), open, &MASKS);
    let body = plan.request(&settings.model, &evidence, &key)?;
    sent.push(body);
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
    Ok((judged, call))
}

fn handoffs(transcript: &[u8]) -> Handoffs {
    let mut handoffs = Handoffs::default();
    for line in reader::lines(transcript) {
        if NEEDLES.iter().any(|needle| memchr::memmem::find(line, needle).is_some()) {
            handoffs.line(&mut line.to_vec());
        }
    }
    handoffs
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
        Some(Fault::BlocksInShadow) => plan.shadow = false,
        Some(Fault::CountsFromZeroAfterDamage) if before.blocks == u32::MAX => before.blocks = 0,
        Some(_) | None => {}
    }
    decide(&plan, judged, &before, now_ms)
}

/// Returns what a judge says that gives every question this number.
pub(super) fn scores(score: &str, questions: &[&str]) -> Vec<u8> {
    let mut body = vec![b'{'];
    body.extend_from_slice(br#""model":"simulated","answers":{"#);
    for (at, id) in questions.iter().enumerate() {
        if at > 0 {
            body.push(b',');
        }
        let member = alloc::format!(r#""{id}":{{"type":"noul","noul":{score}}}"#);
        body.extend_from_slice(member.as_bytes());
    }
    body.extend_from_slice(b"}}");
    body
}
