//! Rows of stops.

use std::path::Path;
use std::{fs, io};

use super::session::{SMALL, Session, UNLINTED};
use super::{BASE, Row};

/// What a user may have written down.
const CONFIG: &str = r#"
checks = ["promises"]
tau = 0.6
timeout = 5
redact_words = ["zebra", "quagga"]
"#;

/// Returns the rows. Nothing is contacted: the endpoint is a port of this machine where nobody
/// listens.
pub(super) fn rows(folder: &Path, program: &Path) -> io::Result<Vec<Row>> {
    let middle = Session { name: "1 MB", bytes: 1 << 20, ..SMALL };
    let large = Session { name: "55 MB", bytes: 55 << 20, ..SMALL };
    let huge = Session { name: "600 MB", bytes: 600 << 20, ..SMALL };
    let long = Session { name: "lines of 1 MB", bytes: 55 << 20, line: 1 << 20, ..SMALL };
    let sending = Session { name: "5,000 handoffs", handoffs: 5_000, ..large };
    let helped = Session { name: "20 subagents", subagents: 20, ..SMALL };
    let unlinted = Session { name: "no lint", work: &UNLINTED, ..large };
    let offered =
        Session { name: "offered", closing: "Both warnings are fixed. Shall I commit?", ..SMALL };
    let all = [middle, SMALL, large, huge, long, sending, helped, unlinted, offered];
    for session in all {
        session.write(folder)?;
    }
    let config = folder.join("config");
    fs::create_dir_all(config.join("sprag"))?;
    fs::write(config.join("sprag/config.toml"), CONFIG)?;
    let payload = |session: Session| folder.join(session.name).with_extension("json");
    let hook = |name, session: Session| {
        let hook = Row::of(name, program).with(&["hook"]).reading(&payload(session));
        hook.knowing("HOME", folder.display().to_string())
    };
    let promises = |name, session| hook(name, session).with(&["--checks", "promises"]);
    let asking = |row: Row| {
        let keyed = row.knowing("TYPESAFE_API_KEY", "a-key-for-nobody");
        keyed.knowing("SPRAG_ENDPOINT", "https://127.0.0.1:1/")
    };
    // Where the state cannot be kept, every search is the first.
    let forgetful = |row: Row| asking(row).knowing("SPRAG_STATE_DIR", "/dev/null/state");
    let done = |name, session| asking(hook(name, session)).with(&["--checks", "done"]);
    let roots = "/etc/ssl/certs/ca-certificates.crt";
    let state = folder.join("fresh");
    let beside = |name, program: &str, options: &[&str], session: Session| {
        Row::of(name, program).with(options).on(&session.transcript(folder))
    };
    Ok(vec![
        beside("jq on 60 KB", "/usr/bin/jq", &["-c", ".type"], SMALL),
        beside("cat 55 MB", "/bin/cat", &[], large),
        beside("wc -l on 55 MB", "/usr/bin/wc", &["-l"], large),
        beside("wc -l on 600 MB", "/usr/bin/wc", &["-l"], huge),
        hook("off", SMALL).at_most(1.5, BASE),
        promises("passes, no key, 60 KB", SMALL).at_most(4.0, BASE),
        promises("passes, no key, 1 MB", middle).at_most(1.5, "passes, no key, 60 KB"),
        promises("passes, no key, 55 MB", large).at_most(1.5, "passes, no key, 60 KB"),
        promises("passes, no key, 600 MB", huge).at_most(1.5, "passes, no key, 60 KB"),
        hook("passes, no key, 60 KB, config.toml", SMALL)
            .knowing("XDG_CONFIG_HOME", config.display().to_string()),
        hook("sent back by wording alone, 60 KB", offered)
            .with(&["--checks", "ask"])
            .knowing("SPRAG_STATE_DIR", state.display().to_string())
            .without(&state)
            .ending_with(2)
            .at_most(4.0, BASE),
        done("done, all passed, nobody asked, 60 KB", SMALL).at_most(4.0, BASE),
        done("done, all passed, nobody asked, 55 MB", large)
            .at_most(1.5, "done, all passed, nobody asked, 60 KB"),
        done("done, all passed, 20 subagents", helped),
        // It looks for a linter in the 8 MiB before the turn.
        done("done, tests alone passed, 55 MB", unlinted),
        asking(promises("asks, refused, 60 KB", SMALL)),
        asking(promises("asks, refused, the system's certificates", SMALL))
            .knowing("SSL_CERT_FILE", roots),
        forgetful(promises("asks, refused, 55 MB searched whole", large))
            .at_most(1.3, "wc -l on 55 MB"),
        forgetful(promises("asks, refused, 600 MB searched whole", huge))
            .at_most(1.3, "wc -l on 600 MB"),
        forgetful(promises("asks, refused, 55 MB in long lines searched whole", long))
            .at_most(1.3, "wc -l on 55 MB"),
        forgetful(promises("asks, refused, 55 MB with 5,000 handoffs searched whole", sending)),
        asking(promises("asks, refused, 55 MB, what is new", large))
            .at_most(1.5, "asks, refused, 60 KB"),
        asking(promises("asks, refused, 600 MB, what is new", huge))
            .at_most(1.5, "asks, refused, 60 KB"),
    ])
}
