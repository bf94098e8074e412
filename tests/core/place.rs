//! Which host sent a payload, and which folders are left alone.
use serde_json::json;
use sprag_core::deny::guard_folder;
use sprag_core::event::Kind;
use sprag_core::host::Host;
use sprag_core::verdict::Pass;
use sprag_harness::payload::Payload;

/// The shape that Grok 1.0.41 sends: its own spelling, and some of Claude's names beside it.
fn grok() -> Payload {
    Payload::of(json!({
        "hookEventName": "stop", "sessionId": "g1", "cwd": "/home/dev/calc",
        "workspaceRoot": "/home/dev/calc/", "promptId": "p1", "reason": "end_turn",
        "stopHookActive": false, "lastAssistantMessage": "Done.", "backgroundTasks": [],
        "sessionCrons": [], "hook_event_name": "Stop", "session_id": "g1",
    }))
}

/// The shape that Codex 0.171 sends.
fn codex() -> Payload {
    Payload::of(json!({
        "session_id": "c1", "turn_id": "t1", "transcript_path": "/home/dev/r.jsonl",
        "cwd": "/home/dev/calc", "hook_event_name": "Stop", "model": "gpt",
        "permission_mode": "default", "stop_hook_active": false, "last_assistant_message": "done",
    }))
}

#[test]
fn the_shape_of_a_payload_tells_its_host() {
    assert_eq!(Payload::stop().event().unwrap().host, Host::Claude);
    assert_eq!(codex().event().unwrap().host, Host::Codex);
    assert_eq!(grok().event().unwrap().host, Host::Grok);
}

#[test]
fn a_hook_that_knows_its_host_is_believed() {
    for host in Host::ALL {
        assert_eq!(Payload::stop().event_on(host).unwrap().host, host);
        assert_eq!(codex().event_on(host).unwrap().host, host);
    }
}

#[test]
fn a_payload_in_groks_spelling_is_groks_whoever_runs_the_hook() {
    for host in Host::ALL {
        let event = grok().event_on(host).unwrap();
        assert_eq!((event.host, event.kind), (Host::Grok, Kind::Stop));
    }
}

#[test]
fn a_payload_in_groks_spelling_alone_is_an_event() {
    let event = grok().without("session_id").without("hook_event_name").event().unwrap();
    assert_eq!((event.host, event.session.as_str()), (Host::Grok, "g1"));
}

#[test]
fn every_host_has_a_word() {
    assert_eq!(Host::ALL.map(Host::word), ["claude", "codex", "grok"]);
    for host in Host::ALL {
        assert_eq!(Host::from_word(host.word()), Some(host));
    }
    for word in ["", "Claude", "cursor", "claude "] {
        assert_eq!(Host::from_word(word), None);
    }
}

#[test]
fn a_folder_is_denied_if_any_of_its_names_lies_below_a_listed_one() {
    let file = "relative\n  /srv/secret  \n# /home\n";
    for cwds in [["/srv/secret", "/x"], ["/x", "/srv/secret/deep"]] {
        assert_eq!(guard_folder(&[Some(""), Some(file)], &cwds), Some(Pass::Denied));
    }
    for cwds in [["/srv", "/srv/secrets"], ["/home/dev", "relative"]] {
        assert_eq!(guard_folder(&[Some(file)], &cwds), None);
    }
    assert_eq!(guard_folder(&[], &["/srv/secret"]), None);
    assert_eq!(guard_folder(&[Some(file)], &[]), None);
}

#[test]
fn a_deny_file_that_cannot_be_read_denies_every_folder() {
    assert_eq!(guard_folder(&[None], &["/home/dev"]), Some(Pass::Denied));
    assert_eq!(guard_folder(&[Some("/srv"), None], &[]), Some(Pass::Denied));
}
