//! Which files a command line of PowerShell shows.

use sprag_core::hosts::event::{Call, Tool};
use sprag_core::hosts::host::Host;
use sprag_core::reads::{ReadSettings, ask};

/// The paths that a line shows, and the first and last lines of each.
fn seen(command: &str, cwd: &str) -> Vec<String> {
    let tool = Tool::PowerShell { command: command.into() };
    let call = Call { host: Host::Claude, tool: &tool, agent: None, cwd: Some(cwd), home: None };
    let asked = ask(&call, &ReadSettings::default());
    let files = asked.map(|asked| asked.files).unwrap_or_default();
    files.iter().map(|file| format!("{} {:?}", file.path, file.part)).collect()
}

#[test]
fn it_shows_what_a_shell_would_show_of_the_same_files() {
    for (command, shell) in [
        ("Get-Content a.txt", "cat a.txt"),
        ("gc src\\a.txt -Tail 50", "tail -n 50 src/a.txt"),
        ("type a.txt | Select-Object -First 20", "cat a.txt | head -n 20"),
        ("Get-Content a.txt -TotalCount 9", "head -n 9 a.txt"),
        ("Get-Content a.txt | select -Skip 10 -First 5", "cat a.txt | sed -n 11,15p"),
        ("cd src; Get-Content a.txt, b.txt", "cd src; cat a.txt b.txt"),
        ("Get-Content a.txt | Out-String", "cat a.txt"),
        ("$x = Get-Content a.txt; $x", "cat a.txt"),
    ] {
        let tool = Tool::Shell { command: shell.into() };
        let cwd = Some("C:/calc");
        let call = Call { host: Host::Claude, tool: &tool, agent: None, cwd, home: None };
        let files = ask(&call, &ReadSettings::default()).unwrap().files;
        let expected: Vec<String> =
            files.iter().map(|file| format!("{} {:?}", file.path, file.part)).collect();
        assert!(!expected.is_empty(), "{shell}");
        assert_eq!(seen(command, "C:/calc"), expected, "{command}");
    }
}

#[test]
fn what_goes_elsewhere_or_is_in_doubt_passes() {
    for command in [
        "$x = Get-Content a.txt",
        "Get-Content a.txt > b.txt",
        "Get-Content a.txt | Out-Null",
        "if ($y) { Get-Content a.txt }",
        "Get-Content $f",
        "Get-Content a.txt | Select-String x",
        "(Get-Content a.txt).Count",
        "Get-Content a.txt | Where-Object { $_ }",
        "Set-Content a.txt 'x'; Get-Content a.txt",
    ] {
        assert!(seen(command, "C:/calc").is_empty(), "{command}");
    }
}

#[test]
fn a_path_with_a_drive_or_a_server_starts_from_no_folder() {
    for (path, expected) in [
        ("D:\\x\\a.txt", "D:/x/a.txt"),
        ("\\\\server\\share\\a.txt", "//server/share/a.txt"),
        (".\\a.txt", "C:/calc/./a.txt"),
    ] {
        let found = seen(&format!("Get-Content {path}"), "C:/calc");
        assert_eq!(found, [format!("{expected} Whole")], "{path}");
    }
}
