//! The Messages API, over the HTTP client that asks the judge.

use std::env;

use sprag_core::checks::verdict::{self, Pass};
use sprag_core::judge::endpoint::{is_proxy_allowed, refuse_endpoint};
use sprag_core::judge::key::Key;
use sprag_core::limits::REPLY_BYTES_MAX;
use sprag_core::security::key_variable::guard_variables;
use sprag_core::worker::{Failure, Reply, anthropic};
use ureq::http::Uri;

use super::{Question, Transport};
use crate::asking::judge::{Judge, read_body};
use crate::asking::pipeline::parts;
use crate::asking::roots;
use crate::session::project::Project;
use crate::session::run_environment::RunEnvironment;
use crate::system::deadline::Deadline;

/// The variable that holds the key.
const KEY: &str = "ANTHROPIC_API_KEY";

/// It, as the settings name it.
pub(super) struct Anthropic<'a>(pub(super) &'a RunEnvironment);

impl Anthropic<'_> {
    /// Returns who is asked, if that is allowed.
    fn server(&self, deadline: Deadline) -> Result<Judge, Failure> {
        let settings = &self.0.settings;
        let (url, source) = settings.worker.endpoint();
        let endpoint: Uri = url.parse().unwrap_or_default();
        let allowed = refuse_endpoint(parts(&endpoint), source, &settings.hosts);
        let use_of_key = allowed.map_err(failed_pass)?;
        let keys = guard_variables([KEY], settings.uses_environment);
        let keys: Vec<String> = keys.into_iter().filter_map(|name| env::var(name).ok()).collect();
        let key = match Key::choose(keys.iter().map(String::as_str)) {
            Err(Pass::NoKey) if !settings.uses_environment => return Err(Failure::KeyIgnored),
            chosen => chosen.map_err(failed_pass)?,
        };
        let is_suitable = parts(&endpoint).is_some_and(is_proxy_allowed);
        Ok(Judge {
            proxy: roots::proxy(settings, is_suitable),
            roots: roots::of(settings, &Project::find(None)),
            key: use_of_key.of(key),
            endpoint,
            deadline,
        })
    }
}

impl Transport for Anthropic<'_> {
    fn ask(&self, question: &Question<'_>) -> Result<Reply, Failure> {
        let settings = &self.0.settings.worker;
        let server = self.server(question.deadline)?;
        let key = server.key.clone();
        let key = key.as_ref().map(|key| ("x-api-key", key.expose()));
        let body = anthropic::body(
            settings.model.as_deref(),
            settings.tokens_max,
            question.prompt,
            question.message,
        );
        let version = ("anthropic-version", anthropic::VERSION);
        let headers: Vec<(&str, &str)> = key.into_iter().chain([version]).collect();
        let failed = |failure| failed(failure, question);
        let (_, mut response) = server.connect().send(&headers, &body).map_err(failed)?;
        let status = response.status().as_u16();
        let body = read_body(&mut response, REPLY_BYTES_MAX).map_err(failed)?;
        anthropic::reply(status, &body)
    }

    fn is_there(&self) -> bool {
        guard_variables([KEY], self.0.settings.uses_environment)
            .into_iter()
            .filter_map(env::var_os)
            .any(|key| !key.is_empty())
    }

    fn check(&self) -> Result<String, Failure> {
        let server = self.server(Deadline::after(core::time::Duration::ZERO))?;
        Ok(server.endpoint.to_string())
    }
}

fn failed(failure: verdict::Failure, question: &Question<'_>) -> Failure {
    match failure {
        verdict::Failure::Timeout => Failure::Timeout { seconds: question.timeout.as_secs() },
        verdict::Failure::Malformed => Failure::TooLong,
        verdict::Failure::Connection
        | verdict::Failure::KeyRefused
        | verdict::Failure::Status(_) => Failure::Connection,
    }
}

/// Returns why nobody is asked.
#[expect(clippy::wildcard_enum_match_arm, reason = "a key and an endpoint fail in three ways")]
fn failed_pass(pass: Pass) -> Failure {
    match pass {
        Pass::Endpoint(refusal) => Failure::Endpoint(refusal),
        Pass::KeyOdd => Failure::OddKey,
        _ => Failure::NoKey,
    }
}
