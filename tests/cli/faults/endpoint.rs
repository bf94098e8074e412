//! Endpoints that are not there, or that no key may be sent to.

use std::net::{Ipv4Addr, TcpListener};

use super::{Notice, Row, Silence, row};
use crate::run::Stop;

pub(super) fn rows() -> Vec<Row> {
    [unreachable(), refused()].into_iter().flatten().collect()
}

fn unreachable() -> Vec<Row> {
    vec![
        row("nobody listens", Silence, |stop| {
            stop.set("SPRAG_ENDPOINT", format!("http://127.0.0.1:{}/", free_port()));
        }),
        row("nobody listens on IPv6", Silence, |stop| {
            stop.set("SPRAG_ENDPOINT", format!("http://[::1]:{}/", free_port()));
        }),
        row("TLS to a server without", Silence, |stop| {
            let url = stop.endpoint().replace("http:", "https:");
            stop.set("SPRAG_ENDPOINT", url).with(&["--timeout", "2"]);
        }),
        row("a listener that takes nobody", Silence, |stop| {
            // It accepts in the kernel and never answers.
            let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
            let port = silent.local_addr().unwrap().port();
            stop.set("SPRAG_ENDPOINT", format!("http://127.0.0.1:{port}/"));
            stop.keep(silent).with(&["--timeout", "1"]);
        }),
        row("a listener that takes nobody, behind TLS", Silence, |stop| {
            let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
            let port = silent.local_addr().unwrap().port();
            stop.set("SPRAG_ENDPOINT", format!("https://127.0.0.1:{port}/"));
            stop.keep(silent).with(&["--timeout", "1"]);
        }),
    ]
}

/// Returns a port of which nobody has been told.
fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port()
}

fn refused() -> Vec<Row> {
    let refuse = |name: &str, set: fn(&mut Stop)| row(name, Notice, set);
    vec![
        refuse("FTP", |stop| _ = stop.set("SPRAG_ENDPOINT", "ftp://127.0.0.1/x")),
        refuse("a file", |stop| _ = stop.set("SPRAG_ENDPOINT", "file:///etc/hosts")),
        refuse("no URL", |stop| _ = stop.set("SPRAG_ENDPOINT", "judge")),
        refuse("no host", |stop| _ = stop.set("SPRAG_ENDPOINT", "https:///v1")),
        refuse("a path", |stop| _ = stop.set("SPRAG_ENDPOINT", "/v1/systemone")),
        refuse("blanks in a URL", |stop| _ = stop.set("SPRAG_ENDPOINT", "http://127.0.0.1 /")),
        refuse("a user", |stop| {
            let url = stop.endpoint().replace("http://", "http://ada@");
            stop.set("SPRAG_ENDPOINT", url);
        }),
        refuse("a user that looks like a host", |stop| {
            stop.set("SPRAG_ENDPOINT", "http://127.0.0.1:80@192.0.2.1/");
        }),
        refuse("a host that begins like this machine", |stop| {
            stop.set("SPRAG_ENDPOINT", "http://localhost.evil/");
        }),
        refuse("a host that begins with an address", |stop| {
            stop.set("SPRAG_ENDPOINT", "http://127.0.0.1.evil/");
        }),
        refuse("another host without TLS", |stop| {
            stop.set("SPRAG_ENDPOINT", "http://192.0.2.1/");
        }),
        refuse("another host with TLS", |stop| {
            stop.set("SPRAG_ENDPOINT", "https://192.0.2.1/");
        }),
        refuse("an address that only maps to this machine", |stop| {
            stop.set("SPRAG_ENDPOINT", "http://[::ffff:192.0.2.1]/");
        }),
        refuse("an address in another notation", |stop| {
            stop.set("SPRAG_ENDPOINT", "https://3221225985/");
        }),
    ]
}
