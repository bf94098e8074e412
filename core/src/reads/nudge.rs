//! What the agent is told instead.

use alloc::{format, string::String, vec::Vec};

use super::allowance;
use super::asked::By;
use super::case::{Case, FileView, Why};
use super::part::{LINE_BYTES, Part};
use super::settings::Worker;
use crate::activity::command_line::shell_quoted;
use crate::hosts::host::Host;
use crate::text::screen::text::{is_hidden, json_escaped};

/// Returns what the agent is told: what was not run and why, what may be run instead.
pub(super) fn reason(case: &Case<'_>, why: Why, view: &FileView<'_>) -> String {
    let mut text = String::from("sprag, a hook that the user has installed, did not run this: ");
    text.push_str(&found(case, why, view));
    let path = &view.file.path;
    let quoted = offered(path);
    let instead = instead(case, view).filter(|_| case.asked.by == By::Tool || quoted.is_some());
    if let Some(instead) = instead {
        text.push_str(&format!(" This part passes: {}.", instead.text(case, path)));
    }
    if let Some(quoted) = quoted {
        let grep = if is_long(view) {
            "grep -o '.\\{0,80\\}PATTERN.\\{0,80\\}'"
        } else {
            "grep -n PATTERN"
        };
        text.push_str(&format!(" To find the place first: {grep} {quoted}."));
        if let Some(worker) = worker(case, view, &quoted) {
            text.push_str(&worker);
        }
    }
    text
}

/// Says what was found.
fn found(case: &Case<'_>, why: Why, view: &FileView<'_>) -> String {
    let name = named(&view.file.path);
    match why {
        Why::Size { shown, total, is_exact } => {
            let many = if is_exact { "" } else { "more than " };
            let min = count(case.settings.lines_min);
            let measured = view.measured;
            let files = case.views.len();
            let held = if is_long(view) {
                format!("{name} is {} in few long lines", kilobytes(measured.stat.version.bytes))
            } else if files > 1 {
                format!("{files} files, {name} among them, have {many}{} lines", count(total))
            } else {
                format!("{name} has {many}{} lines", count(total))
            };
            let much = match shown == total {
                true => String::new(),
                false => format!(" and this shows {}", count(shown)),
            };
            format!("{held}{much}; the limit is {min} lines at a time.")
        }
        Why::Budget { charged, cost } => {
            let budget = count(case.settings.budget);
            if charged >= case.settings.budget {
                return format!(
                    "{} lines of {name} were read in slices in this session, and the limit is \
                     {budget}.",
                    count(charged)
                );
            }
            let slices = match case.slices_of(&view.measured.stat.path) {
                0 | 1 => format!("this slice of {name} comes to {} lines", count(cost)),
                _ => format!("these slices of {name} come to {} lines together", count(cost)),
            };
            let before = match charged {
                0 => String::new(),
                _ => format!(
                    " after the {} that were read in slices in this session",
                    count(charged)
                ),
            };
            format!("{slices}{before}, and the limit is {budget}.")
        }
    }
}

/// Returns whether a file counts by its bytes: then a line of it may be as much as all of it.
fn is_long(view: &FileView<'_>) -> bool {
    view.measured.size() > view.measured.lines
}

/// A part of a file that may be read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Instead {
    Whole,
    Lines {
        first: u64,
        count: u64,
    },
    Last {
        count: u64,
    },
    Bytes {
        count: u64,
    },
    LastBytes {
        count: u64,
    },
    /// Of the lines from one to another so many bytes.
    BytesOf {
        first: u64,
        last: u64,
        count: u64,
    },
}

/// Returns a part that passes, as near to what was asked for as may be.
fn instead(case: &Case<'_>, view: &FileView<'_>) -> Option<Instead> {
    let room = room(case, view);
    let measured = view.measured;
    let is_long = is_long(view);
    if room == 0 {
        return None;
    }
    // Only with the others it is too much.
    if measured.size() <= case.settings.lines_min && case.asked.by == By::Shell {
        return Some(Instead::Whole);
    }
    if is_long && case.asked.by == By::Shell {
        return Some(Instead::bytes(&view.file.part, room.saturating_mul(LINE_BYTES)));
    }
    let lines_min = case.settings.lines_min;
    let count = if is_long {
        // As many lines as come to that many of usual length.
        let rows = u128::from(room).saturating_mul(u128::from(measured.lines));
        let rows = rows.checked_div(u128::from(measured.size())).unwrap_or(0);
        u64::try_from(rows).unwrap_or(room).max(allowance::LINES.min(lines_min))
    } else {
        room
    };
    // Of several slices that are too much together, this one and no more.
    let count = view
        .file
        .part
        .asked()
        .filter(|asked| *asked > 0)
        .map_or(count, |asked| if is_long { count } else { count.min(asked) });
    Some(match &view.file.part {
        Part::Last(_) | Part::LastBytes(_) if case.asked.by == By::Shell => Instead::Last { count },
        Part::Lines(lines) | Part::BytesOf(lines, _) => {
            Instead::Lines { first: lines.start(), count }
        }
        part @ Part::LastOf(..) => Instead::Lines { first: part.first_line(measured.lines), count },
        Part::Whole | Part::Last(_) | Part::AllButLast(_) | Part::Bytes(_) | Part::LastBytes(_) => {
            Instead::Lines { first: 1, count }
        }
    })
}

