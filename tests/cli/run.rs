//! A stop as a host reports it, and what the built binary makes of it.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirBuilder, File};
use std::net::TcpListener;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::conversation::{CLOSING, Conversation, PROMPT, SESSION};
use crate::ended::Running;
pub(crate) use crate::ended::{Ended, LONG};
use crate::judge::{Judge, SPRAG};
use crate::listener::Listener;

/// The key of every plain stop. Nobody but the judge may see it.
pub(crate) const KEY: &str = "tsk-3v9XqLw0bTzR7yKd";

/// Scores under which a plain stop is sent back for a broken promise.
pub(crate) const BROKEN: &str = r#"{"no_action": 0.31, "broken_promise": 0.93}"#;
/// Scores under which it passes.
pub(crate) const SOUND: &str = r#"{"no_action": 0.02, "broken_promise": 0.04}"#;

/// Returns the program that is judged: the built one, or another build of it.
fn program() -> OsString {
    env::var_os("SPRAG_PROGRAM").unwrap_or_else(|| SPRAG.into())
}

/// A stop. A plain one would be sent back; a test says what differs.
#[derive(Debug)]
pub(crate) struct Stop {
    /// Removed with everything in it.
    folder: TempDir,
    judge: Option<Judge>,
    pub(crate) environment: BTreeMap<String, OsString>,
    pub(crate) arguments: Vec<OsString>,
    /// The folder that stands for the user's home, in place of the one in the user database.
    pub(crate) user_home: PathBuf,
    payload: Value,
    /// Bytes in place of the payload.
    input: Option<Vec<u8>>,
    /// What a shell does that becomes the program; without it there is no shell.
    shell: Option<String>,
    /// A server that must not go away before the hook.
    server: Option<TcpListener>,
}

impl Stop {
    /// A plain stop, before a judge that answers with these scores.
    pub(crate) fn judged(scores: &str) -> Self {
        Self::before(scores, "answer")
    }

    /// A plain stop, before a judge that misbehaves in this way.
    pub(crate) fn in_mode(mode: &str) -> Self {
        Self::before(BROKEN, mode)
    }

    /// A plain stop, with this server in place of a judge.
    pub(crate) fn at(listener: &Listener) -> Self {
        Self::with_endpoint(&listener.url())
    }

    /// A plain stop, with nobody to judge it.
    pub(crate) fn unjudged() -> Self {
        Self::with_endpoint("")
    }

    fn before(scores: &str, mode: &str) -> Self {
        let mut stop = Self::with_endpoint("");
        let judge = Judge::start(stop.folder.path(), scores, mode);
        stop.set("SPRAG_ENDPOINT", judge.url());
        stop.judge = Some(judge);
        stop
    }

    fn with_endpoint(endpoint: &str) -> Self {
        let folder = tempfile::Builder::new().prefix("sprag-cli-").tempdir().unwrap();
        let home = folder.path().join("home");
        fs::create_dir(&home).unwrap();
        // Where the hook is started: a folder beside the home, as a project is.
        fs::create_dir(folder.path().join("session")).unwrap();
        let mut stop = Self {
            folder,
            judge: None,
            environment: BTreeMap::new(),
            arguments: ["hook", "--checks", "promises"].map(OsString::from).to_vec(),
            user_home: home.clone(),
            payload: json!({
                "session_id": SESSION,
                "cwd": "/home/dev/rocket",
                "prompt_id": PROMPT,
                "permission_mode": "default",
                "effort": {"level": "medium"},
                "hook_event_name": "Stop",
                "stop_hook_active": false,
                "background_tasks": [],
                "session_crons": [],
            }),
            input: None,
            shell: None,
            server: None,
        };
        stop.set("HOME", &home);
        stop.set("TYPESAFE_API_KEY", KEY);
        stop.set("SPRAG_ENDPOINT", endpoint);
        stop.field("transcript_path", stop.path("session.jsonl").to_str().unwrap());
        stop.closing(CLOSING);
        stop
    }

    /// Puts another stand-in in place of the judge.
    pub(crate) fn judge_anew(&mut self, scores: &str) -> &mut Self {
        let judge = Judge::start(self.folder.path(), scores, "answer");
        self.set("SPRAG_ENDPOINT", judge.url());
        self.judge = Some(judge);
        self
    }

