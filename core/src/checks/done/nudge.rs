//! What the agent is told of a done that is not borne out.

use alloc::string::String;
use core::fmt::Write as _;

use super::{Objection, finding};
use crate::activity::check_kind::CheckKind;
use crate::activity::verification::Last;
use crate::checks::Case;

/// Facts first: counts, kinds and names of programs; no path, no command line.
pub(super) fn nudge(case: &Case<'_>) -> String {
    let (_, Some(objection)) = finding(case) else { return String::new() };
    let Some(verification) = &case.known.verification else { return String::new() };
    let mut text = String::from("sprag: ");
    // Writing to a `String` cannot fail.
    let _ = match objection {
        Objection::Contradicted(claim) => {
            let failed = |kind: &CheckKind| {
                matches!(verification.of(*kind).last, Last::Failed | Last::StaleFailed)
            };
            let kind = claim.kinds().iter().find(failed).unwrap_or(CheckKind::Test);
            let state = verification.of(kind);
            let runner = state.runner.as_deref().unwrap_or("the check");
            let when = if state.last == Last::Failed { "" } else { ", before the last change" };
            write!(
                text,
                "the closing message says that {} passed, but the last\n{} run ({runner}) of \
                 this turn failed{when}.\nFix what failed and run it again, or report the failure \
                 as it is.",
                claim.word(),
                kind.word(),
            )
        }
        Objection::Unsupported(claim) => write!(
            text,
            "the closing message says that {} passed, but this turn\nchanged code ({}) and ran \
             no such check.\nRun that check now and report its result, or take the claim back \
             and say\nwhat was not checked.",
            claim.word(),
            lines_text(verification.changed.lines),
        ),
        Objection::Overlooked(kind) => {
            let state = verification.of(kind);
            let unshown = if state.flagged { "" } else { "; its exit status hid that" };
            write!(
                text,
                "the closing message says that the work is done, but the last {} run\n({}) \
                 failed{unshown}.\nLook at that run, then fix what failed or report it as it is.",
                kind.word(),
                state.runner.as_deref().unwrap_or("a check"),
            )
        }
        Objection::Unverified => write!(
            text,
            "the closing message says that the work is done, but no test, build,\nlint or type \
             check ran after the last change of code ({}).\nRun the project's check on what \
             changed and report the real result, or say\nplainly that no check can run here.",
            lines_text(verification.lines_since_check),
        ),
    };
    text
}

fn lines_text(lines: u32) -> String {
    let mut text = String::new();
    let _ = write!(text, "{lines} {}", if lines == 1 { "line" } else { "lines" });
    text
}
