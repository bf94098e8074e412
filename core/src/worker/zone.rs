//! Which time zone `TZ` may name.
//!
//! A repository can set the variable, and what it names is opened: a pipe would be waited for
//! without end.

/// The folders in which systems keep their zones, without a slash at the end.
pub const FOLDERS: [&str; 4] =
    ["/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo"];

/// Where the system says which zone is its own.
pub const LOCAL: &str = "/etc/localtime";

/// Returns what the value of `TZ` names, the name of a zone below one of the folders or a rule, as
/// <https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html> has it. A value that
/// leads out of them names nothing.
#[must_use]
pub fn guard_zone(value: &str) -> Option<&str> {
    let value = value.strip_prefix(':').unwrap_or(value);
    let below = |folder: &&str| value.strip_prefix(*folder)?.strip_prefix('/');
    let name = FOLDERS.iter().find_map(below).unwrap_or(value);
    let leads_out = name.split('/').any(|part| matches!(part, "" | "." | ".."));
    (!leads_out).then_some(name)
}
