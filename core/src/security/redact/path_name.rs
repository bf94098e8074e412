//! Tells whether a word is a path or the name of a file, and not a ratio, a pair or a version.

use super::extent;

/// A word that may be a path, without the signs of the sentence around it.
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) before: Option<char>,
}

/// Tells whether a token is a path or a file name.
pub(super) fn is_path(token: &Token<'_>) -> bool {
    let slashes = token.text.chars().filter(|letter| is_slash(*letter)).count();
    match slashes {
        0 => is_file_name(token.text),
        _ if !names_something(token.text) => false,
        1 => is_pair_path(token),
        _ => true,
    }
}

fn is_slash(letter: char) -> bool {
    letter == '/' || letter == '\\'
}

/// Tells whether any component is more than a number or signs: `24/7`, `//` and `../..` are not.
pub(super) fn names_something(text: &str) -> bool {
    let mut named = text.split(is_slash).filter(|part| part.contains(char::is_alphanumeric));
    named.any(|part| !is_number(part))
}

/// Tells whether a component is a number: `12`, `-3`, `1.5`, `~90%`.
fn is_number(part: &str) -> bool {
    let digits = part.trim_start_matches(['+', '-', '~']).trim_end_matches('%');
    digits.chars().all(|letter| extent::is_digit(letter) || letter == '.')
}

/// Tells whether a token with one slash is a path: most are pairs of words.
fn is_pair_path(token: &Token<'_>) -> bool {
    let (first, second) = token.text.split_once(is_slash).unwrap_or_default();
    if first.is_empty() {
        return is_rooted(token, second);
    }
    first.ends_with(':')
        || first.contains(is_mark)
        || second.contains(is_mark)
        || FOLDERS.contains(&first)
}

/// Tells whether `/second` is an absolute path. After a letter it is half of a pair, unless it
/// holds a mark or is a root everyone has; after `<` it is the end of an element.
fn is_rooted(token: &Token<'_>, second: &str) -> bool {
    match token.before {
        Some(before) if before == '<' || extent::is_spaceless(before) => {
            second.contains(is_mark) || ROOTS.contains(&second)
        }
        _ => true,
    }
}

/// Tells whether a character is one that words lack and file names have.
fn is_mark(letter: char) -> bool {
    extent::is_digit(letter) || "._-@$~*".contains(letter)
}

fn is_file_name(word: &str) -> bool {
    is_hidden(word) || has_known_name(word) || has_known_extension(word)
}

/// Tells whether a word is a name such as `.env`; `.NET` is a word.
fn is_hidden(word: &str) -> bool {
    let name = word.strip_prefix('.').unwrap_or_default();
    let named = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    named && name.len() > 1 && !name.eq_ignore_ascii_case("net")
}

fn has_known_name(word: &str) -> bool {
    let name = word.split(|letter: char| !letter.is_ascii_alphabetic()).next();
    name.is_some_and(|name| NAMES.contains(&name))
}

/// Tells whether any part after a named one is an extension: `a.rs`, `a.rs.patch`, `a.RS-old`.
fn has_known_extension(word: &str) -> bool {
    let mut parts = word.split('.').zip(word.split('.').skip(1));
    parts.any(|(name, rest)| name.contains(char::is_alphanumeric) && is_known(rest))
}

