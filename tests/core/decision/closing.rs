//! How a conversation ends, and which closing text follows from that and from the payload.
use serde_json::json;
use sprag_core::activity::facts::Ending;
use sprag_core::checks::verdict::Pass;
use sprag_core::decision::plan::{ClosingText, Look, closing_text};
use sprag_core::hosts::event::Closing;
use sprag_core::hosts::transcript::{Chain, Scan, Wanted};
use sprag_harness::reader::last_turn;
use sprag_harness::transcript::Transcript;

fn begun() -> Transcript {
    Transcript::new().prompt("p1", "Please fix it.").tool("Bash").tool_result()
}

fn ending(transcript: &Transcript) -> Ending {
    last_turn(&transcript.bytes(), Some("p1")).ending
}

fn text(text: &str) -> Ending {
    Ending::Text(text.into())
}

#[test]
fn a_conversation_ends_with_the_text_of_its_last_message() {
    assert_eq!(ending(&begun().assistant_text("Looking.").assistant_text("Done.")), text("Done."));
    let later = begun().assistant_text("Done.").system("turn_duration").blob("Please.");
    assert_eq!(ending(&later.line(b"{\"type\":\"last-prompt\"}")), text("Done."));
}

#[test]
fn a_message_of_several_records_is_put_together() {
    let part = |text: &str| json!({"type": "text", "text": text});
    let thought = || json!({"type": "thinking", "thinking": "hm"});
    let whole = begun().assistant_text("One.").part(part("Two.")).part(part("Three."));
    assert_eq!(ending(&whole), text("One.\nTwo.\nThree."));
    let thoughtful = begun().thinking().part(part("One.")).part(thought()).part(part("Two."));
    assert_eq!(ending(&thoughtful.part(thought())), text("One.\nTwo."));
    let blocks = begun().parts(json!([part("One."), thought(), part("Two."), 7, {"type": 7}]));
    assert_eq!(ending(&blocks), text("One.\nTwo."));
}

#[test]
fn a_message_without_an_id_stands_alone() {
    let message = |words: &str| json!({"content": [{"type": "text", "text": words}]});
    let written = begun().assistant(message("One."), json!({}));
    assert_eq!(ending(&written.assistant(message("Two."), json!({}))), text("Two."));
    let plain = begun().assistant(json!({"id": "m", "content": "Done."}), json!({}));
    assert_eq!(ending(&plain), text("Done."));
    for odd in [json!(null), json!({}), json!({"content": 7}), json!("Done.")] {
        assert_eq!(ending(&begun().assistant(odd, json!({}))), text(""));
    }
}

#[test]
fn a_message_that_only_thinks_says_nothing() {
    assert_eq!(ending(&begun().thinking()), text(""));
    assert_eq!(ending(&begun().assistant_text("Looking.").thinking()), text(""));
}

#[test]
fn a_conversation_that_still_owes_an_answer_is_open() {
    let table = [
        Transcript::new(),
        Transcript::new().prompt("p1", "Please fix it."),
        begun(),
        begun().tool("Bash"),
        begun().assistant_text("Looking.").part(json!({"type": "tool_use", "name": "Bash"})),
        begun().assistant_text("Done.").feedback("Run the tests."),
        begun().assistant_text("Done.").notification("p2", "Build finished"),
    ];
    for written in table {
        assert_eq!(ending(&written), Ending::Open);
    }
}

#[test]
fn an_error_of_the_models_server_is_not_an_answer() {
    assert_eq!(ending(&begun().api_error()), Ending::ApiError);
    let said = json!([{"type": "text", "text": "No response requested."}]);
    let synthetic = json!({"id": "m", "model": "<synthetic>", "content": said});
    assert_eq!(ending(&begun().assistant(synthetic, json!({}))), Ending::ApiError);
    let marked = json!({"id": "m", "model": "claude-opus-5-5", "content": said});
    let marked = begun().assistant(marked, json!({"isApiErrorMessage": true}));
    assert_eq!(ending(&marked), Ending::ApiError);
    assert_eq!(ending(&begun().api_error().assistant_text("Done.")), text("Done."));
}

#[test]
fn an_interruption_ends_the_conversation_whatever_was_said() {
    assert_eq!(ending(&begun().assistant_text("Looking.").interrupt()), Ending::Interrupt);
    assert_eq!(ending(&begun().interrupt().assistant_text("Done.")), text("Done."));
}

