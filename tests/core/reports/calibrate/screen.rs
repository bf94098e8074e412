//! What the screen of a calibration has to say of its figures, in its order, at 120 columns.

use serde_json::Value;

/// Lines of each kind that are named.
const NAMED: usize = 12;

fn rows(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn three(value: &Value) -> String {
    value.as_f64().map_or_else(|| "-".into(), |number| format!("{number:.3}"))
}

fn two(value: &Value) -> String {
    value.as_f64().map_or_else(|| "-".into(), |number| format!("{number:.2}"))
}

fn between(ends: &Value) -> String {
    if ends.is_null() { "-".into() } else { format!("{}-{}", two(&ends[0]), two(&ends[1])) }
}

fn truth(is_yes: &Value) -> &'static str {
    if *is_yes == true { "is yes" } else { "is no" }
}

fn more(all: usize) -> Option<String> {
    (all > NAMED).then(|| format!("and {} more; --json names all", all - NAMED))
}

/// Returns what a report says.
pub(super) fn report_texts(report: &Value) -> Vec<String> {
    let names: Vec<&str> = rows(&report["answered_by"]).iter().map(text).collect();
    let unanswered = rows(&report["unanswered"]);
    let mut said = vec![
        format!("judge {} answered by {}", text(&report["judge"]), names.join(", ")),
        format!(
            "lines {}: {} answered, {} not, {} without a label",
            report["lines"],
            report["answered"],
            unanswered.len(),
            report["unlabelled"],
        ),
    ];
    for line in unanswered.iter().take(NAMED) {
        said.push(format!("no answer to {}: {}", text(&line["id"]), text(&line["why"])));
    }
    said.extend(more(unanswered.len()));
    said.push("95 %".into());
    for asked in rows(&report["questions"]) {
        let figures = &asked["figures"];
        let confusion = &figures["confusion"];
        said.push(format!(
            "{} {} {} {} {} {} {} {} {}",
            text(&asked["question"]),
            figures["yes"],
            figures["no"],
            three(&figures["auroc"]),
            between(&figures["interval"]),
            three(&figures["wording"]),
            two(&figures["threshold"]),
            confusion["missed"],
            confusion["wrong"],
        ));
    }
    rows(&report["questions"]).iter().for_each(|asked| question(asked, &mut said));
    said.push("AUROC is at least 0.60 and 0.08 above wording alone, on 10 lines of each".into());
    said.push("the middle 95 % of 1,000 draws".into());
    said
}

fn question(asked: &Value, said: &mut Vec<String>) {
    let (figures, confusion) = (&asked["figures"], &asked["figures"]["confusion"]);
    let (lowest, band) = (&figures["lowest"], &figures["band"]);
    let step =
        |step: &Value| format!("{} {} {}", two(&step["threshold"]), step["reach"], step["wrong"]);
    let four = |value: &Value| format!("{:.4}", value.as_f64().unwrap());
    said.extend([
        format!("{} at {}", text(&asked["question"]), two(&figures["threshold"])),
        format!("is yes {} {}", confusion["found"], confusion["missed"]),
        format!("is no {} {}", confusion["wrong"], confusion["left"]),
        format!("AUROC {} ({})", three(&figures["auroc"]), between(&figures["interval"])),
        format!("wording alone {}", three(&figures["wording"])),
        if lowest.is_null() {
            "under 2 % wrong none".into()
        } else {
            let (reach, wrong) = (&lowest["reach"], &lowest["wrong"]);
            let from = four(&lowest["threshold"]);
            format!("under 2 % wrong from {from} on: {reach} reach it, {wrong} of them wrong")
        },
        format!("empty band {} to {}: no score", four(&band[0]), four(&band[1])),
        format!("left open {}", asked["open"]),
    ]);
    said.extend(rows(&figures["sweep"]).iter().map(step));
    for (title, is_known) in [("mistakes", false), ("known mistakes", true)] {
        let mistakes = rows(&asked["mistakes"]).iter();
        let mistakes: Vec<_> = mistakes.filter(|one| one["is_known"] == is_known).collect();
        if mistakes.is_empty() {
            continue;
        }
        said.push(format!("{title}: {}", mistakes.len()));
        for one in mistakes.iter().take(NAMED) {
            let score = three(&one["score"]);
            said.push(format!("{}: {score}, {}", text(&one["id"]), truth(&one["is_yes"])));
        }
        said.extend(more(mistakes.len()));
    }
    let recovered: Vec<&str> = rows(&asked["recovered"]).iter().map(text).collect();
    said.extend((!recovered.is_empty()).then(|| recovered.join(", ")));
}

/// Returns what a comparison of two judges says.
pub(super) fn comparison_texts(compared: &Value) -> Vec<String> {
    let counts = ["both", "agree", "endpoint_right", "box_right"];
    let row = |one: &Value| {
        let counts = counts.map(|name| one[name].to_string()).join(" ");
        let (endpoint, by_built_in) = (three(&one["auroc_endpoint"]), three(&one["auroc_box"]));
        format!("{} {counts} {endpoint} {by_built_in}", text(&one["question"]))
    };
    let mut said: Vec<String> = rows(compared).iter().map(row).collect();
    for one in rows(compared) {
        let all = rows(&one["disagreements"]);
        for other in all.iter().take(NAMED) {
            said.push(format!(
                "{}: endpoint {}, built-in {}, {}",
                text(&other["id"]),
                three(&other["endpoint"]),
                three(&other["in_box"]),
                truth(&other["is_yes"]),
            ));
        }
        said.extend(more(all.len()));
    }
    said
}
