//! Which statements of a Python script run, whatever the others do.

use alloc::vec::Vec;

/// Returns the statements that stand in no block, each at the start of a line or behind a `;`,
/// without the comment behind it; nothing where a text or a bracket has no end, for then nothing
/// runs.
pub(super) fn statements(script: &str) -> Option<Vec<&str>> {
    let mut cursor = Cursor { script, at: 0 };
    let mut free = Vec::new();
    let mut may_follow = true;
    while cursor.byte().is_some() {
        let start = cursor.at;
        let stands_free = may_follow && cursor.stands_free();
        let end = cursor.end()?;
        if stands_free {
            free.push(script.get(start..end.at)?.trim());
        }
        may_follow = match end.by {
            By::Line => true,
            By::Semicolon { has_block } => stands_free && !has_block,
        };
    }
    Some(free)
}

/// Where a statement ends.
#[derive(Clone, Copy, Debug)]
struct End {
    at: usize,
    by: By,
}

/// What ends a statement.
#[derive(Clone, Copy, Debug)]
enum By {
    Line,
    Semicolon {
        /// Whether what follows may belong to `if x:` or its like.
        has_block: bool,
    },
}

/// A place in a script.
struct Cursor<'t> {
    script: &'t str,
    at: usize,
}

impl Cursor<'_> {
    fn byte(&self) -> Option<u8> {
        self.script.as_bytes().get(self.at).copied()
    }

    /// Takes a byte.
    fn next(&mut self) -> Option<u8> {
        let byte = self.byte()?;
        self.at = self.at.saturating_add(1);
        Some(byte)
    }

    /// Returns whether a statement that begins here is behind a `;`, or is not indented.
    fn stands_free(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.script.as_bytes().get(at));
        before == Some(&b';') || !self.byte().is_some_and(|byte| byte.is_ascii_whitespace())
    }

    /// Goes behind the statement.
    fn end(&mut self) -> Option<End> {
        let mut depth = 0_usize;
        let mut has_block = false;
        loop {
            let at = self.at;
            let ended = |by: By| Some(End { at, by });
            match self.next() {
                Some(quote @ (b'"' | b'\'')) => self.text(quote)?,
                Some(b'(' | b'[' | b'{') => depth = depth.saturating_add(1),
                Some(b')' | b']' | b'}') => depth = depth.checked_sub(1)?,
                Some(b'\\') => drop(self.next()),
                Some(b':') if depth == 0 => has_block = true,
                Some(b'#') => {
                    self.line();
                    if depth == 0 {
                        return ended(By::Line);
                    }
                }
                Some(b'\n') if depth == 0 => return ended(By::Line),
                Some(b';') if depth == 0 => return ended(By::Semicolon { has_block }),
                Some(_) => {}
                None => return if depth == 0 { ended(By::Line) } else { None },
            }
        }
    }

    /// Goes behind the line.
    fn line(&mut self) {
        while self.next().is_some_and(|byte| byte != b'\n') {}
    }

    /// Goes behind a text of which the first quote was taken.
    fn text(&mut self, quote: u8) -> Option<()> {
        let rest = self.script.as_bytes().get(self.at..)?;
        let is_long = rest.starts_with(&[quote, quote]);
        let quotes = if is_long { 3 } else { 1 };
        self.at = self.at.saturating_add(if is_long { 2 } else { 0 });
        let mut found = 0_usize;
        while found < quotes {
            let byte = self.next()?;
            found = if byte == quote { found.saturating_add(1) } else { 0 };
            match byte {
                b'\\' => drop(self.next()),
                b'\n' if !is_long => return None,
                _ => {}
            }
        }
        Some(())
    }
}
