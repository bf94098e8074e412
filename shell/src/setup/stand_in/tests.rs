//! Everything over real sockets, as a client sees it.

use core::time::Duration;
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::Instant;
use std::{env, fs, thread};

use serde_json::{Value, json};

use super::client::{
    PLAIN, TWO, ask, connect, exchange, in_mode, post, post_to, scratch, split, start, with_scores,
};
use super::{CONNECTIONS_MAX, HELP, Mode, Options, Scores, StandIn, command, write_port};

#[test]
fn without_scores_a_noul_is_neutral_and_a_choice_even() {
    let (status, head, body) = ask(start(Options::default()), TWO);
    assert_eq!((status, body.as_str()), (200, PLAIN));
    assert!(head.contains("\r\ncontent-type: application/json\r\n"));
    assert!(head.contains("\r\nx-typesafe-request-id: req_standin_1\r\n"));
}

#[test]
fn answers_keep_the_order_of_the_questions_and_options_and_not_of_the_scores() {
    let port = with_scores(r#"{"a":{"no":0.9,"yes":0.1},"unasked":1,"z":0.97}"#);
    let (_, _, body) = ask(port, TWO);
    let answers = concat!(
        r#""answers":{"z":{"type":"noul","noul":0.97},"a":{"type":"choice","choice":"no","#,
        r#""probabilities":{"yes":0.1,"no":0.9,"other":0.0},"confidence":0.85}}"#,
    );
    assert!(body.contains(answers), "{body}");
}

#[test]
fn a_score_of_the_wrong_kind_counts_as_none() {
    let (_, _, body) = ask(with_scores(r#"{"a":0.9,"z":{"yes":1}}"#), TWO);
    assert_eq!(body, PLAIN);
}

#[test]
fn names_are_escaped_as_they_came() {
    let body = r#"{"state":[],"model":"m","questions":{"a\"\n\u00e9":{"type":"noul"}}}"#;
    let (_, _, body) = ask(start(Options::default()), body);
    let answers: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(answers["answers"], json!({ "a\"\n\u{e9}": { "type": "noul", "noul": 0.02 } }));
}

#[test]
fn scores_that_no_judge_could_give_are_refused() {
    for scores in ["", "[]", "1", r#"{"a":2}"#, r#"{"a":-0.1}"#, r#"{"a":"1"}"#, r#"{"a":{"b":2}}"#]
    {
        assert!(scores.parse::<Scores>().is_err(), "{scores}");
    }
}

#[test]
fn a_request_needs_no_key_and_another_method_is_405() {
    let port = start(Options::default());
    // An endpoint that a variable names gets none.
    for key in ["", "Authorization: Bearer a-key\r\n"] {
        let length = TWO.len();
        let request = format!(
            "POST / HTTP/1.1\r\n{key}Connection: close\r\nContent-Length: {length}\r\n\r\n{TWO}"
        );
        let (status, _, _) = split(&exchange(port, &request));
        assert_eq!(status, 200, "{key}");
    }
    let (status, head, _) = split(&exchange(port, "GET /v1/models HTTP/1.1\r\n\r\n"));
    assert_eq!(status, 405);
    assert!(head.contains("\r\nallow: POST\r\n"));
}

#[test]
fn a_body_that_lacks_something_is_422_with_a_place_for_each() {
    let port = start(Options::default());
    let cases = [
        ("", r#"["body",0]"#),
        ("not JSON", r#"["body",0]"#),
        ("[1]", r#"["body",0]"#),
        (r#"{"model":"m","questions":{"a":{"type":"noul"}}}"#, r#"["body","state"]"#),
        (r#"{"state":1,"model":"m","questions":{"a":{"type":"noul"}}}"#, r#"["body","state"]"#),
        (r#"{"state":"s","questions":{"a":{"type":"noul"}}}"#, r#"["body","model"]"#),
        (r#"{"state":"s","model":null,"questions":{"a":{"type":"noul"}}}"#, r#"["body","model"]"#),
        (r#"{"state":"s","model":"m"}"#, r#"["body","questions"]"#),
        (r#"{"state":"s","model":"m","questions":{}}"#, r#"["body","questions"]"#),
        (r#"{"state":"s","model":"m","questions":[]}"#, r#"["body","questions"]"#),
        (r#"{"state":"s","model":"m","questions":{"a":{"type":"x"}}}"#, r#"["body","questions"]"#),
        (
            r#"{"state":"s","model":"m","questions":{"a":{"type":"choice"}}}"#,
            r#"["body","questions"]"#,
        ),
        (
            r#"{"state":"s","model":"m","questions":{"a":{"type":"choice","criteria":{}}}}"#,
            r#"["body","questions"]"#,
        ),
    ];
    for (body, place) in cases {
        let (status, _, answer) = ask(port, body);
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(status, 422, "{body}");
        assert_eq!(answer["detail"].as_array().unwrap().len(), 1, "{body}");
        assert_eq!(answer["detail"][0]["loc"].to_string(), place, "{body}");
    }
    let (_, _, answer) = ask(port, r#"{"assets":1}"#);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["detail"].as_array().unwrap().len(), 3);
    assert_eq!(answer["detail"][0]["input"], json!({ "assets": 1 }));
}

#[test]
fn each_error_mode_answers_its_status_and_body() {
    let cases = [
        ("401", 401, "\"error_type\":\"authentication_error\",\"message\":\"Cannot authenticate"),
        (
            "403",
            403,
            "\"error_type\":\"authentication_error\",\"message\":\"Must supply an API key!",
        ),
        ("422", 422, "{\"detail\":[{"),
        ("429", 429, "{\"detail\":\""),
        ("500", 500, "{\"detail\":\""),
        ("529", 529, "{\"detail\":\""),
    ];
    for (mode, expected, part) in cases {
        let (status, head, body) = ask(in_mode(mode), TWO);
        assert_eq!(status, expected);
        assert!(body.contains(part), "{body}");
        assert!(serde_json::from_str::<Value>(&body).is_ok(), "{body}");
        assert_eq!(head.contains("\r\nretry-after: 1\r\n"), mode == "429");
    }
}

#[test]
fn each_flawed_answer_has_its_flaw_and_no_other() {
    let odd = |score: &str| {
        PLAIN.replace("0.02", score).replace("0.33", score).replace(":0.0}", &format!(":{score}}}"))
    };
    let missing = PLAIN.replace(r#""z":{"type":"noul","noul":0.02},"#, "");
    let cases = [
        ("answer", PLAIN.to_owned()),
        ("bad-json", PLAIN.chars().take(PLAIN.len() / 2).collect()),
        ("bad-score", odd("2")),
        ("nan", odd("NaN")),
        ("string-score", odd("\"0.9\"")),
        ("missing", missing),
        ("envelope", format!(r#"{{"success":true,"result":{PLAIN}}}"#)),
        ("slow:1", PLAIN.to_owned()),
        ("drip:0", PLAIN.to_owned()),
    ];
    for (mode, expected) in cases {
        let (status, _, body) = ask(in_mode(mode), TWO);
        assert_eq!((status, body), (200, expected), "{mode}");
    }
}

#[test]
fn a_huge_answer_is_a_valid_one_behind_blanks() {
    let (status, _, body) = ask(in_mode("huge"), TWO);
    assert_eq!((status, body.trim_start()), (200, PLAIN));
    assert!(body.len() > 32_000_000);
}

#[test]
fn slow_waits_before_the_first_byte() {
    let started = Instant::now();
    ask(in_mode("slow:80"), TWO);
    assert!(started.elapsed() >= Duration::from_millis(80));
}

#[test]
fn drip_spreads_the_bytes_over_time() {
    let started = Instant::now();
    let response = exchange(in_mode("drip:1"), &post(TWO));
    assert!(started.elapsed() >= Duration::from_millis(response.len().try_into().unwrap()));
}

#[test]
fn close_and_close_early_answer_nothing() {
    assert_eq!(exchange(in_mode("close"), &post(TWO)), "");
    // The server may reset: all that matters is that no byte comes.
    let mut stream = connect(in_mode("close-early"));
    let mut byte = [0];
    assert!(!matches!(stream.read(&mut byte), Ok(1)));
}

#[test]
fn hang_takes_the_request_and_answers_nothing_until_the_client_closes() {
    let path = scratch("hang");
    let mode = "hang".parse().unwrap();
    let port = start(Options { mode, record: Some(path.clone()), ..Options::default() });
    let mut stream = connect(port);
    stream.write_all(post(TWO).as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    assert_eq!(response, "");
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{TWO}\n"));
    fs::remove_file(path).unwrap();
}

#[test]
fn a_redirect_leads_to_a_place_that_answers() {
    let port = in_mode("redirect");
    let (status, head, _) = ask(port, TWO);
    assert_eq!(status, 307);
    assert!(
        format!("{head}\r\n")
            .contains(&format!("\r\nlocation: http://127.0.0.1:{port}/elsewhere\r\n"))
    );
    let (status, _, body) = split(&exchange(port, &post_to("/elsewhere", TWO)));
    assert_eq!((status, body.as_str()), (200, PLAIN));
    let (_, head, _) = ask(in_mode("redirect:9"), TWO);
    assert!(format!("{head}\r\n").contains("\r\nlocation: http://127.0.0.1:9/elsewhere\r\n"));
}

#[test]
fn a_mode_that_does_not_exist_is_refused() {
    for word in ["", "404", "slow", "slow:", "slow:x", "slow:60001", "redirect:70000", "hang:1"] {
        assert!(word.parse::<Mode>().is_err(), "{word}");
    }
}

#[test]
fn a_record_holds_every_body_byte_for_byte_whatever_was_answered() {
    let path = scratch("record");
    let port = start(Options { record: Some(path.clone()), ..Options::default() });
    let bodies = [TWO, "", "not JSON \u{a0}\\n", "{}"];
    for body in bodies {
        ask(port, body);
    }
    assert_eq!(ask(port, "{\n}").0, 422);
    let unrecordable = r#"{"unrecordable":"body holds a line break","bytes":3}"#;
    let expected = format!("{}\n{unrecordable}\n", bodies.join("\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
    fs::remove_file(path).unwrap();
}

#[test]
fn a_record_that_cannot_be_opened_is_named() {
    let record = Some(env::temp_dir().join("no-such-directory").join("record"));
    let error = StandIn::bind(Options { record, ..Options::default() }, 0).unwrap_err();
    assert!(error.to_string().contains("no-such-directory"), "{error}");
}

#[test]
fn simultaneous_requests_each_get_their_own_answer_and_line() {
    let path = scratch("simultaneous");
    let port = start(Options { record: Some(path.clone()), ..Options::default() });
    let body = |number: u32| {
        let padding = "x".repeat(100_000);
        format!(
            r#"{{"state":"{padding}","model":"m","questions":{{"q{number}":{{"type":"noul"}}}}}}"#
        )
    };
    thread::scope(|scope| {
        for number in 0..CONNECTIONS_MAX {
            scope.spawn(move || {
                let (status, _, answer) = ask(port, &body(number));
                assert_eq!(status, 200);
                assert!(answer.contains(&format!(r#""answers":{{"q{number}":"#)));
            });
        }
    });
    let record = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = record.lines().collect();
    let mut bodies: Vec<String> = (0..CONNECTIONS_MAX).map(body).collect();
    lines.sort_unstable();
    bodies.sort_unstable();
    assert!(lines == bodies);
    fs::remove_file(path).unwrap();
}

#[test]
fn idle_connections_do_not_keep_the_last_one_from_an_answer() {
    let port = start(Options::default());
    let mut idle: Vec<TcpStream> = (1..CONNECTIONS_MAX).map(|_| connect(port)).collect();
    idle.iter_mut().for_each(|stream| stream.write_all(b"POST / HT").unwrap());
    let started = Instant::now();
    assert_eq!(ask(port, TWO).0, 200);
    assert!(started.elapsed() < super::http::TIME_MAX);
}

#[test]
fn a_chunked_body_is_put_together() {
    let (first, second) = TWO.split_at(20);
    let body = format!(
        "14;name=value\r\n{first}\r\n{:X}\r\n{second}\r\n0\r\nTrailer: x\r\n\r\n",
        second.len()
    );
    let request = format!(
        "POST / HTTP/1.1\r\nAuthorization: Bearer k\r\nConnection: close\r\n\
         Transfer-Encoding: chunked\r\n\r\n{body}"
    );
    let (status, _, body) = split(&exchange(start(Options::default()), &request));
    assert_eq!((status, body.as_str()), (200, PLAIN));
}

#[test]
fn one_connection_takes_request_after_request() {
    let request = post(TWO).replace("Connection: close\r\n", "");
    let responses =
        exchange(start(Options::default()), &format!("{request}\r\n{request}{}", post(TWO)));
    assert_eq!(responses.matches(PLAIN).count(), 3);
    assert!(responses.contains("req_standin_3"));
}

#[test]
fn a_client_that_asks_first_is_told_to_continue() {
    let mut stream = connect(start(Options::default()));
    let request = post(TWO).replace("Host: x", "Expect: 100-continue");
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    stream.write_all(format!("{head}\r\n\r\n").as_bytes()).unwrap();
    let mut go = [0; 25];
    stream.read_exact(&mut go).unwrap();
    assert_eq!(&go, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(body.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    assert_eq!(split(&response).0, 200);
}

#[test]
fn what_is_too_large_is_413_and_what_is_not_a_request_400() {
    let port = start(Options::default());
    let line = "x".repeat(70_000);
    let headers = "a: b\r\n".repeat(12_000);
    let cases = [
        ("POST / HTTP/1.1\r\nContent-Length: 4194305\r\n\r\n", 413),
        ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n400001\r\n", 413),
        (&format!("POST /{line}"), 413),
        (&format!("POST / HTTP/1.1\r\n{headers}"), 413),
        ("hello\r\n\r\n", 400),
        ("POST / HTTP/2\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxx\r\n", 400),
    ];
    for (request, expected) in cases {
        let shown: String = request.chars().take(80).collect();
        assert_eq!(split(&exchange(port, request)).0, expected, "{shown}");
    }
    assert_eq!(ask(port, &" ".repeat(4 * 1024 * 1024)).0, 422);
}

#[test]
fn a_port_file_appears_whole() {
    let path = scratch("port");
    write_port(&path, 54_321).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "54321\n");
    fs::remove_file(path).unwrap();
}

#[test]
fn wrong_arguments_are_reported_and_nothing_is_served() {
    let cases: [(&[&str], &str); 6] = [
        (&["--port", "x"], "x"),
        (&["--mode", "404"], "no such mode"),
        (&["--scores", "{\"a\":2}"], "between 0 and 1"),
        (&["--record"], "--record"),
        (&["--what"], "--what"),
        (&["more"], "more"),
    ];
    for (arguments, part) in cases {
        let error = command(lexopt::Parser::from_args(arguments)).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn the_help_fits_80_columns_of_ascii() {
    assert!(HELP.is_ascii());
    assert!(HELP.lines().all(|line| line.len() <= 80));
}