    /// Returns a path inside the home.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("home").join(name)
    }

    /// Returns a path beside the home.
    pub(crate) fn outside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns a path inside the state folder.
    pub(crate) fn state(&self, name: &str) -> PathBuf {
        self.path(".local/state/sprag").join(name)
    }

    /// Writes a file inside the home.
    pub(crate) fn write(&mut self, name: &str, content: impl AsRef<[u8]>) -> &mut Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    pub(crate) fn config(&mut self, text: &str) -> &mut Self {
        self.write(".config/sprag/config.toml", text)
    }

    pub(crate) fn set(&mut self, variable: &str, value: impl AsRef<OsStr>) -> &mut Self {
        self.environment.insert(variable.into(), value.as_ref().into());
        self
    }

    pub(crate) fn unset(&mut self, variable: &str) -> &mut Self {
        assert!(self.environment.remove(variable).is_some(), "{variable} was not set");
        self
    }

    /// Adds to the command line.
    pub(crate) fn with(&mut self, arguments: &[&str]) -> &mut Self {
        self.arguments.extend(arguments.iter().map(OsString::from));
        self
    }

    /// Sets a member of the payload.
    pub(crate) fn field(&mut self, name: &str, value: impl Into<Value>) -> &mut Self {
        self.payload[name] = value.into();
        self
    }

    /// Takes a member out of the payload.
    pub(crate) fn without(&mut self, name: &str) -> &mut Self {
        let members = self.payload.as_object_mut().unwrap();
        assert!(members.remove(name).is_some(), "{name} was not there");
        self
    }

    /// The agent closes a plain turn with this.
    pub(crate) fn closing(&mut self, text: &str) -> &mut Self {
        self.field("last_assistant_message", text);
        self.transcript(&Conversation::plain().says(text))
    }

    pub(crate) fn transcript(&mut self, conversation: &Conversation) -> &mut Self {
        self.write("session.jsonl", conversation.bytes())
    }

    /// Sends these bytes in place of the payload.
    pub(crate) fn input(&mut self, bytes: impl Into<Vec<u8>>) -> &mut Self {
        self.input = Some(bytes.into());
        self
    }

    /// Starts the program from a shell, which it replaces at the word `SPRAG`.
    pub(crate) fn shell(&mut self, script: &str) -> &mut Self {
        self.shell = Some(script.replace("SPRAG", r#"exec "$0" "$@""#));
        self
    }

    /// Keeps a server for as long as the stop.
    pub(crate) fn keep(&mut self, server: TcpListener) -> &mut Self {
        self.server = Some(server);
        self
    }

    /// Returns the endpoint that the environment names.
    pub(crate) fn endpoint(&self) -> String {
        self.environment["SPRAG_ENDPOINT"].to_str().unwrap().into()
    }

    /// Returns the payload as the host writes it.
    pub(crate) fn payload(&self) -> Vec<u8> {
        self.input.clone().unwrap_or_else(|| format!("{}\n", self.payload).into_bytes())
    }

    /// Returns the arguments, with the home behind the command.
    fn command_line(&self) -> Vec<OsString> {
        let home = ["--home".into(), self.user_home.clone().into_os_string()];
        let is_command = |first: &&OsString| !first.as_encoded_bytes().starts_with(b"-");
        let command = self.arguments.first().filter(is_command);
        let rest = self.arguments.iter().skip(command.iter().len());
        command.cloned().into_iter().chain(home).chain(rest.cloned()).collect()
    }

    /// Lists this machine among the hosts that a variable may name with the key.
    pub(crate) fn trusts_loopback(&mut self) -> &mut Self {
        self.config("hosts = \"127.0.0.1\"\n")
    }

    /// Runs the hook to its end.
    pub(crate) fn run(&self) -> Ended {
        let (running, stdin) = self.start();
        running.fed(stdin, self.payload())
    }

    /// Starts the hook, with its input still open.
    pub(crate) fn start(&self) -> (Running, ChildStdin) {
        let mut command = match &self.shell {
            None => Command::new(program()),
            Some(script) => {
                let mut shell = Command::new("/bin/sh");
                shell.args(["-c", script]).arg(program());
                shell
            }
        };
        command
            .env_clear()
            .envs(&self.environment)
            .args(self.command_line())
            .current_dir(self.outside("session"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let begun = Instant::now();
        let mut child = command.spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        (Running::of(child, begun), stdin)
    }

    /// Returns the bodies that the judge received.
    pub(crate) fn requests(&self) -> Vec<Vec<u8>> {
        self.judge.as_ref().expect("a stop without a stand-in").requests()
    }

    /// Returns the only body that the judge received.
    pub(crate) fn request(&self) -> Vec<u8> {
        let requests = self.requests();
        let [request] = requests.as_slice() else { panic!("{} requests", requests.len()) };
        request.clone()
    }

    /// Locks the state folder.
    pub(crate) fn lock(&self) -> File {
        DirBuilder::new().recursive(true).mode(0o700).create(self.state("")).unwrap();
        let lock = File::create(self.state("lock")).unwrap();
        lock.lock().unwrap();
        lock
    }

    /// Returns the records of decisions. Each line has to be one.
    pub(crate) fn records(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.state("decisions.jsonl")).unwrap_or_default();
        assert!(text.is_empty() || text.ends_with('\n'), "a record is cut: {text}");
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Returns the verdict of each record in words, such as `pass unavailable status 500`.
    pub(crate) fn verdicts(&self) -> Vec<String> {
        self.records().iter().map(|record| in_words(&record["verdict"])).collect()
    }

    /// Returns the only verdict.
    pub(crate) fn verdict(&self) -> String {
        let verdicts = self.verdicts();
        let [verdict] = verdicts.as_slice() else { panic!("{verdicts:?}") };
        verdict.clone()
    }

    /// Returns the only verdict in any of these folders of the home: variables move the state.
    pub(crate) fn verdict_in(&self, folders: &[&str]) -> String {
        let files = folders.iter().map(|folder| self.path(folder).join("sprag/decisions.jsonl"));
        let text: String = files.filter_map(|file| fs::read_to_string(file).ok()).collect();
        let record: Value = serde_json::from_str(&text).unwrap();
        in_words(&record["verdict"])
    }

    /// Returns the counters of the sessions, as their files hold them.
    pub(crate) fn sessions(&self) -> Vec<Value> {
        let files = names(&self.state("sessions"));
        let texts = files.iter().map(|name| fs::read(self.state("sessions").join(name)).unwrap());
        texts.map(|text| serde_json::from_slice(&text).unwrap()).collect()
    }
}

fn in_words(verdict: &Value) -> String {
    match verdict {
        Value::String(word) => word.clone(),
        Value::Object(members) => {
            let words = members.iter().map(|(name, value)| format!("{name} {}", in_words(value)));
            words.collect::<Vec<_>>().join(" ")
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => verdict.to_string(),
    }
}

/// Returns the names in a folder, sorted; none where there is no folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}
