//! Command lines on Windows, where the host hands them to PowerShell.

use super::{FAILED, PASSED, SUITE, function, head, script, work};
use serde_json::json;

#[test]
fn a_line_is_read_as_the_shell_does_that_runs_it() {
    let piped = "cd D:\\calc; python -m unittest 2>&1 | Select-Object -Last 9";
    let script_of = |words: serde_json::Value, cwd: &str, status: i32, output: &str| {
        let done = json!({"type": "CommandExecution", "id": "exec-1", "exit_code": status,
            "cwd": cwd, "command": words, "aggregated_output": output});
        script("text(await tools.exec_command({cmd: \"x\"}));", &[done])
    };
    for (lines, expected) in [
        (
            function(
                "exec_command",
                &json!({"cmd": piped, "workdir": "C:\\calc"}),
                &head(0, PASSED),
            )
            .to_vec(),
            "passed",
        ),
        (
            // A line that goes on behind a backtick is none of a shell's.
            function(
                "exec_command",
                &json!({"cmd": "python -m unittest `\n  -v", "workdir": "C:\\calc"}),
                &head(0, PASSED),
            )
            .to_vec(),
            "passed",
        ),
        (
            function(
                "shell_command",
                &json!({"command": piped, "shell": "pwsh"}),
                &head(1, FAILED),
            )
            .to_vec(),
            "failed",
        ),
        (
            script_of(
                json!(["C:\\Windows\\powershell.exe", "-NoProfile", "-Command", piped]),
                "C:\\calc",
                0,
                PASSED,
            ),
            "passed",
        ),
        (script_of(json!(["cmd.exe", "/c", SUITE]), "C:\\calc", 1, FAILED), "failed"),
        (script_of(json!(["bash", "-lc", SUITE]), "C:\\calc", 0, PASSED), "passed"),
    ] {
        assert_eq!(work(&lines), [format!("test {expected}")], "{lines:?}");
    }
}

#[test]
fn a_folder_that_looks_like_a_drive_is_none_elsewhere() {
    let call = json!({"cmd": format!("{SUITE} | tail -3 || true"), "workdir": "/c/calc"});
    assert_eq!(work(&function("exec_command", &call, &head(0, PASSED))), ["test passed"]);
}
