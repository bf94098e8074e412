//! Files that hold secrets.

use proptest::prelude::*;
use sprag_core::secret::Shape;
use sprag_core::secret_file::{Sign, by_assignments, by_content, by_path};

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
        (".pgpass", ".pgpass"),
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
        assert_eq!(by_path(path), Some(Sign::Name(pattern)), "{path}");
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
        assert_eq!(by_content(head.as_bytes(), &[]), Some(Sign::Content(shape)), "{head}");
    }
    let token = ["gh", "p_", &"a1".repeat(18)].concat();
    assert_eq!(by_content(token.as_bytes(), &[]), Some(Sign::Content(Shape::GithubToken)));
    assert_eq!(by_content(b"x own-key-1 y", &[b"own-key-1"]), Some(Sign::Content(Shape::JudgeKey)));
    let wide: Vec<u8> = b"own-key-1".iter().flat_map(|byte| [*byte, 0]).collect();
    assert!(by_content(&wide, &[b"own-key-1"]).is_some());
    for head in
        ["", "-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----", "PRIVATE KEY-----"]
    {
        assert_eq!(by_content(head.as_bytes(), &[]), None, "{head}");
    }
    assert_eq!(by_content(&[0xff, 0, b'-', b'-'], &[]), None);
    let wide: Vec<u8> = token.bytes().flat_map(|byte| [byte, 0]).collect();
    assert_eq!(by_content(&wide, &[]), Some(Sign::Content(Shape::GithubToken)));
}

#[test]
fn a_url_with_a_password_is_a_secret() {
    for url in [
        "postgres://app:k7Rq2mZx@db.internal/app",
        "DATABASE_URL=mysql://root:k7Rq2mZx@10.0.0.7:3306/x",
        "redis://:k7Rq2mZx@[::1]:6379",
        "\"https://dev:k7Rq2mZx@git.corp.net/x.git\"",
        "amqps://a:k7%40Rq2m@mq.internal",
        "mongodb+srv://a:k7@Rq2mZx@mq.internal",
        "http://a:k7Rq2m@h",
    ] {
        assert_eq!(
            by_content(url.as_bytes(), &[]),
            Some(Sign::Content(Shape::PasswordUrl)),
            "{url}"
        );
    }
    let long = |len: usize| ["ftp://", &"a1".repeat(len / 2), ":k7Rq2mZx@h"].concat();
    assert!(by_content(long(200).as_bytes(), &[]).is_some());
    assert_eq!(by_content(long(300).as_bytes(), &[]), None, "so much is looked at");
    for text in [
        "https://example.org/a:k7Rq2mZx@b",
        "https://dev@git.corp.net",
        "https://k7Rq2mZx@git.corp.net",
        "https://dev:@git.corp.net",
        "postgres://app:password1@db.internal/app",
        "postgres://app:$PASS1WORD@db.internal",
        "postgres://app:${PW1AB}@db.internal",
        "postgres://app:<k7Rq2mZx>@db.internal",
        "postgres://app:{k7Rq2mZx}@db.internal",
        "postgres://app:********1a@db.internal",
        "postgres://k7Rq2mZx:k7Rq2mZx@db.internal",
        "postgres://app:k7Rq2mZx@db.example.com",
        "postgres://app:k7Rq2mZx@hostname/db",
        "postgres://app:k7Rq2@db.internal",
        "postgres://app:kRqmZxab@db.internal",
        "postgres://app:72849172@db.internal",
        "postgres://app:k7Rq 2mZx@db.internal",
        "postgres://app:k7Rq2mZx@",
        "postgres://app:k7Rq2mZx@/x",
        "://app:k7Rq2mZx@db.internal",
        "postgres:/app:k7Rq2mZx@db.internal",
        "see (http://a.b:80, c@d.e1)",
        "http://a:80,c1d2e3f4@d",
    ] {
        assert_eq!(by_content(text.as_bytes(), &[]), None, "{text}");
    }
}

#[test]
fn a_hash_beside_the_name_of_its_user_is_a_secret() {
    for line in [
        "root:$6$Qx1bZk2P$abcdefghijklmnop/.0:19000:0:99999:7:::",
        "x\ndev_1:$y$j9T$abcdefghijklmnopqrst/$x",
        "dev@corp.net:$2b$12$abcdefghijklmnopqrstuu",
        "a:$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA",
        "dev:$apr1$Qx1bZk2P$abcdefghij",
    ] {
        assert_eq!(
            by_content(line.as_bytes(), &[]),
            Some(Sign::Content(Shape::PasswordHash)),
            "{line}"
        );
    }
    let named = |len: usize| ["a".repeat(len).as_str(), ":$6$Qx1bZk2P$abcdefghijklmnop"].concat();
    assert!(by_content(named(32).as_bytes(), &[]).is_some());
    assert_eq!(by_content(named(33).as_bytes(), &[]), None, "nobody is called so");
    let hash = "$6$Qx1bZk2P$abcdefghijkl";
    assert_eq!(hash.len(), 24);
    assert!(by_content(["a:", hash].concat().as_bytes(), &[]).is_some());
    assert_eq!(by_content(["a:", &hash[..23]].concat().as_bytes(), &[]), None, "it is too short");
    for text in [
        "a:$abcdefghijklmnopqrstuvwxyz",
        ":$6$Qx1bZk2P$abcdefghijklmnop",
        "price: a:$6$Qx1bZk2P$abcdefghijklmnop",
        "a b:$6$Qx1bZk2P$abcdefghijklmnop",
        "a:$6$Qx1bZk2P$abc efghijklmnopqrst",
        "a:6$6$Qx1bZk2P$abcdefghijklmnop",
    ] {
        assert_eq!(by_content(text.as_bytes(), &[]), None, "{text}");
    }
}

