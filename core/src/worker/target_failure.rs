//! Why a file is not written, in words that say what to do.

use alloc::string::String;
use core::fmt;

use super::shown::guard_name;

/// Why a file is not written. A path is as it was named.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum TargetFailure {
    /// The file would steer a tool.
    Steers {
        /// Which file.
        path: String,
        /// The name or folder that makes it do so.
        by: String,
    },
    /// The file does not belong to the project.
    Outside {
        /// Which file.
        path: String,
        /// The project, if there is one.
        project: Option<String>,
    },
    /// sprag never writes there.
    Forbidden {
        /// Which file.
        path: String,
        /// What is there.
        why: &'static str,
    },
    /// The file exists.
    Exists(String),
    /// What exists there is not a file.
    NotAFile(String),
    /// The file could not be written.
    NotWritten {
        /// Which file.
        path: String,
        /// The error.
        error: String,
    },
}

impl fmt::Display for TargetFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steers { path, by } => {
                let (path, by) = (guard_name(path), guard_name(by));
                but_with_force(format_args!("{path} would steer a tool ({by})"), f)
            }
            Self::Outside { path, project } => outside(path, project.as_deref(), f),
            Self::Forbidden { path, why } => {
                write!(f, "{} is never written: {why}", guard_name(path))
            }
            Self::Exists(path) => {
                write!(f, "{} exists; nothing was asked; --force replaces it", guard_name(path))
            }
            Self::NotAFile(path) => {
                write!(f, "{} is not a file that can be written", guard_name(path))
            }
            Self::NotWritten { path, error } => {
                write!(f, "{} was not written: {error}", guard_name(path))
            }
        }
    }
}

fn but_with_force(why: fmt::Arguments<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{why}; nothing was asked; --force writes it all the same")
}

fn outside(path: &str, project: Option<&str>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let path = guard_name(path);
    match project {
        Some(project) => {
            let project = guard_name(project);
            but_with_force(format_args!("{path} lies outside the project ({project})"), f)
        }
        None => but_with_force(format_args!("{path} lies in no project (the home is none)"), f),
    }
}
