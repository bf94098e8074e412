//! Files that hold secrets.

use sprag_core::secret::Shape;
use sprag_core::secret_file::{Sign, by_content, by_path};

#[test]
fn a_file_is_secret_by_its_name() {
    for (path, pattern) in [
        (".env", ".env"),
        ("app/.env.local", ".env.*"),
        ("prod.env", "*.env"),
        ("PROD.ENV", "*.env"),
        (".envrc", ".envrc"),
        ("server.pem", "*.pem"),
        ("id_rsa", "id_rsa*"),
        ("id_ed25519.pub", "id_ed25519*"),
        ("credentials", "credentials"),
        ("Credentials.json", "credentials.*"),
        ("secrets.yaml", "secrets.*"),
        ("secret.yaml", "secret.yaml"),
        ("service-account-prod.json", "service-account*.json"),
        ("service_account.json", "service_account*.json"),
        ("terraform.tfstate", "*.tfstate"),
        ("terraform.tfstate.backup", "*.tfstate.*"),
        (".npmrc", ".npmrc"),
        (".pgpass", ".pgpass"),
        ("C:\\app\\.netrc", ".netrc"),
        ("kubeconfig", "kubeconfig"),
        ("a/key.asc/", "*.asc"),
    ] {
        assert_eq!(by_path(path), Some(Sign::Name(pattern)), "{path}");
    }
}

#[test]
fn a_file_is_secret_by_the_folder_that_it_lies_in() {
    for (path, folder) in [
        ("/home/dev/.ssh/config", ".ssh"),
        (".AWS/config", ".aws"),
        ("/home/dev/.config/gcloud/a/b.json", ".config/gcloud"),
        ("C:\\dev\\.kube\\config", ".kube"),
    ] {
        assert_eq!(by_path(path), Some(Sign::Folder(folder)), "{path}");
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
        assert_eq!(by_content(head.as_bytes()), Some(Sign::Content(shape)), "{head}");
    }
    let token = ["gh", "p_", &"a1".repeat(18)].concat();
    assert_eq!(by_content(token.as_bytes()), Some(Sign::Content(Shape::GithubToken)));
    for head in
        ["", "-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----", "PRIVATE KEY-----"]
    {
        assert_eq!(by_content(head.as_bytes()), None, "{head}");
    }
    assert_eq!(by_content(&[0xff, 0, b'-', b'-']), None);
    let wide: Vec<u8> = token.bytes().flat_map(|byte| [byte, 0]).collect();
    assert_eq!(by_content(&wide), Some(Sign::Content(Shape::GithubToken)));
}
