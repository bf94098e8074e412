//! The doctor's lines about the judge: key, endpoint, and whether it answers in time.

use alloc::{format, string::String, vec::Vec};
use core::time::Duration;

use super::Line;
use crate::checks::verdict::{Failure, Pass, Verdict};
use crate::checks::{Check, Needs};
use crate::decision::notice::Notice;
use crate::judge::local::built_in;
use crate::settings::Choice;
use crate::settings::Settings;

/// Who runs the hook.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RunBy {
    /// An entry in the host's settings, with the environment of the host.
    Entry,
    /// The plugin, which may have a key that nobody else sees.
    Plugin,
}

const KEY_TODO: &str = "set TYPESAFE_API_KEY, or write it to ~/.config/typesafe/api_key";

/// The same where variables count for nothing.
const KEY_TODO_IGNORED: &str =
    "write it to ~/.config/typesafe/api_key: config.toml has variables ignored";

/// Returns the lines about the key. `place` is where the first one is, which is never shown.
pub fn key(place: Option<&str>, odd: Option<&Pass>, run_by: RunBy, settings: &Settings) -> Line {
    const TOPIC: &str = "key";
    let need = Need::of(settings);
    let may_be_set = settings.uses_environment;
    let todo = if may_be_set { KEY_TODO } else { KEY_TODO_IGNORED };
    match (place, odd) {
        (Some(place), None) => Line::ok(TOPIC, format!("present, from {place}")),
        (Some(place), Some(_)) => {
            let seen = format!(
                "{place} does not hold a valid key: it has a space or a non-ASCII \
                                character"
            );
            let is_unused = matches!(need, Need::Nothing | Need::Nobody | Need::Box);
            let line = if is_unused { Line::warn } else { Line::fail };
            line(TOPIC, seen, String::from("set it again"))
        }
        (None, _) if need == Need::Nobody => {
            Line::ok(TOPIC, "absent, and no enabled check needs one")
        }
        (None, _) if need == Need::Box => {
            Line::ok(TOPIC, "absent, and the built-in judge needs none")
        }
        (None, _) if run_by == RunBy::Plugin && may_be_set => Line::warn(
            TOPIC,
            "absent here; the plugin may have its own",
            "if it has none: /plugin, or set TYPESAFE_API_KEY",
        ),
        (None, _) if need == Need::Either => {
            Line::ok(TOPIC, "absent, so the built-in judge answers")
        }
        (None, _) if need == Need::Nothing => {
            let seen = "absent: `done`, `challenge` and `ask` work without one";
            Line::warn(TOPIC, seen, todo)
        }
        (None, _) if need == Need::Both => {
            Line::warn(TOPIC, "absent, so the endpoint is not asked", todo)
        }
        (None, _) => Line::fail(TOPIC, "absent, so nothing is judged", todo),
    }
}

/// Whom the checks that are on need.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Need {
    /// None is on.
    Nothing,
    /// None of them asks anybody.
    Nobody,
    /// The built-in judge, and no other may be asked.
    Box,
    /// The endpoint or the built-in judge.
    Either,
    /// Some the endpoint or the built-in judge, others the endpoint.
    Both,
    /// The endpoint.
    Endpoint,
}

impl Need {
    pub(super) fn of(settings: &Settings) -> Self {
        let asking = || settings.checks.evaluated().filter(|check| !check.is_local());
        let is_work = |check: &Check| check.needs(Needs::Work);
        let (all, some) = (asking().all(is_work), asking().any(is_work));
        match settings.judge {
            _ if settings.is_off() => Self::Nothing,
            _ if asking().next().is_none() => Self::Nobody,
            Choice::Local => Self::Box,
            Choice::Auto if all => Self::Either,
            Choice::Auto if some => Self::Both,
            Choice::Auto | Choice::Jev => Self::Endpoint,
        }
    }
}

