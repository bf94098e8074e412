//! Where a session of Grok was, as the files beside its transcript tell.

use sprag_core::hosts::transcript::SessionFolder;

fn cwds(summary: &str, group: &str, marker: &str) -> Vec<String> {
    let (summary, group, marker) = (summary.as_bytes(), group.as_bytes(), marker.as_bytes());
    SessionFolder { summary, group, marker }.cwds()
}

const SUMMARY: &str = r#"{
  "info": {
    "id": "s1",
    "cwd": "/home/dev/calc"
  },
  "session_kind": "headless"
}"#;

#[test]
fn the_summary_names_the_folder_of_a_session() {
    assert_eq!(cwds(SUMMARY, "", ""), ["/home/dev/calc"]);
    assert_eq!(cwds(SUMMARY, "%2Fhome%2Fdev%2Fcalc", "/home/dev/calc\n"), ["/home/dev/calc"]);
}

#[test]
fn the_name_of_the_group_is_its_folder_in_percent_encoding() {
    for (name, cwd) in [
        ("%2Fhome%2Fdev%2Fcalc", "/home/dev/calc"),
        ("%2fsrv%2fa%20b", "/srv/a b"),
        ("%2Fsrv%2F%E8%A8%88.x-y_z~", "/srv/\u{8a08}.x-y_z~"),
        ("%2Fsrv%2F100%25", "/srv/100%"),
    ] {
        assert_eq!(cwds("", name, ""), [cwd], "{name}");
    }
    for odd in ["", "calc-0123456789abcdef", "home%2Fdev", "%2", "%", "%2F%+1", "%2F%FF", "%2F%zz"]
    {
        assert!(cwds("", odd, "").is_empty(), "{odd}");
    }
}

#[test]
fn a_name_that_would_be_too_long_is_in_a_file_of_its_own() {
    assert_eq!(cwds("", "calc-0123456789abcdef", "/home/dev/calc\r\n"), ["/home/dev/calc"]);
    assert!(cwds("", "calc-0123456789abcdef", "calc").is_empty());
    assert!(SessionFolder { marker: b"/\xff", ..SessionFolder::default() }.cwds().is_empty());
}

#[test]
fn each_folder_that_is_named_counts_and_the_summary_s_is_the_first() {
    assert_eq!(cwds(SUMMARY, "%2Fsrv%2Fa", "/srv/b"), ["/home/dev/calc", "/srv/a", "/srv/b"]);
}

#[test]
fn what_is_not_an_absolute_path_of_a_path_s_length_is_none() {
    for odd in ["", "{", "[]", "{\"info\":1}", "{\"info\":{\"cwd\":7}}"] {
        assert!(cwds(odd, "", "").is_empty(), "{odd}");
    }
    assert!(cwds("{\"info\":{\"cwd\":\"calc\"}}", "", "").is_empty());
    let longest = format!("/{}", "a".repeat(4_095));
    assert_eq!(cwds("", &longest, ""), [longest.as_str()]);
    assert!(cwds("", &format!("{longest}a"), &format!("{longest}a")).is_empty());
}
