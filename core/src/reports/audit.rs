//! What the hook would have done at the ends of past turns.
//!
//! Every turn goes through the plan and the decision of the hook, with every check on. What only a
//! payload says, and what only the judge at the endpoint would answer, is unknown: so nothing is
//! found that the hook would not have found, and some of what it would is not.

mod escaped;
mod page;
mod plot;
mod screen;
mod tally;

use alloc::{string::String, vec::Vec};

use serde::Serialize;

use crate::activity::facts::{Ending, Facts};
use crate::checks::scores::Scores;
use crate::checks::verdict::{Pass, Verdict};
use crate::checks::{Case, Check, CheckSet, Finding};
use crate::decision::counters::Counters;
use crate::decision::decide::{Judged, decide};
use crate::decision::plan::{ClosingText, Look, Plan, closing_text};
use crate::hosts::background::Background;
use crate::hosts::event::{Closing, Event, Kind};
use crate::hosts::host::Host;
use crate::hosts::language::Language;
use crate::hosts::transcript::TurnContext;
use crate::judge::local::built_in;
use crate::security::redact::Masks;
use crate::settings::Choice;
use crate::settings::Settings;
use crate::text::calendar::Day;
pub use page::page;
pub use screen::{Words, screen};
pub use tally::{CheckTally, Example, Group, Tally};

/// The session whose turns are looked at, the oldest first.
#[derive(Clone, Debug)]
pub struct Session {
    host: Host,
    id: String,
    counters: Counters,
}

/// What is known beside the transcript: settings, the host's language, what is masked.
#[derive(Clone, Copy, Debug)]
pub struct AuditInput<'a> {
    /// The user's settings; every check is on.
    pub settings: &'a Settings,
    /// The language that is set.
    pub language: Option<&'a Language>,
    /// What is masked in a request.
    pub masks: Masks<'a>,
}

/// Where a turn ended, and what would have come of it.
#[derive(Clone, Debug, Serialize)]
pub struct TurnEnd {
    /// The session.
    pub session: String,
    /// Its transcript.
    pub file: String,
    /// Its host.
    pub host: Host,
    /// The working directory.
    pub project: Option<String>,
    /// When it ended, in milliseconds of the epoch.
    pub at_ms: Option<u64>,
    /// That day.
    pub day: Option<Day>,
    /// The Monday of that week.
    pub week: Option<Day>,
    /// The last line of the turn, from 1.
    pub line: u64,
    /// The prompt's id; on hosts without one, that of the record that holds the prompt.
    pub prompt_id: Option<String>,
    /// What each check found; nothing if the hook does not judge the turn.
    pub findings: Vec<Found>,
    /// What would have become of the stop.
    pub verdict: Verdict,
    /// The built-in judge, where it answered.
    pub judge: Option<String>,
}

/// What one check found.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Found {
    /// The check.
    #[serde(serialize_with = "crate::checks::name::serialize")]
    pub check: &'static Check,
    /// Whether it would ask the judge.
    pub asks: bool,
    /// What it found without that one's answer.
    pub finding: Finding,
}

/// What would have come of a turn end.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// What each check found.
    pub findings: Vec<Found>,
    /// What would have become of the stop.
    pub verdict: Verdict,
    /// The built-in judge, where it answered.
    pub judge: Option<String>,
}

/// Returns the settings with every check on, for real.
#[must_use]
pub fn all_on(settings: Settings) -> Settings {
    Settings { checks: CheckSet::parse("all"), shadow: false, ..settings }
}

impl Session {
    /// Returns a session before its first turn.
    #[must_use]
    pub fn begin(host: Host, id: &str) -> Self {
        Self { host, id: id.into(), counters: Counters::default() }
    }

    /// Judges the next turn end; `denied` is what the deny files say.
    pub fn turn(
        &mut self,
        facts: &Facts,
        context: &TurnContext,
        handoffs: Option<&[String]>,
        denied: Option<Pass>,
        input: &AuditInput<'_>,
    ) -> Judgement {
        let event = self.event(facts, context);
        let mut plan = Plan::open(&event, input.settings, denied, input.language.cloned());
        let (judged, judge) = match ask(&mut plan, facts, handoffs, input) {
            Ok((judged, judge)) => (judged, judge),
            Err(pass) => {
                plan.give_up(pass);
                (Judged::NotAsked, None)
            }
        };
        let decision = decide(&plan, &judged, &self.counters, context.at_ms.unwrap_or(0));
        self.counters = decision.counters;
        let is_judged = plan.pass.as_ref().is_none_or(Pass::is_of_judge);
        // Of a check that was not evaluated, the facts tell what it could find.
        let scores = Scores::default();
        let case = Case { known: &plan.known, scores: &scores, tau: plan.tau, claim: plan.claim };
        let found = |check: &'static Check| {
            let finding = decision.findings.iter().find(|(known, _)| *known == check);
            Found {
                check,
                asks: check.due_questions(&plan.known).next().is_some(),
                finding: finding.map_or_else(|| (check.rule)(&case), |(_, finding)| *finding),
            }
        };
        let findings = plan.checks.evaluated().filter(|_| is_judged).map(found).collect();
        Judgement { findings, verdict: decision.verdict, judge }
    }

    /// Returns what the host would have said, as far as the transcript tells.
    fn event(&self, facts: &Facts, context: &TurnContext) -> Event {
        Event {
            host: self.host,
            kind: Kind::Stop,
            session: self.id.clone(),
            prompt: facts.turn.as_ref().and_then(|turn| turn.prompt.clone()),
            transcript: None,
            cwd: context.cwd.clone(),
            continuing: false,
            closing: Closing::Absent,
            background: Background::default(),
            is_planning: context.is_planning,
            delivery: None,
        }
    }
}

/// Asks the built-in judge, where the setting allows that; nobody else is asked.
fn ask(
    plan: &mut Plan,
    facts: &Facts,
    handoffs: Option<&[String]>,
    input: &AuditInput<'_>,
) -> Result<(Judged, Option<String>), Pass> {
    plan.check()?;
    plan.learn(facts, handoffs);
    let text = match closing_text(&Closing::Absent, &facts.ending, Look::Last) {
        ClosingText::Ready(text) => text,
        ClosingText::None(pass) => return Err(pass),
        ClosingText::LookAgain => return Err(Pass::TextUnknown),
    };
    plan.close(&text);
    plan.evidence(&text, &Background::default(), &input.masks)?;
    match input.settings.judge {
        Choice::Jev => Ok((Judged::NotAsked, None)),
        Choice::Auto | Choice::Local => {
            let (answers, call) =
                Choice::Local.answer_from_built_in(built_in(), plan, &text, input.settings)?;
            Ok((Judged::Answered(answers), call.model))
        }
    }
}

/// Bytes of the closing message that an example shows.
const WORDS_MAX: usize = 160;

/// Returns how a turn's closing message begins, for the user's own terminal.
#[must_use]
pub fn first_words(facts: &Facts) -> String {
    let Ending::Text(text) = &facts.ending else { return String::new() };
    let mut words = text.split_whitespace().take(WORDS_MAX).collect::<Vec<_>>().join(" ");
    words.truncate(words.floor_char_boundary(WORDS_MAX));
    words
}
