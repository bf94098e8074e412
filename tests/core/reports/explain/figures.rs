//! What `why`, `last` and `watch` have to say of a record, from the text of its line.
//! text of its line.

use serde_json::{Value, json};
use sprag_core::checks::verdict::{Failure, Pass};
use sprag_core::reports::explain::Explanation;
use sprag_harness::shown::{bar, duration, grouped, several, time};

/// A record as its line has it, and what is only known of it beside the line.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    pub(crate) record: Value,
    /// What it is called, what the agent was told, and what would have changed it.
    pub(crate) explanation: &'a Explanation,
}

fn of(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// Returns what a verdict means.
pub(crate) fn outcome(verdict: &Value) -> String {
    if let Some(check) = verdict["block"].as_str() {
        return format!("sent back for {check}");
    }
    if let Some(check) = verdict["would_block"].as_str() {
        return format!("passed in shadow; {check} would send it back");
    }
    let pass: Pass = serde_json::from_value(verdict["pass"].clone()).unwrap();
    format!("passed: {pass}")
}

impl Line<'_> {
    pub(crate) fn of(explanation: &Explanation) -> Line<'_> {
        let record = serde_json::from_str(&explanation.record.line()).unwrap();
        Line { record, explanation }
    }

    /// Returns what all that is known says, at 120 columns.
    pub(crate) fn screen(&self) -> Vec<String> {
        let mut said = self.head();
        said.extend(self.record["text"].as_str().map(String::from));
        said.extend(self.facts().into_iter().map(|(name, value)| format!("{name} {value}")));
        said.push(self.footer());
        said.extend(self.scores());
        for found in self.record["findings"].as_array().unwrap() {
            said.push(text(&found["check"]).into());
            let bounded = (found["check"] == "done").then_some("is below 0.40");
            said.extend(bounded.map(String::from));
        }
        said.extend(self.told());
        for counterfactual in &self.explanation.counterfactuals {
            said.push(format!("- {}: {}", counterfactual.with, counterfactual.outcome));
        }
        said
    }

    /// Returns what the card says, at 120 columns.
    pub(crate) fn card(&self) -> Vec<String> {
        let mut said = self.head();
        said.extend(self.record["text"].as_str().map(|text| format!("said {text}")));
        let left_out = ["turn of", "prose", "blocks", "scheduled"];
        let facts = self.facts().into_iter().filter(|(name, _)| !left_out.contains(name));
        said.extend(facts.map(|(name, value)| format!("{name} {value}")));
        said.extend(self.scores());
        said.extend(self.told());
        said.push(self.footer());
        said
    }

    fn head(&self) -> Vec<String> {
        let Value::Object(plan) = &self.record["plan"] else { panic!("{}", self.record) };
        let host = match text(&plan["host"]) {
            "claude" => "Claude Code",
            "codex" => "Codex",
            _ => "Grok",
        };
        let session: String = text(&plan["session"]).chars().take(8).collect();
        let (id, time) = (self.explanation.id.as_str(), time(of(&self.record["at_ms"])));
        let head = format!("{id} {time} {host} session {session}");
        vec![head, outcome(&self.record["verdict"])]
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let (plan, known) = (&self.record["plan"], &self.record["plan"]["known"]);
        let counted = |value: &Value, word: &str| {
            value.as_u64().map_or_else(|| "unknown".into(), |number| several(number, word))
        };
        let started_by = match text(&plan["started_by"]) {
            "person" => "a person",
            "notification" => "a task that reported",
            "schedule" => "a schedule",
            _ => "unknown",
        };
        let mut facts = vec![
            ("turn of", started_by.to_owned()),
            ("calls", counted(&known["tools"], "tool call")),
            ("running", counted(&known["running"], "task")),
            ("scheduled", counted(&known["scheduled"], "prompt")),
        ];
        for (name, key, word) in
            [("awaited", "handoffs", "other session"), ("prose", "prose_units", "unit")]
        {
            if name == "prose" && !known["language"].is_null() {
                facts.push(("language", text(&known["language"]["name"]).into()));
            }
            facts.extend(known[key].as_u64().map(|number| (name, several(number, word))));
        }
        if !known["standing"].is_null() {
            work(&known["standing"], &mut facts);
        }
        if !known["wording"].is_null() {
            words(&known["wording"], &mut facts);
        }
        let (spent, most) = (grouped(self.spent()), &plan["blocks_max"]);
        facts.push(("blocks", format!("{spent} of {most} spent before this stop")));
        facts
    }

    /// Returns the blocks that count against the cap. A person's new prompt starts them anew, but
    /// for a count that was lost; and that one is spent.
    fn spent(&self) -> u64 {
        let (plan, counters) = (&self.record["plan"], &self.record["counters"]);
        let is_new = plan["started_by"] == "person"
            && !plan["prompt"].is_null()
            && plan["prompt"] != counters["person"];
        let is_lost = counters["blocks"] == json!(u32::MAX) && counters["person"].is_null();
        let blocks = if is_new && !is_lost { 0 } else { of(&counters["blocks"]) };
        blocks.min(of(&plan["blocks_max"]))
    }

    fn footer(&self) -> String {
        let (judged, call) = (&self.record["judged"], &self.record["call"]);
        let asked = call["asked"].as_str();
        let model = call["model"].as_str().or(asked);
        let is_box = asked == Some("local");
        let asking = if !judged["answered"].is_null() {
            let model = model.unwrap();
            let who = if is_box { "the built-in judge answered, " } else { "" };
            if is_box { format!("{who}{model}") } else { format!("{model} answered") }
        } else if !judged["failed"].is_null() {
            let failure: Failure = serde_json::from_value(judged["failed"].clone()).unwrap();
            format!("{} was asked, but did not answer: {failure}", asked.unwrap_or("the judge"))
        } else if self.record["plan"]["pass"].is_null() {
            "nobody was asked".into()
        } else {
            let pass: Pass = serde_json::from_value(self.record["plan"]["pass"].clone()).unwrap();
            format!("nobody was asked: {pass}")
        };
        let mut parts = vec![asking];
        if !call.is_null() {
            let has_scores = judged["answered"].as_object().is_some_and(|all| !all.is_empty());
            parts.extend((!is_box && has_scores).then(|| duration(of(&call["latency_ms"]))));
            parts.extend(call["input_tokens"].as_u64().map(|tokens| several(tokens, "token")));
            parts.push(format!("questions {}", text(&call["questions"])));
        }
        parts.join(", ")
    }

    fn scores(&self) -> Vec<String> {
        let plan = &self.record["plan"];
        let is_box = self.record["call"]["asked"] == "local";
        let answered = self.record["judged"]["answered"].as_object().into_iter().flatten();
        answered
            .map(|(id, answer)| {
                let (threshold, setting) = match id.as_str() {
                    "outcome_blocked" => (Some(0.4), ""),
                    "verification_applies" => (Some(0.5), ""),
                    id if id.starts_with("claims_") && is_box => {
                        (plan["claim"].as_f64(), " (claim_local)")
                    }
                    id if id.starts_with("claims_") => (plan["claim"].as_f64(), " (claim)"),
                    _ => (plan["tau"].as_f64(), " (tau)"),
                };
                let score = answer.as_f64().filter(|score| (0.0..=1.0).contains(score));
                let drawn = score.map_or_else(
                    || "-".into(),
                    |score| format!("{} {score:.2}", bar(score, 1.0, 40)),
                );
                let held = match (score, threshold) {
                    (_, None) => format!("no threshold{setting}"),
                    (None, Some(_)) => "no answer".into(),
                    (Some(score), Some(least)) => {
                        let word = if score >= least { "reaches" } else { "below" };
                        format!("{word} {least:.2}{setting}")
                    }
                };
                format!("{id} {drawn} {held}")
            })
            .collect()
    }

    /// Returns the figure in what the agent was told, if there is one.
    fn told(&self) -> Option<String> {
        let told = self.explanation.told.as_ref()?;
        let verification = &self.record["plan"]["known"]["standing"];
        let lines = |value: &Value| {
            let lines = of(value);
            format!("{lines} {}", if lines == 1 { "line" } else { "lines" })
        };
        if told.contains("no such check") {
            Some(format!("changed code ({})", lines(&verification["changed"]["lines"])))
        } else if told.contains("after the last change of code") {
            Some(format!("last change of code ({})", lines(&verification["lines_since_check"])))
        } else {
            None
        }
    }
}