#[test]
fn a_subagents_message_does_not_end_the_sessions_conversation() {
    let written = begun().assistant_text("Done.").aside(|side| side.assistant_text("Seen."));
    assert_eq!(ending(&written), text("Done."));
}

#[test]
fn how_a_conversation_ends_is_known_as_soon_as_no_older_line_can_change_it() {
    let written = begun().assistant_text("One.").part(json!({"type": "text", "text": "Two."}));
    let mut scan = Scan::begin(Wanted::Last(Some("p1".into())), Chain::Main);
    let mut known = Vec::new();
    for line in written.lines().iter().rev() {
        scan.line(&mut line.clone());
        known.push(scan.ending().cloned());
    }
    // Both records of the message are read before the older one closes it.
    assert_eq!(known[..2], [None, None]);
    assert_eq!(known[2], Some(text("One.\nTwo.")));
    let mut open = Scan::begin(Wanted::Last(None), Chain::Main);
    assert_eq!(open.ending(), None);
    open.line(&mut begun().lines()[1].clone());
    assert_eq!(open.ending(), Some(&Ending::Open));
}

#[test]
fn how_a_conversation_ends_is_known_where_its_turn_is_not_found() {
    let written = Transcript::new().assistant_text("Done.");
    let facts = last_turn(&written.bytes(), Some("p1"));
    assert_eq!((facts.turn, facts.ending), (None, text("Done.")));
    let failed = last_turn(&Transcript::new().api_error().bytes(), Some("p1"));
    assert_eq!((failed.turn, failed.ending), (None, Ending::ApiError));
}

/// What the payload, the transcript and the look come to, each in the words of the contract.
fn expected(closing: &Closing, ending: &Ending, look: Look) -> ClosingText {
    let again_or = |pass| match look {
        Look::First => ClosingText::LookAgain,
        Look::Last => ClosingText::None(pass),
    };
    match (closing, ending) {
        // Turns that ended with an error or an interruption pass.
        (_, Ending::ApiError) => ClosingText::None(Pass::ApiError),
        (_, Ending::Interrupt) => ClosingText::None(Pass::Interrupt),
        // The payload's text counts where it is whole; an empty one passes.
        (Closing::Whole(said), _) if said.trim().is_empty() => ClosingText::None(Pass::NoText),
        (Closing::Whole(said), _) => ClosingText::Ready(said.clone()),
        // A missing or cut text is taken from the transcript, which is re-read once.
        (Closing::Cut(start), Ending::Text(found)) if found.starts_with(start.as_str()) => {
            if found.trim().is_empty() {
                ClosingText::None(Pass::NoText)
            } else {
                ClosingText::Ready(found.clone())
            }
        }
        (Closing::Cut(_), _) => again_or(Pass::TextUnknown),
        (Closing::Absent, Ending::Text(found)) if !found.trim().is_empty() => {
            ClosingText::Ready(found.clone())
        }
        (Closing::Absent, _) => again_or(Pass::NoText),
    }
}

#[test]
fn every_payload_and_ending_come_to_the_closing_text_of_the_contract() {
    let closings = [
        Closing::Whole("I will fix it.".into()),
        Closing::Whole(String::new()),
        Closing::Whole(" \n\u{a0}\t".into()),
        Closing::Cut("I will".into()),
        Closing::Cut("I did".into()),
        Closing::Cut(String::new()),
        Closing::Absent,
    ];
    let endings = [
        text("I will fix it."),
        text(""),
        text(" \n "),
        Ending::ApiError,
        Ending::Interrupt,
        Ending::Open,
    ];
    for closing in &closings {
        for ending in &endings {
            for look in [Look::First, Look::Last] {
                let found = closing_text(closing, ending, look);
                assert_eq!(
                    found,
                    expected(closing, ending, look),
                    "{closing:?} {ending:?} {look:?}"
                );
            }
        }
    }
}

#[test]
fn a_missing_text_is_looked_for_twice_and_never_a_third_time() {
    assert_eq!(closing_text(&Closing::Absent, &Ending::Open, Look::First), ClosingText::LookAgain);
    for ending in [Ending::Open, text(""), text("Something else.")] {
        for closing in [Closing::Absent, Closing::Cut("I".into())] {
            assert_ne!(closing_text(&closing, &ending, Look::Last), ClosingText::LookAgain);
        }
    }
}
