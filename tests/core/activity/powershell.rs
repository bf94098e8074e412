//! Command lines of PowerShell: which commands they run, for a shell, and whose status is seen.

use sprag_core::activity::command_line::{
    CommandLine, Ending, Exit, Language, Operator, Output, Place, Simple,
};
use sprag_core::activity::runner;
use sprag_core::limits::{COMMAND_DEPTH_MAX, COMMANDS_MAX, WORDS_MAX};

const TOOL: Language = Language::PowerShell(Ending::LastProgram);
const SCRIPT: Language = Language::PowerShell(Ending::LastStatement);

fn words_of(line: &CommandLine<'_>) -> String {
    let command = |command: &Simple<'_>| {
        let words = command.assignments.iter().chain(&command.words);
        words.map(|word| word.text()).collect::<Vec<_>>().join("|")
    };
    line.commands.iter().map(command).collect::<Vec<_>>().join(" ; ")
}

#[track_caller]
fn all(table: &[(&str, &str)]) {
    for (text, expected) in table {
        let line = CommandLine::parse_in(text, TOOL);
        assert_eq!(&words_of(&line), expected, "{text}");
        assert!(line.complete, "{text}");
    }
}

/// The exit of each program, by its name.
#[track_caller]
fn exits(language: Language, table: &[(&str, &str)]) {
    for (text, expected) in table {
        let line = CommandLine::parse_in(text, language);
        assert!(line.complete, "{text}");
        let exit = |command: &Simple<'_>| {
            let name = command.program().map_or("-", |program| program.name).to_owned();
            name + if command.exit() == Exit::Seen { "+" } else { "?" }
        };
        let found = line.commands.iter().map(exit).collect::<Vec<_>>().join(" ");
        assert_eq!(&found, expected, "{text}");
    }
}

#[test]
fn words_are_what_a_program_would_get() {
    all(&[
        ("npm test", "npm|test"),
        ("a 'b c' \"d e\" f` g", "a|b c|d e|f g"),
        ("a 'it''s' \"say \"\"x\"\"\" \"a`\"b`$c`n\"", "a|it's|say \"x\"|a\"b$c\n"),
        ("a `\n b", "a|b"),
        ("a 'x\ny'", "a|x\ny"),
        ("a $HOME ${x y} \"$z\" $env:CI \"$Env:CI\"", "a|$HOME|${x y}|$z|$CI|$CI"),
        ("a \"x $(b c) y\"", "a|x $() y ; b|c"),
        ("git commit -m @'\nrun npm test\n'@ -q", "git|commit|-m|run npm test|-q"),
        ("git commit -m @\"\nrun $x\n\"@", "git|commit|-m|run $x"),
        ("a#b # c", "a#b"),
        ("a <# b; c #> d", "a|d"),
        ("<#\nnpm test\n#>\na", "a"),
        ("a x,y", "a|x|y"),
        ("a --% $x 'y' \"z\" | b", "a|$x|'y'|z ; b"),
        (".\\gradlew.bat test", "./gradlew.bat|test"),
        (
            "& 'C:\\Program Files\\Go\\bin\\go.exe' test .\\...",
            "C:/Program Files/Go/bin/go.exe|test|./...",
        ),
        ("& $go test", "$go|test"),
        ("7z x a.zip", "7z|x|a.zip"),
        ("git stash drop 'stash@{0}'", "git|stash|drop|stash@{0}"),
    ]);
}

