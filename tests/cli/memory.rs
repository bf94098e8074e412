//! How much memory a stop takes at most.

use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::symlink;
use std::thread;

use sprag_harness::skipped::skipped;

use crate::bytes::holds;
use crate::conversation::{ASKED, CLOSING, Conversation, PROMPT};
use crate::listener::{self, Listener, answer, read_request};
use crate::run::{Ended, Stop};

const UNKNOWN: &str = "the list of tool calls is not available";

/// What a stop has taken until its request is there.
#[derive(Clone, Copy, Debug)]
struct Taken {
    /// Its peak memory in KiB.
    peak: Option<u64>,
    /// Bytes that it has read, of any file.
    read: Option<u64>,
}

impl Taken {
    fn by(pid: u32) -> Self {
        let figure = |file: &str, name: &str| {
            let text = fs::read_to_string(format!("/proc/{pid}/{file}")).ok()?;
            let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            Some(line.trim().trim_end_matches(" kB").parse().unwrap())
        };
        Self { peak: figure("status", "VmHWM:"), read: figure("io", "rchar:") }
    }
}

/// Runs a stop until its request is there, and returns what it has taken, its end, and what the
/// judge got. While it waits for the answer it stands still, so it can be measured.
fn measured(listener: &Listener, stop: &Stop) -> (Taken, Ended, Vec<u8>) {
    let (running, stdin) = stop.start();
    let pid = running.child.id();
    let payload = stop.payload();
    thread::scope(|scope| {
        let hook = scope.spawn(move || running.fed(stdin, payload));
        let mut client = listener.client();
        let (_, body) = read_request(&mut client);
        let taken = Taken::by(pid);
        answer(&mut client, listener::BROKEN);
        (taken, hook.join().unwrap(), body)
    })
}

/// Asserts that a stop takes at most 12 MiB beyond a plain one. A plain one takes 4 MiB in a
/// release build, of which most is the program itself, and more in a debug build.
#[track_caller]
fn is_frugal(taken: Taken) {
    let listener = Listener::open();
    let (plain, _, _) = measured(&listener, &Stop::at(&listener));
    let (Some(peak), Some(plain)) = (taken.peak, plain.peak) else {
        return skipped("this system tells no peak memory");
    };
    assert!(peak < plain + 12 * 1024, "{peak} KiB, and a plain stop {plain} KiB");
}

#[test]
fn a_line_of_nine_megabytes_is_read_in_bounded_memory() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    stop.with(&["--timeout", "30"]);
    let conversation = Conversation::plain().call("Bash", "make").result(&"x".repeat(9_000_000));
    stop.transcript(&conversation.says(CLOSING));
    let (taken, ended, body) = measured(&listener, &stop);
    ended.blocks();
    assert!(holds(&body, "2 calls: Bash 1, Read 1"));
    is_frugal(taken);
}

#[test]
fn a_line_beyond_any_bound_leaves_the_tools_unknown_in_bounded_memory() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    stop.with(&["--timeout", "30"]);
    let conversation = Conversation::plain().call("Bash", "make").result(&"x".repeat(11_000_000));
    stop.transcript(&conversation.says(CLOSING));
    let (taken, ended, body) = measured(&listener, &stop);
    ended.passes();
    assert!(holds(&body, UNKNOWN));
    is_frugal(taken);
}

/// Makes a transcript of 600 MB that ends with a plain turn. What comes before is a hole but for a
/// line end in each megabyte: it takes no time to write, and reads like lines.
fn huge(stop: &Stop, tail: &Conversation) {
    let mut file = File::create(stop.path("session.jsonl")).unwrap();
    for megabyte in 1..=600 {
        file.seek(SeekFrom::Start(megabyte * 1_000_000)).unwrap();
        file.write_all(b"\n").unwrap();
    }
    file.write_all(tail.bytes()).unwrap();
}

/// Asserts that of a huge transcript the end alone was read for the turn: the first stop of a
/// session searches all of it once for what was handed over, and nothing reads it again.
#[track_caller]
fn is_found_at_its_end(taken: Taken, stop: &Stop) {
    let Some(read) = taken.read else {
        return skipped("this system does not tell what was read");
    };
    let once = fs::metadata(stop.path("session.jsonl")).unwrap().len();
    assert!(read < once + 1_000_000, "{read} bytes were read, and the transcript has {once}");
}

#[test]
fn the_last_turn_of_a_huge_transcript_is_found_at_its_end_in_bounded_memory() {
    let listener = Listener::open();
    let stop = Stop::at(&listener);
    let before = Conversation::begin().person("an-older-prompt", "Go.").says("Done.");
    let turn = before.person(PROMPT, ASKED).tool("Read", "src/config.rs").says(CLOSING);
    huge(&stop, &turn);
    let (taken, ended, body) = measured(&listener, &stop);
    ended.blocks();
    assert!(holds(&body, "1 call: Read 1"));
    is_found_at_its_end(taken, &stop);
    is_frugal(taken);
}

#[test]
fn a_turn_that_never_begins_ends_the_search_in_bounded_memory() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    stop.with(&["--timeout", "60"]);
    huge(&stop, &Conversation::begin().says(CLOSING));
    let (taken, ended, body) = measured(&listener, &stop);
    ended.passes();
    assert!(holds(&body, UNKNOWN));
    is_frugal(taken);
}

/// Where memory does run out in a test, it is the hook's own and not the machine's.
const BOUNDED: &str = "ulimit -v 1000000; SPRAG";

/// A project is not the user's: whatever is in it may be there to do harm.
#[test]
fn an_endless_git_configuration_takes_no_memory() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    stop.write("zebra/.git/HEAD", "");
    symlink("/dev/zero", stop.path("zebra/.git/config")).unwrap();
    let project = stop.path("zebra").to_str().unwrap().to_owned();
    stop.field("cwd", project).with(&["--timeout", "60"]).shell(BOUNDED);
    let (taken, ended, _) = measured(&listener, &stop);
    ended.blocks();
    is_frugal(taken);
}

/// Nor are variables: a project's settings can set them.
#[test]
fn endless_certificates_take_no_memory() {
    for variable in ["SSL_CERT_FILE", "SSL_CERT_DIR"] {
        let listener = Listener::open();
        let mut stop = Stop::at(&listener);
        stop.write("certificates/readme", "");
        symlink("/dev/zero", stop.path("certificates/a.pem")).unwrap();
        let certificates = match variable {
            "SSL_CERT_DIR" => stop.path("certificates"),
            _ => stop.path("certificates/a.pem"),
        };
        stop.set(variable, certificates).with(&["--timeout", "60"]).shell(BOUNDED);
        let (taken, ended, _) = measured(&listener, &stop);
        ended.blocks();
        is_frugal(taken);
    }
}
