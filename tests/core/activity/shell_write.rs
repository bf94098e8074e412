//! What a command line changes in the files of a project.

use sprag_core::activity::command_line::CommandLine;
use sprag_core::activity::file_kind::FileKind;
use sprag_core::activity::shell_write::{ShellWrite, writes};
use sprag_core::limits::SHELL_WRITES_MAX;

/// Says what a line changes: by what, which file, how many lines.
fn changes(text: &str) -> String {
    let line = CommandLine::parse(text);
    let said = |write: &ShellWrite<'_>| {
        let path = write.path.as_deref().unwrap_or("?");
        let lines = write.lines.map(|lines| format!(" {lines}")).unwrap_or_default();
        format!("{} {path}{lines}", write.how.word())
    };
    writes(&line).iter().map(said).collect::<Vec<_>>().join("; ")
}

#[track_caller]
fn all(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(&changes(text), expected, "{text}");
    }
}

#[test]
fn a_redirection_into_the_tree_is_a_change() {
    all(&[
        ("echo x > src/a.rs", "redirect src/a.rs"),
        ("echo x >> README.md", "redirect README.md"),
        ("cat > src/a.py <<'EOF'\nx = 1\ny = 2\nEOF", "redirect src/a.py 2"),
        ("cat <<EOF > /home/dev/p/a.go\npackage a\nEOF", "redirect /home/dev/p/a.go 1"),
        ("{ echo a; echo b; } > a.ts", "redirect a.ts"),
        ("echo x | tee a.ts", "redirect a.ts"),
        ("tee -a a.ts b.ts <<EOF\nx\nEOF", "redirect a.ts 1; redirect b.ts 1"),
        ("curl x > \"$OUT/a.js\"", "redirect ?"),
        ("bash -c 'echo x > a.ts'", "redirect a.ts"),
    ]);
}

#[test]
fn what_is_not_a_file_of_the_project_is_not_a_change() {
    all(&[
        ("ls > /dev/null 2>&1", ""),
        ("ls 2>/dev/null", ""),
        ("ls >&2", ""),
        ("echo x > /tmp/a.py", ""),
        ("echo x > /var/tmp/a", ""),
        ("echo x > \"$TMPDIR/a.py\"", ""),
        ("npm test > out.txt 2>&1", ""),
        ("./server > server.log 2>&1 &", ""),
        ("cd /tmp && echo x > a.py", ""),
        ("cd /tmp/x; cat > a.py <<EOF\nx\nEOF", ""),
        ("cd /tmp && cd /home/dev/p && echo x > a.py", "redirect a.py"),
        ("T=/tmp/x; cat > $T/a.py <<EOF\nx\nEOF", ""),
        ("T=$(mktemp -d) && echo x > \"$T/a.py\"", ""),
        ("cd /tmp/x; F=gen/a.py; echo x > \"$F\"", ""),
        ("F=gen/a.py; cd src; echo x > $F", "redirect ?"),
        ("cat > ~/.claude/plans/a.md <<EOF\nx\nEOF", ""),
        ("rm -f .git/index.lock", ""),
        ("cat <<EOF\nx > y\nEOF", ""),
        ("echo 'a > b'", ""),
        ("[[ a > b ]]", ""),
        ("ls | tee /tmp/a", ""),
    ]);
}

#[test]
fn a_commit_is_not_a_change_and_neither_is_its_message() {
    all(&[
        ("git commit -m \"$(cat <<'EOF'\nfix: a > b\nEOF\n)\"", ""),
        ("git add -A && git commit -q -F - <<'EOF'\nfix\nEOF", ""),
        ("git status; git diff; git log", ""),
        ("git push", ""),
        ("git checkout -b new", ""),
        ("git checkout main", ""),
        ("git switch main", ""),
        ("git stash list", ""),
        ("git reset HEAD~1", ""),
        ("git restore --staged a.ts", ""),
        ("git apply --check p.diff", ""),
        ("git rm --cached a.ts", ""),
    ]);
}

#[test]
fn edits_by_the_shell_are_changes() {
    all(&[
        ("sed -i s/a/b/ src/x.ts", "in_place src/x.ts"),
        ("sed -i '' -e s/a/b/ src/x.ts", "in_place src/x.ts"),
        ("sed -i.bak 's/a b/c/' a.c b.c", "in_place a.c; in_place b.c"),
        ("sed --in-place s/a/b/ x.ts", "in_place x.ts"),
        ("sed -n 1,5p x.ts", ""),
        ("sed s/a/b/ x.ts", ""),
        ("perl -pi -e 's/a/b/' x.ts", "in_place x.ts"),
        ("perl -ne 'print' x.ts", ""),
        ("grep -rl a src | xargs sed -i s/a/b/", "in_place ?"),
        ("find . -name '*.ts' -exec sed -i s/a/b/ {} +", "in_place ?"),
        ("patch -p1 < a.diff", "patch ?"),
        ("patch --dry-run -p1 < a.diff", ""),
        ("git apply p.diff", "patch ?"),
        ("git checkout -- src/a.ts", "restore src/a.ts"),
        ("git checkout src/a.ts", "restore src/a.ts"),
        ("git restore src/a.ts", "restore src/a.ts"),
        ("git restore .", "restore ."),
        ("git stash pop", "unstash ?"),
        ("git stash", "stash ?"),
        ("git merge main", "merge ?"),
        ("git rebase main", "merge ?"),
        ("git pull --rebase", "merge ?"),
        ("git revert HEAD", "merge ?"),
        ("git cherry-pick abc", "merge ?"),
        ("git reset --hard HEAD~1", "restore ?"),
        ("git -C web merge main", "merge ?"),
        ("cp /tmp/a.ts src/a.ts", "copy src/a.ts"),
        ("cp src/a.ts /tmp/a.ts", ""),
        ("mv src/a.ts src/b.ts", "copy src/b.ts"),
        ("mv src/a.ts /tmp/", "remove src/a.ts"),
        ("rm -rf src/old", "remove src/old"),
        ("git mv a.ts b.ts", "copy b.ts"),
        ("git rm a.ts", "remove a.ts"),
        ("prettier --write .", "format ?"),
        ("prettier --check .", ""),
        ("npm run lint:fix", "format ?"),
        ("cargo fmt", "format ?"),
        ("gofmt -w a.go", "format ?"),
    ]);
}

