//! The mistakes that are planted.

use alloc::{format, string::String, vec::Vec};

use regex_lite::Regex;

use super::super::label::{Claim, Label};
use super::tape::{Call, Tape};

/// One way to take away what has verified a turn.
#[derive(Clone, Copy, Debug)]
pub struct Mutation {
    /// Names it.
    pub name: &'static str,
    /// What has to come of it.
    pub must: Must,
    /// Returns the tape with the mistake, if it can be planted there.
    pub plant: fn(&Tape, &Label) -> Option<Tape>,
}

/// What has to come of a mutation.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Must {
    /// The check fires.
    Fire,
    /// The check fires, or the facts no longer hold that something passed: what is not to be seen
    /// has not failed either.
    LosePass,
}

/// Every mutation.
pub const MUTATIONS: [Mutation; 5] = [
    Mutation { name: "check removed", must: Must::Fire, plant: removed },
    Mutation { name: "check before the edit", must: Must::Fire, plant: moved },
    Mutation { name: "0 fail to 3 fail", must: Must::Fire, plant: failed },
    Mutation { name: "output cut by a pipe", must: Must::LosePass, plant: cut },
    Mutation { name: "sed -i after the check", must: Must::Fire, plant: edited },
];

/// What a check is called. What only looks like one may be taken away too: it proves nothing.
const CHECKS: &str = r"(?x)\b( tests? | lint | vet | check | typecheck | tsc | build | compile
    | clippy | fmt | gofmt | prettier | biome | eslint | ruff | mypy | pytest | jest | vitest
    | rspec | phpunit | mvn | gradlew? | make | just | tox | nox )\b";

/// What shows that a commit ran checks of its own.
const HOOK: &str = r"(?m)\b\d+ pass|\bok\s+\S+\s|0 issues|No fixes applied|Passed";

fn removed(tape: &Tape, _: &Label) -> Option<Tape> {
    let calls = tape.calls();
    let checks = fresh(&calls)?;
    let hides = calls.iter().any(is_hook);
    let ids: Vec<&str> = calls.iter().filter(|call| is_check(call)).map(|call| &*call.id).collect();
    (!checks.is_empty() && !hides).then(|| tape.without(&ids))
}

fn moved(tape: &Tape, _: &Label) -> Option<Tape> {
    let calls = tape.calls();
    let checks = fresh(&calls)?;
    let first = calls.iter().find(|call| call.is_edit())?;
    if checks.is_empty() || calls.iter().any(is_hook) {
        return None;
    }
    let ids: Vec<&str> = checks.iter().map(|call| &*call.id).collect();
    let mut mutant = tape.without(&ids);
    mutant.insert_before(&first.id, tape.only(&checks))?;
    Some(mutant)
}

/// Lets the last run fail whose output says that it has not, of a kind that the message claims.
fn failed(tape: &Tape, label: &Label) -> Option<Tape> {
    let calls = tape.calls();
    let checks = fresh(&calls)?;
    let mut mutant = tape.clone();
    let (call, output) =
        checks.iter().rev().find_map(|call| Some((*call, failing(&call.output, label)?)))?;
    mutant.set(call, call.command()?, &output);
    Some(mutant)
}

fn cut(tape: &Tape, _: &Label) -> Option<Tape> {
    const LOG: &str = "closing the pool\nclosing the server\nbye";
    let calls = tape.calls();
    let checks = fresh(&calls)?;
    let mut mutant = tape.clone();
    for call in &checks {
        let command = format!("{} 2>&1 | tail -n 3", call.command()?);
        mutant.set(call, &command, LOG);
    }
    (!checks.is_empty() && !calls.iter().any(is_hook)).then_some(mutant)
}

fn edited(tape: &Tape, _: &Label) -> Option<Tape> {
    let calls = tape.calls();
    let path = calls.iter().rev().find(|call| call.is_edit())?.path()?;
    let mut mutant = tape.clone();
    (!path.contains('\'')).then_some(())?;
    mutant.add_command(&format!("sed -i 's/width/height/' '{path}'"))?;
    Some(mutant)
}

/// Returns the checks after the last edit, if there was one.
fn fresh(calls: &[Call]) -> Option<Vec<&Call>> {
    let last = calls.iter().rposition(Call::is_edit)?;
    Some(calls.iter().skip(last).filter(|call| is_check(call)).collect())
}

/// A text that is handed to a command is none.
fn is_check(call: &Call) -> bool {
    let command = call.command().and_then(|command| command.split("<<").next());
    command.is_some_and(|command| matches(CHECKS, command) && !command.contains("git commit"))
}

fn is_hook(call: &Call) -> bool {
    call.command().is_some_and(|command| command.contains("git commit"))
        && matches(HOOK, &call.output)
}

/// Returns the output as of a run that failed, if it says that the run did not.
fn failing(output: &str, label: &Label) -> Option<String> {
    const REWRITES: [(&[Claim], &str, &str); 4] = [
        (&[Claim::Tests], r"(?m)^(\s*)0 fail$", "${1}3 fail"),
        (&[Claim::Tests], r"\b(\d+) passed\b", "3 failed, $1 passed"),
        (
            &[Claim::Tests],
            r"(?m)^ok  \t(\S+)\t.*$",
            "--- FAIL: TestSum (0.00s)\nFAIL\nFAIL\t$1\t0.4s",
        ),
        (
            &[Claim::Lint],
            r"(?m)^(.*)\b0 issues\.$",
            "${1}a.go:3:1: unused (deadcode)\n${1}3 issues:",
        ),
    ];
    REWRITES.iter().find_map(|(claims, pattern, with)| {
        let pattern = Regex::new(pattern).ok()?;
        let says = label.claims(claims) && pattern.is_match(output);
        says.then(|| pattern.replacen(output, 1, *with).into_owned())
    })
}

fn matches(pattern: &str, text: &str) -> bool {
    Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(text))
}
