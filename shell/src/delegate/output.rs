//! What is printed: the answer on standard output, and what there is to say about it on standard
//! error.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

use serde::Serialize;
use sprag_core::worker::shown::{Sink, guard_json, guard_message, guard_name, guard_printed};
use sprag_core::worker::{Note, Task, Usage};

/// In which form.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Output {
    /// The answer alone.
    Plain,
    /// One JSON object.
    Json,
}

/// All there is to say at the end.
#[derive(Debug)]
pub(super) struct Ending<'a> {
    pub(super) answer: &'a str,
    /// Where the text went, if it was put there.
    pub(super) target: Option<&'a Path>,
    pub(super) notes: &'a [Note],
    pub(super) usage: &'a Usage,
}

#[derive(Serialize)]
struct Shown<'a> {
    /// Nothing where the target has it.
    answer: Option<&'a str>,
    target: Option<String>,
    notes: Vec<String>,
    usage: &'a Usage,
}

impl Output {
    /// Prints the answer, where it is printed alone; nothing that follows can take it back.
    pub(super) fn answer(self, task: Task, text: &str) {
        if self == Self::Plain {
            let is_terminal = io::stdout().is_terminal();
            let sink = if is_terminal { Sink::Terminal } else { Sink::Pipe };
            print(&guard_printed(task, sink, &ended(text)));
        }
    }

    /// Prints what is left to say.
    pub(super) fn end(self, ending: &Ending<'_>) {
        if self == Self::Json {
            let shown = Shown {
                answer: ending.target.is_none().then_some(ending.answer),
                target: ending.target.map(|path| path.display().to_string()),
                notes: ending.notes.iter().map(ToString::to_string).collect(),
                usage: ending.usage,
            };
            print(&guard_json(&ended(&serde_json::to_string_pretty(&shown).unwrap_or_default())));
        }
        if let Some(target) = ending.target {
            let lines = ending.answer.matches('\n').count();
            let target = guard_name(&target.to_string_lossy());
            tell(&format!("Wrote {lines} lines to {target}"));
        }
        for note in ending.notes {
            tell(&format!("[sprag: {note}]"));
        }
        tell(&ending.usage.summary());
    }
}

/// Says something on standard error; without it the answer is still there.
pub(super) fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{}", guard_message(line));
}

/// Returns the text with one line end at its end.
fn ended(text: &str) -> String {
    [text.trim_end_matches(['\n', '\r']), "\n"].concat()
}

/// Prints; a reader that has gone away has read enough.
fn print(text: &str) {
    let mut stdout = io::stdout();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}
