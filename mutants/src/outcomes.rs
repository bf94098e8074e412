//! `outcomes.json` as cargo-mutants 27.1.0 writes it; what it does not know is an error.
use serde::{Deserialize, Serialize};

/// The version whose file is understood here; another may mean something else by the same words.
pub(crate) const VERSION: &str = "27.1.0";

/// A whole run.
#[derive(Debug, Deserialize)]
pub(crate) struct Outcomes {
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) total_mutants: usize,
    pub(crate) missed: usize,
    pub(crate) caught: usize,
    pub(crate) timeout: usize,
    pub(crate) unviable: usize,
    pub(crate) success: usize,
    /// Absent or null until the run is finished.
    pub(crate) end_time: Option<String>,
    pub(crate) cargo_mutants_version: String,
}

/// What happened to one tree.
#[derive(Debug, Deserialize)]
pub(crate) struct Outcome {
    pub(crate) scenario: Scenario,
    pub(crate) summary: Finding,
    /// From the folder that holds `outcomes.json`.
    pub(crate) log_path: String,
}

/// Which tree was tested.
#[derive(Debug, Deserialize)]
pub(crate) enum Scenario {
    /// The unchanged one.
    Baseline,
    /// One with this change.
    Mutant(Box<Mutant>),
}

/// What the tests found.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(crate) enum Finding {
    CaughtMutant,
    Failure,
    MissedMutant,
    Success,
    Timeout,
    Unviable,
}

/// One change.
#[derive(Debug, Deserialize)]
pub(crate) struct Mutant {
    /// For people: place and change.
    pub(crate) name: String,
    /// From the root of the tree.
    pub(crate) file: String,
    /// Absent for a change in a constant.
    function: Option<Function>,
    pub(crate) replacement: String,
    pub(crate) genre: String,
}

impl Mutant {
    /// Returns the function that is changed; empty for a change in a constant.
    pub(crate) fn function_name(&self) -> &str {
        self.function.as_ref().map_or("", |function| function.function_name.as_str())
    }
}

#[derive(Debug, Deserialize)]
struct Function {
    function_name: String,
}
