//! Logs for tests: records of every kind of stop, and lines that are none.

use std::sync::OnceLock;

use proptest::prelude::*;
use serde_json::json;
use sprag_core::decision::counters::Counters;
use sprag_core::decision::decide::{Judged, decide};
use sprag_core::decision::plan::Plan;
use sprag_core::decision::record::Record;
use sprag_core::judge::call::Call;
use sprag_core::reports::log::{Entry, Id, LogLine};
use sprag_core::reports::review::{Mark, Review, Reviews, objecting};
use sprag_core::text::calendar::Clock;
use sprag_core::text::screen::{Columns, Ink, Screen};
use sprag_core::worker::{Done, Failure, Reply, Task, Transport, Usage};
use sprag_harness::oracle::Stop;
use sprag_harness::situation::{
    self, NOW_MS, counters, every, every_asked, every_done, every_local, every_watch,
};

pub(crate) const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// Noon in UTC, some day.
pub(crate) const NOON_MS: u64 = 1_795_003_200_000;

const WIDTHS: [u16; 3] = [60, 80, 120];

/// Returns what is shown on each of these widths, below each other.
pub(crate) fn on_every_width(show: impl Fn(Columns) -> Screen) -> String {
    let text = |columns: u16| {
        let screen = show(Columns::of(Some(columns))).print(Ink::PLAIN);
        format!("[{columns} columns]\n{screen}")
    };
    WIDTHS.map(text).join("\n")
}

/// A clock in UTC.
pub(crate) fn clock(now_ms: u64) -> Clock<'static> {
    Clock { now_ms, ahead: &|_| 0 }
}

pub(crate) fn record_of(plan: Plan, judged: Judged, counters: Counters) -> Record {
    let call = match judged {
        Judged::NotAsked => None,
        Judged::Failed(_) | Judged::Answered(_) => Some(Call {
            asked: "jev-1.13.0".into(),
            model: matches!(judged, Judged::Answered(_)).then(|| "stand-in".into()),
            questions: "0123456789abcdef".into(),
            ..Call::default()
        }),
    };
    let decision = decide(&plan, &judged, &counters, NOW_MS);
    Record::of(plan, judged, counters, NOW_MS, &decision, call)
}

/// Calls `visit` with the record of every situation, or of one in `step`.
pub(crate) fn every_record(step: usize, mut visit: impl FnMut(Record)) {
    let mut at = 0_usize;
    let mut visit = |stop: &Stop, before: Counters| {
        at += 1;
        if at.is_multiple_of(step) {
            visit(record_of(situation::plan(stop), situation::judged(stop.asked), before));
        }
    };
    for asked in every_asked() {
        every(asked, |stop, before| visit(stop, counters(before)));
    }
    let before = counters(&situation::every_memory("p0")[0]);
    every_watch(|stop| visit(stop, before.clone()));
    every_local(|stop, before| visit(stop, counters(before)));
    every_done(|stop| visit(stop, before.clone()));
}

/// Some hundred records of all kinds.
pub(crate) fn pool() -> &'static [Record] {
    static POOL: OnceLock<Vec<Record>> = OnceLock::new();
    POOL.get_or_init(|| {
        let mut pool = Vec::new();
        every_record(997, |record| pool.push(record));
        assert!(pool.len() > 300, "{}", pool.len());
        pool
    })
}

pub(crate) fn entry(record: Record) -> Entry {
    Entry { id: Id::of(record.line().as_bytes()), record }
}

/// Returns the record as it is decided at another time; blocks before it stay as long ago.
pub(crate) fn moved(record: &Record, at_ms: u64) -> Record {
    let mut moved = record.clone();
    let before = moved.counters.blocked_at_ms;
    moved.counters.blocked_at_ms =
        before.map(|at| at_ms.saturating_sub(record.at_ms.saturating_sub(at)));
    moved.at_ms = at_ms;
    moved.again()
}

/// A log and its reviews, as text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    pub(crate) text: String,
    pub(crate) reviews: String,
    pub(crate) usage: String,
}

impl Log {
    pub(crate) fn add(&mut self, record: Record) -> Entry {
        self.text.push_str(&record.line());
        entry(record)
    }

    pub(crate) fn review(&mut self, entry: &Entry, mark: Mark) {
        for check in objecting(&entry.record) {
            let (id, check) = (entry.id.clone(), check.word.into());
            self.reviews.push_str(&Review { id, check, mark, at_ms: NOON_MS }.line());
        }
    }

    /// Adds a read that was denied, or in shadow would have been.
    pub(crate) fn read(&mut self, at_ms: u64, shown: u64) {
        let verdict = if shown.is_multiple_of(2) { "deny" } else { "would_deny" };
        let why = if shown.is_multiple_of(3) {
            json!({"size": {"shown": shown, "total": shown, "is_exact": true}})
        } else {
            json!({"budget": {"charged": 7, "cost": shown}})
        };
        let read = json!({
            "host": "claude", "session": "s1", "by": "tool", "verdict": verdict, "why": why,
            "file": "9f86d081884c7d65",
        });
        let line = json!({"form": 1, "at_ms": at_ms, "read": read});
        self.text.push_str(&format!("{line}\n"));
    }

