//! Asks the judge.
//!
//! The connection opens on a thread while the transcript is still being read: name, address and
//! TLS take two to three round trips, reading takes none.

mod one_write;
mod transport;

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use sprag_core::checks::verdict::Failure;
use sprag_core::judge::key::Key;
use sprag_core::limits::ANSWER_BYTES_MAX;
use ureq::Agent;
use ureq::Body;
use ureq::Proxy;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::tls::{RootCerts, TlsConfig};
use ureq::unversioned::resolver::{DefaultResolver, Resolver};
use ureq::unversioned::transport::{Connector as _, DefaultConnector};

use crate::system::deadline::Deadline;
use one_write::OneWrite;
use transport::{Capture, Handover, NoResolver, Opened};

/// Where the judge is, and how it is reached.
#[derive(Debug)]
pub(crate) struct Judge {
    pub(crate) endpoint: Uri,
    /// The key, if the request carries it.
    pub(crate) key: Option<Key>,
    /// The proxy that carries the connection.
    pub(crate) proxy: Option<Proxy>,
    /// The authorities that are trusted, if not the usual ones.
    pub(crate) roots: Option<RootCerts>,
    pub(crate) deadline: Deadline,
}

/// A connection that is open or about to be.
#[derive(Debug)]
pub(crate) struct Connection {
    judge: Judge,
    opened: Receiver<Opened>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) body: Vec<u8>,
    pub(crate) request_id: Option<String>,
    pub(crate) latency_ms: u64,
}

impl Judge {
    /// Begins to connect.
    pub(crate) fn connect(self) -> Connection {
        self.connect_by(DefaultResolver::default())
    }

    /// Begins to connect to where `resolver` says.
    fn connect_by(self, resolver: impl Resolver) -> Connection {
        let (sender, opened) = mpsc::channel();
        let config = self.config(self.proxy.clone());
        let endpoint = self.endpoint.clone();
        let open = move || {
            let capture = Capture { endpoint: endpoint.clone(), opened: sender.clone() };
            let connector = DefaultConnector::new().chain(capture);
            let agent = Agent::with_parts(config, connector, resolver);
            // The connector keeps the connection and fails this request before a byte is sent.
            if let Err(error) = agent.post(endpoint).send_empty() {
                // Nobody listens once the connection has been handed over.
                let _ = sender.send(Err(failure(&error)));
            }
        };
        // Without a thread the channel is closed, which `ask` reports.
        let _ = thread::Builder::new().name("judge".into()).spawn(open);
        Connection { judge: self, opened }
    }

    fn config(&self, proxy: Option<Proxy>) -> Config {
        let mut tls = TlsConfig::builder();
        if let Some(roots) = &self.roots {
            tls = tls.root_certs(roots.clone());
        }
        Agent::config_builder()
            .http_status_as_error(false)
            // A redirect would carry the key to wherever it points.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(proxy)
            .timeout_global(Some(self.deadline.left()))
            .tls_config(tls.build())
            .user_agent(concat!("sprag/", env!("CARGO_PKG_VERSION")))
            .build()
    }
}

impl Connection {
    /// Sends the judge's request and waits for its answer.
    pub(crate) fn ask(self, body: &[u8]) -> Result<Response, Failure> {
        let bearer = self.judge.key.as_ref().map(|key| ["Bearer ", key.expose()].concat());
        let header = bearer.as_deref().map(|bearer| ("authorization", bearer));
        let (begun, mut response) = self.send(header.as_slice(), body)?;
        Failure::of_status(response.status().as_u16())?;
        let request_id = response.headers().get("x-typesafe-request-id");
        let request_id = request_id.and_then(|id| id.to_str().ok()).map(String::from);
        let body = read_body(&mut response, ANSWER_BYTES_MAX)?;
        let latency_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(Response { body, request_id, latency_ms })
    }

    /// Sends a request with these headers, among them the one that carries the key, and waits for
    /// the head of its answer. Returns when it was sent, and that.
    pub(crate) fn send(
        self,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Result<(Instant, ureq::http::Response<Body>), Failure> {
        let transport = match self.opened.recv_timeout(self.judge.deadline.left()) {
            Ok(opened) => opened?,
            Err(RecvTimeoutError::Timeout) => return Err(Failure::Timeout),
            Err(RecvTimeoutError::Disconnected) => return Err(Failure::Connection),
        };
        let begun = Instant::now();
        let config = self.judge.config(None);
        let handover = Handover::of(Box::new(OneWrite::over(transport)));
        let agent = Agent::with_parts(config, handover, NoResolver);
        let mut request = agent.post(self.judge.endpoint.clone());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request
            .header("content-type", "application/json")
            .header("accept", "application/json")
            .send(body)
            .map(|response| (begun, response))
            .map_err(|error| failure(&error))
    }
}

/// Returns the body of a response, which is at most so long.
pub(crate) fn read_body(
    response: &mut ureq::http::Response<Body>,
    bytes_max: usize,
) -> Result<Vec<u8>, Failure> {
    let limit = u64::try_from(bytes_max).unwrap_or(u64::MAX);
    let body = response.body_mut().with_config().limit(limit).read_to_vec();
    body.map_err(|error| failure(&error))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the errors of a library, which may grow")]
fn failure(error: &ureq::Error) -> Failure {
    match error {
        ureq::Error::Timeout(_) => Failure::Timeout,
        ureq::Error::BodyExceedsLimit(_) => Failure::Malformed,
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::TimedOut => Failure::Timeout,
        // What else can go wrong, and ureq may yet tell apart, is a connection that failed.
        _ => Failure::Connection,
    }
}

#[cfg(test)]
mod tests;
