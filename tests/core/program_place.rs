//! Where programs are looked for.
use proptest::prelude::*;
use sprag_core::program_place::{Place, guard_place, home_of};

use crate::properties;

const PROJECTS: [&str; 2] = ["/home/dev/rocket", "/srv/rocket"];
const HOME: Option<&str> = Some("/home/dev");

fn is_searched(named: &str, resolved: &str) -> bool {
    guard_place(Place { named, resolved }, &PROJECTS, HOME)
}

#[test]
fn no_program_of_the_project_is_run() {
    for folder in ["/home/dev/rocket", "/home/dev/rocket/node_modules/.bin", "/srv/rocket/bin"] {
        assert!(!is_searched(folder, folder), "{folder}");
        assert!(!is_searched("/usr/local/bin", folder), "a link to {folder}");
    }
    // The working directory may be another one by the time that the program is run.
    for named in ["", ".", "bin", "../bin", "~/bin"] {
        assert!(!is_searched(named, "/usr/bin"), "{named}");
    }
    for folder in ["/usr/bin", "/home/dev/.local/bin", "/home/dev/rocketry/bin", "/srv"] {
        assert!(is_searched(folder, folder), "{folder}");
    }
}

#[test]
fn who_works_in_the_home_or_above_it_has_programs_still() {
    let own = Place { named: "/home/dev/.local/bin", resolved: "/home/dev/.local/bin" };
    for above in ["/home/dev", "/home/dev/", "/home", "/"] {
        assert!(guard_place(own, &[above], HOME), "{above}");
        // Where nobody knows the home, it may be a project like any other.
        assert!(!guard_place(own, &[above], None), "{above}");
        assert!(!guard_place(own, &[above, "/home/dev/.local"], HOME), "{above}");
    }
}

#[test]
fn the_home_is_the_one_of_the_system() {
    let passwd = "root:x:0:0:root:/root:/bin/sh\nodd\ndev:x:1000:100:Dev,,,:/home/dev:/bin/sh\n\
                  1001:1001:x:1001:/no:/no:/no\nempty:x:1002:100:::\nrelative:x:1003:1:x:home:/x\n";
    for (user, home) in [(0, Some("/root")), (1000, HOME), (1002, None), (1003, None), (1, None)] {
        assert_eq!(home_of(passwd, user), home, "{user}");
    }
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_a_home_that_is_written_is_read(
        names in prop::collection::vec("[a-z:\n]{0,9}", 0..5), home in "/[a-z/]{0,9}", user: u32,
    ) {
        let others = names.iter().map(|name| format!("{name}:x::"));
        let line = format!("dev:x:{user}:100:Dev:{home}:/bin/sh");
        let text = others.chain([line]).collect::<Vec<_>>().join("\n");
        prop_assert_eq!(home_of(&text, user), Some(home.as_str()));
    }

    #[test]
    fn prop_any_list_of_users_is_read_without_a_panic(text: String, user: u32) {
        let home = home_of(&text, user);
        prop_assert!(home.is_none_or(|home| text.contains(home) && home.starts_with('/')));
    }
}
