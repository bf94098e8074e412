//! The ways in which whole files can be wrong.
use super::cases::{Case, GUARDS, LIB, PLAIN, WRONG};

/// A whole file of each package.
const WHOLE: &str = "[[file]]\npath = \"core/src/lib.rs\"\npromise = \"It blocks.\"\n\
                     tests = \"core::cap\"\n\n[shell]";
const SHELL_WHOLE: &str = "[[file]]\npath = \"shell/src/\"\npromise = \"It ends.\"\n\
                           tests = \"cli::run::it_ends_with_7\"\n\n[shell]";

/// A function that no test asks.
const IDLE: (&str, &str, &str) = (
    LIB,
    "/// What happens after",
    "/// Nobody asks.\npub fn idle() -> bool {\n    true\n}\n\n/// What happens after",
);

/// What then survives.
const SURVIVOR: &str = "[[survivor]]
file = \"core/src/lib.rs\"
function = \"idle\"
genre = \"FnValue\"
replacement = \"false\"
why = \"Nobody asks.\"
";

/// All of them.
pub(super) const CASES: &[Case] = &[
    Case {
        name: "a whole file is guarded with what no guard is in",
        edits: &[(GUARDS, "[shell]", WHOLE)],
        words: &[
            "8: 7 caught, 0 missed, 0 timed out, 1 unviable",
            "can be raised: guards.files = 1",
        ],
        ..PLAIN
    },
    Case {
        name: "a missed mutant in a whole file is refused",
        edits: &[(GUARDS, "[shell]", WHOLE), IDLE],
        words: &["7 caught, 1 missed", "replace idle -> bool with false; write a test"],
        ..WRONG
    },
    Case {
        name: "what may survive in a whole file is in the list",
        edits: &[(GUARDS, "[shell]", WHOLE), IDLE, ("mutants/survivors.toml", "# None.", SURVIVOR)],
        words: &["7 caught, 1 missed", "4 passed, 0 failed"],
        ..PLAIN
    },
    Case {
        name: "a listed survivor of a whole file that does not survive is refused",
        edits: &[(GUARDS, "[shell]", WHOLE), ("mutants/survivors.toml", "# None.", SURVIVOR)],
        words: &["`false` in core/src/lib.rs::idle, which did not survive; remove the entry"],
        ..WRONG
    },
    Case {
        name: "a whole file that holds no mutant is refused",
        edits: &[
            (GUARDS, "[shell]", WHOLE),
            (GUARDS, "path = \"core/src/lib.rs", "path = \"core/src/x.rs"),
        ],
        words: &["no test noticed a mutant in core/src/x.rs", "3 passed, 1 failed"],
        ..WRONG
    },
    Case {
        name: "a whole file of the shell is instrumented, and only its tests are asked",
        edits: &[(GUARDS, "[shell]", SHELL_WHOLE)],
        words: &["1 tests of sprag with no mutant on", "4 passed, 0 failed"],
        ..PLAIN
    },
    Case {
        name: "a missed mutant in a whole file of the shell is refused at once",
        edits: &[
            (GUARDS, "[shell]", SHELL_WHOLE),
            (GUARDS, "cli::run::it_ends_with_7", "cli::run::nothing_is_said_here"),
        ],
        words: &["missed: shell/src/code.rs:5:5: replace code -> u8 with 0", "3 passed, 1 failed"],
        ..WRONG
    },
    Case {
        name: "a whole file whose tests are not there is refused",
        edits: &[
            (GUARDS, "[shell]", SHELL_WHOLE),
            (GUARDS, "cli::run::it_ends_with_7", "cli::runs"),
        ],
        words: &["guards.toml names cli::runs, where no test is"],
        ..WRONG
    },
];
