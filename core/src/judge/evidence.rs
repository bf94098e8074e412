//! What a question carries: texts that may leave the machine.

use alloc::{string::String, vec::Vec};
use core::fmt::Write as _;

use crate::activity::check_kind::CheckKind;
use crate::activity::facts::Tools;
use crate::activity::file_kind::FileKind;
use crate::activity::verification::{Last, Verification};
use crate::checks::question::Field;
use crate::hosts::background::{Background, Task};
use crate::hosts::language::Language;
use crate::limits::{BACKGROUND_BYTES_MAX, FINAL_TEXT_BYTES_MAX, TASK_CHARS_MAX};
use crate::security::redact::{Masks, redact};
use crate::text::cut::tail;
use crate::text::prose;

/// Everything that any question may carry, redacted and within its bound.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Evidence {
    final_text: heapless::String<FINAL_TEXT_BYTES_MAX>,
    tools: String,
    background: String,
    final_text_without_languages: heapless::String<FINAL_TEXT_BYTES_MAX>,
    language: String,
    run: String,
    /// `None` if it may not leave.
    task: Option<String>,
}

impl Evidence {
    /// Returns what a payload alone allows to say. `closing` is the raw closing text.
    #[must_use]
    pub fn of_payload(
        closing: &str,
        background: &Background,
        language: Option<&Language>,
        masks: &Masks<'_>,
    ) -> Self {
        // First redact, then cut: a cut fence would show the code behind it.
        let text = redact(closing, masks);
        let mut evidence = Self {
            final_text: tail(&text),
            tools: tools_text(None, masks),
            background: background_text(background, masks),
            ..Self::default()
        };
        if let Some(language) = language {
            evidence.final_text_without_languages = tail(&prose::mask_languages(&text));
            evidence.language.clone_from(&language.name);
        }
        evidence
    }

    /// Adds what the transcript shows: the tools of the turn, and who owes an answer.
    #[must_use]
    pub fn with_transcript(
        mut self,
        tools: Option<&Tools>,
        handoffs: Option<&[String]>,
        masks: &Masks<'_>,
    ) -> Self {
        self.tools = tools_text(tools, masks);
        for part in handoffs_text(handoffs, masks) {
            self.background.push_str(SEPARATOR);
            self.background.push_str(&part);
        }
        self
    }

    /// Adds what the turn did. It is made of words of our own: no path, no command, no name.
    #[must_use]
    pub fn with_work(mut self, verification: Option<&Verification>) -> Self {
        self.run = run_text(verification);
        self
    }

    /// Adds what the user asked for in this turn, where the user has said that it may leave.
    #[must_use]
    pub fn with_task(mut self, may_leave: bool, typed: Option<&str>, masks: &Masks<'_>) -> Self {
        self.task = guard_task(may_leave, || task_text(typed, masks));
        self
    }

    /// Returns whether nothing of the closing text is left to judge.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.final_text.trim().is_empty()
    }

    /// Returns the text of a field; none for one that may not leave.
    #[must_use]
    pub fn text(&self, field: Field) -> Option<&str> {
        Some(match field {
            Field::FinalText => &self.final_text,
            Field::Tools => &self.tools,
            Field::Background => {
                let end = self.background.floor_char_boundary(BACKGROUND_BYTES_MAX);
                self.background.get(..end).unwrap_or_default()
            }
            Field::FinalTextWithoutLanguages => &self.final_text_without_languages,
            Field::Language => &self.language,
            Field::Run => &self.run,
            Field::Task => return self.task.as_deref(),
        })
    }
}

/// The words of a person stay here, unless that person has said otherwise.
fn guard_task(may_leave: bool, task: impl FnOnce() -> String) -> Option<String> {
    may_leave.then(task)
}

/// What was typed, redacted, from its beginning: it says what the turn is for.
fn task_text(typed: Option<&str>, masks: &Masks<'_>) -> String {
    let Some(typed) = typed else {
        return "what the user asked for is not known".into();
    };
    let text = redact(typed, masks);
    let start: String = text.chars().take(TASK_CHARS_MAX).collect();
    ["the user asked: ", start.trim()].concat()
}