    /// Adds a delegation, of which the number says what is known.
    pub(crate) fn delegate(&mut self, at_ms: u64, number: u64) {
        let done = Done {
            task: if number.is_multiple_of(3) { Task::Write } else { Task::Read },
            transport: Transport::Claude,
            files: 1 + usize::from(number.is_multiple_of(2)),
            bytes: 40_000 + number * 7,
            duration_ms: 4_000,
        };
        let usage = if number % 5 == 1 {
            Usage::failed(at_ms, done, &Failure::Timeout { seconds: 1 })
        } else {
            let cents = f64::from(u32::try_from(number % 1_000).unwrap());
            let reply = Reply {
                input_tokens: (!number.is_multiple_of(4)).then_some(number),
                output_tokens: (!number.is_multiple_of(11)).then_some(number / 2),
                cost_usd: (!number.is_multiple_of(7)).then_some(cents / 10_000.0),
                ..Reply::default()
            };
            Usage::answered(at_ms, done, &reply, number * 31, None)
        };
        self.usage.push_str(&usage.line());
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = LogLine> {
        self.text.lines().map(|line| LogLine::read(line.as_bytes()))
    }

    pub(crate) fn reviewed(&self) -> Reviews {
        Reviews::read(self.reviews.as_bytes())
    }
}

/// A log in which every kind of stop, line and review occurs.
pub(crate) fn plain_log() -> Log {
    let mut log = Log::default();
    for (record, number) in pool().iter().zip(0_u64..) {
        let mut record = moved(record, NOON_MS - 20 * DAY_MS + number * (DAY_MS / 24));
        if let Some(call) = &mut record.call {
            call.latency_ms = 80 + number % 37 * 7;
            call.input_tokens = (!number.is_multiple_of(5)).then_some(300 + number);
        }
        let entry = log.add(record);
        match number % 4 {
            0 | 1 => log.review(&entry, Mark::Right),
            2 => log.review(&entry, Mark::Wrong),
            _ => {}
        }
    }
    log.read(NOON_MS, 1_200);
    log.read(NOON_MS, 401);
    (10..30).for_each(|number| log.delegate(NOON_MS - number * DAY_MS, number));
    log.delegate(NOON_MS - 40 * DAY_MS, 1);
    log.delegate(NOON_MS + DAY_MS, 1);
    log.usage.push_str("{\"at_ms\":1}\n\n");
    log.text.push_str("{\"form\":7}\nno record\n\n");
    log.reviews.push_str("no review\n");
    log
}

prop_compose! {
    fn any_call()(
        asked in prop::sample::select(&["jev-1.13.0", "jev-1.14.0", "local"][..]),
        model in prop::option::of(prop::sample::select(&["stand-in", "jev-1.13.0"][..])),
        latency_ms in 0_u64..2_000,
        input_tokens in prop::option::of(0_u64..5_000),
    ) -> Call {
        Call {
            asked: asked.into(),
            model: model.map(String::from),
            questions: "0123456789abcdef".into(),
            latency_ms,
            input_tokens,
            request_id: None,
        }
    }
}

fn any_mark() -> impl Strategy<Value = Mark> {
    prop::sample::select(&[Mark::Right, Mark::Wrong][..])
}

prop_compose! {
    /// Any log of some days around noon.
    pub(crate) fn any_log()(
        stops in prop::collection::vec(
            (
                0..pool().len(),
                -2_i64..40,
                0..DAY_MS,
                any_call(),
                prop::option::of(any_mark()),
                0_u8..16,
            ),
            0..60,
        ),
    ) -> Log {
        let mut log = Log::default();
        for (at, days_ago, ms, call, mark, odd) in stops {
            let day = NOON_MS / DAY_MS * DAY_MS;
            let at_ms = day.saturating_add_signed(-days_ago * 86_400_000).saturating_add(ms);
            let mut record = moved(&pool()[at], at_ms);
            record.call = match record.judged {
                Judged::NotAsked => None,
                Judged::Answered(_) => Some(call),
                Judged::Failed(_) => Some(Call::to("jev-1.13.0")),
            };
            let line = record.line();
            match odd {
                0 => log.text.push_str(&line[..line.len() / 2]),
                1 => log.text.push_str("{\"form\":2,\"at_ms\":7}"),
                2 => log.read(at_ms, ms % 5_000),
                4 => {}
                12..=14 => {
                    log.delegate(at_ms, ms % 5_000);
                    continue;
                }
                15 => {
                    log.usage.push_str("{\"at_ms\":\n");
                    continue;
                }
                3 => log.text.push_str("\u{fffd}\u{0}"),
                _ => {
                    let entry = log.add(record);
                    if let Some(mark) = mark {
                        log.review(&entry, mark);
                    }
                    continue;
                }
            }
            log.text.push('\n');
        }
        log
    }
}
