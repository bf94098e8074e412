//! The skills and the agent that tell a host's agent about the worker, as in the plugin and as
//! `sprag install` installs them.
//!
//! An installed file ends in a mark with a fingerprint of what is above it. Without the mark it
//! is the user's, with another fingerprint the user has changed it: neither is touched.

use alloc::{format, string::String};

use crate::text::hash::fingerprint;

/// Digits of the fingerprint in a mark.
const DIGITS: usize = 16;
const MARK: &str = "<!-- put here by `sprag install`; `sprag uninstall` removes it while it is \
                    unchanged: ";
const MARK_END: &str = " -->";

/// One file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct File {
    /// Where it lies, below the plugin's folder or the host's.
    pub path: &'static str,
    text: &'static str,
}

/// Every file.
pub const FILES: [File; 3] = [
    File { path: "skills/bulk-reader/SKILL.md", text: include_str!("skill/bulk-reader.md") },
    File { path: "skills/code-writer/SKILL.md", text: include_str!("skill/code-writer.md") },
    File { path: "agents/bulk-reader.md", text: include_str!("skill/agent.md") },
];

/// Who an existing file belongs to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ownership {
    /// Ours, and as we put it, in this version or another.
    Ours,
    /// Ours once, and changed since.
    Changed,
    /// Another's.
    Foreign,
}

/// What happens to an existing file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Step {
    /// It is what it should be.
    Keep,
    /// It is made, or replaced.
    Put,
    /// It is left alone, for it is somebody else's by now.
    Leave(Ownership),
}

impl File {
    /// Returns the text for the plugin, whose host looks after its files.
    #[must_use]
    pub fn of_plugin(&self) -> &'static str {
        self.text
    }

    /// Returns the text for a host's folder; `program` is what an agent there has to run.
    #[must_use]
    pub fn installed(&self, program: &str) -> String {
        let text = match program {
            "sprag" => String::from(self.text),
            program => {
                let call = |task: &str| format!("{program} {task}");
                let rule = |task: &str| format!("Bash({program} {task}:*)");
                let mut text = String::from(self.text);
                for task in ["read", "write"] {
                    text = text.replace(&format!("Bash(sprag {task}:*)"), &rule(task));
                    text = text.replace(
                        &format!("\n    sprag {task} "),
                        &format!("\n    {} ", call(task)),
                    );
                }
                text
            }
        };
        format!("{text}\n{MARK}{}{MARK_END}\n", fingerprint(text.as_bytes(), DIGITS))
    }

    /// Returns what installation does with the file that is there, if one is.
    #[must_use]
    pub fn guard_put(&self, there: Option<&[u8]>, program: &str) -> Step {
        match there {
            None => Step::Put,
            Some(there) if there == self.installed(program).as_bytes() => Step::Keep,
            Some(there) => match ownership(there) {
                Ownership::Ours => Step::Put,
                other @ (Ownership::Changed | Ownership::Foreign) => Step::Leave(other),
            },
        }
    }
}

/// Returns whose a file with this content is. Only ours may be replaced or removed.
#[must_use]
pub fn ownership(content: &[u8]) -> Ownership {
    let Ok(text) = core::str::from_utf8(content) else { return Ownership::Foreign };
    let Some((above, mark)) = text.trim_end().rsplit_once('\n') else { return Ownership::Foreign };
    let mark = mark.strip_prefix(MARK).and_then(|mark| mark.strip_suffix(MARK_END));
    match mark {
        None => Ownership::Foreign,
        Some(mark) if mark == fingerprint(above.as_bytes(), DIGITS) => Ownership::Ours,
        Some(_) => Ownership::Changed,
    }
}

/// Returns whether a file may be removed: it is as we put it.
#[must_use]
pub fn guard_removal(content: &[u8]) -> bool {
    ownership(content) == Ownership::Ours
}
