//! What the agent is told instead.

use sprag_core::activity::command_line::shell_quoted;
use sprag_core::hosts::event::{Call, Tool};
use sprag_core::hosts::host::Host;
use sprag_core::reads::{Meter, Stat, Version, Worker, ask};

use super::Session;
use super::disk::Disk;

/// Returns what is offered in a reason.
fn offered(reason: &str) -> &str {
    let (_, behind) = reason.split_once("This part passes: ").expect("a part is offered");
    let end = behind.find(". To find the place").expect("more follows");
    &behind[..end]
}

/// Does what is offered.
fn follow(session: &mut Session, disk: &Disk, reason: &str) {
    let (_, behind) = reason.split_once("To find the place first: ").expect("a search is offered");
    let (search, _) = behind.split_once('.').expect("an end");
    assert!(session.clone().shell(disk, search).denial.is_none(), "{reason}");
    let offered = offered(reason);
    let Some((tool, rest)) = offered.split_once(" with ") else {
        assert!(session.shell(disk, offered).denial.is_none(), "{reason}");
        return;
    };
    let (field, rest) = rest.split_once(' ').expect("a field");
    let (path, rest) = rest.split_once(", offset ").expect("a path");
    let (offset, limit) = rest.split_once(", limit ").expect("numbers");
    let input = format!(r#"{{"{field}":{path},"offset":{offset},"limit":{limit}}}"#);
    let outcome = session.call(disk, tool, &input);
    assert!(outcome.denial.is_none(), "{reason}");
    assert_ne!(limit, "0");
}

#[test]
fn the_reason_says_what_was_found_and_what_to_do_instead() {
    let mut disk = Disk::default();
    disk.put("a.txt", "x\n".repeat(1_200));
    let session = || Session::new();
    let said = |session: &mut Session, command: &str| {
        session.shell(&disk, command).denial.expect("it is too large").reason
    };
    assert_eq!(
        session().call(&disk, "Read", r#"{"file_path":"a.txt"}"#).denial.expect("too large").reason,
        "sprag, a hook that the user has installed, did not run this: /home/dev/rocket/a.txt has \
         1,200 lines; the limit is 350 lines at a time. This part passes: Read with file_path \
         \"/home/dev/rocket/a.txt\", offset 1, limit 350. To find the place first: grep -n PATTERN \
         /home/dev/rocket/a.txt."
    );
    assert_eq!(
        said(&mut session(), "sed -n '101,600p' a.txt"),
        "sprag, a hook that the user has installed, did not run this: /home/dev/rocket/a.txt has \
         1,200 lines and this shows 500; the limit is 350 lines at a time. This part passes: sed \
         -n '101,450p' /home/dev/rocket/a.txt. To find the place first: grep -n PATTERN \
         /home/dev/rocket/a.txt."
    );
    let mut spent = session();
    for _ in 0..2 {
        assert!(spent.shell(&disk, "head -n 350 a.txt").denial.is_none());
    }
    assert_eq!(
        said(&mut spent, "sed -n '701,900p' a.txt"),
        "sprag, a hook that the user has installed, did not run this: 700 lines of \
         /home/dev/rocket/a.txt were read in slices in this session, and the limit is 700. This \
         part passes: sed -n '701,720p' /home/dev/rocket/a.txt. To find the place first: grep -n \
         PATTERN /home/dev/rocket/a.txt."
    );
}

/// The agent reads what nobody sees, and a repository names its files.
#[test]
fn no_name_of_a_file_says_anything_unseen_to_the_agent() {
    for hidden in
        ['\u{1b}', '\u{200b}', '\u{202e}', '\u{2028}', '\u{2066}', '\u{fe0f}', '\u{e0072}']
    {
        let mut disk = Disk::default();
        let name = format!("a{hidden}b.txt");
        disk.put(&name, "x\n".repeat(1_200));
        let input = serde_json::json!({"file_path": name}).to_string();
        let by_tool = Session::new().call(&disk, "Read", &input);
        let by_shell = Session::new().shell(&disk, &format!("cat '{name}'"));
        for outcome in [by_tool, by_shell] {
            let reason = outcome.denial.expect("too large").reason;
            assert!(reason.contains("/a?b.txt has 1,200 lines"), "{reason}");
            assert!(!reason.contains(hidden), "{reason}");
        }
    }
}

#[test]
fn slices_that_are_too_much_together_are_not_said_to_have_been_read() {
    let mut disk = Disk::default();
    disk.put("a.txt", "x\n".repeat(1_200));
    let parts = "sed -n '1,350p' a.txt; sed -n '351,700p' a.txt; sed -n '701,1050p' a.txt";
    let mut session = Session::new();
    let reason = session.shell(&disk, parts).denial.expect("it is over").reason;
    assert!(!reason.contains("were read"), "{reason}");
    let found = "these slices of /home/dev/rocket/a.txt come to 1,050 lines together, and the \
                 limit is 700. This part passes: sed -n '1,350p' /home/dev/rocket/a.txt.";
    assert!(reason.contains(found), "{reason}");
    follow(&mut session, &disk, &reason);
    // The next is offered no more than is left, and no more than was asked for.
    let parts = "sed -n '1,9p' a.txt; sed -n '301,650p' a.txt";
    let reason = session.shell(&disk, parts).denial.expect("it is over").reason;
    let found = "come to 359 lines together after the 350 that were read in slices";
    assert!(reason.contains(found), "{reason}");
    assert_eq!(offered(&reason), "sed -n '1,9p' /home/dev/rocket/a.txt");
    follow(&mut session, &disk, &reason);
    let reason = session.shell(&disk, "sed -n '301,650p' a.txt").denial.expect("over").reason;
    let found = "this slice of /home/dev/rocket/a.txt comes to 350 lines after the 359 that";
    assert!(reason.contains(found), "{reason}");
    assert_eq!(offered(&reason), "sed -n '301,641p' /home/dev/rocket/a.txt");
    follow(&mut session, &disk, &reason);
    assert_eq!(session.state.tally.charged("/home/dev/rocket/a.txt"), 700);
}

#[test]
fn what_is_offered_passes() {
    let mut disk = Disk::default();
    let long = "x".repeat(1_000) + "\n";
    for (name, content) in [
        ("a.txt", "x\n".repeat(1_200)),
        ("b c'd.txt", "x\n".repeat(360)),
        ("$(e) \"f\".txt", "x\n".repeat(100_000)),
        ("long.js", "x".repeat(200_000)),
        ("long.json", long.repeat(3_000)),
        ("-n.txt", "x\n".repeat(400)),
        ("small.txt", "x\n".repeat(300)),
    ] {
        disk.put(name, content);
        let quoted = shell_quoted(&[Disk::ROOT, "/", name].concat());
        let json = serde_json::to_string(name).expect("a text is JSON");
        let calls = [
            format!("cat {quoted}"),
            format!("cat {quoted} {quoted}"),
            format!("tail -n 900 {quoted}"),
            format!("tail -n +2 {quoted}"),
            format!("head -n -1 {quoted}"),
            format!("sed -n '200,$p' {quoted}"),
            format!("head -c 100000 {quoted}"),
            format!("head -n 1 {quoted}"),
            format!("tail -n 1 {quoted}"),
            format!("tail -c 100000 {quoted}"),
            format!("sed -n '2,900p' {quoted} | head -c 90000"),
            format!("head -n 900 {quoted} | tail -n 400"),
            format!("sed -n '20,40p' {quoted}; sed -n '41,400p' {quoted}"),
        ]
        .map(|command| ("Bash", serde_json::json!({ "command": command }).to_string()));
        let reads = ["", ",\"offset\":200", ",\"limit\":900", ",\"offset\":9,\"limit\":340"]
            .map(|part| ("Read", format!(r#"{{"file_path":{json}{part}}}"#)));
        for spent in [0, 200, 350, 650, 700, 900] {
            let mut session = Session::new();
            for at in 0..spent / 50 {
                let input = format!(r#"{{"file_path":{json},"offset":{},"limit":20}}"#, at * 20);
                session.call(&disk, "Read", &input);
            }
            for (tool, input) in calls.iter().chain(&reads) {
                let mut session = session.clone();
                if let Some(denial) = session.call(&disk, tool, input).denial {
                    assert!(denial.reason.len() < 700, "{}", denial.reason);
                    follow(&mut session, &disk, &denial.reason);
                }
            }
        }
    }
}

#[test]
fn of_long_lines_bytes_are_offered_from_where_they_were_asked_for() {
    let mut disk = Disk::default();
    disk.put("a.js", ["x".repeat(60_000), "\n".into()].concat().repeat(60));
    let path = "/home/dev/rocket/a.js";
    for (command, expected) in [
        ("cat a.js", "head -c 14000 FILE"),
        ("head -n 1 a.js", "head -c 14000 FILE"),
        ("head -c 90000 a.js", "head -c 14000 FILE"),
        ("tail -n 10 a.js", "tail -c 14000 FILE"),
        ("tail -c 90000 a.js", "tail -c 14000 FILE"),
        ("sed -n '40,49p' a.js", "sed -n '40,49p' FILE | head -c 14000"),
        ("sed -n '40p;50p' a.js", "sed -n '40,40p' FILE | head -c 14000"),
        ("tail -n +5 a.js", "sed -n '5,$p' FILE | head -c 14000"),
        ("head -n 50 a.js | tail -n 3", "sed -n '48,50p' FILE | head -c 14000"),
        ("sed -n '5,9p' a.js | head -c 90000", "sed -n '5,9p' FILE | head -c 14000"),
    ] {
        let mut session = Session::new();
        let reason = session.shell(&disk, command).denial.expect(command).reason;
        assert_eq!(offered(&reason), expected.replace("FILE", path), "{command}");
        // A line of it is as much as all of it, so no search shows lines.
        let search = format!("grep -o '.\\{{0,80\\}}PATTERN.\\{{0,80\\}}' {path}.");
        assert!(reason.contains(&search) && !reason.contains("grep -n"), "{reason}");
        follow(&mut session, &disk, &reason);
        assert_eq!(session.state.tally.charged(path), 350, "{command}: it is a slice");
    }
    let reason = Session::new().call(&disk, "Read", r#"{"file_path":"a.js"}"#).denial;
    assert!(reason.expect("it is too large").reason.contains("grep -o"));
}

#[test]
fn each_host_is_told_of_its_own_tool() {
    let mut disk = Disk::default();
    disk.put("a.txt", "x\n".repeat(400));
    let mut grok = Session { host: Host::Grok, ..Session::new() };
    let denial = grok.call(&disk, "read_file", r#"{"target_file":"a.txt","limit":360}"#).denial;
    let reason = denial.expect("it is too large").reason;
    let path = "\"/home/dev/rocket/a.txt\"";
    let expected = format!("read_file with target_file {path}, offset 1, limit 350");
    assert_eq!(offered(&reason), expected);
    follow(&mut grok, &disk, &reason);
    let mut codex = Session { host: Host::Codex, ..Session::new() };
    let input = r#"{"command":["bash","-lc","cat a.txt"]}"#;
    let denial = codex.call(&disk, "shell", input).denial.expect("it is too large");
    assert_eq!(offered(&denial.reason), "sed -n '1,350p' /home/dev/rocket/a.txt");
}

fn with_worker(worker: Worker) -> Session {
    let mut session = Session::new();
    session.settings.worker = worker;
    session
}

#[test]
fn a_worker_is_named_where_there_is_one_that_takes_the_file() {
    let mut disk = Disk::default();
    disk.put("a b.txt", "x\n".repeat(400));
    let said = |worker: Worker| {
        let denial = with_worker(worker).shell(&disk, "cat 'a b.txt'").denial;
        denial.expect("it is too large").reason
    };
    let command = "sprag read --question 'QUESTION' --paths '/home/dev/rocket/a b.txt'";
    assert!(said(Worker::Command { bytes_max: 800 }).contains(command));
    assert!(!said(Worker::Command { bytes_max: 799 }).contains("sprag read"));
    assert!(!said(Worker::Nobody).contains("sprag read"));
    assert!(said(Worker::Subagent("bulk-reader".into())).contains("the subagent bulk-reader"));
    let mut codex = with_worker(Worker::Subagent("bulk-reader".into()));
    codex.host = Host::Codex;
    let denial = codex.shell(&disk, "cat 'a b.txt'").denial.expect("it is too large");
    assert!(!denial.reason.contains("subagent"));
}

#[test]
fn nobody_is_named_who_would_refuse_a_secret_file() {
    let mut disk = Disk::default();
    let text = "x\n".repeat(400);
    disk.put("plain.txt", &*text);
    disk.put(".env", &*text);
    disk.put(".aws/config", &*text);
    disk.put("key.txt", ["-----BEGIN RSA PRIVATE KEY-----\n", &*text].concat());
    disk.link("link.txt", ".env");
    for (path, is_named) in [
        ("plain.txt", true),
        (".env", false),
        (".aws/config", false),
        ("key.txt", false),
        ("link.txt", false),
    ] {
        let mut session = with_worker(Worker::Command { bytes_max: 600_000 });
        let denial = session.shell(&disk, &format!("cat {path}")).denial.expect("it is too large");
        assert_eq!(denial.reason.contains("sprag read"), is_named, "{path}: {}", denial.reason);
        follow(&mut session, &disk, &denial.reason);
    }
}

#[test]
fn a_secret_is_found_in_every_piece_that_is_counted() {
    let key = ["AK", "IA", &"Q7".repeat(8)].concat();
    let rows = |count: usize| "12345 row\n".repeat(count);
    let is_named = |content: String, command: &str| {
        let mut disk = Disk::default();
        disk.put("a.txt", content);
        let mut session = with_worker(Worker::Command { bytes_max: 600_000 });
        let denial = session.shell(&disk, command).denial.expect("it is too large");
        denial.reason.contains("sprag read")
    };
    let with_key =
        |before: usize, after: usize| [&rows(before), &*key, "\n", &rows(after)].concat();
    assert!(is_named(rows(2_301), "cat a.txt"));
    assert!(!is_named(with_key(0, 2_300), "cat a.txt"));
    assert!(!is_named(with_key(2_000, 300), "cat a.txt"));
    // In a later piece, and across the ends of the first and the second one.
    let far = "sed -n '20000,20900p' a.txt";
    assert!(is_named(rows(25_000), far));
    assert!(!is_named(with_key(15_000, 9_000), far));
    for piece in [64 << 10, 128 << 10] {
        for before in piece - 20..=piece {
            let blanks = " ".repeat(before % 10);
            let content = [&rows(before / 10), &*blanks, &key, "\n", &rows(20_000)].concat();
            assert!(!is_named(content, far), "{before}");
        }
    }
    // What is never read is not known.
    assert!(is_named(with_key(15_000, 9_000), "cat a.txt"));
}

#[test]
fn pieces_of_any_size_are_searched_alike() {
    let key = ["-----BEGIN OPENSSH ", "PRIVATE KEY-----"].concat();
    let mut session = with_worker(Worker::Command { bytes_max: 600_000 });
    let content = ["x".repeat(700), key.clone(), "y".repeat(700)].concat();
    let wide: Vec<u8> = content.bytes().flat_map(|byte| [byte, 0]).collect();
    for (bytes, len) in [(content.as_bytes(), 1), (content.as_bytes(), 200), (&wide, 300)] {
        assert!(is_secret(&session, bytes, len), "{len}");
        let without = &bytes[..bytes.len() / 2 - 20];
        assert!(!is_secret(&session, without, len), "{len}");
    }
    session.settings.worker = Worker::Command { bytes_max: 1_000 };
    assert!(!is_secret(&session, content.as_bytes(), 200), "nobody would be named");
    session.settings.worker = Worker::Nobody;
    assert!(!is_secret(&session, content.as_bytes(), 200), "nobody would be named");
}

/// Returns whether a file that is fed in pieces of `len` bytes is found to be secret.
fn is_secret(session: &Session, content: &[u8], len: usize) -> bool {
    let tool = Tool::Shell { command: "sed -n '9000,9100p' a.txt".into() };
    let cwd = Some(Disk::ROOT);
    let call = Call { host: Host::Claude, tool: &tool, agent: None, cwd, home: None };
    let asked = ask(&call, &session.settings).expect("a file is asked for");
    let version = Version { bytes: content.len() as u64, modified_ns: 0 };
    let stat = Stat { path: "/home/dev/rocket/a.txt".into(), version };
    let mut meter = Meter::new(&asked, &asked.files[0], stat, &session.settings);
    content.chunks(len).for_each(|piece| meter.feed(piece));
    meter.finish().is_secret
}

#[test]
fn a_path_with_control_characters_is_in_no_command() {
    let mut disk = Disk::default();
    disk.put("a\nb\u{1b}.txt", "x\n".repeat(400));
    let denial = Session::new().call(&disk, "Read", r#"{"file_path":"a\nb\u001b.txt"}"#).denial;
    let reason = denial.expect("it is too large").reason;
    assert!(!reason.contains(char::is_control), "{reason}");
    assert!(!reason.contains("grep"), "{reason}");
    let command = "cat \"a\nb\u{1b}.txt\"";
    let reason = Session::new().shell(&disk, command).denial.expect("it is too large").reason;
    assert!(!reason.contains(char::is_control), "{reason}");
}

#[test]
fn a_threshold_of_nothing_offers_nothing() {
    let mut disk = Disk::default();
    disk.put("a.txt", "x\n");
    let mut session = Session::new();
    session.settings.lines_min = 0;
    let denial = session.shell(&disk, "cat a.txt").denial.expect("it is too large");
    assert!(!denial.reason.contains("This part passes"), "{}", denial.reason);
}

#[test]
fn a_word_is_quoted_so_that_a_shell_reads_it_back() {
    for (word, quoted) in [
        ("a.txt", "a.txt"),
        ("/a/b-c_d@2:e+f=g,h%", "/a/b-c_d@2:e+f=g,h%"),
        ("", "''"),
        ("a b", "'a b'"),
        ("it's", "'it'\\''s'"),
        ("$x*~", "'$x*~'"),
        ("\u{e9}", "'\u{e9}'"),
    ] {
        assert_eq!(shell_quoted(word), quoted);
    }
}