/// Names and numbers, never arguments. A name is redacted too: servers of a user's own name tools.
fn tools_text(tools: Option<&Tools>, masks: &Masks<'_>) -> String {
    let Some(tools) = tools else {
        return "the list of tool calls is not available".into();
    };
    if tools.total() == 0 {
        return "no tools were called".into();
    }
    let mut text = String::new();
    let total = tools.total();
    // Writing to a `String` cannot fail.
    let _ = write!(text, "{total} {}: ", if total == 1 { "call" } else { "calls" });
    let mut names: Vec<String> = Vec::new();
    for tool in tools.sorted() {
        names.push([redact(&tool.name, masks), " ".into(), number(tool.count)].concat());
    }
    if tools.others() > 0 {
        names.push(["others ".into(), number(tools.others())].concat());
    }
    text.push_str(&names.join(", "));
    text
}

/// Stands between the parts of the background.
const SEPARATOR: &str = " | ";

fn number(count: u32) -> String {
    let mut text = String::new();
    let _ = write!(text, "{count}");
    text
}

/// What kinds of files changed and how many times, and how each kind of check stands.
fn run_text(verification: Option<&Verification>) -> String {
    let Some(verification) = verification else {
        return "what the turn changed and ran is not known".into();
    };
    let changed = verification.changed;
    let mut parts: Vec<String> = Vec::new();
    for (kind, count) in [
        (FileKind::Code, changed.code),
        (FileKind::Script, changed.scripts),
        (FileKind::Docs, changed.docs),
        (FileKind::Other, changed.other),
    ] {
        if count > 0 {
            let times = if count == 1 { " change" } else { " changes" };
            parts.push([kind.word(), ": ", &number(count), times].concat());
        }
    }
    let mut text = parts.join(", ");
    // Writing to a `String` cannot fail.
    let _ = write!(text, "; {} lines of code changed", changed.lines);
    for kind in CheckKind::ALL {
        let state = verification.of(kind);
        let runner = state.runner.as_deref().unwrap_or("none");
        let said = match state.last {
            Last::None => "not run since the code changed".into(),
            Last::Passed => ["passed (", runner, ")"].concat(),
            Last::PassedPart => ["passed in part (", runner, ")"].concat(),
            Last::Failed => ["failed (", runner, ")"].concat(),
            Last::Unknown => ["ran, result unknown (", runner, ")"].concat(),
            Last::StalePassed | Last::StaleFailed => {
                ["not run since the code changed; before, ", runner].concat()
            }
        };
        let _ = write!(text, "; {}: {said}", kind.word());
    }
    text
}

/// Status and description of tasks, prompts of crons; never command lines. Each is redacted on its
/// own, so one that holds a path does not take the others with it.
fn background_text(background: &Background, masks: &Masks<'_>) -> String {
    let mut parts: Vec<String> = Vec::new();
    match &background.tasks {
        None => parts.push("the list of background tasks is not available".into()),
        Some(tasks) => parts.extend(tasks.described.iter().map(|task| described(task, masks))),
    }
    match &background.crons {
        None => parts.push("the list of schedules is not available".into()),
        Some(crons) => parts.extend(
            crons.prompts.iter().map(|prompt| ["scheduled: ", &one_line(prompt, masks)].concat()),
        ),
    }
    if parts.is_empty() {
        return "nothing is running or scheduled".into();
    }
    parts.join(SEPARATOR)
}

fn handoffs_text(handoffs: Option<&[String]>, masks: &Masks<'_>) -> Vec<String> {
    let awaited =
        |name: &String| ["awaited: an answer from session ", &one_line(name, masks)].concat();
    match handoffs {
        Some(open) => open.iter().map(awaited).collect(),
        None => Vec::from(["whether another session owes an answer is not known".into()]),
    }
}

fn described(task: &Task, masks: &Masks<'_>) -> String {
    let status = one_line(&task.status, masks);
    match one_line(&task.description, masks).as_str() {
        "" => [status.as_str(), ": (no description)"].concat(),
        description => [status.as_str(), ": ", description].concat(),
    }
}

fn one_line(text: &str, masks: &Masks<'_>) -> String {
    let line = redact(text, masks).split_whitespace().collect::<Vec<_>>().join(" ");
    // Words that stood on two lines may only now say which line of a file is meant.
    redact(&line, masks)
}
