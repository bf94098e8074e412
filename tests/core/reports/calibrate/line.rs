//! How labelled lines are read.
use alloc::collections::BTreeMap;

use serde_json::json;
use sprag_core::activity::facts::{Ending, Facts};
use sprag_core::checks::question::Field;
use sprag_core::judge::evidence::Evidence;
use sprag_core::reports::calibrate::line::{Line, parse};
use sprag_core::reports::calibrate::own::{MARKER, folder, guard_own, line, text};
use sprag_harness::given::MASKS;
use sprag_harness::reader;
use sprag_harness::transcript::Transcript;

use super::shipped;

fn one(text: &str) -> Line {
    let lines = parse(text).unwrap();
    let [line] = lines.as_slice() else { panic!("{} lines", lines.len()) };
    line.clone()
}

#[track_caller]
fn complains(text: &str, number: usize, why: &str) {
    let error = parse(text).unwrap_err();
    assert_eq!(error.number, number, "{error}");
    assert!(error.to_string().contains(why), "{error}");
}

/// Returns what a line says, in the words of the evidence.
fn said(line: &Line) -> Vec<String> {
    let evidence =
        Evidence::of_payload(&line.message, &line.background, line.language.as_ref(), &MASKS)
            .with_transcript(line.tools.as_ref(), line.awaited.as_deref(), &MASKS)
            .with_work(line.run.as_ref())
            .with_task(true, line.task.as_deref(), &MASKS);
    let fields = [
        Field::FinalText,
        Field::Tools,
        Field::Background,
        Field::Language,
        Field::Run,
        Field::Task,
    ];
    fields.iter().map(|field| format!("{:?}", evidence.text(*field).unwrap())).collect()
}

#[test]
fn a_table_and_objects_say_the_same() {
    let cells = [
        ("id", "a"),
        ("message", "I'll fix it.\\nThen\\ttest \\\\o/"),
        ("tools", "Bash 2, Read"),
        ("background", "running A build; scheduled Look; awaited s2"),
        ("run", "code 2, lines 40; test passed pytest"),
        ("language", "de"),
        ("task", "Fix it"),
        ("mask", "acme, bolt"),
        ("expect", "broken_promise yes, no_action no"),
        ("miss", "broken_promise"),
    ];
    let table = [cells.map(|(name, _)| name).join("\t"), cells.map(|(_, cell)| cell).join("\t")];
    let table = format!("# a comment\n\n{}\n{}\n", table[0], table[1]);
    let object = r#"{"id": "a", "message": "I'll fix it.\nThen\ttest \\o/", "tools": "Bash 2, Read",
        "background": "running A build; scheduled Look; awaited s2", "language": "de",
        "run": "code 2, lines 40; test passed pytest", "task": "Fix it", "mask": "acme, bolt",
        "expect": "broken_promise yes, no_action no", "miss": "broken_promise", "note": "n"}"#;
    let (table, object) = (one(&table), one(&object.replace('\n', " ")));
    assert_eq!(said(&table), said(&object));
    assert_eq!(
        said(&table),
        [
            "\"I'll fix it.\\nThen test \\\\o/\"",
            "\"3 calls: Bash 2, Read 1\"",
            "\"running: A build | scheduled: Look | awaited: an answer from session s2\"",
            "\"German (de)\"",
            "\"code: 2 changes; 40 lines of code changed; test: passed (pytest); build: not run \
             since the code changed; lint: not run since the code changed; types: not run since \
             the code changed; format: not run since the code changed\"",
            "\"the user asked: Fix it\"",
        ]
    );
    for line in [&table, &object] {
        let expected: Vec<_> = line.expected.iter().map(|(q, yes)| (q.id, *yes)).collect();
        assert_eq!(expected, [("broken_promise", true), ("no_action", false)]);
        assert_eq!((line.missed[0].id, line.id.as_str()), ("broken_promise", "a"));
        assert_eq!(line.masks, ["acme", "bolt"]);
    }
}

