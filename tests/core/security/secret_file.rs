//! Files that hold secrets.

mod content;
mod kept;

use proptest::prelude::*;
use sprag_core::security::secret::Shape;
use sprag_core::security::secret_file::{Indication, by_content, by_path};

#[test]
fn a_file_is_secret_by_its_name() {
    for (path, pattern) in [
        (".env", ".env"),
        ("app/.env.local", ".env"),
        ("prod.env", "*.env"),
        ("PROD.ENV", "*.env"),
        (".envrc", ".envrc"),
        ("server.pem", "*.pem"),
        ("id_rsa", "id_rsa*"),
        ("id_ed25519.pub", "id_ed25519*"),
        ("credentials", "credentials"),
        ("Credentials.json", "credentials"),
        ("secrets.yaml", "secrets"),
        ("secret.yaml", "secret"),
        ("service-account-prod.json", "service-account*.json"),
        ("service_account.json", "service_account*.json"),
        ("terraform.tfstate", "*.tfstate"),
        ("terraform.tfstate.backup", "*.tfstate"),
        (".npmrc", ".npmrc"),
        (".pgpass", "*pgpass"),
        ("C:\\app\\.netrc", ".netrc"),
        ("kubeconfig", "kubeconfig"),
        ("a/key.asc/", "*.asc"),
        ("env.production", "env.production"),
        (".bash_history", ".*_history*"),
        (".psql_history", ".*_history*"),
        ("fish_history", "fish_history"),
        (".claude/.credentials.json", "credentials"),
        ("Login Data", "login data*"),
        ("vault.kdb", "*.kdb"),
        ("/etc/gshadow", "gshadow"),
        ("/etc/shadow", "etc/shadow"),
        ("etc/shadow-", "etc/shadow"),
        ("/home/dev/.codex/auth.json", ".codex/auth.json"),
        ("/home/dev/.config/gh/hosts.yml", "gh/hosts.yml"),
        ("GH\\hosts.yml", "gh/hosts.yml"),
        ("/home/dev/.claude.json", ".claude.json"),
        (".smbcredentials", ".smbcredentials"),
        (".passwd-s3fs", ".passwd-s3fs"),
        ("/run/user/1000/containers/auth.json", "containers/auth.json"),
        (".vercel/auth.json", ".vercel/auth.json"),
        ("release.agekey", "*.agekey"),
        (".config/age/keys.txt", "age/keys.txt"),
        (".curlrc", ".curlrc"),
        (".wgetrc", ".wgetrc"),
        (".Xauthority", ".xauthority"),
        ("/data/atuin/key", "atuin/key"),
        ("creds.json", "creds"),
        ("passwords.txt", "passwords"),
        ("token.txt", "token"),
        ("secret.txt", "secret"),
        ("token", "token"),
        (".token", "token"),
        ("API_KEY.csv", "api_key"),
        ("credential", "credential"),
        ("dev_accessKeys.csv", "*accesskeys.csv"),
    ] {
        assert_eq!(by_path(path), Some(Indication::Name(pattern)), "{path}");
    }
}

#[test]
fn a_copy_is_as_secret_as_what_it_is_a_copy_of() {
    for name in [
        ".env~",
        ".npmrc.bak",
        ".npmrc.OLD",
        ".pgpass.orig",
        ".pgpass.save",
        ".netrc.swp",
        "..netrc.swp",
        ".secret.yaml.old.swp",
        ".netrc.2024-01-01T10:30",
        "prod.env.gz_0",
        ".netrc.1",
        "#.netrc#",
        ".#.netrc",
        ".netrc.2024-01-01",
        ".netrc-20240101",
        "secret.yaml_backup",
        "Copy of secret.yaml",
        "secret - Copy.yaml",
        "secret copy 2.yaml",
        "secret (1).yaml",
        "secret.yaml (12)",
        "secret.bak.yaml",
        "server.pem.~1~",
        "server.pem.gz",
        "server.pem.dpkg-old",
        "a/.git-credentials.bak.old.1~",
        "/home/dev/.codex/auth.json.bak",
        ".env (Copy)",
        ".env (another copy)",
        ".env (3rd copy)",
        ".npmrc (copy)",
        "credentials (copy)",
        ".env \u{2013} Kopie",
        ".env copy 2",
        ".env ",
        " .env",
        ".env\u{a0}",
        ".env\t",
        ".env2",
        ".env_backup",
        ".env-prod",
        ".env@2024",
        ".env.local (Copy)",
        "Kopie von .env",
        "Copia de credentials.json",
        "\u{43a}\u{43e}\u{43f}\u{438}\u{44f} .npmrc",
        "kaggle (1).json",
        "kaggle.2024.json",
        "kaggle \u{2013} Kopie.json",
        "/home/dev/.codex/auth (1).json",
        ".credentials.json.swp",
        ".kaggle.json.swp",
        "passwords-2024.csv",
        "credentials-prod.json",
        "secrets_production.yaml",
        "token (1).txt",
        "token.old",
        "token_backup",
        "password2.txt",
        "cookies.json",
        ".env.sh",
        "credentials.sql",
    ] {
        assert!(by_path(name).is_some(), "{name}");
    }
}