#[test]
fn statements_hold_the_commands_that_they_run() {
    all(&[
        ("a;b&&c||d|e\nf", "a ; b ; c ; d ; e ; f"),
        ("$x = a b; c", "a|b ; c"),
        ("$env:CI = '1'; npm test", "env=1 ; npm|test"),
        ("$p = 'C:\\Temp\\x'; a", "p=C:/Temp/x ; a"),
        ("if (a) { b } elseif (c) { d } else { e }; f", "a ; b ; c ; d ; e ; f"),
        ("foreach ($f in a b) { c $f }", "c|$f"),
        ("for ($i = 0; $i -lt 3; $i++) { c }", "c"),
        ("while ($true) { c; break }", "c"),
        ("do { c } while ($x)", "c"),
        ("switch ($x) { 'a' { b } default { c } }", "b ; c"),
        ("function Fix($f, $g = 1) { a $f }\nFix 'x'", "a|$f ; Fix|x"),
        ("try { a } catch [X] { b } finally { c }", "a ; b ; c"),
        ("& { a; b }", "a ; b"),
        ("(a b).Split(\"`n\")[1..3]", "a|b"),
        ("$x = @{ a = 1; 'b' = @(c d); e = { f } }", "c|d ; f"),
        ("[math]::Round((Get-Item x).Length/1KB, 1)", "Get-Item|x"),
        ("'a','b' | ForEach-Object { npm test $_ }", "ForEach-Object|{} ; npm|test|$_"),
        ("\"build ok\"", "echo|build ok"),
        ("return $x", ""),
        ("1 + 2; $a -eq 'b'; $true", ""),
        ("$errors.Count; if ($errors.Count) { $errors } else { \"clean\" }", "echo|clean"),
        ("throw 'no'", "echo|no ; exit|1"),
    ]);
}

#[test]
fn a_cmdlet_is_what_a_shell_calls_it() {
    all(&[
        ("Get-Content a.rs", "cat|a.rs"),
        ("gc -Path src\\a.rs -Tail 5", "tail|-n|5|src/a.rs"),
        ("Get-Content a.rs -TotalCount 9", "head|-n|9|a.rs"),
        ("type a.rs", "cat|a.rs"),
        ("a | Select-Object -Last 20", "a ; tail|-n|20"),
        ("a | select -First 3", "a ; head|-n|3"),
        ("a | Select-Object -Skip 10 -First 5", "a ; sed|-n|11,15p"),
        ("a | Select-Object -Skip 10", "a ; tail|-n|+11"),
        ("a | Select-Object -ExpandProperty x", "a ; Select-Object|-ExpandProperty|x"),
        ("a | Out-String", "a ; cat"),
        ("a | Out-Null", "a ; cat"),
        ("a | Tee-Object -FilePath x.log", "a ; tee|x.log"),
        ("a | Tee-Object -Variable x", "a ; cat"),
        ("a | Out-File -Append x.txt", "a ; tee|-a|x.txt"),
        ("Set-Content -Path src\\a.rs -Value 'x'", "tee|src/a.rs"),
        ("Remove-Item -Recurse -Force .\\out", "rm|./out"),
        ("Copy-Item a.rs -Destination b.rs", "cp|a.rs|b.rs"),
        ("Move-Item a.rs b.rs", "mv|a.rs|b.rs"),
        ("New-Item -ItemType Directory x", "mkdir|x"),
        ("Set-Location D:\\x\\src; sl ..", "cd|D:/x/src ; cd|.."),
        ("Write-Host \"x\" -ForegroundColor Red", "echo|x"),
        ("Start-Sleep 5", "sleep|5"),
        ("Invoke-Pester -Path .", "Invoke-Pester|-Path|."),
    ]);
}

#[test]
fn what_a_line_hands_to_another_shell_runs_there() {
    all(&[
        (
            "wsl.exe -d Ubuntu -- bash -lc \"npm test\"",
            "wsl.exe|-d|Ubuntu|--|bash|-lc|npm test ; npm|test",
        ),
        ("cmd /c \"npm test && b\"", "cmd|/c|npm test && b ; npm|test ; b"),
        ("cmd /c npm test", "cmd|/c|npm|test ; npm|test"),
        ("pwsh -NoProfile -c { a; b }", "pwsh|-NoProfile|-c|{} ; a ; b"),
        ("powershell -Command \"npm test\"", "powershell|-Command|npm test ; npm|test"),
        ("iex 'npm test'", "eval|npm test ; npm|test"),
    ]);
    let line = CommandLine::parse("pwsh.exe -NoProfile -Command 'cd C:\\x; npm test 2>&1'");
    assert_eq!(
        words_of(&line),
        "pwsh.exe|-NoProfile|-Command|cd C:\\x; npm test 2>&1 ; cd|C:/x ; npm|test"
    );
}

