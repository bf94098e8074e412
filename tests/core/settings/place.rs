//! Which host sent a payload, and which folders are left alone.
use serde_json::{Value, json};
use sprag_core::checks::verdict::Pass;
use sprag_core::hosts::duplicate::guard_duplicate;
use sprag_core::hosts::event::{Closing, Event, Kind};
use sprag_core::hosts::host::Host;
use sprag_core::settings::deny::{guard_folder, listed, odd_lines};
use sprag_harness::payload::Payload;
use sprag_harness::reader::lines;
use sprag_harness::recorded::{CODEX_PAYLOADS, GROK_PAYLOADS};

#[test]
fn the_shape_of_a_payload_tells_its_host() {
    assert_eq!(Payload::stop().event().unwrap().host, Host::Claude);
    assert_eq!(Payload::codex_stop().event().unwrap().host, Host::Codex);
    assert_eq!(Payload::grok_stop().event().unwrap().host, Host::Grok);
}

#[test]
fn a_hook_that_knows_its_host_is_believed() {
    for host in Host::ALL {
        assert_eq!(Payload::stop().event_on(host).unwrap().host, host);
        assert_eq!(Payload::codex_stop().event_on(host).unwrap().host, host);
    }
}

#[test]
fn a_payload_in_groks_spelling_is_groks_whoever_runs_the_hook() {
    for host in Host::ALL {
        let event = Payload::grok_stop().event_on(host).unwrap();
        assert_eq!((event.host, event.kind), (Host::Grok, Kind::Stop));
    }
}

#[test]
fn a_payload_in_groks_spelling_alone_is_an_event() {
    let event =
        Payload::grok_stop().without("session_id").without("hook_event_name").event().unwrap();
    assert_eq!((event.host, event.session.as_str()), (Host::Grok, "s1"));
}

/// Every payload of a recorded session, with its host.
fn recorded() -> Vec<(Host, Value)> {
    let files = [(Host::Codex, CODEX_PAYLOADS), (Host::Grok, GROK_PAYLOADS)];
    let lines = files.into_iter().flat_map(|(host, file)| {
        lines(file.bytes).into_iter().map(move |line| (host, serde_json::from_slice(line).unwrap()))
    });
    lines.collect()
}

#[test]
fn every_recorded_payload_tells_its_host() {
    assert_eq!(recorded().len(), 17);
    for (host, payload) in recorded() {
        let event = Payload::of(payload.clone()).event().unwrap();
        assert_eq!(event.host, host, "{payload}");
        // Whose entry Grok runs does not make the payload another's.
        let named = Payload::of(payload.clone()).event_on(Host::Claude).unwrap();
        assert_eq!(named.host == Host::Grok, host == Host::Grok, "{payload}");
    }
}

#[test]
fn of_the_recorded_events_only_the_ends_of_turns_are_stops() {
    let stops = |of| {
        let events = recorded().into_iter().filter(move |(host, _)| *host == of);
        let events = events.map(|(_, payload)| Payload::of(payload).event().unwrap());
        events.filter(|event| event.kind == Kind::Stop).collect::<Vec<_>>()
    };
    for (host, first, second, has_lists) in [
        (Host::Codex, "done", "extra answer 3", false),
        (Host::Grok, "I ran it and all tests pass.", "After the hook I reply again.", true),
    ] {
        let stops = stops(host);
        assert_eq!(stops.len(), 2, "{host:?}");
        assert_eq!([&stops[0], &stops[1]].map(|stop| stop.continuing), [false, true]);
        let said = |text: &str| Closing::Whole(text.into());
        assert_eq!([&stops[0].closing, &stops[1].closing], [&said(first), &said(second)]);
        for stop in &stops {
            assert!(stop.prompt.is_some() && stop.prompt == stops[0].prompt, "{stop:?}");
            assert!(stop.transcript.as_ref().unwrap().starts_with("/home/dev/."), "{stop:?}");
            assert_eq!(stop.cwd.as_deref(), Some("/home/dev/calc"));
            assert_eq!(stop.background.tasks.is_some(), has_lists);
            assert_eq!(stop.background.crons.is_some(), has_lists);
        }
    }
}

