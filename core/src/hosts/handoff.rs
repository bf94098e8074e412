//! Messages to other sessions that still wait for an answer.
//!
//! A handoff is a call of `SendMessage` whose result says that it went to another session. It is
//! open until a later message *begins* with the tag of an answer from that session. Neither list of
//! a payload shows it, and it may lie anywhere in the transcript; so the whole file is searched for
//! the few lines that can matter. Seen in Claude Code transcripts of 2.1.219 and 2.1.278.

use alloc::string::String;

use heapless::Vec;
use serde::{Deserialize, Serialize};

use crate::hosts::host::Host;
use crate::hosts::line::{Block, Line};
use crate::limits::{HANDOFFS_MAX, SESSION_NAME_BYTES_MAX};
use crate::text::json::{self, Field};

/// A line that matters holds one of these.
pub const NEEDLES: [&[u8]; 3] =
    [b"\"SendMessage\"", b"another Claude session", b"cross-session-message"];

/// What the result of a send to another session says.
const SENT: &str = "another Claude session";

/// What an answer may begin with before its tag.
const ANSWER_LEAD: &str = "Another Claude session sent a message:";

/// How an answer begins.
const ANSWER_TAG: &str = "<cross-session-message";

/// The handoffs of a transcript, as far as it has been searched from its beginning.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Handoffs {
    /// Calls whose results have not been seen, with the session they address.
    sent: Vec<Send, HANDOFFS_MAX>,
    open: Vec<String, HANDOFFS_MAX>,
    /// Whether a line could not be read, or there are more handoffs than can be kept.
    damaged: bool,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
struct Send {
    id: String,
    to: String,
}

impl Handoffs {
    /// Returns the handoffs of a host on which there are none: its sessions do not write to each
    /// other. Seen with Codex 0.171 and Grok 1.0.41.
    #[must_use]
    pub fn without_any_on(host: Host) -> Option<Self> {
        match host {
            Host::Claude => None,
            Host::Codex | Host::Grok => Some(Self::default()),
        }
    }

    /// Takes the next line that holds one of [`NEEDLES`], without its line end.
    pub fn line(&mut self, line: &mut [u8]) {
        let Some(line) = Line::parse(line) else { return self.skipped_line() };
        let content = line.message().and_then(|message| message.content);
        match json::short_text(line.kind, 32).as_deref() {
            Some("assistant") => self.calls(content),
            Some("user") => {
                self.results(content);
                self.answer(content);
            }
            Some("queue-operation") => self.answer(line.content),
            Some("attachment") => self.answer(line.attached_prompt()),
            Some(_) | None => {}
        }
    }

    /// Takes note of a line with a needle that could not be read.
    pub fn skipped_line(&mut self) {
        self.damaged = true;
    }

    /// Returns the names of the sessions that still owe an answer, each once; `None` if that is
    /// not known.
    #[must_use]
    pub fn open(&self) -> Option<&[String]> {
        (!self.damaged).then_some(&*self.open)
    }

    fn calls(&mut self, content: Field<'_>) {
        for block in blocks(content) {
            if json::short_text(block.name, 32).as_deref() != Some("SendMessage") {
                continue;
            }
            let to = json::short_text(block.addressee(), SESSION_NAME_BYTES_MAX);
            if let (Some(id), Some(to)) = (json::short_text(block.id, 256), to)
                && !to.is_empty()
            {
                self.damaged |= self.sent.push(Send { id, to }).is_err();
            }
        }
    }

    fn results(&mut self, content: Field<'_>) {
        for block in blocks(content) {
            let id = json::short_text(block.tool_use_id, 256);
            let Some(at) = self.sent.iter().position(|send| Some(&send.id) == id.as_ref()) else {
                continue;
            };
            let send = self.sent.remove(at);
            let is_to_session = block.content.is_some_and(|content| content.get().contains(SENT));
            if is_to_session && !self.open.contains(&send.to) {
                self.damaged |= self.open.push(send.to).is_err();
            }
        }
    }

    /// Closes the handoffs to the session that `field` is an answer from. Text that quotes an
    /// answer, or holds one further on, is none.
    fn answer(&mut self, field: Field<'_>) {
        let Some(text) = json::text(field) else { return };
        let text = text.trim_start();
        let text = text.strip_prefix(ANSWER_LEAD).map_or(text, str::trim_start);
        let Some(tag) = text.strip_prefix(ANSWER_TAG) else { return };
        let tag = tag.split('>').next().unwrap_or_default();
        let from = tag.split_once("from-name=\"").and_then(|(_, rest)| rest.split_once('"'));
        if let Some((name, _)) = from {
            self.open.retain(|open| open != name);
        }
    }
}

