//! Checks that read no code, and so are no evidence of it, passed or failed: of text for people, of
//! settings, of scripts of a shell. Those that look for misspelt words read code, too, but say
//! nothing of what it does.

use super::{FORMAT, LINT, Rule, Takes, Writes, tool};

const fn reads(programs: &'static str, program: &'static str) -> Rule {
    Rule {
        takes: Takes::NoCode,
        writes: Writes::With("--fix --write-changes -w"),
        ..tool(programs, program, LINT)
    }
}

pub(super) const RULES: &[Rule] = &[
    reads("markdownlint markdownlint-cli2 mdl remark remark-lint textlint", "markdownlint"),
    reads("vale alex proselint write-good", "vale"),
    reads("cspell codespell typos misspell", "cspell"),
    reads("markdown-link-check lychee linkinator", "link check"),
    reads("yamllint ansible-lint actionlint hadolint", "yamllint"),
    reads("commitlint", "commitlint"),
    reads("shellcheck", "shellcheck"),
    Rule { needs: "-n", ..reads("bash sh zsh", "bash -n") },
    Rule { kinds: FORMAT, ..reads("shfmt", "shfmt") },
];
