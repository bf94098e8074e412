//! As much of HTTP/1.1 as one client on loopback needs: a request in, a response out, everything
//! bounded. It knows nothing about judging. <https://www.rfc-editor.org/rfc/rfc9112>

use core::time::Duration;
use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::Instant;

/// The longest request line and headers.
const HEAD_BYTES_MAX: usize = 64 * 1024;
/// The longest body.
const BODY_BYTES_MAX: usize = 4 * 1024 * 1024;
/// The time for one request to come in whole, and for one write to go out.
pub(super) const TIME_MAX: Duration = Duration::from_secs(10);
/// What is read at once.
const READ_BYTES: usize = 16 * 1024;

/// A request that came in whole.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) keep_alive: bool,
    pub(super) body: Vec<u8>,
}

/// Why there is no request.
#[derive(Debug)]
pub(super) enum Unread {
    /// The client closed, broke off, or took too long.
    Closed,
    /// It is no HTTP/1 request, or one in a coding we do not know.
    Malformed,
    /// The head or the body is above its limit.
    TooLarge,
}

impl From<io::Error> for Unread {
    fn from(_: io::Error) -> Self {
        Self::Closed
    }
}

/// How long the body is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Framing {
    Length(usize),
    Chunked,
}

#[derive(Debug)]
struct Head {
    request: Request,
    framing: Framing,
    expects_continue: bool,
}

/// A client's connection, with what was read ahead from it.
#[derive(Debug)]
pub(super) struct Connection {
    stream: TcpStream,
    ahead: Vec<u8>,
    started: Instant,
}

impl Connection {
    /// Takes over an accepted stream.
    ///
    /// # Errors
    /// The stream's options cannot be set.
    pub(super) fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(TIME_MAX))?;
        Ok(Self { stream, ahead: Vec::new(), started: Instant::now() })
    }

    /// The next request.
    ///
    /// # Errors
    /// None came, or none that can be read; the connection is then of no more use for reading.
    pub(super) fn read(&mut self) -> Result<Request, Unread> {
        self.started = Instant::now();
        let Head { mut request, framing, expects_continue } = self.head()?;
        if expects_continue {
            self.stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        request.body = match framing {
            Framing::Length(length) => self.take(length)?,
            Framing::Chunked => self.chunks()?,
        };
        Ok(request)
    }

    /// Sends a response, whole or one byte per `pace`.
    ///
    /// # Errors
    /// The client does not take it.
    pub(super) fn write(
        &mut self,
        response: &Response,
        id: &str,
        keep_alive: bool,
        pace: Option<Duration>,
    ) -> io::Result<()> {
        let head = response.head(id, keep_alive);
        let blanks = io::repeat(b' ').take(response.blanks);
        let mut wire = head.as_bytes().chain(blanks).chain(response.body.as_bytes());
        let Some(pace) = pace else {
            return io::copy(&mut wire, &mut self.stream).map(|_| ());
        };
        let mut bytes = Vec::new();
        wire.read_to_end(&mut bytes)?;
        for byte in bytes {
            thread::sleep(pace);
            self.stream.write_all(&[byte])?;
        }
        Ok(())
    }

    /// Closes after a response to an unread request. Closing at once would reset the connection,
    /// and the response could be lost before the client reads it.
    ///
    /// # Errors
    /// The client is gone.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.stream.shutdown(Shutdown::Write)?;
        self.wait_for_close(TIME_MAX);
        Ok(())
    }

    /// Discards what comes until the client closes, at most for this long.
    pub(super) fn wait_for_close(&mut self, limit: Duration) {
        self.started = Instant::now();
        while self.fill(limit).is_ok() {
            self.ahead.clear();
        }
    }

    fn head(&mut self) -> Result<Head, Unread> {
        let mut left = HEAD_BYTES_MAX;
        let first = self.line(&mut left)?;
        // An empty line before a request is to be ignored (RFC 9112 section 2.2).
        let first = if first.is_empty() { self.line(&mut left)? } else { first };
        let mut head = Head::parse(&first)?;
        let mut framing = None;
        loop {
            let line = self.line(&mut left)?;
            if line.is_empty() {
                head.framing = framing.unwrap_or(Framing::Length(0));
                return Ok(head);
            }
            let (name, value) = line.split_once(':').ok_or(Unread::Malformed)?;
            if let Some(found) = head.note(name, value.trim())?
                // Two lengths that differ are how requests are smuggled (section 6.3).
                && framing.replace(found).is_some_and(|earlier| earlier != found)
            {
                return Err(Unread::Malformed);
            }
        }
    }

    fn chunks(&mut self) -> Result<Vec<u8>, Unread> {
        let mut body = Vec::new();
        loop {
            let mut left = HEAD_BYTES_MAX;
            let line = self.line(&mut left)?;
            let size = line.split(';').next().unwrap_or_default().trim();
            let size = length(size, 16, BODY_BYTES_MAX.saturating_sub(body.len()))?;
            if size == 0 {
                break;
            }
            body.append(&mut self.take(size)?);
            if !self.line(&mut left)?.is_empty() {
                return Err(Unread::Malformed);
            }
        }
        // Trailers say nothing that we need.
        let mut left = HEAD_BYTES_MAX;
        while !self.line(&mut left)?.is_empty() {}
        Ok(body)
    }

    /// One line without its end, out of so many bytes left.
    fn line(&mut self, left: &mut usize) -> Result<String, Unread> {
        let end = loop {
            match self.ahead.iter().position(|byte| *byte == b'\n') {
                Some(end) => break end.saturating_add(1),
                None if self.ahead.len() >= *left => return Err(Unread::TooLarge),
                None => self.fill(TIME_MAX)?,
            }
        };
        *left = left.checked_sub(end).ok_or(Unread::TooLarge)?;
        let line = String::from_utf8(self.take(end)?).map_err(|_| Unread::Malformed)?;
        let line = line.strip_suffix('\n').unwrap_or(&line);
        Ok(line.strip_suffix('\r').unwrap_or(line).to_owned())
    }

    fn take(&mut self, length: usize) -> Result<Vec<u8>, Unread> {
        while self.ahead.len() < length {
            self.fill(TIME_MAX)?;
        }
        Ok(self.ahead.drain(..length).collect())
    }

    /// Reads ahead what there is. The limit is for the request as a whole, however it trickles in.
    fn fill(&mut self, limit: Duration) -> io::Result<()> {
        // No time left is a timeout of zero, which is refused as an error of its own.
        let left = limit.saturating_sub(self.started.elapsed());
        self.stream.set_read_timeout(Some(left))?;
        let mut bytes = [0; READ_BYTES];
        let count = self.stream.read(&mut bytes)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.ahead.extend(bytes.iter().take(count));
        Ok(())
    }
}

