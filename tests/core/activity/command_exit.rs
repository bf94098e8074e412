//! Whose exit status is seen at the end of a line, and where output goes.

use sprag_core::activity::command_line::{CommandLine, Exit, Output, Simple};

/// The exit of each command, by its program.
fn exits(text: &str) -> String {
    let line = CommandLine::parse(text);
    assert!(line.complete, "{text}");
    let exit = |command: &Simple<'_>| {
        let name = command.program().map_or("-", |program| program.name).to_owned();
        name + if command.exit() == Exit::Seen { "+" } else { "?" }
    };
    line.commands.iter().map(exit).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn all(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(&exits(text), expected, "{text}");
    }
}

#[test]
fn a_status_is_seen_only_where_zero_at_the_end_proves_it() {
    all(&[
        ("a", "a+"),
        ("a;", "a+"),
        ("a\n# end\n", "a+"),
        ("cd x && a", "cd+ a+"),
        ("a && b && c", "a+ b+ c+"),
        ("a || true", "a? true?"),
        ("a || echo failed", "a? echo?"),
        ("a || b && c", "a? b? c+"),
        ("a; b", "a? b+"),
        ("a & b", "a? b+"),
        ("a &", "a?"),
        ("a & wait", "a? wait+"),
        ("! a", "a?"),
        ("a | tail", "a? tail+"),
        ("a && b | tail -5", "a+ b? tail+"),
        ("if a; then b; fi", "a? b?"),
        ("while a; do b; done", "a? b?"),
        ("for x in 1 2; do a; done", "a?"),
        ("case x in y) a;; esac", "a?"),
        ("f() { a; }; f", "a? f+"),
        ("echo $(a)", "echo+ a?"),
        ("x=$(a)", "-+ a+"),
        ("x=$(a); echo $x", "-? a? echo+"),
        ("(cd x; a)", "cd? a+"),
        ("(a) && b", "a+ b+"),
        ("{ a; }", "a+"),
        ("time a", "a+"),
        ("a > log 2>&1", "a+"),
        ("test -f x || a", "test? a?"),
        ("a; exit $?", "a? exit+"),
    ]);
}

#[test]
fn a_failure_that_ends_the_shell_is_seen_whatever_follows() {
    all(&[
        ("set -e; a; b", "set+ a+ b+"),
        ("set -e\na\nb", "set+ a+ b+"),
        ("set -euo pipefail; a | tail; b", "set+ a+ tail+ b+"),
        ("set -o pipefail; a | tail", "set? a+ tail+"),
        ("set -o pipefail && a | tail; b", "set? a? tail? b+"),
        ("set -e; set +e; a; b", "set+ set? a? b+"),
        ("set -e; cd x && a; b", "set+ cd? a? b+"),
        ("set -e; a || true; b", "set+ a? true? b+"),
        ("set -e; if a; then b; fi; c", "set+ a? b? c+"),
        ("a || exit 1; b", "a+ exit? b+"),
        ("a || { echo no; exit 1; }; b", "a+ echo? exit? b+"),
        ("a || (exit 1); b", "a? exit? b+"),
        ("a || exit 0; b", "a? exit? b+"),
        ("a || false", "a+ false?"),
        ("for x in 1 2; do a || exit 1; done; b", "a+ exit? b+"),
        ("(a || exit 1); b", "a? exit? b+"),
        ("set -e; { a; b; } || c; d", "set+ a? b? c? d+"),
        ("set -e; { a; b; } && c; d", "set+ a? b? c? d+"),
        ("set -e; (a; b); c", "set+ a+ b+ c+"),
        ("(set -e; a; b); c", "set? a? b? c+"),
        ("a || { b && exit 1; }; c", "a? b? exit? c+"),
        ("set -e; x=$(a; b)", "set+ -+ a? b+"),
        ("set -e; x=`a; b`", "set+ -+ a? b+"),
        ("a && { b || exit 1; }; c", "a? b? exit? c+"),
        ("a && b || exit 1; c", "a+ b+ exit? c+"),
        ("a || { b || false; }", "a? b? false?"),
        ("a || false && b || c", "a? false? b? c?"),
        ("a || if b; then false; fi", "a? b? false?"),
        ("bash -ec 'a; b'", "bash+ a+ b+"),
        ("bash -c 'a; b'", "bash+ a? b+"),
        ("bash -c 'a' || true", "bash? a? true?"),
        ("bash -o pipefail -c 'a | b'", "bash+ a+ b+"),
        ("bash -e <<EOF\na\nb\nEOF", "bash+ a+ b+"),
        ("bash <<EOF | tail\na\nEOF", "bash? tail+ a?"),
        ("sh -c 'a' &", "sh? a?"),
    ]);
}

#[test]
fn output_is_shown_piped_redirected_or_captured() {
    let table = [
        ("a", Output::Shown),
        ("a 2>/dev/null", Output::Shown),
        ("a >&2", Output::Shown),
        ("a | tail", Output::Piped),
        ("a > f", Output::Redirected),
        ("a &> f", Output::Redirected),
        ("(a; b) > f", Output::Redirected),
        ("{ a; } | tail", Output::Piped),
        ("x=$(a)", Output::Captured),
        ("bash -c a > f", Output::Redirected),
    ];
    for (text, expected) in table {
        let line = CommandLine::parse(text);
        let of_a = line
            .commands
            .iter()
            .find(|command| command.words.first().is_some_and(|word| word.text() == "a"));
        assert_eq!(of_a.unwrap().output, expected, "{text}");
    }
}

#[test]
fn a_pipe_names_both_its_ends() {
    let line = CommandLine::parse("x; a | b | (c; d) | e");
    let ends: Vec<_> =
        line.commands.iter().map(|command| (command.piped_from, command.piped_into)).collect();
    assert_eq!(
        ends,
        [
            (None, None),
            (None, Some(2)),
            (Some(1), Some(3)),
            (Some(2), Some(5)),
            (Some(2), Some(5)),
            (Some(3), None),
        ]
    );
}
