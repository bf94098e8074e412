//! Transcripts and state folders that are not what they should be.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use super::{Block, Row, Silence, fifo, row, while_open};
use crate::conversation::Conversation;
use crate::run::{Ended, Stop, names};

pub(super) fn transcript_rows() -> Vec<Row> {
    vec![
        row("no transcript", Silence, |stop| {
            stop.field("transcript_path", "/nowhere/session.jsonl");
        }),
        row("a folder for a transcript", Silence, |stop| {
            let folder = stop.path("").to_str().unwrap().to_owned();
            stop.field("transcript_path", folder);
        }),
        row("an endless transcript", Silence, |stop| {
            stop.field("transcript_path", "/dev/zero");
        }),
        row("a folder for a transcript, and no text", Silence, |stop| {
            stop.without("last_assistant_message").field("transcript_path", "/");
        }),
        row("a working directory that is gone", Block, |stop| {
            stop.shell("mkdir gone; cd gone; rmdir ../gone; SPRAG");
        }),
    ]
}

pub(super) fn state_rows() -> Vec<Row> {
    [folders(), files()].into_iter().flatten().collect()
}

fn folders() -> Vec<Row> {
    vec![
        row("a home that cannot be written", Silence, |stop| {
            stop.set("HOME", "/proc").user_home = "/proc".into();
        }),
        row("a state folder that the kernel makes up", Block, |stop| {
            stop.set("SPRAG_STATE_DIR", "/proc/sprag");
        }),
        row("a state folder below a file", Block, |stop| {
            let path = stop.path("session.jsonl/sprag");
            stop.set("SPRAG_STATE_DIR", path);
        }),
        row("a file for a state folder that a variable names", Block, |stop| {
            let path = stop.path("session.jsonl");
            stop.set("SPRAG_STATE_DIR", path);
        }),
        row("a file for a state folder", Silence, |stop| {
            stop.write(".local/state/sprag", "");
        }),
        row("a file for the folder of sessions", Silence, |stop| {
            stop.write(".local/state/sprag/sessions", "");
        }),
        row("a folder for the records", Silence, |stop| {
            fs::create_dir_all(stop.state("decisions.jsonl")).unwrap();
        })
        .run_by(without_records),
        row("a folder for the lock", Silence, |stop| {
            fs::create_dir_all(stop.state("lock")).unwrap();
        }),
        row("a state folder that is relative", Block, |stop| {
            stop.set("SPRAG_STATE_DIR", "state").set("XDG_STATE_HOME", "state");
        }),
        row("a disk without room for a record", Silence, |stop| {
            stop.shell("ulimit -f 1; SPRAG");
        })
        .run_by(without_records),
        row("a disk without room for counters", Silence, |stop| {
            stop.shell("ulimit -f 0; SPRAG");
        }),
        row("a state folder that is a link", Silence, |stop| {
            let link = link_to_a_folder(stop);
            stop.set("SPRAG_STATE_DIR", link);
        }),
        row("a state folder that is a link with a slash behind it", Silence, |stop| {
            let link = link_to_a_folder(stop).join("");
            stop.set("SPRAG_STATE_DIR", link);
        }),
        row("a folder of sessions that is a link", Silence, |stop| {
            let link = link_to_a_folder(stop);
            fs::create_dir_all(stop.state("")).unwrap();
            fs::rename(link, stop.state("sessions")).unwrap();
        }),
        row("a state folder that others may write to", Silence, |stop| {
            open_to_others(&stop.state(""));
        }),
        row("a folder of sessions that others may write to", Silence, |stop| {
            open_to_others(&stop.state("sessions"));
        }),
        row("a lock that is held", Silence, |stop| {
            stop.with(&["--timeout", "1"]);
        })
        .run_by(while_locked),
    ]
}

fn link_to_a_folder(stop: &Stop) -> PathBuf {
    let link = stop.path("link");
    fs::create_dir(stop.path("linked")).unwrap();
    symlink(stop.path("linked"), &link).unwrap();
    link
}

fn open_to_others(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    fs::set_permissions(folder, Permissions::from_mode(0o777)).unwrap();
}