fn work(verification: &Value, facts: &mut Vec<(&'static str, String)>) {
    let changed = &verification["changed"];
    let files =
        [("code", "code"), ("scripts", "scripts"), ("docs", "documents"), ("other", "other files")];
    let mut parts: Vec<String> = Vec::new();
    for (key, what) in files {
        let number = of(&changed[key]);
        parts.extend((number > 0).then(|| format!("{} to {what}", several(number, "change"))));
    }
    let lines = of(&changed["lines"]);
    if lines > 0 {
        let word = if lines == 1 { "line" } else { "lines" };
        parts.push(format!("{} {word} of code", grouped(lines)));
    }
    facts.push(("changed", if parts.is_empty() { "nothing".into() } else { parts.join(", ") }));
    for kind in ["test", "build", "lint", "types", "format"] {
        let state = &verification[kind];
        let is_here = verification["known"].as_array().unwrap().contains(&json!(kind));
        let (last, ran) = (text(&state["last"]), of(&state["runs"]) > 0);
        if last == "none" && !ran && !is_here {
            continue;
        }
        let last = match last {
            "none" if ran => "ran, but not on the current code",
            "none" => "did not run",
            "passed" => "passed",
            "passed_part" => "passed, over a part",
            "failed" => "failed",
            "unknown" => "ran, result not seen",
            "stale_passed" => "passed before the last change",
            _ => "failed before the last change",
        };
        let runner = state["runner"].as_str().map(|runner| format!(" ({runner})"));
        let here = if is_here { "" } else { "; no such check is known here" };
        facts.push((kind, format!("{last}{}{here}", runner.unwrap_or_default())));
    }
    if verification["refused"] == true {
        facts.push(("refused", "a call, by the user".into()));
    }
}

fn words(wording: &Value, facts: &mut Vec<(&'static str, String)>) {
    let cues = |cues: &Value| {
        let names = cues["all"].as_array().unwrap().iter();
        let names: Vec<String> = names.map(|name| text(name).replace('_', " ")).collect();
        if names.is_empty() { "no cue".into() } else { names.join(", ") }
    };
    facts.push(("message", cues(&wording["closing"])));
    let request = &wording["request"];
    facts.push(("request", if request.is_null() { "unknown".into() } else { cues(request) }));
    if wording["is_planning"] == true {
        facts.push(("mode", "planning".into()));
    }
}
