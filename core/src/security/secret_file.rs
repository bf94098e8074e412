//! Files that hold secrets, by their names, the folders they are in, and what is in them.
//!
//! It keeps a file from being sent by accident, and is no search for credentials in sources.

mod assignments;
mod copies;
mod entry;
mod hash;
mod login;
mod names;
mod registry;
mod url;
mod value;

use alloc::borrow::Cow;

use memchr::memmem;

use crate::security::secret::{self, Shape};
use crate::text::path::{base_name, is_below};
use crate::text::pattern::{fits, is_at, lies_in};
use copies::{Reading, readings};
use names::{COMMON_WORDS, FOLDERS, NAMES, PLACES, ROOTS, TRANSCRIPTS, WORDS};

/// What says that a file holds secrets.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Indication {
    /// Its name: the pattern that it fits.
    Name(&'static str),
    /// A folder that it is in.
    Folder(&'static str),
    /// What is in it.
    Content(Shape),
}

/// Returns what in the path of a file says that it holds secrets: its name, also that of a copy of
/// it, or where it lies.
#[must_use]
pub fn by_path(path: &str) -> Option<Indication> {
    let path = path.to_lowercase();
    if let Some(root) = ROOTS.iter().find(|root| is_below(&path, root) && path.len() > root.len()) {
        return Some(Indication::Folder(root));
    }
    let name = base_name(&path)?;
    let at = path.rfind(name)?;
    let folder = path.get(..at)?;
    let by_name = readings(name).iter().find_map(|reading| named(folder, reading));
    if let Some(pattern) = by_name {
        return Some(Indication::Name(pattern));
    }
    let is_transcript =
        |(known, pattern): &&(&str, &str)| lies_in(folder, known) && fits(pattern, name);
    let by_folder = FOLDERS.iter().find(|known| lies_in(folder, known)).copied();
    let of_transcripts = || TRANSCRIPTS.iter().find(is_transcript).map(|(known, _)| *known);
    by_folder.or_else(of_transcripts).map(Indication::Folder)
}

/// Returns the pattern that a name fits, read in one way, in its folder.
fn named(folder: &str, reading: &Reading<'_>) -> Option<&'static str> {
    let name = &*reading.name;
    let by_name = NAMES.iter().find(|known| fits(known, name));
    let by_word = || WORDS.iter().find(|known| **known == name);
    let common = || COMMON_WORDS.iter().find(|known| **known == name && !reading.is_compound());
    let by_place = || PLACES.iter().find(|known| is_at(folder, name, known));
    let found = by_name.or_else(by_word).or_else(common).or_else(by_place).copied();
    found.filter(|_| !reading.is_harmless())
}

/// Returns what in a text says that it holds secrets: one of the keys that are in use here, a
/// private key, whatever wrote it, or a credential of a shape that is known. It is the scan of what
/// a judge gets, and one for keys that are no longer whole.
#[must_use]
pub fn by_content(content: &[u8], keys: &[&[u8]]) -> Option<Indication> {
    let content = &*plain(content);
    if let Some(shape) = secret::find(content, keys) {
        return Some(Indication::Content(shape));
    }
    let begins = memmem::find(content, b"-----BEGIN").is_some();
    let is_key = begins
        && (memmem::find(content, b"PRIVATE KEY-----").is_some()
            || memmem::find(content, b"PRIVATE KEY BLOCK-----").is_some());
    if is_key {
        return Some(Indication::Content(Shape::PrivateKey));
    }
    let rules =
        [url::find, hash::find, registry::find, login::find, entry::find, assignments::find];
    rules.iter().find_map(|find| find(content)).map(Indication::Content)
}

/// Returns the content as ASCII would have it: of UTF-16 every second byte of a key is none.
fn plain(content: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(0, content).is_none() {
        return Cow::Borrowed(content);
    }
    Cow::Owned(content.iter().copied().filter(|byte| *byte != 0).collect())
}
