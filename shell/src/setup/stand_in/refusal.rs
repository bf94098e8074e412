//! The responses that hold no scores, in the service's words where they are known.

use serde_json::{Value, json};

use super::http::Response;

/// Why a request gets no scores.
#[derive(Clone, Copy, Debug)]
pub(super) enum Refusal {
    /// No HTTP request that we can read.
    Malformed,
    /// The key is not known.
    WrongKey,
    /// There is no key.
    NoKey,
    /// Not a POST.
    MethodNotAllowed,
    /// The head or the body is above its limit.
    TooLarge,
    /// The body lacks something; for a request that was not looked at.
    Unprocessable,
    /// Too many requests; to be tried again after a second.
    TooMany,
    /// The service failed.
    Internal,
    /// The record could not be written: an answer would hide that.
    NotRecorded,
    /// The service is overloaded.
    Overloaded,
}

impl Refusal {
    /// The response that says so.
    pub(super) fn response(self) -> Response {
        match self {
            Self::Malformed => plain(400, "Bad Request"),
            Self::WrongKey => authentication(
                401,
                "Cannot authenticate with the server. Please check your API key and try again.",
            ),
            Self::NoKey => {
                authentication(403, "Must supply an API key! Check your request and try again.")
            }
            Self::MethodNotAllowed => {
                plain(405, "Method Not Allowed").with_header("allow", "POST".to_owned())
            }
            Self::TooLarge => plain(413, "Content Too Large"),
            Self::Unprocessable => unprocessable(vec![json!({
                "loc": ["body", "state"], "msg": "Field required", "type": "missing", "input": {},
            })]),
            // The service publishes no body for 429, 500 and 529.
            Self::TooMany => {
                plain(429, "Too Many Requests").with_header("retry-after", "1".to_owned())
            }
            Self::Internal => plain(500, "Internal Server Error"),
            Self::NotRecorded => plain(500, "stand-in: cannot write the record"),
            Self::Overloaded => plain(529, "Overloaded"),
        }
    }
}

/// The response to a body in which these things are wrong.
pub(super) fn unprocessable(details: Vec<Value>) -> Response {
    Response::new(422, json!({ "detail": details }).to_string())
}

fn authentication(status: u16, message: &str) -> Response {
    let detail = json!({ "error_type": "authentication_error", "message": message });
    Response::new(status, json!({ "detail": detail }).to_string())
}

fn plain(status: u16, detail: &str) -> Response {
    Response::new(status, json!({ "detail": detail }).to_string())
}
