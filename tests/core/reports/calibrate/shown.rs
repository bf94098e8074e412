//! What is shown of answers: to people, and to programs.
use serde_json::{Value, json};
use sprag_core::reports::calibrate::ask::Judge;
use sprag_core::reports::calibrate::compare::compare;
use sprag_core::reports::calibrate::line::{Line, parse};
use sprag_core::reports::calibrate::report::{Outcome, Report};
use sprag_core::reports::calibrate::{STAND_IN, comparison, phrases};
use sprag_core::text::screen::{Columns, Ink};
use sprag_harness::given::settings;
use sprag_harness::shown::fault;

use super::screen::{comparison_texts, report_texts};
use super::{answered, number, shipped};
use crate::assert_bytes;

/// Scores of a judge that is mostly right, in the way that it is wrong always the same.
fn fair(line: &Line, id: &str) -> Option<f64> {
    let is_yes = line.expected.iter().any(|(question, is_yes)| question.id == id && *is_yes);
    let noise = number(&format!("{}/{id}", line.id));
    let score = if is_yes { 0.35 + 0.65 * noise } else { 0.62 * noise };
    (noise < 0.97).then_some((score * 10_000.0).round() / 10_000.0)
}

/// Scores of another one.
fn other(line: &Line, id: &str) -> Option<f64> {
    id.starts_with("claims").then(|| number(&format!("{id}/{}", line.id)))
}

