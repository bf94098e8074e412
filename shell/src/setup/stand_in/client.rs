//! The client of the tests: plain sockets, so that every byte is the test's own.

use core::net::Ipv4Addr;
use core::time::Duration;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::{env, fs, process, thread};

use super::{Options, StandIn};

/// A request body with a question of each kind, in no alphabetical order.
pub(super) const TWO: &str = concat!(
    r#"{"state":"s","model":"m","questions":{"z":{"type":"noul","instructions":"?"},"#,
    r#""a":{"type":"choice","criteria":{"yes":null,"no":"n","other":null}}}}"#,
);
/// The answer to it without any score.
pub(super) const PLAIN: &str = concat!(
    r#"{"model":"stand-in","answers":{"z":{"type":"noul","noul":0.02},"#,
    r#""a":{"type":"choice","choice":"yes","probabilities":{"yes":0.33,"no":0.33,"other":0.33},"#,
    r#""confidence":0.0}},"usage":{"input_tokens":36,"output_tokens":14}}"#,
);

/// Starts a stand-in; its port.
pub(super) fn start(options: Options) -> u16 {
    let stand_in = StandIn::bind(options, 0).unwrap();
    let port = stand_in.port();
    thread::spawn(move || stand_in.serve());
    port
}

pub(super) fn in_mode(mode: &str) -> u16 {
    start(Options { mode: mode.parse().unwrap(), ..Options::default() })
}

pub(super) fn with_scores(scores: &str) -> u16 {
    start(Options { scores: scores.parse().unwrap(), ..Options::default() })
}

/// A file of this test alone, which does not exist.
pub(super) fn scratch(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("stand-in-{}-{name}", process::id()));
    let _ = fs::remove_file(&path);
    path
}

pub(super) fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    // No answer fails the test instead of hanging it.
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    stream
}

/// All that comes back for these bytes until the server closes.
pub(super) fn exchange(port: u16, request: &str) -> String {
    let mut stream = connect(port);
    stream.write_all(request.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}

pub(super) fn post_to(path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer k\r\nConnection: close\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
}

pub(super) fn post(body: &str) -> String {
    post_to("/v1/systemone", body)
}

/// Status, head and body of the answer to this body.
pub(super) fn ask(port: u16, body: &str) -> (u16, String, String) {
    split(&exchange(port, &post(body)))
}

/// Status, head and body of one response.
pub(super) fn split(response: &str) -> (u16, String, String) {
    let (head, body) = response.split_once("\r\n\r\n").unwrap();
    let length = format!("content-length: {}\r\n", body.len());
    assert!(format!("{head}\r\n").contains(&length), "{head}");
    (head.split(' ').nth(1).unwrap().parse().unwrap(), head.to_owned(), body.to_owned())
}
