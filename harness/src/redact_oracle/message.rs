//! Writes messages: such as agents write, and such as no one should.

use proptest::prelude::*;

/// Writes messages as agents do: prose, lists, tables, code and all that must be masked.
pub fn message() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        6 => sentence(),
        1 => sentence().prop_map(|text| format!("- {text}")),
        1 => sentence().prop_map(|text| format!("2. {text}")),
        1 => sentence().prop_map(|text| format!("> {text}")),
        1 => sentence().prop_map(|text| format!("## {text}")),
        1 => sentence().prop_map(|text| format!("| {text} | ok |")),
        2 => fence(),
        1 => Just(String::new()),
        1 => "\\PC{0,40}",
    ];
    prop::collection::vec(line, 0..12).prop_map(|lines| lines.join("\n"))
}

/// Writes messages in which nothing has to be masked.
pub fn clean_message() -> impl Strategy<Value = String> {
    let line =
        prop::collection::vec(prop::sample::select(CLEAN), 1..8).prop_map(|words| words.join(" "));
    prop::collection::vec(line, 1..6).prop_map(|lines| lines.join("\n"))
}

/// Writes markdown out of little but the signs that open and close code.
pub fn markdown() -> impl Strategy<Value = String> {
    let part = prop::sample::select(MARKDOWN);
    prop::collection::vec(part, 0..24).prop_map(|parts| parts.concat())
}

/// Writes text that is dense in the signs the rules look for.
pub fn dense() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        8 => prop::sample::select(SIGNS).prop_map(str::to_owned),
        2 => prop::sample::select(MASKED).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(part, 0..24).prop_map(|parts| parts.concat())
}

/// Writes one line with hardly an end.
pub fn giant_line() -> impl Strategy<Value = String> {
    (prop::sample::select(SIGNS), prop::sample::select(MASKED), 1..120_usize)
        .prop_map(|(sign, masked, count)| [sign, masked].concat().repeat(count))
}

fn sentence() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        6 => prop::sample::select(CLEAN),
        2 => prop::sample::select(MASKED),
        1 => prop::sample::select(SPANS),
    ];
    let joint =
        prop::sample::select(&[" ", " ", " ", ", ", "", "\u{3001}", " (", ") ", "\t", ": "]);
    prop::collection::vec((word, joint), 1..10)
        .prop_map(|words| words.into_iter().flat_map(|(word, joint)| [word, joint]).collect())
}

fn fence() -> impl Strategy<Value = String> {
    let mark = prop::sample::select(&["```", "~~~", "````", "  ```", "- ```"]);
    (mark, sentence(), any::<bool>()).prop_map(|(mark, text, closes)| {
        let end = if closes { mark.trim_start_matches("- ") } else { "" };
        format!("{mark}rust\n{text}\n{end}")
    })
}

const CLEAN: &[&str] = &[
    "12 passed, 0 failed",
    "3/9 done",
    "12/12",
    "CI is running",
    "and/or",
    "pass/fail",
    "read/write",
    "CI/CD",
    "\u{2713}",
    "\u{2705} done",
    "\u{1f680}",
    "version 1.2.3",
    "v2.0",
    "e.g.",
    "i.e.",
    "I'll push it",
    "100% of it",
    "\u{6e2c}\u{8a66}\u{5168}\u{90e8}\u{901a}\u{904e}",
    "\u{30c6}\u{30b9}\u{30c8}\u{306f}\u{5168}\u{3066}\u{901a}\u{308a}\u{307e}\u{3057}\u{305f}\u{3002}",
    "\u{c544}\u{c9c1} \u{d14c}\u{c2a4}\u{d2b8}\u{b97c} \u{b3cc}\u{b9ac}\u{c9c0} \u{c54a}\u{c558}\u{c2b5}\u{b2c8}\u{b2e4}",
    "quedan 4 cards",
    "les tests passent \u{e0} 100 %",
    "\u{432}\u{441}\u{435} \u{442}\u{435}\u{441}\u{442}\u{44b} \u{43f}\u{440}\u{43e}\u{448}\u{43b}\u{438}",
    "(done!)",
    "\"quoted\"",
    "**bold**",
    "_done_",
    "a --> b",
    "x = 5",
    "24/7",
    "N/A",
    "UTF-8",
    "SHA-256",
    "CVE-2026-1234",
    "RC-1.2",
];
const MASKED: &[&str] = &[
    "src/main.rs",
    "src/main.rs:12:5",
    "/home/dev/work",
    "/etc",
    "~/.zshrc",
    "./run",
    "C:\\Users\\ada",
    "\\\\server\\share",
    "docs/\u{8a2d}\u{8a08}.md",
    "Cargo.lock",
    ".env",
    "Makefile",
    "app/[id]/page.tsx",
    "https://example.org/a?b=c#d",
    "www.example.org",
    "mailto:ada@example.org",
    "ada@example.org",
    "git@github.com:ada/sprocket.git",
    "a1b2c3d",
    "0123456789abcdef0123456789abcdef01234567",
    "#12",
    "PR #12",
    "pull request 7",
    "MR !3",
    "GH-9",
    "ENT-258",
    "**OPS-7**",
    "K8S-12-fix",
    "lines 12-34",
    "L12-L34",
    "line 7",
    "sprocket",
    "Hoist-Rig",
    "\u{540d}\u{524d}",
    "Authorization: Bearer abcdefgh12345678",
    "api_key=abcdef123456",
    "password: hunter22",
    "Bearer abcdefgh.ijkl",
    "sk-abcdefghijklmnop0123",
    "ghp_abcdefghijklmnopqrst",
];
const SPANS: &[&str] = &[
    "`cargo test -p sprocket`",
    "`let x = 5;`",
    "``a ` b``",
    "`open",
    "`pytest`",
    "\\`",
    "\\`escaped`",
];
const MARKDOWN: &[&str] = &[
    "`",
    "`",
    "``",
    "```",
    "````",
    "~~~",
    "~~~~",
    "\n",
    "\n",
    "\n",
    "\n\n",
    "\\`",
    "\\\\`x",
    " ",
    "    ",
    "\t",
    "x",
    "yy",
    "- ",
    "1. ",
    "2) ",
    "> ",
    "# ",
    "---",
    "===",
    "cargo test x",
    "pytest ",
    "make ",
    "<code>",
    "\r\n",
    "* ",
    "\u{8a66}",
];
const SIGNS: &[&str] = &[
    "/",
    "//",
    "\\",
    "\\\\",
    ".",
    "..",
    ":",
    "://",
    "=",
    "@",
    "#",
    "!",
    "-",
    "_",
    "~",
    "*",
    "%",
    "`",
    "``",
    "```",
    "\n",
    " ",
    "\t",
    "<",
    ">",
    "<path>",
    "<code>",
    "\"",
    "'",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    "a",
    "ab",
    "f",
    "L",
    "7",
    "12",
    "x",
    "rs",
    ".rs",
    "md",
    "src",
    "www",
    "www.",
    "http",
    "token",
    "secret",
    "Bearer ",
    "basic ",
    "PR ",
    "line ",
    "to",
    "gh-",
    "AB-",
    "ENT-7",
    "UTF-",
    "\u{e9}",
    "\u{6e2c}",
    "\u{301}",
    "\u{1f680}",
    "sprocket",
    "sk-",
    "1234567",
    "abcdef0",
    "net",
    "|",
    "+",
    "$",
    "?",
    ";",
    "&",
];
