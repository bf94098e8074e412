//! The tree of files that belong to the project, committed or not.
use alloc::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Fault;
use crate::command::output;
use crate::fault::fault;

/// A checkout.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Tree {
    /// Where it is.
    pub root: PathBuf,
}

impl Tree {
    /// Returns the tree of the workspace that the current folder is in.
    ///
    /// # Errors
    /// Returns what cargo says if there is none.
    pub fn here() -> Result<Self, Fault> {
        let mut cargo = Command::new("cargo");
        cargo.args(["locate-project", "--workspace", "--message-format", "plain"]);
        let path = String::from_utf8_lossy(&output(&mut cargo)?).trim().to_owned();
        let root = Path::new(&path).parent().ok_or_else(|| fault!("no workspace here: {path}"))?;
        Ok(Self { root: root.to_owned() })
    }

    /// Returns the text of a file.
    ///
    /// # Errors
    /// Returns why it cannot be read.
    pub fn read(&self, path: &str) -> Result<String, Fault> {
        fs::read_to_string(self.root.join(path)).map_err(|e| fault!("cannot read {path}: {e}"))
    }

    /// Returns the paths of all files, from the root, that git tracks or would track.
    ///
    /// # Errors
    /// Returns what git says.
    pub fn files(&self) -> Result<Vec<String>, Fault> {
        let listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
        let names = self.git(&listed)?;
        let there = |name: &&str| !name.is_empty() && self.root.join(name).is_file();
        let mut files: Vec<String> = names.split('\0').filter(there).map(str::to_owned).collect();
        files.sort();
        files.dedup();
        Ok(files)
    }

    /// Returns the texts that a file has had in the commits that lead here, on whichever branch,
    /// each once and the newest first; none without a commit.
    pub(crate) fn versions(&self, path: &str, max: usize) -> Result<Vec<String>, Fault> {
        if self.git(&["rev-parse", "--verify", "--quiet", "HEAD"]).is_err() {
            return Ok(Vec::new());
        }
        // Also what a merge did not take over.
        let changes = ["log", "--full-history", "-m", "--raw", "--no-abbrev", "--format=", "--"];
        let changes = self.git(&[&changes[..], &[path]].concat())?;
        let mut blobs: Vec<&str> = Vec::new();
        for blob in changes.lines().filter_map(|line| line.split(' ').nth(3)) {
            let is_there = blob.contains(|digit| digit != '0');
            if is_there && !blobs.contains(&blob) && blobs.len() < max {
                blobs.push(blob);
            }
        }
        blobs.into_iter().map(|blob| self.git(&["cat-file", "blob", blob])).collect()
    }

    /// Says which commits are not here, for a sentence; nothing if all that lead here are.
    pub(crate) fn unseen(&self) -> Result<Option<String>, Fault> {
        if self.git(&["rev-parse", "--verify", "--quiet", "HEAD"]).is_err() {
            return Ok(Some("there is no commit".to_owned()));
        }
        if self.git(&["rev-parse", "--is-shallow-repository"])?.trim() != "true" {
            return Ok(None);
        }
        let first = ["rev-list", "--max-parents=0", "--abbrev-commit", "HEAD"];
        let first = self.git(&first)?;
        let first = first.lines().last().unwrap_or("an unknown commit");
        Ok(Some(format!("history is cut off at {first} (git fetch --unshallow)")))
    }

    /// Returns the changes since `revision` as a patch.
    pub(crate) fn diff(&self, revision: &str) -> Result<String, Fault> {
        let plain = ["--no-color", "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/"];
        let diff = [&["diff"], &plain[..], &[revision, "--"]].concat();
        self.git(&diff)
    }

    /// Returns the files that git does not track yet: no diff shows them.
    pub(crate) fn untracked(&self) -> Result<Vec<String>, Fault> {
        let names = self.git(&["ls-files", "-z", "--others", "--exclude-standard"])?;
        Ok(names.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect())
    }

    /// Makes `to` a copy of the tree; what is the same there already keeps its time.
    pub(crate) fn copy(&self, to: &Self) -> Result<(), Fault> {
        let files = self.files()?;
        let wanted: BTreeSet<PathBuf> = files.iter().map(|file| to.root.join(file)).collect();
        let broken = |e: io::Error| fault!("cannot copy the tree to {}: {e}", to.root.display());
        fs::create_dir_all(&to.root).map_err(broken)?;
        remove_others(&to.root, &wanted).map_err(broken)?;
        for file in &files {
            copy_file(&self.root.join(file), &to.root.join(file)).map_err(broken)?;
        }
        Ok(())
    }

