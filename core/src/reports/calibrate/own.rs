//! Lines made from the user's own sessions, for the user to label.

use alloc::{string::String, vec::Vec};

use serde::Deserialize;

use super::cell;
use super::line::Written;
use crate::activity::facts::{Ending, Facts};
use crate::activity::verification::Verification;
use crate::limits::PATH_BYTES_MAX;
use crate::text::json::{self, Field};

/// A transcript that holds this anywhere is left out: whoever types it keeps the session out.
pub const MARKER: &str = "sprag:no-calibration";

/// Returns whether a transcript may become a line: nobody has marked it, and no deny file covers
/// the folder that it worked in. Where that folder is not known, it may not.
#[must_use]
pub fn guard_own(is_marked: bool, folders: &[&str], deny_files: &[Option<&str>]) -> bool {
    !is_marked
        && !folders.is_empty()
        && crate::settings::deny::guard_folder(deny_files, folders).is_none()
}

/// Returns the line for the last turn of a session, unless its closing message is not known.
#[must_use]
pub fn line(id: &str, facts: &Facts, names: &[String]) -> Option<Written> {
    let Ending::Text(message) = &facts.ending else { return None };
    if message.trim().is_empty() {
        return None;
    }
    let stand = |work| Verification::after_with(work, &facts.known_checks);
    let verification = facts.work.as_ref().and_then(stand);
    let plain = |name: &String| !name.contains([',', '\t', '\n']);
    let names: Vec<&str> = names.iter().filter(|name| plain(name)).map(String::as_str).collect();
    Some(Written {
        id: id.into(),
        message: message.clone(),
        tools: cell::tools_text(facts.tools.as_ref()),
        run: cell::run_text(verification.as_ref()),
        mask: names.join(", "),
        ..Written::default()
    })
}

/// Returns the line as it is written into a file.
#[must_use]
pub fn text(line: &Written) -> String {
    // Serialising strings into memory does not fail.
    let mut text = serde_json::to_string(line).unwrap_or_default();
    text.push('\n');
    text
}

#[derive(Deserialize)]
struct Record<'a> {
    #[serde(borrow, default)]
    cwd: Field<'a>,
    #[serde(borrow, default)]
    payload: Field<'a>,
}

#[derive(Deserialize)]
struct Payload<'a> {
    #[serde(borrow, default)]
    cwd: Field<'a>,
}

/// Returns the folder that a record of a transcript names as the session's.
#[must_use]
pub fn folder(line: &mut [u8]) -> Option<String> {
    let record: Record<'_> = json::line(line)?;
    let nested = json::object::<Payload<'_>>(record.payload).and_then(|payload| payload.cwd);
    let folder = json::short_text(record.cwd.or(nested), PATH_BYTES_MAX)?;
    folder.starts_with('/').then_some(folder)
}
