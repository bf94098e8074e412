//! Who may receive the key.
use sprag_core::checks::verdict::{Pass, Refusal};
use sprag_core::judge::endpoint::{KeyUse, Parts, is_proxy_allowed, refuse_endpoint};
use sprag_core::judge::key::Key;
use sprag_core::settings::ENDPOINT;
use sprag_core::settings::{ConfigFile, Name, Settings, Source};
use sprag_harness::given::given;

/// Returns the parts of a URL as an HTTP client sees them.
fn parts<'a>(scheme: &'a str, authority: &'a str, host: &'a str) -> Parts<'a> {
    Parts { scheme, authority, host }
}

fn https(host: &str) -> Parts<'_> {
    parts("https", host, host)
}

/// Returns whether the key is carried, or why nobody is asked.
#[expect(clippy::wildcard_enum_match_arm, reason = "an endpoint is refused in one way")]
fn asked(parts: Parts<'_>, source: Option<Source>) -> Result<KeyUse, Refusal> {
    let hosts = ["judge.example.com".into(), "Other.Example.com".into()];
    refuse_endpoint(Some(parts), source, &hosts).map_err(|pass| match pass {
        Pass::Endpoint(refusal) => refusal,
        other => panic!("{other:?}"),
    })
}

/// Returns why a URL is refused although the user's own `config.toml` names it.
fn form(parts: Parts<'_>) -> Option<Refusal> {
    asked(parts, Some(Source::Config)).err()
}

/// Each `config.toml` that is not trusted as the user's.
const FILES: [Source; 2] = [Source::OtherConfig, Source::DoubtfulConfig];
const OUTSIDE: [Source; 5] = [
    Source::CommandLine,
    Source::Environment,
    Source::PluginOption,
    Source::OtherConfig,
    Source::DoubtfulConfig,
];

#[test]
fn the_key_goes_out_encrypted_or_stays_on_this_machine() {
    for (scheme, host) in [
        ("https", "api.typesafe.ai"),
        ("https", "10.0.0.1"),
        ("https", "127.0.0.1"),
        ("http", "127.0.0.1"),
        ("http", "127.9.9.9"),
        ("http", "localhost"),
        ("http", "LocalHost"),
        ("http", "[::1]"),
    ] {
        assert_eq!(form(parts(scheme, host, host)), None, "{scheme} {host}");
    }
    for (scheme, host) in [
        ("http", "api.typesafe.ai"),
        ("http", "localhost.evil"),
        ("http", "localhost."),
        ("http", "127.0.0.1.evil"),
        ("http", "127.1"),
        ("http", "0.0.0.0"),
        ("http", "10.0.0.1"),
        ("http", "[::]"),
        ("http", "[::ffff:10.0.0.1]"),
        ("http", "[::2]"),
        ("http", "[127.0.0.1"),
        ("ftp", "127.0.0.1"),
        ("file", "localhost"),
        ("", "localhost"),
        ("httpss", "api.typesafe.ai"),
    ] {
        assert_eq!(form(parts(scheme, host, host)), Some(Refusal::NotPrivate), "{scheme} {host}");
    }
}

#[test]
fn a_url_with_a_user_or_password_is_refused() {
    for (scheme, authority, host) in [
        ("http", "127.0.0.1:x@judge.example.com", "judge.example.com"),
        ("https", "user@judge.example.com", "judge.example.com"),
        ("https", "user:secret@judge.example.com:443", "judge.example.com"),
        ("http", "@127.0.0.1", "127.0.0.1"),
    ] {
        assert_eq!(form(parts(scheme, authority, host)), Some(Refusal::UserInfo), "{authority}");
    }
}

#[test]
fn a_port_changes_nothing() {
    assert_eq!(form(parts("http", "[::1]:8000", "[::1]")), None);
    assert_eq!(form(parts("https", "judge.example.com:8443", "judge.example.com")), None);
    let parts = parts("http", "localhost.evil:80", "localhost.evil");
    assert_eq!(form(parts), Some(Refusal::NotPrivate));
}

#[test]
fn what_is_not_a_url_with_a_host_is_refused() {
    for parts in [None, Some(parts("https", "", "")), Some(parts("http", ":80", ""))] {
        for source in [None, Some(Source::Config), Some(Source::Environment)] {
            let refused = refuse_endpoint(parts, source, &[]);
            assert_eq!(refused, Err(Pass::Endpoint(Refusal::NotAUrl)));
        }
    }
}

#[test]
fn the_default_endpoint_gets_the_key() {
    assert_eq!(asked(https("api.typesafe.ai"), None), Ok(KeyUse::Carried));
}

#[test]
fn the_users_own_config_may_name_any_host() {
    for host in ["anywhere.example.com", "127.0.0.1"] {
        assert_eq!(asked(https(host), Some(Source::Config)), Ok(KeyUse::Carried));
    }
}

