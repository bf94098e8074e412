//! A line with a delay.
//!
//! Every piece that arrives is handed on half a round trip later, in both directions, in order. The
//! kernel of this machine opens connections at once; in its place the first piece of a client is
//! held back for one whole round trip more, which is when it would have left had the client had to
//! wait for the connection to open.
//!
//! So it shows every time that one side waits for the other. It does not show what depends on
//! packets: how many of them a burst may have at first, how long an acknowledgement takes, what is
//! lost. A client whose burst is one write of some kilobytes, with Nagle's algorithm off, waits for
//! none of those.

use core::net::{Ipv4Addr, SocketAddr};
use core::time::Duration;
use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

/// A relay on a port of this machine, until the process ends.
#[derive(Debug)]
pub struct Relay {
    address: SocketAddr,
}

/// A piece, and when it is handed on. An empty one is the end.
struct Piece {
    due: Instant,
    bytes: Vec<u8>,
}

impl Relay {
    /// Listens from now on, and hands on to this address.
    ///
    /// # Errors
    /// There is no port, or no thread.
    pub fn start(to: SocketAddr, round_trip: Duration) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let serve = move || {
            for client in listener.incoming().flatten() {
                // What goes wrong on one connection, its client notices.
                let _ = connect(client, to, round_trip);
            }
        };
        thread::Builder::new().spawn(serve)?;
        Ok(Self { address })
    }

    /// Returns where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

fn connect(client: TcpStream, to: SocketAddr, round_trip: Duration) -> io::Result<()> {
    let server = TcpStream::connect(to)?;
    for stream in [&client, &server] {
        stream.set_nodelay(true)?;
    }
    let half = round_trip.checked_div(2).unwrap_or_default();
    carry(client.try_clone()?, server.try_clone()?, round_trip.saturating_add(half), half)?;
    carry(server, client, half, half)
}

/// Hands on what comes from one side to the other: the first piece after this long, the others
/// after that.
fn carry(from: TcpStream, to: TcpStream, first: Duration, others: Duration) -> io::Result<()> {
    let (sender, pieces) = mpsc::channel();
    thread::Builder::new().spawn(move || take(from, first, others, &sender))?;
    thread::Builder::new().spawn(move || _ = give(to, &pieces))?;
    Ok(())
}

fn take(mut from: TcpStream, first: Duration, others: Duration, pieces: &Sender<Piece>) {
    let mut block = vec![0; 64 << 10];
    let mut delay = first;
    loop {
        // A connection that breaks ends here like one that ends.
        let len = from.read(&mut block).unwrap_or(0);
        let Some(due) = Instant::now().checked_add(delay) else { return };
        let bytes = block.get(..len).unwrap_or_default().to_vec();
        if pieces.send(Piece { due, bytes }).is_err() || len == 0 {
            return;
        }
        delay = others;
    }
}

fn give(mut to: TcpStream, pieces: &Receiver<Piece>) -> io::Result<()> {
    for piece in pieces {
        thread::sleep(piece.due.saturating_duration_since(Instant::now()));
        if piece.bytes.is_empty() {
            return to.shutdown(Shutdown::Write);
        }
        to.write_all(&piece.bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_arrives_in_order_in_both_directions_and_then_the_end() {
        let server = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let relay = Relay::start(server.local_addr().unwrap(), Duration::from_millis(2)).unwrap();
        let mut client = TcpStream::connect(relay.address()).unwrap();
        let (mut served, _) = server.accept().unwrap();
        let sent: Vec<u8> = (0..=u8::MAX).cycle().take(300_000).collect();
        let writer = thread::spawn({
            let sent = sent.clone();
            move || {
                client.write_all(&sent).unwrap();
                client.shutdown(Shutdown::Write).unwrap();
                let mut back = Vec::new();
                client.read_to_end(&mut back).unwrap();
                back
            }
        });
        let mut arrived = Vec::new();
        served.read_to_end(&mut arrived).unwrap();
        served.write_all(&arrived).unwrap();
        drop(served);
        assert!(arrived == sent && writer.join().unwrap() == sent);
    }
}
