//! Passwords and keys that only what is around them tells.
use sprag_core::security::secret::Shape;
use sprag_core::security::secret_file::{Indication, by_content};

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
            Some(Indication::Content(Shape::PasswordUrl)),
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
            Some(Indication::Content(Shape::PasswordHash)),
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
    let shape = Some(Indication::Content(Shape::RegistryLogin));
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

fn assigned(text: &str) -> Option<Indication> {
    by_content(text.as_bytes(), &[])
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
        assert_eq!(assigned(text), Some(Indication::Content(Shape::Assignment)), "{text}");
    }
    let wide: Vec<u8> = b"DB_PASSWORD=k7Rq2mZx".iter().flat_map(|byte| [*byte, 0]).collect();
    assert!(by_content(&wide, &[]).is_some());
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
    let program = "import os\n\ndef f():\n    TOKEN = 'k7Rq2mZx'\n    return TOKEN\n";
    assert_eq!(assigned(program), None, "a program");
}

#[test]
fn a_login_of_netrc_is_a_secret() {
    let shape = Some(Indication::Content(Shape::Login));
    for text in [
        "machine git.corp.net login dev password opensesame",
        "machine git.corp.net\n\tlogin dev\n\tpassword opensesame\n",
        "machine a.b password opensesame account x login dev",
        "default login dev password opensesame",
        "# mine\nmachine a.b login x\nmachine c.d login dev password pw",
    ] {
        assert_eq!(assigned(text), shape, "{text}");
    }
    for text in [
        "machine git.corp.net login dev",
        "machine git.corp.net password opensesame",
        "login dev password opensesame",
        "the machine a.b has a login dev and a password opensesame",
        "machine a.b login dev password password",
        "machine a.b login dev password <opensesame>",
        "machine a.b login dev port 7 password opensesame",
        "machine",
    ] {
        assert_eq!(assigned(text), None, "{text}");
    }
}

#[test]
fn a_file_of_logins_to_databases_is_a_secret() {
    let shape = Some(Indication::Content(Shape::Login));
    for text in [
        "db.internal:5432:app:dev:opensesame\n",
        "*:*:*:dev:opensesame",
        "# mine\n\ndb.internal:*:app:dev:open sesame:1\n",
        "d\\:b:5432:app:dev:opensesame",
        "a:1:b:c:pw\na:1:b:c:pw\na:1:b:c:pw\nwhat else there is",
    ] {
        assert_eq!(assigned(text), shape, "{text}");
    }
    for text in [
        "src/a.rs:12:5:warning: unused",
        "root:x:0:0:root:/root:/bin/sh",
        "db.internal:5432:app:dev",
        "db.internal:5432:app:dev:",
        "db.internal:5432:app:dev:password",
        "db.internal::app:dev:opensesame",
        "db.internal:port:app:dev:opensesame",
        ":5432:app:dev:opensesame",
        "db.internal:5432::dev:opensesame",
        "db.internal:5432:app::opensesame",
        "d\\:b:5432:app:opensesame",
        "db internal:5432:app:dev:opensesame",
        "a:1:b:c:pw\na:1:b:c:pw\nwhat else\nthere is",
        "#db.internal:5432:app:dev:opensesame",
    ] {
        assert_eq!(assigned(text), None, "{text}");
    }
}

#[test]
fn an_entry_to_which_a_tool_gives_a_password_or_a_token_is_a_secret() {
    let shape = Some(Indication::Content(Shape::Assignment));
    for text in [
        "some\ntext\n[client]\nuser = dev\npassword = opensesame\nmore\ntext",
        "[mysqldump]\npassword=\"opensesame\"\na\nb\nc",
        "github.com:\n    user: dev\n    oauth_token: abcdef0123abcdef\n",
        "a\nb\ntoken: 'Zx81kQpl-29dkeqm_7' # mine\nc",
        "a\nb\naws_secret_access_key = opensesame\nc",
        "a\nb\nexport AWS_SECRET_ACCESS_KEY=\"ab+/cd==\"\nc\nd",
    ] {
        assert_eq!(assigned(text), shape, "{text}");
    }
    for text in [
        "[server]\nuser = dev\npassword = opensesame\nmore\ntext",
        "[client]\na\n[server]\npassword = opensesame\nmore\ntext",
        "[client]\npassword =\nmore\ntext",
        "[client]\npassword = <opensesame>\nmore\ntext",
        "[client]\nmy_password = opensesame\nmore\ntext",
        "oauth_token: string",
        "oauth_token: abcdef0123abcde",
        "oauth_token: abcdefghijklmnopq",
        "oauth_token: config.token0123456",
        "token: my_example_token_value_1",
        "tokens: Zx81kQpl-29dkeqm_7",
        "aws_secret_access_key=secret_key,",
        "aws_secret_access_key = os.environ['KEY']",
        "aws_secret_access_key =",
        "a aws_secret_access_key = opensesame",
    ] {
        assert_eq!(assigned(text), None, "{text}");
    }
    let long = |len: usize| format!("[client]\npassword = {}\na\nb", "a".repeat(len));
    assert_eq!(assigned(&long(1_024)), shape);
    assert_eq!(assigned(&long(1_025)), None, "nobody has a longer one");
}

#[test]
fn a_line_on_which_a_password_is_noted_is_a_secret() {
    for line in [
        "Password: k7Rq2mZx",
        "password:\t'k7Rq2mZx'",
        "users:\n  - name: dev\n    passwd: \"k7Rq2mZx\"\n",
        "- passwd: k7Rq2mZx",
        "pw=k7Rq2mZx",
        "Bank\nPWD: k7Rq2mZx\r\nx",
        "passphrase=k7Rq2mZx",
        "passcode: k7Rq2mZx",
    ] {
        let found = by_content(["a\nb\nc\n", line].concat().as_bytes(), &[]);
        assert_eq!(found, Some(Indication::Content(Shape::Assignment)), "{line}");
    }
    for line in [
        "password: str",
        "password: hunter2, and more",
        "password: k7Rq2mZx behind",
        "password: hash(k7Rq2)",
        "password: \"k7Rq2mZx\",",
        "password: 'k7Rq2mZx\"",
        "password:k7Rq2mZx",
        "password = k7Rq2mZx",
        "pw= k7Rq2mZx",
        "the password: k7Rq2mZx",
        "mypw=k7Rq2mZx",
        "password: ${PW1_ABCD}",
        "password: changeme1",
        "password:",
        "pw=",
        "pw",
        "- - passwd: k7Rq2mZx",
    ] {
        let text = ["a b\nc\n", line].concat();
        assert_eq!(by_content(text.as_bytes(), &[]), None, "{line}");
    }
}
