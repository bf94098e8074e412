//! A home of its own, and what the program does in it.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The built program.
pub(crate) const SPRAG: &str = env!("CARGO_BIN_EXE_sprag");

/// A home folder with a project in it.
#[derive(Debug)]
pub(crate) struct Home {
    folder: TempDir,
    variables: BTreeMap<String, String>,
    /// The program that runs in it.
    program: PathBuf,
}

/// What a command said.
#[derive(Debug, Eq, PartialEq)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Home {
    /// An empty home.
    pub(crate) fn empty() -> Self {
        let folder = tempfile::Builder::new().prefix("sprag-install-").tempdir().unwrap();
        let home = Self { folder, variables: BTreeMap::new(), program: SPRAG.into() };
        fs::create_dir_all(home.path("project")).unwrap();
        home
    }

    /// Has the program run under another name from now on, and returns its path.
    pub(crate) fn rename(&mut self, name: &str) -> String {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        // Another process writes it: whoever forks meanwhile holds no file that is to be run.
        let copied = Command::new("cp").arg(SPRAG).arg(&path).status().unwrap();
        assert!(copied.success());
        self.program = fs::canonicalize(path).unwrap();
        self.program.to_str().unwrap().into()
    }

    /// A home whose Claude Code settings are these bytes.
    pub(crate) fn with_settings(bytes: &[u8]) -> Self {
        let home = Self::empty();
        home.write(".claude/settings.json", bytes);
        home
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) -> &mut Self {
        self.variables.insert(name.into(), value.into());
        self
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Returns the bytes of the user's Claude Code settings.
    pub(crate) fn settings(&self) -> Option<Vec<u8>> {
        fs::read(self.path(".claude/settings.json")).ok()
    }

    pub(crate) fn settings_text(&self) -> String {
        String::from_utf8(self.settings().unwrap()).unwrap()
    }

    /// Returns the names in a folder.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
        let mut names: Vec<String> = entries.map(|entry| name(entry.unwrap())).collect();
        names.sort();
        names
    }

    /// Runs the program in the project.
    pub(crate) fn run(&self, args: &[&str]) -> Said {
        self.feed(args, b"")
    }

    /// Returns what runs the program in the project.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .env_clear()
            .env("HOME", self.folder.path())
            .env("PATH", Path::new(SPRAG).parent().unwrap())
            .envs(&self.variables)
            .args(args.first())
            .arg("--home")
            .arg(self.folder.path())
            .args(args.iter().skip(1))
            .current_dir(self.path("project"));
        command
    }

    /// Runs the program in the project, with this on standard input.
    pub(crate) fn feed(&self, args: &[&str], input: &[u8]) -> Said {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // Who does not read may have gone already.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        Said {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Runs the program, which must succeed.
    #[track_caller]
    pub(crate) fn done(&self, args: &[&str]) -> String {
        let said = self.run(args);
        assert_eq!((said.code, said.stderr.as_str()), (0, ""), "{args:?}: {}", said.stdout);
        said.stdout
    }

    /// Runs the program, which must fail and say why.
    #[track_caller]
    pub(crate) fn refused(&self, args: &[&str], words: &str) {
        let said = self.run(args);
        assert_eq!((said.code, said.stdout.as_str()), (1, ""), "{args:?}");
        assert!(said.stderr.contains(words), "{args:?}: {}", said.stderr);
    }
}
