//! Who may receive the key.
//!
//! A repository's settings can set environment variables for the hook. It must not be able to
//! point sprag at a server of its own and collect the user's key.

use alloc::string::String;
use core::net::IpAddr;

use crate::checks::verdict::{Pass, Refusal};
use crate::judge::key::Key;
use crate::settings::Source;

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

/// Whether a request carries the key.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum KeyUse {
    /// It does.
    Carried,
    /// It does not: whoever listens there may be anybody.
    #[default]
    Withheld,
}

impl KeyUse {
    /// Returns the key if the request carries it.
    #[must_use]
    pub fn of(self, key: Key) -> Option<Key> {
        (self == Self::Carried).then_some(key)
    }
}

/// Lets the endpoint pass if it may be asked, and says whether it may receive the key. `source` is
/// who names it, where it is not the default; `parts` is `None` if the client cannot parse it.
///
/// # Errors
///
/// Returns why it is not asked.
pub fn refuse_endpoint(
    parts: Option<Parts<'_>>,
    source: Option<Source>,
    hosts: &[String],
) -> Result<KeyUse, Pass> {
    let parts = parts.filter(|parts| !parts.host.is_empty());
    let refusal = match parts {
        None => Refusal::NotAUrl,
        Some(parts) => match refuse_form(parts) {
            Some(refusal) => refusal,
            None => match refuse_source(parts, source, hosts) {
                Ok(key) => return Ok(key),
                Err(refusal) => refusal,
            },
        },
    };
    Err(Pass::Endpoint(refusal))
}

fn refuse_form(parts: Parts<'_>) -> Option<Refusal> {
    if parts.authority.contains('@') {
        return Some(Refusal::UserInfo);
    }
    let is_private = parts.scheme == "https" || parts.scheme == "http" && is_loopback(parts.host);
    (!is_private).then_some(Refusal::NotPrivate)
}

/// A variable may name this machine, but another user may listen on that port: the key stays.
fn refuse_source(
    parts: Parts<'_>,
    source: Option<Source>,
    hosts: &[String],
) -> Result<KeyUse, Refusal> {
    let host = parts.host;
    let is_listed = hosts.iter().any(|listed| names(listed, parts));
    match source {
        None | Some(Source::Config) => Ok(KeyUse::Carried),
        Some(_) if is_listed => Ok(KeyUse::Carried),
        Some(_) if is_loopback(host) => Ok(KeyUse::Withheld),
        Some(Source::OtherConfig | Source::DoubtfulConfig) => Err(Refusal::ConfigInProject),
        Some(
            Source::CommandLine | Source::Environment | Source::PluginOption | Source::OtherTool,
        ) => Err(Refusal::NotListed),
    }
}

/// Returns whether an entry of `hosts` names this place: with a port that port alone, and without
/// one any.
fn names(listed: &str, parts: Parts<'_>) -> bool {
    let port = parts.authority.rsplit_once(':').map(|(_, port)| port);
    // The colons of an IPv6 address stand in brackets.
    let port = port.filter(|port| !port.is_empty() && !port.ends_with(']')).unwrap_or("443");
    listed.eq_ignore_ascii_case(parts.host)
        || listed.eq_ignore_ascii_case(&[parts.host, ":", port].concat())
}

/// Returns whether a proxy may carry the request: one that sees only TLS.
#[must_use]
pub fn is_proxy_allowed(parts: Parts<'_>) -> bool {
    parts.scheme == "https" && !is_loopback(parts.host)
}

fn is_loopback(host: &str) -> bool {
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    host.eq_ignore_ascii_case("localhost")
        || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}
