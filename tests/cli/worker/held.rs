//! Secrets that nobody is sent, under any name and in whatever place.

use super::bench::Bench;

fn read<'a>(paths: &[&'a str]) -> Vec<&'a str> {
    [&["read", "--question", "Q", "--paths"], paths].concat()
}

/// No shape gives these away.
const OWN_KEY: &str = "opensesame-2f61";

#[test]
fn what_tools_keep_their_secrets_in_is_sent_nowhere() {
    let mut bench = Bench::new();
    for path in [
        "home/.config/typesafe/api_key",
        "home/.codex/auth.json",
        "home/.config/gh/hosts.yml",
        "home/.bash_history",
        "home/.node_repl_history",
        "home/.local/share/fish/fish_history",
        "home/.cargo/credentials.toml",
        "home/.mozilla/firefox/x.default/key4.db",
        "home/.claude/.credentials.json",
    ] {
        bench.write(path, "plain\n");
        let typed = path.replace("home/", "~/");
        let said = bench.is_refused(&read(&["config.py", &typed]));
        assert!(said.contains(&format!("\n  {typed}: ")), "{said}");
    }
}

#[test]
fn a_copy_of_a_secret_file_is_sent_nowhere() {
    let mut bench = Bench::new();
    for name in [
        ".env~",
        "env.production",
        "prod.env.bak",
        ".npmrc.old",
        "#.netrc#",
        ".pgpass.2024-01-01",
        "Copy of secrets.yaml",
        "credentials (1).json",
        ".zsh_history.save",
        "id_ed25519.1",
        ".env (another copy)",
        ".env ",
        "credentials \u{2013} Kopie.json",
    ] {
        bench.write(&format!("project/{name}"), "plain\n");
        let said = bench.is_refused(&read(&[name]));
        assert!(said.contains(&format!("\n  {name}: ")), "{said}");
    }
}

#[test]
fn a_password_is_sent_in_no_file_under_any_name() {
    let mut bench = Bench::new();
    for (content, what) in [
        ("url = postgres://app:k7Rq2mZx@db.internal/app\n", "URL with a password"),
        ("root:$6$Qx1bZk2P$abcdefghijklmnop/.0:19000::::::\n", "hash of a password"),
        ("{\"auths\": {\"r.io\": {\"auth\": \"ZGV2Oms3UnEybVp4\"}}}", "login to a registry"),
        ("HOST=a\nDB_PASSWORD=k7Rq2mZx\n", "variable with a password or a key"),
        ("machine git.corp.net login dev password opensesame\n", "login with a password"),
        ("db.internal:5432:app:dev:opensesame\n", "login with a password"),
        ("[client]\npassword=opensesame\n", "variable with a password or a key"),
        ("github.com:\n  oauth_token: abcdef0123abcdef\n", "variable with a password or a key"),
        ("aws_secret_access_key = opensesame\n", "variable with a password or a key"),
        ("key: LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JSUV2UUlC\n", "private key"),
    ] {
        bench.write("project/notes.txt", content);
        let said = bench.is_refused(&read(&["notes.txt"]));
        assert!(
            said.contains(&format!("\n  notes.txt: it contains what looks like a {what}\n")),
            "{said}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_the_system_shows_as_files_is_sent_nowhere() {
    let bench = Bench::new();
    for path in ["/proc/self/environ", "/proc/version", "/proc/../proc/self/status"] {
        let said = bench.is_refused(&read(&[path]));
        assert!(said.contains(&format!("\n  {path}: it is in /proc\n")), "{said}");
    }
}

#[test]
fn a_key_that_is_in_use_here_is_sent_in_no_file_and_no_question() {
    let mut bench = Bench::new();
    bench.write("home/.config/typesafe/api_key", format!("{OWN_KEY}\n"));
    bench.write("project/notes.txt", format!("the key is {OWN_KEY}.\n"));
    let said = bench.is_refused(&read(&["notes.txt"]));
    assert!(said.contains("\n  notes.txt: it contains a key that is in use here\n"), "{said}");
    let asked = format!("Is {OWN_KEY} right?");
    let said = bench.is_refused(&["read", "--question", &asked, "--paths", "config.py"]);
    assert!(said.starts_with("--question contains a key that is in use here; nothing was sent"));
    assert!(!said.contains(OWN_KEY), "{said}");
    bench.set("ANTHROPIC_API_KEY", "a-key-of-the-worker");
    bench.write("project/notes.txt", "x = 'a-key-of-the-worker'\n");
    assert!(bench.is_refused(&read(&["notes.txt"])).contains("a key that is in use here"));
}

#[test]
fn a_question_and_a_spec_with_a_credential_are_refused() {
    let mut bench = Bench::new();
    bench.write("project/a.py", "x = 1\n");
    let key = ["Use sk", "_live_", &"4e".repeat(12)].concat();
    let question = ["read", "--question", &key, "--paths", "config.py"];
    let spec = ["write", "--spec", &key, "--reference", "a.py", "--context", "config.py"];
    for (arguments, option) in [(&question[..], "--question"), (&spec[..], "--spec")] {
        assert_eq!(
            bench.is_refused(arguments),
            format!(
                "{option} contains what looks like a Stripe key; nothing was sent; write a \
                 placeholder instead\n"
            )
        );
    }
}
