//! A project, a home, and a program that stands in for a command line.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::ended::{Ended, Running};
use crate::judge::SPRAG;

pub(super) const CONFIG: &str =
    "import os\n\ndef load_config(path):\n    return open(path).read()\n";
/// What a worker answers, and what happens to it.
pub(super) const ANSWER: &str = "- `def load_config(path):` opens it.";
pub(super) const CITED: &str = "- `def load_config(path):` (config.py:3) opens it.\n";

/// Records what it is given, and answers with a file.
const SCRIPT: &str = r#"#!/bin/sh
here=$(dirname "$0")/took
mkdir -p "$here"
pwd > "$here/folder"
ls -A > "$here/listing"
env > "$here/environment"
for argument; do printf '%s\0' "$argument"; done > "$here/arguments"
cat > "$here/input"
for argument; do
    case $argument in
        model_instructions_file=*) eval "cat ${argument#*=}" > "$here/prompt" ;;
    esac
done
cat "$(dirname "$0")/answer"
[ ! -e "$(dirname "$0")/complaint" ] || cat "$(dirname "$0")/complaint" >&2
exit "$(cat "$(dirname "$0")/code")"
"#;

pub(super) struct Bench {
    folder: TempDir,
    environment: BTreeMap<String, OsString>,
    /// The lines of the user's `config.toml`, by their keys.
    config: BTreeMap<String, String>,
}

impl Bench {
    /// A bench whose `claude` gives the usual answer.
    pub(super) fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("sprag-cli-").tempdir().unwrap();
        let mut bench = Self { folder, environment: BTreeMap::new(), config: BTreeMap::new() };
        for name in ["home", "project", "bin", "tmp"] {
            fs::create_dir(bench.path(name)).unwrap();
        }
        bench.set("HOME", bench.path("home"));
        bench.set("TMPDIR", bench.path("tmp"));
        bench.set("PATH", "/usr/bin:/bin");
        bench.write("project/config.py", CONFIG);
        bench.program("claude", SCRIPT);
        bench.answers(ANSWER);
        bench
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn write(&mut self, name: &str, content: impl AsRef<[u8]>) -> &mut Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    pub(super) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub(super) fn set(&mut self, variable: &str, value: impl AsRef<OsStr>) -> &mut Self {
        self.environment.insert(variable.into(), value.as_ref().into());
        self
    }

    pub(super) fn unset(&mut self, variable: &str) -> &mut Self {
        assert!(self.environment.remove(variable).is_some(), "{variable} was not set");
        self
    }

    /// Puts a program into `bin` and has it run.
    pub(super) fn program(&mut self, name: &str, script: &str) -> &mut Self {
        let path = self.path("bin").join(name);
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let path = path.to_str().unwrap().to_owned();
        self.config(&format!("{name}_bin"), &path)
    }

    /// Sets a key of the user's `config.toml`.
    pub(super) fn config(&mut self, key: &str, value: &str) -> &mut Self {
        self.config.insert(key.into(), value.into());
        let lines = self.config.iter().map(|(key, value)| format!("{key} = \"{value}\"\n"));
        let text: String = lines.collect();
        self.write("home/.config/sprag/config.toml", text)
    }

    /// Has `codex` in place of `claude`.
    pub(super) fn codex(&mut self) -> &mut Self {
        self.program("codex", SCRIPT).set("SPRAG_WORKER", "codex")
    }

    /// Has the program answer as Claude Code does, with this text.
    pub(super) fn answers(&mut self, text: &str) -> &mut Self {
        let envelope = json!({
            "type": "result", "subtype": "success", "is_error": false, "result": text,
            "usage": {"input_tokens": 400, "cache_read_input_tokens": 10, "output_tokens": 20},
            "total_cost_usd": 0.0021, "modelUsage": {"claude-haiku-5-5": {}},
        });
        self.prints(envelope.to_string().as_bytes(), 0)
    }

    /// Has the program print these bytes and end with this code.
    pub(super) fn prints(&mut self, bytes: &[u8], code: i32) -> &mut Self {
        self.write("bin/answer", bytes).write("bin/code", code.to_string())
    }

    /// Returns what the program was given; nothing where it was not run.
    pub(super) fn took(&self, what: &str) -> Option<Vec<u8>> {
        fs::read(self.path("bin/took").join(what)).ok()
    }

    pub(super) fn command(&self, arguments: &[&str], folder: &Path) -> Command {
        let mut command = Command::new(SPRAG);
        command
            .env_clear()
            .envs(&self.environment)
            .args(arguments.first())
            .arg("--home")
            .arg(self.path("home"))
            .args(arguments.iter().skip(1))
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Starts the program.
    pub(super) fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments, &self.path("project")).spawn().unwrap()
    }

    /// Runs the program in the project.
    pub(super) fn run(&self, arguments: &[&str]) -> Ended {
        self.run_in("project", arguments)
    }

    pub(super) fn run_in(&self, folder: &str, arguments: &[&str]) -> Ended {
        let mut command = self.command(arguments, &self.path(folder));
        let begun = Instant::now();
        Running::of(command.spawn().unwrap(), begun).ended()
    }

    /// Runs the hook for a call of a tool; returns why it is not run, if it is not.
    pub(super) fn calls(&self, tool: &str, input: &Value) -> Option<String> {
        let payload = json!({
            "session_id": "5c59934b-3bd1-43ab-9506-a6a16f581034", "cwd": self.path("project"),
            "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": input,
        });
        let mut command = self.command(&["hook", "--checks", "reads"], &self.path("project"));
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        let running = Running::of(child, Instant::now());
        let ended = running.fed(stdin, payload.to_string().into_bytes());
        assert_eq!((ended.exit, ended.stderr.as_str()), (Some(0), ""));
        let reply: Value = serde_json::from_str(&ended.stdout).ok()?;
        Some(reply["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap().into())
    }

    /// Asks about these files.
    pub(super) fn ask(&self, paths: &[&str]) -> Ended {
        let mut arguments = vec!["read", "--question", "Who opens it?", "--paths"];
        arguments.extend(paths);
        self.run(&arguments)
    }

    /// Asks what nobody may be asked; returns what is said.
    #[track_caller]
    pub(super) fn is_refused(&self, arguments: &[&str]) -> String {
        let ended = self.run(arguments);
        assert_eq!((ended.exit, ended.stdout.as_str()), (Some(1), ""), "{}", ended.stderr);
        assert_eq!(self.took("input"), None, "somebody was asked");
        let said = ended.stderr.strip_prefix("sprag: ");
        said.unwrap_or_else(|| panic!("{}", ended.stderr)).into()
    }

    /// The same where somebody has been asked before.
    #[track_caller]
    pub(super) fn is_refused_anew(&self, arguments: &[&str]) -> String {
        fs::remove_dir_all(self.path("bin/took")).ok();
        self.is_refused(arguments)
    }

    /// Returns the records of usage.
    pub(super) fn usage(&self) -> Vec<Value> {
        let path = self.path("home/.local/state/sprag/usage.jsonl");
        let text = fs::read_to_string(path).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}
