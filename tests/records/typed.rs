//! Reviews at a terminal.

use serde_json::Value;

use crate::terminal::Terminal;
use crate::{home, ids, lines};

#[test]
fn one_key_reviews_an_objection() {
    let home = home();
    let ids = ids();
    let mut terminal = Terminal::start(home.command(&["review"]));
    for (id, key) in [(&ids[7], "r"), (&ids[6], "x"), (&ids[3], "s"), (&ids[0], "w")] {
        if key == "x" {
            terminal.expect(id);
            terminal.expect("[q]uit?");
            terminal.type_text("xw");
            continue;
        }
        terminal.expect(id);
        terminal.expect("[q]uit?");
        terminal.type_text(key);
    }
    assert_eq!(terminal.end().0, 0);
    let reviews = lines(&home.path(".local/state/sprag/reviews.jsonl"));
    let said: Vec<(&str, &str)> = reviews
        .iter()
        .map(|review| (review["id"].as_str().unwrap(), review["mark"].as_str().unwrap()))
        .collect();
    let expected = [(&ids[7], "right"), (&ids[6], "wrong"), (&ids[0], "wrong")];
    assert_eq!(said, expected.map(|(id, mark)| (id.as_str(), mark)));
}

#[test]
fn a_review_can_be_left_and_taken_up_again() {
    let home = home();
    for key in ["q", "\u{3}"] {
        let mut terminal = Terminal::start(home.command(&["review"]));
        terminal.expect("[q]uit?");
        // Before that, control and C is no key: the terminal makes a signal of it, for nobody.
        terminal.wait_for_other_manners();
        terminal.type_text(key);
        assert_eq!(terminal.end().0, 0);
    }
    assert!(!home.path(".local/state/sprag/reviews.jsonl").exists());
}

#[test]
fn a_signal_ends_a_review_and_the_terminal_is_as_it_was() {
    let home = home();
    let mut terminal = Terminal::start(home.command(&["review"]));
    terminal.expect("[q]uit?");
    terminal.wait_for_other_manners();
    terminal.signal("TERM");
    assert_eq!(terminal.end_as_before(), 0);
}

#[test]
fn what_was_typed_next_is_shown_where_the_transcript_is_there() {
    let session = "5f0c1b9e-0000-4000-8000-000000000010";
    let named = |prompt: &str, text: &str| {
        serde_json::json!({
            "type": "user", "isSidechain": false, "sessionId": session, "promptId": prompt,
            "promptSource": "typed", "origin": {"kind": "human"}, "turnOrigin": "human",
            "message": {"role": "user", "content": text},
        })
    };
    // Claude Code before 2.1.196.
    let nameless = |uuid: &str, text: &str| {
        serde_json::json!({
            "type": "user", "isSidechain": false, "sessionId": session, "uuid": uuid,
            "message": {"role": "user", "content": text},
        })
    };
    shows_what_was_typed(session, &named);
    shows_what_was_typed(session, &nameless);
}

fn shows_what_was_typed(session: &str, user: &dyn Fn(&str, &str) -> Value) {
    let home = home();
    let records = [
        user("5f0c1b9e-0000-4000-8000-000000000001", "Fix both and commit."),
        user("5f0c1b9e-0000-4000-8000-000000000002", "Yes, go ahead and commit."),
        user("5f0c1b9e-0000-4000-8000-000000000003", "Now the next thing."),
    ];
    let text: String = records.iter().map(|record| format!("{record}\n")).collect();
    let path = format!(".claude/projects/-home-dev-rocket/{session}.jsonl");
    home.write(&path, text.as_bytes());
    let mut terminal = Terminal::start(home.command(&["review"]));
    let shown = terminal.expect("[q]uit?");
    assert!(shown.contains("Yes, go ahead and commit."), "{shown}");
    assert!(shown.contains("which speaks for: right"), "{shown}");
    terminal.type_text("q");
    assert_eq!(terminal.end().0, 0);
}
