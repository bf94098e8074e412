//! Rows of stops.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use super::session::{SMALL, Session, UNLINTED};
use super::{BASE, Row};

const MIDDLE: Session = Session { name: "1 MB", bytes: 1 << 20, ..SMALL };
const LARGE: Session = Session { name: "55 MB", bytes: 55 << 20, ..SMALL };
const HUGE: Session = Session { name: "600 MB", bytes: 600 << 20, ..SMALL };
const LONG: Session = Session { name: "lines of 1 MB", bytes: 55 << 20, line: 1 << 20, ..SMALL };
const SENDING: Session = Session { name: "5,000 handoffs", handoffs: 5_000, ..LARGE };
const HELPED: Session = Session { name: "20 subagents", subagents: 20, ..SMALL };
const NOT_LINTED: Session = Session { name: "no lint", work: &UNLINTED, ..LARGE };
const OFFERED: Session =
    Session { name: "offered", closing: "Both warnings are fixed. Shall I commit?", ..SMALL };

/// What a user may have recorded.
const CONFIG: &str = r#"
checks = ["promises"]
tau = 0.6
timeout = 5
redact_words = ["zebra", "quagga"]
"#;

/// A folder that others may write to, so that no state is kept there.
const OPEN: &str = "open";

/// Returns the rows. Nothing is contacted: the endpoint is a port of this machine where nobody
/// listens.
pub(super) fn rows(folder: &Path, program: &Path) -> io::Result<Vec<Row>> {
    for session in [SMALL, MIDDLE, LARGE, HUGE, LONG, SENDING, HELPED, NOT_LINTED, OFFERED] {
        session.write(folder)?;
    }
    let config = folder.join("config");
    fs::create_dir_all(config.join("sprag"))?;
    fs::write(config.join("sprag/config.toml"), CONFIG)?;
    fs::create_dir_all(folder.join(OPEN))?;
    fs::set_permissions(folder.join(OPEN), Permissions::from_mode(0o777))?;
    let hook = Hook { folder, program };
    Ok([beside(folder), hook.ends_alone(&config), hook.asks()].concat())
}

/// Returns what only reads.
fn beside(folder: &Path) -> Vec<Row> {
    let row = |name, program: &str, options: &[&str], session: Session| {
        Row::of(name, program).with(options).on(&session.transcript(folder))
    };
    vec![
        row("jq on 60 KB", "/usr/bin/jq", &["-c", ".type"], SMALL),
        row("cat 55 MB", "/bin/cat", &[], LARGE),
        row("wc -l on 55 MB", "/usr/bin/wc", &["-l"], LARGE),
        row("wc -l on 600 MB", "/usr/bin/wc", &["-l"], HUGE),
    ]
}

/// The hook, at the end of a session in a folder.
struct Hook<'a> {
    folder: &'a Path,
    program: &'a Path,
}

impl Hook<'_> {
    fn of(&self, name: &'static str, session: Session) -> Row {
        let payload = self.folder.join(session.name).with_extension("json");
        let hook = Row::of(name, self.program).with(&["hook", "--home"]).on(self.folder);
        let hook = hook.reading(&payload);
        hook.knowing("HOME", self.folder.display().to_string())
    }

    fn promises(&self, name: &'static str, session: Session) -> Row {
        self.of(name, session).with(&["--checks", "promises"])
    }

    fn done(&self, name: &'static str, session: Session) -> Row {
        keyed(self.of(name, session)).with(&["--checks", "done"])
    }

    /// Returns stops that ask nobody.
    fn ends_alone(&self, config: &Path) -> Vec<Row> {
        let passes = "passes, no key, 60 KB";
        let all_passed = "done, all passed, nobody asked, 60 KB";
        let state = self.folder.join("fresh");
        vec![
            self.of("off", SMALL).at_most(1.5, BASE),
            self.promises(passes, SMALL).at_most(4.0, BASE),
            self.promises("passes, no key, 1 MB", MIDDLE).at_most(1.5, passes),
            self.promises("passes, no key, 55 MB", LARGE).at_most(1.5, passes),
            self.promises("passes, no key, 600 MB", HUGE).at_most(1.5, passes),
            self.of("passes, no key, 60 KB, config.toml", SMALL)
                .knowing("XDG_CONFIG_HOME", config.display().to_string()),
            self.of("sent back by wording alone, 60 KB", OFFERED)
                .with(&["--checks", "ask"])
                .knowing("SPRAG_STATE_DIR", state.display().to_string())
                .with_empty(&state)
                .ending_with(2)
                .at_most(4.0, BASE),
            self.done(all_passed, SMALL).at_most(4.0, BASE),
            self.done("done, all passed, nobody asked, 55 MB", LARGE).at_most(1.5, all_passed),
            self.done("done, all passed, 20 subagents", HELPED),
            // It looks for a linter in the 8 MiB before the turn.
            self.done("done, tests alone passed, 55 MB", NOT_LINTED),
        ]
    }

    /// Returns stops that would ask, if anybody listened.
    fn asks(&self) -> Vec<Row> {
        let asks = "asks, refused, 60 KB";
        let asking = |name, session| keyed(self.promises(name, session));
        // Where the state cannot be kept, every search is the first.
        let nowhere = self.folder.join(OPEN).display().to_string();
        let whole =
            |name, session| asking(name, session).knowing("SPRAG_STATE_DIR", nowhere.as_str());
        let long = "asks, refused, 55 MB in long lines searched whole";
        vec![
            asking(asks, SMALL),
            whole("asks, refused, 55 MB searched whole", LARGE).at_most(1.3, "wc -l on 55 MB"),
            whole("asks, refused, 600 MB searched whole", HUGE).at_most(1.3, "wc -l on 600 MB"),
            whole(long, LONG).at_most(1.3, "wc -l on 55 MB"),
            whole("asks, refused, 55 MB with 5,000 handoffs searched whole", SENDING),
            asking("asks, refused, 55 MB, what is new", LARGE).at_most(1.5, asks),
            asking("asks, refused, 600 MB, what is new", HUGE).at_most(1.5, asks),
        ]
    }
}

fn keyed(row: Row) -> Row {
    let keyed = row.knowing("TYPESAFE_API_KEY", "a-key-for-nobody");
    keyed.knowing("SPRAG_ENDPOINT", "https://127.0.0.1:1/")
}
