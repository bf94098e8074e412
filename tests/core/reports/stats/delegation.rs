//! What was handed to the worker, as `sprag stats` counts and says it.

use serde_json::Value;
use sprag_core::reports::stats::Stats;
use sprag_core::worker::{Done, Failure, Reply, Task, Transport, Usage};
use sprag_harness::shown::{grouped, several, squeezed};

use super::screen::{of as of_value, reasons};
use super::{recounted, shown, stats};
use crate::reports::logged::{DAY_MS, Log, NOON_MS};

const READ: Done = Done {
    task: Task::Read,
    transport: Transport::Claude,
    files: 2,
    bytes: 48_000,
    duration_ms: 4_000,
};

fn reply(cost_usd: Option<f64>) -> Reply {
    Reply { input_tokens: Some(9_000), output_tokens: Some(70), cost_usd, ..Reply::default() }
}

fn answered(cost_usd: Option<f64>) -> Usage {
    Usage::answered(NOON_MS, READ, &reply(cost_usd), 800, None)
}

/// Counts a log of these delegations alone, and holds it against a recount.
#[track_caller]
fn of(delegations: &[Usage]) -> Stats {
    let usage = delegations.iter().map(Usage::line).collect();
    let log = Log { usage, ..Log::default() };
    let stats = stats(&log, "30", None);
    assert_eq!(serde_json::to_value(&stats).unwrap(), recounted(&log, 30, None));
    stats
}

/// Returns what a screen has to say of the figures of delegations.
pub(super) fn sentences(figures: &Value) -> Vec<String> {
    let number = |name: &str| of_value(&figures[name]);
    let figure = |name: &str| grouped(number(name));
    let [reads, writes, failed] = ["reads", "writes", "failed"].map(number);
    let answered = reads + writes;
    if answered + failed == 0 {
        return Vec::new();
    }
    let (read, written) = (several(reads, "read"), several(writes, "write"));
    let mut said = vec![format!("answered {}: {read} and {written}", grouped(answered))];
    if answered > 0 {
        let of = |known: &str| format!("with {} of {}", figure(known), several(answered, "answer"));
        let (bytes, files) = (several(number("bytes"), "byte"), several(number("files"), "file"));
        said.push(format!("sent {bytes} of {files}; {} came back", figure("answer_bytes")));
        let kept_out = several(number("kept_out_tokens_estimated"), "token");
        said.push(format!("kept out about {kept_out} of context by reads, estimated at 4 bytes"));
        let (read, written) = (figure("input_tokens"), figure("output_tokens"));
        said.push(format!("tokens {read} in, {written} out, reported {}", of("measured")));
        said.push(match figures["cost_usd"].as_f64() {
            Some(cost) => format!("cost {cost:.6} USD, reported {}", of("priced")),
            None => format!("cost unknown: reported {}", of("priced")),
        });
    }
    said.push(format!("failed {}", grouped(failed)));
    said.extend(reasons(&figures["failures"]));
    said
}

#[test]
fn delegations_alone_are_shown_and_tokens_kept_out_are_called_an_estimate() {
    let shown = squeezed(&shown(&of(&[answered(Some(0.01))]), 120));
    let expected = "Delegations to the worker \
                    answered 1: 1 read and 0 writes \
                    sent 48,000 bytes of 2 files; 800 came back \
                    kept out about 11,800 tokens of context by reads, estimated at 4 bytes a token \
                    tokens 9,000 in, 70 out, reported with 1 of 1 answer \
                    cost 0.010000 USD, reported with 1 of 1 answer \
                    failed 0";
    assert!(shown.contains(expected), "{shown}");
}

