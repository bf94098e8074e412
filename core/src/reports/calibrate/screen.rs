//! A calibration as a screen.

use alloc::{format, string::String, vec::Vec};

use super::compare::{Compared, Disagreement};
use super::figures::{AUROC_MIN, Confusion, Figures, GAIN_MIN, LINES_MIN, Step, Worth};
use super::report::{Asked, Mistake, Report};
use crate::text::screen::{Cell, Column, Columns, Line, Screen, Table, Tone, number};

/// Lines of each kind that are named.
const NAMED: usize = 12;

impl Report {
    /// Returns the report as a screen.
    #[must_use]
    pub fn screen(&self, columns: Columns) -> Screen {
        let mut screen = Screen::new(columns);
        screen.heading("Calibration");
        if !self.is_measurement && self.answered > 0 {
            screen.say(
                Tone::Bad,
                "This measures nothing: the answers came from a stand-in with preset scores, or \
                 from a judge that does not identify itself.",
            );
            screen.blank();
        }
        screen.pairs([
            ("judge", self.judge.clone()),
            ("answered by", self.answered_names()),
            ("lines", self.counts()),
        ]);
        for unanswered in self.unanswered.iter().take(NAMED) {
            let text = format!("{}: {}", unanswered.id, unanswered.why);
            screen.hang(Line::of("  no answer to "), Tone::Warn, &text);
        }
        more(&mut screen, self.unanswered.len());
        self.overview(&mut screen);
        for asked in &self.questions {
            asked.show(&mut screen);
        }
        screen.blank();
        screen.text(&format!(
            "A question is worth asking if AUROC is at least {AUROC_MIN:.2} and {GAIN_MIN:.2} \
             above wording alone, on {LINES_MIN} lines of each answer or more. Wording alone is \
             the share of a few English phrases that a message holds; AUROC is how often a yes \
             scores above a no, with the middle 95 % of 1,000 draws of lines."
        ));
        screen
    }

    fn answered_names(&self) -> String {
        let name = |name: &String| match name.as_str() {
            "" => "(no name)".into(),
            name => String::from(name),
        };
        match self.answered_by.as_slice() {
            [] => "nobody".into(),
            names => names.iter().map(name).collect::<Vec<_>>().join(", "),
        }
    }

    fn counts(&self) -> String {
        format!(
            "{}: {} answered, {} not, {} without a label",
            self.lines,
            self.answered,
            self.unanswered.len(),
            self.unlabelled
        )
    }

    fn overview(&self, screen: &mut Screen) {
        screen.heading("Questions");
        let mut table = Table::new([
            Column::left("question"),
            Column::right("yes"),
            Column::right("no"),
            Column::right("AUROC"),
            Column::right("95 %").from(80),
            Column::right("wording").from(80),
            Column::right("at").from(80),
            Column::right("missed").from(100),
            Column::right("wrong"),
            Column::left("worth it"),
        ]);
        for Asked { question, figures, .. } in &self.questions {
            let Figures { yes, no, threshold, confusion, auroc, interval, wording, worth, .. } =
                figures;
            let count = |number: usize| Cell::of(Tone::Plain, &format!("{number}"));
            let of = |count: fn(&Confusion) -> usize| match confusion {
                Some(confusion) => format!("{}", count(confusion)),
                None => "-".into(),
            };
            let wrong = of(|confusion| confusion.wrong);
            let missed = of(|confusion| confusion.missed);
            let (tone, words) = word(*worth);
            let short = words.rsplit(' ').next().filter(|_| *worth != Worth::TooFew);
            table.row([
                Cell::of(Tone::Plain, question),
                count(*yes),
                count(*no),
                Cell::of(Tone::Plain, &three(*auroc)),
                Cell::of(Tone::Plain, &between(*interval)),
                Cell::of(Tone::Plain, &three(*wording)),
                Cell::of(Tone::Plain, &threshold.map_or_else(|| "-".into(), number::score)),
                Cell::of(Tone::Plain, &missed),
                Cell::of(Tone::Plain, &wrong),
                Cell::of(tone, short.unwrap_or("too few")),
            ]);
        }
        screen.table(&table);
    }
}

fn word(worth: Worth) -> (Tone, &'static str) {
    match worth {
        Worth::Keep => (Tone::Good, "yes"),
        Worth::Chance => (Tone::Bad, "no better than chance"),
        Worth::WordingAlone => (Tone::Bad, "no better than wording"),
        Worth::TooFew => (Tone::Faint, "too few lines"),
    }
}

impl Asked {
    fn show(&self, screen: &mut Screen) {
        screen.heading(self.question);
        if self.figures.sweep.is_empty() {
            screen.text(&format!("No answer; left open on {} lines.", self.open));
            return;
        }
        self.figures.show(self.open, screen);
        self.name_mistakes(screen);
    }

