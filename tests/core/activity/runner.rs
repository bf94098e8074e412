//! Which commands are checks, of what kind, and about how much.

use sprag_core::activity::check_kind::CheckKind;
use sprag_core::activity::command_line::CommandLine;
use sprag_core::activity::own_check::OwnCheck;
use sprag_core::activity::runner::{Kinds, Run, git_action, is_commit, run_of};
use sprag_core::activity::work::Scope;

/// Says what a line runs: the runner, its kinds, its scope unless it is whole, whether it writes.
fn runs(text: &str) -> String {
    let line = CommandLine::parse(text);
    assert!(line.complete, "{text}");
    line.commands.iter().filter_map(run_of).map(said).collect::<Vec<_>>().join("; ")
}

fn said(run: Run) -> String {
    let kinds = run.kinds.set().iter().map(CheckKind::word).collect::<Vec<_>>().join("+");
    let kinds = if run.kinds.is_unspecific() { "any".to_owned() } else { kinds };
    let scope = match run.scope {
        Scope::Whole => "",
        Scope::Suite => " suite",
        Scope::Narrowed => " narrowed",
        Scope::NoCode => " no code",
    };
    let writes = if run.writes { " writes" } else { "" };
    format!("{} = {kinds}{scope}{writes}", run.runner)
}

#[track_caller]
pub(crate) fn all(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(&runs(text), expected, "{text}");
    }
}

#[track_caller]
fn none(table: &[&str]) {
    for text in table {
        assert_eq!(runs(text), "", "{text}");
    }
}

#[test]
fn a_mention_of_a_runner_is_not_a_run() {
    none(MENTIONS);
}

#[test]
fn what_only_looks_or_prepares_is_not_a_run() {
    none(PREPARATIONS);
}

#[test]
fn a_runner_counts_behind_every_wrapper() {
    all(WRAPPED);
}

#[test]
fn a_narrower_scope_is_less_than_a_wider_one() {
    assert!(Scope::Narrowed < Scope::Suite && Scope::Suite < Scope::Whole);
    assert!(Scope::NoCode < Scope::Narrowed);
}

#[test]
fn a_check_that_names_no_kind_may_be_about_each() {
    for kind in CheckKind::ALL {
        assert!(Kinds::ANY.set().contains(kind) && !Kinds::ANY.contains(kind));
        assert!(Kinds::of(kind).set().contains(kind) && !Kinds::NONE.set().contains(kind));
    }
    let both = Kinds::of(CheckKind::Test).and(Kinds::of(CheckKind::Lint));
    let is_in = |kind| both.contains(kind);
    assert!(is_in(CheckKind::Test) && is_in(CheckKind::Lint) && !is_in(CheckKind::Build));
    assert!(both.without(both).is_empty() && !both.is_empty());
}

#[test]
fn a_commit_is_distinguished_from_what_else_git_does() {
    for text in
        ["git commit -m x", "git -C a commit", "cd x && git commit", "sudo git commit --amend"]
    {
        assert!(CommandLine::parse(text).commands.iter().any(is_commit), "{text}");
    }
    for text in ["git log commit", "git show commit", "echo git commit", "git -c commit status"] {
        assert!(!CommandLine::parse(text).commands.iter().any(is_commit), "{text}");
    }
}

#[test]
fn what_git_is_told_to_do_is_known_behind_its_options() {
    let action = |text| {
        let line = CommandLine::parse(text);
        git_action(&line.commands[0]).map(str::to_owned)
    };
    assert_eq!(action("git -C a -c b=c push origin").as_deref(), Some("push"));
    assert_eq!(action("git"), None);
    assert_eq!(action("echo git push"), None);
}

#[test]
fn the_users_own_check_is_tried_on_each_simple_command() {
    let own = OwnCheck::of(|text| text.starts_with("./verify")).unwrap();
    let line = CommandLine::parse("cd x && ./verify --all; echo ./verify; A=1 timeout 9 ./verify");
    let found: Vec<Option<Run>> = line.commands.iter().map(|one| own.run_of(one)).collect();
    let run = found[1].unwrap();
    assert!(run.kinds.is_unspecific() && run.scope == Scope::Whole && !run.writes);
    assert_eq!((found[0], found[2]), (None, None));
    assert_eq!(found[3], found[1]);
    assert_eq!(run.runner.to_string(), "your own check");
}

#[test]
fn a_pattern_that_matches_nothing_at_all_is_refused() {
    assert!(OwnCheck::of(|_| true).is_none());
    assert!(OwnCheck::of(|text| !text.is_empty()).is_some());
}

/// Commands in which a runner is only named.
const MENTIONS: &[&str] = &[
    "pip install pytest",
    "uv pip install pytest",
    "uv add --dev pytest",
    "npm install --save-dev jest",
    "npm ci",
    "npm i",
    "npm install",
    "pnpm add -D vitest",
    "yarn add eslint",
    "bun add -d vitest",
    "cargo install cargo-nextest",
    "go install honnef.co/go/tools/cmd/staticcheck@latest",
    "go get github.com/onsi/ginkgo",
    "grep jest package.json",
    "grep -rn jest src",
    "rg 'npm test'",
    "cat pytest.ini",
    "cat test.log",
    "vi vitest.config.ts",
    "code jest.config.js",
    "ls node_modules/.bin/jest",
    "which ruff",
    "command -v ruff",
    "type mypy",
    "echo npm test",
    "echo 'running cargo test'",
    "printf 'go test'",
    "git commit -m 'fix tsc errors'",
    "git commit -m \"$(cat <<'EOF'\nrun npm test\nEOF\n)\"",
    "git log --grep 'npm test'",
    "git add tests/test_a.py",
    "git push",
    "python fix.py",
    "# npm test",
    "gh pr create --title 'run cargo test'",
    "eslint.config.js",
    "my-pytest-helper",
    "pytest_helper",
    "xnpm test",
    "NPM TEST",
    "kill $(pgrep vitest)",
    "mkdir -p tests && touch tests/test_a.py",
    "sed -n '1,50p' src/build.rs",
    "docker exec web ls",
    "ssh host ls",
];

