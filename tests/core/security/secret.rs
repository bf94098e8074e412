//! The scan of the outgoing bytes finds every shape and takes no word for one.

use proptest::prelude::*;
use sprag_core::security::secret::{Shape, find};

const SHAPES: &[(&str, char, usize, Shape)] = &[
    ("sk-", 'a', 16, Shape::SecretKey),
    ("gho_", '0', 20, Shape::GithubToken),
    ("ghp_", 'a', 20, Shape::GithubToken),
    ("ghr_", 'A', 20, Shape::GithubToken),
    ("ghs_", 'a', 20, Shape::GithubToken),
    ("ghu_", 'a', 20, Shape::GithubToken),
    ("github_pat_", '_', 20, Shape::GithubToken),
    ("AKIA", 'A', 16, Shape::AwsKey),
    ("ASIA", '7', 16, Shape::AwsKey),
    ("glpat-", '-', 20, Shape::GitlabToken),
    ("xoxa-", '1', 10, Shape::SlackToken),
    ("xoxb-", '1', 10, Shape::SlackToken),
    ("xoxp-", '1', 10, Shape::SlackToken),
    ("xoxr-", '1', 10, Shape::SlackToken),
    ("xoxs-", '1', 10, Shape::SlackToken),
    ("AIza", 'b', 35, Shape::GoogleKey),
    ("npm_", 'b', 36, Shape::NpmToken),
    ("gldt-", 'a', 20, Shape::GitlabToken),
    ("glrt-", 'a', 20, Shape::GitlabToken),
    ("glptt-", 'a', 40, Shape::GitlabToken),
    ("xoxe-", '1', 10, Shape::SlackToken),
    ("xapp-1-", 'A', 20, Shape::SlackToken),
    ("GOCSPX-", 'b', 28, Shape::GoogleKey),
    ("ya29.", 'b', 60, Shape::GoogleKey),
    ("pypi-AgE", 'b', 60, Shape::PypiToken),
    ("sk_live_", '4', 16, Shape::StripeKey),
    ("rk_live_", '4', 16, Shape::StripeKey),
    ("hf_", 'B', 34, Shape::HuggingFaceToken),
    ("xai-", 'b', 60, Shape::SecretKey),
    ("hvs.", 'C', 24, Shape::VaultToken),
    ("hvb.", 'A', 24, Shape::VaultToken),
    ("hvr.", 'A', 24, Shape::VaultToken),
    ("AGE-SECRET-KEY-1", 'Q', 58, Shape::PrivateKey),
];

/// What only a name tells, and how long what it is given is.
const NAMED: &[(&str, usize, Shape)] = &[
    ("AccountKey", 88, Shape::AzureKey),
    ("SharedAccessKey", 44, Shape::AzureKey),
    ("aws_secret_access_key", 40, Shape::AwsKey),
    ("SecretAccessKey", 40, Shape::AwsKey),
    ("PrivateKey", 44, Shape::PrivateKey),
    ("PresharedKey", 44, Shape::PrivateKey),
];

const HEADERS: &[&str] = &[
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN RSA PRIVATE KEY-----",
    "-----BEGIN OPENSSH PRIVATE KEY-----",
    "-----BEGIN PGP PRIVATE KEY BLOCK-----",
];

fn found(text: &str) -> Option<Shape> {
    find(text.as_bytes(), &[])
}

fn key(prefix: &str, fill: char, len: usize) -> String {
    [prefix.to_owned(), fill.to_string().repeat(len)].concat()
}

#[test]
fn every_shape_is_found_at_its_least_length() {
    for (prefix, fill, len, shape) in SHAPES {
        assert_eq!(found(&key(prefix, *fill, *len)), Some(*shape), "{prefix}");
        assert_eq!(found(&key(prefix, *fill, len - 1)), None, "{prefix}");
        let inside = format!("{{\"text\":\"x {} y\"}}", key(prefix, *fill, *len));
        assert_eq!(found(&inside), Some(*shape), "{prefix}");
    }
}

