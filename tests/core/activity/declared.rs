//! Which checks the files of a project declare.
use proptest::prelude::*;
use sprag_core::activity::check_kind::CheckKind::{self, Build, Format, Lint, Test, Types};
use sprag_core::activity::check_kind::KindSet;
use sprag_core::activity::declared::{FILES, checks};
use sprag_core::activity::known_check::{From, KnownCheck, KnownChecks};
use sprag_core::limits::KNOWN_CHECKS_MAX;
use sprag_harness::action::name;

use crate::properties;

fn kinds(file: &str, text: &str) -> KindSet {
    let found: Vec<KnownCheck> = checks(file, text).collect();
    assert!(found.iter().all(|check| check.from == From::Project && !check.runner.is_empty()));
    found.iter().fold(KindSet::NONE, |kinds, check| kinds.or(check.kinds))
}

#[test]
fn every_file_declares_what_its_tool_runs() {
    let scripts = r#"{"scripts":{"test":"vitest","lint":"eslint .","start":"node ."}}"#;
    let tasks = r#"{"tasks":{"test":"deno test","dev":"deno run a.ts"}}"#;
    let both: &[CheckKind] = &[Test, Build];
    let table: &[(&str, &str, &[CheckKind])] = &[
        ("Cargo.toml", "[package]", &[Test, Build, Lint]),
        ("go.mod", "module calc", &[Test, Build, Lint]),
        ("Package.swift", "", both),
        ("build.gradle", "", both),
        ("build.gradle.kts", "", both),
        ("pom.xml", "<project>", &[Test]),
        ("mix.exs", "", &[Test]),
        ("tox.ini", "[tox]", &[Test]),
        ("noxfile.py", "", &[Test]),
        ("tsconfig.json", "{}", &[Types]),
        ("pyproject.toml", "[tool.pytest]\n[tool.mypy]", &[Test, Types]),
        ("pyproject.toml", "[tool.ruff]", &[Lint]),
        ("pyproject.toml", "[project]", &[]),
        ("package.json", scripts, &[Test, Lint]),
        ("composer.json", scripts, &[Test, Lint]),
        ("deno.json", tasks, &[Test]),
        (
            "Makefile",
            "CC := gcc\nall: a.o\n\ttest: no\ntest: all\n\t./a\nlint:\n\tx\n",
            &[Test, Lint],
        ),
        ("justfile", "test filter='':\n  cargo test\n\nfmt:\n  cargo fmt\n", &[Test, Format]),
        ("Taskfile.yml", "tasks:\n  test:\n    cmds: [go test]\n", &[Test]),
        ("mise.toml", "[tasks.test]\nrun='x'\n[tasks.\"lint:all\"]\n", &[Test, Lint]),
        ("unknown.toml", "test:", &[]),
    ];
    for (file, text, expected) in table {
        let (found, expected) = (kinds(file, text), KindSet::of(expected));
        assert_eq!(found.and(expected), expected, "{file} {text}");
        // A build may well check types; nothing else is invented.
        let spare = found.without(expected).without(KindSet::of(&[Types, Build]));
        assert!(spare.is_empty(), "{file} {text}: {found:?}");
    }
    for file in FILES {
        let has_row = table.iter().any(|(name, _, _)| name == &file);
        assert!(has_row, "{file} has no row");
    }
}

#[test]
fn a_file_that_cannot_be_read_declares_nothing() {
    for text in ["", "{", "[]", r#"{"scripts":7}"#, r#"{"scripts":{"te st":"x"}}"#, "\u{0}"] {
        assert!(kinds("package.json", text).is_empty(), "{text}");
    }
    let long = ["x".repeat(65), ":\n".into(), "a;b:\n\n:\n".into()].concat();
    assert!(kinds("Makefile", &long).is_empty());
}

#[test]
fn a_check_is_known_once_and_as_many_as_there_is_room_for() {
    let check = |at: usize| KnownCheck {
        kinds: KindSet::of(&[Test]),
        runner: name(&format!("runner {at}")),
        from: From::Project,
    };
    let mut known = KnownChecks::default();
    (0..2).for_each(|_| known.add(check(0)));
    assert_eq!(known.iter().count(), 1);
    (1..KNOWN_CHECKS_MAX + 9).for_each(|at| known.add(check(at)));
    assert_eq!(known.iter().count(), KNOWN_CHECKS_MAX);
    known.add(KnownCheck { kinds: KindSet::ALL, ..check(999) });
    assert_eq!(known.kinds(), KindSet::of(&[Test]), "less is known than there is");
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_any_text_is_read_without_a_panic(at in 0..FILES.len(), text: String) {
        let found = checks(FILES[at], &text).count();
        prop_assert!(found <= 3 + text.len());
    }
}
