//! Everything in the core that reads text on the way of a stop, as one function each.

use alloc::string::String;
use alloc::vec::Vec;
use core::hint::black_box;

use serde_json::value::RawValue;
use sprag_core::activity::command_line::CommandLine;
use sprag_core::activity::summary::Summary;
use sprag_core::activity::{declared, runner, shell_write};
use sprag_core::decision::counters::Counters;
use sprag_core::hosts::background::Background;
use sprag_core::hosts::checkpoint::Checkpoint;
use sprag_core::hosts::event::Event;
use sprag_core::hosts::event::{Call, Tool};
use sprag_core::hosts::handoff::Handoffs;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::language::Language;
use sprag_core::hosts::transcript::followed::Followed;
use sprag_core::hosts::transcript::{Chain, Ledger, Next, Scan, Sweep, Wanted};
use sprag_core::judge::answer::Answer;
use sprag_core::judge::evidence::Evidence;
use sprag_core::judge::{local, request};
use sprag_core::reads::{Exemptions, ReadSettings, Tally, ask};
use sprag_core::reports::leak::{Leaks, Own};
use sprag_core::reports::log::LogLine;
use sprag_core::security::redact::{Lines, Masks, redact};
use sprag_core::security::{secret, secret_file};
use sprag_core::settings::deny::guard_folder;
use sprag_core::settings::project;
use sprag_core::text::json_end::JsonEnd;
use sprag_core::text::repair::repair;
use sprag_core::text::{fence, prose};
use sprag_core::worker::citation;
use sprag_core::worker::{Named, Source, guard_secrets};
use sprag_core::{checks, wording};

use crate::given;

const MASKS: Masks<'static> =
    Masks { home: Some("/home/dev"), names: &["rocket", "calc"], lines: Lines::Mask };

/// Returns the input as whoever reads it gets it. None of ours is anything but UTF-8, so this
/// takes no time that depends on how it is written.
fn text(input: &[u8]) -> &str {
    core::str::from_utf8(input).unwrap_or_default()
}

fn lines(input: &mut [u8]) -> impl DoubleEndedIterator<Item = &mut [u8]> {
    input.split_mut(|byte| *byte == b'\n')
}

pub(super) fn redacted(input: &mut [u8]) {
    black_box(redact(text(input), &MASKS));
}

pub(super) fn dropped(input: &mut [u8]) {
    black_box(redact(text(input), &Masks { lines: Lines::Drop, ..MASKS }));
}

pub(super) fn requested(input: &mut [u8]) {
    let language = Language::of("Korean");
    let text = text(input);
    let nothing = Background::default();
    let evidence = Evidence::of_payload(text, &nothing, language.as_ref(), &MASKS);
    let evidence = evidence.with_task(true, Some(text), &MASKS);
    let all = checks::ALL.iter().flat_map(|check| check.questions).copied();
    black_box(request::encode("jev", &all.collect::<Vec<_>>(), &evidence));
}

pub(super) fn closing(input: &mut [u8]) {
    black_box(wording::in_closing(text(input)));
}

pub(super) fn typed(input: &mut [u8]) {
    black_box(wording::in_request(text(input)));
}

pub(super) fn features(input: &mut [u8]) {
    local::features(text(input), |feature| {
        black_box(feature);
    });
}

pub(super) fn units(input: &mut [u8]) {
    black_box(prose::units(text(input)));
}

pub(super) fn languages(input: &mut [u8]) {
    black_box(prose::mask_languages(text(input)));
}

pub(super) fn secrets(input: &mut [u8]) {
    black_box(secret::find(input, &[b"sk-0000000000000000"]));
}

pub(super) fn leaks(input: &mut [u8]) {
    black_box(Leaks::in_body(input, &Own { home: MASKS.home, projects: MASKS.names }));
}

pub(super) fn words(input: &mut [u8]) {
    let line = CommandLine::parse(text(input));
    for command in &line.commands {
        black_box((command.exit(), command.program().is_some()));
    }
}

pub(super) fn actions(input: &mut [u8]) {
    let line = CommandLine::parse(text(input));
    for command in &line.commands {
        black_box(runner::run_of(command));
    }
    black_box(shell_write::writes(&line));
}

