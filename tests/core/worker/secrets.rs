//! Likely secrets are not sent.
use sprag_core::worker::{Failure, Task, guard_asked, guard_secrets};

use super::named;

fn held(typed: &str, resolved: &str, content: &[u8]) -> Option<String> {
    match guard_secrets([(&named(typed, resolved), content)], &[]) {
        Ok(()) => None,
        Err(Failure::Secrets(files)) => Some(files[0].1.clone()),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn a_name_is_a_secret_s_as_it_is_typed_and_where_it_leads() {
    for (typed, resolved) in [
        (".env", "/p/.env"),
        ("notes.txt", "/p/.env"),
        ("id_rsa", "/p/plain.txt"),
        ("config", "/home/dev/.aws/config"),
        ("~/.SSH/known", "/p/known"),
        ("kubeconfig", "/p/kubeconfig"),
        ("a/credentials.json", "/p/a/credentials.json"),
    ] {
        assert!(held(typed, resolved, b"").is_some(), "{typed} {resolved}");
    }
    for path in ["main.py", "README.md", "env.py", "environment.ts", "keys_test.py", "package.json"]
    {
        assert_eq!(held(path, &format!("/p/{path}"), b"text\n"), None, "{path}");
    }
}

#[test]
fn a_key_is_found_wherever_it_stands() {
    let far = [&b"x\n".repeat(50_000)[..], b"-----BEGIN OPENSSH PRIVATE KEY-----\n"].concat();
    let wide: Vec<u8> =
        b"\xff\xfe-----BEGIN PRIVATE KEY-----".iter().flat_map(|byte| [*byte, 0]).collect();
    for content in
        [&far[..], b"-----BEGIN PGP PRIVATE KEY BLOCK-----", &wide, b"key: AKIA1234567890ABCDEF"]
    {
        assert!(held("notes.txt", "/p/notes.txt", content).is_some());
    }
    assert_eq!(held("notes.txt", "/p/notes.txt", b"-----BEGIN PUBLIC KEY-----"), None);
}

#[test]
fn one_secret_holds_every_file_back_and_all_are_named() {
    let files = [named("a.py", "/p/a.py"), named(".env", "/p/.env"), named("b", "/p/x.pem")];
    let failure = guard_secrets(files.iter().map(|file| (file, &b""[..])), &[]).unwrap_err();
    let said = failure.to_string();
    assert!(said.contains("probably secret\n  .env: its name matches .env\n  b: "), "{said}");
    assert!(said.contains("*.pem") && !said.contains("a.py"), "{said}");
    assert!(!failure.is_of_call());
}

#[test]
fn a_file_with_a_key_that_is_in_use_is_held_back() {
    let keys = ["opensesame-2f61\n".to_owned(), String::new(), "short".into()];
    let with = |content: &[u8]| guard_secrets([(&named("a.txt", "/p/a.txt"), content)], &keys);
    let failure = with(b"it is opensesame-2f61.").unwrap_err();
    assert!(failure.to_string().contains("a.txt: it contains a key that is in use here"));
    assert_eq!(with(b"opensesame short"), Ok(()));
}

#[test]
fn a_name_that_holds_a_credential_does_not_go() {
    let name = ["sk", "_live_", &"4e".repeat(12)].concat();
    assert!(held(&name, "/p/plain.txt", b"").is_some());
}

#[test]
fn what_is_asked_holds_no_credential() {
    let keys = ["opensesame-2f61".to_owned()];
    let token = ["gh", "p_", &"a1".repeat(18)].concat();
    for (task, asked, said) in [
        (
            Task::Read,
            &*token,
            "--question contains what looks like a GitHub token; nothing was sent; ",
        ),
        (Task::Write, &token, "--spec contains what looks like a GitHub token; nothing was sent; "),
        (Task::Read, "Is opensesame-2f61 it?", "--question contains a key that is in use here; "),
    ] {
        let failure = guard_asked(task, asked, &keys).unwrap_err();
        assert!(failure.to_string().starts_with(said), "{failure}");
        assert!(!failure.is_of_call() && !failure.to_string().contains(asked));
    }
    assert_eq!(guard_asked(Task::Read, "What of -----BEGIN PUBLIC KEY-----?", &keys), Ok(()));
}
