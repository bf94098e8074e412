//! Files that are about to go to a worker.

use sprag_core::worker::{Failure, Named, guard_secrets};

/// A key as each of these programs writes it, and a token.
const KEYS: [&str; 4] = [
    "-----BEGIN RSA PRIVATE KEY-----",
    "-----BEGIN OPENSSH PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN PGP PRIVATE KEY BLOCK-----",
];

/// Any bytes as the path of a file, on the first line, and its content.
///
/// # Panics
///
/// Panics if a key passes, wherever it stands, or a name that is a secret's, wherever it leads from
/// or to; or if a file passes with more in it than without.
pub fn fuzz_secret_guard(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |byte| *byte == b'\n');
    let path = String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
    let content = parts.next().unwrap_or_default();
    let is_held = held(&path, &path, content);
    assert_eq!(held(&path, "/srv/x.txt", content) || held("x.txt", &path, content), is_held);
    for key in KEYS {
        for at in [0, content.len() / 2, content.len()] {
            let (before, behind) = content.split_at(at);
            let with = [before, key.as_bytes(), behind].concat();
            assert!(held(&path, &path, &with), "{key} at {at}");
        }
        let wide: Vec<u8> = key.bytes().flat_map(|byte| [byte, 0]).collect();
        assert!(held("x.txt", "/srv/x.txt", &[content, &wide].concat()), "UTF-16: {key}");
    }
    for name in [".env", "id_rsa", "server.pem", ".ssh/config", ".AWS/credentials"] {
        let there = format!("/home/dev/{name}");
        assert!(held(&path, &there, content) && held(&there, &path, content), "{name}");
    }
    let more = [content, b"\n"].concat();
    assert!(!is_held || held(&path, &path, &more), "more bytes let it pass");
}

fn held(typed: &str, resolved: &str, content: &[u8]) -> bool {
    let file = Named { typed: typed.into(), resolved: resolved.into() };
    match guard_secrets([(&file, content)]) {
        Ok(()) => false,
        Err(failure @ Failure::Secrets(_)) => {
            let text = failure.to_string();
            assert!(text.contains("likely secrets"), "{text}");
            true
        }
        Err(other) => panic!("{other}"),
    }
}
