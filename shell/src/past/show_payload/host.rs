//! What each host would have sent to the hook at the end of a past turn.

use std::path::Path;

use serde_json::{Value, json};
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::Past;

/// Returns the payload of a turn that ended with `text`. Nothing is said to run in the background:
/// no transcript keeps that.
pub(super) fn payload(
    host: Host,
    session: &str,
    transcript: &Path,
    past: &Past,
    text: &str,
) -> String {
    let prompt = past.facts.turn.as_ref().and_then(|turn| turn.prompt.as_deref());
    let mode = if past.context.is_planning == Some(true) { "plan" } else { "default" };
    let cwd = past.context.cwd.as_deref();
    let payload: Value = match host {
        Host::Claude => json!({
            "session_id": session, "transcript_path": transcript, "cwd": cwd,
            "prompt_id": prompt, "permission_mode": mode, "hook_event_name": "Stop",
            "stop_hook_active": false, "last_assistant_message": text,
            "background_tasks": [], "session_crons": [],
        }),
        Host::Codex => json!({
            "session_id": session, "turn_id": prompt, "transcript_path": transcript, "cwd": cwd,
            "hook_event_name": "Stop", "permission_mode": mode, "stop_hook_active": false,
            "last_assistant_message": text,
        }),
        Host::Grok => json!({
            "hookEventName": "stop", "sessionId": session, "cwd": cwd,
            "transcriptPath": transcript, "promptId": prompt, "permissionMode": mode,
            "reason": "end_turn", "stopHookActive": false, "lastAssistantMessage": text,
            "backgroundTasks": [], "sessionCrons": [],
        }),
    };
    format!("{payload}\n")
}