#[test]
fn a_key_that_a_name_tells_is_found_at_its_length() {
    for (name, len, shape) in NAMED {
        let value = |len: usize| "aB3/".repeat(30)[..len].to_owned();
        for between in ["=", " = ", ": ", "\": \"", "\\\": \\\"", "='"] {
            for name in [(*name).to_owned(), name.to_uppercase(), name.to_lowercase()] {
                let text = [&name, between, &value(*len)].concat();
                assert_eq!(found(&text), Some(*shape), "{text}");
            }
            assert_eq!(found(&[name, between, &value(len - 1)].concat()), None, "{name}");
            assert_eq!(found(&[name, between, &value(len + 1)].concat()), None, "{name}");
        }
        let goes_on = [name, "=", &value(*len), "\nb"].concat();
        assert_eq!(found(&goes_on), Some(*shape), "{name}: a line ends");
        let words = value(*len).replace('/', "-");
        assert_eq!(found(&[name, "=", &words].concat()), None, "{name}: other characters");
        assert_eq!(found(&[name, " ", &value(*len)].concat()), None, "{name}: nothing is given");
        assert_eq!(found(&[name, "=", &"a".repeat(*len)].concat()), None, "{name}: a word");
        for lacking in ["ab3/", "AB3/", "aBc/", "abc/", "ABC/", "123/"] {
            let value = &lacking.repeat(30)[..*len];
            assert_eq!(found(&[name, "=", value].concat()), None, "{name}: {lacking}");
        }
        assert_eq!(found(&["x", name, "=", &value(*len)].concat()), None, "{name}: another name");
    }
}

#[test]
fn a_token_of_three_parts_is_found() {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2ln";
    assert_eq!(found(token), Some(Shape::JsonWebToken));
    assert_eq!(found(&format!("Bearer {token}")), Some(Shape::JsonWebToken));
    let long = ["eyJ", &"a".repeat(237), ".eyJ", &"b".repeat(13)].concat();
    assert_eq!(found(&long), Some(Shape::JsonWebToken));
    for other in [
        "eyJhbGciOiJIUzI1NiJ9",
        "eyJhbGciOiJIUzI1NiJ9.aaaaaaaaaaaaaaaaaaaa.c2ln",
        "eyJhbGciOiJI.eyJzdWIiOiIxMjM0In0.c2ln",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIi, and so on and on.",
        "xeyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0",
        "eyJhbGciOiJIUzI1NiJ9 .eyJzdWIiOiIxMjM0In0",
    ] {
        assert_eq!(found(other), None, "{other}");
    }
}

#[test]
fn the_header_of_a_private_key_is_found() {
    for header in HEADERS {
        assert_eq!(found(&format!("x{header}\\nMII")), Some(Shape::PrivateKey), "{header}");
    }
    assert_eq!(found("-----BEGIN PUBLIC KEY-----"), None);
    assert_eq!(found("-----BEGIN CERTIFICATE-----"), None);
    assert_eq!(found("-----BEGIN PRIVATE KEY"), None);
    assert_eq!(found("-----BEGIN private KEY-----"), None);
    assert_eq!(found("-----BEGIN X2 PRIVATE KEY-----"), Some(Shape::PrivateKey));
}

/// Returns a text in Base64.
fn base64(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut encoded = String::new();
    for part in text.as_bytes().chunks(3) {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | u32::from(*part.get(at).unwrap_or(&0)));
        for at in 0..=part.len() {
            encoded.push(char::from(DIGITS[(bits >> (18 - 6 * at) & 63) as usize]));
        }
    }
    encoded
}

#[test]
fn the_header_of_a_private_key_is_found_in_base64() {
    for header in HEADERS {
        let long = base64(&format!("{header}\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC~~~"));
        assert_eq!(found(&format!("client-key-data: {long}")), Some(Shape::PrivateKey), "{header}");
        let alone = base64(header);
        assert_eq!(found(&alone), Some(Shape::PrivateKey), "{header}");
        assert_eq!(found(&alone[..alone.len() - 2]), None, "{header}");
    }
    let longest = ["-----BEGIN ", &"X".repeat(53), "PRIVATE KEY-----"].concat();
    assert_eq!(found(&base64(&longest)), Some(Shape::PrivateKey));
    for header in ["-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----", "-----BEGIN x"] {
        assert_eq!(
            found(&base64(&[header, "\nMIIEvQIBADANBgkqhkiG9w0B"].concat())),
            None,
            "{header}"
        );
    }
    // Each of the 64 digits counts for what it is.
    assert_eq!(
        base64("-----BEGIN RSA PRIVATE KEY-----"),
        "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ"
    );
}

