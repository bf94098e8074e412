//! Who may receive the key.
use sprag_core::endpoint::{DEFAULT, Owner, Parts, is_proxy_allowed, named, refuse_endpoint};
use sprag_core::settings::{ConfigFile, Name, Settings, Source};
use sprag_core::verdict::{Pass, Refusal};
use sprag_harness::given::given;

/// Returns the parts of a URL as an HTTP client sees them.
fn parts<'a>(scheme: &'a str, authority: &'a str, host: &'a str) -> Parts<'a> {
    Parts { scheme, authority, host }
}

fn https(host: &str) -> Parts<'_> {
    parts("https", host, host)
}

fn refused(parts: Parts<'_>, source: Option<Source>, owner: Owner) -> Option<Refusal> {
    let hosts = ["judge.example.com".into(), "Other.Example.com".into()];
    match refuse_endpoint(Some(parts), source, &hosts, owner) {
        Ok(()) => None,
        Err(Pass::Endpoint(refusal)) => Some(refusal),
        Err(other) => panic!("{other:?}"),
    }
}

/// Returns why a URL is refused although the user's own `config.toml` names it.
fn form(parts: Parts<'_>) -> Option<Refusal> {
    refused(parts, Some(Source::Config), Owner::User)
}

const OUTSIDE: [Source; 3] = [Source::CommandLine, Source::Environment, Source::PluginOption];

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
fn what_is_no_url_with_a_host_is_refused() {
    for parts in [None, Some(parts("https", "", "")), Some(parts("http", ":80", ""))] {
        for source in [None, Some(Source::Config), Some(Source::Environment)] {
            let refused = refuse_endpoint(parts, source, &[], Owner::User);
            assert_eq!(refused, Err(Pass::Endpoint(Refusal::NotAUrl)));
        }
    }
}

#[test]
fn the_default_endpoint_is_let_through_whoever_owns_the_config() {
    for owner in [Owner::User, Owner::Project] {
        assert_eq!(refused(https("api.typesafe.ai"), None, owner), None);
    }
}

#[test]
fn the_users_own_config_may_name_any_host() {
    assert_eq!(refused(https("anywhere.example.com"), Some(Source::Config), Owner::User), None);
}

#[test]
fn a_config_inside_the_project_may_name_none() {
    let refused = |host| refused(https(host), Some(Source::Config), Owner::Project);
    assert_eq!(refused("anywhere.example.com"), Some(Refusal::ConfigInProject));
    assert_eq!(refused("judge.example.com"), Some(Refusal::ConfigInProject));
}

#[test]
fn the_environment_may_name_only_hosts_that_the_users_config_lists() {
    for source in OUTSIDE {
        let refused = |host, owner| refused(https(host), Some(source), owner);
        assert_eq!(refused("judge.example.com", Owner::User), None);
        assert_eq!(refused("other.example.COM", Owner::User), None);
        for host in ["evil.example.com", "judge.example.com.evil", "example.com", "api.typesafe.ai"]
        {
            assert_eq!(refused(host, Owner::User), Some(Refusal::NotListed), "{host}");
        }
        assert_eq!(refused("judge.example.com", Owner::Project), Some(Refusal::NotListed));
    }
}

#[test]
fn this_machine_may_be_named_by_anybody() {
    for source in OUTSIDE.into_iter().chain([Source::Config]) {
        for owner in [Owner::User, Owner::Project] {
            for host in ["localhost", "127.0.0.1", "[::1]"] {
                assert_eq!(refused(parts("http", host, host), Some(source), owner), None);
            }
        }
    }
}

#[test]
fn the_form_is_looked_at_before_the_source() {
    let parts = parts("http", "evil.example.com", "evil.example.com");
    let refused = refused(parts, Some(Source::Environment), Owner::User);
    assert_eq!(refused, Some(Refusal::NotPrivate));
}

#[test]
fn a_file_inside_the_project_is_the_projects() {
    let projects = ["/home/dev/calc", "/srv/tree"];
    for path in ["/home/dev/.config/sprag", "/home/dev/calculator", "/home/dev", "/srv"] {
        assert_eq!(Owner::of(path, &projects), Owner::User, "{path}");
        assert_eq!(Owner::of(path, &[]), Owner::User, "{path}");
    }
    for path in ["/home/dev/calc", "/home/dev/calc/.config/sprag", "/srv/tree/x"] {
        assert_eq!(Owner::of(path, &projects), Owner::Project, "{path}");
    }
    for path in ["", "config", "./config", "../config", "~/.config"] {
        assert_eq!(Owner::of(path, &[]), Owner::Project, "{path}");
    }
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
    assert_eq!(named(&none), (DEFAULT, None));
    assert_eq!(DEFAULT, "https://api.typesafe.ai/v1/systemone");
    for source in [Source::Environment, Source::Config] {
        let values = [given(Name::Endpoint, "http://localhost:8000/", source)];
        let settings = Settings::resolve(&values, ConfigFile::Sound);
        assert_eq!(named(&settings), ("http://localhost:8000/", Some(source)));
    }
}
