//! The small tree: the shape of the real one, two guards, one planted mutant, all well.

/// Its files: path and text.
pub(super) const FILES: &[(&str, &str)] = &[
    ("Cargo.toml", ROOT),
    (".gitignore", "/target\n"),
    (".cargo/mutants.toml", include_str!("../../../.cargo/mutants.toml")),
    (".cargo/config.toml", "# Nothing yet.\n"),
    ("core/Cargo.toml", CORE),
    ("core/src/lib.rs", LIB),
    ("shell/Cargo.toml", SHELL),
    ("shell/src/main.rs", MAIN),
    ("shell/src/code.rs", CODE),
    ("tests/core/main.rs", CORE_TESTS),
    ("tests/cli/main.rs", CLI_TESTS),
    ("mutants/guards.toml", GUARDS),
    ("mutants/survivors.toml", "# None.\n"),
    ("mutants/floors.toml", FLOORS),
    ("mutants/planted/cap/mutant.toml", PLANTED),
    ("mutants/planted/cap/change.patch", PATCH),
];

const ROOT: &str = r#"[workspace]
members = ["core", "shell"]
resolver = "3"

[profile.mutants]
inherits = "test"
debug = "none"
"#;

const CORE: &str = r#"[package]
name = "sprag-core"
version = "0.1.0"
edition = "2024"
autotests = false

[[test]]
name = "core"
path = "../tests/core/main.rs"
"#;

const SHELL: &str = r#"[package]
name = "sprag"
version = "0.1.0"
edition = "2024"
autotests = false

[[test]]
name = "cli"
path = "../tests/cli/main.rs"
"#;

const MAIN: &str = r"//! A shell in small.
use std::process::ExitCode;

mod code;

fn main() -> ExitCode {
    ExitCode::from(code::code())
}
";

const CODE: &str = r"//! How it ends.

/// What the shell ends with.
pub(crate) fn code() -> u8 {
    7
}
";

const CLI_TESTS: &str = r#"//! Runs it.
use std::process::Command;

mod run {
    use super::*;

    #[test]
    fn it_ends_with_7() {
        let ended = Command::new(env!("CARGO_BIN_EXE_sprag")).env_clear().status().unwrap();
        assert_eq!(ended.code(), Some(7));
    }

    #[test]
    fn nothing_is_said_here() {}
}
"#;

const LIB: &str = r"//! A core in small.
#![no_std]

/// Whether that many blocks are too many.
pub fn guard_cap(blocks: u32) -> bool {
    blocks >= 3
}

/// Whether a stop passes because it already continues.
pub fn guard_flag(again: bool, asked: bool) -> bool {
    let unasked = !asked;
    again && unasked
}

/// What happens.
#[derive(Debug, Eq, PartialEq)]
pub enum Verdict {
    /// The stop passes.
    Pass,
    /// The stop is blocked.
    Block,
}

/// What happens after that many blocks.
pub fn decide(blocks: u32) -> Verdict {
    match guard_cap(blocks) {
        true => Verdict::Pass,
        false => Verdict::Block,
    }
}
";

const CORE_TESTS: &str = r"//! Judges the core in small.
use sprag_core::{Verdict, decide, guard_cap, guard_flag};

mod cap {
    use super::*;

    #[test]
    fn a_fourth_block_passes() {
        assert!(guard_cap(3) && !guard_cap(2));
    }

    #[test]
    fn nothing_is_said_here() {}

    #[test]
    fn too_many_pass() {
        assert_eq!((decide(9), decide(0)), (Verdict::Pass, Verdict::Block));
    }
}

mod flag {
    use super::*;

    #[test]
    fn a_stop_that_continues_passes() {
        let table = [(true, false), (true, true), (false, false), (false, true)];
        let all = table.map(|(again, asked)| guard_flag(again, asked));
        assert_eq!(all, [true, false, false, false]);
    }
}
";

const GUARDS: &str = r#"[shell]
fail_open = ["shell/src/main.rs"]

[[guard]]
file = "core/src/lib.rs"
function = "guard_cap"
promise = "At most three blocks."
test = "core::cap::a_fourth_block_passes"

[[guard]]
file = "core/src/lib.rs"
function = "guard_flag"
promise = "A stop that already continues passes."
test = "core::flag::a_stop_that_continues_passes"
"#;

const FLOORS: &str = r"[floor.guards]
guards = 2
files = 0
mutants = 5
planted = 1

[floor.all]
guards = 2
files = 0
mutants = 6
planted = 1
";

const PLANTED: &str = r#"promise = "At most three blocks."
package = "sprag-core"
test = "core::cap::a_fourth_block_passes"
"#;

const PATCH: &str = "--- a/core/src/lib.rs
+++ b/core/src/lib.rs
@@ -3,5 +3,5 @@
 
 /// Whether that many blocks are too many.
 pub fn guard_cap(blocks: u32) -> bool {
-    blocks >= 3
+    blocks >= 300
 }
";