#[test]
fn a_word_that_goes_on_is_not_a_shape() {
    assert_eq!(found("task-aaaaaaaaaaaaaaaaaaaa"), None);
    assert_eq!(found("1sk-aaaaaaaaaaaaaaaaaaaa"), None);
    assert_eq!(found("_sk-aaaaaaaaaaaaaaaaaaaa"), Some(Shape::SecretKey));
    assert_eq!(found("sk-aaaa aaaaaaaaaaaaaaaaaaaa"), None);
    assert_eq!(found("AKIAaaaaaaaaaaaaaaaa"), None);
    // Of letters and digits alone.
    for prefix in ["sk_live_", "hf_", "xai-"] {
        assert_eq!(found(&[prefix, &"a-b_".repeat(20)].concat()), None, "{prefix}");
    }
}

#[test]
fn a_shape_at_the_start_of_a_json_line_is_found() {
    for before in ["\\n", "\\t", "\\r", "\\b", "\\f", "\\\"", "\\u0007", "\\u001f"] {
        assert_eq!(
            found(&format!("{before}sk-aaaaaaaaaaaaaaaa")),
            Some(Shape::SecretKey),
            "{before}"
        );
    }
    assert_eq!(found("\\xsk-aaaaaaaaaaaaaaaa"), None);
    assert_eq!(found("nsk-aaaaaaaaaaaaaaaa"), None);
    assert_eq!(found("u0007sk-aaaaaaaaaaaaaaaa"), None);
}

#[test]
fn bytes_that_are_not_text_hide_nothing() {
    let bytes = [b"\xff\xfe".as_slice(), b"sk-aaaaaaaaaaaaaaaa", b"\xc3"].concat();
    assert_eq!(find(&bytes, &[]), Some(Shape::SecretKey));
}

#[test]
fn the_users_own_key_is_found_word_for_word() {
    let keys: &[&[u8]] = &[b"12345678", b"1234567", b""];
    assert_eq!(find(b"x12345678x", keys), Some(Shape::JudgeKey));
    assert_eq!(find(b"x1234567x", keys), None);
    assert_eq!(find(b"", keys), None);
}

#[test]
fn every_shape_has_a_name_of_its_own() {
    let shapes = [
        Shape::Assignment,
        Shape::AwsKey,
        Shape::AzureKey,
        Shape::GithubToken,
        Shape::GitlabToken,
        Shape::GoogleKey,
        Shape::HuggingFaceToken,
        Shape::JsonWebToken,
        Shape::JudgeKey,
        Shape::Login,
        Shape::NpmToken,
        Shape::PasswordHash,
        Shape::PasswordUrl,
        Shape::PrivateKey,
        Shape::PypiToken,
        Shape::RegistryLogin,
        Shape::SecretKey,
        Shape::SlackToken,
        Shape::StripeKey,
        Shape::VaultToken,
    ];
    let names = shapes.map(Shape::name);
    assert_eq!(
        names,
        [
            "variable with a password or a key",
            "AWS access key",
            "Azure key",
            "GitHub token",
            "GitLab token",
            "Google API key",
            "Hugging Face token",
            "JSON Web Token",
            "judge key",
            "login with a password",
            "npm token",
            "hash of a password",
            "URL with a password",
            "private key",
            "PyPI token",
            "login to a registry",
            "secret key",
            "Slack token",
            "Stripe key",
            "Vault token",
        ]
    );
}

proptest! {
    #![proptest_config(crate::properties())]

    #[test]
    fn prop_a_shape_is_found_between_any_bytes(
        before in prop::collection::vec(any::<u8>(), 0..40),
        after in prop::collection::vec(any::<u8>(), 0..40),
        (prefix, fill, len, _) in prop::sample::select(SHAPES),
    ) {
        let bytes = [&before, b" ".as_slice(), key(prefix, fill, len).as_bytes(), &after].concat();
        prop_assert!(find(&bytes, &[]).is_some());
    }

    #[test]
    fn prop_text_without_a_long_word_holds_no_shape(text in "([a-zA-Z0-9_-]{0,9}[ .\n])*") {
        prop_assert_eq!(found(&text), None);
    }
}
