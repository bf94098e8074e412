//! Sends a request in one write: the head waits for the body.
//!
//! ureq hands them over one after the other, and each would leave in a packet of its own.

use ureq::Error;
use ureq::unversioned::transport::{Buffers, LazyBuffers, NextTimeout, Transport};

/// What ureq hands over at once, at most.
const PIECE_BYTES: usize = 16 << 10;

/// A connection that holds back what is written until an answer is awaited.
#[derive(Debug)]
pub(super) struct OneWrite {
    inner: Box<dyn Transport>,
    /// The request as far as it is known, until it leaves.
    held: Option<Held>,
}

#[derive(Debug)]
struct Held {
    buffers: LazyBuffers,
    request: Vec<u8>,
}

impl OneWrite {
    pub(super) fn over(inner: Box<dyn Transport>) -> Self {
        let buffers = LazyBuffers::new(PIECE_BYTES, PIECE_BYTES);
        Self { inner, held: Some(Held { buffers, request: Vec::new() }) }
    }

    /// Lets the request go, in pieces of what the connection takes at once.
    fn send(&mut self, request: &[u8], timeout: NextTimeout) -> Result<(), Error> {
        let room = self.inner.buffers().output().len().max(1);
        for piece in request.chunks(room) {
            let output = self.inner.buffers().output().get_mut(..piece.len());
            output.ok_or(Error::ConnectionFailed)?.copy_from_slice(piece);
            self.inner.transmit_output(piece.len(), timeout)?;
        }
        Ok(())
    }
}

impl Transport for OneWrite {
    fn buffers(&mut self) -> &mut dyn Buffers {
        match &mut self.held {
            Some(held) => &mut held.buffers,
            None => self.inner.buffers(),
        }
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        let Some(Held { buffers, request }) = &mut self.held else {
            return self.inner.transmit_output(amount, timeout);
        };
        request.extend_from_slice(buffers.output().get(..amount).unwrap_or_default());
        Ok(())
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        if let Some(held) = self.held.take() {
            self.send(&held.request, timeout)?;
        }
        self.inner.await_input(timeout)
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

#[cfg(test)]
mod tests {
    use alloc::sync::Arc;
    use std::sync::Mutex;

    use ureq::Agent;

    use super::super::transport::{Handover, NoResolver};
    use super::*;

    /// A connection that keeps what is written, and answers.
    #[derive(Debug)]
    struct Played {
        buffers: LazyBuffers,
        writes: Arc<Mutex<Vec<Vec<u8>>>>,
        answer: &'static [u8],
    }

    impl Transport for Played {
        fn buffers(&mut self) -> &mut dyn Buffers {
            &mut self.buffers
        }

        fn transmit_output(&mut self, amount: usize, _: NextTimeout) -> Result<(), Error> {
            self.writes.lock().unwrap().push(self.buffers.output()[..amount].to_vec());
            Ok(())
        }

        fn await_input(&mut self, _: NextTimeout) -> Result<bool, Error> {
            let answer = core::mem::take(&mut self.answer);
            self.buffers.input_append_buf()[..answer.len()].copy_from_slice(answer);
            self.buffers.input_appended(answer.len());
            Ok(!answer.is_empty())
        }

        fn is_open(&mut self) -> bool {
            true
        }
    }

    /// Returns what is written of a request with this body over a connection that takes so many
    /// bytes at once, and the answer.
    fn written(body: &[u8], room: usize) -> (Vec<Vec<u8>>, String) {
        let writes = Arc::new(Mutex::new(Vec::new()));
        let played = Played {
            buffers: LazyBuffers::new(1 << 10, room),
            writes: Arc::clone(&writes),
            answer: b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ngood",
        };
        let handover = Handover::of(Box::new(OneWrite::over(Box::new(played))));
        let agent = Agent::with_parts(Agent::config_builder().build(), handover, NoResolver);
        let mut response = agent.post("http://127.0.0.1/").send(body).unwrap();
        let answer = response.body_mut().read_to_string().unwrap();
        let writes = writes.lock().unwrap().clone();
        (writes, answer)
    }

    #[test]
    fn a_request_leaves_in_one_write() {
        for len in [0, 1, PIECE_BYTES, 3 * PIECE_BYTES + 7] {
            let body = vec![b'x'; len];
            let (writes, answer) = written(&body, 128 << 10);
            assert_eq!((writes.len(), answer.as_str()), (1, "good"), "{len}");
            assert!(writes[0].starts_with(b"POST / HTTP/1.1\r\n") && writes[0].ends_with(&body));
        }
    }

    #[test]
    fn a_connection_that_takes_less_at_once_gets_all_of_it_in_order() {
        let body: Vec<u8> = (b'a'..=b'z').cycle().take(10_000).collect();
        let (pieces, answer) = written(&body, 1_000);
        let whole = pieces.concat();
        assert!(pieces.len() > 10 && whole.ends_with(&body) && answer == "good");
    }
}
