//! What a command line of PowerShell shows of its checks, and what it changed.

use serde_json::json;
use sprag_core::activity::check_kind::CheckKind::{self, Build, Test};
use sprag_core::activity::work::CheckResult::{self, Failed, Passed, Unknown};
use sprag_harness::transcript::Transcript;

use super::{actions, changes, runs, turn};

fn called(command: &str, output: &str, status: i32) -> Transcript {
    let called = turn().call("PowerShell", json!({"command": command, "description": "Runs it"}));
    if status == 0 {
        let kept = json!({"stdout": output, "stderr": "", "interrupted": false});
        return called.answered(json!(output), false, kept);
    }
    let shown = format!("Exit code {status}\n{output}");
    called.answered(json!(shown), true, json!(format!("Error: {shown}")))
}

fn ran(command: &str, output: &str, status: i32, kind: CheckKind) -> Vec<CheckResult> {
    let of_kind = runs(&called(command, output, status)).into_iter();
    of_kind.filter(|run| run.kinds.contains(kind)).map(|run| run.result).collect()
}

#[test]
fn a_check_ends_as_the_last_program_of_its_line_did() {
    let piped = "cd D:\\calc; npm test 2>&1 | Select-Object -Last 4";
    assert_eq!(ran(piped, "done", 0, Test), [Passed]);
    assert_eq!(ran(piped, "odd", 1, Test), [Failed]);
    // What the line goes on with says nothing of it.
    assert_eq!(ran("npm test; git status", "", 0, Test), [Unknown]);
    assert_eq!(ran("npm test 2>&1 | Select-Object -First 4", "odd", 0, Test), [Unknown]);
    assert_eq!(ran("if ($x) { npm test }", "", 0, Test), [Unknown]);
    assert_eq!(ran("$out = npm test 2>&1; $out | Select-Object -Last 9", "odd", 0, Test), [Passed]);
}

#[test]
fn a_check_that_only_a_success_lets_follow_vouches_for_the_one_before() {
    let line = "go build ./...; if ($?) { go test ./... }";
    assert_eq!(ran(line, "ok  \tex.com/a\t0.1s", 0, Build), [Passed]);
    assert_eq!(ran(line, "ok  \tex.com/a\t0.1s", 0, Test), [Passed]);
    let line = "go build ./...; if ($LASTEXITCODE -ne 0) { exit 1 }; go vet ./...";
    assert_eq!(ran(line, "", 0, Build), [Passed]);
    let line = "go build ./...; if ($LASTEXITCODE -eq 0) { 'BUILD_OK' }; git status";
    assert_eq!(ran(line, "BUILD_OK", 0, Build), [Passed]);
}

#[test]
fn an_exit_status_that_the_line_prints_is_that_of_its_check() {
    let line = "npm test 2>&1 | Select-Object -Last 4; \"exit=$LASTEXITCODE\"; git status";
    assert_eq!(ran(line, "odd\nexit=0", 0, Test), [Passed]);
    assert_eq!(ran(line, "odd\nexit=1", 0, Test), [Failed]);
    let line = "npm test; git status; Write-Host \"exit: $LASTEXITCODE\"";
    assert_eq!(ran(line, "odd\nexit: 0", 0, Test), [Unknown]);
}

#[test]
fn what_starts_no_program_is_nothing() {
    for line in [
        "if ($e.Count) { $e } else { \"clean\" }",
        "$e = $null; [System.Management.Automation.Language.Parser]::ParseFile(\"D:\\x.ps1\", \
         [ref]$null, [ref]$e) | Out-Null; if ($e.Count -eq 0) { \"OK\" }",
        "Get-ChildItem D:\\x -Directory | ForEach-Object { $n = (Select-String -Path $_ -Pattern \
         'a' -AllMatches).Matches.Count; \"$n  $_\" }",
        "(Get-Content a.rs | Measure-Object -Line).Lines",
        "Get-Content a.rs -Tail 5",
        "Test-Path x; Get-Command go; Get-Location; Start-Sleep 5",
    ] {
        assert!(actions(&called(line, "clean", 0)).is_empty(), "{line}");
    }
    // What is on no list may check.
    for line in ["Invoke-Build", "Get-Child_Item", "golangci-lint"] {
        assert_eq!(actions(&called(line, "", 0)).len(), 1, "{line}");
    }
}

#[test]
fn what_it_writes_is_a_change_of_the_project_or_none() {
    for (line, path) in [
        ("'x' > src\\a.rs", "src/a.rs"),
        ("Set-Content -Path src\\a.rs -Value 'x' -NoNewline", "src/a.rs"),
        ("Get-Content a.rs | Out-File b.rs", "b.rs"),
        ("Remove-Item .\\src\\a.rs -Force", "./src/a.rs"),
        ("git checkout -- src\\a.rs", "src/a.rs"),
    ] {
        let paths: Vec<_> =
            changes(&called(line, "", 0)).into_iter().map(|change| change.path).collect();
        assert_eq!(paths, [Some(path.into())], "{line}");
    }
    for line in [
        "go test ./... 2> $null",
        "go test ./... *> $env:TEMP\\log.txt",
        "$p = 'C:\\Users\\dev\\AppData\\Local\\Temp\\x'; Set-Content \"$p\\a.go\" 'x'",
        "Remove-Item Env:\\X -ErrorAction SilentlyContinue",
        "New-Item -ItemType Directory out | Out-Null",
    ] {
        assert!(changes(&called(line, "", 0)).is_empty(), "{line}");
    }
}

#[test]
fn what_is_no_line_is_not_seen() {
    assert_eq!(actions(&called("if ($x) { npm test", "", 0)).len(), 1);
}
