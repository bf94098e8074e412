//! The Messages API as a worker: one request, one answer, no streaming.
//! <https://docs.anthropic.com/en/api/messages>

use alloc::{string::String, vec::Vec};

use serde::Serialize;
use serde_json::Value;

use super::json::{beginning, object, shown, sum, text};
use super::{Failure, Reply};

/// Where it is asked unless the user names another place.
pub const ENDPOINT: &str = "https://api.anthropic.com/v1/messages";

/// The version of the API.
pub const VERSION: &str = "2023-06-01";

/// Names for the latest model of a family, as Claude Code 2.1.332 reads them.
const FAMILIES: [(&str, &str); 3] =
    [("haiku", "claude-haiku-5-5"), ("sonnet", "claude-sonnet-5-5"), ("opus", "claude-opus-5-5")];

/// Returns the identifier of a model; what is no name of a family is one.
#[must_use]
pub fn model(name: Option<&str>) -> &str {
    let name = name.unwrap_or("haiku");
    let family = FAMILIES.iter().find(|(family, _)| family.eq_ignore_ascii_case(name));
    family.map_or(name, |(_, model)| model)
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    max_tokens: u32,
    system: &'a str,
    messages: [Turn<'a>; 1],
}

#[derive(Serialize)]
struct Turn<'a> {
    role: &'a str,
    content: &'a str,
}

/// Returns the body of the request.
#[must_use]
pub fn body(name: Option<&str>, max_tokens: u32, prompt: &str, message: &str) -> Vec<u8> {
    let messages = [Turn { role: "user", content: message }];
    let request = Request { model: model(name), max_tokens, system: prompt, messages };
    // Texts and a number cannot fail to be written.
    serde_json::to_vec(&request).unwrap_or_default()
}

/// Returns what the service answered.
///
/// # Errors
///
/// Returns why there is no answer.
pub fn reply(status: u16, body: &[u8]) -> Result<Reply, Failure> {
    const WHO: &str = "the Messages API";
    if status != 200 {
        let value: Value = serde_json::from_slice(body).unwrap_or_default();
        let said = value.get("error").and_then(|error| text(error, "message"));
        let said = said.map_or_else(|| beginning(body), shown);
        return Err(Failure::Status { status, said });
    }
    let value = object(WHO, body)?;
    let stop = text(&value, "stop_reason");
    let blocks = value.get("content").and_then(Value::as_array);
    let texts = blocks.into_iter().flatten().filter(|block| text(block, "type") == Some("text"));
    let texts: Vec<&str> = texts.filter_map(|block| block.get("text")?.as_str()).collect();
    let answer: String = texts.concat();
    if stop == Some("refusal") {
        return Err(Failure::Refused("the model declined to answer".into()));
    }
    if answer.trim().is_empty() {
        return Err(Failure::Refused("no text in its answer".into()));
    }
    let usage = value.get("usage");
    Ok(Reply {
        text: answer,
        model: text(&value, "model").map(shown),
        input_tokens: sum(
            usage,
            &["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"],
        ),
        output_tokens: sum(usage, &["output_tokens"]),
        cost_usd: None,
        is_cut: stop == Some("max_tokens"),
    })
}
