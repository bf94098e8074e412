//! The system's list of users, for the home of one.

use sprag_core::program_place::{Place, guard_place, home_of};

/// A number on the first line, and a list of users below it.
///
/// # Panics
///
/// Panics if a slow reader that splits every line whole finds another home, or if a home that is
/// found lets less be run than none.
pub fn fuzz_users(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (number, users) = text.split_once('\n').unwrap_or((&text, ""));
    let user = number.parse().unwrap_or(1000);
    let home = home_of(users, user);
    assert_eq!(home, slow(users, user), "{user}: {users}");
    let place = Place { named: "/home/dev/bin", resolved: "/home/dev/bin" };
    for project in ["/home/dev/bin", "/home/dev", "/", number] {
        let without = guard_place(place, &[project], None);
        assert!(!without || guard_place(place, &[project], home), "{project}");
    }
}

fn slow(users: &str, user: u32) -> Option<&str> {
    for line in users.lines() {
        let fields: Vec<&str> = line.split(':').collect();
        if let [_, _, number, _, _, home, ..] = fields.as_slice()
            && number.parse::<u32>() == Ok(user)
            && home.starts_with('/')
        {
            return Some(home);
        }
    }
    None
}