#[test]
fn what_is_left_out_is_unknown_and_none_is_none() {
    let unknown = one(r#"{"message": "Hm.", "expect": ""}"#);
    assert_eq!(unknown.id, "line 1");
    assert!(unknown.expected.is_empty() && unknown.tools.is_none() && unknown.run.is_none());
    assert!(unknown.awaited.is_none() && unknown.background.tasks.is_none());
    let none = one(
        r#"{"message": "Hm.", "expect": "", "tools": "none", "background": "none", "run": "none"}"#,
    );
    assert_eq!(none.tools.unwrap().total(), 0);
    assert_eq!(none.run.unwrap(), sprag_core::activity::verification::Verification::default());
    assert_eq!(none.awaited, Some(Vec::new()));
    assert!(none.background.tasks.unwrap().described.is_empty());
}

#[test]
fn an_invalid_line_is_named() {
    let of = |cells: &str| format!(r#"{{"message": "Hm.", "expect": "", {cells}}}"#);
    for (text, number, why) in [
        ("message\n", 1, "needs the columns `message` and `expect`"),
        ("message\texpext\n", 1, "no column `expext`; there are id, message"),
        ("message\texpect\nHm.\t\t\n", 2, "more than 2 cells"),
        ("message\texpect\n\t\n", 2, "neither"),
    ] {
        if why == "neither" {
            // Nothing but white space is no line.
            assert!(parse(text).unwrap().is_empty());
        } else {
            complains(text, number, why);
        }
    }
    complains("{\"message\": \"a\"}\n[]\n", 2, "no JSON object");
    complains(r#"{"message": " ", "expect": ""}"#, 1, "no message");
    complains(r#"{"message": "a", "expects": ""}"#, 1, "unknown field `expects`");
    complains("{\"id\": \"a\", \"message\": \"a\"}\n{\"id\": \"a\", \"message\": \"b\"}", 2, "two");
    for (cells, why) in [
        (r#""tools": "Bash 0""#, "no tool with a number"),
        (r#""tools": "Bash 99999999999""#, "is no number"),
        (r#""run": "code many""#, "is no number"),
        (r#""run": "test passed pytest twice""#, "says too much"),
        (r#""run": "test green""#, "stands at one of none, passed"),
        (r#""run": "weather fine""#, "neither a change nor a check"),
        (r#""miss": "no_action""#, "said to be missed and not expected"),
        (r#""miss": "nothing""#, "no question `nothing`; there are wrong_language"),
    ] {
        complains(&of(cells), 1, why);
    }
    for (expect, why) in [
        ("no_action", "neither `QUESTION yes`"),
        ("no_action maybe", "neither `QUESTION yes`"),
        ("no_action yes, no_action no", "answered twice"),
        ("done yes", "no question `done`"),
        ("wrong_language yes", "needs a language"),
    ] {
        complains(&format!(r#"{{"message": "Hm.", "expect": "{expect}"}}"#), 1, why);
    }
    let many = "{\"message\": \"a\"}\n".repeat(10_001);
    complains(&many, 10_001, "more than 10000 lines");
}

#[test]
fn the_lines_that_ship_ask_every_question_in_many_languages_and_name_what_is_missed() {
    let lines = shipped();
    assert!(lines.len() >= 150, "{}", lines.len());
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for line in &lines {
        assert!(!line.id.starts_with("line "), "{} has no name", line.message);
        for (question, is_yes) in &line.expected {
            counts.entry(question.id).or_default()[usize::from(*is_yes)] += 1;
        }
        for question in &line.missed {
            counts.entry(question.id).or_default()[2] += 1;
        }
    }
    assert_eq!(counts.len(), sprag_harness::given::QUESTIONS.len());
    for (question, [no, yes, _]) in &counts {
        assert!(*no >= 10 && *yes >= 10, "{question}: {yes} yes, {no} no");
    }
    assert!(counts.values().map(|[.., missed]| missed).sum::<usize>() >= 8);
    let languages = ["-de-", "-fr-", "-es-", "-ja-", "-zh-", "-ko-", "-pt-"];
    for language in languages {
        let some = lines.iter().filter(|line| line.id.contains(language)).count();
        assert!(some >= 2, "{language}");
    }
}

fn session(prompt: &str) -> Facts {
    let write = json!({"file_path": "/home/dev/calc/sum.ts", "content": "let a = 1;\n".repeat(9)});
    let transcript = Transcript::new()
        .prompt("p1", prompt)
        .assistant_text("On it.")
        .part(json!({"type": "tool_use", "id": "w", "name": "Write", "input": write}))
        .user(
            json!([{"type": "tool_result", "tool_use_id": "w", "content": "done"}]),
            json!({"toolUseResult": {"type": "update"}}),
        )
        .assistant_text("I fixed it.\nAll tests pass.");
    reader::last_turn(&transcript.bytes(), None)
}

#[test]
fn a_line_of_ones_own_says_what_the_hook_would_know() {
    let facts = session("fix it");
    let names = ["calc".into(), "odd, name".into()];
    let own = line("s1", &facts, &names).unwrap();
    let read = one(&text(&own));
    assert_eq!((read.id.as_str(), read.masks.as_slice()), ("s1", ["calc".into()].as_slice()));
    assert!(read.expected.is_empty(), "the user labels it");
    let verification = read.run.unwrap();
    assert_eq!((verification.changed.code, verification.changed.lines), (1, 9));
    assert_eq!(read.tools.unwrap().total(), 1);
    assert_eq!(read.message, "I fixed it.\nAll tests pass.");
    assert!(line("s1", &Facts::default(), &[]).is_none());
    let silent = Facts { ending: Ending::Text(" ".into()), ..Facts::default() };
    assert!(line("s1", &silent, &[]).is_none());
}

#[test]
fn a_session_that_is_marked_denied_or_of_no_known_folder_is_left_out() {
    let deny = [Some("/home/dev/secret\n")];
    let cwd = ["/home/dev/calc"];
    assert!(guard_own(false, &cwd, &deny));
    assert!(guard_own(false, &cwd, &[]));
    assert!(!guard_own(true, &cwd, &deny), "marked with {MARKER}");
    assert!(!guard_own(false, &["/home/dev/secret/x"], &deny));
    assert!(!guard_own(false, &["/home/dev/link", "/home/dev/secret/x"], &deny));
    assert!(!guard_own(false, &[], &deny));
    assert!(!guard_own(false, &cwd, &[None]));
}

#[test]
fn the_folder_of_a_session_is_what_a_record_names() {
    let of = |line: &str| folder(&mut line.as_bytes().to_vec());
    assert_eq!(of(r#"{"cwd": "/home/dev/calc"}"#).as_deref(), Some("/home/dev/calc"));
    assert_eq!(of(r#"{"payload": {"cwd": "/home/dev"}}"#).as_deref(), Some("/home/dev"));
    for none in [r#"{"cwd": "calc"}"#, r#"{"cwd": 7}"#, "{}", "[]", "x", r#"{"payload": []}"#] {
        assert_eq!(of(none), None, "{none}");
    }
}
