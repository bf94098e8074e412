//! A body that left, in which shapes are counted.

use serde_json::{Value, json};
use sprag_core::reports::leak::{Category, Leaks, Own};

const OWN: Own<'static> = Own { home: Some("/home/dev"), projects: &["rocket"] };

/// Any bytes as a body, and as a text in one.
///
/// # Panics
///
/// Panics if how a text is escaped matters, if more text hides a leak, or if a leak of each kind
/// that is put beside the text is not counted.
pub fn fuzz_leak(bytes: &[u8]) {
    let whole = Leaks::in_body(bytes, &OWN);
    let text = String::from_utf8_lossy(bytes);
    let plain = count(&json!([text]));
    let escaped: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    let escaped = format!("[\"{escaped}\"]");
    assert_eq!(Leaks::in_body(escaped.as_bytes(), &OWN), plain, "escapes matter");
    if serde_json::from_slice::<Value>(bytes).is_err() {
        assert_eq!(whole, plain, "what is no JSON is a text");
    }
    for (category, leak) in [
        (Category::Credential, "ghp_0123456789abcdef"),
        (Category::Email, "dev@example.org"),
        (Category::Url, "https://example.org"),
        (Category::Path, "/etc/passwd"),
        (Category::File, "main.rs"),
        (Category::Hash, "4f9c2a7be15d"),
        (Category::Address, "10.0.0.7"),
        (Category::Issue, "#123"),
        (Category::Issue, "!7"),
        (Category::Issue, "mr 3"),
        (Category::Issue, "pull requests 12"),
        (Category::Issue, "gh-9"),
        (Category::Issue, "ENT-258"),
        (Category::Home, "/home/dev"),
        (Category::Project, "rocket"),
    ] {
        let beside = [text.as_ref(), "\n", leak, "\n"].concat();
        let more = count(&json!([beside]));
        assert_eq!(
            more.of(category),
            plain.of(category).saturating_add(1),
            "{leak} is not counted"
        );
        for (known, times) in more.each() {
            assert!(times >= plain.of(known), "more text hides {known:?}");
        }
    }
}

fn count(body: &Value) -> Leaks {
    Leaks::in_body(body.to_string().as_bytes(), &OWN)
}
