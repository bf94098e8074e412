//! The words of a list of counts, and those that tell what a task is for.

use crate::activity::check_kind::CheckKind;

/// What a number in front of a word counts.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Worth {
    /// Tests that passed.
    Good,
    /// What fails a run.
    Bad,
    /// What does neither: `2 skipped`, `5 total`.
    Neither,
}

/// Takes the word at the beginning.
pub(super) fn worth(text: &str) -> Option<(Worth, &str)> {
    WORDS.iter().find_map(|(word, worth)| {
        let rest = text.strip_prefix(word)?;
        (!rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')).then_some((*worth, rest))
    })
}

const WORDS: [(&str, Worth); 46] = [
    ("passed", Worth::Good),
    ("pass", Worth::Good),
    ("passes", Worth::Good),
    ("passing", Worth::Good),
    ("succeeded", Worth::Good),
    ("successful", Worth::Good),
    ("xfailed", Worth::Good),
    ("xpassed", Worth::Good),
    ("failed", Worth::Bad),
    ("fail", Worth::Bad),
    ("fails", Worth::Bad),
    ("failing", Worth::Bad),
    ("failure", Worth::Bad),
    ("failures", Worth::Bad),
    ("error", Worth::Bad),
    ("errors", Worth::Bad),
    ("exec failed", Worth::Bad),
    ("timed out", Worth::Bad),
    ("interrupted", Worth::Bad),
    ("invalid", Worth::Bad),
    ("subtest failed", Worth::Bad),
    ("subtests failed", Worth::Bad),
    ("subtest passed", Worth::Neither),
    ("subtests passed", Worth::Neither),
    ("subtest skipped", Worth::Neither),
    ("subtests skipped", Worth::Neither),
    ("deselected", Worth::Neither),
    ("did not run", Worth::Neither),
    ("disabled", Worth::Neither),
    ("excluded", Worth::Neither),
    ("expected fail", Worth::Neither),
    ("filtered out", Worth::Neither),
    ("flaky", Worth::Neither),
    ("ignored", Worth::Neither),
    ("leaky", Worth::Neither),
    ("measured", Worth::Neither),
    ("pending", Worth::Neither),
    ("pendings", Worth::Neither),
    ("rerun", Worth::Neither),
    ("skip", Worth::Neither),
    ("skipped", Worth::Neither),
    ("skips", Worth::Neither),
    ("todo", Worth::Neither),
    ("total", Worth::Neither),
    ("warning", Worth::Neither),
    ("warnings", Worth::Neither),
];

/// Returns the kind of the task of that name, such as `lint:fix` or `Unit tests`.
pub(super) fn kind(task: &str) -> Option<CheckKind> {
    let mut words = task.split(|c: char| !c.is_ascii_alphanumeric());
    words.find_map(|word| {
        let known = TASKS.iter().find(|(task, _)| task.eq_ignore_ascii_case(word));
        known.map(|(_, kind)| *kind)
    })
}

const TASKS: [(&str, CheckKind); 21] = [
    ("test", CheckKind::Test),
    ("pytest", CheckKind::Test),
    ("tests", CheckKind::Test),
    ("unit", CheckKind::Test),
    ("e2e", CheckKind::Test),
    ("spec", CheckKind::Test),
    ("build", CheckKind::Build),
    ("compile", CheckKind::Build),
    ("lint", CheckKind::Lint),
    ("eslint", CheckKind::Lint),
    ("flake8", CheckKind::Lint),
    ("clippy", CheckKind::Lint),
    ("types", CheckKind::Types),
    ("type", CheckKind::Types),
    ("typecheck", CheckKind::Types),
    ("tsc", CheckKind::Types),
    ("mypy", CheckKind::Types),
    ("fmt", CheckKind::Format),
    ("format", CheckKind::Format),
    ("prettier", CheckKind::Format),
    ("black", CheckKind::Format),
];
