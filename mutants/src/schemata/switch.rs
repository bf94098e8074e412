//! Which mutant is run: a number that instrumented code reads, the same all the time that a program
//! runs.
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::Fault;
use crate::fault::fault;

/// What calls the switch.
pub(super) const SWITCH: &str = "crate::mutant_switch::on";

const VARIABLE: &str = "SPRAG_MUTANT";

/// Where the number stands.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Switch {
    /// In the environment of the program: several can be run at once.
    Variable,
    /// In a file. Tests of the shell start the shell, and give it an environment of their own.
    File(PathBuf),
}

impl Switch {
    /// Returns the module that is added to a crate. Without a number no mutant can be run, and no
    /// unchanged code either.
    pub(super) fn module(&self) -> String {
        let number = match self {
            Self::Variable => format!("var({VARIABLE:?})"),
            Self::File(path) => format!("read_to_string({:?})", path.display().to_string()),
        };
        let from = match self {
            Self::Variable => "env",
            Self::File(_) => "fs",
        };
        format!(
            "
#[doc(hidden)]
#[allow(missing_docs, reason = \"not a part of this crate\")]
pub mod mutant_switch {{
    extern crate std;
    static ON: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| {{
        let number = std::{from}::{number}.expect(\"nobody says which mutant is on\");
        number.parse().expect(\"which mutant is on is no number\")
    }});
    pub fn on() -> u32 {{
        *ON
    }}
}}
"
        )
    }

    /// Has the command run this mutant.
    pub(super) fn set(&self, number: u32, command: &mut Command) -> Result<(), Fault> {
        match self {
            Self::Variable => {
                command.env(VARIABLE, number.to_string());
                Ok(())
            }
            Self::File(path) => fs::write(path, number.to_string())
                .map_err(|e| fault!("cannot write {}: {e}", path.display())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_is_read_where_it_is_set() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("on");
        let file = Switch::File(path.clone());
        assert!(file.module().contains(&format!("fs::read_to_string({path:?})")));
        let mut command = Command::new("true");
        file.set(7, &mut command).unwrap();
        assert_eq!(
            (fs::read_to_string(&path).unwrap().as_str(), command.get_envs().len()),
            ("7", 0)
        );
        assert!(Switch::Variable.module().contains("env::var(\"SPRAG_MUTANT\")"));
        Switch::Variable.set(8, &mut command).unwrap();
        let set: Vec<_> = command.get_envs().collect();
        assert_eq!(set, [("SPRAG_MUTANT".as_ref(), Some("8".as_ref()))]);
        assert!(Switch::File(folder.path().to_owned()).set(7, &mut command).is_err());
    }
}
