//! Finds the end of a JSON value in a stream that may never end.

/// Where the reader of a stream is inside its first JSON value.
///
/// Hosts do not always close the pipe, so a hook cannot wait for the end of its input. This
/// finds where the value ends; whether it is JSON is for the parser to say.
#[derive(Clone, Copy, Debug, Default)]
pub struct JsonEnd {
    depth: usize,
    string: Option<Escape>,
}

#[derive(Clone, Copy, Debug)]
enum Escape {
    Off,
    On,
}

impl JsonEnd {
    /// Takes the next bytes and returns how many of them belong to the value, once it is complete.
    ///
    /// Only objects and arrays end before the stream does: a bare number could go on.
    pub fn push(&mut self, bytes: &[u8]) -> Option<usize> {
        for (at, byte) in bytes.iter().enumerate() {
            if self.step(*byte) {
                return at.checked_add(1);
            }
        }
        None
    }

    /// Returns whether `byte` closed the value.
    fn step(&mut self, byte: u8) -> bool {
        match (self.string, byte) {
            (Some(Escape::On), _) => self.string = Some(Escape::Off),
            (Some(Escape::Off), b'\\') => self.string = Some(Escape::On),
            (Some(Escape::Off), b'"') => self.string = None,
            (Some(Escape::Off), _) => {}
            (None, b'"') => self.string = Some(Escape::Off),
            (None, b'{' | b'[') => self.depth = self.depth.saturating_add(1),
            (None, b'}' | b']') => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            (None, _) => {}
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_ends_at_its_last_brace_whatever_follows() {
        let text = br#" {"a":"}\"]","b":[{}]} trailing"#;
        assert_eq!(JsonEnd::default().push(text), Some(22));
    }

    #[test]
    fn a_value_may_come_in_any_pieces() {
        let text = br#"{"a\\":"\\\"}","b":{"c":[1,2]}}"#;
        for cut in 0..text.len() {
            let mut json_end = JsonEnd::default();
            assert_eq!(json_end.push(&text[..cut]), None);
            assert_eq!(json_end.push(&text[cut..]), Some(text.len() - cut));
        }
    }

    #[test]
    fn an_open_value_is_not_complete() {
        assert_eq!(JsonEnd::default().push(br#"{"a":"}"#), None);
        assert_eq!(JsonEnd::default().push(b"12"), None);
    }
}
