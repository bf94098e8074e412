//! Tables that have not seen what they judge.

use alloc::collections::BTreeMap;

use sprag_core::judge::local::Weights;

use crate::train::learn::learn;
use crate::train::message::Message;

/// Parts that the sessions are dealt into.
pub(super) const PARTS: usize = 5;

/// Returns the part that a message is dealt into: that of its session.
pub(super) fn part(message: &Message) -> usize {
    message.session % PARTS
}

/// Returns the table that all messages teach but those that are held out.
pub(super) fn learn_without(
    messages: &[Message],
    own: &[Message],
    is_held: impl Fn(&Message) -> bool,
) -> Vec<u8> {
    let rest = messages.iter().filter(|message| !is_held(message));
    learn(&rest.chain(own).collect::<Vec<_>>())
}

/// A table for each message that has seen nothing of its session.
#[derive(Clone, Debug)]
pub struct Unseen {
    tables: Vec<Vec<u8>>,
    parts: BTreeMap<String, usize>,
}

impl Unseen {
    /// Learns a table for each part of the sessions, from all others and our own messages.
    #[must_use]
    pub fn learn(messages: &[Message], own: &[Message]) -> Self {
        let without = |held| learn_without(messages, own, |message| part(message) == held);
        Self {
            tables: (0..PARTS).map(without).collect(),
            parts: messages.iter().map(|message| (message.id.clone(), part(message))).collect(),
        }
    }

    /// Returns the table for the message with this name; `None` if there is none.
    #[must_use]
    pub fn weights(&self, id: &str) -> Option<Weights<'_>> {
        Weights::read(self.tables.get(*self.parts.get(id)?)?)
    }
}

#[cfg(test)]
mod tests {
    use sprag_core::judge::local::Question;

    use super::*;
    use crate::train::own_messages;

    fn message(session: usize) -> Message {
        let answers = [session.is_multiple_of(2); Question::COUNT];
        let text = format!("All tests pass, said the agent of session {session}.");
        Message::new(format!("m{session}"), Some("a".into()), session, text, answers)
    }

    #[test]
    fn a_message_is_judged_by_a_table_that_has_seen_nothing_of_its_session() {
        let messages: Vec<Message> = (0..12).map(message).collect();
        let own: Vec<Message> = own_messages(messages.len()).into_iter().take(30).collect();
        let unseen = Unseen::learn(&messages, &own);
        for message in &messages[4..7] {
            let of = message.session % 5;
            let rest = messages.iter().filter(|other| other.session % 5 != of).chain(&own);
            let expected = Weights::read(&learn(&rest.collect::<Vec<_>>())).unwrap().hash();
            assert_eq!(unseen.weights(&message.id).unwrap().hash(), expected, "{}", message.id);
        }
        let all: Vec<&Message> = messages.iter().chain(&own).collect();
        let all = Weights::read(&learn(&all)).unwrap().hash();
        assert_ne!(unseen.weights("m0").unwrap().hash(), all);
        assert!(unseen.weights("m99").is_none());
    }
}