#[test]
fn the_tool_shows_the_status_of_the_last_program() {
    exits(
        TOOL,
        &[
            ("a", "a+"),
            ("a | Select-Object -Last 5", "a+ tail?"),
            ("cd x; a 2>&1 | Out-String; Write-Host done", "cd? a+ cat? echo?"),
            ("a; b", "a? b+"),
            ("a && b", "a+ b+"),
            ("a || b", "a? b?"),
            ("a || b && c", "a? b? c+"),
            ("a | b", "a? b+"),
            ("a &", "a?"),
            ("a | Select-Object -First 5", "a? head?"),
            ("if (x) { a }", "x? a?"),
            ("foreach ($f in 1) { a }", "a?"),
            ("function f { a }", "a?"),
            ("a; if ($?) { b }", "a+ b+"),
            ("a; if ($LASTEXITCODE -eq 0) { b }", "a+ b+"),
            ("a; if (0 -eq $LASTEXITCODE) { b }", "a+ b+"),
            ("a; if ($LASTEXITCODE -eq 1) { b }", "a? b?"),
            ("x && a | b", "x+ a? b+"),
            ("a; if ($LASTEXITCODE -eq 0) { b } else { c }", "a? b? c?"),
            ("a; if ($LASTEXITCODE -ne 0) { exit 1 }; b", "a+ exit? b+"),
            ("a; if ($LASTEXITCODE -ne 0) { throw 'x' }; b", "a+ echo? exit? b+"),
            ("a; if (-not $?) { exit $LASTEXITCODE }\nb", "a+ exit? b+"),
            ("a; if ($LASTEXITCODE -ne 0) { exit 0 }; b", "a? exit? b+"),
            ("a $(b)", "a+ b?"),
            ("$x = a; $x | Select-Object -Last 3", "a+ tail?"),
            ("Invoke-Pester", "Invoke-Pester?"),
            ("try { a } catch { b }", "a? b?"),
            ("try { a } catch { 'x' }", "a+ echo?"),
        ],
    );
}

#[test]
fn a_script_shows_how_its_last_statement_ended() {
    exits(
        SCRIPT,
        &[
            ("a", "a+"),
            ("cd x; a", "cd? a+"),
            ("a; exit $LASTEXITCODE", "a+ exit?"),
            ("a; 'done'", "a? echo?"),
            ("a; $x", "a?"),
            ("a | Select-Object -Last 5", "a? tail?"),
            ("a && b", "a+ b+"),
            ("a; if ($?) { b }", "a+ b+"),
        ],
    );
}

#[test]
fn a_status_that_is_printed_is_that_of_the_last_program() {
    let reader = |text: &str| {
        let line = CommandLine::parse_in(text, TOOL);
        line.commands.first().and_then(|command| command.status_read_by)
    };
    assert_eq!(reader("a; \"exit=$LASTEXITCODE\""), Some(1));
    assert_eq!(reader("a | Select-Object -Last 3; Write-Host \"exit $LASTEXITCODE\""), Some(2));
    assert_eq!(reader("a && b; \"$LASTEXITCODE\""), Some(2));
    assert_eq!(reader("a; b; \"$LASTEXITCODE\""), None);
    assert_eq!(reader("if ($x) { a }; \"$LASTEXITCODE\""), None);
    assert_eq!(reader("a | Select-Object -First 3; \"$LASTEXITCODE\""), None);
    assert_eq!(reader("a; \"done\""), None);
}

