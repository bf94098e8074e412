//! Checks whose output is looked at later.
use serde_json::json;
use sprag_core::activity::check_kind::CheckKind::{Build, Test, Types};
use sprag_core::activity::check_kind::KindSet;
use sprag_core::activity::work::CheckResult::{self, Failed, Passed, Unknown};
use sprag_core::activity::work::{Run, Scope, What};
use sprag_harness::transcript::Transcript;

use super::{actions, runs, turn};

const GREEN: &str = "============ 3 passed in 0.04s ============";
const RED: &str = "======= 1 failed, 2 passed in 0.04s =======";

fn results(written: &Transcript) -> Vec<CheckResult> {
    runs(written).into_iter().map(|run| run.result).collect()
}

#[test]
fn a_check_in_the_background_is_unknown_until_its_output_is_looked_at() {
    // Section 23, E; reports 27 and 63.
    let started = || turn().shell("pytest").backgrounded("b5d7");
    assert_eq!(results(&started()), [Unknown]);
    for (tool, input) in [
        ("BashOutput", json!({"bash_id": "b5d7"})),
        ("TaskOutput", json!({"task_id": "b5d7"})),
        ("Read", json!({"file_path": "/tmp/tasks/b5d7.output"})),
        ("Bash", json!({"command": "tail -3 /tmp/tasks/b5d7.output"})),
    ] {
        for (output, expected) in [(GREEN, Passed), (RED, Failed), ("collecting", Unknown)] {
            let written = started().call(tool, input.clone()).printed(output);
            assert_eq!(results(&written), [expected], "{tool}: {output}");
        }
    }
    // Another task's output says nothing about it.
    let other = started().call("BashOutput", json!({"bash_id": "b9"})).printed(GREEN);
    assert_eq!(results(&other), [Unknown]);
}

#[test]
fn what_is_looked_at_last_counts() {
    let look = json!({"bash_id": "b5d7"});
    let written = turn()
        .shell("pytest")
        .backgrounded("b5d7")
        .call("BashOutput", look.clone())
        .printed(GREEN)
        .call("BashOutput", look)
        .printed(RED);
    assert_eq!(results(&written), [Failed]);
}

#[test]
fn a_command_that_the_host_moved_to_the_background_is_unknown() {
    let moved = "Command was moved to the background (ID: b5d7).";
    let written = turn().shell("pytest").answered(json!(moved), false, json!(null));
    assert_eq!(results(&written), [Unknown]);
    let seen = written.call("BashOutput", json!({"bash_id": "b5d7"})).printed(RED);
    assert_eq!(results(&seen), [Failed]);
}

#[test]
fn a_check_behind_an_ampersand_is_unknown() {
    assert_eq!(results(&turn().runs("pytest &", "")), [Unknown]);
}

#[test]
fn an_output_in_a_file_is_looked_at_later() {
    let ran = || turn().runs("pytest > /tmp/out.log 2>&1", "");
    assert_eq!(results(&ran()), [Unknown]);
    for (output, expected) in [(GREEN, Passed), (RED, Failed)] {
        let read = json!({"file_path": "/tmp/out.log"});
        assert_eq!(results(&ran().call("Read", read).printed(output)), [expected]);
        assert_eq!(results(&ran().runs("tail -3 /tmp/out.log", output)), [expected]);
    }
    assert_eq!(results(&ran().runs("tail -3 /tmp/other.log", GREEN)), [Unknown]);
    // One letter is in too many names.
    let short = turn().runs("pytest > o", "").runs("tail -3 /tmp/other.log", GREEN);
    assert_eq!(results(&short), [Unknown]);
    // What was read before it ran is of another run.
    let before = turn().runs("tail -3 /tmp/out.log", GREEN).runs("pytest > /tmp/out.log", "");
    assert_eq!(results(&before), [Unknown]);
}

#[test]
fn what_a_notification_says_is_not_a_result() {
    // Report 27: its wrapper ended well, and what it waited for did not.
    let written = turn()
        .shell("pytest")
        .backgrounded("b5d7")
        .meta("<task-notification>completed (exit code 0): 3 passed in 0.04s</task-notification>");
    assert_eq!(results(&written), [Unknown]);
}

#[test]
fn what_a_monitor_runs_goes_on_in_the_background() {
    let monitor = || {
        let input = json!({"description": "tests", "command": "pytest -q", "timeout_ms": 60000});
        let started = "Monitor started (task m1ab, expires in 60s unless the source ends first)";
        turn().call("Monitor", input).printed(started)
    };
    let result = |written: &Transcript| {
        let runs = runs(written);
        assert_eq!(runs.len(), 1);
        (runs[0].kinds, runs[0].result)
    };
    let tests = KindSet::of(&[Test]);
    assert_eq!(result(&monitor()), (tests, Unknown));
    let looked = monitor().call("TaskOutput", json!({"task_id": "m1ab"})).printed(RED);
    assert_eq!(result(&looked), (tests, Failed));
    // Of a socket nobody knows what it is.
    let socket = json!({"description": "tests", "ws": {"url": "ws://localhost:1"}});
    assert_eq!(
        actions(&turn().call("Monitor", socket).printed("Monitor started.")),
        [What::Hidden]
    );
}

