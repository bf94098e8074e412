//! The user's home folder: as the command line names it, or as the user database does.
//!
//! The variable `HOME` does not say it: a repository's settings can set that.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

use nix::unistd::{User, geteuid};
use sprag_core::settings::{Given, Name};

/// The option that names it to every command, right behind the command's own name. Anywhere else it
/// is one of the options of a hook entry, which may have it as any other setting.
const OPTION: &str = "--home";

/// What the command line of this process names.
static NAMED: OnceLock<PathBuf> = OnceLock::new();

/// Takes the option away from where it may stand.
pub(crate) fn take_option(arguments: &mut Vec<OsString>) {
    let is_hook = arguments.first().is_some_and(|command| command == "hook");
    let is_there = arguments.get(1).is_some_and(|option| option == OPTION);
    if is_there && !is_hook && arguments.len() > 2 {
        let folder = PathBuf::from(arguments.remove(2));
        arguments.remove(1);
        // This is done once, when the process begins.
        let _ = NAMED.set(folder);
    }
}

/// Returns it, if it is there.
pub(crate) fn of_user(given: &[Given]) -> Option<PathBuf> {
    let option = given.iter().find(|given| given.name == Name::Home && given.may_count());
    let folder = match (option, NAMED.get()) {
        (Some(given), _) => PathBuf::from(given.value.trim()),
        (None, Some(folder)) => folder.clone(),
        (None, None) => User::from_uid(geteuid()).ok()??.dir,
    };
    Some(folder).filter(|folder| folder.is_absolute() && folder.is_dir())
}

/// Returns the number of the user that this process acts for.
pub(crate) fn user() -> u32 {
    geteuid().as_raw()
}
