//! An explanation as a screen: a card, or everything.

use alloc::{format, string::String, vec::Vec};

use super::{Explanation, Scored};
use crate::checks::Finding;
use crate::checks::verdict::Verdict;
use crate::reports::review::Mark;
use crate::text::calendar::Clock;
use crate::text::screen::bar::share_bar;
use crate::text::screen::number::{counted, milliseconds, score};
use crate::text::screen::{Cell, Column, Columns, Line, Screen, Table, Tone};

/// What stands beside a bar at most: a question, its score, and what that is compared with.
const BESIDE: usize = 56;
/// The width of a bar.
const BAR_MIN: usize = 4;
const BAR_MAX: usize = 40;

impl Explanation {
    /// Returns the decision on a card: what happened to it, facts, scores, what the agent was told.
    #[must_use]
    pub fn card(&self, clock: &Clock<'_>, columns: Columns) -> Screen {
        let mut screen = Screen::new(columns);
        screen.divide();
        self.head(clock, &mut screen);
        screen.pairs(self.record.text.iter().map(|text| ("said", last_of(text))));
        screen.pairs(self.main_facts());
        self.bars(&mut screen);
        self.told(&mut screen);
        screen.say(Tone::Faint, &self.footer());
        screen
    }

    /// Returns all that is known about the decision.
    #[must_use]
    pub fn screen(&self, clock: &Clock<'_>, columns: Columns) -> Screen {
        let mut screen = Screen::new(columns);
        self.head(clock, &mut screen);
        if let Some(text) = &self.record.text {
            screen.heading("What it said, redacted");
            screen.text(text);
        }
        screen.heading("Facts");
        screen.pairs(self.facts.iter().map(|fact| (fact.name, fact.value.clone())));
        screen.heading("The judge");
        screen.text(&self.footer());
        self.bars(&mut screen);
        self.rules(&mut screen);
        if self.told.is_some() {
            let is_block = matches!(self.verdict, Verdict::Block(_));
            screen.heading(if is_block {
                "What the agent was told"
            } else {
                "What it would be told"
            });
            self.told(&mut screen);
        }
        self.turns(&mut screen);
        screen
    }

    fn head(&self, clock: &Clock<'_>, screen: &mut Screen) {
        let session: String = self.session.chars().take(8).collect();
        screen.line(
            Line::new()
                .add(Tone::Strong, self.id.as_str())
                .plain(&format!("  {}  {}  ", clock.text(self.at_ms), self.host))
                .add(Tone::Faint, &format!("session {session}")),
        );
        let tone = match self.verdict {
            Verdict::Block(_) => Tone::Bad,
            Verdict::WouldBlock(_) => Tone::Warn,
            Verdict::Pass(_) => Tone::Good,
        };
        screen.say(tone, &self.outcome);
        if !self.decides_again {
            screen.say(Tone::Warn, "Another version decided this; this one decides differently.");
        }
    }

    /// Returns the facts that fit on a card.
    fn main_facts(&self) -> Vec<(&'static str, String)> {
        let is_main = |name: &str| !["turn of", "prose", "blocks", "scheduled"].contains(&name);
        let facts = self.facts.iter().filter(|fact| is_main(fact.name));
        facts.map(|fact| (fact.name, fact.value.clone())).collect()
    }

    fn bars(&self, screen: &mut Screen) {
        if self.scores.is_empty() {
            return;
        }
        let width = screen.columns().number().saturating_sub(BESIDE).clamp(BAR_MIN, BAR_MAX);
        let mut table = Table::new([
            Column::left(""),
            Column::left(""),
            Column::right(""),
            Column::left("").cut(),
        ]);
        for scored in &self.scores {
            let bar = scored.score.map_or_else(String::new, |number| share_bar(number, width));
            let (tone, words) = scored.held();
            table.row([
                scored.question.as_str().into(),
                bar.into(),
                scored.score.map_or_else(|| "-".into(), score).into(),
                Cell::of(tone, &words),
            ]);
        }
        screen.table(&table);
    }

    fn rules(&self, screen: &mut Screen) {
        if self.rules.is_empty() {
            return;
        }
        screen.heading("The rules");
        for rule in &self.rules {
            let (tone, word) = match rule.finding {
                Finding::Silent => (Tone::Faint, "does not object"),
                Finding::Unjudged => (Tone::Faint, "was not judged"),
                Finding::Unknown => (Tone::Faint, "would object, but facts are unknown"),
                Finding::Noted => (
                    Tone::Faint,
                    "would object if its phrases were measured in \
                                                 this language",
                ),
                Finding::Fires => (Tone::Warn, "objects"),
            };
            let off = if rule.is_on { "" } else { "; it is off, so this is only recorded" };
            let review = rule.review.map_or("", |mark| match mark {
                Mark::Right => "; reviewed: right",
                Mark::Wrong => "; reviewed: wrong",
            });
            let name = Line::new().add(Tone::Strong, &rule.check).plain(" ");
            screen.hang(name, tone, &[word, off, review].concat());
            if !rule.fires_when.is_empty() {
                screen.hang(Line::of("  objects when "), Tone::Plain, rule.fires_when);
            }
        }
    }

    fn told(&self, screen: &mut Screen) {
        if let Some(told) = &self.told {
            screen.hang(Line::new().add(Tone::Faint, "| "), Tone::Plain, told);
        }
    }

    fn turns(&self, screen: &mut Screen) {
        screen.heading("What would have changed it");
        if self.counterfactuals.is_empty() {
            screen.text("No single recorded fact would have.");
        }
        for counterfactual in &self.counterfactuals {
            let line = format!("{}: {}", counterfactual.with, counterfactual.outcome);
            screen.hang(Line::of("- "), Tone::Plain, &line);
        }
    }

    fn footer(&self) -> String {
        let mut parts: Vec<String> = [self.asking.clone()].into();
        if let Some(call) = &self.call {
            if !call.is_built_in() && self.scores.iter().len() > 0 {
                parts.push(milliseconds(call.latency_ms));
            }
            if let Some(tokens) = call.input_tokens {
                parts.push(counted(tokens, "token", "tokens"));
            }
            parts.push(format!("questions {}", call.questions));
        }
        parts.join(", ")
    }
}

/// The most of a message that a card shows: its end.
const SAID_CHARS: usize = 240;

fn last_of(text: &str) -> String {
    let chars = text.chars().count();
    let from = chars.saturating_sub(SAID_CHARS);
    let end: String = text.chars().skip(from).collect();
    if from > 0 { ["\u{2026}", end.as_str()].concat() } else { end }
}

impl Scored {
    /// Returns how the score stands to its threshold.
    fn held(&self) -> (Tone, String) {
        let setting = self.setting.map_or_else(String::new, |setting| format!(" ({setting})"));
        match (self.reaches, self.threshold) {
            (Some(true), Some(threshold)) => {
                (Tone::Warn, format!("reaches {}{setting}", score(threshold)))
            }
            (Some(false), Some(threshold)) => {
                (Tone::Faint, format!("below {}{setting}", score(threshold)))
            }
            (None, Some(_)) => (Tone::Faint, "no answer".into()),
            (_, None) => (Tone::Faint, format!("no threshold{setting}")),
        }
    }
}
