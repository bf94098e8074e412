//! The shapes of words that should not leave.

/// How keys and tokens begin that vendors give out.
const TOKENS: [&str; 15] = [
    "sk-",
    "ghp_",
    "gho_",
    "ghs_",
    "ghu_",
    "github_pat_",
    "glpat-",
    "xox",
    "AKIA",
    "ASIA",
    "AIza",
    "eyJ",
    "npm_",
    "hf_",
    "pypi-",
];

/// What stands before a value that is secret.
const NAMES: [&str; 8] =
    ["password=", "passwd=", "pwd=", "token=", "secret=", "api_key=", "apikey=", "authorization:"];

/// The shortest token.
const TOKEN_BYTES: usize = 14;
/// The shortest secret value.
const VALUE_BYTES: usize = 6;

pub(super) fn is_credential(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let is_named =
        |name: &str| lower.split_once(name).is_some_and(|(_, value)| value.len() >= VALUE_BYTES);
    let is_token = word.len() >= TOKEN_BYTES && TOKENS.iter().any(|start| word.starts_with(start));
    is_token || NAMES.iter().any(|name| is_named(name))
}

pub(super) fn is_email(word: &str) -> bool {
    let Some((user, host)) = word.rsplit_once('@') else { return false };
    let name = user.rsplit(|char: char| !is_name(char)).next().unwrap_or_default();
    !name.is_empty()
        && host.split_once('.').is_some_and(|(domain, rest)| {
            domain.starts_with(char::is_alphanumeric) && rest.starts_with(char::is_alphabetic)
        })
}

fn is_name(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '.' | '_' | '-' | '+')
}

pub(super) fn is_url(word: &str) -> bool {
    let scheme = word.split_once("://").map(|(before, rest)| (before, !rest.is_empty()));
    scheme.is_some_and(|(before, has_rest)| {
        has_rest && before.ends_with(|char: char| char.is_ascii_alphabetic())
    }) || (word.starts_with("www.") && word.len() > 4)
}

/// Beginnings of a path.
const ROOTS: [&str; 5] = ["/", "~/", "./", "../", "\\\\"];

pub(super) fn is_path(word: &str) -> bool {
    let has_drive = word.get(1..3) == Some(":\\") || word.get(1..3) == Some(":/");
    let rooted = ROOTS.into_iter().find_map(|root| word.strip_prefix(root));
    let is_rooted = rooted.is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    let mut parts = word.split(['/', '\\']);
    let named = parts.clone().filter(|part| part.starts_with(|char: char| is_name(char))).count();
    // `and/or` is no path; `src/main.rs` and `a/b/c` are.
    let is_relative = named >= 3 || (named == 2 && parts.next_back().is_some_and(is_file));
    has_drive || is_rooted || is_relative
}

/// Endings of names of files.
const ENDINGS: [&str; 60] = [
    "bash",
    "bat",
    "c",
    "cc",
    "cfg",
    "conf",
    "cpp",
    "cs",
    "css",
    "csv",
    "db",
    "diff",
    "env",
    "ex",
    "exs",
    "gitignore",
    "go",
    "gradle",
    "graphql",
    "h",
    "hpp",
    "html",
    "ini",
    "ipynb",
    "java",
    "js",
    "json",
    "jsonl",
    "jsx",
    "kt",
    "lock",
    "log",
    "lua",
    "md",
    "mdx",
    "mjs",
    "patch",
    "pem",
    "php",
    "pl",
    "proto",
    "ps1",
    "py",
    "rb",
    "rs",
    "sass",
    "scala",
    "scss",
    "sh",
    "sql",
    "sqlite",
    "svelte",
    "swift",
    "tf",
    "toml",
    "ts",
    "tsx",
    "txt",
    "vue",
    "yaml",
];
const MORE_ENDINGS: [&str; 3] = ["yml", "xml", "zig"];

pub(super) fn is_file(word: &str) -> bool {
    // What follows a colon is a line.
    let word = word.split(':').next().unwrap_or_default();
    let Some((name, ending)) = word.rsplit_once('.') else { return false };
    let ending = ending.to_ascii_lowercase();
    let is_known = ENDINGS.contains(&ending.as_str()) || MORE_ENDINGS.contains(&ending.as_str());
    // `.env` has no name before its ending.
    let is_named = name.is_empty() || name.chars().any(char::is_alphanumeric);
    is_known && is_named
}

pub(super) fn is_hash(word: &str) -> bool {
    let is_hex = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let has = |is: fn(&u8) -> bool| word.as_bytes().iter().any(is);
    let is_plain = (7..=128).contains(&word.len())
        && is_hex(word)
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_alphabetic);
    let lengths = word.split('-').map(str::len);
    let is_uuid = lengths.eq([8, 4, 4, 4, 12]) && word.split('-').all(is_hex);
    is_plain || is_uuid
}

pub(super) fn is_address(word: &str) -> bool {
    let host = word.split(':').next().unwrap_or_default();
    host.split('.').count() == 4 && host.split('.').all(|part| part.parse::<u8>().is_ok())
}
