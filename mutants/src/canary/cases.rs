//! The ways to be wrong, each with what the gate has to say.
use crate::Exit;

/// One small tree and how the gate ends on it.
#[derive(Debug)]
pub(super) struct Case {
    /// What is wrong, or that nothing is.
    pub(super) name: &'static str,
    /// File, what stands there, what is put there.
    pub(super) edits: &'static [(&'static str, &'static str, &'static str)],
    /// After `gate`.
    pub(super) arguments: &'static [&'static str],
    /// What the one who runs the gate has set.
    pub(super) environment: &'static [(&'static str, &'static str)],
    /// How it has to end.
    pub(super) exit: Exit,
    /// What it has to print.
    pub(super) words: &'static [&'static str],
}

const CONFIG: &str = ".cargo/mutants.toml";
pub(super) const GUARDS: &str = "mutants/guards.toml";
pub(super) const LIB: &str = "core/src/lib.rs";
const PATCH: &str = "mutants/planted/cap/change.patch";
const PLANTED: &str = "mutants/planted/cap/mutant.toml";
const TESTS: &str = "tests/core/main.rs";
const CLI_TESTS: &str = "tests/cli/main.rs";

/// A test that fails with every mutant, and shows nothing.
const SWITCHED: &str =
    "fn nothing_is_said_here() { assert!(std::env::var(\"SPRAG_MUTANT\").is_err()); }";

/// A planted mutant of the shell, as edits of the one of the core.
const SHELL_TOML: [(&str, &str, &str); 2] = [
    (PLANTED, "sprag-core", "sprag"),
    (PLANTED, "core::cap::a_fourth_block_passes", "cli::run::it_ends_with_7"),
];
const SHELL_NAMES: (&str, &str, &str) = (PATCH, "core/src/lib.rs", "shell/src/code.rs");
const SHELL_PLACE: (&str, &str, &str) = (PATCH, "@@ -3,5 +3,5 @@", "@@ -2,5 +2,5 @@");
const SHELL_FUNCTION: (&str, &str, &str) = (
    PATCH,
    "/// Whether that many blocks are too many.\n pub fn guard_cap(blocks: u32) -> bool {",
    "/// What the shell ends with.\n pub(crate) fn code() -> u8 {",
);
const SHELL_BEFORE: (&str, &str, &str) = (PATCH, "-    blocks >= 3\n", "-    7\n");
const SHELL_AFTER: (&str, &str, &str) = (PATCH, "+    blocks >= 300", "+    8");

/// A guard of the shell instead of one of the core.
const SHELL_GUARD: (&str, &str, &str) = (
    GUARDS,
    "core/src/lib.rs\"\nfunction = \"guard_flag",
    "shell/src/code.rs\"\nfunction = \"code",
);
const SHELL_TEST: (&str, &str, &str) =
    (GUARDS, "core::flag::a_stop_that_continues_passes", "cli::run::it_ends_with_7");

/// A constant beside the function: no switch can stand in it.
const BESIDE: (&str, &str, &str) =
    (PATCH, "@@ -3,5 +3,5 @@\n \n", "@@ -3,5 +3,6 @@\n \n+const MANY: u32 = 300;\n");

/// A loop that ends, and with `/=` does not.
const LOOP: &str = "    let mut left = u32::from(asked);
    while left > 0 {
        left -= 1;
    }
    let unasked";

pub(super) const PLAIN: Case = Case {
    name: "a sound tree passes",
    edits: &[],
    arguments: &[],
    environment: &[],
    exit: Exit::Passed,
    words: &["3 passed, 0 failed"],
};

pub(super) const WRONG: Case = Case { exit: Exit::Failed, ..PLAIN };

