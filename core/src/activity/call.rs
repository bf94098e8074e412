//! A tool call as a transcript shows it, whatever the host.

use alloc::{string::String, vec::Vec};

use crate::activity::command_line::Language;
use crate::activity::docstring::Docstring;
use crate::activity::literal;
use crate::activity::outside;
use crate::activity::work::{How, Texts};
use crate::limits::COMMAND_BYTES_MAX;
use crate::text::hash::number;
use crate::text::json::{self, Field};

/// Bytes of the longest id of a call or a task.
pub(crate) const ID_BYTES_MAX: usize = 256;

/// A call of a tool.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Call {
    /// Joins it with its outcome.
    pub(crate) id: String,
    /// What was called for.
    pub(crate) act: Act,
}

/// What a call was for, as far as it matters to the work of a turn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Act {
    /// A command line.
    Command(String, Language),
    /// Changes to files.
    Edit(Vec<Edit>),
    /// The output of something that was started before: its id, or the path of its output.
    Look(String),
    /// A subagent, which works out of sight.
    Subagent,
    /// Something that may change or check anything, and does not say what.
    Hidden,
    /// Something that may check anything, and changes nothing.
    Unseen,
    /// Anything else.
    Other,
}

/// Words in names of tools of other servers that write files.
const WRITERS: [&str; 9] =
    ["write", "edit", "create", "replace", "insert", "delete", "rename", "move", "patch"];

/// Words in names of tools of other servers that may check something.
const CHECKERS: [&str; 8] =
    ["test", "lint", "build", "check", "diagnostic", "browser", "execute", "run"];

/// Words in names of other servers of which every tool may check something: they show what a page
/// makes of the code.
const CHECKING_SERVERS: [&str; 9] = [
    "test",
    "lint",
    "build",
    "browser",
    "chrome",
    "playwright",
    "puppeteer",
    "preview",
    "devtools",
];

/// Tools of other servers that arrange the session itself.
const ARRANGERS: [&str; 4] = ["spawn_task", "dismiss_task", "mark_chapter", "set_title"];

/// Words in names of tools of other servers that look at something, or note it down elsewhere.
const READERS: [&str; 24] = [
    "get", "list", "read", "search", "find", "query", "fetch", "resolve", "show", "view",
    "describe", "extract", "lookup", "docs", "think", "memory", "comment", "issue", "message",
    "update", "save", "note", "send", "symbol",
];

impl Act {
    /// Returns what a call of another server's tool is for, as far as the names tell. What neither
    /// writes nor reads by its name may do anything.
    pub(crate) fn guard_foreign(
        server: &str,
        name: &str,
        path: Option<String>,
        lines: Option<u32>,
    ) -> Self {
        let (server, name) = (server.to_ascii_lowercase(), name.to_ascii_lowercase());
        if ARRANGERS.contains(&name.as_str()) {
            return Self::Other;
        }
        let writes = has_any(&name, &WRITERS);
        if path.is_some() && writes {
            return Self::edit(How::Mcp, path, lines);
        }
        let may_check = has_any(&server, &CHECKING_SERVERS) || has_any(&name, &CHECKERS);
        // What only looks at what the code does leaves it as it is.
        let only_looks = may_check && !writes && !has_any(&name, &["execute", "run"]);
        let is_known = writes || has_any(&name, &READERS);
        match (only_looks, may_check || !is_known) {
            (true, _) => Self::Unseen,
            (false, true) => Self::Hidden,
            (false, false) => Self::Other,
        }
    }

    /// Returns what a call of a shell is for. What a command line does that is too long, or not
    /// there, is not known.
    pub(crate) fn command(line: Field<'_>, language: Language) -> Self {
        let text = json::short_text(line, COMMAND_BYTES_MAX);
        text.map_or(Self::Hidden, |text| Self::Command(text, language))
    }

    /// Leaves out the changes of what is nothing of the project that is worked on in `cwd`.
    pub(crate) fn leave_out(&mut self, cwd: &str) {
        if let Self::Edit(edits) = self {
            let is_outside = |path: &String| outside::guard_outside(path, cwd);
            edits.retain(|edit| !edit.path.as_ref().is_some_and(is_outside));
        }
    }

