//! The Claude Code command line as a worker: no tool, no settings, no session, one turn.
//!
//! With 2.1.332 the request of a short question is 2 KB with these options and 50 KB without; see
//! `docs/delegation.md`.

use alloc::{string::String, vec::Vec};

use serde_json::Value;

use super::json::{beginning, object, shown, sum, text};
use super::{Failure, Reply};

/// The model where none is set.
pub const MODEL: &str = "haiku";

/// Options that not every version has; `claude --help` names them.
pub const NEEDS: [&str; 4] =
    ["--tools", "--strict-mcp-config", "--setting-sources", "--no-session-persistence"];

/// Returns the arguments; the message goes to standard input.
#[must_use]
pub fn arguments(model: Option<&str>, prompt: &str) -> Vec<String> {
    let arguments = [
        "-p",
        "--model",
        model.unwrap_or(MODEL),
        "--output-format",
        "json",
        "--tools",
        "",
        "--strict-mcp-config",
        "--setting-sources",
        "",
        "--no-session-persistence",
        "--max-turns",
        "1",
        "--system-prompt",
        prompt,
    ];
    arguments.map(String::from).to_vec()
}

/// Returns what the program answered, given its exit code and what it wrote. A code that is not 0
/// says nothing where there is an answer.
///
/// # Errors
///
/// Returns why there is no answer.
pub fn reply(code: Option<i32>, stdout: &[u8], stderr: &[u8]) -> Result<Reply, Failure> {
    const WHO: &str = "claude";
    if code != Some(0) && stdout.trim_ascii().is_empty() {
        return Err(Failure::Exited { who: WHO, code, said: beginning(stderr) });
    }
    let value = object(WHO, stdout.trim_ascii())?;
    let is_error = value.get("is_error").and_then(Value::as_bool).unwrap_or(false);
    let answer = match text(&value, "result") {
        Some(answer) if !is_error => answer,
        said => {
            let kind = || text(&value, "subtype").unwrap_or("no text in its answer");
            return Err(Failure::Refused(shown(said.unwrap_or_else(kind))));
        }
    };
    let usage = value.get("usage");
    let models = value.get("modelUsage").and_then(Value::as_object);
    Ok(Reply {
        text: answer.into(),
        model: models.and_then(|models| models.keys().next()).map(|model| shown(model)),
        input_tokens: sum(
            usage,
            &["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"],
        ),
        output_tokens: sum(usage, &["output_tokens"]),
        cost_usd: value.get("total_cost_usd").and_then(Value::as_f64).filter(|cost| *cost >= 0.0),
        is_cut: text(&value, "stop_reason") == Some("max_tokens"),
    })
}