/// Runs a stop whose file of records cannot be read either.
fn without_records(stop: &Stop) -> Ended {
    let ended = stop.run();
    let records = stop.state("decisions.jsonl");
    fs::remove_dir(&records).or_else(|_| fs::remove_file(&records)).unwrap();
    ended
}

fn while_locked(stop: &Stop) -> Ended {
    let lock = stop.lock();
    let ended = stop.run();
    lock.unlock().unwrap();
    ended
}

fn files() -> Vec<Row> {
    let contents: [(&str, fn() -> Vec<u8>); 8] = [
        ("empty", Vec::new),
        ("text", || b"three".to_vec()),
        ("cut", || br#"{"person":"p","blocks":1,"ans"#.to_vec()),
        ("NULs", || vec![0; 300]),
        ("another object", || br#"{"blocks":"none"}"#.to_vec()),
        ("newer", || {
            br#"{"person":null,"blocks":0,"answers":[],"blocked_at_ms":null,"told":[],"x":1}"#
                .to_vec()
        }),
        ("huge", || b" ".repeat(1 << 20)),
        ("deep", || b"[".repeat(60_000)),
    ];
    let damaged = contents.into_iter().map(|(name, content)| {
        let set = move |stop: &mut Stop| damage(stop, &content());
        row(&format!("counters that are {name}"), Silence, set).run_by(without_sessions)
    });
    let more = [
        row("a folder for a session's file", Silence, |stop| {
            damage(stop, b"");
            let file = session_file(stop);
            fs::remove_file(&file).unwrap();
            fs::create_dir(file).unwrap();
        })
        .run_by(without_sessions),
        row("a session's file that is a ring of links", Silence, |stop| {
            damage(stop, b"");
            let file = session_file(stop);
            fs::remove_file(&file).unwrap();
            symlink(&file, &file).unwrap();
        })
        .run_by(without_sessions),
    ];
    damaged.chain(more).collect()
}

/// Runs a stop whose counters are still damaged afterwards.
fn without_sessions(stop: &Stop) -> Ended {
    let ended = stop.run();
    fs::remove_dir_all(stop.state("sessions")).unwrap();
    ended
}

fn session_file(stop: &Stop) -> PathBuf {
    let sessions = stop.state("sessions");
    sessions.join(&names(&sessions)[0])
}

/// Damages the counters of a session that a notification goes on with.
fn damage(stop: &mut Stop, content: &[u8]) {
    stop.run().blocks();
    fs::write(session_file(stop), content).unwrap();
    let conversation = Conversation::plain().notification("later").tool("Read", "log");
    stop.field("prompt_id", "later").closing("I'll go on now.");
    stop.transcript(&conversation.says("I'll go on now."));
}

/// Files that nobody writes and nobody closes. A home on a file server that is gone reads alike.
pub(super) fn waiting_rows() -> Vec<Row> {
    // Whether a file that is none counts as absent or the hook gives up, it blocks nothing.
    let waits = |name: &str, path: &'static str| {
        row(name, Silence, |stop| _ = stop.with(&["--timeout", "1", "--tau", "1"]))
            .run_by(move |stop| while_waiting(stop, &stop.path(path)))
    };
    vec![
        waits("a config that never ends", ".config/sprag/config.toml"),
        waits("a deny file that never ends", ".config/sprag/deny"),
        waits("a key file that never ends", ".config/typesafe/api_key"),
        waits("a transcript that never ends", "session.jsonl"),
        row("a git configuration that never ends", Silence, |stop| {
            stop.write("zebra/.git/HEAD", "").with(&["--timeout", "1", "--tau", "1"]);
            let project = stop.path("zebra").to_str().unwrap().to_owned();
            stop.field("cwd", project);
        })
        .run_by(|stop| while_waiting(stop, &stop.path("zebra/.git/config"))),
        row("counters that never end", Silence, |stop| {
            damage(stop, b"");
            stop.with(&["--timeout", "1"]);
        })
        .run_by(|stop| {
            let ended = while_waiting(stop, &session_file(stop));
            fs::remove_dir_all(stop.state("sessions")).unwrap();
            ended
        }),
    ]
}

/// Runs a stop with a FIFO at this path, through which nothing comes.
fn while_waiting(stop: &Stop, path: &Path) -> Ended {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let _ = fs::remove_file(path);
    while_open(stop, fifo(path))
}
