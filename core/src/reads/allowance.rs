//! The slices that always pass: an edit that needs a read first is never locked out.

use super::asked::By;
use super::case::FileView;

/// So many lines of a file may be read in one call, whatever was read before. It is enough to edit
/// by, and too little to read a large file with.
pub(super) const LINES: u64 = 20;

/// Returns whether a slice is one of those. A host's own tool cuts long lines itself; in a shell
/// they count by their bytes.
pub(super) fn allows(by: By, view: &FileView<'_>, lines_min: u64) -> bool {
    let lines_max = LINES.min(lines_min);
    let is_short = view.file.part.asked().is_some_and(|asked| asked <= lines_max);
    is_short && (by == By::Tool || view.shown <= lines_max)
}
