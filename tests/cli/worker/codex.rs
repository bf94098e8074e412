//! The Codex command line as a worker.

use insta::assert_binary_snapshot;
use serde_json::{Value, json};

use super::bench::{ANSWER, Bench, CITED};
use crate::snapshot;

/// As version 0.171.0 writes them.
fn events() -> String {
    let events: [Value; 3] = [
        json!({"type": "thread.started", "thread_id": "t"}),
        json!({"type": "item.completed",
               "item": {"id": "item_0", "type": "agent_message", "text": ANSWER}}),
        json!({"type": "turn.completed", "usage": {"input_tokens": 9_000, "output_tokens": 20}}),
    ];
    events.iter().map(|event| format!("{event}\n")).collect()
}

#[test]
fn its_last_message_is_the_answer_and_what_it_does_not_report_is_not_said() {
    let mut bench = Bench::new();
    let ended = bench.codex().prints(events().as_bytes(), 0).ask(&["config.py"]);
    assert_eq!((ended.exit, ended.stdout.as_str()), (Some(0), CITED), "{}", ended.stderr);
    assert_eq!(
        ended.stderr,
        "[sprag: 63 bytes of 1 file | ~3 tokens kept out of context | worker (model not reported) \
         used 9,000 in / 20 out | 1 verified citation]\n"
    );
    assert_eq!(bench.usage()[0]["cost_usd"], Value::Null);
}

#[test]
fn it_is_called_without_a_shell_and_reads_its_prompt_from_a_file() {
    let mut bench = Bench::new();
    bench.codex().prints(events().as_bytes(), 0).ask(&["config.py"]);
    let taken = |what: &str| String::from_utf8(bench.took(what).unwrap()).unwrap();
    let folder = taken("folder").trim_end().to_owned();
    let folder = folder.strip_suffix("/work").unwrap();
    let arguments = taken("arguments").replace('\0', "\n").replace(folder, "FOLDER");
    snapshot::settings().bind(|| {
        assert_binary_snapshot!("what_codex_is_called_with.txt", arguments.into_bytes());
        assert_binary_snapshot!("what_codex_is_told.txt", taken("prompt").into_bytes());
    });
    assert_eq!(taken("listing"), "");
    assert!(taken("input").contains("def load_config(path):"));
}

#[test]
fn a_turn_that_failed_is_said_in_its_words() {
    let mut bench = Bench::new();
    let failed = json!({"type": "turn.failed", "error": {"message": "no credit"}}).to_string();
    let ended = bench.codex().prints(failed.as_bytes(), 1).ask(&["config.py"]);
    assert_eq!(ended.stderr, "sprag: the worker returned an error: no credit\n");
}
