//! How the hook is run: each entry has its own settings, and gets its own lines.

use alloc::{format, string::String, vec::Vec};

use super::judge::{Need, answers, endpoint, key};
use super::{Line, RunBy, settings};
use crate::checks::verdict::Pass;
use crate::hosts::host::Host;
use crate::settings::Choice;
use crate::settings::Settings;
use crate::settings::effective::Report;
use crate::settings::hook_file::HookEvent;

/// A way in which the hook is run, and what it would find.
#[derive(Clone, Debug)]
pub struct Run {
    /// The host that runs it.
    pub host: Host,
    /// Who runs it.
    pub run_by: RunBy,
    /// The file of its entry, and when the host runs that; `None` if there is no entry.
    pub entry: Option<(String, HookEvent)>,
    /// The words that name that file to `sprag install`; `None` if it writes no such file.
    pub option: Option<String>,
    /// The settings that hold.
    pub settings: Settings,
    /// Where they come from.
    pub report: Report,
    /// Where the first key is.
    pub key: Option<String>,
    /// Why that is none.
    pub odd: Option<Pass>,
    /// The endpoint.
    pub url: String,
    /// Why it is not asked.
    pub refused: Option<Pass>,
}

impl Run {
    /// Returns what tells it from the others.
    fn name(&self) -> String {
        match (&self.entry, self.run_by) {
            (Some((file, hook_event)), _) => format!("{file}, {}", hook_event.event()),
            (None, RunBy::Plugin) => format!("the plugin of {}", self.host.title()),
            (None, RunBy::Entry) => self.host.title().into(),
        }
    }

    /// Returns how to have it run with other options.
    pub(super) fn with(&self, options: &str) -> String {
        match (self.run_by, self.host) {
            (RunBy::Plugin, Host::Claude) => "/plugin configure sprag@sprag".into(),
            (RunBy::Plugin, Host::Codex | Host::Grok) => "in ~/.config/sprag/config.toml".into(),
            (RunBy::Entry, _) => install(self.option.as_deref(), options),
        }
    }

    fn need(&self) -> Need {
        Need::of(&self.settings)
    }

    fn lines(&self, is_judged: bool) -> Vec<Line> {
        let mut lines = settings(self);
        if is_judged {
            let (odd, settings) = (self.odd.as_ref(), &self.settings);
            lines.push(key(self.key.as_deref(), odd, self.run_by, settings));
            lines.push(answers(settings, odd.is_none()));
            lines.push(endpoint(&self.url, self.refused.as_ref(), settings));
        }
        lines
    }

    /// Returns whether the built-in judge takes the place of the endpoint.
    fn is_boxed(&self) -> bool {
        let is_either = self.need() == Need::Either && self.odd.is_some();
        is_either || self.settings.judge == Choice::Local
    }

    /// Returns whether both would ask the same in the same way.
    fn asks_like(&self, other: &Self) -> bool {
        let what = |run: &Self| {
            let settings = &run.settings;
            (settings.model.clone(), settings.judge, settings.timeout_ms, run.url.clone())
        };
        what(self) == what(other) && self.key == other.key
    }
}

/// Returns the command that registers an entry with these options in the file that `option` names.
pub(super) fn install(option: Option<&str>, options: &str) -> String {
    let Some(option) = option else {
        return "change the entry itself: `sprag install` does not write that file".into();
    };
    let words = ["sprag install", option, options].into_iter().filter(|words| !words.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the lines about every way in which the hook is run.
pub fn runs(runs: &[Run]) -> Vec<Line> {
    // Where some ask a judge, those that ask nobody have nothing to say of it.
    let is_asking = |run: &Run| run.need() != Need::Nobody;
    let asks_any = runs.iter().any(is_asking);
    each(runs.iter().map(|run| (run, run.lines(!asks_any || is_asking(run)))), runs.len())
}

/// Returns the lines about the real judge, by what each way of asking it has come to.
pub fn live(asked: &[(&Run, super::Live)]) -> Vec<Line> {
    each(asked.iter().map(|(run, live)| (*run, super::judge::live(live))), asked.len())
}

/// Returns which ways of asking the real judge differ, by their numbers.
///
/// # Errors
///
/// Returns what is to be said where there is none.
pub fn to_ask(runs: &[Run]) -> Result<Vec<usize>, Line> {
    let outside: Vec<(usize, &Run)> =
        runs.iter().enumerate().filter(|(_, run)| !run.is_boxed()).collect();
    let is_needed = |run: &Run| !matches!(run.need(), Need::Nothing | Need::Nobody);
    // Who asks for a round trip gets one, although no check that is on makes one.
    let is_any_needed = outside.iter().any(|(_, run)| is_needed(run));
    let mut different: Vec<(usize, &Run)> = Vec::new();
    for (number, run) in outside {
        let is_new = different.iter().all(|(_, known)| !run.asks_like(known));
        let is_due = if is_any_needed { is_needed(run) } else { different.is_empty() };
        if is_new && is_due {
            different.push((number, run));
        }
    }
    if different.is_empty() {
        let seen = "built in: there is no round trip, so nobody was asked";
        return Err(Line::ok("judge", seen));
    }
    Ok(different.into_iter().map(|(number, _)| number).collect())
}

/// Returns each line once, topic by topic. One that does not hold for all names those it holds for.
fn each<'a>(of: impl Iterator<Item = (&'a Run, Vec<Line>)>, count: usize) -> Vec<Line> {
    let mut all: Vec<(Line, Vec<String>)> = Vec::new();
    for (run, lines) in of {
        for line in lines {
            match all.iter_mut().find(|(known, _)| *known == line) {
                Some((_, names)) => names.push(run.name()),
                None => all.push((line, alloc::vec![run.name()])),
            }
        }
    }
    let mut topics: Vec<&str> = Vec::new();
    for (line, _) in &all {
        if !topics.contains(&line.topic) {
            topics.push(line.topic);
        }
    }
    all.sort_by_key(|(line, _)| topics.iter().position(|topic| *topic == line.topic));
    let named = |(line, mut names): (Line, Vec<String>)| {
        if names.len() >= count {
            return line;
        }
        names.dedup();
        Line { seen: format!("{}: {}", names.join("; "), line.seen), ..line }
    };
    all.into_iter().map(named).collect()
}