/// Returns how many lines of the file may still be read in one slice.
fn room(case: &Case<'_>, view: &FileView<'_>) -> u64 {
    let settings = case.settings;
    let path = &view.measured.stat.path;
    let lines_min = settings.lines_min;
    if !case.is_charged(view) {
        return lines_min;
    }
    let left = settings.budget.saturating_sub(case.state.tally.charged(path));
    left.min(lines_min).max(allowance::LINES.min(lines_min))
}

impl Instead {
    /// Returns so many bytes, from where the part lies that is asked for.
    fn bytes(part: &Part, count: u64) -> Self {
        match part {
            Part::Last(_) | Part::LastBytes(_) => Self::LastBytes { count },
            Part::Lines(lines) | Part::BytesOf(lines, _) => match lines.first_range() {
                Some((first, last)) if first > 1 => Self::BytesOf { first, last, count },
                Some(_) | None => Self::Bytes { count },
            },
            Part::LastOf(lines, _) => {
                // Such a file is not read as far as its lines would have to be counted.
                Self::BytesOf { first: part.first_line(u64::MAX), last: *lines.end(), count }
            }
            Part::Whole | Part::AllButLast(_) | Part::Bytes(_) => Self::Bytes { count },
        }
    }

    fn text(self, case: &Case<'_>, path: &str) -> String {
        let quoted = shell_quoted(path);
        match (self, case.asked.by, case.asked.host) {
            (Self::Lines { first, count }, By::Tool, host) => {
                let (tool, field) = match host {
                    Host::Grok => ("read_file", "target_file"),
                    Host::Claude | Host::Codex => ("Read", "file_path"),
                };
                let path = serde_json::to_string(path).unwrap_or_default();
                let path = json_escaped(&path, is_hidden);
                format!("{tool} with {field} {path}, offset {first}, limit {count}")
            }
            (Self::Lines { first, count }, By::Shell, _) => {
                let last = first.saturating_add(count).saturating_sub(1);
                format!("sed -n '{first},{last}p' {quoted}")
            }
            (Self::Whole, ..) => format!("cat {quoted}"),
            (Self::Last { count }, ..) => format!("tail -n {count} {quoted}"),
            (Self::Bytes { count }, ..) => format!("head -c {count} {quoted}"),
            (Self::LastBytes { count }, ..) => format!("tail -c {count} {quoted}"),
            (Self::BytesOf { first, last, count }, ..) => {
                let lines = match last {
                    u64::MAX => format!("{first},$"),
                    last => format!("{first},{last}"),
                };
                format!("sed -n '{lines}p' {quoted} | head -c {count}")
            }
        }
    }
}

/// Says who reads it for the agent. Nobody is named who would refuse it for its name, its folder or
/// what was counted of it; what is in the rest was not looked at, and is found when it is read.
fn worker(case: &Case<'_>, view: &FileView<'_>, quoted: &str) -> Option<String> {
    let bytes = view.measured.stat.version.bytes;
    match &case.settings.worker {
        Worker::Nobody => None,
        Worker::Command { .. } if view.measured.is_secret => None,
        Worker::Command { bytes_max } => (bytes <= *bytes_max).then(|| {
            format!(
                " For a question about all of it: sprag read --question 'QUESTION' --paths \
                 {quoted} (it answers with line numbers, and slices are free afterwards)."
            )
        }),
        Worker::Subagent(name) => (case.asked.host == Host::Claude)
            .then(|| format!(" For a question about all of it: let the subagent {name} read it.")),
    }
}

/// Returns a path as it is named in a sentence.
fn named(path: &str) -> String {
    path.chars().map(|c| if is_hidden(c) { '?' } else { c }).collect()
}

/// Returns a path as a word of a command, unless there are characters in it that no terminal shows.
fn offered(path: &str) -> Option<String> {
    (!path.contains(is_hidden)).then(|| shell_quoted(path))
}

/// Returns a number with its thousands apart.
fn count(number: u64) -> String {
    let digits = format!("{number}");
    let parts: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .filter_map(|part| core::str::from_utf8(part).ok())
        .collect();
    parts.join(",")
}

fn kilobytes(bytes: u64) -> String {
    format!("{} kB", count(bytes / 1_000))
}