/// Labelled lines, one of them without a label, and outcomes, one of them missing.
fn given() -> (Vec<Line>, Vec<Outcome>) {
    let mut lines = shipped();
    lines.push(parse(r#"{"message": "Hm.", "id": "unlabelled"}"#).unwrap().remove(0));
    let mut outcomes = answered(&lines, fair);
    outcomes[3] = Outcome::Unanswered("no answer in time".into());
    (lines, outcomes)
}

fn report() -> Report {
    let (lines, outcomes) = given();
    Report::of(&lines, &outcomes, Judge::Endpoint, &settings(&[]))
}

fn compared() -> (Vec<Line>, Vec<Outcome>, Vec<Outcome>) {
    let (lines, outcomes) = given();
    let by_built_in = answered(&lines, other);
    (lines, outcomes, by_built_in)
}

fn screen(width: u16) -> String {
    let columns = Columns::of(Some(width));
    let (lines, endpoint, by_built_in) = compared();
    let mut screen = report().screen(columns);
    screen.append(comparison(&compare(&lines, &endpoint, &by_built_in, &settings(&[])), columns));
    screen.print(Ink::PLAIN)
}

#[test]
fn a_calibration_on_60_columns() {
    assert_bytes("a_calibration_on_60_columns.txt", screen(60).as_bytes());
}

#[test]
fn a_calibration_on_80_columns() {
    assert_bytes("a_calibration_on_80_columns.txt", screen(80).as_bytes());
}

#[test]
fn a_calibration_on_120_columns() {
    assert_bytes("a_calibration_on_120_columns.txt", screen(120).as_bytes());
}

#[test]
fn every_screen_fits_its_columns() {
    for width in [60, 80, 120] {
        for line in screen(width).lines() {
            assert!(line.chars().count() <= usize::from(width), "{width}: {line}");
        }
    }
}

#[test]
fn every_figure_of_the_screen_is_one_that_is_counted_again() {
    let (lines, endpoint, by_built_in) = compared();
    let compared = compare(&lines, &endpoint, &by_built_in, &settings(&[]));
    let mut texts = report_texts(&serde_json::to_value(report()).unwrap());
    texts.extend(comparison_texts(&serde_json::to_value(compared).unwrap()));
    assert_eq!(fault(&screen(120), &texts), None);
}

#[test]
fn every_count_of_a_report_is_counted_again_from_the_lines() {
    let (lines, _) = given();
    let shown: Value = serde_json::to_value(report()).unwrap();
    assert_eq!(shown["lines"], json!(lines.len()));
    assert_eq!(shown["unlabelled"], json!(1));
    assert_eq!(shown["answered"], json!(lines.len() - 2));
    assert_eq!(shown["unanswered"], json!([{"id": lines[3].id, "why": "no answer in time"}]));
    assert_eq!(shown["answered_by"], json!(["jev-1.13.0"]));
    assert_eq!(shown["is_measurement"], json!(true));
    let asked = shown["questions"].as_array().unwrap();
    assert_eq!(asked.len(), 11);
    asked.iter().for_each(|asked| count_again(asked, &lines));
}

/// A line with its score and what is true of it.
type Judged<'a> = (&'a Line, f64, bool);

/// Counts again what is shown of a question, by the lines and the scores alone.
fn count_again(asked: &Value, lines: &[Line]) {
    let id = asked["question"].as_str().unwrap();
    let least = match id {
        "outcome_blocked" => 0.4,
        id if id.starts_with("claims_") => 0.7,
        _ => 0.5,
    };
    let mut judged: Vec<Judged<'_>> = Vec::new();
    let mut open = 0;
    for (_, line) in lines.iter().enumerate().filter(|(at, _)| *at != 3) {
        let Some((_, is_yes)) = line.expected.iter().find(|(q, _)| q.id == id) else { continue };
        match fair(line, id) {
            Some(score) => judged.push((line, score, *is_yes)),
            None => open += 1,
        }
    }
    assert_eq!(asked["open"], json!(open), "{id}");
    let figures = &asked["figures"];
    assert_eq!(figures["threshold"], json!(least), "{id}");
    for (name, is_yes, reaches) in [
        ("found", true, true),
        ("missed", true, false),
        ("wrong", false, true),
        ("left", false, false),
    ] {
        let is = |(_, score, yes): &&Judged<'_>| *yes == is_yes && (*score >= least) == reaches;
        let count = judged.iter().filter(is).count();
        assert_eq!(figures["confusion"][name], json!(count), "{id} {name}");
    }
    let question = |line: &Line| line.expected.iter().find(|(q, _)| q.id == id).unwrap().0;
    let score = |one: &Judged<'_>| one.1;
    let words = |one: &Judged<'_>| phrases::score(question(one.0), &one.0.message);
    for (name, again) in
        [("auroc", share_of_pairs(&judged, score)), ("wording", share_of_pairs(&judged, words))]
    {
        let shown = figures[name].as_f64().unwrap();
        assert!((shown - again).abs() < 1e-12, "{id} {name}");
    }
    let is_wrong = |one: &&Judged<'_>| (one.1 >= least) != one.2;
    let is_known = |line: &Line| line.missed.iter().any(|question| question.id == id);
    let mistakes: Vec<Value> = judged
        .iter()
        .filter(is_wrong)
        .map(|(line, score, is_yes)| {
            json!({"id": line.id, "score": score, "is_yes": is_yes, "is_known": is_known(line)})
        })
        .collect();
    assert_eq!(asked["mistakes"], json!(mistakes), "{id}");
    let recovered = judged.iter().filter(|one| !is_wrong(one) && is_known(one.0));
    let recovered: Vec<&str> = recovered.map(|(line, ..)| line.id.as_str()).collect();
    assert_eq!(asked["recovered"], json!(recovered), "{id}");
}

/// Of every pair of a yes and a no, the share in which the yes has more; a tie is half.
fn share_of_pairs(judged: &[Judged<'_>], of: impl Fn(&Judged<'_>) -> f64) -> f64 {
    let (mut won, mut pairs) = (0.0, 0.0);
    for yes in judged.iter().filter(|(.., is_yes)| *is_yes) {
        for no in judged.iter().filter(|(.., is_yes)| !*is_yes) {
            let (yes, no) = (of(yes), of(no));
            pairs += 1.0;
            won += f64::from(u8::from(yes > no)) + f64::from(u8::from(yes == no)) / 2.0;
        }
    }
    won / pairs
}

#[test]
fn answers_of_a_stand_in_or_of_nobody_are_never_shown_as_a_measurement() {
    let (lines, outcomes) = given();
    for name in [Some(STAND_IN), Some(""), None] {
        let mut outcomes = outcomes.clone();
        let Outcome::Answered(_, model) = &mut outcomes[0] else { panic!("the first is answered") };
        *model = name.map(String::from);
        let report = Report::of(&lines, &outcomes, Judge::Endpoint, &settings(&[]));
        assert!(!report.is_measurement, "{name:?}");
        let mut names = [name.unwrap_or_default(), "jev-1.13.0"];
        names.sort_unstable();
        assert_eq!(report.answered_by, names);
        let text = report.screen(Columns::of(None)).print(Ink::PLAIN);
        assert!(text.contains("This measures nothing"), "{text}");
    }
    let text = report().screen(Columns::of(None)).print(Ink::PLAIN);
    assert!(!text.contains("measures nothing"), "{text}");
}

#[test]
fn a_disagreement_is_a_line_on_two_sides_of_two_thresholds() {
    let (lines, endpoint, by_built_in) = compared();
    let compared = compare(&lines, &endpoint, &by_built_in, &settings(&[]));
    let names: Vec<&str> = compared.iter().map(|one| one.question).collect();
    assert_eq!(names, ["claims_done", "claims_tests", "claims_build", "claims_lint"]);
    for one in &compared {
        let id = one.question;
        let (mut both, mut agree, mut right, mut names) = (0, 0, [0, 0], Vec::new());
        let (mut of_endpoint, mut of_built_in): (Vec<Judged<'_>>, Vec<Judged<'_>>) =
            Default::default();
        for (_, line) in lines.iter().enumerate().filter(|(at, _)| *at != 3) {
            let Some((_, is_yes)) = line.expected.iter().find(|(q, _)| q.id == id) else {
                continue;
            };
            let (Some(a), Some(b)) = (fair(line, id), other(line, id)) else { continue };
            both += 1;
            of_endpoint.push((line, a, *is_yes));
            of_built_in.push((line, b, *is_yes));
            match (a >= 0.7, b >= 0.9) {
                (a, b) if a == b => agree += 1,
                (a, _) => {
                    right[usize::from(a != *is_yes)] += 1;
                    names.push((line.id.as_str(), fair(line, id), Some(b), *is_yes));
                }
            }
        }
        assert_eq!((one.both, one.agree), (both, agree), "{id}");
        assert_eq!([one.endpoint_right, one.box_right], right, "{id}");
        let listed = one.disagreements.iter();
        let listed: Vec<_> = listed
            .map(|d| (d.id.as_str(), Some(d.endpoint), Some(d.by_built_in), d.is_yes))
            .collect();
        assert_eq!(listed, names, "{id}");
        for (shown, judged) in
            [(one.auroc_endpoint, of_endpoint), (one.auroc_built_in, of_built_in)]
        {
            let again = share_of_pairs(&judged, |one| one.1);
            assert!((shown.unwrap() - again).abs() < 1e-12, "{id}");
        }
    }
}