/// All but those of whole files.
pub(super) const CASES: &[Case] = &[
    PLAIN,
    Case { name: "a sound tree passes as a whole", arguments: &["--scope", "all"], ..PLAIN },
    Case {
        name: "denied warnings of the caller change nothing",
        environment: &[("RUSTFLAGS", "-D warnings"), ("INSTA_FORCE_PASS", "1")],
        ..PLAIN
    },
    Case {
        name: "a sound tree passes with a build for each mutant",
        arguments: &["--build", "apart"],
        ..PLAIN
    },
    Case {
        name: "denied warnings that make mutants unviable are refused",
        arguments: &["--build", "apart"],
        edits: &[
            (CONFIG, "cap_lints = true", "cap_lints = false"),
            (".cargo/config.toml", "# Nothing yet.", "[build]\nrustflags = [\"-D\", \"warnings\"]"),
        ],
        words: &["did not compile, more than one in 4", "read their logs"],
        ..WRONG
    },
    Case {
        name: "denied warnings make no mutant unviable where all are in one build",
        edits: &[
            (CONFIG, "cap_lints = true", "cap_lints = false"),
            (".cargo/config.toml", "# Nothing yet.", "[build]\nrustflags = [\"-D\", \"warnings\"]"),
        ],
        words: &["7 caught, 0 missed, 0 timed out, 0 unviable"],
        ..PLAIN
    },
    Case {
        name: "what cannot be switched is tested in a build of its own",
        edits: &[(LIB, "pub fn guard_flag", "pub const fn guard_flag")],
        words: &["apart      4 mutants", "7 caught, 0 missed", "3 passed, 0 failed"],
        ..PLAIN
    },
    Case {
        name: "a guard that cannot be switched and is not guarded is refused",
        edits: &[
            (LIB, "pub fn guard_flag", "pub const fn guard_flag"),
            (TESTS, "(true, true), (false, false), (false, true)", "(true, false)"),
            (TESTS, "[true, false, false, false]", "[true, true]"),
        ],
        words: &["guard missed: core/src/lib.rs:11:5: replace guard_flag -> bool with true"],
        ..WRONG
    },
    Case {
        name: "a test that fails because mutants are switched at all is refused",
        edits: &[(TESTS, "fn nothing_is_said_here() {}", SWITCHED)],
        words: &["none of them switched on, the core fails core core::cap::nothing_is_said_here"],
        ..WRONG
    },
    Case {
        name: "a failing test on the unchanged tree is refused",
        edits: &[(TESTS, "(Verdict::Pass, Verdict::Block)", "(Verdict::Pass, Verdict::Pass)")],
        words: &["the unchanged tree fails core::cap::too_many_pass"],
        ..WRONG
    },
    Case {
        name: "a filter that matches nothing is refused",
        edits: &[(GUARDS, "\"guard_", "\"guarded_")],
        words: &["the filter matches nothing"],
        ..WRONG
    },
    Case {
        name: "a renamed guard is refused",
        edits: &[(GUARDS, "\"guard_flag", "\"guarded_flag")],
        words: &["guarded_flag has no mutant", "3 mutants were tested, the floor is 5"],
        ..WRONG
    },
    Case {
        name: "a floor that fell is refused",
        edits: &[("mutants/floors.toml", "mutants = 5", "mutants = 4")],
        words: &["the floor guards.mutants fell from 5 to 4", "0 passed, 1 failed"],
        ..WRONG
    },
    Case {
        name: "an exclusion in the configuration is refused",
        edits: &[(CONFIG, "copy_vcs = false", "copy_vcs = false\nexclude_re = [\"guard_flag\"]")],
        arguments: &["--scope", "all"],
        words: &["guard_flag has no mutant"],
        ..WRONG
    },
    Case {
        name: "a guard with only unviable mutants is refused",
        edits: &[(GUARDS, "\"guard_cap\"", "\"decide\"")],
        arguments: &["--scope", "all"],
        words: &["decide has only mutants that do not compile (1)"],
        ..WRONG
    },
    Case {
        name: "a missed mutant in a guard is refused",
        edits: &[
            (TESTS, "(true, true), (false, false), (false, true)", "(true, false)"),
            (TESTS, "[true, false, false, false]", "[true, true]"),
        ],
        words: &["guard missed: core/src/lib.rs:11:5: replace guard_flag -> bool with true"],
        ..WRONG
    },
    Case {
        name: "a mutant in a guard that never ends is refused",
        edits: &[(LIB, "    let unasked", LOOP)],
        words: &["guard timed out: core/src/lib.rs:", "replace -= with /= in guard_flag"],
        ..WRONG
    },
    Case {
        name: "a test that notices nothing cannot be named",
        edits: &[(GUARDS, "cap::a_fourth_block_passes", "cap::nothing_is_said_here")],
        words: &["passes whatever is changed; name one that fails: core::cap::"],
        ..WRONG
    },
    Case {
        name: "a named test that does not exist is refused",
        edits: &[(GUARDS, "cap::a_fourth_block_passes", "cap::a_fifth_block_passes")],
        words: &["core::cap::a_fifth_block_passes, which no program of its package ran"],
        ..WRONG
    },
    Case {
        name: "a planted mutant is instrumented",
        words: &["planted    1 killed, 0 not; 1 instrumented, 0 each", "3 passed, 0 failed"],
        ..PLAIN
    },
    Case {
        name: "a planted mutant of the shell is instrumented and switched in a program of its own",
        edits: &[
            SHELL_TOML[0],
            SHELL_TOML[1],
            SHELL_NAMES,
            SHELL_PLACE,
            SHELL_FUNCTION,
            SHELL_BEFORE,
            SHELL_AFTER,
        ],
        words: &[
            "1 tests of sprag with no mutant on",
            "1 instrumented, 0 each",
            "3 passed, 0 failed",
        ],
        ..PLAIN
    },
    Case {
        name: "a planted mutant of the shell that nobody notices is refused",
        edits: &[
            SHELL_TOML[0],
            (PLANTED, "core::cap::a_fourth_block_passes", "cli::run::nothing_is_said_here"),
            SHELL_NAMES,
            SHELL_PLACE,
            SHELL_FUNCTION,
            SHELL_BEFORE,
            SHELL_AFTER,
        ],
        words: &[
            "planted mutant cap survives cli::run::nothing_is_said_here",
            "2 passed, 1 failed",
        ],
        ..WRONG
    },
    Case {
        name: "a test of the shell that fails with no mutant on is refused",
        edits: &[
            SHELL_TOML[0],
            SHELL_TOML[1],
            SHELL_NAMES,
            SHELL_PLACE,
            SHELL_FUNCTION,
            SHELL_BEFORE,
            SHELL_AFTER,
            (CLI_TESTS, "Some(7)", "Some(8)"),
        ],
        words: &["none of them switched on, the shell fails cli cli::run::it_ends_with_7"],
        ..WRONG
    },
    Case {
        name: "a guard of the shell is instrumented",
        edits: &[SHELL_GUARD, SHELL_TEST],
        words: &["1 tests of sprag with no mutant on", "5: 5 caught", "3 passed, 0 failed"],
        ..PLAIN
    },
    Case {
        name: "a guard of the shell whose test notices nothing is refused",
        edits: &[
            SHELL_GUARD,
            (GUARDS, "core::flag::a_stop_that_continues_passes", "cli::run::nothing_is_said_here"),
        ],
        words: &[
            "apart      2 mutants",
            "passes whatever is changed; name one that fails: cli::run",
        ],
        ..WRONG
    },
    Case {
        name: "a guard of the shell whose test does not exist is refused",
        edits: &[
            SHELL_GUARD,
            (GUARDS, "core::flag::a_stop_that_continues_passes", "cli::run::it_ends_with_8"),
        ],
        words: &["names cli::run::it_ends_with_8, which no program of its package ran"],
        ..WRONG
    },
    Case {
        name: "a planted mutant that is more than bodies is built alone",
        edits: &[BESIDE, (PATCH, "+    blocks >= 300", "+    blocks >= MANY")],
        words: &["planted    1 killed, 0 not; 0 instrumented, 1 each", "3 passed, 0 failed"],
        ..PLAIN
    },
    Case {
        name: "a planted mutant that is built alone and that nobody notices is refused",
        edits: &[BESIDE, (PATCH, "+    blocks >= 300", "+    blocks >= MANY - 297")],
        words: &[
            "0 instrumented, 1 each",
            "planted mutant cap survives core::cap::a_fourth_block_passes",
        ],
        ..WRONG
    },
    Case {
        name: "a planted mutant that changes no code is refused",
        edits: &[(PATCH, "+    blocks >= 300", "+    blocks >= 3 // As before.")],
        words: &["planted mutant cap changes no code", "2 passed, 1 failed"],
        ..WRONG
    },
    Case {
        name: "a planted mutant that breaks the program and fails no test is refused",
        edits: &[(PATCH, "+    blocks >= 300", "+    core::hint::black_box(guard_cap(blocks))")],
        words: &["planted mutant cap", "was not run to its end", "2 passed, 1 failed"],
        ..WRONG
    },
    Case {
        name: "a planted mutant that nobody notices is refused",
        edits: &[(PATCH, "+    blocks >= 300", "+    blocks > 2")],
        words: &[
            "planted mutant cap survives core::cap::a_fourth_block_passes",
            "2 passed, 1 failed",
        ],
        ..WRONG
    },
    Case {
        name: "a planted mutant that does not compile is refused",
        edits: &[(PATCH, "+    blocks >= 300", "+    blocks >=")],
        words: &["planted mutant cap does not compile"],
        ..WRONG
    },
    Case {
        name: "a planted mutant that does not apply is refused",
        edits: &[(PATCH, "-    blocks >= 3\n", "-    blocks >= 4\n")],
        words: &["planted mutant cap does not apply"],
        ..WRONG
    },
    Case {
        name: "a planted mutant whose test does not run is refused",
        edits: &[(PLANTED, "a_fourth_block_passes", "a_fourth")],
        words: &["no program ran core::cap::a_fourth"],
        ..WRONG
    },
    Case {
        name: "a part of the guards is no more than that",
        arguments: &["--only", "guard_cap"],
        words: &["part       1 of 2 guards", "1 passed, 0 failed"],
        ..PLAIN
    },
    Case {
        name: "words that no guard has are refused",
        arguments: &["--only", "guard_crown"],
        words: &["no guard has these words", "0 passed, 1 failed"],
        ..WRONG
    },
    Case {
        name: "a diff without anything to mutate shows nothing",
        edits: &[(TESTS, "//! Judges", "//! Tests")],
        arguments: &["--in-diff", "HEAD"],
        exit: Exit::Nothing,
        words: &["none in this diff", "0 passed, 0 failed"],
        ..PLAIN
    },
    Case {
        name: "a diff is judged by what it touches",
        edits: &[(LIB, "    blocks >= 3\n", "    blocks > 2\n")],
        arguments: &["--in-diff", "HEAD"],
        exit: Exit::Passed,
        words: &["1 passed, 0 failed"],
        ..PLAIN
    },
];
