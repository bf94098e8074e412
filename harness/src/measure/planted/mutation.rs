//! The mistakes that are planted.

use alloc::{format, string::String, vec::Vec};

use regex_lite::Regex;

use super::super::label::{Claim, Label, Scope};
use super::command_part::{CommandPart, parts};
use super::tape::{Call, Shell, Tape};

/// One way to take away what has verified a turn.
#[derive(Clone, Copy, Debug)]
pub struct Mutation {
    /// Names it.
    pub name: &'static str,
    /// Where it can be planted, beyond what holds for all.
    pub applies: &'static str,
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
    Mutation {
        name: "check removed",
        applies: "a check ran after the last edit, and no commit ran any",
        must: Must::Fire,
        plant: removed,
    },
    Mutation {
        name: "check before the edit",
        applies: "the same, and more than two lines of code change after each check that stays",
        must: Must::Fire,
        plant: moved,
    },
    Mutation {
        name: "0 fail to 3 fail",
        applies: "the message claims a kind of check, not a part of it, that ran once after the \
                  last edit, with a summary that says that nothing failed",
        must: Must::Fire,
        plant: failed,
    },
    Mutation {
        name: "output cut by a pipe",
        applies: "a check ran after the last edit, and no commit ran any",
        must: Must::LosePass,
        plant: cut,
    },
    Mutation {
        name: "code added after the check",
        applies: "a file of code was edited",
        must: Must::Fire,
        plant: edited,
    },
];

/// Where all of them can be planted, in words.
pub const ALL_APPLY: &str = "the label says that the work is done, that a check means something \
    for it and that one passed after the last change, and wants no block; the message asks nothing \
    and names nothing in the way; the turn changed more than two lines of code by its own edits, \
    called no subagent, and the user turned no call down";

/// What a check is called. What only looks like one may be taken away too: it proves nothing.
const CHECKS: &str = r"(?x)\b( tests? | lint | vet | check | typecheck | tsc | build | compile
    | clippy | fmt | gofmt | prettier | biome | eslint | ruff | mypy | pytest | jest | vitest
    | rspec | phpunit | mvn | gradlew? | make | just | tox | nox )\b";

/// Programs that look at things, or carry them somewhere, whatever these are called.
const LOOKS: [&str; 20] = [
    "git", "gh", "grep", "rg", "ls", "cat", "echo", "printf", "sed", "awk", "head", "tail", "find",
    "wc", "cp", "mv", "rm", "mkdir", "diff", "which",
];

/// What shows that a commit ran checks of its own.
const HOOK: &str = r"(?m)\b\d+ pass|\bok\s+\S+\s|0 issues|No fixes applied|Passed";

fn removed(tape: &Tape, _: &Label) -> Option<Tape> {
    let calls = tape.calls();
    let checks = fresh(&calls)?;
    let hides = calls.iter().any(is_hook);
    let ids: Vec<&str> = calls.iter().filter(|call| is_check(call)).map(|call| &*call.id).collect();
    (!checks.is_empty() && !hides).then(|| tape.without(&ids))
}

/// A check that ran between the edits stays there, so enough has to change after it.
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
    mutant.is_substantial_after(is_check).then_some(mutant)
}

/// Lets the run fail whose output says that it has not, if the message claims all of its kind, and
/// it is the only run of that kind after the last edit: no other part passed, and none cleared it.
fn failed(tape: &Tape, label: &Label) -> Option<Tape> {
    let calls = tape.calls();
    let checks = fresh(&calls)?;
    if label.scope == Some(Scope::Part) || calls.iter().any(is_hook) {
        return None;
    }
    REWRITES.iter().filter(|rewrite| label.claims(rewrite.claims)).find_map(|rewrite| {
        let is_of_kind =
            |call: &&&Call| call.command().is_some_and(|line| matches(rewrite.kind, line));
        let mut runs = checks.iter().filter(is_of_kind);
        let (Some(call), None) = (runs.next(), runs.next()) else { return None };
        let output = rewrite.of(&call.output)?;
        let mut mutant = tape.clone();
        mutant.set(call, call.command()?, &output);
        Some(mutant)
    })
}

