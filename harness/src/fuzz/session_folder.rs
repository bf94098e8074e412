//! Where a session of Grok was.

use alloc::format;
use alloc::string::String;
use core::fmt::Write as _;

use sprag_core::hosts::transcript::SessionFolder;
use sprag_core::limits::PATH_BYTES_MAX;

/// Any bytes as a summary, the name of a group and a marker, with a zero between them.
///
/// # Panics
///
/// Panics if something that is no folder is named, or a folder that Grok would name so is not.
pub fn fuzz_session_folder(bytes: &[u8]) {
    let mut parts = bytes.split(|byte| *byte == 0);
    let mut part = || parts.next().unwrap_or_default();
    let (summary, group, marker) = (part(), part(), part());
    let cwds = SessionFolder { summary, group, marker }.cwds();
    assert!(cwds.len() <= 3, "{cwds:?}");
    for cwd in &cwds {
        assert!(cwd.starts_with('/') && cwd.len() <= PATH_BYTES_MAX, "{cwd}");
        let times = cwds.iter().filter(|other| *other == cwd).count();
        assert_eq!(times, 1, "named twice: {cwd}");
    }
    let path = format!("/{}", String::from_utf8_lossy(group));
    let mut name = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            name.push(char::from(byte));
        } else {
            write!(name, "%{byte:02X}").expect("a string takes everything");
        }
    }
    let named = SessionFolder { group: name.as_bytes(), ..SessionFolder::default() }.cwds();
    if path.len() <= PATH_BYTES_MAX {
        assert_eq!(named, [path], "the name that Grok gives");
    } else {
        assert!(named.is_empty(), "too long a path");
    }
}