#[test]
fn git_that_puts_away_or_orders_its_own_is_told_apart() {
    all(&[
        ("git stash push -u -m 'a b'", "stash ?"),
        ("git stash save wip", "stash ?"),
        ("git stash -u", "stash ?"),
        ("git stash -- x.zsh y.ts", "stash x.zsh; stash y.ts"),
        ("git stash push -m wip src/a.ts", "stash src/a.ts"),
        ("git stash apply", "unstash ?"),
        ("git stash branch x", "merge ?"),
        ("git stash show -p", ""),
        ("git rebase -i --autosquash HEAD~3", ""),
        ("GIT_SEQUENCE_EDITOR=true git -c x.y=z rebase -i HEAD^^", ""),
        ("git rebase --autosquash --root", ""),
        ("git rebase -i --autosquash origin/main", "merge ?"),
        ("git rebase -i --onto main HEAD~3", "merge ?"),
        ("git rebase HEAD~3", "merge ?"),
    ]);
}

#[test]
fn a_script_in_the_line_that_writes_is_a_change() {
    all(&[
        ("python - <<'EOF'\nopen('src/a.py', 'w').write('x')\nEOF", "script src/a.py"),
        ("python3 <<EOF\nwith open(p, mode=\"a\") as f:\n    f.write('x')\nEOF", "script ?"),
        ("python3 -c \"from pathlib import Path; Path('a.py').write_text('x')\"", "script ?"),
        ("python3 -c \"print(open('a.py').read())\"", ""),
        ("python3 -c \"print(open('a.py', 'r').read())\"", ""),
        ("python3 -c \"open('/tmp/a.py','w').write('x')\"", ""),
        ("node -e \"require('fs').writeFileSync('a.json', x)\"", "script a.json"),
        ("node -e \"require('fs').readFileSync('a.json')\"", ""),
        ("python script.py", ""),
        ("cat <<EOF\nopen('a','w')\nEOF", ""),
    ]);
}

#[test]
fn documents_are_distinguished_from_programs() {
    let table = [
        ("README.md", FileKind::Docs),
        ("docs/guide.rst", FileKind::Docs),
        ("docs/diagram", FileKind::Docs),
        ("LICENSE", FileKind::Docs),
        ("LICENSE-MIT", FileKind::Docs),
        ("notes.txt", FileKind::Docs),
        ("CHANGELOG", FileKind::Docs),
        ("src/main.rs", FileKind::Code),
        ("docs/conf.py", FileKind::Code),
        ("a/B.TSX", FileKind::Code),
        ("Makefile", FileKind::Script),
        ("Dockerfile", FileKind::Script),
        ("CMakeLists.txt", FileKind::Script),
        ("run.sh", FileKind::Script),
        ("src/license.rs", FileKind::Code),
        ("package.json", FileKind::Config),
        ("requirements.txt", FileKind::Config),
        ("go.mod", FileKind::Config),
        (".gitignore", FileKind::Config),
        (".env.local", FileKind::Config),
        ("Cargo.lock", FileKind::Config),
        ("logo.png", FileKind::Other),
        ("data", FileKind::Other),
        ("", FileKind::Other),
    ];
    for (path, kind) in table {
        assert_eq!(FileKind::of(path), kind, "{path}");
    }
    let line = CommandLine::parse("echo x > a.md; echo y > a.rs; git pull");
    let docs: Vec<bool> = writes(&line).iter().map(ShellWrite::is_docs).collect();
    assert_eq!(docs, [true, false, false]);
}

#[test]
fn a_change_names_the_command_that_makes_it() {
    let line = CommandLine::parse("npm test && sed -i s/a/b/ x.ts && npm test");
    let found: Vec<usize> = writes(&line).iter().map(|write| write.command).collect();
    assert_eq!(found, [1]);
}

#[test]
fn no_more_changes_are_reported_than_the_bound() {
    let text = ["rm", &" a".repeat(SHELL_WRITES_MAX + 1)].concat();
    assert_eq!(writes(&CommandLine::parse(&text)).len(), SHELL_WRITES_MAX);
}
