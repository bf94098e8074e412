//! Text for people that is in code as a string: the docstrings of Python.
//!
//! Only what certainly is one counts: a text in three quotes that stands alone, first thing in a
//! function or a class whose head was seen. A string anywhere else may be a program's data.

const QUOTES: [&str; 2] = ["\"\"\"", "'''"];

/// The lines of a text, or of a part of one, as they come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Docstring {
    /// Whether the head of a function or a class came last.
    is_behind_head: bool,
    /// What ends the text that is open.
    open: Option<&'static str>,
}

impl Docstring {
    /// Takes the next line, and returns whether it lies wholly in a docstring.
    pub(crate) fn holds(&mut self, line: &str) -> bool {
        let line = line.trim();
        if let Some(quotes) = self.open {
            let Some((_, behind)) = line.split_once(quotes) else { return true };
            self.open = None;
            return behind.is_empty();
        }
        if line.is_empty() || line.starts_with('#') {
            return false;
        }
        let is_behind_head = core::mem::replace(&mut self.is_behind_head, is_head(line));
        let opened = line.strip_prefix(['r', 'R']).unwrap_or(line);
        let quotes = QUOTES.into_iter().find(|quotes| opened.starts_with(quotes));
        let Some(quotes) = quotes.filter(|_| is_behind_head) else { return false };
        let text = opened.strip_prefix(quotes).unwrap_or_default();
        match text.split_once(quotes) {
            Some((_, behind)) => behind.is_empty(),
            None => {
                self.open = Some(quotes);
                true
            }
        }
    }
}

/// `def f(x):`, `class A:`, and the last line of a longer one: `) -> int:`.
fn is_head(line: &str) -> bool {
    let begins = ["def ", "async def ", "class ", ")"];
    line.ends_with(':') && begins.iter().any(|start| line.starts_with(start))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Says of each line whether it is in a docstring.
    fn held(text: &str) -> Vec<bool> {
        let mut docstring = Docstring::default();
        text.lines().map(|line| docstring.holds(line)).collect()
    }

    #[test]
    fn what_stands_first_and_alone_in_three_quotes_is_for_people() {
        for text in [
            "def f(x):\n    \"\"\"Return x.\n\n    More:\n    \"\"\"\n    return x",
            "class A(B):\n\n    # Why.\n    r'''Be.\n\n    More.'''\n    x = 1",
            "async def f(\n    x,\n) -> int:\n    \"\"\"\n    Return \"x\".\n    \"\"\"\n    return x",
        ] {
            let last = text.lines().count() - 1;
            let first = text.lines().position(|line| line.contains(['"', '\''])).unwrap();
            let held = held(text);
            assert!(held[first..last].iter().all(|held| *held), "{text}");
            assert!(!held[last] && held[..first].iter().all(|held| !held), "{text}");
        }
        assert_eq!(held("def f():\n  \"\"\"Return x.\"\"\"\n  return x"), [false, true, false]);
    }

    #[test]
    fn a_string_of_a_program_is_code() {
        for text in [
            "x = \"\"\"\nselect 1\n\"\"\"",
            "run(\n    \"\"\"select 1\n    from a\n    \"\"\"\n)",
            "{\"sql\":\n\"\"\"select 1\n\"\"\"}",
            "def f():\n    x = 1\n    \"\"\"a\n    b\"\"\"",
            "def f():\n    \"\"\"a\"\"\" + g()",
            "def f():\n    f\"\"\"a {g()}\"\"\"",
            "\"\"\"\ncode()",
            "if x:\n    \"\"\"a\n    b\"\"\"",
        ] {
            assert!(held(text).iter().all(|held| !held), "{text}");
        }
        // Where it ends, code may follow.
        let call = "def f():\n    \"\"\"a\n    {}\"\"\".format(g())\n    x = 1";
        assert_eq!(held(call), [false, true, false, false]);
    }
}
