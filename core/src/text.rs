//! Text as such, and what is read off it: lines, paths, times, JSON, prose. It has no policy.
//!
//! In: bytes and texts of any origin. Out: parts of them, or nothing where they are not as they
//! should be.
//! May use: `limits`.
//! Begin with `json`, and for what people see [`screen`].

pub mod calendar;
pub mod cut;
pub mod fence;
pub(crate) mod hash;
pub(crate) mod json;
pub mod json_end;
pub(crate) mod listing;
pub mod path;
pub(crate) mod pattern;
pub mod prose;
pub mod repair;
pub mod screen;
pub(crate) mod timestamp;
