//! The figures as people read them.

use alloc::{borrow::ToOwned as _, format, string::String, vec::Vec};

use super::{Calls, CheckFigures, ReadFigures, Reason, Stats};
use crate::text::calendar::Clock;
use crate::text::screen::bar::bar;
use crate::text::screen::number::{count, counted, milliseconds, percent_text};
use crate::text::screen::{Cell, Column, Columns, Screen, Table, Tone};

/// The width of a bar of the calendar on a screen of 60 columns, and the most it grows to.
const BAR: usize = 12;
const BAR_MAX: usize = 40;

impl Stats {
    /// Returns the screen that shows every figure. `clock` is the one they were counted by.
    #[must_use]
    pub fn screen(&self, clock: &Clock<'_>, columns: Columns) -> Screen {
        let mut screen = Screen::new(columns);
        let days = counted(u64::from(self.days), "day", "days");
        screen.heading(&format!("Stops from {} to {} ({days})", self.from, self.to));
        if self.stops == 0 && self.reads.is_none() && self.delegations.number() == 0 {
            self.nothing(&mut screen);
        } else {
            self.verdicts(&mut screen);
            self.checks(&mut screen);
            self.bars(&mut screen);
            self.calls.show(clock, &mut screen);
            self.reads(&mut screen);
            self.delegations(&mut screen);
            self.calendar(&mut screen);
        }
        self.left_out(&mut screen);
        screen
    }

    fn nothing(&self, screen: &mut Screen) {
        screen.text("There are no records for these days.");
        screen.text(if self.earlier > 0 || self.delegations.earlier > 0 {
            "`sprag stats --days N` goes back further."
        } else {
            "A record is written at the end of every turn, once `sprag install --checks ... \
             --shadow` has \
             registered the hook; `sprag doctor` says what is missing."
        });
    }

    fn verdicts(&self, screen: &mut Screen) {
        screen.pairs([
            ("stops", count(self.stops)),
            ("sent back", count(self.blocked)),
            ("shadow", format!("{} would have been sent back", count(self.would_block))),
            ("passed", count(self.passed)),
        ]);
        if !self.passes.is_empty() {
            screen.heading("Why they passed");
            reasons(screen, &self.passes);
        }
    }

    fn checks(&self, screen: &mut Screen) {
        if self.checks.is_empty() {
            return;
        }
        screen.heading("What the checks found");
        let mut table = Table::new([
            Column::left("check"),
            Column::right("stops"),
            Column::right("objects"),
            Column::right("sent back"),
            Column::right("shadow"),
            Column::right("unjudged"),
            Column::right("unknown").from(80),
            Column::right("noted").from(80),
        ]);
        for check in &self.checks {
            let numbers = [
                check.evaluated,
                check.fires,
                check.blocked,
                check.would_block,
                check.unjudged,
                check.unknown,
                check.noted,
            ];
            table.row([check.check.into()].into_iter().chain(numbers.map(|n| count(n).into())));
        }
        screen.table(&table);
    }

    fn bars(&self, screen: &mut Screen) {
        if self.checks.is_empty() {
            return;
        }
        screen.heading("Before a check blocks: what shadow and `sprag review` have shown");
        let mut table = Table::new([
            Column::left("check"),
            Column::right("judged"),
            Column::right("objects").from(80),
            Column::right("right").from(80),
            Column::right("wrong").from(80),
            Column::right("precision").from(100),
            Column::left("still missing").wrapped(),
        ]);
        for CheckFigures { check, readiness, .. } in &self.checks {
            let missing: Vec<String> =
                readiness.missing.iter().map(|missing| format!("{missing}")).collect();
            let missing = if readiness.is_ready() {
                Cell::of(Tone::Good, "nothing: it is ready to block")
            } else {
                missing.join("; ").into()
            };
            table.row([
                (*check).into(),
                format!("{} of {}", count(readiness.judged), readiness.needed).into(),
                count(readiness.objections).into(),
                count(readiness.right).into(),
                count(readiness.wrong).into(),
                percent_text(readiness.right, readiness.right.saturating_add(readiness.wrong))
                    .into(),
                missing,
            ]);
        }
        screen.table(&table);
        if self.calls.judges.len() > 1 {
            screen.say(
                Tone::Warn,
                "More than one judge, or wording of the questions, was used in these days; the \
                 bars count all of them.",
            );
        }
    }

    fn reads(&self, screen: &mut Screen) {
        if self.reads.is_none() {
            return;
        }
        let ReadFigures { denied, would_deny, lines_denied, lines_would_deny } = self.reads;
        let at_least = |number, lines| {
            let reads = counted(number, "read", "reads");
            format!("{reads}, of at least {}", counted(lines, "line", "lines"))
        };
        screen.heading("Bulk reads");
        screen.pairs([
            ("denied", at_least(denied, lines_denied)),
            ("shadow", at_least(would_deny, lines_would_deny)),
        ]);
    }