pub(super) fn reads(input: &mut [u8]) {
    let tool = Tool::Shell { command: text(input).into() };
    let (cwd, home) = (Some("/home/dev/rocket"), MASKS.home);
    let call = Call { host: Host::Claude, tool: &tool, agent: None, cwd, home };
    black_box(ask(&call, &ReadSettings::default()));
}

pub(super) fn summary(input: &mut [u8]) {
    black_box(Summary::read(text(input)));
}

pub(super) fn turn(host: Host, input: &mut [u8]) {
    // Of no prompt that is there, so all of it is read.
    let scan = Scan::begin_on(host, Wanted::Prompt("another".into()));
    // Of the last prompt, and what it did.
    let last = Scan::begin_on(host, Wanted::Last(None)).with_work(None);
    for mut scan in [scan, last] {
        for line in lines(input).rev() {
            if scan.line(line) == Next::Enough {
                break;
            }
        }
        let mut plan = given::plan();
        plan.learn(&scan.finish(), None);
        black_box(plan);
    }
}

pub(super) fn ledger(input: &mut [u8]) {
    let mut ledger = Ledger::begin(&sprag_core::hosts::event::Closing::Absent);
    for line in lines(input).rev() {
        if ledger.line(line) == Next::Enough {
            break;
        }
    }
    black_box(ledger.calls());
}

pub(super) fn followed(input: &mut [u8]) {
    let mut followed = Followed::begin_on(Host::Claude, "another");
    for line in lines(input).rev() {
        if followed.line(line) == Next::Enough {
            break;
        }
    }
    black_box(followed.finish());
}

pub(super) fn sweep(input: &mut [u8]) {
    let mut sweep = Sweep::begin(Host::Claude, Chain::Main, None);
    for line in lines(input).rev() {
        sweep.line(line);
    }
    black_box(sweep.finish());
}

pub(super) fn handoffs(input: &mut [u8]) {
    let mut handoffs = Handoffs::default();
    for line in lines(input) {
        handoffs.line(line);
    }
    black_box(handoffs.open());
}

pub(super) fn json_end(input: &mut [u8]) {
    black_box(JsonEnd::default().push(input));
}

pub(super) fn repaired(input: &mut [u8]) {
    repair(black_box(input));
}

pub(super) fn event(host: Host, input: &mut [u8]) {
    let _ = black_box(Event::parse(input, Some(host)));
}

pub(super) fn tool(input: &mut [u8]) {
    let Ok(input) = serde_json::from_slice::<&RawValue>(input) else { return };
    for name in ["Read", "Bash"] {
        black_box(Tool::parse(name, input));
    }
}

pub(super) fn answer(input: &mut [u8]) {
    let all = checks::ALL.iter().flat_map(|check| check.questions);
    let _ = black_box(Answer::parse(input, all.map(|question| question.id)));
}

pub(super) fn records(input: &mut [u8]) {
    for line in input.split(|byte| *byte == b'\n') {
        black_box(LogLine::read(line));
    }
}

pub(super) fn kept(input: &mut [u8]) {
    black_box(Counters::parse(Some(input)));
    black_box(Checkpoint::parse(input));
    black_box(Tally::parse(Some(input)));
    black_box(Exemptions::parse(Some(input)));
}

pub(super) fn language(input: &mut [u8]) {
    black_box(Language::first_of([text(input)]));
}

pub(super) fn declared(input: &mut [u8]) {
    for file in ["package.json", "Makefile", "justfile", "pyproject.toml", "tox.ini"] {
        declared::checks(file, text(input)).for_each(|check| {
            black_box(check);
        });
    }
}

pub(super) fn denied(input: &mut [u8]) {
    black_box(guard_folder(&[Some(text(input))], &["/home/dev/rocket"]));
}

pub(super) fn remotes(input: &mut [u8]) {
    let text = text(input);
    black_box((project::remote_names(text), project::main_checkout(text)));
    black_box(project::git_folder(text));
}

pub(super) fn fenced(input: &mut [u8]) {
    black_box(fence::strip(text(input)));
}

pub(super) fn cited(input: &mut [u8]) {
    black_box(citation::cite(text(input), &[Source::of("src/calc.rs", input)]));
}

pub(super) fn guarded(input: &mut [u8]) {
    let path = || String::from("src/calc.rs");
    let file = Named { typed: path(), resolved: path() };
    black_box((guard_secrets([(&file, &*input)], &[]).is_ok(), secret_file::by_path(text(input))));
}