#[test]
fn groks_stop_counts_only_at_the_end_of_a_turn_of_the_main_agent() {
    let kind = |payload: &Payload| payload.event().unwrap().kind;
    assert_eq!(kind(&Payload::grok_stop()), Kind::Stop);
    for reason in [json!("shutdown"), json!("channel_closed"), json!("END_TURN"), json!(null)] {
        assert_eq!(kind(&Payload::grok_stop().with("reason", reason)), Kind::Other);
    }
    assert_eq!(kind(&Payload::grok_stop().without("reason")), Kind::Other);
    assert_eq!(kind(&Payload::grok_stop().with("subagentType", json!("explore"))), Kind::Other);
    assert_eq!(kind(&Payload::grok_stop().with("subagentType", json!(null))), Kind::Stop);
    for event in ["subagent_stop", "stop_failure", "stop_cancelled", "STOP", ""] {
        assert_eq!(kind(&Payload::grok_stop().with("hookEventName", json!(event))), Kind::Other);
    }
}

#[test]
fn groks_own_fields_outrank_those_that_it_borrows() {
    let borrowed = |name: &str| json!(["borrowed-", name].concat());
    let mut payload = Payload::grok_stop();
    for name in ["session_id", "transcript_path", "last_assistant_message", "prompt_id"] {
        payload = payload.with(name, borrowed(name));
    }
    let payload = payload.with("stop_hook_active", json!(true));
    let payload = payload.with("background_tasks", json!([{"status": "running"}]));
    let (ours, both) = (Payload::grok_stop().event().unwrap(), payload.event().unwrap());
    let both = Event { delivery: ours.delivery.clone(), ..both };
    assert_eq!(format!("{ours:?}"), format!("{both:?}"));
}

#[test]
fn an_event_is_handled_once_however_many_entries_it_reaches() {
    for payload in [Payload::codex_stop(), Payload::grok_stop()] {
        let event = payload.event().unwrap();
        let taken = event.delivery.clone().unwrap();
        assert!(guard_duplicate(&event, Some(&taken)));
        assert!(!guard_duplicate(&event, None), "the first one");
        assert!(!guard_duplicate(&event, Some("")), "a file that holds nothing");
        let named = payload.event_on(Host::Claude).unwrap();
        assert_eq!(guard_duplicate(&named, Some(&taken)), event.host == Host::Grok);
        for (name, value) in [("stop_hook_active", json!(1)), ("timestamp", json!("later"))] {
            let next = payload.clone().with(name, value).event().unwrap();
            assert!(!guard_duplicate(&next, Some(&taken)), "another event");
        }
    }
    let claude = Payload::stop().event().unwrap();
    assert!(!guard_duplicate(&claude, None) && claude.delivery.is_none());
}

#[test]
fn codex_is_told_by_its_turns_or_its_transcripts() {
    let bare = Payload::codex_stop().without("turn_id");
    assert_eq!(bare.event().unwrap().host, Host::Codex);
    for path in ["/home/dev/notes.jsonl", "/home/dev/rollout-1.json", "/rollout-1.jsonl/s.jsonl"] {
        let payload = bare.clone().with("transcript_path", json!(path));
        assert_eq!(payload.event().unwrap().host, Host::Claude, "{path}");
    }
    let windows = bare.with("transcript_path", json!("C:\\codex\\rollout-1.jsonl"));
    assert_eq!(windows.event().unwrap().host, Host::Codex);
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
fn a_folder_is_denied_if_any_of_its_names_is_below_a_listed_one() {
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

#[test]
fn a_tilde_in_a_deny_list_is_every_home_that_could_be_meant() {
    let file = "\u{feff}~/a/\n ~ \n/srv/./x//y\n~dev/b\n# ~/c\nrelative\n\n";
    let folders = listed(file, &["/home/dev", "/home/dev2"]);
    assert_eq!(folders, ["/home/dev/a", "/home/dev2/a", "/home/dev", "/home/dev2", "/srv/x/y"]);
    assert_eq!(listed("/a\n~/b", &[]), ["/a", "/b"], "where no home is known");
    assert_eq!(odd_lines(file), ["~dev/b", "relative"]);
    for slip in ["/a/*", "~/denied/*", "/a/b?", "~/denied  # secret"] {
        assert_eq!(odd_lines(&["/a#b\n", slip].concat()), [slip]);
    }
    assert_eq!(odd_lines("\u{feff}/a\n~\n#x\n"), [""; 0]);
}
