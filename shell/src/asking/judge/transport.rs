//! Takes a connection out of one HTTP client and puts it into another.
//!
//! ureq opens a connection only for a request whose body it already has. The body is known last
//! here, so one client opens the connection and another sends the request over it.

use core::fmt;
use core::net::{Ipv4Addr, SocketAddr};
use std::sync::Mutex;
use std::sync::mpsc::Sender;

use sprag_core::checks::verdict::Failure;
use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{ConnectionDetails, Connector, NextTimeout, Transport};

/// What the opening thread sends: the connection, or why there is none.
pub(super) type Opened = Result<Box<dyn Transport>, Failure>;

/// The last connector of a chain: it sends the open connection away and fails the request.
#[derive(Debug)]
pub(super) struct Capture {
    pub(super) endpoint: Uri,
    pub(super) opened: Sender<Opened>,
}

impl<In: Transport> Connector<In> for Capture {
    type Out = In;

    fn connect(
        &self,
        details: &ConnectionDetails<'_>,
        chained: Option<In>,
    ) -> Result<Option<In>, Error> {
        // The chain also runs for the connection to a proxy, through which it then runs again.
        if details.uri != &self.endpoint {
            return Ok(chained);
        }
        if let Some(transport) = chained {
            // Nobody listens any more once the run is over.
            let _ = self.opened.send(Ok(Box::new(transport)));
        }
        Err(Error::ConnectionFailed)
    }
}

/// A connector that hands over one open connection.
pub(super) struct Handover(Mutex<Option<Box<dyn Transport>>>);

impl Handover {
    pub(super) fn of(transport: Box<dyn Transport>) -> Self {
        Self(Mutex::new(Some(transport)))
    }
}

impl fmt::Debug for Handover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Handover")
    }
}

impl Connector for Handover {
    type Out = Box<dyn Transport>;

    fn connect(
        &self,
        _details: &ConnectionDetails<'_>,
        _chained: Option<()>,
    ) -> Result<Option<Self::Out>, Error> {
        let transport = self.0.lock().ok().and_then(|mut slot| slot.take());
        transport.map(Some).ok_or(Error::ConnectionFailed)
    }
}

/// The connection is open: there is no name left to resolve, and no second query for it.
#[derive(Debug)]
pub(super) struct NoResolver;

impl Resolver for NoResolver {
    fn resolve(
        &self,
        _uri: &Uri,
        _config: &Config,
        _timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let mut addresses = self.empty();
        // ureq wants one address; nobody connects to it.
        addresses.push(SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0)));
        Ok(addresses)
    }
}
