//! What is asked of a judge, what it answers, and the judge built in.
//!
//! In: questions that are due, and what is known of the turn. Out: the bytes of a request;
//! [`answer::RawAnswers`].
//! May use: `limits`, `text`, `activity`, `hosts`, `security`, `checks`, `settings`.
//! Begin with [`evidence`], then [`request`]; [`local`] is the judge built in.

pub mod answer;
pub mod call;
pub mod endpoint;
pub mod evidence;
pub mod key;
pub mod local;
pub mod request;
