//! Who may receive the key.
//!
//! A repository's settings can set environment variables for the hook. It must not be able to
//! point sprag at a server of its own and collect the user's key.

use alloc::string::String;
use core::net::IpAddr;

use crate::path::is_below;
use crate::settings::{Settings, Source};
use crate::verdict::{Pass, Refusal};

/// Where the judge is asked unless the user names another place,
/// <https://docs.typesafe.ai/api>.
pub const DEFAULT: &str = "https://api.typesafe.ai/v1/systemone";

/// The parts of a URL, as the HTTP client itself parses them. Deciding on the text would let a URL
/// say one thing to us and another to the client.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Parts<'a> {
    /// In lower case.
    pub scheme: &'a str,
    /// User, password, host and port.
    pub authority: &'a str,
    /// The host alone, an IPv6 address in its brackets.
    pub host: &'a str,
}

/// Whose a file is that says whom to trust: `config.toml`, or certificates of authorities.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Owner {
    /// The user's.
    User,
    /// The project's that the session works on: it lies inside.
    Project,
}

impl Owner {
    /// Returns whose the file at `path` is. `projects` are the folders of the project. All paths
    /// are absolute and without links; one that is not absolute depends on the working directory,
    /// and so on the project.
    #[must_use]
    pub fn of(path: &str, projects: &[&str]) -> Self {
        let is_inside = |project: &&str| is_below(path, project);
        let is_absolute = path.starts_with('/');
        if is_absolute && !projects.iter().any(is_inside) { Self::User } else { Self::Project }
    }
}

/// Returns the endpoint that the settings name.
#[must_use]
pub fn named(settings: &Settings) -> (&str, Option<Source>) {
    match &settings.endpoint {
        Some((url, source)) => (url, Some(*source)),
        None => (DEFAULT, None),
    }
}

/// Lets the endpoint pass if it may receive the key. `source` is who names it, where it is not the
/// default; `parts` is `None` where the client cannot parse it; `config` is whose `config.toml` is.
///
/// # Errors
///
/// Returns why the key is not sent there.
pub fn refuse_endpoint(
    parts: Option<Parts<'_>>,
    source: Option<Source>,
    hosts: &[String],
    config: Owner,
) -> Result<(), Pass> {
    let parts = parts.filter(|parts| !parts.host.is_empty());
    let refusal = match parts {
        None => Some(Refusal::NotAUrl),
        Some(parts) => {
            refuse_form(parts).or_else(|| refuse_source(parts.host, source, hosts, config))
        }
    };
    refusal.map_or(Ok(()), |refusal| Err(Pass::Endpoint(refusal)))
}

fn refuse_form(parts: Parts<'_>) -> Option<Refusal> {
    if parts.authority.contains('@') {
        return Some(Refusal::UserInfo);
    }
    let is_private = parts.scheme == "https" || parts.scheme == "http" && is_loopback(parts.host);
    (!is_private).then_some(Refusal::NotPrivate)
}

/// This machine may always be named: whoever can set variables here and run a server here needs no
/// hook to read the key.
fn refuse_source(
    host: &str,
    source: Option<Source>,
    hosts: &[String],
    config: Owner,
) -> Option<Refusal> {
    let source = source.filter(|_| !is_loopback(host))?;
    match (config, source) {
        (Owner::User, Source::Config) => None,
        (Owner::Project, Source::Config) => Some(Refusal::ConfigInProject),
        (_, Source::CommandLine | Source::Environment | Source::PluginOption | Source::Seed) => {
            let is_listed = hosts.iter().any(|listed| listed.eq_ignore_ascii_case(host));
            (!is_listed || config == Owner::Project).then_some(Refusal::NotListed)
        }
    }
}

/// Returns whether a proxy of the environment may carry the request: one that sees only TLS.
#[must_use]
pub fn is_proxy_allowed(parts: Parts<'_>) -> bool {
    parts.scheme == "https" && !is_loopback(parts.host)
}

fn is_loopback(host: &str) -> bool {
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    host.eq_ignore_ascii_case("localhost")
        || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}