impl Head {
    /// The head that a request line starts.
    fn parse(line: &str) -> Result<Self, Unread> {
        let mut words = line.split(' ');
        let (Some(method), Some(path), Some(version), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(Unread::Malformed);
        };
        let keep_alive = match version {
            // The client cannot tell where an answer to HEAD ends if it has a body, as ours has.
            "HTTP/1.1" => method == "POST",
            "HTTP/1.0" => false,
            _ => return Err(Unread::Malformed),
        };
        let (method, path) = (method.to_owned(), path.to_owned());
        let request = Request { method, path, keep_alive, body: Vec::new() };
        Ok(Self { request, framing: Framing::Length(0), expects_continue: false })
    }

    /// Takes note of a header; returns the framing if the header defines it.
    fn note(&mut self, name: &str, value: &str) -> Result<Option<Framing>, Unread> {
        match name.to_ascii_lowercase().as_str() {
            "content-length" => {
                return length(value, 10, BODY_BYTES_MAX)
                    .map(|length| Some(Framing::Length(length)));
            }
            "transfer-encoding" if value.eq_ignore_ascii_case("chunked") => {
                return Ok(Some(Framing::Chunked));
            }
            "transfer-encoding" => return Err(Unread::Malformed),
            "connection" if value.eq_ignore_ascii_case("close") => self.request.keep_alive = false,
            "expect" => self.expects_continue = value.eq_ignore_ascii_case("100-continue"),
            "" => return Err(Unread::Malformed),
            spaced if spaced.contains([' ', '\t']) => return Err(Unread::Malformed),
            _ => {}
        }
        Ok(None)
    }
}

/// A length in this base, at most so large.
fn length(digits: &str, base: u32, max: usize) -> Result<usize, Unread> {
    // `from_str_radix` takes a sign, which a length cannot have.
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(base)) {
        return Err(Unread::Malformed);
    }
    match usize::from_str_radix(digits, base) {
        Ok(length) if length <= max => Ok(length),
        // Digits alone fail only by being too many.
        Ok(_) | Err(_) => Err(Unread::TooLarge),
    }
}

/// A JSON response.
#[derive(Debug)]
pub(super) struct Response {
    status: u16,
    header: Option<(&'static str, String)>,
    blanks: u64,
    body: String,
}

impl Response {
    /// A response with this body.
    pub(super) fn new(status: u16, body: String) -> Self {
        Self { status, header: None, blanks: 0, body }
    }

    /// The same with one header more.
    pub(super) fn with_header(self, name: &'static str, value: String) -> Self {
        Self { header: Some((name, value)), ..self }
    }

    /// The same with so many blanks before the body, which mean nothing in JSON.
    pub(super) fn with_blanks(self, blanks: u64) -> Self {
        Self { blanks, ..self }
    }

    fn head(&self, id: &str, keep_alive: bool) -> String {
        let reason = match self.status {
            200 => "OK",
            307 => "Temporary Redirect",
            400 => "Bad Request",
            401 => "Unauthorized",
            403 => "Forbidden",
            405 => "Method Not Allowed",
            413 => "Content Too Large",
            422 => "Unprocessable Content",
            429 => "Too Many Requests",
            500 => "Internal Server Error",
            // 529 has no name in any standard.
            _ => "",
        };
        let status = self.status;
        let length = u64::try_from(self.body.len())
            .map_or(u64::MAX, |body| body.saturating_add(self.blanks));
        let extra = self
            .header
            .as_ref()
            .map_or_else(String::new, |(name, value)| format!("{name}: {value}\r\n"));
        let close = if keep_alive { "" } else { "connection: close\r\n" };
        format!(
            "HTTP/1.1 {status} {reason}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\nx-typesafe-request-id: {id}\r\n{extra}{close}\r\n"
        )
    }
}
