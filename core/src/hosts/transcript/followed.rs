//! What a person typed after a turn: shown to whoever reviews the turn, and kept nowhere.

use alloc::string::String;

use super::record::Record;
use super::typed::Typed;
use super::user_kind::UserKind;
use super::{Chain, Depth, Next, Reader, codex};
use crate::activity::facts::StartedBy;
use crate::hosts::host::Host;

/// A transcript that is read backwards, down to the turn of a prompt.
#[derive(Clone, Debug)]
pub struct Followed {
    reader: Reader,
    prompt: String,
    /// What was typed in the turn that is being read.
    within: Option<String>,
    /// The prompt of that turn.
    named: Option<String>,
    /// What was typed in the turn behind it.
    behind: Option<String>,
    is_found: bool,
}

impl Followed {
    /// Begins before the last line of a transcript of `host`.
    #[must_use]
    pub fn begin_on(host: Host, prompt: &str) -> Self {
        let reader = match host {
            Host::Claude => Reader::Claude,
            Host::Codex => Reader::Codex(codex::Reader::default()),
            Host::Grok => Reader::Grok,
        };
        Self {
            reader,
            prompt: prompt.into(),
            within: None,
            named: None,
            behind: None,
            is_found: false,
        }
    }

    /// Takes the next older line.
    pub fn line(&mut self, line: &mut [u8]) -> Next {
        let Some(Record::User(user)) = self.reader.read(line, Depth::Tools) else {
            return Next::Older;
        };
        let begins = matches!(user.kind, UserKind::Prompt | UserKind::Command);
        if user.chain != Chain::Main || !begins {
            return Next::Older;
        }
        // A prompt without an id has its record's, as in the facts of its turn.
        let own = user.prompt.or(user.uuid);
        if own.as_deref() == Some(self.prompt.as_str()) {
            self.is_found = true;
            self.turn(None);
            return Next::Enough;
        }
        if own != self.named {
            self.turn(own);
        }
        if user.started_by == StartedBy::Person
            && let Typed::Text(text) = user.typed
        {
            self.within = Some(text);
        }
        Next::Older
    }

    /// An older turn begins. One in which nobody typed lies between.
    fn turn(&mut self, prompt: Option<String>) {
        if let Some(within) = self.within.take() {
            self.behind = Some(within);
        }
        self.named = prompt;
    }

    /// Returns what a person typed first after the turn, if the turn was found and somebody did.
    #[must_use]
    pub fn finish(self) -> Option<String> {
        self.behind.filter(|text| self.is_found && !text.trim().is_empty())
    }
}
