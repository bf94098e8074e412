//! From a payload and a transcript to the bytes that would leave, as the shell gets there.

use alloc::vec::Vec;

use sprag_core::activity::check_kind::KindSet;
use sprag_core::activity::facts::Facts;
use sprag_core::activity::known_check::{From, KnownCheck};
use sprag_core::activity::work::RunnerName;
use sprag_core::checks::verdict::Pass;
use sprag_core::decision::plan::{ClosingText, Look, Plan, closing_text};
use sprag_core::hosts::event::Event;
use sprag_core::hosts::handoff::{Handoffs, NEEDLES};
use sprag_core::hosts::transcript::Wanted;
use sprag_core::judge::key::Key;
use sprag_core::security::redact::Masks;
use sprag_core::settings::Settings;

use crate::{given, reader};

/// A key of no shape that is searched for.
const KEY: &str = "key-of-the-simulated-user";

/// Returns the plan for a stop, and the body that goes to the judge, or why nobody is asked.
pub fn request(
    event: &Event,
    settings: &Settings,
    transcript: &[u8],
    masks: &Masks<'_>,
) -> (Plan, Result<Vec<u8>, Pass>) {
    request_in(KindSet::NONE, event, settings, transcript, masks)
}

/// Returns the same in a project that declares checks of these kinds.
pub fn request_in(
    declared: KindSet,
    event: &Event,
    settings: &Settings,
    transcript: &[u8],
    masks: &Masks<'_>,
) -> (Plan, Result<Vec<u8>, Pass>) {
    let language = settings.needs_language().then(given::language);
    let mut plan = Plan::open(event, settings, None, language);
    let mut facts = reader::turn_on(event.host, transcript, Wanted::Last(event.prompt.clone()));
    if declared != KindSet::NONE {
        let runner = RunnerName::new();
        facts.known_checks.add(KnownCheck { kinds: declared, runner, from: From::Project });
    }
    let body = body(&mut plan, event, settings, transcript, &facts, masks);
    (plan, body)
}

fn body(
    plan: &mut Plan,
    event: &Event,
    settings: &Settings,
    transcript: &[u8],
    facts: &Facts,
    masks: &Masks<'_>,
) -> Result<Vec<u8>, Pass> {
    plan.check()?;
    plan.learn(facts, None);
    let text = match closing_text(&event.closing, &facts.ending, Look::Last) {
        ClosingText::Ready(text) => text,
        ClosingText::None(pass) => return Err(pass),
        ClosingText::LookAgain => return Err(Pass::TextUnknown),
    };
    plan.close(&text);
    let evidence = plan.evidence(&text, &event.background, masks)?;
    let handoffs = plan.needs_handoffs().then(|| handoffs(transcript));
    let open = handoffs.as_ref().and_then(Handoffs::open);
    plan.learn(facts, open);
    let evidence = evidence
        .with_transcript(facts.tools.as_ref(), open, masks)
        .with_work(plan.known.verification.as_ref())
        .with_task(settings.send_task, facts.typed.as_deref(), masks);
    plan.request(&settings.model, &evidence, &Key::choose([KEY])?)
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
