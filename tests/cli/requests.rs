//! What goes over the wire, and when nothing does.

use std::fs;
use std::thread;

use insta::assert_binary_snapshot;
use serde_json::{Value, json};

use crate::bytes::holds;
use crate::conversation::{Conversation, PROMPT, SESSION};
use crate::listener::{self, Listener, answer, read_request};
use crate::run::{BROKEN, Ended, KEY, SOUND, Stop};
use crate::snapshot;

#[test]
fn the_request_of_a_plain_stop() {
    let stop = Stop::judged(SOUND);
    stop.run().passes();
    snapshot::settings().bind(|| {
        assert_binary_snapshot!("the_request_of_a_plain_stop.json", stop.request());
    });
}

#[test]
fn the_request_of_a_stop_while_work_is_running() {
    let mut stop = Stop::judged(SOUND);
    let conversation = Conversation::begin()
        .person(PROMPT, "Build the release and watch the log.")
        .tool("Bash", "cargo build --release")
        .tool("Monitor", "tail -f log")
        .tool("Bash", "git status")
        .tool("CronCreate", "*/7 * * * *");
    let closing = "Both run now. Once the build is through I'll open the pull request.";
    stop.closing(closing)
        .transcript(&conversation.says(closing))
        .field(
            "background_tasks",
            json!([
                {"id": "bcj5zvhsa", "type": "shell", "status": "running",
                 "description": "Release build", "command": "cargo build --release"},
                {"id": "bwdc8wfws", "type": "monitor", "status": "running",
                 "description": "errors in /var/log/rocket.log", "command": "tail -f log"},
            ]),
        )
        .field(
            "session_crons",
            json!([{"id": "915a5618", "schedule": "*/7 * * * *", "recurring": true,
                    "prompt": "Check the deploy."}]),
        );
    stop.run().passes();
    snapshot::settings().bind(|| {
        assert_binary_snapshot!("the_request_of_a_stop_while_work_is_running.json", stop.request());
    });
}

#[test]
fn the_request_of_a_long_answer_full_of_names() {
    let mut stop = Stop::judged(SOUND);
    let filler = "The parser reads one line after the other. ".repeat(60);
    let closing = format!(
        "{filler}\n\nIn rocket I changed src/parser.rs:120-134 and `parse_line`, see issue #42, \
         commit 3f9c2a7be15d and https://example.com/rocket/pull/42.\n\n\
         ```rust\nfn parse() {{ secret(); }}\n```\n\n> quoted words\n\n\
         Ask ada@example.com. `cargo test` passes; I'll push it now. \u{1f680}"
    );
    stop.closing(&closing).run().passes();
    snapshot::settings().bind(|| {
        assert_binary_snapshot!("the_request_of_a_long_answer_full_of_names.json", stop.request());
    });
}

#[test]
fn the_tools_of_a_turn_without_any_and_of_one_that_is_unknown_differ() {
    let mut stop = Stop::judged(SOUND);
    let none = Conversation::begin().person(PROMPT, "Fix it.").says("Understood.");
    stop.closing("Understood.").transcript(&none).run().passes();
    assert!(holds(&stop.request(), "no tools were called"));

    let mut stop = Stop::judged(SOUND);
    stop.without("transcript_path").without("background_tasks").run().passes();
    assert!(holds(&stop.request(), "the list of tool calls is not available"));
    assert!(holds(&stop.request(), "the list of background tasks is not available"));
}

/// Runs the hook, and answers its one request with these answers.
fn served(stop: &Stop, listener: &Listener, answers: &str) -> (Ended, String, Vec<u8>) {
    thread::scope(|scope| {
        let hook = scope.spawn(|| stop.run());
        let mut client = listener.client();
        let (head, body) = read_request(&mut client);
        answer(&mut client, answers);
        (hook.join().unwrap(), head, body)
    })
}

#[test]
fn one_post_goes_out_with_the_key_and_no_other_request() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    stop.trusts_loopback();
    let (ended, head, body) = served(&stop, &listener, listener::BROKEN);
    ended.blocks();
    let mut lines = head.lines();
    assert_eq!(lines.next(), Some("POST /v1/systemone HTTP/1.1"));
    let mut headers: Vec<String> = lines
        .map(|line| line.split_once(": ").unwrap())
        .map(|(name, value)| format!("{}: {value}", name.to_ascii_lowercase()))
        .collect();
    headers.sort_unstable();
    let expected = [
        "accept: application/json".to_owned(),
        format!("authorization: Bearer {KEY}"),
        format!("content-length: {}", body.len()),
        "content-type: application/json".to_owned(),
        format!("host: 127.0.0.1:{}", listener.port()),
        format!("user-agent: sprag/{}", env!("CARGO_PKG_VERSION")),
    ];
    let kept: Vec<&String> =
        headers.iter().filter(|header| !header.starts_with("accept-encoding: ")).collect();
    assert_eq!(kept, expected.iter().collect::<Vec<_>>());
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(body["model"], "jev-1.13.0");
    assert_eq!(listener.untaken(), 0);
}

