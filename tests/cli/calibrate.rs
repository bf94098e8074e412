//! Labelled lines, through the built program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::judge::{Judge, SPRAG};
use crate::listener::{self, Listener};
use crate::run::KEY;

/// A home, and what is set in it.
struct Desk {
    folder: TempDir,
    endpoint: Option<String>,
    key: Option<&'static str>,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("sprag-cli-").tempdir().unwrap();
        fs::create_dir(folder.path().join("home")).unwrap();
        Self { folder, endpoint: None, key: None }
    }

    /// One with a key, before this endpoint.
    fn before(url: &str) -> Self {
        Self { endpoint: Some(url.into()), key: Some(KEY), ..Self::new() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("home").join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(SPRAG);
        command
            .env_clear()
            .env("HOME", self.path(""))
            .env("COLUMNS", "80")
            .current_dir(self.folder.path())
            .args(["calibrate", "--home"])
            .arg(self.path(""))
            .args(arguments);
        if let Some(endpoint) = &self.endpoint {
            command.env("SPRAG_ENDPOINT", endpoint);
        }
        if let Some(key) = self.key {
            command.env("TYPESAFE_API_KEY", key);
        }
        command
    }

    fn json(&self, arguments: &[&str]) -> (Value, Option<i32>) {
        let output = self.run(&[arguments, &["--json"]].concat());
        let shown = serde_json::from_slice(&output.stdout);
        let complaint = String::from_utf8_lossy(&output.stderr);
        (shown.unwrap_or_else(|_| panic!("{complaint}")), output.status.code())
    }

    fn kept(&self) -> String {
        fs::read_to_string(self.path(".local/state/sprag/calibration.jsonl")).unwrap_or_default()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Some lines about promises, half of them broken.
fn lines(count: usize) -> String {
    let line = |at: usize| {
        let (message, is_yes) = if at.is_multiple_of(2) {
            (format!("I'll mend part {at} of the hinge now."), "yes")
        } else {
            (format!("Part {at} of the hinge is mended."), "no")
        };
        let expect = format!("broken_promise {is_yes}");
        let line =
            json!({"message": message, "tools": "none", "background": "none", "expect": expect});
        format!("{line}\n")
    };
    (0..count).map(line).collect()
}

#[test]
fn the_built_in_judge_judges_the_lines_that_ship_without_a_key_a_file_or_a_connection() {
    let listener = Listener::open();
    let mut desk = Desk::new();
    desk.endpoint = Some(listener.url());
    for arguments in [[].as_slice(), &["--judge", "local"]] {
        let (shown, code) = desk.json(arguments);
        let report = &shown["report"];
        assert_eq!((code, &report["judge"]), (Some(0), &json!("local")));
        assert_eq!(report["answered_by"][0].as_str().unwrap().split('-').next(), Some("local"));
        assert_eq!((&report["is_measurement"], &shown["compared"]), (&json!(true), &Value::Null));
        let asked = report["questions"].as_array().unwrap();
        let of = |id: &str| asked.iter().find(|asked| asked["question"] == id).unwrap();
        assert!(of("claims_tests")["figures"]["auroc"].as_f64().unwrap() > 0.9);
        assert_eq!(of("no_action")["figures"]["auroc"], Value::Null);
    }
    desk.key = Some(KEY);
    assert_eq!(desk.run(&["--judge", "local"]).status.code(), Some(0));
    assert_eq!(listener.untaken(), 0);
    assert!(fs::read_dir(desk.path("")).unwrap().next().is_none(), "a file was written");
}

#[test]
fn the_answers_of_the_stand_in_are_never_shown_as_a_measurement() {
    let folder = TempDir::new().unwrap();
    let judge = Judge::start(folder.path(), r#"{"broken_promise": 0.9}"#, "answer");
    let desk = Desk::before(judge.url());
    let file = desk.write("lines.jsonl", &lines(6));
    let output = desk.run(&[file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    let screen = text(&output.stdout);
    assert!(screen.contains("This measures nothing") && screen.contains("stand-in"), "{screen}");
    assert!(screen.lines().all(|line| line.chars().count() <= 80), "{screen}");
    assert!(!screen.contains(KEY));
    let (shown, _) = desk.json(&[file.to_str().unwrap()]);
    assert_eq!(shown["report"]["is_measurement"], json!(false));
    assert_eq!(shown["report"]["answered_by"], json!(["stand-in"]));
}

#[test]
fn what_was_answered_is_not_asked_again_also_after_a_kill() {
    let folder = TempDir::new().unwrap();
    let judge = Judge::start(folder.path(), r#"{"broken_promise": 0.9}"#, "answer");
    let desk = Desk::before(judge.url());
    let file = desk.write("lines.jsonl", &lines(8));
    let file = file.to_str().unwrap();
    let first = desk.json(&[file]);
    assert_eq!(judge.requests().len(), 8);
    assert_eq!(desk.json(&[file]), first);
    assert_eq!(judge.requests().len(), 8, "nothing was new");
    // A kill leaves half a line behind.
    let kept = desk.kept();
    assert_eq!(kept.lines().count(), 8);
    assert!(!kept.contains("hinge") && !kept.contains(KEY), "no text and no key is kept: {kept}");
    let cut: Vec<&str> = kept.lines().collect();
    let half = [&cut[..5].join("\n"), "\n", &cut[5][..40]].concat();
    fs::write(desk.path(".local/state/sprag/calibration.jsonl"), half).unwrap();
    assert_eq!(desk.json(&[file]), first);
    assert_eq!(judge.requests().len(), 11);
    assert_eq!(desk.json(&[file]), first);
    assert_eq!(judge.requests().len(), 11, "the half line took no other with it");
    // Another model is another question.
    desk.json(&[file, "--model", "jev-2.0.0"]);
    assert_eq!(judge.requests().len(), 19);
}

#[test]
fn a_run_that_is_killed_goes_on_where_it_stopped() {
    let listener = Listener::open();
    let desk = Desk::before(&listener.url());
    let file = desk.write("lines.jsonl", &lines(4));
    let arguments = [file.to_str().unwrap(), "--jobs", "1", "--json"];
    let answer = || {
        let mut client = listener.client();
        let (_, body) = listener::read_request(&mut client);
        listener::answer(&mut client, listener::BROKEN);
        body
    };
    let mut killed = desk.command(&arguments).stdout(Stdio::null()).spawn().unwrap();
    let mut asked = vec![answer(), answer()];
    // Who asks a third time has kept what came before.
    let third = listener.client();
    killed.kill().unwrap();
    killed.wait().unwrap();
    drop(third);
    let mut again = desk.command(&arguments).stdout(Stdio::null()).spawn().unwrap();
    asked.extend([answer(), answer()]);
    assert!(again.wait().unwrap().success());
    assert_eq!(listener.untaken(), 0);
    asked.sort();
    asked.dedup();
    assert_eq!(asked.len(), 4, "each was asked about once");
    assert_eq!(desk.kept().lines().count(), 4);
}

#[test]
fn what_is_not_answered_before_the_end_is_named() {
    let folder = TempDir::new().unwrap();
    let judge = Judge::start(folder.path(), "{}", "hang");
    let desk = Desk::before(judge.url());
    let file = desk.write("lines.jsonl", &lines(9));
    let (shown, code) = desk.json(&[file.to_str().unwrap(), "--seconds", "1"]);
    assert_eq!(code, Some(1));
    assert_eq!(shown["report"]["unanswered"].as_array().unwrap().len(), 9);
    assert_eq!(judge.requests().len(), 4, "no more than at once");
}

#[test]
fn no_more_than_so_many_are_asked_at_once() {
    let listener = Listener::open();
    let desk = Desk::before(&listener.url());
    let file = desk.write("lines.jsonl", &lines(6));
    let run = std::thread::scope(|scope| {
        let run = scope.spawn(|| desk.json(&[file.to_str().unwrap(), "--jobs", "2"]));
        for _ in 0..3 {
            let mut clients = [listener.client(), listener.client()];
            clients.iter_mut().for_each(|client| drop(listener::read_request(client)));
            assert_eq!(listener.untaken(), 0, "a third at once");
            clients.iter_mut().for_each(|client| listener::answer(client, listener::BROKEN));
        }
        run.join().unwrap()
    });
    assert_eq!(run.1, Some(0));
}

#[test]
fn a_key_that_is_refused_and_a_judge_that_is_silent_end_it() {
    for (mode, requests, why) in [("401", 4, "the key was refused"), ("500", 8, "HTTP status 500")]
    {
        let folder = TempDir::new().unwrap();
        let judge = Judge::start(folder.path(), "{}", mode);
        let desk = Desk::before(judge.url());
        let file = desk.write("lines.jsonl", &lines(40));
        let (shown, code) = desk.json(&[file.to_str().unwrap()]);
        assert_eq!(code, Some(1));
        let unanswered = shown["report"]["unanswered"].as_array().unwrap();
        assert_eq!(unanswered.len(), 40);
        assert!(unanswered.iter().any(|one| one["why"] == why), "{unanswered:?}");
        assert!(unanswered.iter().any(|one| one["why"] == "it was not asked"), "{unanswered:?}");
        let sent = judge.requests().len();
        assert!((1..=requests).contains(&sent), "{mode}: {sent} requests");
        assert_eq!(desk.kept(), "", "no failure is kept");
    }
}

#[test]
fn both_judges_are_compared_on_the_same_lines() {
    let folder = TempDir::new().unwrap();
    let scores = r#"{"claims_tests": 0.95, "claims_done": 0.1}"#;
    let judge = Judge::start(folder.path(), scores, "answer");
    let desk = Desk::before(judge.url());
    let line = |id: &str, message: &str, expect: &str| {
        let line =
            json!({"id": id, "message": message, "expect": expect, "run": "code 1, lines 9"});
        format!("{line}\n")
    };
    let file = desk.write(
        "lines.jsonl",
        &[
            line("a", "I moved the check. All tests pass.", "claims_tests yes, claims_done yes"),
            line("b", "Which file do you mean, the old or the new one?", "claims_tests no"),
        ]
        .concat(),
    );
    let (shown, code) = desk.json(&[file.to_str().unwrap(), "--compare", "--judge", "local"]);
    assert_eq!(code, Some(0));
    let compared = shown["compared"].as_array().unwrap();
    let [done, tests] = compared.as_slice() else { panic!("{compared:?}") };
    assert_eq!(
        (&done["both"], &done["agree"], &done["box_right"]),
        (&json!(1), &json!(0), &json!(1))
    );
    assert_eq!((&tests["both"], &tests["agree"]), (&json!(2), &json!(1)));
    assert_eq!(tests["disagreements"][0]["id"], "b");
    let screen = text(&desk.run(&[file.to_str().unwrap(), "--compare"]).stdout);
    assert!(screen.contains("Both judges on the same lines"), "{screen}");
    let keyless = Desk::new().run(&["--compare"]);
    assert_eq!(keyless.status.code(), Some(1));
    assert!(text(&keyless.stderr).contains("no key"), "{}", text(&keyless.stderr));
}

#[test]
fn an_endpoint_that_a_variable_may_not_name_gets_no_key() {
    let desk = Desk::before("https://judge.example.com/");
    let output = desk.run(&[]);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), b"".as_slice()));
    assert!(text(&output.stderr).contains("does not list its host"));
}

#[test]
fn an_invalid_file_is_named_with_its_line() {
    let desk = Desk::new();
    let complaint = |arguments: &[&str]| {
        let output = desk.run(arguments);
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), b"".as_slice()));
        text(&output.stderr)
    };
    let odd = desk.write("odd.tsv", "message\texpect\nDone.\tdone yes\n");
    assert!(complaint(&[odd.to_str().unwrap()]).contains("odd.tsv: line 2: no question `done`"));
    assert!(complaint(&["nowhere.jsonl"]).contains("nowhere.jsonl: "));
    fs::write(&odd, b"message\texpect\n\xff\t\n").unwrap();
    assert!(complaint(&[odd.to_str().unwrap()]).contains("odd.tsv: "));
    for (arguments, words) in [
        (["--jobs", "0"].as_slice(), "--jobs: 1 to 16"),
        (&["--jobs", "17"], "--jobs: 1 to 16"),
        (&["--seconds", "x"], "x"),
        (&["--sessions", "10001"], "--sessions: 1 to 10000"),
        (&["a", "b"], "b"),
        (&["--odd"], "--odd"),
        (&["a", "--own", "b"], "--own takes exactly one FILE"),
    ] {
        assert!(complaint(arguments).contains(words), "{arguments:?}");
    }
}

