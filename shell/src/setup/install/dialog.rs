//! The few questions that are asked on a terminal.

use std::io::{self, BufRead as _};

use sprag_core::settings::{Given, Kind, Name, Source};

use crate::system::terminal::{Fault, say};

/// Asks which checks are to be on, and how; `false` if the user would rather not. `files` takes the
/// options that follow, and returns which files they change.
pub(super) fn ask(
    files: impl FnOnce(&[Given]) -> Result<Vec<String>, Fault>,
) -> Result<bool, Fault> {
    let words: Vec<&str> = Kind::check_words().collect();
    say(&format!("Checks: {}.\n", words.join(", ")))?;
    let checks = loop {
        let Some(answer) = answer("Which, separated by commas? [promises] ", "promises")? else {
            return Ok(false);
        };
        match Name::Checks.setting().kind.problem(&answer) {
            None => break answer,
            Some(problem) => say(&format!("{problem}\n"))?,
        }
    };
    say("In shadow it records what it would have done, but blocks nothing. Start there.\n")?;
    let Some(shadow) = answer("Shadow? [Y/n] ", "y")? else { return Ok(false) };
    let given =
        |name, value: &str| Given { name, value: value.into(), source: Source::CommandLine };
    let mut given = vec![given(Name::Checks, &checks), given(Name::Shadow, "on")];
    // Only a clear no turns shadow off.
    if is_no(&shadow) {
        given.truncate(1);
    }
    let question = format!("Write to {}? [Y/n] ", files(&given)?.join(" and "));
    let goes_on = answer(&question, "y")?;
    Ok(goes_on.is_some_and(|answer| !is_no(&answer)))
}

/// Returns the answer, or `usual` for an empty one; `None` at the end of the input.
fn answer(question: &str, usual: &str) -> Result<Option<String>, Fault> {
    say(question)?;
    let mut line = String::new();
    if io::stdin().lock().read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let answer = line.trim();
    Ok(Some(if answer.is_empty() { usual } else { answer }.into()))
}

fn is_no(answer: &str) -> bool {
    ["n", "no"].iter().any(|no| answer.eq_ignore_ascii_case(no))
}
