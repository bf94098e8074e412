//! Settings and keys that are odd, broken or absent.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;

use super::{Block, Notice, Row, Silence, row};
use crate::run::{KEY, Stop};

pub(super) fn rows() -> Vec<Row> {
    [arguments(), files(), variables()].into_iter().flatten().collect()
}

/// A command line that is not understood may have meant shadow: it turns everything off.
fn arguments() -> Vec<Row> {
    vec![
        row("an unknown option", Silence, |stop| _ = stop.with(&["--shadwo"])),
        row("an option without its value", Silence, |stop| _ = stop.with(&["--tau"])),
        row("no checks after --checks", Silence, |stop| stop.arguments.truncate(2)),
        row("a word too many", Silence, |stop| _ = stop.with(&["now"])),
        row("a short option", Silence, |stop| _ = stop.with(&["-s"])),
        row("an endpoint on the command line", Silence, |stop| {
            stop.with(&["--endpoint", "http://127.0.0.1/"]);
        }),
        row("an unknown host", Silence, |stop| _ = stop.with(&["--host", "cursor"])),
        row("an argument that is no text", Silence, |stop| {
            stop.arguments.push(OsStr::from_bytes(b"--tau=\xff").into());
        }),
        row("an unknown option without the word hook", Silence, |stop| {
            stop.arguments = vec!["--shadwo".into()];
        }),
        row("a timeout that is none", Block, |stop| _ = stop.with(&["--timeout=never"])),
        row("a timeout of nothing", Block, |stop| _ = stop.set("SPRAG_TIMEOUT", "0")),
        row("a timeout below nothing", Block, |stop| _ = stop.set("SPRAG_TIMEOUT", "-1")),
        row("a timeout of ages", Block, |stop| _ = stop.set("SPRAG_TIMEOUT", "1e300")),
        row("a timeout that is over at once", Silence, |stop| {
            stop.with(&["--timeout", "0.001"]);
        }),
        row("a timeout too short to ask in", Silence, |stop| {
            stop.with(&["--timeout", "0.2"]);
        })
        .in_mode("slow:1000"),
    ]
}

fn files() -> Vec<Row> {
    vec![
        row("a broken config", Silence, |stop| _ = stop.config("shadow = \n")),
        row("a config that ends in its middle", Silence, |stop| _ = stop.config("tau = 0.9\n[")),
        row("a config that is no text", Silence, |stop| {
            stop.write(".config/sprag/config.toml", b"tau = \"\xff\"\n");
        }),
        row("a folder for a config", Silence, |stop| {
            fs::create_dir_all(stop.path(".config/sprag/config.toml")).unwrap();
        }),
        row("a file for the config's folder", Silence, |stop| _ = stop.write(".config", "")),
        row("an empty config", Block, |stop| _ = stop.config("")),
        row("a config with unknown keys", Block, |stop| {
            stop.config("new = 1\n[newer]\nnewest = [1, 2]\n");
        }),
        row("a config with values of odd kinds", Block, |stop| {
            stop.config("max_blocks = [1]\nmodel = {}\nhosts = 7\nreply = 1.5\n");
        }),
        row("a deny file that is no text", Silence, |stop| {
            stop.write(".config/sprag/deny", b"/srv\xff\n");
        }),
        row("a deny file of odd lines", Block, |stop| {
            stop.write(".config/sprag/deny", "\n#\nrelative\n/srv/none\n");
        }),
    ]
}

/// Takes away the home: neither a variable nor the user database names one that is there.
fn homeless(stop: &mut Stop) -> &mut Stop {
    stop.environment.remove("HOME");
    stop.user_home = "/nonexistent".into();
    stop
}

fn variables() -> Vec<Row> {
    vec![
        row("no home", Silence, |stop| _ = homeless(stop)),
        row("a home that is relative", Silence, |stop| _ = homeless(stop).set("HOME", "home")),
        row("a home that is no text", Silence, |stop| {
            homeless(stop).set("HOME", OsStr::from_bytes(b"/tmp/\xff"));
        }),
        row("no home, and a state folder", Block, |stop| {
            let state = stop.path("state");
            fs::create_dir(&state).unwrap();
            homeless(stop).set("SPRAG_STATE_DIR", state);
        }),
        row("a config folder that is relative", Block, |stop| {
            // It would be the project's.
            stop.write("sprag/config.toml", "shadow = true\n");
            stop.set("XDG_CONFIG_HOME", "home");
        }),
        row("no environment at all", Silence, |stop| {
            for variable in ["TYPESAFE_API_KEY", "SPRAG_ENDPOINT"] {
                homeless(stop).unset(variable);
            }
        }),
        row("a setting that is no text", Silence, |stop| {
            stop.set("SPRAG_TAU", OsStr::from_bytes(b"0.\xff"));
        }),
    ]
}

pub(super) fn key_rows() -> Vec<Row> {
    vec![
        row("no key", Notice, |stop| _ = stop.unset("TYPESAFE_API_KEY")),
        row("a blank key", Notice, |stop| _ = stop.set("TYPESAFE_API_KEY", " \n")),
        row("a key in two lines", Notice, |stop| {
            stop.set("TYPESAFE_API_KEY", "tsk-1\nX-Evil: 1");
        }),
        row("a key in two words", Notice, |stop| _ = stop.set("TYPESAFE_API_KEY", "tsk 1")),
        row("a key with a tab", Notice, |stop| _ = stop.set("TYPESAFE_API_KEY", "tsk\t1")),
        row("a key outside ASCII", Notice, |stop| {
            stop.set("TYPESAFE_API_KEY", "tsk-\u{e9}");
        }),
        row("a key that is no text", Notice, |stop| {
            stop.set("TYPESAFE_API_KEY", OsStr::from_bytes(b"tsk-\xff"));
        }),
        row("a huge key", Notice, |stop| _ = stop.set("TYPESAFE_API_KEY", "k".repeat(100_000))),
        row("a key with a line end", Block, |stop| {
            stop.set("TYPESAFE_API_KEY", format!(" {KEY}\r\n"));
        }),
        row("a key file with a line end", Block, |stop| {
            stop.unset("TYPESAFE_API_KEY").write(".config/typesafe/api_key", format!("{KEY}\n"));
        }),
        row("a folder for a key file", Notice, |stop| {
            fs::create_dir_all(stop.path(".config/typesafe/api_key")).unwrap();
            stop.unset("TYPESAFE_API_KEY");
        }),
        row("an empty key file", Notice, |stop| no_key_but(stop, b"")),
        row("a key file that is no text", Notice, |stop| no_key_but(stop, b"tsk-\xff\n")),
        row("a key file of two lines", Notice, |stop| no_key_but(stop, b"tsk-1\ntsk-2\n")),
    ]
}

fn no_key_but(stop: &mut Stop, file: &[u8]) {
    stop.unset("TYPESAFE_API_KEY").write(".config/typesafe/api_key", file);
}
