//! What each host says and expects: Claude Code, Codex and Grok. Nothing else knows their formats.
//!
//! | | Claude Code | Codex | Grok |
//! |---|---|---|---|
//! | payload | `hook_event_name` | names its `turn_id` | `hookEventName`, always Grok's |
//! | a block | exit 2 | a decision on standard output | exit 2 |
//! | a denied read | a permission decision on standard output | the same | its own decision |
//! | loop | its cap of 8, and ours | ours alone | its cap of 8, and ours |
//! | a turn | by `promptId` of its records | by `turn_id`, or the last prompt | by `promptId` |
//! | last message | on disk, or soon | on disk | in the payload alone |
//! | background | listed | unknown | listed |
//!
//! All of Grok's records except the prompt itself have a `promptId`. An event that reaches two
//! entries of ours is handled by the first: [`duplicate`].
//!
//! In: payloads and lines of transcripts, as bytes. Out: an [`event::Event`], and the facts of a
//! turn.
//! May use: `limits`, `text`, `activity`.
//! Begin with [`event`] for payloads, [`transcript`] for what lies on disk.

pub mod background;
pub mod checkpoint;
pub mod drift;
pub mod duplicate;
pub mod event;
pub mod handoff;
pub mod host;
pub mod language;
mod line;
pub mod transcript;
