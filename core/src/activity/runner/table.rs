//! The programs that are checks by their own name.

use super::kind::Kinds;
use super::rule::{Rule, Takes, Writes};
use super::{Runner, Use};
use crate::activity::check_kind::CheckKind as Kind;
use crate::activity::command_line::Word;
use crate::text::listing::lists;

mod native;
mod no_code;
mod other;
mod python;
mod rust_go;
mod web;

/// Every such program, for each rule that may fit; the first that does counts.
pub(super) fn rules() -> impl Iterator<Item = &'static Rule> {
    [rust_go::RULES, web::RULES, python::RULES, native::RULES, other::RULES, no_code::RULES]
        .into_iter()
        .flatten()
}

/// Returns what a program is by the table.
pub(super) fn run(name: &str, arguments: &[Word<'_>]) -> Option<Use> {
    rules().filter(|rule| lists(rule.programs, name)).find_map(|rule| rule.run(arguments))
}

const TEST: Kinds = Kinds::of(Kind::Test);
const BUILD: Kinds = Kinds::of(Kind::Build);
const LINT: Kinds = Kinds::of(Kind::Lint);
const TYPES: Kinds = Kinds::of(Kind::Types);
const FORMAT: Kinds = Kinds::of(Kind::Format);

const fn check(program: &'static str, task: &'static str, kinds: Kinds) -> Rule {
    Rule {
        runner: Runner { program, task },
        programs: "",
        words: "",
        kinds,
        valued: "",
        needs: "",
        never: "",
        narrowing: "",
        choosing: "",
        takes: Takes::Anything,
        writes: Writes::Never,
        goals: "",
    }
}

const fn tool(programs: &'static str, program: &'static str, kinds: Kinds) -> Rule {
    Rule { programs, ..check(program, "", kinds) }
}

const fn command(
    programs: &'static str,
    words: &'static str,
    names: (&'static str, &'static str),
    kinds: Kinds,
) -> Rule {
    Rule { programs, words, ..check(names.0, names.1, kinds) }
}

/// What runs no check: it says what there is, or prepares.
const fn listing(programs: &'static str, words: &'static str) -> Rule {
    command(programs, words, ("", ""), Kinds::NONE)
}

const fn paths(rule: Rule) -> Rule {
    Rule { takes: Takes::Paths, ..rule }
}

const fn fixes(rule: Rule, options: &'static str) -> Rule {
    Rule { takes: Takes::Paths, writes: Writes::With(options), ..rule }
}

/// A formatter: it writes unless it is told to check.
const fn formats(rule: Rule, checking: &'static str) -> Rule {
    Rule { takes: Takes::Paths, writes: Writes::Unless(checking), ..rule }
}
