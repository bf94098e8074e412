//! The report card: what held-out messages show.

use alloc::collections::{BTreeMap, BTreeSet};
use core::fmt::Write as _;

use sprag_core::judge::local::{Question, TABLE_BYTES, Weights, opinion};

use crate::train::learn::learn;
use crate::train::measure::{Judged, Quality};
use crate::train::message::Message;
use crate::train::unseen::{PARTS, learn_without, part};

/// Thresholds whose effect is shown.
const THRESHOLDS: [f64; 4] = [0.5, 0.7, 0.8, 0.9];

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
    let mut card = learnt_from(messages, own);
    let by_session = by_session(messages, own);
    section(&mut card, "Trained without the session that is judged", &by_session);
    thresholds(&mut card, &by_session);
    for (project, letter) in projects(messages).into_iter().zip('A'..) {
        let held = held_out(messages, own, |m| m.project.as_deref() == Some(project));
        section(&mut card, &format!("Project {letter}, trained without it"), &held);
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

/// Says what there is to learn from.
fn learnt_from(messages: &[Message], own: &[Message]) -> String {
    let mut card = format!("{} messages, and {} of our own.\n\n", messages.len(), own.len());
    // Writing to a `String` cannot fail.
    let _ = writeln!(card, "| project | messages | sessions | claim to be done |");
    let _ = writeln!(card, "|---|--:|--:|--:|");
    for (project, letter) in projects(messages).into_iter().zip('A'..) {
        let all = || messages.iter().filter(|m| m.project.as_deref() == Some(project));
        let sessions: BTreeSet<usize> = all().map(|message| message.session).collect();
        let done = all().filter(|message| message.answer(Question::ClaimsDone)).count();
        let _ = writeln!(card, "| {letter} | {} | {} | {done} |", all().count(), sessions.len());
    }
    let _ = writeln!(card, "\n| question | disputed by a second labeller |\n|---|--:|");
    for (at, question) in Question::ALL.into_iter().enumerate() {
        let disputed = messages.iter().filter(|message| message.disputed[at]).count();
        let _ = writeln!(card, "| `{}` | {disputed} |", question.name());
    }
    let _ = writeln!(card, "\n{} bytes of weights.\n", TABLE_BYTES);
    card
}

/// Returns the projects, that with most messages first: the card calls them A, B and so on.
fn projects(messages: &[Message]) -> Vec<&str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for project in messages.iter().filter_map(|message| message.project.as_deref()) {
        *counts.entry(project).or_default() += 1;
    }
    let mut projects: Vec<(&str, usize)> = counts.into_iter().collect();
    projects.sort_by_key(|(_, count)| core::cmp::Reverse(*count));
    projects.into_iter().map(|(project, _)| project).collect()
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
    (0..PARTS).flat_map(|of| held_out(messages, own, |m: &Message| part(m) == of)).collect()
}

fn held_out<'a>(
    messages: &'a [Message],
    own: &[Message],
    is_held: impl Fn(&Message) -> bool,
) -> Vec<Held<'a>> {
    let table = learn_without(messages, own, &is_held);
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

fn thresholds(card: &mut String, held: &[Held<'_>]) {
    // Writing to a `String` cannot fail.
    let _ = writeln!(card, "How many scores reach a threshold, of how many is it true, and which");
    let _ = writeln!(card, "share of all that is true are these:\n");
    let _ = writeln!(card, "| question | threshold | reach | true | share |");
    let _ = writeln!(card, "|---|--:|--:|--:|--:|");
    for (at, question) in Question::ALL.iter().enumerate() {
        let judged: Vec<Judged> = held.iter().filter_map(|held| held.judged(at)).collect();
        let yes = judged.iter().filter(|one| one.is_yes).count().max(1) as f64;
        for threshold in THRESHOLDS {
            let reach: Vec<&Judged> = judged.iter().filter(|one| one.score >= threshold).collect();
            let found = reach.iter().filter(|one| one.is_yes).count();
            let (name, share) = (question.name(), found as f64 / yes);
            let _ = writeln!(
                card,
                "| `{name}` | {threshold} | {} | {found} | {share:.2} |",
                reach.len()
            );
        }
    }
    card.push('\n');
}