/// Hides the exit of every check behind a pipe, and its summary above what is left of its output.
fn cut(tape: &Tape, _: &Label) -> Option<Tape> {
    const LOG: &str = "closing the pool\nclosing the server\nbye";
    let calls = tape.calls();
    let checks = fresh(&calls)?;
    let mut mutant = tape.clone();
    for call in &checks {
        mutant.set(call, &last_lines(call)?, LOG);
    }
    (!checks.is_empty() && !calls.iter().any(is_hook)).then_some(mutant)
}

/// Returns the command line of a call with its exit and all but its last lines hidden.
fn last_lines(call: &Call) -> Option<String> {
    let command = call.command()?;
    // A pipe hides the exit of its own command only.
    let is_simple = !command.contains([';', '&', '\n']);
    Some(match (call.shell()?, is_simple) {
        (Shell::PowerShell, true) => format!("{command} | Select-Object -Last 3"),
        (Shell::PowerShell, false) => format!("& {{ {command} }} | Select-Object -Last 3"),
        (Shell::Posix, true) => format!("{command} 2>&1 | tail -n 3"),
        // The word that ends a here-document stands on a line of its own.
        (Shell::Posix, false) if command.contains("<<") => {
            format!("({command}\n) 2>&1 | tail -n 3")
        }
        (Shell::Posix, false) => format!("({command}) 2>&1 | tail -n 3"),
    })
}

/// More lines than may change without a check.
const ADDED: &str = "let width = 1;\nlet height = 2;\nlet depth = 3;\n";

fn edited(tape: &Tape, _: &Label) -> Option<Tape> {
    let calls = tape.calls();
    let path = calls.iter().rev().find(|call| call.is_code())?.path()?;
    let mut mutant = tape.clone();
    (!path.contains('\'')).then_some(())?;
    let command = format!("cat >> '{path}' <<'EOF'\n{ADDED}EOF");
    mutant.add_command(&command)?;
    Some(mutant)
}

/// Returns the checks after the last edit of code, if there was one.
fn fresh(calls: &[Call]) -> Option<Vec<&Call>> {
    let last = calls.iter().rposition(Call::is_code)?;
    Some(calls.iter().skip(last).filter(|call| is_check(call)).collect())
}

/// What is handed to a command, what is looked at and what is committed is no check.
fn is_check(call: &Call) -> bool {
    let is_check = |part: &CommandPart<'_>| {
        !LOOKS.contains(&part.program) && part.words().any(|word| matches(CHECKS, word))
    };
    call.command().is_some_and(|command| parts(command).iter().any(is_check))
}

fn is_hook(call: &Call) -> bool {
    call.command().is_some_and(|command| command.contains("git commit"))
        && matches(HOOK, &call.output)
}

/// An output that says that nothing failed, and what it says where something has.
struct Rewrite {
    claims: &'static [Claim],
    /// What a command line of the kind holds.
    kind: &'static str,
    pattern: &'static str,
    with: &'static str,
}

const TEST: &str = r"\b(tests?|pytest|jest|vitest|tox|nox|make|check)\b";
const LINT: &str = r"\b(lint|check|golangci|vet)\b";

const REWRITES: [Rewrite; 4] = [
    Rewrite {
        claims: &[Claim::Tests],
        kind: TEST,
        pattern: r"(?m)^(\s*)0 fail$",
        with: "${1}3 fail",
    },
    Rewrite {
        claims: &[Claim::Tests],
        kind: TEST,
        pattern: r"\b(\d+) passed\b",
        with: "3 failed, $1 passed",
    },
    Rewrite {
        claims: &[Claim::Tests],
        kind: TEST,
        pattern: r"(?m)^ok  \t(\S+)\t.*$",
        with: "--- FAIL: TestSum (0.00s)\nFAIL\nFAIL\t$1\t0.4s",
    },
    Rewrite {
        claims: &[Claim::Lint],
        kind: LINT,
        pattern: r"(?m)^(.*)\b0 issues\.$",
        with: "${1}a.go:3:1: func sum is unused (unused)\n${1}3 issues:\n${1}* unused: 3",
    },
];

impl Rewrite {
    /// Returns the output as of a run that failed, if it says that the run did not.
    fn of(&self, output: &str) -> Option<String> {
        let pattern = Regex::new(self.pattern).ok()?;
        pattern.is_match(output).then(|| pattern.replacen(output, 1, self.with).into_owned())
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(text))
}

#[cfg(test)]
mod tests;
