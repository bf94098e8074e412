//! Checks of Python.

use super::{
    BUILD, FORMAT, LINT, Rule, TEST, TYPES, Takes, command, fixes, formats, listing, paths, tool,
};

const PYTEST_VALUED: &str = "\
    -k -m -n -p -c -o -W -r --tb --maxfail --timeout --cov --cov-report --deselect --ignore \
    --rootdir --durations --ignore-glob --dist --color --junitxml --log-level \
    --log-cli-level --capture --numprocesses --confcutdir --basetemp --override-ini \
    --show-capture --html --reruns";
const PYTEST_NARROWING: &str = "\
    -k -m --lf --last-failed --ff --deselect --ignore --sw --stepwise --testmon \
    --ignore-glob --picked";
const RUFF_VALUED: &str = "\
    --select --ignore --config --output-format --line-length --target-version \
    --extend-select --exclude --extend-ignore --extend-exclude";
const RUFF_NARROWING: &str = "--select --exclude --extend-exclude";

pub(super) const RULES: &[Rule] = &[
    // Python
    Rule {
        valued: PYTEST_VALUED,
        narrowing: PYTEST_NARROWING,
        never: "--collect-only --co --fixtures --fixtures-per-test --markers --setup-plan \
            --cache-show",
        ..paths(tool("pytest py.test", "pytest", TEST))
    },
    Rule {
        valued: "-s -p -t -k",
        narrowing: "-k",
        ..command("unittest", "discover", ("python -m unittest", ""), TEST)
    },
    Rule {
        valued: "-k",
        narrowing: "-k",
        takes: Takes::Filters,
        ..tool("unittest", "python -m unittest", TEST)
    },
    Rule {
        valued: "-k --tag --exclude-tag --settings",
        narrowing: "-k --tag --exclude-tag",
        ..paths(command("manage.py", "test", ("manage.py test", ""), TEST))
    },
    Rule {
        valued: "-t --tags -e --exclude -n --name -i --include -f --format",
        narrowing: "-t --tags -e --exclude -n --name -i --include",
        never: "-d --dry-run",
        ..paths(tool("behave", "behave", TEST))
    },
    command("setup.py", "test", ("setup.py test", ""), TEST),
    command("setup.py", "build|bdist_wheel|sdist", ("python build", ""), BUILD),
    tool("doctest", "doctest", TEST),
    listing("tox", "list|l|devenv|config"),
    Rule {
        valued: "-e -c",
        narrowing: "-e -m --skip-env",
        never: "-l -a --listenvs --listenvs-all -n --notest",
        ..tool("tox", "tox", TEST)
    },
    Rule {
        valued: "-s -e -f -k -t",
        narrowing: "-s -e -k -t --tags",
        never: "-l --list --list-sessions",
        ..tool("nox", "nox", TEST)
    },
    command("hatch", "test", ("hatch test", ""), TEST),
    command("hatch", "fmt", ("hatch fmt", ""), FORMAT.and(LINT)),
    command("hatch uv poetry", "build", ("python build", ""), BUILD),
    fixes(
        Rule {
            valued: RUFF_VALUED,
            narrowing: RUFF_NARROWING,
            ..command("ruff", "check", ("ruff check", ""), LINT)
        },
        "--fix --fix-only --unsafe-fixes",
    ),
    formats(
        Rule { valued: RUFF_VALUED, ..command("ruff", "format", ("ruff format", ""), FORMAT) },
        "--check --diff",
    ),
    Rule {
        valued: "--config-file -p -m --python-version --exclude --python-executable",
        narrowing: "-p -m --exclude",
        ..paths(tool("mypy dmypy", "mypy", TYPES))
    },
    Rule {
        valued: "-p --project --pythonpath",
        ..paths(tool("pyright basedpyright", "pyright", TYPES))
    },
    paths(command("pyre ty pyrefly", "check", ("ty check", ""), TYPES)),
    Rule {
        valued: "--max-line-length --ignore --select --extend-ignore --exclude --config",
        narrowing: "--select --exclude",
        ..paths(tool("flake8", "flake8", LINT))
    },
    Rule { valued: "--rcfile --disable -d -j --enable", ..paths(tool("pylint", "pylint", LINT)) },
    paths(tool("bandit vulture pydocstyle", "bandit", LINT)),
    formats(
        Rule { valued: "-l --line-length -t --config", ..tool("black", "black", FORMAT) },
        "--check --diff",
    ),
    formats(tool("isort autopep8 yapf", "isort", FORMAT), "--check --check-only --diff -c -d"),
    paths(tool("py_compile compileall", "py_compile", BUILD)),
    command("pre-commit prek", "run", ("pre-commit run", ""), LINT.and(FORMAT)),
];
