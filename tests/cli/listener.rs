//! A server of the test's own, for what the stand-in does not show: heads, keys, connections.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::bytes::position;

/// A port on loopback. Who connects waits there until it is looked at, so that a connection cannot
/// be missed.
#[derive(Debug)]
pub(crate) struct Listener(TcpListener);

/// Longer than any hook waits here: a test that waits so long has failed.
const PATIENCE_SECS: u64 = 45;

impl Listener {
    pub(crate) fn open() -> Self {
        Self(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap())
    }

    /// Returns a port on another address of this machine, if it has that.
    pub(crate) fn bound(address: &str) -> Option<Self> {
        TcpListener::bind((address, 0)).ok().map(Self)
    }

    pub(crate) fn port(&self) -> u16 {
        self.0.local_addr().unwrap().port()
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/v1/systemone", self.port())
    }

    /// Waits for the next client.
    pub(crate) fn client(&self) -> TcpStream {
        let patience = Timespec { tv_sec: PATIENCE_SECS.try_into().unwrap(), tv_nsec: 0 };
        let ready = poll(&mut [PollFd::new(&self.0, PollFlags::IN)], Some(&patience)).unwrap();
        assert_eq!(ready, 1, "nobody connects");
        let (stream, _) = self.0.accept().unwrap();
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(PATIENCE_SECS))).unwrap();
        stream
    }

    /// Returns how many connections there were that nobody has taken. A client that has ended has
    /// connected before.
    pub(crate) fn untaken(&self) -> usize {
        self.0.set_nonblocking(true).unwrap();
        core::iter::from_fn(|| self.0.accept().ok()).count()
    }
}

/// Reads one request, head and body.
pub(crate) fn read_request(stream: &mut TcpStream) -> (String, Vec<u8>) {
    let mut request = Vec::new();
    let mut block = [0; 4096];
    loop {
        let len = stream.read(&mut block).unwrap();
        assert!(len > 0, "the client left within its request");
        request.extend_from_slice(&block[..len]);
        let Some(end) = position(&request, b"\r\n\r\n") else { continue };
        let head = String::from_utf8(request[..end].to_vec()).unwrap();
        let body = request[end + 4..].to_vec();
        if body.len() >= content_length(&head) {
            return (head, body);
        }
    }
}

fn content_length(head: &str) -> usize {
    let mut lines = head.lines().filter_map(|line| line.split_once(':'));
    let length = lines.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    length.map_or(0, |(_, length)| length.trim().parse().unwrap())
}

/// Answers as the judge does, with these answers.
pub(crate) fn answer(stream: &mut TcpStream, answers: &str) {
    stream.write_all(response(answers).as_bytes()).unwrap();
}

/// Returns the response that holds these answers.
pub(crate) fn response(answers: &str) -> String {
    let body = format!(
        r#"{{"answers":{{{answers}}},"model":"jev-1.13.0","usage":{{"input_tokens":310}}}}"#
    );
    let length = body.len();
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n";
    format!("{head}Content-Length: {length}\r\n\r\n{body}")
}

/// What makes a promise a broken one.
pub(crate) const BROKEN: &str =
    r#""no_action":{"type":"noul","noul":0.31},"broken_promise":{"type":"noul","noul":0.93}"#;
