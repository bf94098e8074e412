//! `SPRAG_DEBUG=1` says why a stop passed, and changes nothing else.

use serde_json::json;

use crate::home::{Home, Said};

fn stop(home: &mut Home, debug: &str, args: &[&str], closing: &str) -> Said {
    home.set("SPRAG_DEBUG", debug);
    let payload = json!({"session_id": "s", "prompt_id": "p", "hook_event_name": "Stop",
        "cwd": "/home/dev/rocket", "stop_hook_active": false, "last_assistant_message": closing,
        "background_tasks": [], "session_crons": []});
    home.feed(&[&["hook"], args].concat(), payload.to_string().as_bytes())
}

#[test]
fn every_reason_to_pass_is_said_when_asked_for_and_only_then() {
    for (args, closing, why) in [
        (&[][..], "Done.", "no check is enabled"),
        (&["--nonsense"], "Done.", "the command line is invalid, so no check is enabled"),
        (&["--checks", "promises"], "I'll do it now.", "there is no key for the judge"),
        (&["--checks", "promises"], "", "the agent said nothing"),
    ] {
        let mut home = Home::empty();
        let said = stop(&mut home, "1", args, closing);
        assert_eq!(said.code, 0);
        assert!(
            said.stderr.starts_with("sprag: passed: ") && said.stderr.contains(why),
            "{said:?}"
        );
        let mut home = Home::empty();
        let quiet = stop(&mut home, "0", args, closing);
        assert_eq!((quiet.code, &quiet.stdout, quiet.stderr.as_str()), (0, &said.stdout, ""));
    }
}

#[test]
fn an_invalid_payload_is_reported() {
    let mut home = Home::empty();
    home.set("SPRAG_DEBUG", "1");
    let said = home.feed(&["hook", "--checks", "all"], b"nonsense");
    assert_eq!(said.stderr, "sprag: passed: the payload is not a JSON object\n");
    home.write(".local/state/sprag/lock/file", b"");
    let said = stop(&mut home, "1", &["--checks", "all"], "I'll do it.");
    assert!(said.stderr.starts_with("sprag: passed: counters and records: "), "{said:?}");
}
