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
const GUARDS: &str = "mutants/guards.toml";
const LIB: &str = "core/src/lib.rs";
const PATCH: &str = "mutants/planted/cap/change.patch";
const PLANTED: &str = "mutants/planted/cap/mutant.toml";
const TESTS: &str = "tests/core/main.rs";

/// A test that fails with every mutant, and shows nothing.
const SWITCHED: &str =
    "fn nothing_is_said_here() { assert!(std::env::var(\"SPRAG_MUTANT\").is_err()); }";

/// A loop that ends, and with `/=` does not.
const LOOP: &str = "    let mut left = u32::from(asked);
    while left > 0 {
        left -= 1;
    }
    let unasked";

const PLAIN: Case = Case {
    name: "a sound tree passes",
    edits: &[],
    arguments: &[],
    environment: &[],
    exit: Exit::Passed,
    words: &["3 passed, 0 failed"],
};

const WRONG: Case = Case { exit: Exit::Failed, ..PLAIN };

/// All of them.
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
