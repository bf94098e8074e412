//! Proves that `sprag-core` and all that it depends on live without std.
//!
//! This crate brings a panic handler and an allocator. If anything below linked std, there would be
//! two panic handlers, and the compiler refuses with E0152 and names who brought it. rustc loads
//! no crate that nobody names, so this calls into every part of the core. It is built, never run.
#![no_std]

extern crate alloc;

use alloc::{string::String, vec::Vec};
use core::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;

use sprag_core::activity::declared;
use sprag_core::activity::own_check::OwnCheck;
use sprag_core::activity::work::Work;
use sprag_core::checks::verdict::Failure;
use sprag_core::decision::counters::{Counters, file_name};
use sprag_core::decision::decide::{Judged, decide, wants_second_look};
use sprag_core::decision::plan::{ClosingText, Look, Plan, closing_text};
use sprag_core::decision::record::Record;
use sprag_core::decision::reply::render;
use sprag_core::hosts::event::{Closing, Event};
use sprag_core::hosts::handoff::Handoffs;
use sprag_core::hosts::language::Language;
use sprag_core::hosts::transcript::{Chain, Scan, Wanted};
use sprag_core::judge::answer::Answer;
use sprag_core::judge::key::Key;
use sprag_core::judge::local::{Question, built_in, opinion};
use sprag_core::security::redact::{Lines, Masks};
use sprag_core::settings::{ConfigFile, Settings};
use sprag_core::text::json_end::JsonEnd;

struct Nothing;

// SAFETY: returning null says that there is no memory; nothing is ever handed out or taken back.
unsafe impl GlobalAlloc for Nothing {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        core::ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static NOTHING: Nothing = Nothing;

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

/// Takes `len` bytes at `bytes` through the whole core and returns how long all that came out is.
///
/// # Safety
///
/// `bytes` points to `len` bytes that nobody else uses meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprag_no_std(bytes: *mut u8, len: usize) -> usize {
    // SAFETY: the caller says so.
    let bytes = unsafe { core::slice::from_raw_parts_mut(bytes, len) };
    pipeline(bytes).map_or(0, |out| out.len())
}

/// Returns everything that one stop leaves behind, as one text.
fn pipeline(bytes: &mut [u8]) -> Option<String> {
    let end = JsonEnd::default().push(bytes)?;
    let event = Event::parse(bytes.get_mut(..end)?, None).ok()?;
    let settings = Settings::resolve(&[], ConfigFile::Sound);
    let language = Language::first_of([core::str::from_utf8(bytes).ok()?]);
    let mut plan = Plan::open(&event, &settings, None, language);
    let mut handoffs = Handoffs::default();
    handoffs.line(bytes);
    let scan = Scan::begin(Wanted::Last(event.prompt.clone()), Chain::Main);
    let own = OwnCheck::of(|command| command.starts_with("./check"));
    let mut scan = scan.with_work(own);
    scan.line(bytes);
    let mut facts = scan.finish();
    for file in declared::FILES {
        let text = core::str::from_utf8(bytes).ok()?;
        declared::checks(file, text).for_each(|check| facts.known_checks.add(check));
    }
    if let Some(work) = &mut facts.work {
        work.merge_subagents(Vec::from([Work::unknown()]));
    }
    plan.learn(&facts, handoffs.open());
    let ClosingText::Ready(text) = closing_text(&Closing::Absent, &facts.ending, Look::Last) else {
        return None;
    };
    plan.close(&text);
    let _ = opinion(&built_in()?, &text)?.of(Question::ClaimsDone);
    let masks = Masks { home: None, names: &[], lines: Lines::Mask };
    let evidence = plan.evidence(&text, &event.background, &masks).ok()?;
    let evidence = evidence
        .with_transcript(facts.tools.as_ref(), handoffs.open(), &masks)
        .with_work(plan.known.verification.as_ref());
    let key = Key::choose(["key"]).ok()?;
    let body = plan.request(&settings.model, &evidence, &key).ok()?;
    let asked = plan.questions().into_iter().map(|question| question.id);
    let judged = match Answer::parse(&body, asked) {
        Ok(answer) => Judged::Answered(answer.raw),
        Err(_) => Judged::Failed(Failure::Malformed),
    };
    if wants_second_look(&plan, &judged) {
        plan.learn(&facts, handoffs.open());
    }
    let counters = Counters::parse(Some(&body));
    let decision = decide(&plan, &judged, &counters, 0);
    let reply = render(&decision, event.host, settings.reply);
    let name = file_name(event.host, &event.session);
    let counters_after = decision.counters.text();
    let record = Record::of(plan, judged, counters, 0, &decision, None);
    Some([reply.stdout, reply.stderr, name, counters_after, record.line()].concat())
}