    fn delegations(&self, screen: &mut Screen) {
        self.delegations.show(screen);
        if !self.delegations.failures.is_empty() {
            screen.heading("Why delegations failed");
            reasons(screen, &self.delegations.failures);
        }
    }

    fn calendar(&self, screen: &mut Screen) {
        screen.heading("Day by day");
        let more = screen.columns().number().saturating_sub(60);
        let width = more.saturating_add(BAR).min(BAR_MAX);
        let most = self.calendar.iter().map(|day| day.stops).max().unwrap_or(0);
        let mut table = Table::new([
            Column::left("day"),
            Column::right("stops"),
            Column::left(""),
            Column::right("sent back"),
            Column::right("shadow"),
        ]);
        for figures in &self.calendar {
            table.row([
                format!("{} {}", figures.day.weekday(), figures.day).into(),
                count(figures.stops).into(),
                bar(figures.stops, most, width).into(),
                Cell::of(back_tone(figures.blocked), &count(figures.blocked)),
                count(figures.would_block).into(),
            ]);
        }
        screen.table(&table);
    }

    fn left_out(&self, screen: &mut Screen) {
        screen.blank();
        let parts = [
            (self.earlier, "record before these days", "records before these days"),
            (self.later, "record from the future", "records from the future"),
            (self.reviews_damaged, "damaged review", "damaged reviews"),
            (
                self.delegations.earlier,
                "delegation before these days",
                "delegations before these days",
            ),
            (self.delegations.later, "delegation from the future", "delegations from the future"),
            (self.delegations.damaged, "damaged line of usage", "damaged lines of usage"),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(number, _, _)| *number > 0)
            .map(|(number, one, many)| counted(number, one, many))
            .collect();
        if !parts.is_empty() {
            screen.say(Tone::Faint, &format!("Not counted: {}.", parts.join(", ")));
        }
        self.skipped.show(screen);
    }
}

fn back_tone(blocked: u64) -> Tone {
    if blocked > 0 { Tone::Bad } else { Tone::Plain }
}

fn reasons(screen: &mut Screen, reasons: &[Reason]) {
    let mut table = Table::new([Column::right(""), Column::left("").cut()]);
    for reason in reasons {
        table.row([count(reason.times).into(), reason.why.as_str().into()]);
    }
    screen.table(&table);
}

impl Calls {
    fn show(&self, clock: &Clock<'_>, screen: &mut Screen) {
        screen.heading("The judge");
        if self.endpoint == 0 && self.local == 0 {
            screen.text("Nobody was asked.");
            return;
        }
        let requests =
            format!("{}, of which {} answered", count(self.endpoint), count(self.answered));
        let mut pairs: Vec<(&str, String)> = [("requests", requests)].into();
        pairs.push(("built in", format!("{} answered without a request", count(self.local))));
        if self.measured > 0 {
            let of = counted(self.measured, "request", "requests");
            pairs.push(("tokens", format!("{} in {of}", count(self.input_tokens))));
            pairs.push((
                "cost",
                match self.cost_usd {
                    Some(cost) => format!("{} USD, at the `price` in your settings", cost.text()),
                    None => "unknown: no `price` is set".to_owned(),
                },
            ));
        }
        if let (Some(p50), Some(p90)) = (self.p50_ms, self.p90_ms) {
            let (p50, p90) = (milliseconds(p50), milliseconds(p90));
            pairs.push((
                "time",
                format!(
                    "{p50} or less for half of the answers, {p90} for nine of \
                         ten"
                ),
            ));
        }
        if let Some(outage) = self.outages.longest {
            let (from, to) = (clock.text(outage.from_ms), clock.text(outage.to_ms));
            let rows = counted(self.outages.rows, "row", "rows");
            let requests = counted(outage.requests, "request", "requests");
            let lasts = if self.outages.lasts { "; no answer since" } else { "" };
            let text =
                format!("{rows} of failures, the longest of {requests}: {from} to {to}{lasts}");
            pairs.push(("outages", text));
        }
        screen.pairs(pairs);
        if !self.failures.is_empty() {
            screen.heading("Why requests were not answered");
            reasons(screen, &self.failures);
        }
        if self.judges.len() > 1 {
            screen.heading("Who answered");
            let mut table = Table::new([
                Column::right("stops"),
                Column::left("model").cut(),
                Column::left("calls itself").cut(),
                Column::left("questions"),
            ]);
            for judge in &self.judges {
                table.row([
                    count(judge.answers).into(),
                    judge.asked.as_str().into(),
                    judge.model.as_deref().unwrap_or("-").into(),
                    judge.questions.as_str().into(),
                ]);
            }
            screen.table(&table);
        }
    }
}
