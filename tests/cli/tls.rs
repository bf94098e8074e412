//! A judge behind TLS, played by OpenSSL with certificates of the test's own.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use sprag_harness::skipped::skipped;
use tempfile::TempDir;

use crate::bytes::holds;
use crate::listener::{self, Listener, read_request, response};
use crate::run::{KEY, Stop};

/// A server that takes one connection.
struct Server {
    folder: TempDir,
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    port: u16,
}

const AUTHORITY: &str = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
                         -subj /CN=Test -keyout ca.key -out ca.pem";
const REQUEST: &str = "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=Judge \
                       -keyout judge.key -out judge.csr";
const SIGN: &str = "x509 -req -in judge.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \
                    -extfile names -out judge.pem";
const SERVE: &str = "s_server -accept 127.0.0.1:0 -cert judge.pem -key judge.key -naccept 1";

fn openssl(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new("openssl");
    command.args(arguments.split_whitespace()).current_dir(folder).stderr(Stdio::null());
    command
}

impl Server {
    /// Starts a server, if there is an OpenSSL.
    fn start() -> Option<Self> {
        if Command::new("openssl").arg("version").output().is_err() {
            skipped("there is no OpenSSL on this machine");
            return None;
        }
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("names"), "subjectAltName=IP:127.0.0.1,IP:0.0.0.0\n").unwrap();
        for step in [AUTHORITY, REQUEST, SIGN] {
            let made = openssl(folder.path(), step).stdout(Stdio::null()).status();
            assert!(made.unwrap().success(), "{step}");
        }
        let mut server = openssl(folder.path(), SERVE);
        let mut child = server.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let stdin = child.stdin.take();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.starts_with("ACCEPT ") {
            line.clear();
            assert!(stdout.read_line(&mut line).unwrap() > 0, "OpenSSL does not listen");
        }
        let port = line.trim().rsplit(':').next().unwrap().parse().unwrap();
        Some(Self { folder, child, stdin, stdout, port })
    }

    fn url(&self) -> String {
        format!("https://127.0.0.1:{}/v1/systemone", self.port)
    }

    /// Returns all that the client said, once the server has ended.
    fn rest(&mut self) -> Vec<u8> {
        self.stdin = None;
        let mut heard = Vec::new();
        self.stdout.read_to_end(&mut heard).unwrap();
        heard
    }

    /// Returns the certificate of its authority.
    fn authority(&self) -> Vec<u8> {
        fs::read(self.folder.path().join("ca.pem")).unwrap()
    }

    /// Answers one request, and returns its head.
    fn answered(&mut self) -> String {
        let mut heard = String::new();
        while !heard.ends_with("\r\n\r\n") {
            assert!(self.stdout.read_line(&mut heard).unwrap() > 0, "{heard}");
        }
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(response(listener::BROKEN).as_bytes()).unwrap();
        heard
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a stop whose judge is this server, by the user's own word.
fn stop_at(server: &Server) -> Stop {
    let mut stop = Stop::at(&Listener::open());
    stop.unset("SPRAG_ENDPOINT").config(&format!("endpoint = \"{}\"\n", server.url()));
    stop
}

/// Has the session work in a checkout.
fn in_checkout(stop: &mut Stop) {
    for checkout in [stop.path("zebra"), stop.outside("session")] {
        fs::create_dir_all(checkout.join(".git")).unwrap();
    }
    let project = stop.path("zebra");
    stop.field("cwd", project.to_str().unwrap());
}

/// Runs a stop whose judge must be trusted, and gets the key.
#[track_caller]
fn is_trusted(stop: &Stop, mut server: Server) {
    thread::scope(|scope| {
        let hook = scope.spawn(|| stop.run());
        let heard = server.answered();
        assert!(heard.contains(&format!("authorization: Bearer {KEY}")), "{heard}");
        hook.join().unwrap().blocks();
    });
    server.rest();
}

#[test]
fn a_company_authority_that_the_users_config_names_is_trusted() {
    let Some(server) = Server::start() else { return };
    let mut stop = stop_at(&server);
    stop.write("company.pem", server.authority());
    let file = stop.path("company.pem");
    let endpoint = server.url();
    stop.config(&format!("endpoint = \"{endpoint}\"\nca_file = \"{}\"\n", file.display()));
    is_trusted(&stop, server);
}

#[test]
fn a_company_authority_that_a_variable_names_is_trusted_outside_of_the_project() {
    for variable in ["SSL_CERT_FILE", "SSL_CERT_DIR"] {
        let Some(server) = Server::start() else { return };
        let mut stop = stop_at(&server);
        in_checkout(&mut stop);
        stop.write("authorities/company.pem", server.authority());
        stop.set(
            variable,
            match variable {
                "SSL_CERT_DIR" => stop.path("authorities"),
                _ => stop.path("authorities/company.pem"),
            },
        );
        is_trusted(&stop, server);
    }
}

#[test]
fn a_file_of_authorities_that_holds_none_trusts_nobody() {
    let Some(mut server) = Server::start() else { return };
    let mut stop = stop_at(&server);
    in_checkout(&mut stop);
    stop.write("company.pem", server.authority());
    let company = stop.path("company.pem");
    stop.set("SSL_CERT_FILE", company);
    stop.config(&format!("endpoint = \"{}\"\nca_file = \"/nonexistent.pem\"\n", server.url()));
    stop.run().passes();
    assert_eq!(stop.verdict(), "pass unavailable connection");
    assert!(!holds(&server.rest(), KEY));
}

/// How a repository, or whoever else sets variables, would have its own authority trusted. Each
/// gets the authority's certificate.
type Attack = (&'static str, fn(&mut Stop, &[u8]));

const ATTACKS: [Attack; 11] = [
    ("a variable's text as a file", |stop, authority| {
        in_checkout(stop);
        stop.set("EVIL", std::str::from_utf8(authority).unwrap());
        stop.set("SSL_CERT_FILE", "/proc/self/environ");
    }),
    ("a file of the project", |stop, authority| {
        in_checkout(stop);
        stop.write("zebra/evil.pem", authority);
        let file = stop.path("zebra/evil.pem");
        stop.set("SSL_CERT_FILE", file);
    }),
    ("a folder of the project", |stop, authority| {
        in_checkout(stop);
        stop.write("zebra/evil/evil.pem", authority);
        let folder = stop.path("zebra/evil");
        stop.set("SSL_CERT_DIR", folder);
    }),
    ("a path that is relative to a linked worktree", |stop, authority| {
        in_checkout(stop);
        stop.write("zebra/evil.pem", authority).write("zebra/.git/worktrees/b/commondir", "../..");
        let pointer = format!("gitdir: {}\n", stop.path("zebra/.git/worktrees/b").display());
        stop.write("zebra/trees/b/.git", pointer).write("zebra/trees/b/deep/file", "");
        let worktree = stop.path("zebra/trees/b/deep");
        stop.set("CLAUDE_PROJECT_DIR", &worktree).set("SSL_CERT_FILE", "../../../evil.pem");
        stop.shell(&format!("cd '{}'; SPRAG", worktree.display()));
    }),
    ("the main checkout of a worktree elsewhere", |stop, authority| {
        in_checkout(stop);
        stop.write("main/evil.pem", authority).write("main/.git/worktrees/b/commondir", "../..");
        let pointer = format!("gitdir: {}\n", stop.path("main/.git/worktrees/b").display());
        fs::remove_dir(stop.path("zebra/.git")).unwrap();
        let file = stop.path("main/evil.pem");
        stop.write("zebra/.git", pointer).set("SSL_CERT_FILE", file);
    }),
    ("the parent of a nested checkout", |stop, authority| {
        in_checkout(stop);
        stop.write("zebra/evil.pem", authority).write("zebra/vendor/inner/.git/HEAD", "");
        let (inner, file) = (stop.path("zebra/vendor/inner"), stop.path("zebra/evil.pem"));
        stop.field("cwd", inner.to_str().unwrap()).set("SSL_CERT_FILE", file);
    }),
    ("what lies above a folder that is in no checkout", |stop, authority| {
        in_checkout(stop);
        stop.write("unpacked/evil.pem", authority).write("unpacked/deep/file", "");
        let (within, file) = (stop.path("unpacked/deep"), stop.path("unpacked/evil.pem"));
        stop.field("cwd", within.to_str().unwrap()).set("SSL_CERT_FILE", file);
    }),
    ("the hook's own folder, where the payload names another", |stop, authority| {
        in_checkout(stop);
        fs::write(stop.outside("session/evil.pem"), authority).unwrap();
        let file = stop.outside("session/evil.pem");
        stop.set("SSL_CERT_FILE", file);
    }),
    ("a payload whose folder is gone", |stop, authority| {
        in_checkout(stop);
        stop.write("company.pem", authority);
        let file = stop.path("company.pem");
        stop.field("cwd", "/nonexistent/zebra").set("SSL_CERT_FILE", file);
    }),
    ("a resolver that looks elsewhere", |stop, authority| {
        in_checkout(stop);
        stop.write("company.pem", authority);
        let file = stop.path("company.pem");
        stop.set("SSL_CERT_FILE", file).set("LOCALDOMAIN", "evil.example.com");
        stop.set("RES_OPTIONS", "ndots:9");
    }),
    ("a file that anybody can write", |stop, authority| {
        in_checkout(stop);
        stop.write("company.pem", authority);
        let file = stop.path("company.pem");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o666)).unwrap();
        stop.set("SSL_CERT_FILE", file);
    }),
];

