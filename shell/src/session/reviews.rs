//! The file of reviews, beside the records.

use core::time::Duration;
use std::io;
use std::path::Path;

use sprag_core::reports::review::{Review, Reviews};

use crate::session::state::State;
use crate::system::deadline::Deadline;
use crate::system::files::read_if_present;

/// A hook holds the lock for milliseconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// What people said of objections.
pub(crate) const NAME: &str = "reviews.jsonl";

/// Returns the reviews in a folder.
pub(crate) fn read(folder: &Path) -> io::Result<Reviews> {
    let bytes = read_if_present(&folder.join(NAME))?;
    Ok(Reviews::read(&bytes.unwrap_or_default()))
}

/// Adds a review, under the lock of the folder.
pub(crate) fn append(folder: &Path, review: &Review) -> io::Result<()> {
    State::lock(folder, Deadline::after(PATIENCE))?.append_to(NAME, &review.line())
}
