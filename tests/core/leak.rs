//! What should not have left is counted, whoever masked it.

use serde_json::json;
use sprag_core::evidence::Evidence;
use sprag_core::leak::{Category, Leaks, Own};
use sprag_core::{checks, request};

const OWN: Own<'static> = Own { home: Some("/home/dev"), projects: &["rocket", "ab"] };

fn found(text: &str) -> Vec<(Category, u64)> {
    let body = json!({"questions": {"x": {"final_text": text}}}).to_string();
    let leaks = Leaks::in_body(body.as_bytes(), &OWN);
    leaks.each().filter(|(_, count)| *count > 0).collect()
}

#[test]
fn each_shape_is_counted_as_what_it_is() {
    let table: [(Category, &[&str]); 11] = [
        (
            Category::Credential,
            &[
                "sk-4f9c2a7be15d80361c",
                "ghp_0123456789abcdefABCDEF",
                "AKIAIOSFODNN7EXAMPLE",
                "password=hunter22",
                "(Token=abcdef123)",
                "-----BEGIN RSA PRIVATE KEY-----",
                "eyJhbGciOiJIUzI1NiJ9.e30.x",
            ],
        ),
        (Category::Email, &["dev@example.org", "<dev.x+y@mail.example.org>,", "mailto:a@b.cd"]),
        (Category::Url, &["https://example.org/a/b.rs", "see ssh://host/x", "www.example.org"]),
        (
            Category::Path,
            &["/etc/passwd", "~/notes", "./run", "../x", "src/main.rs", "a/b/c", "C:\\x", "`/srv`"],
        ),
        (Category::File, &["main.rs", "parser.py:12", "(Cargo.toml)", ".env", "Makefile.YML"]),
        (
            Category::Hash,
            &["4f9c2a7be15d", "01a229b7-c845-7aa3-a282-9d5c5f36b822", "deadbeef1", "A1B2C3D"],
        ),
        (Category::Address, &["10.0.0.7", "127.0.0.1:8080"]),
        (Category::Issue, &["#123", "owner#7"]),
        (Category::Home, &["/home/dev", "the user dev", "DEV"]),
        (Category::Project, &["rocket", "Rocket:", "the <rocket>"]),
        (Category::Fence, &["```\nx\n", "  ~~~ sh\n"]),
    ];
    for (category, texts) in table {
        for text in texts {
            let found = found(text);
            assert!(found.iter().any(|(known, count)| (*known, *count) == (category, 1)), "{text}");
        }
    }
}

#[test]
fn plain_words_are_no_leak() {
    for text in [
        "",
        "Fixed. All 42 tests pass, and/or none.",
        "e.g. this, i.e. that...",
        "3/4 of 1.2.3",
        "It takes 1234567 ms",
        "feedback facade",
        "a@b",
        "@here",
        "# 1",
        "5 # of",
        "x.y",
        "://",
        "rockets ab",
        "develop",
        "<code> <path> <file>",
        "www.",
        "1.2.3.400",
        "sk-short",
        "--",
        "/",
        "token = none",
        "\u{65e5}\u{672c}\u{8a9e}\u{3002}\u{7d42}\u{308f}\u{308a}",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
    assert_eq!(found("run `cargo test` and `x`"), [(Category::Code, 2)]);
}

#[test]
fn names_of_members_and_bytes_that_are_no_json_are_counted_too() {
    let in_name = Leaks::in_body(br#"{"/etc/passwd":[[{"a":"b"}]]}"#, &OWN);
    assert_eq!(in_name.of(Category::Path), 1);
    let no_json = Leaks::in_body(b"\xff see /etc/passwd", &OWN);
    assert_eq!(no_json.of(Category::Path), 1);
    let escaped = Leaks::in_body(br#"{"a":"see\n\/etc\/passwd"}"#, &OWN);
    assert_eq!(escaped.of(Category::Path), 1, "behind escapes");
}

#[test]
fn our_own_wording_names_its_fields_and_nothing_else() {
    let questions: Vec<_> = checks::ALL.iter().flat_map(|check| check.questions).copied().collect();
    let body = request::encode("jev-1.13.0", &questions, &Evidence::default());
    let wording = Leaks::in_wording_of(&body);
    let whole = Leaks::in_body(&body, &OWN);
    assert_eq!(wording, whole, "what a request holds beside its questions");
    for (category, count) in wording.each() {
        assert_eq!(count > 0, category == Category::Code, "{category:?}");
    }
    assert_eq!(Leaks::in_wording_of(b"no JSON"), Leaks::default());
}
