//! How a stop reaches the judge: one look-up, one connection, one handshake, one write.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::net::TcpStream;
use std::thread;

#[cfg(target_os = "linux")]
use rustix::process::{Pid, PidfdFlags, PidfdGetfdFlags, pidfd_getfd, pidfd_open};
use serde_json::{Value, json};
use sprag_harness::network::{Authority, HandshakeKind, Heard, ProtocolVersion, Record, TlsJudge};

use crate::conversation::{ASKED, CLOSING, Conversation, PROMPT};
use crate::listener::{self, Listener, answer, read_request};
use crate::run::{BROKEN, LONG, Stop};

/// Runs a plain stop before a judge behind TLS, and returns what it heard.
fn heard_of(set: impl FnOnce(&mut Stop)) -> Heard {
    let authority = Authority::new().unwrap();
    let mut stop = Stop::at(&Listener::open());
    stop.write("authority.pem", &authority.pem);
    let judge = TlsJudge::start(authority, listener::BROKEN).unwrap();
    stop.set("SPRAG_ENDPOINT", format!("https://{}/v1/systemone", judge.address()));
    stop.config(&format!("ca_file = \"{}\"\n", stop.path("authority.pem").display()));
    set(&mut stop);
    stop.run().blocks();
    let [heard] = judge.heard().try_into().unwrap();
    heard
}

#[test]
fn a_stop_is_one_full_handshake_of_tls_1_3_without_a_second_hello() {
    let heard = heard_of(|_| {});
    assert_eq!(heard.version, Some(ProtocolVersion::TLSv1_3));
    assert_eq!(heard.handshake, Some(HandshakeKind::Full));
}

/// Bytes that a new connection may send before any is acknowledged: ten segments, here with the
/// options that Linux puts into each. <https://www.rfc-editor.org/rfc/rfc6928>
const FIRST_WINDOW: usize = 10 * 1448;

/// A record is written at once, and as few are written as can hold the request.
#[test]
fn head_and_body_are_as_few_records_behind_the_handshake_as_hold_them() {
    let long = format!("{} I'll do it now.", "Some \"more\" words.\n".repeat(400));
    let plain = heard_of(|_| {});
    let promise = heard_of(|stop| _ = stop.closing(&long));
    let everything = heard_of(|stop| {
        stop.arguments = ["hook", "--checks", "all"].map(OsString::from).to_vec();
        stop.write(".claude/settings.json", r#"{"language":"fr"}"#);
        let turn = Conversation::begin().person(PROMPT, ASKED).tool("Edit", "src/config.rs");
        stop.closing(&long).transcript(&turn.says(&long));
        stop.field("background_tasks", json!([{"status": "running", "description": "CI poll"}]));
    });
    assert_eq!([&plain, &promise, &everything].map(questions), [2, 2, 11]);
    assert_eq!([&plain, &promise, &everything].map(sealed), [1, 1, 3]);
    let fits = |heard: &Heard| heard.request_len < FIRST_WINDOW;
    assert_eq!([&plain, &promise, &everything].map(fits), [true, true, false]);
}

fn questions(heard: &Heard) -> usize {
    let body: Value = serde_json::from_slice(&heard.request.body).unwrap();
    body["questions"].as_object().unwrap().len()
}

/// Returns in how many records the request came, each but the last one full.
fn sealed(heard: &Heard) -> usize {
    let [hello, compatibility, finished, request @ ..] = heard.records.as_slice() else {
        panic!("{:?}", heard.records);
    };
    let kinds = [hello, compatibility, finished].map(|record| record.kind);
    assert_eq!(kinds, [Record::HELLO, Record::COMPATIBILITY, Record::ENCRYPTED]);
    assert!(request.iter().all(|record| record.kind == Record::ENCRYPTED));
    let lens: Vec<usize> = request.iter().map(|record| record.len - Record::SEAL).collect();
    assert_eq!(lens.iter().sum::<usize>(), heard.request_len);
    assert!(lens.iter().rev().skip(1).all(|len| *len == Record::TEXT_BYTES_MAX), "{lens:?}");
    lens.len()
}

/// Writes a transcript of a terabyte that ends with a plain turn. What comes before is a hole: it
/// takes no time to write, and no machine reads it in a minute.
fn endless(stop: &Stop) {
    let mut file = File::create(stop.path("session.jsonl")).unwrap();
    file.seek(SeekFrom::Start(1 << 40)).unwrap();
    let before = Conversation::begin().person("an-older-prompt", "Go.").says("Done.");
    let turn = before.person(PROMPT, ASKED).tool("Read", "src/config.rs").says(CLOSING);
    file.write_all(&[b"\n", turn.bytes()].concat()).unwrap();
}

#[test]
fn the_connection_opens_while_the_transcript_is_still_being_searched() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    stop.with(&LONG);
    endless(&stop);
    let (mut running, mut stdin) = stop.start();
    stdin.write_all(&stop.payload()).unwrap();
    // The search cannot be over.
    let mut client = listener.client();
    running.child.kill().unwrap();
    running.child.wait().unwrap();
    let mut sent = Vec::new();
    client.read_to_end(&mut sent).unwrap();
    assert_eq!((sent, listener.untaken()), (Vec::new(), 0));
}

/// What another session owes is not known then, and the judge is told so.
#[test]
fn a_search_that_takes_too_long_leaves_the_judge_its_time() {
    let mut stop = Stop::judged(BROKEN);
    endless(&stop);
    stop.set("SPRAG_TIMEOUT", "5");
    stop.run().blocks();
    let [record] = stop.records().try_into().unwrap();
    assert_eq!(record["plan"]["known"]["handoffs"], Value::Null);
}

/// Returns the sockets with which a process is connected to this port; nothing where the system
/// does not show them.
#[cfg(target_os = "linux")]
fn sockets(pid: u32, port: u16) -> Option<Vec<TcpStream>> {
    let pid = Pid::from_raw(pid.try_into().unwrap());
    let process = pidfd_open(pid.unwrap(), PidfdFlags::empty()).ok()?;
    let mut sockets = Vec::new();
    for entry in fs::read_dir(format!("/proc/{}/fd", pid.unwrap())).unwrap() {
        let number = entry.unwrap().file_name().into_string().unwrap().parse().unwrap();
        let socket = TcpStream::from(pidfd_getfd(&process, number, PidfdGetfdFlags::empty()).ok()?);
        if socket.peer_addr().is_ok_and(|address| address.port() == port) {
            sockets.push(socket);
        }
    }
    Some(sockets)
}

/// So no write waits until the one before is acknowledged.
#[cfg(target_os = "linux")]
#[test]
fn the_one_socket_to_the_judge_delays_nothing() {
    let listener = Listener::open();
    let stop = Stop::at(&listener);
    let (running, stdin) = stop.start();
    let (pid, payload) = (running.child.id(), stop.payload());
    thread::scope(|scope| {
        let hook = scope.spawn(move || running.fed(stdin, payload));
        let mut client = listener.client();
        read_request(&mut client);
        // It stands still until it is answered.
        let sockets = sockets(pid, listener.port());
        answer(&mut client, listener::BROKEN);
        hook.join().unwrap().blocks();
        let Some(sockets) = sockets else {
            return eprintln!("SKIPPED: this system does not show what another process has open");
        };
        let delays: Vec<bool> = sockets.iter().map(|it| it.nodelay().unwrap()).collect();
        assert_eq!(delays, [true]);
    });
}
