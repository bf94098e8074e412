//! Builds the test programs of a package once, with all mutants in them.
use alloc::collections::{BTreeMap, BTreeSet};
use core::time::Duration;
use std::fs;
use std::process::Command;

use super::message::{Message, Program};
use super::subject::Subject;
use super::text::{Form, Function, Instrumented};
use crate::build_folder::{PROFILE, claim, with_crates};
use crate::command::{last, run};
use crate::environment::{Builds, clean};
use crate::fault::fault;
use crate::{Fault, Tree};

const LIMIT: Duration = Duration::from_secs(1200);

/// More rounds than that mean that errors are blamed on the wrong lines.
const ROUNDS_MAX: usize = 24;

/// The programs, and what happened to the mutants that are not in them.
#[derive(Debug, Default)]
pub(super) struct Built {
    pub(super) programs: Vec<Program>,
    /// Those that do not compile where they stand, whatever else is changed.
    pub(super) unviable: BTreeSet<u32>,
    /// Those that compile alone and not beside the others.
    pub(super) left: Vec<u32>,
}

/// The functions to change, by file.
pub(super) type Functions = BTreeMap<String, Vec<Function>>;

/// A copy of the tree to write mutants to.
pub(super) struct WorkingCopy {
    tree: Tree,
    subject: Subject,
    /// The arguments of cargo that choose the programs; none for all.
    programs: Vec<String>,
    pub(super) copy: Tree,
}

/// The outcome of a build.
enum Ended {
    Built(Vec<Program>),
    /// The mutants that the errors are about.
    Errors(BTreeSet<u32>),
}

impl WorkingCopy {
    /// Copies the tree.
    pub(super) fn new(tree: &Tree, subject: Subject, programs: Vec<String>) -> Result<Self, Fault> {
        let copy = Tree { root: tree.root.join(subject.place()).join("tree") };
        tree.copy(&copy)?;
        claim(tree, &copy)?;
        Ok(Self { tree: tree.clone(), subject, programs, copy })
    }

    /// Instruments and builds; what does not compile is taken out and tried alone.
    pub(super) fn build(&self, functions: &Functions) -> Result<Built, Fault> {
        let mut rest = functions.clone();
        let mut odd = Vec::new();
        for _ in 0..ROUNDS_MAX {
            let instrumented = self.instrument(&rest, Form::Switched)?;
            match self.cargo(&["test", "--no-run"], &self.programs, &instrumented)? {
                Ended::Errors(numbers) => {
                    odd.extend(numbers);
                    rest = each(&rest, |function| function.without(&odd));
                }
                Ended::Built(programs) => {
                    let (unviable, left) = self.alone(functions, &odd)?;
                    return Ok(Built { programs, unviable, left });
                }
            }
        }
        Err(fault!("the mutants do not compile together; see {}/build.log", self.subject.place()))
    }

    /// Tells those of the mutants that do not compile in their place from those that do.
    fn alone(
        &self,
        functions: &Functions,
        odd: &[u32],
    ) -> Result<(BTreeSet<u32>, Vec<u32>), Fault> {
        let mut unviable = BTreeSet::new();
        let mut left = Vec::new();
        let mut rest = each(functions, |function| function.with(odd));
        while !rest.is_empty() {
            let instrumented = self.instrument(&rest, Form::Alone)?;
            let tried: Vec<u32> =
                rest.values().flatten().filter_map(|function| function.numbers().next()).collect();
            let done: Vec<u32> = match self.cargo(&["check"], &[], &instrumented)? {
                // An error in one function may hide one in another: only the blamed ones are done.
                Ended::Errors(numbers) => {
                    unviable.extend(&numbers);
                    numbers.into_iter().collect()
                }
                Ended::Built(_) => {
                    left.extend(&tried);
                    tried
                }
            };
            rest = each(&rest, |function| function.without(&done));
        }
        Ok((unviable, left))
    }

    /// Writes the mutants into the copy; all that is not changed is as in the tree.
    fn instrument(
        &self,
        functions: &Functions,
        form: Form,
    ) -> Result<BTreeMap<String, Instrumented>, Fault> {
        self.tree.copy(&self.copy)?;
        let switch = self.subject.switch(&self.tree).module();
        let mut all = BTreeMap::new();
        for (file, functions) in functions {
            all.insert(file.clone(), Instrumented::new(&self.tree.read(file)?, functions, form));
        }
        let mut roots = Vec::new();
        for (folder, root) in self.subject.crates() {
            if functions.keys().any(|file| file.starts_with(folder)) {
                roots.push(*root);
                if !all.contains_key(*root) {
                    all.insert(
                        (*root).to_owned(),
                        Instrumented::new(&self.tree.read(root)?, &[], form),
                    );
                }
            }
        }
        for (file, instrumented) in &all {
            let switch = if roots.contains(&file.as_str()) { switch.as_str() } else { "" };
            fs::write(self.copy.root.join(file), format!("{}{switch}", instrumented.text))
                .map_err(|e| fault!("cannot write {file} to {}: {e}", self.copy.root.display()))?;
        }
        Ok(all)
    }

    fn cargo(
        &self,
        words: &[&str],
        programs: &[String],
        instrumented: &BTreeMap<String, Instrumented>,
    ) -> Result<Ended, Fault> {
        let mut cargo = Command::new("cargo");
        cargo.args(words).args(["--locked", "--message-format=json", "--profile", PROFILE]);
        cargo.args(["--package", self.subject.package()]).args(programs);
        clean(cargo.current_dir(&self.copy.root), Builds::Apart);
        with_crates(&mut cargo, &self.tree);
        let log = self.tree.root.join(self.subject.place()).join("build.log");
        let ran = run(&mut cargo, &log, Some(LIMIT))?;
        let said = Message::all(&ran.text);
        if ran.code == Some(0) {
            return Ok(Ended::Built(said.iter().filter_map(Message::program).collect()));
        }
        let numbers: BTreeSet<u32> =
            said.iter().flat_map(|message| message.blamed(instrumented)).collect();
        if numbers.is_empty() {
            let words = last(&ran.text, 1);
            return Err(fault!(
                "the {} does not build with mutants in it: {words}",
                self.subject.folder()
            ));
        }
        Ok(Ended::Errors(numbers))
    }
}

/// Returns what is made of each function, by file.
pub(super) fn each(
    functions: &Functions,
    change: impl Fn(&Function) -> Option<Function>,
) -> Functions {
    functions
        .iter()
        .map(|(file, list)| (file.clone(), list.iter().filter_map(&change).collect()))
        .filter(|(_, list): &(String, Vec<Function>)| !list.is_empty())
        .collect()
}