#[test]
fn the_status_that_is_told_later_is_that_of_what_went_on() {
    let told = |command: &str, status: u32| {
        let output = format!(
            "<status>completed</status>\n\n<exit_code>{status}</exit_code>\n\n<output>\nx\n</output>"
        );
        let look = json!({"task_id": "b5d7"});
        turn().shell(command).backgrounded("b5d7").call("TaskOutput", look).printed(&output)
    };
    for (status, expected) in [(0, Passed), (101, Failed), (143, Unknown)] {
        assert_eq!(results(&told("pytest", status)), [expected], "{status}");
    }
    // Of a pipe it is that of the last.
    assert_eq!(results(&told("pytest | tail -3", 0)), [Unknown]);
    assert_eq!(results(&told("pytest | tail -3", 1)), [Unknown]);
    // What a program prints of a status is its own business.
    let look = json!({"task_id": "b5d7"});
    let printed = "<output>\n<exit_code>0</exit_code>\n</output>";
    let written =
        turn().shell("pytest").backgrounded("b5d7").call("TaskOutput", look).printed(printed);
    assert_eq!(results(&written), [Unknown]);
}

#[test]
fn a_notification_tells_how_its_task_ended() {
    let notified = |task: &str, words: &str| {
        let text = format!(
            "<task-notification>\n<task-id>{task}</task-id>\n<status>completed</status>\n\
             <summary>Background command \"Tests\" {words}</summary>\n</task-notification>"
        );
        let notice = json!([{"type": "text", "text": text}]);
        turn()
            .shell("pytest")
            .backgrounded("b5d7")
            .user(notice, json!({"promptId": "p1", "origin": {"kind": "task-notification"}}))
    };
    for (words, expected) in [
        ("completed (exit code 0)", Passed),
        ("failed with exit code 101", Failed),
        ("was stopped", Unknown),
    ] {
        assert_eq!(results(&notified("b5d7", words)), [expected], "{words}");
    }
    assert_eq!(results(&notified("b9", "failed with exit code 101")), [Unknown]);
}

#[test]
fn a_file_is_read_without_the_numbers_of_its_lines() {
    let started = || turn().shell("pytest").backgrounded("b5d7");
    let read = json!({"file_path": "/tmp/tasks/b5d7.output"});
    for (output, expected) in [
        ("     1\u{2192}collecting\n     2\u{2192}1 failed, 2 passed in 0.04s\n", Failed),
        ("1\tcollecting\n2\t3 passed in 0.04s", Passed),
        ("\u{2192}3 passed in 0.04s", Unknown),
    ] {
        let written = started().call("Read", read.clone()).printed(output);
        assert_eq!(results(&written), [expected], "{output}");
    }
}

#[test]
fn a_notification_with_too_long_a_name_of_its_task_tells_nothing() {
    for (length, expected) in [(255, Failed), (256, Unknown)] {
        let task = "b".repeat(length);
        let notice = format!(
            "<task-notification>\n<task-id>{task}</task-id>\n\
             <summary>It failed with exit code 1</summary>\n</task-notification>"
        );
        let written = turn().shell("pytest").backgrounded(&task).user(
            json!([{"type": "text", "text": notice}]),
            json!({"promptId": "p1", "origin": {"kind": "task-notification"}}),
        );
        assert_eq!(results(&written), [expected], "{length}");
    }
}

#[test]
fn a_watch_that_compiled_the_code_again_is_a_build_in_part() {
    let task = "/tmp/tasks/b5d7.output";
    let edited = || {
        let started = turn().shell("pnpm dev").backgrounded("b5d7");
        started.edits_lines("/home/dev/calc/src/a.ts", 3)
    };
    let kinds = |written: &Transcript| {
        let passed = |run: &Run| run.result == Passed && run.scope == Scope::Narrowed;
        let all = runs(written);
        assert!(all.iter().all(passed), "{all:?}");
        all.into_iter().map(|run| run.kinds).collect::<Vec<_>>()
    };
    let tail = |path: &str, output: &str| {
        kinds(&edited().runs(&format!("sleep 3; tail -5 {path}"), output))
    };
    let (types, build) = (KindSet::of(&[Types]), KindSet::of(&[Build]));
    let good = "[12:00:01] Found 0 errors. Watching for file changes.";
    let bad = "[12:00:01] Found 2 errors. Watching for file changes.";
    for (output, expected) in [
        (good, types),
        ("[Nest] 71 - LOG [NestApplication] Nest application successfully started +2ms", build),
        ("12:00:01 [vite] hmr update /src/a.ts", build),
        ("[watch] build finished, watching for changes...", build),
        ("[Finished running. Exit status: 0]", build),
    ] {
        assert_eq!(tail(task, output), [expected], "{output}");
        assert_eq!(tail("/tmp/dev.log", output), [expected], "{output}");
        let look = edited().call("BashOutput", json!({"bash_id": "b5d7"})).printed(output);
        assert_eq!(kinds(&look), [expected], "{output}");
    }
    // A build in a file may have ended long ago.
    for output in ["webpack 5.9 compiled successfully in 4 ms", " \u{2713} Compiled in 40ms"] {
        assert_eq!(tail(task, output), [build], "{output}");
        assert!(tail("/tmp/dev.log", output).is_empty(), "{output}");
        let look = edited().call("BashOutput", json!({"bash_id": "b5d7"})).printed(output);
        assert_eq!(kinds(&look), [build], "{output}");
        let read = edited().call("Read", json!({"file_path": "/tmp/dev.log"})).printed(output);
        assert!(kinds(&read).is_empty(), "{output}");
    }
    // What came last counts, and is never a failure.
    assert_eq!(tail(task, &[bad, good].join("\n")), [types]);
    for output in [
        bad,
        "[12:00:01] Found 1 error. Watching for file changes.",
        &[good, bad].join("\n"),
        &[good, "src/a.ts(1,2): error TS2322: no"].join("\n"),
        "[nodemon] app crashed - waiting for file changes before starting...",
        "Starting compilation in watch mode...",
    ] {
        assert!(tail(task, output).is_empty(), "{output}");
    }
    // What another program printed is no watch.
    assert!(kinds(&edited().runs("echo x", good)).is_empty());
    assert_eq!(actions(&edited().runs("./start.sh; tail -5 x.log", good)).len(), 3);
}
