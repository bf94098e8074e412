//! What should not have left is counted, whoever masked it.

use proptest::prelude::*;
use serde_json::json;
use sprag_core::checks;
use sprag_core::judge::evidence::Evidence;
use sprag_core::judge::request;
use sprag_core::reports::leak::{Category, Leaks, Own};
use sprag_core::security::redact::{Masks, redact};
use sprag_harness::redact_oracle as oracle;

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
        (
            Category::Issue,
            &[
                "#123",
                "owner#7",
                "#7-b",
                "!7",
                "(!7)",
                "see !7.",
                "mr 3",
                "the (PR  12), that",
                "Issues\t12.",
                "pull request 7",
                "Merge Requests 7:",
                "gh-9",
                "**GH-9**",
                "ENT-258",
                "**ENT-258**",
                "x-K8S-12-fix",
                "[ENT-258](x)",
                "ABCDEFGHIJ-1234567",
                "ENT-258.",
                "ENT-258.a",
                "UTF-9",
            ],
        ),
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
fn plain_words_are_not_leak() {
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
        "#12a",
        "done!12",
        "! 12",
        "issue: 12",
        "issue\n12",
        "pr 12a",
        "xpr 12",
        "pull 12",
        "request 12",
        "pull x request 12",
        "push request 12",
        "xgh-12",
        "A-1",
        "1A-1",
        "Ent-258",
        "xENT-258",
        "_ENT-258",
        "ENT-258a",
        "ENT-258_",
        "ENT-12345678",
        "ABCDEFGHIJK-1",
        "RC-1.2",
        "REL-2026-11-30",
        "UTF-8, SHA-256 and CVE-2026-1234",
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

/// Whatever the mask of an issue has stood for, the counter would have found.
#[test]
fn no_issue_is_left_where_issues_are_masked() {
    for text in [
        "see #12, and #7",
        "PR 12, pr #12, PRs 12",
        "PR#12",
        "Issue 12 issues  12",
        "pull request 12, Pull Request #12",
        "MR !12 and !7",
        "merge request 12",
        "GH-12 gh-1",
        "x#12",
        "ENT-258, OPS-7 and K8S-12.",
        "**ENT-228** [ENT-263](x) x-ENT-258-fix ENT-258.a",
    ] {
        let masked = redact(text, &Masks::default());
        assert!(masked.contains("<issue>"), "{masked}");
        let issues = |text: &str| found(text).iter().any(|(known, _)| *known == Category::Issue);
        assert!(issues(text), "{text}");
        assert!(!issues(&masked), "{masked}");
        // Each alone, so that one does not stand for another.
        for part in text.split(", ") {
            assert!(issues(part), "{part}");
        }
    }
}

proptest! {
    #![proptest_config(crate::properties())]

    #[test]
    fn prop_no_issue_is_counted_in_what_was_masked(text in oracle::message()) {
        let masked = redact(&text, &Masks::default());
        let is_issue = |(known, _): &(Category, u64)| *known == Category::Issue;
        prop_assert!(!found(&masked).iter().any(is_issue), "{}", masked);
    }
}

#[test]
fn names_of_members_and_bytes_that_are_not_json_are_counted_too() {
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
