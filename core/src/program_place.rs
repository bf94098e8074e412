//! Where programs are looked for.
//!
//! A project can put a file of any name into its own folders, and a repository's settings may say
//! where `PATH` begins. What runs then must not be the repository's.

use crate::path::is_below;

/// A folder that `PATH` names.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Place<'a> {
    /// As it stands there.
    pub named: &'a str,
    /// Absolute, and without links.
    pub resolved: &'a str,
}

/// Returns whether a program of that folder may be run while the session works on `projects`. All
/// folders but the named one are without links.
///
/// An entry that is relative or empty depends on the working directory. `home` is what the system
/// has for the user: the variable may be the repository's word, too. Who works in the home itself
/// or above it has all programs inside, so that is no project here.
#[must_use]
pub fn guard_place(place: Place<'_>, projects: &[&str], home: Option<&str>) -> bool {
    let holds_home = |project: &str| home.is_some_and(|home| is_below(home, project));
    let is_of = |project: &&str| is_below(place.resolved, project) && !holds_home(project);
    place.named.starts_with('/') && !projects.iter().any(is_of)
}

/// Returns the home of the user with this number, as `/etc/passwd` has it,
/// <https://man7.org/linux/man-pages/man5/passwd.5.html>.
#[must_use]
pub fn home_of(passwd: &str, user: u32) -> Option<&str> {
    passwd.lines().find_map(|line| {
        let mut fields = line.split(':').skip(2);
        let is_users = fields.next()?.parse::<u32>() == Ok(user);
        fields.nth(2).filter(|home| is_users && home.starts_with('/'))
    })
}
