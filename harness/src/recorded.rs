//! Payloads and transcripts that real hosts wrote, recorded for this project against a scripted
//! model. Texts of the hosts' vendors are cut, and folders have other names.

/// A recorded file.
#[derive(Clone, Copy, Debug)]
pub struct Recorded {
    /// Where it lies below `tests/recorded`.
    pub name: &'static str,
    /// What it holds.
    pub bytes: &'static [u8],
}

macro_rules! recorded {
    ($name:literal) => {
        Recorded { name: $name, bytes: include_bytes!(concat!("../../tests/recorded/", $name)) }
    };
}

/// What Codex 0.171.0 sends to the hooks of one session.
pub const CODEX_PAYLOADS: Recorded = recorded!("codex/payloads.jsonl");

/// What Grok 1.0.41 sends to the hooks of one session.
pub const GROK_PAYLOADS: Recorded = recorded!("grok/payloads.jsonl");

/// A patch, two commands that go on in the background, an answer.
pub const CODEX_PATCH: Recorded = recorded!("codex/patch_and_background.jsonl");

/// Two scripts: one runs a command, the other applies a patch.
pub const CODEX_SCRIPT: Recorded = recorded!("codex/script.jsonl");

/// A stop that was sent back once.
pub const CODEX_BLOCKED: Recorded = recorded!("codex/stop_blocked.jsonl");

/// The same of version 0.155.1.
pub const CODEX_BLOCKED_OLDER: Recorded = recorded!("codex/stop_blocked_0.155.1.jsonl");

/// A command that a hook denied.
pub const CODEX_DENIED: Recorded = recorded!("codex/tool_denied.jsonl");

/// Two turns with a command each.
pub const CODEX_TURNS: Recorded = recorded!("codex/two_turns.jsonl");

/// A task in the background, edits, a file that is not there, and the turn of the task's end.
pub const GROK_BACKGROUND: Recorded = recorded!("grok/background_and_edits.jsonl");

/// A command that fails, and an answer.
pub const GROK_PLAIN: Recorded = recorded!("grok/plain.jsonl");

/// A stop that was sent back once.
pub const GROK_BLOCKED: Recorded = recorded!("grok/stop_blocked.jsonl");

/// A stop that was sent back until the host had enough.
pub const GROK_CAP: Recorded = recorded!("grok/stop_blocked_eight_times.jsonl");

/// Every transcript of Codex.
pub const CODEX: [Recorded; 6] =
    [CODEX_PATCH, CODEX_SCRIPT, CODEX_BLOCKED, CODEX_BLOCKED_OLDER, CODEX_DENIED, CODEX_TURNS];

/// Every transcript of Grok.
pub const GROK: [Recorded; 4] = [GROK_BACKGROUND, GROK_PLAIN, GROK_BLOCKED, GROK_CAP];