#[test]
fn a_file_is_secret_by_the_folder_that_it_lies_in() {
    for (path, folder) in [
        ("/home/dev/.ssh/config", ".ssh"),
        (".AWS/config", ".aws"),
        ("/home/dev/.config/gcloud/a/b.json", ".config/gcloud"),
        ("C:\\dev\\.kube\\config", ".kube"),
        ("/home/dev/.config/typesafe/x", ".config/typesafe"),
        ("/proc/self/environ", "/proc"),
        ("/sys/class/x", "/sys"),
        ("/dev/shm/x", "/dev"),
        ("/home/dev/.docker/config.json", ".docker"),
        ("/home/dev/.config/containers/registries.conf", ".config/containers"),
        ("/home/dev/.config/gh/config.yml", ".config/gh"),
        ("/home/dev/.config/sops/age/x.txt", "sops/age"),
        ("/home/dev/.oci/config", ".oci"),
        ("/home/dev/.mc/config.json", ".mc"),
        ("/home/dev/.config/stripe/config.toml", ".config/stripe"),
        ("/home/dev/.config/hcloud/cli.toml", ".config/hcloud"),
        ("/home/dev/.subversion/auth/svn.simple/x", ".subversion/auth"),
        ("/home/dev/.local/share/atuin/history.db", ".local/share/atuin"),
        ("app/.env.d/10-db", ".env.d"),
    ] {
        assert_eq!(by_path(path), Some(Indication::Folder(folder)), "{path}");
    }
}

#[test]
fn other_files_are_not() {
    for path in [
        "main.py",
        "README.md",
        "env.py",
        "environment.ts",
        "keys_test.py",
        "package.json",
        ".env.example",
        ".env.sample",
        "app/.env.template",
        "pem",
        "key",
        "xid_rsa",
        "my_credentials",
        "secret.rs",
        "secretsx",
        ".ssh",
        "a.ssh/config",
        ".sshx/config",
        "x.aws/config",
        "service-account.yaml",
        "tfstate",
        "",
        "/",
        "\u{e9}.env.rs",
        "shadow",
        "locales/en/auth.json",
        "hosts.yml",
        "xgh/hosts.yml",
        "proc/self/environ",
        "/process/x",
        "/dev",
        "history.rs",
        "old",
        "~",
        "main.rs.bak",
        "Copy of main.rs",
        ".env.example.bak",
        ".env.example~",
        "notes (1).txt",
        "v1.2.3",
    ] {
        assert_eq!(by_path(path), None, "{path}");
    }
}

#[test]
fn a_program_a_page_a_sample_and_another_word_are_not() {
    for path in [
        "token.rs",
        "secrets.py",
        "credentials.ts",
        "password.go",
        "secrets.html",
        "credentials.md",
        "secrets.tf",
        "token.cpython-312.pyc",
        "Token.class",
        "cookies.py",
        ".env.d.ts",
        ".env.rs",
        ".env-example",
        ".env.local.example",
        ".env.example (Copy)",
        ".env.dist",
        ".env.j2",
        ".npmrc.sample",
        "kaggle.example.json",
        "credentials.example.json",
        "secrets.template.yaml",
        "tokenizer.json",
        "token_usage.json",
        "password_reset.txt",
        "password-policy.txt",
        "secretary.txt",
        "environments.yml",
        "passwordless.txt",
        "keyboard.json",
        ".envoy.yaml",
        "kaggled.json",
        "auth.json",
        "config/auth.json",
        ".config/atuin/config.toml",
        "keys.txt",
        ".vercel/project.json",
        "2024-01-01.log",
    ] {
        assert_eq!(by_path(path), None, "{path}");
    }
}

