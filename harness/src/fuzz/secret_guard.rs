//! Files that are about to go to a worker.

use sprag_core::worker::{Failure, Named, Task, guard_asked, guard_secrets};

/// A key as each of these programs writes it, and a token.
const KEYS: [&str; 6] = [
    "-----BEGIN RSA PRIVATE KEY-----",
    "-----BEGIN OPENSSH PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN PGP PRIVATE KEY BLOCK-----",
    concat!(" sk", "_live_4eC39HqLyjWDarjtT1zdp7dc"),
    concat!(" pypi-", "AgEIcHlwaS5vcmcCJDNhYTQ0YzQwLTU2YjYtNGM5Ny1hMWQyLTM5ZGU2ZmQ4YjE5Zg"),
];

/// What no shape gives away.
const OWN: &str = "opensesame-2f61";

/// Names of secrets, and what is made of them when they are copied.
const NAMES: [&str; 8] = [
    ".env",
    "id_rsa",
    "server.pem",
    ".netrc",
    "credentials.json",
    ".bash_history",
    "secrets.yaml",
    "api_key",
];
const COPIES: [(&str, &str); 9] = [
    ("", "~"),
    ("", ".bak"),
    ("#", "#"),
    ("", ".old.1"),
    ("Copy of ", ""),
    ("", " (2)"),
    ("", ".2024-01-01"),
    ("backup of ", ".orig"),
    ("", ".swp.gz"),
];

/// How much of the first line is the path: each mark in a name is one more way to read it.
const PATH_CHARS: usize = 60;

/// Any bytes as the path of a file, on the first line, and its content.
///
/// # Panics
///
/// Panics if a key passes, wherever it stands, or a name that is a secret's, wherever it leads from
/// or to; or if a file passes with more in it than without.
pub fn fuzz_secret_guard(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |byte| *byte == b'\n');
    let path = String::from_utf8_lossy(parts.next().unwrap_or_default());
    let path: String = path.chars().take(PATH_CHARS).collect();
    let content = parts.next().unwrap_or_default();
    let is_held = held(&path, &path, content);
    assert_eq!(held(&path, "/srv/x.txt", content) || held("x.txt", &path, content), is_held);
    for key in KEYS {
        for at in [0, content.len() / 2, content.len()] {
            let (before, behind) = content.split_at(at);
            let with = [before, key.as_bytes(), behind].concat();
            assert!(held("x.txt", "/srv/x.txt", &with), "{key} at {at}");
        }
        let wide: Vec<u8> = key.bytes().flat_map(|byte| [byte, 0]).collect();
        assert!(held("x.txt", "/srv/x.txt", &[content, &wide].concat()), "UTF-16: {key}");
    }
    for name in [".env", "id_rsa", "server.pem", ".ssh/config", ".AWS/credentials"] {
        let there = format!("/home/dev/{name}");
        assert!(held(&path, &there, content) && held(&there, &path, content), "{name}");
    }
    // One copy at a time: to read names is slow.
    let copy = COPIES.iter().cycle().nth(content.len());
    let (before, behind) = copy.copied().unwrap_or_default();
    for name in NAMES {
        let there = format!("/srv/{before}{name}{behind}");
        assert!(held(&there, &path, content) && held(&path, &there, content), "{there}");
    }
    let with_own = [content, OWN.as_bytes()].concat();
    assert!(held("x.txt", "/srv/x.txt", &with_own), "our own key");
    let asked = guard_asked(Task::Read, &String::from_utf8_lossy(&with_own), &[OWN.into()]);
    assert!(asked.is_err_and(|failure| !failure.to_string().contains(OWN)));
    let more = [content, b"\n"].concat();
    assert!(!is_held || held(&path, &path, &more), "more bytes let it pass");
}

fn held(typed: &str, resolved: &str, content: &[u8]) -> bool {
    let file = Named { typed: typed.into(), resolved: resolved.into() };
    match guard_secrets([(&file, content)], &[OWN.into()]) {
        Ok(()) => false,
        Err(failure @ Failure::Secrets(_)) => {
            let text = failure.to_string();
            assert!(text.contains("probably secret"), "{text}");
            true
        }
        Err(other) => panic!("{other}"),
    }
}
