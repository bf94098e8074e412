//! A question about files.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use insta::assert_binary_snapshot;
use serde_json::Value;

use super::bench::{ANSWER, Bench, CITED};
use crate::snapshot;

#[test]
fn an_answer_is_printed_with_its_lines_and_summed_up() {
    let bench = Bench::new();
    let ended = bench.ask(&["config.py"]);
    assert_eq!((ended.exit, ended.stdout.as_str()), (Some(0), CITED), "{}", ended.stderr);
    assert_eq!(
        ended.stderr,
        "[sprag: 63 bytes of 1 file | ~3 tokens kept out of context | worker claude-haiku-5-5 \
         used 410 in / 20 out | worker cost $0.0021 | 1 verified citation]\n"
    );
    let [usage] = bench.usage().try_into().unwrap();
    for (key, value) in [
        ("kind", Value::from("read")),
        ("transport", "claude".into()),
        ("files", 1.into()),
        ("bytes", 63.into()),
        ("input_tokens", 410.into()),
        ("answer_bytes", (CITED.len() - 1).into()),
        ("citations", 1.into()),
    ] {
        assert_eq!(usage[key], value, "{key}");
    }
    assert!(!usage.to_string().contains("config"), "a path is on record");
}

#[test]
fn the_program_gets_the_message_in_an_empty_folder_and_no_part_of_the_session() {
    let mut bench = Bench::new();
    bench.set("CLAUDECODE", "1").set("CLAUDE_CODE_ENTRYPOINT", "cli").set("CLAUDE_PID", "1");
    bench.set("CLAUDE_CODE_OAUTH_TOKEN", "stays");
    bench.ask(&["config.py"]);
    let taken = |what: &str| String::from_utf8(bench.took(what).unwrap()).unwrap();
    snapshot::settings().bind(|| {
        assert_binary_snapshot!("what_claude_reads.txt", taken("input").into_bytes());
        let arguments = taken("arguments").replace('\0', "\n");
        assert_binary_snapshot!("what_claude_is_called_with.txt", arguments.into_bytes());
    });
    assert_eq!(taken("listing"), "");
    let folder = taken("folder");
    assert!(folder.starts_with(bench.path("tmp/sprag-").to_str().unwrap()), "{folder}");
    assert_eq!(fs::read_dir(bench.path("tmp")).unwrap().count(), 0, "the folder is still there");
    let environment = taken("environment");
    assert!(environment.contains("\nSPRAG_INSIDE_WORKER=1\n"), "{environment}");
    assert!(environment.contains("CLAUDE_CODE_OAUTH_TOKEN=stays"), "{environment}");
    for variable in ["CLAUDECODE=", "CLAUDE_CODE_ENTRYPOINT=", "CLAUDE_PID="] {
        assert!(!environment.contains(variable), "{environment}");
    }
}

#[test]
fn lists_that_are_given_twice_are_one_list() {
    let mut bench = Bench::new();
    bench.write("project/b.py", "x = 1\n").write("project/c.py", "y = 1\n");
    let arguments =
        ["read", "--paths", "config.py", "b.py", "--question", "Q", "--paths=c.py", "--model", "m"];
    assert_eq!(bench.run(&arguments).exit, Some(0));
    let input = String::from_utf8(bench.took("input").unwrap()).unwrap();
    for path in ["config.py", "b.py", "c.py"] {
        assert!(input.contains(&format!("path=\"{path}\"")), "{input}");
    }
    assert!(bench.took("arguments").unwrap().windows(11).any(|part| part == b"--model\0m\0-"));
}

#[test]
fn as_json_it_is_one_object_and_nothing_beside_it() {
    let bench = Bench::new();
    let ended = bench.run(&["read", "--question", "Q", "--paths", "config.py", "--json"]);
    let shown: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(shown["answer"], CITED.trim_end());
    assert_eq!(
        (&shown["target"], &shown["notes"]),
        (&Value::Null, &Value::from(Vec::<Value>::new()))
    );
    assert_eq!(shown["usage"], bench.usage()[0]);
}

#[test]
fn without_citations_the_answer_is_as_it_came() {
    let mut bench = Bench::new();
    let ended = bench.set("SPRAG_CITATIONS", "off").ask(&["config.py"]);
    assert_eq!(ended.stdout, format!("{ANSWER}\n"));
    assert!(!ended.stderr.contains("citation"), "{}", ended.stderr);
    assert_eq!(bench.usage()[0]["citations"], Value::Null);
}

#[test]
fn a_reference_of_the_worker_s_own_that_does_not_hold_is_marked() {
    let mut bench = Bench::new();
    let ended = bench.answers("`def load_config(path):` (config.py:9)\n\n\n").ask(&["config.py"]);
    assert_eq!(
        ended.stdout,
        "`def load_config(path):` (config.py:9) [unverified; it is config.py:3]\n"
    );
    assert!(ended.stderr.contains("one reference of the worker's own does not hold"));
}

#[test]
fn what_is_no_text_is_replaced_and_said() {
    let mut bench = Bench::new();
    let ended = bench.write("project/old.txt", b"caf\xe9\r\n").ask(&["old.txt"]);
    assert!(ended.stderr.starts_with("[sprag: one place of old.txt is no UTF-8;"));
    let input = bench.took("input").unwrap();
    assert!(String::from_utf8(input).unwrap().contains("caf\u{fffd}\r\n"), "line ends stay");
}

#[test]
fn a_program_is_found_by_a_relative_path_and_by_name() {
    let mut bench = Bench::new();
    for program in ["../bin/claude", "claude"] {
        bench.set("SPRAG_CLAUDE_BIN", program).set("PATH", "../bin:/usr/bin:/bin");
        let ended = bench.ask(&["config.py"]);
        assert_eq!((ended.exit, ended.stdout.as_str()), (Some(0), CITED), "{}", ended.stderr);
    }
}

#[test]
fn the_variables_of_shuntkit_count_where_its_place_is_taken() {
    let mut bench = Bench::new();
    let program = bench.path("bin/claude");
    bench.unset("SPRAG_CLAUDE_BIN").set("SHUNTKIT_CLAUDE_BIN", program);
    bench.set("SHUNTKIT_MODEL", "sonnet").set("SHUNTKIT_CITATIONS", "FALSE");
    let plain = bench.ask(&["config.py"]);
    assert_eq!(plain.exit, Some(1), "{}", plain.stdout);
    let ended = bench.run(&["read", "--as", "shuntkit", "--question", "Q", "--paths", "config.py"]);
    assert_eq!((ended.exit, ended.stdout.trim_end()), (Some(0), ANSWER), "{}", ended.stderr);
    assert!(bench.took("arguments").unwrap().windows(8).any(|part| part == b"\0sonnet\0"));
}

#[test]
fn what_is_kept_is_the_user_s_alone() {
    let bench = Bench::new();
    bench.ask(&["config.py"]);
    for name in ["usage.jsonl", "sanctions.json"] {
        let path = bench.path("home/.local/state/sprag").join(name);
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600, "{name}");
    }
}
