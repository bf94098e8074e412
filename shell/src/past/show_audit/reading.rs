//! Reads one transcript and judges every turn end in it.

use alloc::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde::Serialize;
use sprag_core::activity::facts::Facts;
use sprag_core::activity::known_check::KnownChecks;
use sprag_core::activity::own_check::OwnCheck;
use sprag_core::activity::work::Work;
use sprag_core::hosts::handoff::Handoffs;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::{Chain, Past};
use sprag_core::reports::audit::{Session, Tally, TurnEnd, first_words};
use sprag_core::text::calendar::{Clock, Day};

use super::place::Places;
use crate::past::sessions::{Swept, session_name};
use crate::past::show_facts::{LIMIT, Shown, host_of};
use crate::session::{search, subagents};
use crate::system::deadline::Deadline;

/// What a reading is asked for.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    pub(super) own: Option<OwnCheck>,
    /// Turn ends before this time are left out.
    pub(super) since_ms: Option<u64>,
    /// Whether the lines of JSON are wanted.
    pub(super) has_lines: bool,
}

/// The outcome of one transcript.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) tally: Tally,
    /// A line of JSON for each turn end.
    pub(super) lines: String,
}

/// One line of JSON.
#[derive(Serialize)]
struct Shape<'a> {
    #[serde(flatten)]
    end: &'a TurnEnd,
    /// The checks that files of the project declare now; the facts do not have them.
    declared: &'a KnownChecks,
    facts: Shown,
}

/// Reads the transcript at `path`.
pub(super) fn read(
    path: &Path,
    places: &mut Places<'_>,
    selection: &Selection,
    clock: &Clock<'_>,
) -> io::Result<Read> {
    let host = host_of(path);
    let swept = Swept::of(host, Chain::Main, path, selection.own.as_ref())?;
    let mut past = swept.past;
    past.sort_by_key(|past| core::cmp::Reverse(past.behind));
    let handoffs = handoffs(host, path, swept.bytes, &past)?;
    let mut agents = BTreeMap::new();
    let name = session_name(host, path);
    let mut session = Session::begin(host, &name);
    let mut read = Read::default();
    read.tally.files = 1;
    for (Past { mut facts, context, .. }, handoffs) in past.into_iter().zip(handoffs) {
        subagents::merge_from(&mut facts, path, |path, prompt| {
            let agent = agents
                .entry(path.to_path_buf())
                .or_insert_with(|| works(path, selection.own.as_ref()).unwrap_or_default());
            agent.remove(prompt)
        });
        let place = places.of(host, context.cwd.as_deref());
        let denied = place.denied(path, &swept.cwds);
        if denied.is_some() {
            read.tally.denied = read.tally.denied.saturating_add(1);
            continue;
        }
        let known = facts.clone();
        let declared = place.declared(&facts);
        declared.iter().for_each(|check| facts.known_checks.add(check.clone()));
        let names = place.names();
        let input = place.input(&names);
        let judgement = session.turn(&facts, &context, handoffs.as_deref(), denied, &input);
        let is_wanted = selection
            .since_ms
            .is_none_or(|since_ms| context.at_ms.is_some_and(|at_ms| at_ms >= since_ms));
        if !is_wanted {
            continue;
        }
        let turn = facts.turn.as_ref();
        let day = context.at_ms.map(|at_ms| clock.day(at_ms));
        let end = TurnEnd {
            session: name.clone(),
            file: path.display().to_string(),
            host,
            project: context.cwd.clone(),
            at_ms: context.at_ms,
            day,
            week: day.map(Day::monday),
            line: turn.map_or(0, |turn| turn.last.number(swept.lines)),
            prompt_id: turn.and_then(|turn| turn.prompt.clone()),
            findings: judgement.findings,
            verdict: judgement.verdict,
            judge: judgement.judge,
        };
        read.tally.add(&end, facts.tools.is_some(), &first_words(&facts));
        if selection.has_lines {
            let facts = Shown::of(host, known, handoffs.as_deref(), swept.lines);
            let shape = Shape { end: &end, declared: &declared, facts };
            read.lines.push_str(&serde_json::to_string(&shape)?);
            read.lines.push('\n');
        }
    }
    Ok(read)
}

/// Returns what a subagent did, by prompt.
fn works(path: &Path, own: Option<&OwnCheck>) -> io::Result<BTreeMap<String, Work>> {
    let swept = Swept::of(Host::Claude, Chain::Side, path, own)?;
    let work = |past: Past| {
        let Facts { turn, work, .. } = past.facts;
        Some((turn?.prompt?, work.unwrap_or_else(Work::unknown)))
    };
    Ok(swept.past.into_iter().filter_map(work).collect())
}

/// Returns the sessions that owed an answer at the end of each turn, the oldest first.
fn handoffs(
    host: Host,
    path: &Path,
    bytes: u64,
    past: &[Past],
) -> io::Result<Vec<Option<Vec<String>>>> {
    let open = |handoffs: &Handoffs| handoffs.open().map(<[String]>::to_vec);
    if let Some(none) = Handoffs::without_any_on(host) {
        return Ok(past.iter().map(|_| open(&none)).collect());
    }
    let ends: Vec<u64> = past.iter().map(|past| bytes.saturating_sub(past.behind)).collect();
    let mut all = Vec::new();
    search::handoffs_at(path, &ends, Deadline::after(LIMIT), |handoffs| all.push(open(handoffs)))?;
    Ok(all)
}
