//! The shapes of all families, looked up by how a line begins.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::runner::{Rule, Runner};
use super::shape::{Begin, Found, read};
use super::{apple, go, javascript, jvm, lint, native, python, rust, script, web};

/// Every family. A line is what the first shape says that fits it.
const FAMILIES: [&[Runner]; 10] = [
    javascript::RUNNERS,
    web::RUNNERS,
    python::RUNNERS,
    rust::RUNNERS,
    go::RUNNERS,
    jvm::RUNNERS,
    apple::RUNNERS,
    native::RUNNERS,
    lint::RUNNERS,
    script::RUNNERS,
];

/// A shape of the tables, with whose it is.
#[derive(Clone, Copy, Debug)]
struct Known {
    shape: &'static str,
    rule: Rule,
    runner: &'static Runner,
}

/// The shapes that lines with a first byte may have, for each first byte that was there. It takes
/// longer to gather them than to read a short output, so whoever reads many keeps them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules(BTreeMap<u8, Vec<Known>>);

impl Rules {
    /// Returns what the tables say of `line`.
    pub(super) fn look_up(&mut self, line: &str) -> Option<(&'static Runner, Rule, Found)> {
        let first = line.trim_start_matches([' ', '\t']).bytes().next()?;
        let known = self.0.entry(first).or_insert_with(|| known(first));
        known.iter().find_map(|known| Some((known.runner, known.rule, read(known.shape, line)?)))
    }
}

fn known(first: u8) -> Vec<Known> {
    let rules = |runner: &'static Runner| {
        let fits = runner.rules.iter().filter(move |(_, shape)| Begin::of(shape).fits(first));
        fits.map(move |(rule, shape)| Known { shape, rule: *rule, runner })
    };
    FAMILIES.iter().flat_map(|family| family.iter()).flat_map(rules).collect()
}
