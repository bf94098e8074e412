//! Messages of our own: what holds in any project, and what no project at hand has enough of.

use sprag_core::judge::local::Question;

use crate::train::message::Message;

const TEXT: &str = include_str!("../../judge/own.txt");

/// How many messages one line stands for, at most.
const VARIANTS: usize = 5;

/// Returns our own messages, numbered as sessions from `first` on.
#[must_use]
pub fn own_messages(first: usize) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    for (line, number) in TEXT.lines().zip(1..) {
        let Some((labels, pattern)) = line.split_once(" :: ").filter(|_| !line.starts_with('#'))
        else {
            continue;
        };
        let mut texts: Vec<String> = Vec::new();
        for variant in 0..VARIANTS {
            let text = filled(pattern, variant).replace("\\n", "\n");
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        for text in texts {
            let (id, session) = (format!("own.txt:{number}"), first + number);
            messages.push(Message::new(id, None, session, text, answers(labels)));
        }
    }
    messages
}

fn answers(labels: &str) -> [bool; Question::COUNT] {
    let (letters, outcome) = labels.split_once(' ').unwrap_or((labels, ""));
    Question::ALL.map(|question| match question {
        Question::ClaimsDone => letters.contains('d'),
        Question::ClaimsTests => letters.contains('t'),
        Question::ClaimsBuild => letters.contains('b'),
        Question::ClaimsLint => letters.contains('l'),
        Question::Complete => outcome == "complete",
        Question::Partial => outcome == "partial",
        Question::Blocked => outcome == "blocked",
    })
}

/// Returns the pattern with one member of each group. Groups turn at different speeds, so that the
/// same members do not always meet.
fn filled(pattern: &str, variant: usize) -> String {
    let mut text = String::new();
    let mut rest = pattern;
    let mut group = 0;
    while let Some((before, after)) = rest.split_once('{') {
        let (members, behind) = after.split_once('}').unwrap_or((after, ""));
        let count = members.split(';').count();
        let member = (variant + group * (variant / 2)) % count;
        text.push_str(before);
        text.push_str(members.split(';').nth(member).unwrap_or_default());
        rest = behind;
        group += 1;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_stands_for_each_of_its_members() {
        let texts: Vec<String> =
            (0..3).map(|variant| filled("a {b;c} {d;e;f}.", variant)).collect();
        assert_eq!(texts, ["a b d.", "a c e.", "a b d."]);
    }

    #[test]
    fn our_own_messages_are_english_and_answer_every_question_both_yes_and_no() {
        let messages = own_messages(0);
        for message in &messages {
            assert!(message.is_english, "{}: {}", message.id, message.text);
        }
        for question in Question::ALL {
            let yes = messages.iter().filter(|message| message.answer(question)).count();
            assert!(yes >= 20 && messages.len() - yes >= 200, "{question:?}: {yes}");
        }
    }
}