#[test]
fn a_proxy_is_not_told_what_stays_on_this_machine() {
    let (listener, proxy) = (Listener::open(), Listener::open());
    let mut stop = Stop::at(&listener);
    for variable in ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"] {
        stop.set(variable, format!("http://127.0.0.1:{}", proxy.port()));
    }
    served(&stop, &listener, listener::BROKEN).0.blocks();
    assert_eq!(proxy.untaken(), 0);
}

#[test]
fn the_key_does_not_follow_a_redirect() {
    let elsewhere = Listener::open();
    let stop = Stop::in_mode(&format!("redirect:{}", elsewhere.port()));
    stop.run().passes();
    assert_eq!(stop.verdict(), "pass unavailable status 307");
    assert_eq!((stop.requests().len(), elsewhere.untaken()), (1, 0));
    // Nor to another path of the same server.
    let stop = Stop::in_mode("redirect");
    stop.run().passes();
    assert_eq!(stop.requests().len(), 1);
}

#[test]
fn the_key_may_come_from_other_places_and_the_first_counts() {
    let table: [(&str, fn(&mut Stop), &str); 5] = [
        ("jev", |stop| _ = stop.unset("TYPESAFE_API_KEY").set("JEV_API_KEY", "k-jev"), "k-jev"),
        (
            "option",
            |stop| {
                stop.unset("TYPESAFE_API_KEY").set("CLAUDE_PLUGIN_OPTION_API_KEY", "k-option");
            },
            "k-option",
        ),
        (
            "file",
            |stop| {
                stop.unset("TYPESAFE_API_KEY").write(".config/typesafe/api_key", "k-file\n");
            },
            "k-file",
        ),
        (
            "an empty variable is none",
            |stop| {
                stop.set("TYPESAFE_API_KEY", " ").write(".config/typesafe/api_key", "k-file");
            },
            "k-file",
        ),
        ("two", |stop| _ = stop.set("JEV_API_KEY", "k-jev"), KEY),
    ];
    for (name, set, key) in table {
        let listener = Listener::open();
        let mut stop = Stop::at(&listener);
        set(stop.trusts_loopback());
        let (_, head, _) = served(&stop, &listener, listener::BROKEN);
        assert!(head.contains(&format!("authorization: Bearer {key}\r\n")), "{name}: {head}");
    }
}

#[test]
fn a_key_in_a_variable_does_not_count_where_variables_are_ignored() {
    for variable in ["TYPESAFE_API_KEY", "JEV_API_KEY", "CLAUDE_PLUGIN_OPTION_API_KEY"] {
        let listener = Listener::open();
        let mut stop = Stop::at(&listener);
        let endpoint = listener.url();
        stop.config(&format!("environment = \"ignore\"\nendpoint = \"{endpoint}\"\n"));
        stop.unset("TYPESAFE_API_KEY").set(variable, "k-theirs").run().notice();
        assert_eq!((stop.verdict().as_str(), listener.untaken()), ("pass no_key", 0), "{variable}");
        stop.write(".config/typesafe/api_key", "k-mine").field("session_id", "another");
        let (_, head, _) = served(&stop, &listener, listener::BROKEN);
        assert!(head.contains("authorization: Bearer k-mine\r\n"), "{variable}: {head}");
    }
}

#[test]
fn an_answer_in_a_gateways_envelope_counts() {
    let stop = Stop::in_mode("envelope");
    stop.run().blocks();
    let call = &stop.records()[0]["call"];
    assert_eq!(call["request_id"], "req_standin_1");
    assert_eq!(call["asked"], "jev-1.13.0");
}

/// A stop at which nobody may be contacted, and the verdict on record; none where none is kept.
struct Uncontacted(&'static str, fn(&mut Stop, &Listener), Option<&'static str>);

#[test]
fn nobody_is_contacted_who_will_not_be_asked() {
    let rows = payload_rows().into_iter().chain(ending_rows()).chain(settings_rows());
    for Uncontacted(name, set, verdict) in rows {
        let listener = Listener::open();
        let mut stop = Stop::at(&listener);
        set(&mut stop, &listener);
        let ended = stop.run();
        assert_eq!((ended.exit, ended.stderr.as_str()), (Some(0), ""), "{name}");
        assert_eq!(listener.untaken(), 0, "{name}");
        let verdicts = stop.verdicts();
        assert_eq!(verdicts, verdict.into_iter().collect::<Vec<_>>(), "{name}");
    }
}

