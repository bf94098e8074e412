//! A judge behind TLS that tells how its clients came.

use core::error::Error;
use core::net::{Ipv4Addr, SocketAddr};
use core::time::Duration;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use alloc::sync::Arc;
use rustls::crypto::ring;
use rustls::{HandshakeKind, ProtocolVersion, ServerConfig, ServerConnection, StreamOwned};

use super::{Authority, Record, Request};

/// Longer than any client waits.
const PATIENCE: Duration = Duration::from_secs(60);

/// What came over one connection until the judge answered.
#[derive(Clone, Debug)]
pub struct Heard {
    /// Which TLS was spoken.
    pub version: Option<ProtocolVersion>,
    /// How the two came to speak it.
    pub handshake: Option<HandshakeKind>,
    /// All records of the client.
    pub records: Vec<Record>,
    /// How many bytes its request had.
    pub request_len: usize,
    /// The request.
    pub request: Request,
}

/// A judge on a port of this machine that gives each request the same response, until the process
/// ends.
#[derive(Debug)]
pub struct TlsJudge {
    address: SocketAddr,
    heard: Receiver<Heard>,
}

impl TlsJudge {
    /// Listens from now on, with the certificate of this authority, and gives these answers.
    ///
    /// # Errors
    /// There is no port, no thread, or the certificate is none.
    pub fn start(authority: Authority, answers: &str) -> Result<Self, Box<dyn Error>> {
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(vec![authority.certificate], authority.key)?;
        let config = Arc::new(config);
        let response: Arc<str> = response(answers).into();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let (sender, heard) = mpsc::channel();
        let serve = move || {
            for stream in listener.incoming().flatten() {
                let (config, response) = (Arc::clone(&config), Arc::clone(&response));
                let sender = sender.clone();
                // What goes wrong on one connection is not heard: whoever waits for it notices.
                thread::spawn(move || _ = converse(config, stream, &response, &sender));
            }
        };
        thread::Builder::new().spawn(serve)?;
        Ok(Self { address, heard })
    }

    /// Returns where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns what it has heard since it was last asked.
    #[must_use]
    pub fn heard(&self) -> Vec<Heard> {
        self.heard.try_iter().collect()
    }
}

fn response(answers: &str) -> String {
    let body = format!(r#"{{"answers":{{{answers}}},"model":"jev-1.13.0"}}"#);
    let length = body.len();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
    format!("{head}content-length: {length}\r\n\r\n{body}")
}

fn converse(
    config: Arc<ServerConfig>,
    stream: TcpStream,
    response: &str,
    sender: &Sender<Heard>,
) -> Result<(), Box<dyn Error>> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let tap = Tap { stream, read: Vec::new() };
    let mut tls = StreamOwned::new(ServerConnection::new(config)?, tap);
    let mut bytes = Vec::new();
    let mut block = [0; 4096];
    let request = loop {
        let len = match tls.read(&mut block)? {
            0 => return Err("the client left within its request".into()),
            len => len,
        };
        bytes.extend_from_slice(block.get(..len).unwrap_or_default());
        if let Some(request) = Request::parse(&bytes) {
            break request;
        }
    };
    sender.send(Heard {
        version: tls.conn.protocol_version(),
        handshake: tls.conn.handshake_kind(),
        records: Record::all(&tls.sock.read),
        request_len: bytes.len(),
        request,
    })?;
    tls.write_all(response.as_bytes())?;
    tls.flush()?;
    // The client ends the connection: whoever ends it first keeps the port busy for a while.
    while tls.read(&mut block)? > 0 {}
    Ok(())
}

/// A stream that keeps what was read from it.
struct Tap {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Read for Tap {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.stream.read(buffer)?;
        self.read.extend_from_slice(buffer.get(..len).unwrap_or_default());
        Ok(len)
    }
}

impl Write for Tap {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.stream.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
