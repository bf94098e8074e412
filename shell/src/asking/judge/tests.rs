//! A judge whose name is looked up by the test.

use alloc::sync::Arc;
use core::net::{Ipv4Addr, SocketAddr};
use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::thread;

use ureq::Error;
use ureq::unversioned::resolver::ResolvedSocketAddrs;
use ureq::unversioned::transport::NextTimeout;

use super::*;

/// Knows one address, and how often it was asked for it.
#[derive(Clone, Debug)]
struct Counted {
    address: SocketAddr,
    asked: Arc<AtomicUsize>,
}

impl Resolver for Counted {
    fn resolve(
        &self,
        _uri: &Uri,
        _config: &Config,
        _timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let mut addresses = self.empty();
        addresses.push(self.address);
        Ok(addresses)
    }
}

fn judge() -> Judge {
    Judge {
        // Whoever else looked it up would stay on this machine, and come to another port.
        endpoint: "http://localhost/".parse().unwrap(),
        key: Key::choose(["a-key-for-nobody"]).ok(),
        proxy: None,
        roots: None,
        deadline: Deadline::after(Duration::from_secs(60)),
    }
}

#[test]
fn the_name_of_the_judge_is_looked_up_once() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let resolver =
        Counted { address: listener.local_addr().unwrap(), asked: Arc::new(AtomicUsize::new(0)) };
    let asked = Arc::clone(&resolver.asked);
    let connection = judge().connect_by(resolver);
    let server = thread::spawn(move || {
        let mut client = BufReader::new(listener.accept().unwrap().0);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(client.read_line(&mut head).unwrap() > 0, "{head}");
        }
        client.read_exact(&mut [0; 4]).unwrap();
        client.get_mut().write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ngood").unwrap();
        head
    });
    let response = connection.ask(b"body").unwrap();
    let head = server.join().unwrap();
    assert!(head.contains("host: localhost\r\n"), "{head}");
    assert_eq!((response.body.as_slice(), asked.load(Ordering::SeqCst)), (&b"good"[..], 1));
}

/// What is written leaves at once, whatever the other side has yet to acknowledge.
#[test]
fn nagles_algorithm_is_off() {
    assert!(judge().config(None).no_delay());
}