#[test]
fn a_login_to_a_registry_is_a_secret() {
    let login =
        |key: &str, value: &str| format!("{{\"auths\": {{\"r.io\": {{\"{key}\": \"{value}\"}}}}}}");
    let shape = Some(Sign::Content(Shape::RegistryLogin));
    assert_eq!(by_content(login("auth", "ZGV2Oms3UnEybVp4").as_bytes(), &[]), shape);
    let wide = login("auth", "ZGV2Oms3UnEybVp4").replace(": ", "\t\t\t:\n   ");
    assert_eq!(by_content(wide.as_bytes(), &[]), shape);
    let tight = login("auth", "ZGV2Oms3UnEybVp4+/==").replace(": ", ":");
    assert_eq!(by_content(tight.as_bytes(), &[]), shape);
    let second = login("auth\": 1, \"auth", "ZGV2Oms3UnEybVp4");
    assert_eq!(by_content(second.as_bytes(), &[]), shape);
    for text in [
        login("auth", ""),
        login("auth", "xxxxxxxxxxxx1"),
        login("identity", "ZGV2Oms3UnEybVp4"),
        login("auth", "ZGV2Oms3UnEybVp4").replace("auths", "logins"),
        login("auth", "ZGV2Oms3UnEybVp4").replace("\"ZG", "ZG"),
    ] {
        assert_eq!(by_content(text.as_bytes(), &[]), None, "{text}");
    }
}

fn assigned(text: &str) -> Option<Sign> {
    by_assignments("/srv/settings", text.as_bytes())
}

#[test]
fn a_file_of_variables_is_a_secret_by_what_one_of_them_is_given() {
    for text in [
        "DB_PASSWORD=k7Rq2mZx\n",
        "# local\n\n[db]\nHOST=a\nexport DB_PASSWORD=k7Rq2mZx\n; end\n! x\n",
        "PORT=80\r\napi-token = 'k7Rq2mZx'\r\n",
        "app.secret=\"k7Rq2mZx\" # of the app",
        "SECRET_KEY_BASE=k7Rq2mZx",
        "AUTHTOKEN=k7Rq2mZx # x",
        "dbPassword=k7Rq2mZx",
        "A_PWD=k7Rq2mZx",
        "PASSPHRASE=k7Rq2mZx",
        "X_CREDENTIALS=k7Rq2mZx",
        "APIKEY=AbCdEfGhIjKlMnOp",
        "A=1\nB=2\nC_KEY=k7Rq2mZx\nwhat else there is",
    ] {
        assert_eq!(assigned(text), Some(Sign::Content(Shape::Assignment)), "{text}");
    }
    let wide: Vec<u8> = b"DB_PASSWORD=k7Rq2mZx".iter().flat_map(|byte| [*byte, 0]).collect();
    assert!(by_assignments("/srv/settings", &wide).is_some());
    for text in [
        "",
        "DB_HOST=k7Rq2mZx",
        "DB_PASSWORD=",
        "DB_PASSWORD=''",
        "DB_PASSWORD=changeme1",
        "DB_PASSWORD=<k7Rq2mZx>",
        "DB_PASSWORD=${k7Rq2mZx}",
        "DB_PASSWORD",
        "=k7Rq2mZx",
        "DB PASSWORD=k7Rq2mZx",
        "KEY_FILE=/etc/k7Rq2mZx",
        "KEY_FILE='/etc/k7Rq2mZx'",
        "TOKEN_URL=https://a.b/k7Rq2mZx",
        "PUBLIC_KEY=k7Rq2mZx",
        "STRIPE_PUBLISHABLE_KEY=k7Rq2mZx",
        "CACHE_KEY=k7Rq2mZx",
        "MAX_TOKENS=4096000",
        "KEYBOARD=k7Rq2mZx",
        "TOKEN=k7 Rq2mZx",
        "TOKEN=k7Rq2",
        "APIKEY=AbCdEfGhIjKlMnO",
        "APIKEY=abcdefghijklmnopqr",
        "APIKEY=ABCDEFGHIJKLMNOPQR",
        "A=1\nC_KEY=k7Rq2mZx\nwhat else there is",
        "DB_PASSWORD: k7Rq2mZx",
    ] {
        assert_eq!(assigned(text), None, "{text}");
    }
    let long = |len: usize| ["TOKEN=", &"a1".repeat(len / 2)].concat();
    assert!(assigned(&long(1_024)).is_some());
    assert_eq!(assigned(&long(1_026)), None, "nobody has a longer one");
    let text = b"DB_PASSWORD=k7Rq2mZx\n";
    assert_eq!(by_assignments("/srv/settings.py", text), None, "a program");
    assert!(by_assignments("/srv/settings.md", text).is_some());
    assert_eq!(by_content(text, &[]), None, "a piece of a text");
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
    fn prop_what_is_no_secret_is_none_as_a_copy(
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