/// A session of Claude Code in which somebody typed `prompt`.
fn session(desk: &Desk, name: &str, cwd: &str, prompt: &str, closing: &str) {
    let record = |kind: &str, role: &str, content: Value| {
        let message = json!({"role": role, "content": content, "id": "m1"});
        let record = json!({
            "type": kind, "cwd": cwd, "isSidechain": false, "promptId": "p1", "sessionId": name,
            "promptSource": "typed", "origin": {"kind": "human"}, "message": message,
        });
        format!("{record}\n")
    };
    let text = [
        record("user", "user", json!(prompt)),
        record("assistant", "assistant", json!([{"type": "text", "text": closing}])),
    ]
    .concat();
    desk.write(&format!(".claude/projects/x/{name}.jsonl"), &text);
}

#[test]
fn ones_own_sessions_become_lines_to_label_and_what_is_kept_out_stays_out() {
    let listener = Listener::open();
    let desk = Desk::before(&listener.url());
    session(&desk, "open", "/home/dev/rocket", "Raise it.", "I raised the timeout.");
    session(&desk, "marked", "/home/dev/rocket", "sprag:no-calibration please", "Marked.");
    session(&desk, "denied", "/home/dev/secret/a", "Raise it.", "Denied.");
    session(&desk, "homeless", "somewhere", "Raise it.", "No folder is known.");
    desk.write(".config/sprag/deny", "/home/dev/secret\n");
    let file = desk.path("own.jsonl");
    let own = ["--own", file.to_str().unwrap()];
    let output = desk.run(&own);
    let said = text(&output.stdout);
    assert!(said.starts_with("1 lines in ") && said.contains("3 sessions left out"), "{said}");
    let written = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = written.lines().filter(|line| !line.starts_with('#')).collect();
    let [line] = lines.as_slice() else { panic!("{written}") };
    let line: Value = serde_json::from_str(line).unwrap();
    assert_eq!(
        line,
        json!({
            "id": "open", "message": "I raised the timeout.", "tools": "none", "run": "none",
            "mask": "rocket", "expect": "",
        })
    );
    let again = desk.run(&own);
    assert_eq!(again.status.code(), Some(1), "what is there may be labelled already");
    assert_eq!(fs::read_to_string(&file).unwrap(), written);
    // Nobody has labelled it yet, so nothing is asked.
    let (shown, _) = desk.json(&[file.to_str().unwrap()]);
    assert_eq!(shown["report"]["unlabelled"], json!(1));
    assert_eq!(listener.untaken(), 0);
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&file).unwrap().permissions());
    assert_eq!(mode & 0o077, 0, "others can read it");
}

#[test]
fn the_lines_that_ship_are_printed_as_a_file_of_lines() {
    let desk = Desk::new();
    let printed = text(&desk.run(&["--lines"]).stdout);
    let file = desk.write("lines.jsonl", &printed);
    let shipped = desk.json(&["--judge", "local"]);
    assert_eq!(desk.json(&["--judge", "local", file.to_str().unwrap()]), shipped);
    assert!(Path::new(&file).exists());
}

#[test]
fn ones_own_sessions_are_written_behind_no_link_of_the_working_directory() {
    let desk = Desk::new();
    let here = desk.folder.path();
    fs::create_dir(here.join("real")).unwrap();
    std::os::unix::fs::symlink("real", here.join("led")).unwrap();
    for file in ["led/own.jsonl".into(), here.join("led/own.jsonl").to_str().unwrap().to_owned()] {
        let output = desk.run(&["--own", &file]);
        assert_eq!(output.status.code(), Some(1), "{file}");
        assert!(
            text(&output.stderr).contains("a link leads elsewhere"),
            "{}",
            text(&output.stderr)
        );
    }
    assert!(!here.join("real/own.jsonl").exists());
}