    /// Returns a change to one file.
    pub(crate) fn edit(how: How, path: Option<String>, lines: Option<u32>) -> Self {
        Self::Edit(Vec::from([Edit { how, path, lines, texts: None }]))
    }

    /// Returns the change of one file that puts a text in the place of another.
    pub(crate) fn replaced(path: Option<String>, old: Field<'_>, new: Field<'_>) -> Self {
        let texts = (json::text(old), json::text(new));
        let (lines, texts) = match &texts {
            (Some(old), Some(new)) => {
                let texts = Texts { old: number(old.as_bytes()), new: number(new.as_bytes()) };
                let is_prose =
                    path.as_deref().is_some_and(|path| literal::guard_prose(path, old, new));
                let lines = if is_prose { 0 } else { lines_changed(old, new) };
                (Some(lines), Some(texts))
            }
            (_, _) => (None, None),
        };
        Self::Edit(Vec::from([Edit { how: How::Edit, path, lines, texts }]))
    }
}

/// Returns whether the name of a tool has one of these words in it.
fn has_any(name: &str, words: &[&str]) -> bool {
    words.iter().any(|word| name.contains(word))
}

/// A change to one file that a call asks for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Edit {
    pub(crate) how: How,
    pub(crate) path: Option<String>,
    /// How many lines it touches.
    pub(crate) lines: Option<u32>,
    /// What was put in the place of what.
    pub(crate) texts: Option<Texts>,
}

/// The outcome of a call.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Outcome {
    /// Joins it with its call.
    pub(crate) id: String,
    pub(crate) ended: Ended,
    /// What was printed, as far as the host keeps it.
    pub(crate) output: String,
    /// Whether the lines of that stand in the order in which they were printed.
    pub(crate) is_in_order: bool,
    /// What it goes on as in the background.
    pub(crate) task: Option<String>,
    /// How many lines of a file it changed, where the host says so.
    pub(crate) lines: Option<u32>,
}

impl Outcome {
    /// Returns the outcome of a call that printed this and goes on as nothing.
    pub(crate) fn of(id: String, ended: Ended, output: String) -> Self {
        Self { id, ended, output, is_in_order: true, task: None, lines: None }
    }
}

/// How a call ended, as the host says.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) enum Ended {
    /// Without a complaint.
    #[default]
    Quietly,
    /// With a status that is no error to the host: a search that found nothing.
    Excused,
    /// With an error.
    InError,
    /// The user refused it, so it did not run.
    Refused,
    /// It did not run, for another reason.
    NotRun,
    /// Somebody stopped it.
    Interrupted,
}

impl Ended {
    /// Returns how a command ended, by its exit status as a shell gives it.
    pub(crate) fn with_status(status: i64) -> Self {
        match status {
            0 => Self::Quietly,
            // The shell's own: no such program, or none that may run.
            126 | 127 => Self::NotRun,
            // A signal.
            129..=192 | ..0 => Self::Interrupted,
            _ => Self::InError,
        }
    }
}

/// Counts the lines that a patch touches: in each part, the larger of what came and what went.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Touched {
    came: u32,
    went: u32,
    before: u32,
    new: Docstring,
    old: Docstring,
}

impl Touched {
    /// Takes the next line of a patch.
    pub(crate) fn line(&mut self, line: &str) {
        match line.split_at_checked(1) {
            Some(("+", code)) => {
                let counts = !self.new.holds(code) && is_telling(code);
                self.came = self.came.saturating_add(u32::from(counts));
            }
            Some(("-", code)) => {
                let counts = !self.old.holds(code) && is_telling(code);
                self.went = self.went.saturating_add(u32::from(counts));
            }
            Some((" ", code)) => {
                self.new.holds(code);
                self.old.holds(code);
            }
            Some(_) | None => {}
        }
    }

    /// Begins another part.
    pub(crate) fn part(&mut self) {
        *self = Self { before: self.lines(), ..Self::default() };
    }

    /// Returns how many lines there are so far.
    pub(crate) fn lines(self) -> u32 {
        self.before.saturating_add(self.came.max(self.went))
    }
}

