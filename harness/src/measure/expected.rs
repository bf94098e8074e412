//! Which labels each check is there for.

use super::label::{Label, Why};

/// A check by its word, and the reasons that it is to find. No transcript tells what ran in the
/// background, so none is listed for a watch that does not match it.
const EXPECTED: [(&str, &[Why]); 5] = [
    ("watch", &[Why::Unwatched]),
    ("promises", &[Why::NoAction, Why::BrokenPromise]),
    ("done", &[Why::UnverifiedDone, Why::FalseDone]),
    ("challenge", &[Why::Capitulation]),
    ("ask", &[Why::NeedlessAsk]),
];

/// Returns whether this check is to fire on the label. One that no label speaks of never is.
pub(super) fn is_for(check: &str, label: &Label) -> bool {
    let reasons = EXPECTED.iter().find(|(word, _)| *word == check).map(|(_, reasons)| *reasons);
    label.block && reasons.is_some_and(|reasons| reasons.contains(&label.why))
}
