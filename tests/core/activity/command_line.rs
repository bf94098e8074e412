//! Which commands a command line runs, and whose exit status is seen at its end.

use proptest::prelude::*;
use sprag_core::activity::command_line::{CommandLine, Operator, Output, Place, Simple};
use sprag_core::limits::{COMMAND_DEPTH_MAX, COMMANDS_MAX, REDIRECTIONS_MAX, WORDS_MAX};

/// The words of each command, with `|` between them and `;` between commands.
fn words(text: &str) -> String {
    let line = CommandLine::parse(text);
    let command = |command: &Simple<'_>| {
        command.words.iter().map(|word| word.text()).collect::<Vec<_>>().join("|")
    };
    line.commands.iter().map(command).collect::<Vec<_>>().join(" ; ")
}

#[track_caller]
fn all(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(&words(text), expected, "{text}");
    }
}

#[test]
fn words_are_what_a_program_would_get() {
    all(&[
        ("npm test", "npm|test"),
        ("a 'b c' \"d e\" f\\ g", "a|b c|d e|f g"),
        ("echo a\"b\"'c'd", "echo|abcd"),
        ("echo \"a\\\"b\\$c\\n\"", "echo|a\"b$c\\n"),
        ("a \\\n b", "a|b"),
        ("a 'x\ny'", "a|x\ny"),
        ("echo $HOME ${A:-b} \"$x\"", "echo|$HOME|${A:-b}|$x"),
        ("echo ${x:-\"}\"} y", "echo|${x:-}}|y"),
        ("echo $'a\\tb\\'c'", "echo|a\tb'c"),
        ("echo $((1 + (2))) y", "echo|$()|y"),
        ("echo a#b # c", "echo|a#b"),
        ("echo '' \"\"", "echo||"),
        ("\\npm test", "npm|test"),
        ("echo \u{e4}\u{1f600} '\u{4e2d}'\\\u{e9}", "echo|\u{e4}\u{1f600}|\u{4e2d}\u{e9}"),
        ("find . -exec rm {} \\;", "find|.|-exec|rm|{}|;"),
        ("a\r\nb\r\n", "a ; b"),
    ]);
}

#[test]
fn operators_part_commands_and_need_no_blanks() {
    all(&[
        ("a;b&&c||d|e&f", "a ; b ; c ; d ; e ; f"),
        ("a\nb\n\n  c", "a ; b ; c"),
        ("a |& b", "a ; b"),
        ("# only a comment", ""),
        ("a # b; c\nd", "a ; d"),
        ("(a; b)", "a ; b"),
        ("{ a; b; }", "a ; b"),
        ("if a; then b; elif c; then d; else e; fi", "a ; b ; c ; d ; e"),
        ("while a; do b; done", "a ; b"),
        ("for x in 1 2; do a $x; done", "a|$x"),
        ("for ((i=0;i<3;i++)); do a; done", "a"),
        ("case $x in a|b) c;; *) d;; esac; e", "c ; d ; e"),
        ("f() { a; }; f", "a ; f"),
        ("function f { a; }\nf", "a ; f"),
        ("[[ a < b && c ]] && d", "[[|a|b|c|]] ; d"),
        ("! a", "a"),
        ("time a", "a"),
        ("echo done; echo fi", "echo|done ; echo|fi"),
        ("echo {", "echo|{"),
        ("((x = 1)); a", "a"),
    ]);
}

#[test]
fn what_is_only_mentioned_is_not_a_command() {
    all(&[
        ("echo 'npm test; cargo test'", "echo|npm test; cargo test"),
        ("cat <<EOF\nnpm test\nEOF\nls", "cat ; ls"),
        ("cat <<'A' <<B\n$(x)\nA\ny\nB\nls", "cat ; ls"),
        ("cat <<-EOF\n\tnpm test\n\tEOF\nls", "cat ; ls"),
        (
            "git commit -m \"$(cat <<'EOF'\nrun npm test\nEOF\n)\" && ls",
            "git|commit|-m|$() ; cat ; ls",
        ),
        ("git commit -m \"$(cat <<EOF\nx\nEOF)\"; ls", "git|commit|-m|$() ; cat ; ls"),
        ("a=(npm test) b", "b"),
        ("cat <<< 'npm test'", "cat"),
    ]);
}

#[test]
fn scripts_for_a_shell_are_read() {
    all(&[
        ("bash -c 'a; b'", "bash|-c|a; b ; a ; b"),
        ("bash -lc \"cd x && npm test\"", "bash|-lc|cd x && npm test ; cd|x ; npm|test"),
        ("sudo -u me sh -ec 'a'", "sudo|-u|me|sh|-ec|a ; a"),
        ("bash <<EOF\na\nb\nEOF\nc", "bash ; a ; b ; c"),
        ("bash -s <<'EOF' | tail\na\nEOF", "bash|-s ; tail ; a"),
        ("eval 'a b'", "eval|a b ; a|b"),
        ("nix-shell --run 'cargo test'", "nix-shell|--run|cargo test ; cargo|test"),
        ("echo $(a) `b` \"$(c)\" <(d)", "echo|$()|$()|$()|<() ; a ; b ; c ; d"),
        ("echo `a \\`b\\``", "echo|$() ; a|$() ; b"),
        ("x=$(a); y", " ; a ; y"),
        ("cat <<EOF\n$(a)\nEOF", "cat ; a"),
    ]);
}

