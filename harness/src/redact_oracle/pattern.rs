//! What must not leave, as patterns.

use std::sync::LazyLock;

use regex_lite::Regex;

pub(super) static PLACEHOLDER: LazyLock<Regex> =
    LazyLock::new(|| regex("<(?:code|commit|credential|email|issue|lines|path|project|url)>"));
pub(super) static BLANKS: LazyLock<Regex> = LazyLock::new(|| regex("[ \t]+"));
pub(super) static LINE_ENDS: LazyLock<Regex> = LazyLock::new(|| regex(" ?\n"));
pub(super) static NEWLINES: LazyLock<Regex> = LazyLock::new(|| regex("\n{3,}"));
pub(super) static QUOTE: LazyLock<Regex> = LazyLock::new(|| regex(&format!("^{MARKERS}>")));
pub(super) static FENCE: LazyLock<Regex> =
    LazyLock::new(|| regex(&format!("^({MARKERS})(`{{3,}}|~{{3,}})(.*)$")));
pub(super) static ITEM: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^[ \t]*(?:[-+*]|([0-9]{1,9})[.)])(?:[ \t]|$)"));
pub(super) static LONE: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r"^{MARKERS}(?:#{{1,6}}(?:[ \t].*)?|<code>[ \t]*|=[= \t]*|-[- \t]*|(?:\*[ \t]*){{3,}}|(?:_[ \t]*){{3,}})$"
    ))
});
pub(super) static SLASHED: LazyLock<Regex> =
    LazyLock::new(|| regex(r"[A-Za-z0-9._-]+(?:/[A-Za-z0-9._-]+)+"));
pub(super) static HIDDEN: LazyLock<Regex> = LazyLock::new(|| regex(r"(?:^|\s)\.[A-Za-z]{2,}"));
pub(super) static HASH: LazyLock<Regex> =
    LazyLock::new(|| regex(r"\b(?:[0-9a-f]{7,64}|[0-9A-F]{7,64})\b"));
/// The key of an issue at a tracker, and what goes on behind it.
pub(super) static TRACKER_KEY: LazyLock<Regex> =
    LazyLock::new(|| regex(r"\b([A-Z][A-Z0-9]{1,9}-[0-9]{1,7})\b([.-][0-9])?"));
/// What has that form and is known to everybody.
pub(super) static PUBLIC: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        "^(?:AES-(?:128|192|256)|(?:BCP|COVID|CVE|CWE|GMT|GPT|HTTP|IEC|ISO|PEP|RFC|UTC)-[0-9]+",
        "|BASE-64|CP-1252|CRC-(?:16|32|64)|ECMA-262|FIPS-140|IEEE-754|LATIN-1|MD-5",
        "|RSA-(?:2048|4096)|SHA-(?:1|224|256|384|512)|SHA3-(?:256|512)|UCS-[24]",
        "|UTF-(?:7|8|16|32)|X86-64)$",
    ))
});
pub(super) static SPACELESS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        "[\u{e00}-\u{eff}\u{1000}-\u{109f}\u{1100}-\u{11ff}\u{1780}-\u{17ff}\u{2e80}-\u{2fdf}\
           \u{3000}-\u{9fff}\u{a960}-\u{a97f}\u{ac00}-\u{d7ff}\u{f900}-\u{faff}\u{ff00}-\u{ffef}\
           \u{1aff0}-\u{1b16f}\u{20000}-\u{3ffff}]",
    )
});
/// What keeps its shape for the scan of the outgoing bytes.
pub(super) static KEY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(^|[^A-Za-z0-9]|\\[bfnrt]|\\u.{4})(?:sk-[\w-]{16,}|gh[opsru]_[\w-]{20,}|github_pat_[\w-]{20,}|A[KS]IA[A-Z0-9]{16}[\w-]*|glpat-[\w-]{20,}|xox[abprs]-[\w-]{10,}|AIza[\w-]{35,}|npm_[\w-]{36,}|-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----)",
    )
});
pub(super) static BEFORE_KEYS: LazyLock<Vec<(&str, Regex)>> = LazyLock::new(|| {
    vec![
        ("url", regex(r"(?i)[a-z][a-z0-9+.-]*://|\bwww\.|\bmailto:")),
        ("credential", regex(r#"(?i)authorization["']?[ \t]*:[ \t]*["']?[!#-&(-;=?-_a-~]"#)),
        (
            "credential",
            regex(
                r#"(?i)(?:api[ _-]?key|token|secret|password|passwd|pwd)["']?[ \t]*[:=][ \t]*["']?[!#-&(-;=?-_a-~]{6}"#,
            ),
        ),
        ("credential", regex(r"\bBearer[ \t]+[A-Za-z0-9._~+/=-]{8}")),
        ("credential", regex(r"(?i)\bbasic[ \t]+[a-z0-9._~+/=-]{7,}[0-9=]")),
    ]
});
pub(super) static AFTER_KEYS: LazyLock<Vec<(&str, Regex)>> = LazyLock::new(|| {
    vec![
        ("email", regex(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}")),
        ("path", regex(r#"(?:^|[\s"'(,;])/[A-Za-z0-9_.-]*[A-Za-z]"#)),
        ("path", regex(r"~/[A-Za-z]|(?:^|[\s(])\.{1,2}/[A-Za-z]")),
        ("path", regex(r#"(?:^|[\s"'(])(?:[A-Za-z]:[\\/]|\\\\)[A-Za-z]"#)),
        (
            "path",
            regex(
                r#"(?:^|[\s"'(])(?:src|lib|tests?|docs|app|bin|core|crates|packages|cmd|internal|pkg|scripts|config|public|assets|components|pages|api|server|client)/"#,
            ),
        ),
        (
            "file",
            regex(
                r"(?i)[a-z0-9]\.(?:rs|swift|py|pyi|ts|tsx|js|jsx|mjs|cjs|sh|bash|zsh|ps1|bat|json|jsonl|toml|yaml|yml|lock|md|mdx|txt|rst|c|h|cc|cpp|cxx|hpp|cs|go|rb|java|kt|kts|scala|php|pl|lua|ex|exs|erl|hs|ml|sql|html|htm|css|scss|sass|less|vue|svelte|xml|svg|png|jpg|jpeg|gif|webp|pdf|csv|tsv|log|ini|cfg|conf|env|gradle|tf|proto|ipynb|zip|tar|gz|tgz|diff|patch|snap|wasm|so|dll|exe|db|sqlite)(?:[^a-z0-9]|$)",
            ),
        ),
        (
            "file",
            regex(
                r#"(?:^|[\s"'(])(?:Makefile|Dockerfile|Gemfile|Rakefile|Procfile|[jJ]ustfile|LICENSE|README|CHANGELOG)(?:$|[\s"',;:)!?])"#,
            ),
        ),
        ("issue", regex(r"#[0-9]+\b|(?:^|\W)![0-9]+\b")),
        (
            "issue",
            regex(
                r"(?i)\b(?:prs?|issues?|mr|pull requests?|merge requests?)[ \t]+[0-9]+\b|\bgh-[0-9]+\b",
            ),
        ),
        ("lines", regex(r"(?i)\blines?[ \t]+[0-9]+\b")),
        ("lines", regex(r"\bL[0-9]+\b")),
    ]
});
/// Indentation and list markers before what a line holds.
const MARKERS: &str = r"[ \t]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+)*";

fn regex(pattern: &str) -> Regex {
    #[expect(clippy::expect_used, reason = "a pattern is a constant")]
    Regex::new(pattern).expect("pattern")
}