/// Returns who answers which checks. `has_key` is whether there is a key for the endpoint.
pub(super) fn answers(settings: &Settings, has_key: bool) -> Line {
    const TOPIC: &str = "judge";
    if Need::of(settings) == Need::Nobody {
        return Line::ok(TOPIC, "no enabled check asks it");
    }
    let is_box = match settings.judge {
        Choice::Auto => !has_key,
        Choice::Jev => false,
        Choice::Local => true,
    };
    let Some(weights) = built_in().filter(|_| is_box) else {
        return match is_box {
            true => {
                Line::fail(TOPIC, "the built-in judge's weights are damaged", "reinstall sprag")
            }
            false => Line::ok(TOPIC, format!("{}, asked at the endpoint", settings.model)),
        };
    };
    let words = |is_answered: bool| {
        let asking = settings.checks.iter().filter(|check| !check.is_local());
        let on = asking.filter(|check| check.needs(Needs::Work) == is_answered);
        let mut words: Vec<&str> = on.map(|check| check.word).collect();
        words.dedup();
        words.join(",")
    };
    let (answered, off) = (words(true), words(false));
    let name = weights.name();
    match (answered.is_empty(), off.is_empty()) {
        (true, _) => {
            let seen = format!("{name}, built in, answers none of the enabled checks");
            let todo = "turn on `done`, or set a key and `judge = \"auto\"`";
            // Whether a key is missing is said where the key is looked at.
            let is_wanted = settings.judge == Choice::Local;
            if is_wanted { Line::fail(TOPIC, seen, todo) } else { Line::warn(TOPIC, seen, todo) }
        }
        (false, true) => Line::ok(TOPIC, format!("{name}, built in: nothing leaves")),
        (false, false) => {
            let seen = format!("{name}, built in, for {answered}; not judged: {off}");
            Line::warn(TOPIC, seen, "for the others: a key, and `judge = \"auto\"`")
        }
    }
}

/// Returns the lines about the endpoint.
pub(super) fn endpoint(url: &str, refused: Option<&Pass>, settings: &Settings) -> Line {
    const TOPIC: &str = "endpoint";
    match refused {
        _ if matches!(Need::of(settings), Need::Nobody | Need::Box) => {
            Line::ok(TOPIC, "not asked: nothing leaves this machine")
        }
        None => Line::ok(TOPIC, url),
        Some(pass) => {
            let todo = "use HTTPS or loopback, and name any other host in config.toml";
            Line::fail(TOPIC, format!("{url}: {pass}"), todo)
        }
    }
}

/// Returns the lines about the whole way of a stop, judged by the stand-in on this machine. The
/// stop that is played must be blocked.
pub fn stand_in(played: Result<(&Verdict, Duration), String>) -> Line {
    const TOPIC: &str = "round trip";
    let todo = "sprag try shows each step; please report it";
    match played {
        Ok((Verdict::Block(_), took)) => {
            let ms = took.as_millis();
            Line::ok(TOPIC, format!("the stand-in's answer blocked a stop within {ms} ms"))
        }
        Ok((Verdict::Pass(pass), _)) => {
            Line::fail(TOPIC, format!("a stop passed that should have been blocked: {pass}"), todo)
        }
        Ok((Verdict::WouldBlock(_), _)) => {
            Line::fail(TOPIC, "a stop was only recorded, not blocked", todo)
        }
        Err(error) => Line::fail(TOPIC, error, todo),
    }
}

/// The outcome of asking the real judge.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Live {
    /// How long each answer took, in milliseconds.
    pub times_ms: Vec<u64>,
    /// Why there was no answer, for each run without one.
    pub passes: Vec<Pass>,
    /// How long an answer may take, in milliseconds.
    pub budget_ms: u64,
}

/// Returns the lines about the real judge.
pub(super) fn live(live: &Live) -> Vec<Line> {
    const TOPIC: &str = "judge";
    let mut lines = Vec::new();
    let runs = live.times_ms.len().saturating_add(live.passes.len());
    if let Some(pass) = live.passes.first() {
        let seen = format!("{} of {runs} runs without an answer: {pass}", live.passes.len());
        lines.push(Line::fail(TOPIC, seen, what_to_do(pass)));
    }
    let mut times = live.times_ms.clone();
    times.sort_unstable();
    let (Some(median), Some(slow)) = (percentile(&times, 50), percentile(&times, 95)) else {
        return lines;
    };
    let seen = format!(
        "{} answers, p50 {median} ms, p95 {slow} ms, budget {} ms",
        times.len(),
        live.budget_ms
    );
    lines.push(if slow <= live.budget_ms {
        Line::ok(TOPIC, seen)
    } else {
        let todo = "use a closer endpoint, a better connection or a larger budget; if an answer \
                    is late, the turn ends";
        Line::fail(TOPIC, seen, todo)
    });
    lines
}

fn what_to_do(pass: &Pass) -> String {
    match (Notice::of(pass), pass) {
        (Some(notice), _) => notice.text().trim_start_matches("sprag: ").into(),
        (None, Pass::Unavailable(Failure::Timeout)) => "set a larger `timeout`, or try \
                                                        later"
            .into(),
        (None, Pass::Unavailable(Failure::Connection)) => {
            "check whether this machine can reach the endpoint; HTTPS_PROXY and SSL_CERT_FILE count"
                .into()
        }
        (None, _) => "try later; if this continues, check the endpoint".into(),
    }
}

/// Returns the least value that so many hundredths of all values do not exceed.
fn percentile(sorted: &[u64], hundredths: usize) -> Option<u64> {
    let rank = sorted.len().saturating_mul(hundredths).div_ceil(100);
    sorted.get(rank.checked_sub(1)?).copied()
}