#[test]
fn a_redirection_says_what_goes_where() {
    let line = CommandLine::parse("a >x 2>>y <z 2>&1 &>w >&v 3<>u <<<'t s' >|r {b}");
    let [command] = &*line.commands else { panic!("{line:?}") };
    let found: Vec<_> = command
        .redirections
        .iter()
        .map(|one| (one.descriptor, one.operator, one.target.text()))
        .collect();
    let expected = [
        (None, Operator::Write, "x"),
        (Some(2), Operator::Append, "y"),
        (None, Operator::Read, "z"),
        (Some(2), Operator::Duplicate, "1"),
        (None, Operator::WriteBoth, "w"),
        (None, Operator::WriteBoth, "v"),
        (Some(3), Operator::ReadWrite, "u"),
        (None, Operator::HereString, "t s"),
        (None, Operator::Write, "r"),
    ];
    assert_eq!(found, expected);
    assert_eq!(command.output, Output::Redirected);
}

#[test]
fn a_here_document_has_its_lines_and_the_line_goes_on_behind_it() {
    let line = CommandLine::parse("cat > f <<'EOF' && b\none $x\n  two\nEOF\nc");
    let here = line.commands[0].redirections[1].here.as_ref().unwrap();
    assert_eq!((&*here.text, here.lines), ("one $x\n  two\n", 2));
    assert_eq!(line.commands.len(), 3);
    let open = CommandLine::parse("cat <<EOF\none");
    assert!(!open.complete, "nothing ends it");
}

#[test]
fn a_command_knows_what_it_stands_in() {
    let table = [
        ("(a)", Place::Subshell),
        ("{ a; }", Place::Group),
        ("if a; then b; fi", Place::Condition),
        ("if b; then a; fi", Place::Branch),
        ("for x in 1; do a; done", Place::Loop),
        ("f() { a; }", Place::Function),
        ("echo \"$(a)\"", Place::Substitution),
        ("sh -c a", Place::Script),
    ];
    for (text, place) in table {
        let line = CommandLine::parse(text);
        let is_a =
            |command: &&Simple<'_>| command.words.first().is_some_and(|word| word.text() == "a");
        assert!(line.commands.iter().find(is_a).unwrap().nesting.contains(place), "{text}");
    }
    assert!(CommandLine::parse("a &").commands[0].background);
}

#[test]
fn the_text_of_a_command_is_its_own() {
    let line = CommandLine::parse("X=1 a 'b c' 2>&1 | tail ; (d e) # f");
    let texts: Vec<&str> = line.commands.iter().map(|command| &*command.text).collect();
    assert_eq!(texts, ["X=1 a 'b c' 2>&1", "tail", "d e"]);
}

#[test]
fn the_program_is_found_behind_what_only_runs_it() {
    let table = [
        ("env CI=1 -u X pytest -q", "pytest"),
        ("sudo -E -u me npm test", "npm"),
        ("nice -n 5 make", "make"),
        ("timeout -k 5 60s go test", "go"),
        ("xvfb-run -a npx playwright test", "playwright"),
        ("npx --yes -p typescript tsc", "tsc"),
        ("npx vitest@2 run", "vitest"),
        ("npx @biomejs/biome@1.9 check", "biome"),
        ("bunx jest", "jest"),
        ("pnpm --filter web exec tsc", "tsc"),
        ("pnpm dlx eslint .", "eslint"),
        ("yarn dlx eslint .", "eslint"),
        ("npm exec -- tsc", "tsc"),
        ("uv run --with x pytest", "pytest"),
        ("uv run -m pytest", "pytest"),
        ("uvx ruff check", "ruff"),
        ("poetry run pytest", "pytest"),
        ("pipenv run pytest", "pytest"),
        ("hatch run pytest", "pytest"),
        ("bundle exec rspec", "rspec"),
        ("python3 -X dev -m pytest", "pytest"),
        ("python -m coverage run -m pytest", "pytest"),
        ("docker exec -it -u 1 web pytest", "pytest"),
        ("docker run --rm -v a:b img pytest", "pytest"),
        ("docker compose -f x.yml exec -T web pytest", "pytest"),
        ("docker-compose run --rm web pytest", "pytest"),
        ("nix develop .#ci -c cargo test", "cargo"),
        ("nix develop --command cargo test", "cargo"),
        ("mise exec node@20 -- npm test", "npm"),
        ("mise x -- npm test", "npm"),
        ("./node_modules/.bin/tsc", "tsc"),
        ("node ./node_modules/.bin/jest", "jest"),
        ("node --inspect node_modules/jest/bin/jest.js", "jest.js"),
        (".venv/bin/pytest", "pytest"),
        ("vendor/bin/phpunit", "phpunit"),
        ("xargs -n1 eslint", "eslint"),
        ("find . -name '*.sh' -exec shellcheck {} +", "shellcheck"),
        ("bash scripts/test.sh", "test.sh"),
        ("npm.cmd test", "npm"),
        ("command -v ruff", "command"),
        ("env", "env"),
        ("sudo", "sudo"),
        ("time -p a", "a"),
        ("timeout 5", "timeout"),
    ];
    for (text, expected) in table {
        let line = CommandLine::parse(text);
        assert_eq!(line.commands[0].program().unwrap().name, expected, "{text}");
    }
    assert!(CommandLine::parse("X=1").commands[0].program().is_none());
}

