//! What the host gets back.

use alloc::{format, string::String};

use serde::Serialize;

use crate::checks::Check;
use crate::checks::verdict::Verdict;
use crate::decision::decide::Decision;
use crate::hosts::host::Host;
use crate::reads::Why;
use crate::reads::record::{DeniedRead, ReadRecord, ReadVerdict};
use crate::settings::ReplyForm;

/// What a hook process leaves behind. Nothing but this is ever printed or returned.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Reply {
    /// The exit code: 0, or 2 for a block that is told on standard error.
    pub exit: u8,
    /// Standard output, exactly.
    pub stdout: String,
    /// Standard error, exactly.
    pub stderr: String,
}

/// Returns what the host is told of a decision. Only [`Verdict::Block`] makes a block.
#[must_use]
pub fn render(decision: &Decision, host: Host, form: ReplyForm) -> Reply {
    match &decision.verdict {
        Verdict::Block(_) => decision
            .reason
            .as_deref()
            .map_or_else(Reply::default, |reason| block(host, guard_form(form, reason), reason)),
        Verdict::WouldBlock(check) => to_the_user(host, &would_block(check)),
        Verdict::Pass(_) => match decision.notice {
            Some(notice) => to_the_user(host, notice.text()),
            None => Reply::default(),
        },
    }
}

/// Returns what the host is told of a read that is too large. Only [`ReadVerdict::Deny`] denies.
#[must_use]
pub fn render_read(record: &ReadRecord, reason: &str) -> Reply {
    let DeniedRead { host, verdict, why, .. } = &record.read;
    match verdict {
        ReadVerdict::Deny => deny(*host, reason),
        ReadVerdict::WouldDeny => to_the_user(*host, &would_deny(*why)),
    }
}

/// Claude Code writes the command of the hook before a reason on standard error, and Grok takes the
/// first line of one alone; both show all of a decision on standard output (seen with 2.1.332 and
/// 1.0.41).
fn deny(host: Host, reason: &str) -> Reply {
    match host {
        Host::Claude | Host::Codex => json(&ToolDecision {
            hook_specific_output: Permission {
                hook_event_name: "PreToolUse",
                permission_decision: "deny",
                permission_decision_reason: reason,
            },
        }),
        Host::Grok => json(&BlockDecision { decision: "deny", reason }),
    }
}

fn would_deny(why: Why) -> String {
    let (Why::Size { shown, .. } | Why::Budget { cost: shown, .. }) = why;
    format!("sprag (shadow): a read of about {shown} lines would have been denied.")
}

/// Claude Code takes exit 2 for no block where standard error speaks of a missing file, whatever
/// else it says (seen in 2.1.144 and 2.1.332). Such a reason goes through standard output.
fn guard_form(form: ReplyForm, reason: &str) -> ReplyForm {
    let reason = reason.to_lowercase();
    let is_misread = reason.contains("no such file") || reason.contains("can't open");
    if is_misread && form == ReplyForm::Stderr { ReplyForm::Json } else { form }
}

/// Each form holds one thing: hosts that read JSON trip over members they do not expect.
fn block(host: Host, form: ReplyForm, reason: &str) -> Reply {
    match (host, form) {
        (Host::Claude, ReplyForm::Stderr) | (Host::Grok, _) => {
            Reply { exit: 2, stderr: line(reason), ..Reply::default() }
        }
        (Host::Claude, ReplyForm::Context) => json(&AddContext {
            hook_specific_output: Context { hook_event_name: "Stop", additional_context: reason },
        }),
        (Host::Claude, ReplyForm::Json) | (Host::Codex, _) => {
            json(&BlockDecision { decision: "block", reason })
        }
    }
}

fn would_block(check: &Check) -> String {
    ["sprag (shadow): this turn would have been sent back for ", check.word, "."].concat()
}

/// Only Claude Code shows a line to the user alone; elsewhere nobody is told.
fn to_the_user(host: Host, text: &str) -> Reply {
    match host {
        Host::Claude => json(&Message { system_message: text }),
        Host::Codex | Host::Grok => Reply::default(),
    }
}

#[derive(Serialize)]
struct BlockDecision<'a> {
    decision: &'a str,
    reason: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AddContext<'a> {
    hook_specific_output: Context<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Context<'a> {
    hook_event_name: &'a str,
    additional_context: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolDecision<'a> {
    hook_specific_output: Permission<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Permission<'a> {
    hook_event_name: &'a str,
    permission_decision: &'a str,
    permission_decision_reason: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Message<'a> {
    system_message: &'a str,
}

fn json<T: Serialize>(value: &T) -> Reply {
    // Serialising strings into memory does not fail.
    let text = serde_json::to_string(value).unwrap_or_default();
    Reply { exit: 0, stdout: line(&text), stderr: String::new() }
}

fn line(text: &str) -> String {
    [text, "\n"].concat()
}
