//! Where a worker may write without `--force`: to plain files of the project.
//!
//! What a worker writes nobody has read yet, and the worker has read files of anybody. So it does
//! not become a hook, a start-up file or the settings of an agent by accident:
//! `crate::security::tool_place` knows those. What is run when somebody builds, tests or runs the
//! project is plain code, and a worker's work: `Makefile`, `package.json`, `build.rs`,
//! `conftest.py`.

use alloc::{string::String, vec::Vec};

use super::target::Overwrite;
use super::{Failure, TargetFailure};
use crate::security::tool_place::{folded, steers};
use crate::text::path::{is_below, normal};
use crate::text::pattern::lies_in;

/// A place that is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'a> {
    /// As it was named.
    pub typed: &'a str,
    /// The same, absolute.
    pub named: &'a str,
    /// Where that leads, absolute and without links: all that it could be.
    pub leads: &'a [String],
    /// The folders of the session's project, in the same form.
    pub project: &'a [&'a str],
    /// The user's home.
    pub home: Option<&'a str>,
    /// The folders above the file, up to the checkout that it is in.
    pub folders: &'a [Folder],
    /// Where our settings and records are, as it is named and where that leads.
    pub own: &'a [String],
}

/// A folder, and which of [`GIT_PARTS`] it holds.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Where it is, absolute and without links.
    pub path: String,
    /// Those that are there.
    pub parts: Vec<&'static str>,
}

/// What git knows a folder of its own by, whatever its name is:
/// <https://git-scm.com/docs/gitrepository-layout>.
pub const GIT_PARTS: [&str; 4] = ["HEAD", "objects", "refs", "commondir"];

/// Lets a place pass that is a plain file of the project; with force any that is neither ours nor
/// the system's.
///
/// # Errors
///
/// Returns what would be steered, or that it lies elsewhere.
pub fn guard_steering(aim: &Aim<'_>, overwrite: Overwrite) -> Result<(), Failure> {
    let all = aim.leads.iter().map(String::as_str).chain([aim.named, aim.typed]);
    let places: Vec<String> = all.map(|place| folded(&normal(place))).collect();
    let own: Vec<String> = aim.own.iter().map(|folder| folded(&normal(folder))).collect();
    if let Some(why) = places.iter().find_map(|place| forbidden(place, &own)) {
        return Err(Failure::Target(TargetFailure::Forbidden { path: aim.typed.into(), why }));
    }
    if overwrite == Overwrite::Force {
        return Ok(());
    }
    let home = aim.home.map(folded);
    let by = places.iter().find_map(|place| steers(place, home.as_deref()));
    if let Some(by) = by.or_else(|| becomes_git(aim, &places)) {
        return Err(Failure::Target(TargetFailure::Steers { path: aim.typed.into(), by }));
    }
    if is_outside(aim) {
        let project = aim.project.iter().min_by_key(|folder| folder.len());
        let project = project.map(|folder| String::from(*folder));
        return Err(Failure::Target(TargetFailure::Outside { path: aim.typed.into(), project }));
    }
    Ok(())
}

/// Returns whether a place may lead out of the project.
fn is_outside(aim: &Aim<'_>) -> bool {
    let is_inside = |place: &String| aim.project.iter().any(|folder| is_below(place, folder));
    aim.leads.is_empty() || !aim.leads.iter().all(is_inside)
}

/// Returns that a place lies in a folder of git's, or makes one: whoever runs git there runs what
/// its `config` says.
fn becomes_git(aim: &Aim<'_>, places: &[String]) -> Option<String> {
    let is_git = |folder: &&Folder| {
        let path = folded(folder.path.trim_end_matches('/'));
        let has = |part: &str| {
            let place = [&path, "/", &folded(part)].concat();
            folder.parts.contains(&part) || places.iter().any(|written| is_below(written, &place))
        };
        has("HEAD") && (has("commondir") || (has("objects") && has("refs")))
    };
    let folder = aim.folders.iter().find(is_git)?;
    Some(["the folder of git ", &folder.path].concat())
}

/// Returns why nothing is written at a place.
fn forbidden(place: &str, own: &[String]) -> Option<&'static str> {
    if own.iter().any(|folder| !folder.is_empty() && is_below(place, folder)) {
        return Some("sprag keeps its settings and records there");
    }
    // A file of this name would be taken for the folder.
    let folder = [place, "/"].concat();
    if let Some((_, why)) = FORBIDDEN.iter().find(|(known, _)| lies_in(&folder, known)) {
        return Some(why);
    }
    SYSTEM.iter().any(|root| is_below(place, root)).then_some("the system shows itself there")
}

/// Folders in which nothing is written, and why.
const FORBIDDEN: &[(&str, &str)] = &[
    (".ssh", "it says who may come in"),
    (".config/sprag", "sprag keeps its settings and records there"),
    (".local/state/sprag", "sprag keeps its settings and records there"),
    (".config/typesafe", "sprag keeps its settings and records there"),
];

/// Folders of the system, at the root, in which nothing is written.
const SYSTEM: &[&str] = &["/proc", "/sys", "/dev"];