#[test]
fn output_goes_where_it_is_sent() {
    let output = |text: &str| {
        let line = CommandLine::parse_in(text, TOOL);
        line.commands.first().map(|command| command.output)
    };
    assert_eq!(output("a 2>&1"), Some(Output::Shown));
    assert_eq!(output("a *>&1 | Select-Object -Last 5"), Some(Output::Piped));
    for redirected in ["a > x.log", "a *> $null", "a >> x", "a 1> x"] {
        assert_eq!(output(redirected), Some(Output::Redirected), "{redirected}");
    }
    assert_eq!(output("$x = a"), Some(Output::Captured));
    assert_eq!(output("$x = a; $x"), Some(Output::Shown));
    assert_eq!(output("$x = a; $x | Select-Object -Last 5"), Some(Output::Piped));
    assert_eq!(output("$x = a; $y = $x"), Some(Output::Captured));
    let line = CommandLine::parse_in("a 2> $null; b 2>&1; c *>> x.log", TOOL);
    let redirections = line.commands.iter().flat_map(|command| &command.redirections);
    let found: Vec<_> = redirections
        .map(|one| (one.descriptor, one.operator, one.target.text().to_owned()))
        .collect();
    assert_eq!(
        found,
        [
            (Some(2), Operator::Write, "/dev/null".into()),
            (Some(2), Operator::Duplicate, "1".into()),
            (None, Operator::AppendBoth, "x.log".into()),
        ]
    );
}

#[test]
fn a_text_before_a_pipe_is_what_the_command_behind_it_reads() {
    let line = CommandLine::parse_in("@'\ndiff\n--- a\n'@ | git apply", TOOL);
    assert_eq!(words_of(&line), "git|apply");
    let here = line.commands[0].redirections[0].here.as_ref().unwrap();
    assert_eq!((here.text.as_ref(), here.lines), ("diff\n--- a", 2));
}

#[test]
fn a_block_stands_in_what_runs_it() {
    let place = |text: &str, place: Place| {
        let line = CommandLine::parse_in(text, TOOL);
        line.commands.last().is_some_and(|command| command.nesting.contains(place))
    };
    assert!(place("1..3 | % { a }", Place::Loop));
    assert!(place("if ($x) { a }", Place::Branch));
    assert!(place("function f { a }", Place::Function));
    assert!(place("& { a }", Place::Group) && !place("& { a }", Place::Function));
    assert!(place("x { a }", Place::Function));
    assert!(place("Measure-Command { a }", Place::Group));
}

#[test]
fn a_job_goes_on_in_the_background() {
    let line = CommandLine::parse_in("Start-Job { a }; b &", TOOL);
    let background: Vec<_> = line.commands.iter().map(|command| command.background).collect();
    assert_eq!(background, [false, true, true]);
}

#[test]
fn what_is_left_open_is_no_line() {
    for text in ["a 'b", "a \"b", "a (b", "if ($x) { a", "a <# b", "a )", "a }", "@'\nx", "a |"] {
        assert!(!CommandLine::parse_in(text, TOOL).complete, "{text}");
    }
    for deep in ["(", "$(", "& { ", "@{ a = "] {
        let text = deep.repeat(COMMAND_DEPTH_MAX * 1_000);
        assert!(!CommandLine::parse_in(&text, TOOL).complete, "{deep}");
    }
    let many = "a;".repeat(COMMANDS_MAX + 1);
    let line = CommandLine::parse_in(&many, TOOL);
    assert!(!line.complete && line.commands.len() == COMMANDS_MAX);
    let long = "a ".repeat(WORDS_MAX + 1);
    assert!(!CommandLine::parse_in(&long, TOOL).complete);
}

#[test]
fn checks_are_found_in_it() {
    for (text, expected) in [
        ("cd D:\\x\\src; go test ./shell/... 2>&1 | Select-Object -Last 5", "go test"),
        ("& \"C:\\Go\\bin\\go.exe\" test ./...", "go test"),
        ("$out = npm test 2>&1; $out | Select-Object -Last 30", "npm test"),
        ("$env:CI='1'; npx vitest run", "vitest"),
        ("wsl bash -lc 'cd /mnt/c/x && cargo test'", "cargo test"),
        (".\\gradlew.bat test", "gradle"),
        ("Measure-Command { go build ./... }", "go build"),
    ] {
        let line = CommandLine::parse_in(text, TOOL);
        let found: Vec<String> = line
            .commands
            .iter()
            .filter_map(runner::run_of)
            .map(|run| run.runner.to_string())
            .collect();
        assert!(found.iter().any(|runner| runner.starts_with(expected)), "{text}: {found:?}");
    }
}