    pub(crate) fn git(&self, args: &[&str]) -> Result<String, Fault> {
        let mut git = Command::new("git");
        git.args(args).current_dir(&self.root).env("GIT_OPTIONAL_LOCKS", "0");
        Ok(String::from_utf8_lossy(&output(&mut git)?).into_owned())
    }
}

fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    let bytes = fs::read(from)?;
    if fs::read(to).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    fs::write(to, bytes)?;
    fs::set_permissions(to, fs::metadata(from)?.permissions())
}

/// Removes every file below `folder` that is not wanted.
fn remove_others(folder: &Path, wanted: &BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            remove_others(&path, wanted)?;
        } else if !wanted.contains(&path) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What tests make of a tree.
    impl Tree {
        /// Returns an empty repository.
        pub(crate) fn made(folder: &Path) -> Self {
            let tree = Self { root: folder.to_owned() };
            tree.git(&["init", "--quiet"]).unwrap();
            tree
        }

        /// Writes a file and commits it.
        pub(crate) fn commit(&self, path: &str, text: &str) {
            let file = self.root.join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
            self.git(&["add", path]).unwrap();
            self.git_as_somebody(&["commit", "--quiet", "--message", text]);
        }

        /// Runs a command that writes a commit.
        pub(crate) fn git_as_somebody(&self, args: &[&str]) {
            let name = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
            let plain = ["-c", "commit.gpgSign=false"];
            self.git(&[&name[..], &plain, args].concat()).unwrap();
        }
    }

    #[test]
    fn a_copy_holds_the_files_of_the_project_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree { root: folder.path().join("tree") };
        let copy = Tree { root: folder.path().join("copy") };
        fs::create_dir_all(tree.root.join("a")).unwrap();
        fs::write(tree.root.join("a/b.rs"), "one").unwrap();
        fs::write(tree.root.join(".gitignore"), "/target\n").unwrap();
        fs::create_dir_all(tree.root.join("target")).unwrap();
        fs::write(tree.root.join("target/big"), "x").unwrap();
        tree.git(&["init", "--quiet"]).unwrap();
        tree.copy(&copy).unwrap();
        fs::write(copy.root.join("a/b.rs"), "changed").unwrap();
        fs::write(copy.root.join("a/c.rs"), "new").unwrap();
        tree.copy(&copy).unwrap();
        assert_eq!(fs::read_to_string(copy.root.join("a/b.rs")).unwrap(), "one");
        assert!(!copy.root.join("a/c.rs").exists());
        assert!(!copy.root.join("target/big").exists());
        assert_eq!(tree.versions("a/b.rs", 3).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn versions_come_newest_first_and_each_once() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::made(folder.path());
        for text in ["one", "two", "one"] {
            tree.commit("a", text);
        }
        assert_eq!(tree.versions("a", 3).unwrap(), ["one", "two"]);
        assert_eq!(tree.versions("a", 1).unwrap(), ["one"]);
        assert_eq!(tree.versions("b", 1).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn versions_of_a_branch_that_a_merge_did_not_take_over_are_there() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::made(folder.path());
        tree.commit("a", "one");
        tree.git(&["checkout", "--quiet", "-b", "other"]).unwrap();
        tree.commit("a", "other");
        tree.git(&["checkout", "--quiet", "-"]).unwrap();
        tree.commit("b", "b");
        tree.git_as_somebody(&["merge", "--quiet", "--strategy=ours", "other"]);
        assert_eq!(tree.read("a").unwrap(), "one");
        let mut versions = tree.versions("a", 9).unwrap();
        versions.sort();
        assert_eq!(versions, ["one", "other"]);
    }

    #[test]
    fn a_history_that_is_cut_off_says_where() {
        let folder = tempfile::tempdir().unwrap();
        let whole = Tree { root: folder.path().join("whole") };
        fs::create_dir(&whole.root).unwrap();
        let whole = Tree::made(&whole.root);
        assert_eq!(whole.unseen().unwrap().unwrap(), "there is no commit");
        for text in ["one", "two", "three"] {
            whole.commit("a", text);
        }
        assert_eq!(whole.unseen().unwrap(), None);
        let from = format!("file://{}", whole.root.display());
        whole.git(&["clone", "--quiet", "--depth", "2", &from, "../cut"]).unwrap();
        let cut = Tree { root: folder.path().join("cut") };
        let first = whole.git(&["rev-parse", "--short", "HEAD~1"]).unwrap();
        let words = format!("history is cut off at {} (git fetch --unshallow)", first.trim());
        assert_eq!(cut.unseen().unwrap().unwrap(), words);
        assert_eq!(cut.versions("a", 9).unwrap(), ["three", "two"]);
    }
}
