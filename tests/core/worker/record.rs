//! What is known about a delegation, and what is claimed of it.
use sprag_core::text::fence::Remark;
use sprag_core::text::screen::number::count;
use sprag_core::worker::{Done, Failure, Note, Reply, Task, Transport, Usage};

use crate::assert_bytes;

const DONE: Done = Done {
    task: Task::Read,
    transport: Transport::Claude,
    files: 2,
    bytes: 48_123,
    duration_ms: 4_210,
};

fn reply() -> Reply {
    Reply {
        text: "text".into(),
        model: Some("claude-haiku-5-5".into()),
        input_tokens: Some(12_345),
        output_tokens: Some(210),
        cost_usd: Some(0.012_34),
        is_cut: false,
    }
}

#[test]
fn the_line_and_the_summary_of_a_read() {
    let usage = Usage::answered(1_796_000_000_000, DONE, &reply(), 812, Some(3));
    assert_eq!(
        usage.summary(),
        "[sprag: 48,123 bytes of 2 files | ~11,827 tokens kept out of context | worker \
         claude-haiku-5-5 used 12,345 in / 210 out | worker cost $0.0123 | 3 verified citations]"
    );
    assert_bytes("usage_of_a_read.json", usage.line().as_bytes());
    assert_eq!(Usage::parse(&usage.line()), Some(usage));
}

#[test]
fn of_what_was_not_reported_nothing_is_said() {
    let usage = Usage::answered(1, DONE, &Reply::default(), 0, None);
    assert_eq!(
        usage.summary(),
        "[sprag: 48,123 bytes of 2 files | ~12,030 tokens kept out of context | worker (model not \
         reported) did not report its tokens]"
    );
    let one = Usage::answered(1, Done { files: 1, ..DONE }, &reply(), 0, Some(1)).summary();
    assert!(one.contains("of 1 file |") && one.contains("| 1 verified citation]"), "{one}");
}

#[test]
fn no_tokens_are_claimed_of_what_was_written_or_failed() {
    let written = Done { task: Task::Write, ..DONE };
    assert_eq!(Usage::answered(1, written, &reply(), 0, None).kept_out(), None);
    let failed = Usage::failed(1, DONE, &Failure::Timeout { seconds: 1 });
    assert_eq!((failed.kept_out(), failed.failure.as_deref()), (None, Some("timeout")));
    let longer = Usage::answered(1, DONE, &reply(), 50_000, None);
    assert_eq!(longer.kept_out(), Some(0), "an answer longer than the files keeps nothing out");
    assert_eq!(Usage::parse(&failed.line()), Some(failed));
}

#[test]
fn what_is_not_a_record_is_none() {
    for line in ["", "[1]", "{}", "null", r#"{"at_ms":1}"#] {
        assert_eq!(Usage::parse(line), None, "{line}");
    }
}

#[test]
fn numbers_are_grouped_by_thousands() {
    for (number, text) in
        [(0, "0"), (999, "999"), (1_000, "1,000"), (123_456, "123,456"), (1_234_567, "1,234,567")]
    {
        assert_eq!(count(number), text);
    }
}

#[test]
fn every_note_is_one_line() {
    let notes = [
        Note::Replaced { path: "a".into(), places: 1 },
        Note::Replaced { path: "a".into(), places: 2 },
        Note::NoContext,
        Note::Remark(Remark::Beside),
        Note::LineEnds,
        Note::Cut,
        Note::Unverified(1),
        Note::Unverified(2),
        Note::NotExempted("full".into()),
        Note::NotRecorded("full".into()),
    ];
    let lines: String = notes.iter().map(|note| format!("{note}\n")).collect();
    assert_eq!(lines.lines().count(), notes.len());
    assert_bytes("notes_of_a_worker.txt", lines.as_bytes());
}