fn is_known(rest: &str) -> bool {
    let end = extent::run_end(rest, 0, |letter| letter.is_ascii_alphanumeric());
    let extension = extent::before(rest, end);
    EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// What file names end in.
#[rustfmt::skip]
const EXTENSIONS: &[&str] = &[
    "adoc", "apk", "asc", "asm", "astro", "avif", "bak", "bash", "bat", "bin", "bmp", "bz2",
    "bzl", "c", "cc", "cer", "cfg", "cjs", "clj", "cljs", "cmake", "cmd", "conf", "config",
    "cpp", "crt", "cs", "csproj", "csr", "css", "csv", "cts", "cu", "cuh", "cxx", "dart", "db",
    "deb", "diff", "dll", "dmg", "doc", "docx", "dump", "dylib", "ejs", "el", "env", "eot",
    "erb", "erl", "ex", "exe", "exs", "feature", "fish", "fs", "fsx", "gem", "gif", "gitignore",
    "go", "gpg", "gql", "gradle", "graphql", "groovy", "gz", "h", "haml", "hbs", "hcl", "hh",
    "hpp", "hrl", "hs", "htm", "html", "hxx", "ico", "ini", "ipa", "ipynb", "j2", "jar", "java",
    "jinja", "jks", "jl", "jpeg", "jpg", "js", "json", "json5", "jsonc", "jsonl", "jsx", "kdbx",
    "key", "kt", "kts", "less", "lhs", "liquid", "lock", "log", "lua", "map", "md", "mdx",
    "min", "mjs", "mk", "ml", "mli", "mod", "mov", "mp3", "mp4", "mts", "ndjson", "nim", "nix",
    "orig", "otf", "p12", "parquet", "patch", "pbxproj", "pdf", "pem", "pfx", "php", "pl",
    "plist", "pm", "png", "ppt", "pptx", "properties", "proto", "ps1", "pub", "pug", "py",
    "pyc", "pyi", "rar", "rb", "rkt", "robot", "rpm", "rs", "rst", "sass", "scala", "scm",
    "scss", "sh", "sig", "slim", "sln", "snap", "so", "sol", "sql", "sqlite", "sqlite3",
    "storyboard", "sum", "svelte", "svg", "swift", "swp", "tar", "tex", "tf", "tfvars", "tgz",
    "tmp", "tmpl", "toml", "tpl", "ts", "tsv", "tsx", "ttf", "twig", "txt", "vb", "vcxproj",
    "vim", "vue", "vy", "war", "wasm", "wav", "webm", "webp", "whl", "woff", "woff2", "work",
    "xcodeproj", "xcworkspace", "xib", "xls", "xlsx", "xml", "xsd", "xz", "yaml", "yml", "zig",
    "zip", "zsh", "zst",
];

/// What the first component of a project's paths is called, in lower case.
#[rustfmt::skip]
const FOLDERS: &[&str] = &[
    "api", "app", "apps", "assets", "backend", "benches", "bin", "cli", "client", "cmd",
    "common", "component", "components", "config", "configs", "controllers", "core", "crates",
    "dist", "doc", "docs", "etc", "example", "examples", "features", "fixtures", "frontend",
    "fuzz", "harness", "home", "hooks", "include", "internal", "lib", "libs", "migrations",
    "mnt", "model", "models", "module", "modules", "mutants", "node_modules", "opt", "out",
    "packages", "pages", "pkg", "plugin", "plugins", "public", "routes", "script", "scripts",
    "server", "service", "services", "shared", "shell", "spec", "specs", "src", "static",
    "styles", "target", "templates", "test", "tests", "tmp", "tool", "tools", "types", "usr",
    "util", "utils", "var", "vendor", "views", "web",
];

/// Files without an extension.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "AUTHORS", "Brewfile", "CHANGELOG", "CODEOWNERS", "CONTRIBUTING", "COPYING", "Caddyfile",
    "Containerfile", "Dangerfile", "Dockerfile", "Fastfile", "GNUmakefile", "Gemfile",
    "Guardfile", "Jenkinsfile", "Justfile", "LICENCE", "LICENSE", "MANIFEST", "Makefile",
    "Podfile", "Procfile", "README", "Rakefile", "Readme", "Snakefile", "Tiltfile",
    "Vagrantfile", "dockerfile", "justfile", "makefile",
];

/// What stands at the root of a file system.
#[rustfmt::skip]
const ROOTS: &[&str] = &[
    "Applications", "Library", "Users", "Volumes", "bin", "boot", "data", "dev", "etc", "home",
    "lib", "mnt", "opt", "private", "proc", "root", "run", "sbin", "srv", "sys", "tmp", "usr",
    "var", "workspace",
];