    fn name_mistakes(&self, screen: &mut Screen) {
        for (title, is_known) in [("mistakes", false), ("known mistakes", true)] {
            let of = |mistake: &&Mistake| mistake.is_known == is_known;
            let all: Vec<&Mistake> = self.mistakes.iter().filter(of).collect();
            if all.is_empty() {
                continue;
            }
            screen.blank();
            screen.line(Line::of(&format!("{title}: {}", all.len())));
            for Mistake { id, score, is_yes, .. } in all.iter().take(NAMED) {
                let truth = if *is_yes { "yes" } else { "no" };
                let text = format!("{id}: {score:.3}, is {truth}");
                screen.hang(Line::of("  "), Tone::Plain, &text);
            }
            more(screen, all.len());
        }
        if !self.recovered.is_empty() {
            screen.blank();
            let names = self.recovered.join(", ");
            screen.hang(Line::of("known, yet right: "), Tone::Good, &names);
        }
    }
}

impl Figures {
    fn show(&self, open: usize, screen: &mut Screen) {
        if let (Some(threshold), Some(confusion)) = (self.threshold, self.confusion) {
            let at = format!("at {}", number::score(threshold));
            let mut table = Table::new([
                Column::left(&at),
                Column::right("said yes"),
                Column::right("said no"),
            ]);
            let Confusion { found, missed, wrong, left } = confusion;
            for (name, said_yes, said_no) in [("is yes", found, missed), ("is no", wrong, left)] {
                table.row([
                    plain(name),
                    plain(&format!("{said_yes}")),
                    plain(&format!("{said_no}")),
                ]);
            }
            screen.table(&table);
            screen.blank();
        }
        let lowest = match self.lowest {
            Some(Step { threshold, reach, wrong }) => {
                format!("from {threshold:.4} on: {reach} reach it, {wrong} of them wrong")
            }
            None => "none".into(),
        };
        let band = match self.band {
            Some([low, high]) => format!("{low:.4} to {high:.4}: no score in between"),
            None => "-".into(),
        };
        screen.pairs([
            ("AUROC", format!("{} ({})", three(self.auroc), between(self.interval))),
            ("wording alone", three(self.wording)),
            ("worth asking", word(self.worth).1.into()),
            ("under 2 % wrong", lowest),
            ("empty band", band),
            ("left open", format!("{open}")),
        ]);
        screen.blank();
        let mut table = Table::new([
            Column::right("threshold"),
            Column::right("reach it"),
            Column::right("of them wrong"),
        ]);
        for Step { threshold, reach, wrong } in &self.sweep {
            let threshold = plain(&number::score(*threshold));
            table.row([threshold, plain(&format!("{reach}")), plain(&format!("{wrong}"))]);
        }
        screen.table(&table);
    }
}

fn plain(words: &str) -> Cell {
    Cell::of(Tone::Plain, words)
}

/// Returns how two judges compare, as a screen.
#[must_use]
pub fn comparison(compared: &[Compared], columns: Columns) -> Screen {
    let mut screen = Screen::new(columns);
    screen.heading("Both judges on the same lines");
    if compared.is_empty() {
        screen.text("No question was answered by both.");
        return screen;
    }
    let mut table = Table::new([
        Column::left("question"),
        Column::right("both"),
        Column::right("agree"),
        Column::right("endpoint right"),
        Column::right("box right"),
        Column::right("AUROC endpoint").from(100),
        Column::right("AUROC box").from(80),
    ]);
    for one in compared {
        table.row([
            Cell::of(Tone::Plain, one.question),
            Cell::of(Tone::Plain, &format!("{}", one.both)),
            Cell::of(Tone::Plain, &format!("{}", one.agree)),
            Cell::of(Tone::Plain, &format!("{}", one.endpoint_right)),
            Cell::of(Tone::Plain, &format!("{}", one.box_right)),
            Cell::of(Tone::Plain, &three(one.auroc_endpoint)),
            Cell::of(Tone::Plain, &three(one.auroc_built_in)),
        ]);
    }
    screen.table(&table);
    for one in compared.iter().filter(|one| !one.disagreements.is_empty()) {
        screen.blank();
        screen.line(Line::of(&format!("{}: they disagree on", one.question)));
        for other in one.disagreements.iter().take(NAMED) {
            let truth = if other.is_yes { "yes" } else { "no" };
            let Disagreement { id, endpoint, by_built_in, .. } = other;
            let text =
                format!("{id}: endpoint {endpoint:.3}, built-in {by_built_in:.3}, is {truth}");
            screen.hang(Line::of("  "), Tone::Plain, &text);
        }
        more(&mut screen, one.disagreements.len());
    }
    screen
}

fn more(screen: &mut Screen, count: usize) {
    if let Some(others @ 1..) = count.checked_sub(NAMED) {
        screen.line(Line::of(&format!("  and {others} more; --json names all")));
    }
}

fn three(number: Option<f64>) -> String {
    number.map_or_else(|| "-".into(), |number| format!("{number:.3}"))
}

fn between(interval: Option<[f64; 2]>) -> String {
    interval.map_or_else(|| "-".into(), |[low, high]| format!("{low:.2}-{high:.2}"))
}