fn payload_rows() -> Vec<Uncontacted> {
    vec![
        Uncontacted("off", |stop, _| stop.arguments.truncate(1), None),
        Uncontacted("no payload", |stop, _| _ = stop.input(""), None),
        Uncontacted("no session", |stop, _| _ = stop.without("session_id"), None),
        Uncontacted("no event", |stop, _| _ = stop.without("hook_event_name"), None),
        Uncontacted(
            "continuing",
            |stop, _| _ = stop.field("stop_hook_active", true),
            Some("pass continuing"),
        ),
        Uncontacted(
            "another event",
            |stop, _| _ = stop.field("hook_event_name", "SubagentStop"),
            Some("pass not_a_stop"),
        ),
        Uncontacted("an empty text", |stop, _| _ = stop.closing(" \n"), Some("pass no_text")),
        Uncontacted(
            "code alone",
            |stop, _| _ = stop.closing("> a quote\n\n> another"),
            Some("pass nothing_left"),
        ),
        Uncontacted(
            "a credential",
            |stop, _| _ = stop.closing("I'll use sk-4f9c2a7be15d80361c next."),
            Some("pass held secret_key"),
        ),
        Uncontacted(
            "the judge's key",
            |stop, _| _ = stop.closing(&format!("I'll use {KEY} next.")),
            Some("pass held judge_key"),
        ),
    ]
}

fn ending_rows() -> Vec<Uncontacted> {
    let api_error: fn(&mut Stop, &Listener) = |stop, _| {
        stop.transcript(&Conversation::plain().record(&json!({
            "type": "assistant", "isApiErrorMessage": true, "sessionId": SESSION,
            "message": {"id": "m", "role": "assistant", "model": "<synthetic>",
                        "content": [{"type": "text", "text": "API Error: 400"}]},
        })));
    };
    let interrupt: fn(&mut Stop, &Listener) = |stop, _| {
        stop.transcript(&Conversation::plain().record(&json!({
            "type": "user", "promptId": PROMPT, "sessionId": SESSION,
            "message": {"role": "user",
                        "content": [{"type": "text", "text": "[Request interrupted by user]"}]},
        })));
    };
    let silence: fn(&mut Stop, &Listener) = |stop, _| {
        stop.without("last_assistant_message").transcript(&Conversation::plain());
    };
    vec![
        Uncontacted("an API error", api_error, Some("pass api_error")),
        Uncontacted("an interrupt", interrupt, Some("pass interrupt")),
        Uncontacted("no text anywhere", silence, Some("pass no_text")),
    ]
}

fn settings_rows() -> Vec<Uncontacted> {
    vec![
        Uncontacted("no key", |stop, _| _ = stop.unset("TYPESAFE_API_KEY"), Some("pass no_key")),
        Uncontacted(
            "an odd key",
            |stop, _| _ = stop.set("TYPESAFE_API_KEY", "a b"),
            Some("pass key_odd"),
        ),
        Uncontacted(
            "a user in the endpoint",
            |stop, listener| {
                stop.set("SPRAG_ENDPOINT", format!("http://a:b@127.0.0.1:{}/", listener.port()));
            },
            Some("pass endpoint user_info"),
        ),
        Uncontacted(
            "another scheme",
            |stop, listener| {
                stop.set("SPRAG_ENDPOINT", format!("ftp://127.0.0.1:{}/", listener.port()));
            },
            Some("pass endpoint not_private"),
        ),
        Uncontacted(
            "a denied folder",
            |stop, _| _ = stop.write(".config/sprag/deny", "/srv\n/home/dev\n"),
            Some("pass denied"),
        ),
        Uncontacted(
            "a deny file that cannot be read",
            |stop, _| fs::create_dir_all(stop.path(".config/sprag/deny")).unwrap(),
            Some("pass denied"),
        ),
        Uncontacted("a broken config", |stop, _| _ = stop.config("shadow = \n"), None),
    ]
}

#[test]
fn an_answer_that_says_things_twice_counts_for_nothing() {
    let listener = Listener::open();
    let stop = Stop::at(&listener);
    let twice = format!("{},{}", listener::BROKEN, listener::BROKEN);
    served(&stop, &listener, &twice).0.passes();
    assert_eq!(stop.verdict(), "pass nothing_found");
}

#[test]
fn the_model_may_be_named_and_is_one_plain_word() {
    for (model, sent) in [("jev-2", "jev-2"), ("a b\"", "jev-1.13.0")] {
        let mut stop = Stop::judged(BROKEN);
        stop.with(&["--model", model]).run().blocks();
        let body: Value = serde_json::from_slice(&stop.request()).unwrap();
        assert_eq!(body["model"], sent);
    }
}
