//! The few questions that a terminal gets.

use std::io::{self, BufRead as _};

use sprag_core::settings::{Given, Kind, Name, Source};

use crate::settings_file::SettingsFile;
use crate::terminal::{Fault, say};

/// Asks which checks are to be on, and how; `None` if the user would rather not.
pub(super) fn ask(file: &SettingsFile) -> Result<Option<Vec<Given>>, Fault> {
    let words: Vec<&str> = Kind::check_words().collect();
    say(&format!("Checks: {}.\n", words.join(", ")))?;
    let checks = loop {
        let Some(answer) = answer("Which, separated by commas? [promises] ", "promises")? else {
            return Ok(None);
        };
        match Name::Checks.setting().kind.problem(&answer) {
            None => break answer,
            Some(problem) => say(&format!("{problem}\n"))?,
        }
    };
    say("In shadow it records what it would have done, and blocks nothing. Start there.\n")?;
    let Some(shadow) = answer("Shadow? [Y/n] ", "y")? else { return Ok(None) };
    let question = format!("Write to {}? [Y/n] ", file.path.display());
    let Some(goes_on) = answer(&question, "y")? else { return Ok(None) };
    if is_no(&goes_on) {
        return Ok(None);
    }
    let given =
        |name, value: &str| Given { name, value: value.into(), source: Source::CommandLine };
    let mut given = vec![given(Name::Checks, &checks), given(Name::Shadow, "on")];
    // Only a clear no turns shadow off.
    if is_no(&shadow) {
        given.truncate(1);
    }
    Ok(Some(given))
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