#[test]
fn an_authority_that_a_repository_could_name_does_not_get_the_key() {
    for (name, attack) in ATTACKS {
        let Some(mut server) = Server::start() else { return };
        let mut stop = stop_at(&server);
        attack(&mut stop, &server.authority());
        stop.run().passes();
        assert_eq!(stop.verdict(), "pass unavailable connection", "{name}");
        assert!(!holds(&server.rest(), KEY), "{name}");
    }
}

#[test]
fn an_authority_of_nobody_does_not_get_the_key() {
    let Some(mut server) = Server::start() else { return };
    let mut stop = stop_at(&server);
    in_checkout(&mut stop);
    stop.run().passes();
    assert_eq!(stop.verdict(), "pass unavailable connection");
    assert!(!holds(&server.rest(), KEY));
}

/// A proxy that answers for whoever is asked, with a certificate that a variable vouches for.
#[test]
fn a_proxy_and_an_authority_from_variables_do_not_get_the_key_together() {
    let Some(mut server) = Server::start() else { return };
    let proxy = Listener::open();
    let mut stop = stop_at(&server);
    in_checkout(&mut stop);
    stop.write("company.pem", server.authority());
    let authority = stop.path("company.pem");
    stop.config("endpoint = \"https://0.0.0.0:9/\"\n").set("SSL_CERT_FILE", authority);
    stop.set("HTTPS_PROXY", format!("http://127.0.0.1:{}", proxy.port()));
    thread::scope(|scope| {
        let hook = scope.spawn(|| stop.run());
        let mut client = proxy.client();
        let (head, _) = read_request(&mut client);
        assert!(head.starts_with("CONNECT 0.0.0.0:9 "), "{head}");
        client.write_all(b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
        let judge = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
        let (mut from, mut to) = (client.try_clone().unwrap(), judge.try_clone().unwrap());
        scope.spawn(move || {
            let _ = std::io::copy(&mut from, &mut to);
            let _ = to.shutdown(Shutdown::Write);
        });
        let mut judge = judge;
        // Whichever side ends first ends it.
        let _ = std::io::copy(&mut judge, &mut client);
        let _ = client.shutdown(Shutdown::Both);
        hook.join().unwrap().passes();
    });
    assert_eq!(stop.verdict(), "pass unavailable connection");
    assert!(!holds(&server.rest(), KEY));
}

/// A proxy gets to see that there is a connection, and whereto.
#[test]
fn a_proxy_carries_tls_and_sees_no_key() {
    for variable in ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"] {
        let (proxy, judge) = (Listener::open(), Listener::open());
        let mut stop = Stop::at(&judge);
        // An address that is not loopback, and that nobody has to look up.
        let url = format!("https://0.0.0.0:{}/", judge.port());
        stop.unset("SPRAG_ENDPOINT").config(&format!("endpoint = \"{url}\"\n"));
        stop.set(variable, format!("http://127.0.0.1:{}", proxy.port()));
        thread::scope(|scope| {
            let hook = scope.spawn(|| stop.run());
            let mut client = proxy.client();
            let (head, _) = read_request(&mut client);
            let connect = format!("CONNECT 0.0.0.0:{} HTTP/1.1\r\n", judge.port());
            assert!(head.starts_with(&connect), "{head}");
            client.write_all(b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
            let mut hello = [0; 512];
            let len = client.read(&mut hello).unwrap();
            drop(client);
            // The record type of a handshake, <https://www.rfc-editor.org/rfc/rfc8446#section-5.1>.
            assert_eq!(hello[0], 22);
            assert!(!head.contains(KEY) && !holds(&hello[..len], KEY));
            hook.join().unwrap().passes();
        });
        assert_eq!(judge.untaken(), 0);
    }
}