#[test]
fn a_file_is_secret_by_what_is_in_it() {
    for (head, shape) in [
        ("-----BEGIN PRIVATE KEY-----\nMII", Shape::PrivateKey),
        ("x\n-----BEGIN RSA PRIVATE KEY-----", Shape::PrivateKey),
        ("-----BEGIN OPENSSH PRIVATE KEY-----", Shape::PrivateKey),
        ("-----BEGIN PGP PRIVATE KEY BLOCK-----", Shape::PrivateKey),
        ("-----BEGIN x\n\n-- PRIVATE KEY-----", Shape::PrivateKey),
        ("-----BEGIN x\n\n-- PRIVATE KEY BLOCK-----", Shape::PrivateKey),
    ] {
        assert_eq!(by_content(head.as_bytes(), &[]), Some(Indication::Content(shape)), "{head}");
    }
    let token = ["gh", "p_", &"a1".repeat(18)].concat();
    assert_eq!(by_content(token.as_bytes(), &[]), Some(Indication::Content(Shape::GithubToken)));
    assert_eq!(
        by_content(b"x own-key-1 y", &[b"own-key-1"]),
        Some(Indication::Content(Shape::JudgeKey))
    );
    let wide: Vec<u8> = b"own-key-1".iter().flat_map(|byte| [*byte, 0]).collect();
    assert!(by_content(&wide, &[b"own-key-1"]).is_some());
    for head in
        ["", "-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----", "PRIVATE KEY-----"]
    {
        assert_eq!(by_content(head.as_bytes(), &[]), None, "{head}");
    }
    assert_eq!(by_content(&[0xff, 0, b'-', b'-'], &[]), None);
    let wide: Vec<u8> = token.bytes().flat_map(|byte| [byte, 0]).collect();
    assert_eq!(by_content(&wide, &[]), Some(Indication::Content(Shape::GithubToken)));
}

/// Names of secrets that no rule but their own tells.
const SECRET: &[&str] = &[
    ".env",
    "prod.env",
    "server.pem",
    ".netrc",
    "id_rsa",
    "secret.yaml",
    "api_key",
    ".zsh_history",
    "terraform.tfstate",
    "credentials",
    "etc/shadow",
    ".codex/auth.json",
    "gh/hosts.yml",
];

/// What stands behind the name of a copy.
fn ending() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("~".to_owned()),
        Just(".gz".into()),
        "[._-](bak|backup|old|orig|save|swp|tmp|copy|new)",
        "[.](BAK|Old|Orig)",
        "[._-][0-9]{1,8}",
        "[.]~[0-9]{1,2}~",
        " [(][0-9]{1,2}[)]",
        " copy( [0-9])?",
        " [(](Copy|another copy|[0-9](nd|rd|th) copy)[)]",
        "[ \u{a0}]{1,3}",
        " \u{2013} Kopie( [(][0-9][)])?",
        " - copy",
        "[._-]20[0-9]{2}-[01][0-9]-[0-3][0-9](-[0-9]{4})?",
    ]
}

proptest! {
    #![proptest_config(crate::properties())]

    #[test]
    fn prop_a_copy_of_a_copy_of_a_secret_is_one(
        name in prop::sample::select(SECRET),
        endings in prop::collection::vec(ending(), 0..4),
        folder in "(/[a-z]{1,6}){0,3}/",
    ) {
        let path = [&folder, name, &endings.concat()].concat();
        prop_assert!(by_path(&path).is_some(), "{}", path);
    }

    #[test]
    fn prop_what_is_not_a_secret_is_none_as_a_copy(
        name in "(main|client|config|index)[.](rs|py|ts|md|json)",
        endings in prop::collection::vec(ending(), 0..4),
    ) {
        let path = [&name, &*endings.concat()].concat();
        prop_assert_eq!(by_path(&path), None, "{}", path);
    }

    #[test]
    fn prop_any_path_is_read_without_a_panic(path in "[a-z#~.() 0-9\u{130}\u{df}/\\\\-]{0,40}") {
        let _ = by_path(&path);
    }
}

#[test]
fn a_name_as_long_as_a_file_may_have_is_read_and_no_longer_one() {
    let name = |len: usize| [".env", &"~".repeat(len - 4)].concat();
    assert!(by_path(&name(1_020)).is_some());
    assert_eq!(by_path(&name(1_021)), None);
}
