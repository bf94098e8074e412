//! Notes: what the caller should know about an answer.

use alloc::string::String;
use core::fmt;

use super::shown::guard_name;
use crate::text::fence::Remark;

/// One thing to know.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Note {
    /// Places of a file that are no UTF-8.
    Replaced {
        /// The file.
        path: String,
        /// How many.
        places: usize,
    },
    /// Something was written without the code that it is about.
    NoContext,
    /// The answer is no plain file.
    Remark(Remark),
    /// Line ends were made those of the reference.
    LineEnds,
    /// The answer is cut off.
    Cut,
    /// References of the worker's own that do not hold, or that nobody looked up.
    Unverified(u32),
    /// The files do not count as read.
    NotExempted(String),
    /// The delegation is not on record.
    NotRecorded(String),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Replaced { path, places: 1 } => {
                let path = guard_name(path);
                write!(f, "one place in {path} is not UTF-8; the worker saw U+FFFD there")
            }
            Self::Replaced { path, places } => {
                let path = guard_name(path);
                write!(f, "{places} places in {path} are not UTF-8; the worker saw U+FFFD there")
            }
            Self::NoContext => f.write_str(
                "no --context: the worker saw none of the code that this is about, and may have \
                 invented names",
            ),
            Self::Remark(remark) => f.write_str(remark.text()),
            Self::LineEnds => f.write_str("line ends were changed to CR LF, as in the reference"),
            Self::Cut => f.write_str("the answer is cut off: the worker reached its token limit"),
            Self::Unverified(1) => f.write_str(
                "one of the worker's own references is wrong or was not looked up; it is marked \
                 [unverified]",
            ),
            Self::Unverified(count) => write!(
                f,
                "{count} of the worker's own references are wrong or were not looked up; they are \
                 marked [unverified]"
            ),
            Self::NotExempted(error) => {
                write!(
                    f,
                    "the files do not count as read, so slices of them may be denied: \
                           {error}"
                )
            }
            Self::NotRecorded(error) => write!(f, "this was not recorded: {error}"),
        }
    }
}
