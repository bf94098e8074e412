//! The report card: what held-out messages show.

use alloc::collections::BTreeSet;
use core::fmt::Write as _;

use sprag_core::judge::{Question, Weights, opinion};

use crate::train::learn::learn;
use crate::train::measure::{Judged, Quality};
use crate::train::message::Message;

/// Parts that the sessions are dealt into.
const PARTS: usize = 5;

/// Bytes of a message that is short, and of one that is not long.
const LENGTHS: [usize; 2] = [300, 1_200];

/// A message with what a judge that has not seen it makes of it; `None` is unknown.
struct Held<'a> {
    message: &'a Message,
    scores: Option<[f64; Question::COUNT]>,
}

/// Returns the report card in Markdown.
#[must_use]
pub fn report_card(messages: &[Message], own: &[Message]) -> String {
    let mut card = String::new();
    let by_session = by_session(messages, own);
    section(&mut card, "Trained without the session that is judged", &by_session);
    let projects: BTreeSet<&str> = messages.iter().filter_map(|m| m.project.as_deref()).collect();
    for project in &projects {
        let held = held_out(messages, own, |m| m.project.as_deref() == Some(project));
        section(&mut card, &format!("`{project}`, trained without it"), &held);
    }
    let held = judged_by(&learn(&own.iter().collect::<Vec<_>>()), messages.iter());
    section(&mut card, "Trained on nothing but our own messages", &held);
    let [short, long] = LENGTHS;
    let lengths = [
        (format!("Messages of less than {short} bytes"), 0..short),
        (format!("Messages of {short} to {} bytes", long - 1), short..long),
        (format!("Messages of {long} bytes and more"), long..usize::MAX),
    ];
    for (title, lengths) in lengths {
        let of_length = |held: &&Held<'_>| lengths.contains(&held.message.text.len());
        let some: Vec<Held<'_>> = by_session.iter().filter(of_length).map(Held::again).collect();
        section(&mut card, &format!("{title}, trained without the session"), &some);
    }
    card
}

/// Returns the worst mistakes about a question, one a line, for a person to look at.
#[must_use]
pub fn mistakes(messages: &[Message], own: &[Message], question: &str, count: usize) -> String {
    let held = by_session(messages, own);
    let at = Question::ALL.iter().position(|asked| asked.name() == question);
    let mut wrong: Vec<(f64, &Message)> = Vec::new();
    for (at, held) in at.into_iter().flat_map(|at| held.iter().map(move |held| (at, held))) {
        if let Some(scores) = held.scores {
            let truth = f64::from(u8::from(held.message.answers[at]));
            wrong.push((scores[at] - truth, held.message));
        }
    }
    wrong.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    let mut out = String::new();
    for (off, message) in wrong.iter().take(count) {
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "{off:+.2} {} {:?}", message.id, message.text);
    }
    out
}

impl Held<'_> {
    fn again(&self) -> Self {
        Self { ..*self }
    }

    fn judged(&self, at: usize) -> Option<Judged> {
        let Message { session, answers, .. } = self.message;
        Some(Judged { score: self.scores?[at], is_yes: answers[at], session: *session })
    }
}

fn by_session<'a>(messages: &'a [Message], own: &[Message]) -> Vec<Held<'a>> {
    let part = |part| held_out(messages, own, move |m: &Message| m.session % PARTS == part);
    (0..PARTS).flat_map(part).collect()
}

fn held_out<'a>(
    messages: &'a [Message],
    own: &[Message],
    is_held: impl Fn(&Message) -> bool,
) -> Vec<Held<'a>> {
    let rest = messages.iter().filter(|message| !is_held(message));
    let table = learn(&rest.chain(own).collect::<Vec<_>>());
    judged_by(&table, messages.iter().filter(|message| is_held(message)))
}

fn judged_by<'a>(table: &[u8], messages: impl Iterator<Item = &'a Message>) -> Vec<Held<'a>> {
    let weights = Weights::read(table);
    let scores = |text: &str| {
        let opinion = opinion(weights.as_ref()?, text)?;
        Some(Question::ALL.map(|question| opinion.of(question).number()))
    };
    messages.map(|message| Held { message, scores: scores(&message.text) }).collect()
}

fn section(card: &mut String, title: &str, held: &[Held<'_>]) {
    let unknown = held.iter().filter(|held| held.scores.is_none()).count();
    // Writing to a `String` cannot fail.
    let _ = writeln!(card, "### {title}\n");
    let _ = writeln!(card, "{} messages, {unknown} of them unknown to the judge.\n", held.len());
    let _ = writeln!(card, "| question | yes | no | AUROC | 95 % | Brier | ECE |");
    let _ = writeln!(card, "|---|--:|--:|--:|---|--:|--:|");
    for (at, question) in Question::ALL.iter().enumerate() {
        let judged: Vec<Judged> = held.iter().filter_map(|held| held.judged(at)).collect();
        let Quality { yes, no, auroc, interval, brier, ece } = Quality::of(&judged);
        let auroc = auroc.map_or_else(|| "-".into(), |auroc| format!("{auroc:.3}"));
        let interval =
            interval.map_or_else(|| "-".into(), |[low, high]| format!("{low:.3}-{high:.3}"));
        let name = question.name();
        let _ = writeln!(
            card,
            "| `{name}` | {yes} | {no} | {auroc} | {interval} | {brier:.3} | {ece:.3} |"
        );
    }
    card.push('\n');
}