#[test]
fn a_cost_is_named_where_every_answer_came_with_one_and_else_of_how_many_it_is_known() {
    let all = of(&[answered(Some(0.01)), answered(Some(0.002_5))]);
    assert!(shown(&all, 120).contains("0.012500 USD, reported with 2 of 2 answers"));
    let some = of(&[answered(Some(0.01)), answered(None)]);
    assert_eq!(some.delegations.cost_usd, None);
    let text = shown(&some, 120);
    assert!(text.contains("unknown: reported with 1 of 2 answers"), "{text}");
    assert!(!text.contains("USD"), "{text}");
    // Nobody says what a call took that came to nothing; no cost is said to be its own.
    let failed = Usage::failed(NOON_MS, READ, &Failure::Timeout { seconds: 1 });
    let of_answers = of(&[answered(Some(0.01)), failed.clone()]);
    assert!(shown(&of_answers, 120).contains("0.010000 USD, reported with 1 of 1 answer"));
    assert_eq!(of(&[failed]).delegations.cost_usd, None);
}

#[test]
fn a_cost_that_can_be_none_is_not_known() {
    for odd in [-0.01, 1e9, f64::MAX] {
        let usage = answered(Some(odd)).line();
        let log = Log { usage, ..Log::default() };
        let figures = stats(&log, "30", None).delegations;
        assert_eq!((figures.reads, figures.priced, figures.cost_usd), (1, 0, None), "{odd}");
    }
}

#[test]
fn what_was_written_or_failed_kept_nothing_out() {
    let write = Done { task: Task::Write, ..READ };
    let written = Usage::answered(NOON_MS, write, &reply(None), 0, None);
    let failed = Usage::failed(NOON_MS, READ, &Failure::Timeout { seconds: 1 });
    let figures = of(&[written, failed]).delegations;
    assert_eq!((figures.writes, figures.failed, figures.bytes), (1, 1, 48_000));
    assert_eq!(figures.kept_out_tokens_estimated, 0);
}

#[test]
fn tokens_are_summed_where_both_numbers_were_reported() {
    let half = Reply { input_tokens: Some(5), ..Reply::default() };
    let half = Usage::answered(NOON_MS, READ, &half, 0, None);
    let figures = of(&[answered(None), half]).delegations;
    assert_eq!((figures.measured, figures.input_tokens, figures.output_tokens), (1, 9_000, 70));
}

#[test]
fn damaged_lines_of_usage_hide_none_and_are_counted() {
    let line = answered(None).line();
    let long = format!("{}{line}", " ".repeat(3));
    let cut = &line[..40];
    let huge = line.replace("\"claude\"", &format!("\"claude\",\"x\":\"{}\"", "x".repeat(1 << 20)));
    let log = Log { usage: format!("{cut}\n{long}\n \n{huge}[1]\n{{}}\n{line}"), ..Log::default() };
    let reviews = log.reviewed();
    let days = sprag_core::reports::stats::Days::DEFAULT;
    let mut tally = sprag_core::reports::stats::Tally::new(
        crate::reports::logged::clock(NOON_MS),
        days,
        &reviews,
    );
    log.usage.split('\n').for_each(|line| tally.add_usage(line.as_bytes()));
    tally.add_usage(b"\xff\xfe");
    let stats = tally.finish(None);
    assert_eq!((stats.delegations.reads, stats.delegations.damaged), (2, 5));
    assert_eq!((stats.stops, stats.skipped.damaged), (0, 0));
    let text = shown(&stats, 120);
    assert!(text.contains("Not counted: 5 damaged lines of usage."), "{text}");
}

#[test]
fn delegations_of_other_days_are_not_counted_and_are_not_records() {
    let at = |at_ms| Usage { at_ms, ..answered(None) };
    let stats = of(&[at(NOON_MS - 30 * DAY_MS), at(NOON_MS + DAY_MS), at(NOON_MS - 29 * DAY_MS)]);
    let figures = &stats.delegations;
    assert_eq!((figures.earlier, figures.later, figures.reads), (1, 1, 1));
    assert_eq!((stats.earlier, stats.later), (0, 0));
    let none = of(&[at(NOON_MS - 30 * DAY_MS)]);
    assert!(shown(&none, 80).contains("`sprag stats --days N` goes back further."));
}
