//! The folder that a Grok session worked in: a file next to the transcript names it.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Deserialize;

use crate::limits::PATH_BYTES_MAX;
use crate::text::json::{self, Field};

/// What is known about where a session of Grok is kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct SessionFolder<'a> {
    /// What `summary.json` beside the transcript holds.
    pub summary: &'a [u8],
    /// The name of the folder around that of the session.
    pub group: &'a [u8],
    /// What `.cwd` in that folder holds: Grok writes it where the name would be too long.
    pub marker: &'a [u8],
}

#[derive(Deserialize)]
struct Summary<'a> {
    #[serde(borrow, default)]
    info: Field<'a>,
}

#[derive(Deserialize)]
struct Info<'a> {
    #[serde(borrow, default)]
    cwd: Field<'a>,
}

impl SessionFolder<'_> {
    /// Returns every folder that is named, the surest first; where two differ, each counts for
    /// what the user denies.
    #[must_use]
    pub fn cwds(&self) -> Vec<String> {
        let marker = core::str::from_utf8(self.marker).ok();
        let named = [
            in_summary(self.summary),
            decoded(self.group),
            marker.map(|text| String::from(text.trim_end_matches(['\r', '\n']))),
        ];
        let mut cwds = Vec::new();
        for cwd in named.into_iter().flatten() {
            if cwd.starts_with('/') && cwd.len() <= PATH_BYTES_MAX && !cwds.contains(&cwd) {
                cwds.push(cwd);
            }
        }
        cwds
    }
}

fn in_summary(summary: &[u8]) -> Option<String> {
    let summary: Summary<'_> = json::object(serde_json::from_slice(summary).ok())?;
    let info: Info<'_> = json::object(summary.info)?;
    json::short_text(info.cwd, PATH_BYTES_MAX)
}

/// Returns what a percent-encoded name stands for, unless it is none or not text.
fn decoded(name: &[u8]) -> Option<String> {
    let mut bytes = Vec::with_capacity(name.len());
    let mut left = name.iter();
    while let Some(byte) = left.next() {
        if *byte != b'%' {
            bytes.push(*byte);
            continue;
        }
        let digits = [*left.next()?, *left.next()?];
        let digits = digits.iter().all(u8::is_ascii_hexdigit).then_some(digits)?;
        let digits = core::str::from_utf8(&digits).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}
