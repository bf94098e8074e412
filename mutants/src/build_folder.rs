//! The folder in which copies of the tree are built, one after the other.
//!
//! The crates of others are built in it once for all copies. Those of the workspace have the same
//! names in each copy, and cargo only compares times: what one copy has built it would take for
//! what another holds, if the files there are older. So they are removed when another copy comes.
use std::fs;
use std::process::Command;

use crate::command::output;
use crate::environment::{Builds, clean};
use crate::fault::fault;
use crate::{Fault, Tree};

/// Where it is, from the root of the tree.
const FOLDER: &str = "target/gate/build";

/// The profile that cargo-mutants builds with, too.
pub(crate) const PROFILE: &str = "mutants";

/// Has cargo build there.
pub(crate) fn with_folder(cargo: &mut Command, tree: &Tree) {
    cargo.env("CARGO_TARGET_DIR", tree.root.join(FOLDER));
}

/// Has cargo build there as cargo-mutants does.
pub(crate) fn with_crates(cargo: &mut Command, tree: &Tree) {
    with_folder(cargo, tree);
    // A denied warning would count as a mutant that does not compile. These are the flags that
    // cargo-mutants sets: what it built is used here, too.
    cargo.env("CARGO_ENCODED_RUSTFLAGS", "--cap-lints=warn");
}

/// Takes the folder for a copy of the tree: nothing in it is left from others.
pub(crate) fn claim(tree: &Tree, copy: &Tree) -> Result<(), Fault> {
    let folder = tree.root.join(FOLDER);
    let (owner, name) = (folder.join("owner"), copy.root.display().to_string());
    if fs::read_to_string(&owner).is_ok_and(|was| was == name) {
        return Ok(());
    }
    let broken = |e| fault!("cannot write {}: {e}", owner.display());
    fs::create_dir_all(&folder).map_err(broken)?;
    let mut cargo = Command::new("cargo");
    cargo.args(["clean", "--quiet", "--locked", "--workspace", "--profile", PROFILE]);
    clean(cargo.current_dir(&copy.root), Builds::Apart);
    with_folder(&mut cargo, tree);
    output(&mut cargo)?;
    fs::write(&owner, name).map_err(broken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_copy_has_built_is_not_taken_for_another() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree { root: folder.path().to_owned() };
        let copies = ["one", "two"].map(|name| {
            let copy = Tree { root: folder.path().join(name) };
            fs::create_dir_all(copy.root.join("src")).unwrap();
            let manifest = "[package]\nname = \"small\"\nedition = \"2024\"\n[workspace]\n\
                            [profile.mutants]\ninherits = \"test\"\n";
            fs::write(copy.root.join("Cargo.toml"), manifest).unwrap();
            let lock = "version = 4\n\n[[package]]\nname = \"small\"\nversion = \"0.0.0\"\n";
            fs::write(copy.root.join("Cargo.lock"), lock).unwrap();
            let main = format!("fn main() {{ print!(\"{name}\"); }}");
            fs::write(copy.root.join("src/main.rs"), main).unwrap();
            copy
        });
        let said = |copy: &Tree| {
            let mut cargo = Command::new("cargo");
            cargo.args(["run", "--quiet", "--locked", "--offline", "--profile", PROFILE]);
            clean(cargo.current_dir(&copy.root), Builds::Apart);
            with_crates(&mut cargo, &tree);
            String::from_utf8(output(&mut cargo).unwrap()).unwrap()
        };
        let [one, two] = copies;
        for (copy, name) in [(&one, "one"), (&two, "two"), (&two, "two"), (&one, "one")] {
            claim(&tree, copy).unwrap();
            assert_eq!(said(copy), name);
        }
    }
}
