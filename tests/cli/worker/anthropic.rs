//! The Messages API as a worker, before a server on loopback.

use std::io::Write as _;
use std::net::TcpStream;
use std::thread;
use std::time::Instant;

use insta::assert_binary_snapshot;
use serde_json::json;

use super::bench::{ANSWER, Bench, CITED};
use crate::ended::{Ended, Running};
use crate::listener::{Listener, read_request};
use crate::snapshot;

const KEY: &str = "sk-ant-4hV9dXq2LmT7";
const ASK: [&str; 5] = ["read", "--question", "Who opens it?", "--paths", "config.py"];

fn bench(listener: &Listener) -> Bench {
    let mut bench = Bench::new();
    bench.set("SPRAG_WORKER", "anthropic").set("ANTHROPIC_API_KEY", KEY);
    bench.config("hosts", "127.0.0.1");
    bench.set("SPRAG_WORKER_ENDPOINT", format!("http://127.0.0.1:{}/v1/messages", listener.port()));
    bench
}

fn answer(stream: &mut TcpStream, status: &str, body: &str) {
    let length = body.len();
    let response = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(response.as_bytes()).unwrap();
}

/// Runs it before a server that answers so; returns the request, too.
fn served(
    bench: &Bench,
    listener: &Listener,
    status: &str,
    body: &str,
) -> (Ended, String, Vec<u8>) {
    let child = bench.start(&ASK);
    let mut stream = listener.client();
    let (head, sent) = read_request(&mut stream);
    answer(&mut stream, status, body);
    (Running::of(child, Instant::now()).ended(), head, sent)
}

fn message() -> String {
    json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-haiku-5-5-20261001",
        "content": [{"type": "text", "text": ANSWER}], "stop_reason": "end_turn",
        "usage": {"input_tokens": 300, "output_tokens": 25},
    })
    .to_string()
}

#[test]
fn it_answers_one_request_that_carries_the_key_in_one_header() {
    let listener = Listener::open();
    let bench = bench(&listener);
    let (ended, head, body) = served(&bench, &listener, "200 OK", &message());
    assert_eq!((ended.exit, ended.stdout.as_str()), (Some(0), CITED), "{}", ended.stderr);
    assert!(ended.stderr.contains("worker claude-haiku-5-5-20261001 used 300 in / 25 out"));
    assert!(!ended.stderr.contains("cost"), "nobody named a price: {}", ended.stderr);
    let head = head.replace(&listener.port().to_string(), "PORT");
    assert!(head.starts_with("POST /v1/messages HTTP/1.1\r\n"), "{head}");
    let holding: Vec<&str> = head.lines().filter(|line| line.contains(KEY)).collect();
    assert_eq!(holding, [format!("x-api-key: {KEY}")], "{head}");
    assert!(head.to_lowercase().contains("\nanthropic-version: 2023-06-01"), "{head}");
    snapshot::settings().bind(|| assert_binary_snapshot!("what_the_messages_api_gets.json", body));
    assert_eq!(bench.took("input"), None, "a program ran");
}

/// Another user may listen there.
#[test]
fn a_server_that_a_variable_names_on_this_machine_gets_no_key() {
    let listener = Listener::open();
    let mut bench = bench(&listener);
    bench.config("hosts", "");
    let (_, head, _) = served(&bench, &listener, "200 OK", &message());
    assert!(!head.contains(KEY) && !head.contains("x-api-key"), "{head}");
}

#[test]
fn what_it_refuses_is_said_in_its_words_without_the_key() {
    let listener = Listener::open();
    let bench = bench(&listener);
    let body =
        json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}});
    let (ended, ..) = served(&bench, &listener, "529 Overloaded", &body.to_string());
    assert_eq!((ended.exit, ended.stdout.as_str()), (Some(1), ""));
    assert_eq!(ended.stderr, "sprag: the API answered 529: Overloaded\n");
    assert!(!bench.usage()[0].to_string().contains(KEY));
}

#[test]
fn a_redirect_is_not_followed() {
    let listener = Listener::open();
    let bench = bench(&listener);
    let other = Listener::open();
    let child = bench.start(&ASK);
    let mut stream = listener.client();
    read_request(&mut stream);
    let there =
        format!("HTTP/1.1 302 Found\r\nLocation: {}\r\nContent-Length: 0\r\n\r\n", other.url());
    stream.write_all(there.as_bytes()).unwrap();
    let ended = Running::of(child, Instant::now()).ended();
    assert_eq!((ended.exit, other.untaken()), (Some(1), 0), "{}", ended.stderr);
}

#[test]
fn a_server_that_says_nothing_is_given_up() {
    let listener = Listener::open();
    let mut bench = bench(&listener);
    bench.set("SPRAG_WORKER_TIMEOUT", "1");
    let keeper = thread::spawn(move || (listener.client(), listener));
    let ended = bench.run(&ASK);
    assert_eq!(ended.stderr, "sprag: the worker exceeded 1s (worker_timeout) and was stopped\n");
    drop(keeper.join().unwrap());
}

#[test]
fn the_key_does_not_count_where_variables_are_ignored() {
    let listener = Listener::open();
    let mut bench = bench(&listener);
    bench.config("environment", "ignore").config("worker", "anthropic");
    let endpoint = format!("http://127.0.0.1:{}/v1/messages", listener.port());
    bench.config("worker_endpoint", &endpoint);
    let ended = bench.run(&ASK);
    assert_eq!((ended.exit, listener.untaken()), (Some(1), 0));
    assert!(ended.stderr.contains("ANTHROPIC_API_KEY is ignored"), "{}", ended.stderr);
}

#[test]
fn nobody_is_contacted_who_may_not_get_the_key() {
    let listener = Listener::open();
    let port = listener.port();
    let cases: [(&str, fn(&mut Bench, u16), &str); 5] = [
        (
            "no key",
            |bench, _| _ = bench.unset("ANTHROPIC_API_KEY"),
            "no key: set ANTHROPIC_API_KEY\n",
        ),
        (
            "an odd key",
            |bench, _| _ = bench.set("ANTHROPIC_API_KEY", "a b"),
            "ANTHROPIC_API_KEY contains an invalid character\n",
        ),
        (
            "another host",
            |bench, _| _ = bench.set("SPRAG_WORKER_ENDPOINT", "https://evil.example/v1/messages"),
            "worker_endpoint is refused: a variable names it, but config.toml does not list its \
             host\n",
        ),
        (
            "plain HTTP",
            |bench, _| {
                bench
                    .unset("SPRAG_WORKER_ENDPOINT")
                    .config("worker_endpoint", "http://worker.example/v1");
            },
            "worker_endpoint is refused: neither HTTPS nor loopback\n",
        ),
        (
            "a user name",
            |bench, port| {
                bench.set("SPRAG_WORKER_ENDPOINT", format!("http://a:b@127.0.0.1:{port}/"));
            },
            "worker_endpoint is refused: a user name or password in the URL\n",
        ),
    ];
    for (name, set, said) in cases {
        let mut bench = bench(&listener);
        set(&mut bench, port);
        assert_eq!(bench.is_refused(&ASK), said, "{name}");
        assert_eq!(listener.untaken(), 0, "{name}");
        assert_eq!(bench.usage().len(), 0, "{name}");
    }
}
