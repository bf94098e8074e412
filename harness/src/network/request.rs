//! A request of HTTP/1.1 that has a `content-length`.

/// A request, head and body.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Request {
    /// The lines of the head: the first, then the headers in the order in which they came.
    pub head: Vec<String>,
    /// What follows the head.
    pub body: Vec<u8>,
}

impl Request {
    /// Reads a request; nothing as long as something of it is missing.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(bytes.get(..end)?);
        let head: Vec<String> = head.split("\r\n").map(String::from).collect();
        let length = head.iter().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
        });
        let body = bytes.get(end.saturating_add(4)..)?;
        (body.len() == length.unwrap_or(0)).then(|| Self { head, body: body.to_vec() })
    }

    /// Returns the same request in the one order that a comparison needs: clients put their headers
    /// in an order and in letters of their own.
    #[must_use]
    pub fn in_order(&self) -> Self {
        let lower = |line: &String| match line.split_once(':') {
            Some((name, value)) => [&name.to_ascii_lowercase(), ":", value].concat(),
            None => line.clone(),
        };
        let mut head: Vec<String> = self.head.iter().map(lower).collect();
        if let [_, headers @ ..] = head.as_mut_slice() {
            headers.sort_unstable();
        }
        Self { head, body: self.body.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &[u8] = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody";

    #[test]
    fn a_request_is_whole_with_its_last_byte() {
        assert_eq!(Request::parse(WHOLE).unwrap().body, b"body");
        for len in 0..WHOLE.len() {
            assert_eq!(Request::parse(&WHOLE[..len]), None, "{len}");
        }
    }

    #[test]
    fn the_order_of_headers_does_not_make_another_request_and_their_values_do() {
        let parse = |text: &str| Request::parse(text.as_bytes()).unwrap().in_order();
        let one = parse("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
        assert_eq!(one, parse("POST / HTTP/1.1\r\ncontent-length: 0\r\nhost: a\r\n\r\n"));
        assert_ne!(one, parse("POST / HTTP/1.1\r\ncontent-length: 0\r\nhost: A\r\n\r\n"));
        assert_ne!(one, parse("POST /b HTTP/1.1\r\ncontent-length: 0\r\nhost: a\r\n\r\n"));
    }
}