/// Commands of runners, and their like, that check nothing.
const PREPARATIONS: &[&str] = &[
    "cargo add tokio",
    "cargo --version",
    "go mod tidy",
    "pytest --version",
    "pytest --help",
    "pytest --collect-only",
    "eslint --print-config a.js",
    "make -n test",
    "make clean",
    "just --list",
    "npm run dev",
    "npm run test:watch",
    "npm start",
    "npm run deploy",
    "npm run build:clean",
    "bun install",
    "bun run src/index.ts",
    "yarn",
    "yarn install",
    "node server.js",
    "python app.py",
    "python -c 'import pytest'",
    "python -m pip install pytest",
    "python -m json.tool",
    "bash setup.sh",
    "./install.sh",
    "find . -name '*test*'",
    "cp test.sh build.sh",
    "docker ps",
    "mise install",
    "mise tasks",
    "prettier a.ts",
    "X=1",
    "golangci-lint version",
    "tsc --watch",
    "node --test-only",
];

/// Runners behind what only runs them.
const WRAPPED: &[(&str, &str)] = &[
    ("cd x && cargo test", "cargo test = test"),
    ("CI=1 npm test", "npm test = test"),
    ("env CI=1 pytest", "pytest = test"),
    ("sudo npm test", "npm test = test"),
    ("time go test ./...", "go test = test"),
    ("nice -n 10 make check", "make check = any"),
    ("timeout 600 cargo test", "cargo test = test"),
    ("xvfb-run -a npm test", "npm test = test"),
    ("npx vitest run", "vitest run = test"),
    ("npx playwright test", "playwright test = test"),
    ("bunx tsc --noEmit", "tsc = build+types"),
    ("pnpm exec eslint .", "eslint = lint"),
    ("pnpm dlx eslint .", "eslint = lint"),
    ("uv run pytest -q", "pytest = test"),
    ("poetry run mypy src", "mypy = types"),
    ("pipenv run pytest", "pytest = test"),
    ("hatch run pytest", "pytest = test"),
    ("hatch run test", "project script test = test"),
    ("hatch run dev:pytest", "pytest = test"),
    ("bundle exec rspec", "rspec = test"),
    ("python -m pytest", "pytest = test"),
    ("python3.12 -m unittest discover", "python -m unittest = test"),
    (".venv/bin/pytest -q", "pytest = test"),
    ("docker exec web pytest", "pytest = test"),
    ("docker compose exec web pytest", "pytest = test"),
    ("docker compose run --rm web npm test", "npm test = test"),
    ("docker run --rm -v .:/app img cargo test", "cargo test = test"),
    ("nix develop -c cargo test", "cargo test = test"),
    ("mise exec -- npm test", "npm test = test"),
    ("mise run test:ci", "mise run test:ci = test"),
    ("cargo +nightly test", "cargo test = test"),
    ("cargo -q test", "cargo test = test"),
    ("cargo --manifest-path a/Cargo.toml test", "cargo test = test"),
    ("./gradlew :m:test", "gradle test = test narrowed"),
    ("./gradlew test", "gradle test = test"),
    ("./gradlew :app:test", "gradle test = test narrowed"),
    ("make -C d test", "make test = test"),
    ("go -C d test", "go test = test suite"),
    ("poetry run pytest", "pytest = test"),
    ("python -m unittest", "python -m unittest = test"),
    ("npx tsc", "tsc = build+types"),
    ("npx biome ci", "biome check = lint+format"),
    ("npx prettier --check .", "prettier = format"),
    ("make -C d -j8 test", "make test = test"),
    ("make -j8 test", "make test = test"),
    ("just test", "just test = test"),
    ("task lint", "task lint = lint"),
    ("npm t", "npm test = test"),
    ("npm --prefix web test", "npm test = test"),
    ("pnpm -r test", "pnpm test = test"),
    ("pnpm --filter web test", "pnpm test = test narrowed"),
    ("yarn workspace a test", "yarn test = test narrowed"),
    ("yarn workspaces foreach -A run test", "yarn test = test"),
    ("go -C d test ./...", "go test = test"),
    ("bazel test //...", "bazel test = test"),
    ("tox", "tox = test"),
    ("tox -e py312", "tox = test narrowed"),
    ("nox -s tests", "nox = test narrowed"),
    ("bash -lc 'cd x && npm test'", "npm test = test"),
    ("bash <<EOF\nnpm test\nEOF", "npm test = test"),
    ("x=$(npm test 2>&1); echo $x", "npm test = test"),
    ("npm test && git push", "npm test = test"),
    ("npm test || true", "npm test = test"),
    ("! npm test", "npm test = test"),
    ("npm test > out.log 2>&1", "npm test = test"),
    ("npm test | tail -1", "npm test = test"),
    ("node ./node_modules/.bin/jest", "jest = test"),
    ("./node_modules/.bin/tsc -p .", "tsc = build+types"),
    ("coverage run -m pytest", "pytest = test"),
    ("find . -name '*.sh' -exec shellcheck {} +", "shellcheck = lint no code"),
];