fn blocks(content: Field<'_>) -> impl Iterator<Item = Block<'_>> {
    let elements = json::elements(content).unwrap_or_default();
    elements.into_iter().filter_map(Block::parse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec as List;

    const SEND: &str = r#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t1",
        "name":"SendMessage","input":{"to":"windows","message":"go"}}]}}"#;
    const RESULT: &str = r#"{"type":"user","message":{"content":[{"type":"tool_result",
        "tool_use_id":"t1","content":"Sent to another Claude session."}]}}"#;
    const ANSWER: &str = r#"<cross-session-message from-id=\"9\" from-name=\"windows\">done"#;

    fn open(lines: &[&str]) -> Option<List<String>> {
        let mut handoffs = Handoffs::default();
        for line in lines {
            handoffs.line(&mut line.replace('\n', " ").into_bytes());
        }
        handoffs.open().map(<[String]>::to_vec)
    }

    fn user(text: &str) -> String {
        [r#"{"type":"user","message":{"content":""#, text, r#""}}"#].concat()
    }

    #[test]
    fn a_message_to_another_session_is_open_until_its_answer() {
        assert_eq!(open(&[SEND, RESULT]).unwrap(), ["windows"]);
        let lead = "Another Claude session sent a message:\\n";
        for answer in [ANSWER.into(), [lead, ANSWER].concat(), ["  ", ANSWER].concat()] {
            let in_queue = [r#"{"type":"queue-operation","content":""#, &answer, r#""}"#].concat();
            let in_attachment =
                [r#"{"type":"attachment","attachment":{"prompt":""#, &answer, r#""}}"#].concat();
            for line in [user(&answer), in_queue, in_attachment] {
                assert_eq!(open(&[SEND, RESULT, &line]).unwrap(), [""; 0], "{line}");
            }
        }
    }

    #[test]
    fn a_message_to_a_subagent_is_not_a_handoff() {
        let result = RESULT.replace("another Claude session", "agent a1");
        assert_eq!(open(&[SEND, &result]).unwrap(), [""; 0]);
        assert_eq!(open(&[SEND]).unwrap(), [""; 0], "without a result nobody knows");
    }

    #[test]
    fn an_answer_that_is_quoted_or_comes_before_closes_nothing() {
        let quoted = user(&["They wrote: ", ANSWER].concat());
        assert_eq!(open(&[SEND, RESULT, &quoted]).unwrap(), ["windows"]);
        assert_eq!(open(&[&user(ANSWER), SEND, RESULT]).unwrap(), ["windows"]);
        let other = user(&ANSWER.replace("windows", "linux"));
        assert_eq!(open(&[SEND, RESULT, &other]).unwrap(), ["windows"]);
        let by_assistant = user(ANSWER).replace("\"user\"", "\"assistant\"");
        assert_eq!(open(&[SEND, RESULT, &by_assistant]).unwrap(), ["windows"]);
    }

    #[test]
    fn two_messages_to_one_session_are_one_handoff() {
        let (second, its_result) = (SEND.replace("t1", "t2"), RESULT.replace("t1", "t2"));
        assert_eq!(open(&[SEND, RESULT, &second, &its_result]).unwrap(), ["windows"]);
    }

    #[test]
    fn a_line_that_cannot_be_read_makes_the_handoffs_unknown() {
        let cut = SEND.get(..60).unwrap();
        assert_eq!(open(&[SEND, RESULT, cut]), None);
        assert_eq!(open(&[r#"["SendMessage"]"#]), None);
    }

    #[test]
    fn more_handoffs_than_can_be_kept_are_unknown() {
        let lines: List<String> = (0..=HANDOFFS_MAX)
            .flat_map(|number| {
                let id = alloc::format!("id{number}");
                let to = alloc::format!("to{number}");
                [SEND.replace("t1", &id).replace("windows", &to), RESULT.replace("t1", &id)]
            })
            .collect();
        let lines: List<&str> = lines.iter().map(String::as_str).collect();
        assert_eq!(open(&lines), None);
        assert_eq!(open(&lines[..2 * HANDOFFS_MAX]).unwrap().len(), HANDOFFS_MAX);
    }
}
