//! The Codex command line as a worker: no shell, nothing writable, no settings, no session.
//!
//! With 0.171.0 a model that asks for a command gets none, and one that patches a file is refused;
//! see `docs/delegation.md`.

use alloc::{format, string::String, vec::Vec};

use serde_json::Value;

use super::json::{beginning, shown, sum, text};
use super::{Failure, Reply};

/// Options that not every version has; `codex exec --help` names them.
pub const NEEDS: [&str; 4] = ["--ephemeral", "--ignore-user-config", "--ignore-rules", "--json"];

/// Features that a worker does without. A version that does not know one says so and goes on.
const OFF: [&str; 14] = [
    "shell_tool",
    "unified_exec",
    "view_image",
    "image_generation",
    "browser_use",
    "computer_use",
    "apps",
    "plugins",
    "hooks",
    "goals",
    "multi_agent",
    "skill_search",
    "sleep_tool",
    "tool_suggest",
];

/// What else it does without.
const SET: [&str; 7] = [
    "web_search=\"disabled\"",
    "project_doc_max_bytes=0",
    "include_environment_context=false",
    "include_permissions_instructions=false",
    "include_apps_instructions=false",
    "include_collaboration_mode_instructions=false",
    "skills.include_instructions=false",
];

/// Returns the arguments; the message goes to standard input, and `prompt_file` holds the prompt.
#[must_use]
pub fn arguments(model: Option<&str>, prompt_file: &str) -> Vec<String> {
    let mut arguments: Vec<String> = [
        "exec",
        "--skip-git-repo-check",
        "--ephemeral",
        "--ignore-user-config",
        "--ignore-rules",
        "--sandbox",
        "read-only",
        "--color",
        "never",
        "--json",
    ]
    .map(String::from)
    .to_vec();
    let features = OFF.iter().map(|feature| format!("features.{feature}=false"));
    // TOML takes what JSON calls a string.
    let prompt = serde_json::to_string(prompt_file).unwrap_or_default();
    let prompt = format!("model_instructions_file={prompt}");
    for setting in features.chain(SET.map(String::from)).chain([prompt]) {
        arguments.extend(["-c".into(), setting]);
    }
    if let Some(model) = model {
        arguments.extend(["--model".into(), model.into()]);
    }
    arguments.push("-".into());
    arguments
}

/// Returns what the program answered, given its exit code and what it wrote: one event a line, of
/// which the last message is the answer. Lines that are no event count for nothing.
///
/// # Errors
///
/// Returns why there is no answer.
pub fn reply(code: Option<i32>, stdout: &[u8], stderr: &[u8]) -> Result<Reply, Failure> {
    const WHO: &str = "codex";
    let mut reply = Reply::default();
    let (mut answer, mut failed, mut is_done) = (None, None, false);
    let lines = stdout.split(|byte| *byte == b'\n');
    for event in lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok()) {
        match text(&event, "type") {
            Some("item.completed") => {
                let item = event.get("item");
                let message = item.filter(|item| text(item, "type") == Some("agent_message"));
                let message = message.and_then(|item| text(item, "text")).map(String::from);
                answer = message.or(answer);
            }
            Some("turn.completed") => {
                is_done = true;
                let usage = event.get("usage");
                reply.input_tokens = sum(usage, &["input_tokens"]);
                reply.output_tokens = sum(usage, &["output_tokens"]);
            }
            Some("turn.failed") => {
                let message = event.get("error").and_then(|error| text(error, "message"));
                failed = Some(shown(message.unwrap_or("the turn failed")));
            }
            Some("error") => failed = text(&event, "message").map(shown).or(failed),
            Some(_) | None => {}
        }
    }
    match (answer, failed) {
        (Some(text), failed) if is_done || failed.is_none() && code == Some(0) => {
            reply.text = text;
            Ok(reply)
        }
        (_, Some(said)) => Err(Failure::Refused(said)),
        (_, None) if code != Some(0) => {
            Err(Failure::Exited { who: WHO, code, said: beginning(stderr) })
        }
        (_, None) => Err(Failure::Odd { who: WHO, beginning: beginning(stdout) }),
    }
}