/// Returns how many lines differ between two texts, as lines that changed, came or went; empty
/// ones, comments and docstrings do not count.
///
/// What they begin and end with in common is left out; between, the larger part counts. It is no
/// least difference.
fn lines_changed(old: &str, new: &str) -> u32 {
    let old: Vec<&str> = telling_lines(old).collect();
    let new: Vec<&str> = telling_lines(new).collect();
    let shorter = old.len().min(new.len());
    let head = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let tail = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take(shorter.saturating_sub(head))
        .take_while(|(old, new)| old == new)
        .count();
    let longer = old.len().max(new.len());
    u32::try_from(longer.saturating_sub(head).saturating_sub(tail)).unwrap_or(u32::MAX)
}

/// Returns how many lines it touches to put one text in the place of another.
pub(crate) fn lines_replaced(old: Field<'_>, new: Field<'_>) -> Option<u32> {
    Some(lines_changed(&json::text(old)?, &json::text(new)?))
}

/// Returns how many lines of a text are neither empty nor a comment nor a docstring.
pub(crate) fn lines_written(text: Field<'_>) -> Option<u32> {
    u32::try_from(telling_lines(&json::text(text)?).count()).ok()
}

/// Returns the lines of a text that are neither empty nor a comment nor a docstring.
fn telling_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut docstring = Docstring::default();
    text.lines().filter(move |line| !docstring.holds(line) && is_telling(line))
}

/// What a comment of one line begins with in most languages; `*` and `-->` go on with one.
const COMMENTS: [&str; 8] = ["//", "# ", "/*", "* ", "*/", "-- ", "<!--", "-->"];

/// What git marks the sides of a conflict with: whoever takes it out takes out no code.
const CONFLICTS: [&str; 3] = ["<<<<<<< ", "||||||| ", ">>>>>>> "];

/// Returns whether a line of code says something to a machine, as far as it alone tells.
fn is_telling(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty()
        && !matches!(line, "#" | "*" | "=======")
        && !CONFLICTS.iter().any(|start| line.starts_with(start))
        && !COMMENTS.iter().any(|start| line.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exit_status_says_whether_a_command_ran_to_its_end() {
        for (status, ended) in [
            (0, Ended::Quietly),
            (1, Ended::InError),
            (125, Ended::InError),
            (126, Ended::NotRun),
            (127, Ended::NotRun),
            (128, Ended::InError),
            (129, Ended::Interrupted),
            (192, Ended::Interrupted),
            (193, Ended::InError),
            (-1, Ended::Interrupted),
        ] {
            assert_eq!(Ended::with_status(status), ended, "{status}");
        }
    }

    #[test]
    fn a_patch_touches_the_larger_of_what_came_and_what_went_in_each_part() {
        let mut touched = Touched::default();
        for line in [" a", "-b", "-c", "+d", "+// e", "+"] {
            touched.line(line);
        }
        assert_eq!(touched.lines(), 2);
        touched.part();
        touched.line("+f");
        touched.line("");
        assert_eq!(touched.lines(), 3);
        // What went and what came are each read as a text of their own.
        touched.part();
        for line in [
            " def f(x):",
            "-    return 1",
            "+    \"\"\"Return x.",
            "+",
            "+    More.",
            "+    \"\"\"",
            "+    return x",
        ] {
            touched.line(line);
        }
        assert_eq!(touched.lines(), 4);
        touched.part();
        for line in [" class A:", " '''Be.", "-Less.", "+More.", "+And more.", " '''", "+x = 1"] {
            touched.line(line);
        }
        assert_eq!(touched.lines(), 5);
    }

    #[test]
    fn the_marks_of_a_conflict_are_no_lines_of_code() {
        let mut touched = Touched::default();
        for line in ["-<<<<<<< Updated upstream", "-=======", "->>>>>>> Stashed changes", " a"] {
            touched.line(line);
        }
        assert_eq!(touched.lines(), 0);
        touched.line("-||||||| 60156220");
        assert_eq!(touched.lines(), 0);
        touched.line("-a <<<<<<< b");
        assert_eq!(touched.lines(), 1);
    }
}