#[test]
fn what_a_shell_would_refuse_is_not_complete() {
    for text in
        ["a 'b", "a \"b", "a `b", "a $(b", "(a", "{ a", "if a; then b", "a )", "a ${b", "case x in"]
    {
        assert!(!CommandLine::parse(text).complete, "{text}");
    }
    for text in ["a", "a 'b'", "", "\n", "a &", "a; b;", "f() { a; }"] {
        assert!(CommandLine::parse(text).complete, "{text}");
    }
}

#[test]
fn beyond_a_bound_a_line_is_not_complete() {
    let at = |count: usize, part: &str| part.repeat(count);
    let commands = CommandLine::parse(&at(COMMANDS_MAX, "a;")).into_counts();
    assert_eq!(commands, (COMMANDS_MAX, true));
    let over = CommandLine::parse(&at(COMMANDS_MAX + 1, "a;")).into_counts();
    assert_eq!(over, (COMMANDS_MAX, false));
    let words = at(WORDS_MAX, "a ");
    assert!(CommandLine::parse(&words).complete);
    assert!(!CommandLine::parse(&[&words, "a"].concat()).complete);
    let redirections = ["a", &at(REDIRECTIONS_MAX, " >b")].concat();
    assert!(CommandLine::parse(&redirections).complete);
    assert!(!CommandLine::parse(&[&redirections, " >b"].concat()).complete);
    let deep =
        |depth: usize| [at(depth, "("), "a".into(), at(depth, ")")].concat().replace("((", "( (");
    assert!(CommandLine::parse(&deep(COMMAND_DEPTH_MAX).replace("((", "( (")).complete);
    assert!(!CommandLine::parse(&deep(COMMAND_DEPTH_MAX + 1).replace("((", "( (")).complete);
}

/// What of a line is counted.
trait Counts {
    fn into_counts(self) -> (usize, bool);
}

impl Counts for CommandLine<'_> {
    fn into_counts(self) -> (usize, bool) {
        (self.commands.len(), self.complete)
    }
}

/// Quotes a word so that a shell reads it back.
fn quoted(word: &str) -> String {
    ["'", &word.replace('\'', "'\\''"), "'"].concat()
}

proptest! {
    #![proptest_config(crate::properties())]

    #[test]
    fn prop_any_bytes_are_read_without_a_panic(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        let line = String::from_utf8_lossy(&bytes);
        let _ = CommandLine::parse(&line);
    }

    #[test]
    fn prop_any_operators_are_read_without_a_panic(
        parts in proptest::collection::vec(proptest::sample::select(vec![
            "a", " ", "\n", ";", "&", "|", "(", ")", "{ ", " }", "<", ">", "<<E", "E", "'", "\"", "`",
            "$(", "${", "}", "$((", "\\", "if ", "then ", "fi", "for x in ", "do ", "done", "case ",
            "esac", "bash -c ", "#", "=", "!", "[[ ", "]]", "f()", "\u{e9}", "$'", "eval ",
        ]), 0..40),
    ) {
        let _ = CommandLine::parse(&parts.concat());
    }

    #[test]
    fn prop_a_quoted_word_is_read_as_it_is(words in proptest::collection::vec(".*", 1..6)) {
        let text = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        let line = CommandLine::parse(&text);
        prop_assert!(line.complete);
        let read: Vec<&str> = line.commands[0].words.iter().map(|word| word.text()).collect();
        prop_assert_eq!(read, words.iter().map(String::as_str).collect::<Vec<_>>());
    }

    #[test]
    fn prop_a_quoted_script_is_read_as_the_line_itself(text in "[a-c ;&|'\"()\n$]{0,40}") {
        let plain = CommandLine::parse(&text);
        let script = ["bash -c ", &quoted(&text)].concat();
        let nested = CommandLine::parse(&script);
        let words = |commands: &[Simple<'_>]| -> Vec<String> {
            commands.iter().map(|one| format!("{:?}{:?}", one.text, one.exit())).collect()
        };
        prop_assert_eq!(words(&plain.commands), words(&nested.commands[1..]));
        prop_assert_eq!(plain.complete, nested.complete);
    }
}
