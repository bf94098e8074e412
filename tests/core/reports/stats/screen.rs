//! What the screen of `sprag stats` has to say of figures, in its order, at 120 columns.

use serde_json::Value;
use sprag_harness::ledger::date;
use sprag_harness::shown::{bar, duration, grouped, several, time};

use super::delegation;

/// The days of the week, from that of 1 January 1970 on.
const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

pub(super) fn of(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn rows(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().unwrap().iter()
}

fn numbers(figures: &Value, names: &[&str]) -> String {
    names.iter().map(|name| grouped(of(&figures[name]))).collect::<Vec<_>>().join(" ")
}

pub(super) fn reasons(reasons: &Value) -> impl Iterator<Item = String> {
    rows(reasons)
        .map(|reason| format!("{} {}", grouped(of(&reason["times"])), text(&reason["why"])))
}

/// Returns all that the screen says about these figures that holds one.
pub(super) fn texts(figures: &Value) -> Vec<String> {
    let days = several(of(&figures["days"]), "day");
    let (from, to) = (text(&figures["from"]), text(&figures["to"]));
    let mut said = vec![format!("Stops from {from} to {to} ({days})")];
    let (reads, delegations) = (&figures["reads"], &figures["delegations"]);
    let any = [&reads["denied"], &reads["would_deny"]];
    let handed = ["reads", "writes", "failed"].map(|name| &delegations[name]);
    if any.into_iter().chain(handed).chain([&figures["stops"]]).any(|number| of(number) > 0) {
        for (name, key, more) in [
            ("stops", "stops", ""),
            ("sent back", "blocked", ""),
            ("shadow", "would_block", "would have been sent back"),
            ("passed", "passed", ""),
        ] {
            said.push(format!("{name} {} {more}", grouped(of(&figures[key]))));
        }
        said.extend(reasons(&figures["passes"]));
        checks(figures, &mut said);
        calls(&figures["calls"], &mut said);
        bulk_reads(reads, &mut said);
        said.extend(delegation::sentences(delegations));
        calendar(figures, &mut said);
    }
    left_out(figures, &mut said);
    said
}

fn checks(figures: &Value, said: &mut Vec<String>) {
    for check in rows(&figures["checks"]) {
        let names =
            ["evaluated", "fires", "blocked", "would_block", "unjudged", "unknown", "noted"];
        said.push(format!("{} {}", text(&check["check"]), numbers(check, &names)));
    }
    for check in rows(&figures["checks"]) {
        let ready = &check["readiness"];
        let [right, wrong] = ["right", "wrong"].map(|mark| of(&ready[mark]));
        let precision = match right + wrong {
            0 => "-".into(),
            // To the nearest percent; a half is one.
            all => {
                format!("{} %", (1..=100).rfind(|p| (2 * p - 1) * all <= 200 * right).unwrap_or(0))
            }
        };
        said.push(format!(
            "{} {} of {} {} {precision} {}",
            text(&check["check"]),
            grouped(of(&ready["judged"])),
            of(&ready["needed"]),
            numbers(ready, &["objections", "right", "wrong"]),
            missing(&ready["missing"]),
        ));
    }
}

fn missing(missing: &Value) -> String {
    let word = |missing: &Value| {
        let number = |name: &str| missing[name].as_u64();
        let (precision, wrong) = (&missing["precision"], &missing["wrong"]);
        match (number("records"), number("reviews"), missing.as_str()) {
            (Some(records), ..) => several(records, "more stop"),
            (_, Some(reviews), _) => several(reviews, "review"),
            (.., Some("objections")) => "an objection".into(),
            _ if !precision.is_null() => {
                format!("precision ({} in 100 right, 70 needed)", precision["percent"])
            }
            _ => format!("fewer wrong ({}, at most {})", wrong["wrong"], wrong["most"]),
        }
    };
    let words: Vec<String> = rows(missing).map(word).collect();
    if words.is_empty() { "nothing: it is ready to block".into() } else { words.join("; ") }
}

fn calls(calls: &Value, said: &mut Vec<String>) {
    let [requests, answered, local, measured] =
        ["endpoint", "answered", "local", "measured"].map(|name| of(&calls[name]));
    if requests + local == 0 {
        return;
    }
    let (requests, answered) = (grouped(requests), grouped(answered));
    said.push(format!("requests {requests}, of which {answered} answered"));
    said.push(format!("built in {} answered", grouped(local)));
    if measured > 0 {
        let tokens = grouped(of(&calls["input_tokens"]));
        said.push(format!("tokens {tokens} in {}", several(measured, "request")));
        said.push(match calls["cost_usd"].as_f64() {
            Some(cost) => format!("cost {cost:.6} USD, at the `price`"),
            None => "cost unknown: no `price` is set".into(),
        });
    }
    if let (Some(p50), Some(p90)) = (calls["p50_ms"].as_u64(), calls["p90_ms"].as_u64()) {
        let (p50, p90) = (duration(p50), duration(p90));
        said.push(format!("time {p50} or less for half of the answers, {p90} for nine of ten"));
    }
    let (outages, longest) = (&calls["outages"], &calls["outages"]["longest"]);
    if !longest.is_null() {
        said.push(format!(
            "outages {} of failures, the longest of {}: {} to {}{}",
            several(of(&outages["rows"]), "row"),
            several(of(&longest["requests"]), "request"),
            time(of(&longest["from_ms"])),
            time(of(&longest["to_ms"])),
            if outages["lasts"] == true { "; no answer since" } else { "" },
        ));
    }
    said.extend(reasons(&calls["failures"]));
    let judges: Vec<&Value> = rows(&calls["judges"]).collect();
    for judge in judges.iter().filter(|_| judges.len() > 1) {
        let model = judge["model"].as_str().unwrap_or("-");
        let (asked, questions) = (text(&judge["asked"]), text(&judge["questions"]));
        said.push(format!("{} {asked} {model} {questions}", grouped(of(&judge["answers"]))));
    }
}

fn bulk_reads(reads: &Value, said: &mut Vec<String>) {
    let number = |name: &str| of(&reads[name]);
    if number("denied") + number("would_deny") == 0 {
        return;
    }
    for (name, reads, lines) in
        [("denied", "denied", "lines_denied"), ("shadow", "would_deny", "lines_would_deny")]
    {
        let lines = several(number(lines), "line");
        said.push(format!("{name} {}, of at least {lines}", several(number(reads), "read")));
    }
}

fn calendar(figures: &Value, said: &mut Vec<String>) {
    let days = || rows(&figures["calendar"]);
    let stops = |day: &Value| f64::from(u32::try_from(of(&day["stops"])).unwrap());
    let most = days().map(stops).fold(0.0, f64::max);
    for day in days() {
        let name = text(&day["day"]);
        let weekday = (20_000..).find(|number| date(*number) == name).unwrap() % 7;
        said.push(format!(
            "{} {name} {} {} {}",
            WEEKDAYS[usize::try_from(weekday).unwrap()],
            grouped(of(&day["stops"])),
            bar(stops(day), most, 40),
            numbers(day, &["blocked", "would_block"]),
        ));
    }
}

fn left_out(figures: &Value, said: &mut Vec<String>) {
    let (delegations, skipped) = (&figures["delegations"], &figures["skipped"]);
    let parts = [
        (&figures["earlier"], "record", "before these days"),
        (&figures["later"], "record", "from the future"),
        (&figures["reviews_damaged"], "damaged review", ""),
        (&delegations["earlier"], "delegation", "before these days"),
        (&delegations["later"], "delegation", "from the future"),
        (&delegations["damaged"], "damaged line", "of usage"),
        (&skipped["damaged"], "damaged line", ""),
        (&skipped["unknown"], "record", "of another version"),
    ];
    for (number, word, more) in parts {
        let number = of(number);
        said.extend((number > 0).then(|| format!("{} {more}", several(number, word))));
    }
}