#[test]
fn another_config_may_name_no_other_host() {
    for file in FILES {
        let asked = |host| asked(https(host), Some(file));
        assert_eq!(asked("anywhere.example.com"), Err(Refusal::ConfigInProject));
        assert_eq!(asked("judge.example.com"), Ok(KeyUse::Carried));
    }
}

#[test]
fn the_environment_may_name_only_hosts_that_the_users_config_lists() {
    for source in OUTSIDE.into_iter().filter(|source| !FILES.contains(source)) {
        let asked = |host| asked(https(host), Some(source));
        assert_eq!(asked("judge.example.com"), Ok(KeyUse::Carried));
        assert_eq!(asked("other.example.COM"), Ok(KeyUse::Carried));
        for host in ["evil.example.com", "judge.example.com.evil", "example.com", "api.typesafe.ai"]
        {
            assert_eq!(asked(host), Err(Refusal::NotListed), "{host}");
        }
    }
}

#[test]
fn a_host_that_is_listed_with_a_port_may_be_named_with_that_port_alone() {
    let listed =
        ["judge.example.com:8443".into(), "[fd00::7]:8443".into(), "tls.example.com:443".into()];
    let carries = |authority: &str, host: &str| {
        let parts = parts("https", authority, host);
        refuse_endpoint(Some(parts), Some(Source::Environment), &listed) == Ok(KeyUse::Carried)
    };
    assert!(carries("judge.example.com:8443", "judge.example.com"));
    assert!(carries("Judge.Example.com:8443", "Judge.Example.com"));
    assert!(carries("[fd00::7]:8443", "[fd00::7]"));
    assert!(carries("tls.example.com", "tls.example.com"), "the port of HTTPS need not be said");
    assert!(carries("tls.example.com:", "tls.example.com"));
    for (authority, host) in [
        ("judge.example.com", "judge.example.com"),
        ("judge.example.com:443", "judge.example.com"),
        ("judge.example.com:84430", "judge.example.com"),
        ("[fd00::7]", "[fd00::7]"),
        ("[fd00::7]:443", "[fd00::7]"),
        ("tls.example.com:8443", "tls.example.com"),
    ] {
        assert!(!carries(authority, host), "{authority}");
    }
}

#[test]
fn this_machine_may_be_named_by_anybody_and_then_gets_no_key() {
    for source in OUTSIDE {
        for host in ["localhost", "127.0.0.1", "[::1]"] {
            for scheme in ["http", "https"] {
                let asked = asked(parts(scheme, host, host), Some(source));
                assert_eq!(asked, Ok(KeyUse::Withheld), "{source:?} {scheme} {host}");
            }
        }
    }
}

#[test]
fn this_machine_gets_the_key_once_the_users_config_lists_it() {
    let listed = ["127.0.0.1".into()];
    let loopback = parts("http", "127.0.0.1:8000", "127.0.0.1");
    let asked = refuse_endpoint(Some(loopback), Some(Source::Environment), &listed);
    assert_eq!(asked, Ok(KeyUse::Carried));
}

#[test]
fn a_key_that_is_withheld_is_not_there() {
    let key = || Key::choose(["a-key"]).unwrap();
    assert_eq!(KeyUse::Carried.of(key()), Some(key()));
    assert_eq!(KeyUse::Withheld.of(key()), None);
}

#[test]
fn the_form_is_looked_at_before_the_source() {
    let parts = parts("http", "evil.example.com", "evil.example.com");
    assert_eq!(asked(parts, Some(Source::Environment)), Err(Refusal::NotPrivate));
}

#[test]
fn a_proxy_sees_only_what_is_encrypted_and_leaves_this_machine() {
    assert!(is_proxy_allowed(https("api.typesafe.ai")));
    for parts in [
        https("localhost"),
        https("127.0.0.1"),
        https("[::1]"),
        parts("http", "127.0.0.1", "127.0.0.1"),
        parts("http", "api.typesafe.ai", "api.typesafe.ai"),
    ] {
        assert!(!is_proxy_allowed(parts), "{parts:?}");
    }
}

#[test]
fn an_endpoint_is_known_with_who_names_it() {
    let none = Settings::resolve(&[], ConfigFile::Sound);
    assert_eq!(none.named_endpoint(), (ENDPOINT, None));
    assert_eq!(ENDPOINT, "https://api.typesafe.ai/v1/systemone");
    for source in [Source::Environment, Source::Config] {
        let values = [given(Name::Endpoint, "http://localhost:8000/", source)];
        let settings = Settings::resolve(&values, ConfigFile::Sound);
        assert_eq!(settings.named_endpoint(), ("http://localhost:8000/", Some(source)));
    }
}
