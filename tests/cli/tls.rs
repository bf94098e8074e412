//! A judge behind TLS, played by OpenSSL with certificates of the test's own.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
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
        fs::write(folder.path().join("names"), "subjectAltName=IP:127.0.0.1\n").unwrap();
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
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_company_authority_that_a_variable_names_is_trusted() {
    for variable in ["SSL_CERT_FILE", "SSL_CERT_DIR"] {
        let Some(mut server) = Server::start() else { return };
        let mut stop = Stop::at(&Listener::open());
        stop.set("SPRAG_ENDPOINT", server.url());
        let authority = fs::read(server.folder.path().join("ca.pem")).unwrap();
        stop.write("authorities/company.pem", authority);
        stop.set(
            variable,
            match variable {
                "SSL_CERT_DIR" => stop.path("authorities"),
                _ => stop.path("authorities/company.pem"),
            },
        );
        thread::scope(|scope| {
            let hook = scope.spawn(|| stop.run());
            let mut heard = String::new();
            while !heard.ends_with("\r\n\r\n") {
                assert!(server.stdout.read_line(&mut heard).unwrap() > 0, "{heard}");
            }
            assert!(heard.contains(&format!("authorization: Bearer {KEY}")), "{heard}");
            server
                .stdin
                .as_mut()
                .unwrap()
                .write_all(response(listener::BROKEN).as_bytes())
                .unwrap();
            hook.join().unwrap().blocks();
        });
        server.rest();
    }
}

#[test]
fn an_authority_of_nobody_or_of_the_project_does_not_get_the_key() {
    for is_of_project in [false, true] {
        let Some(mut server) = Server::start() else { return };
        let mut stop = Stop::at(&Listener::open());
        stop.set("SPRAG_ENDPOINT", server.url());
        if is_of_project {
            let authority = fs::read(server.folder.path().join("ca.pem")).unwrap();
            stop.write("zebra/ca.pem", authority);
            let (project, file) = (stop.path("zebra"), stop.path("zebra/ca.pem"));
            stop.field("cwd", project.to_str().unwrap()).set("SSL_CERT_FILE", file);
        }
        stop.run().passes();
        assert_eq!(stop.verdict(), "pass unavailable connection");
        assert!(!holds(&server.rest(), KEY));
    }
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
