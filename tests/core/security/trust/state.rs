//! Where the state may lie.
use sprag_core::security::trust::{
    Contents, Node, Shared, Unfit, guard_mark, guard_state, guard_state_file, guard_state_folder,
};

use super::{FILE, FOLDER, LINK, OTHER, USER, node, project};

#[test]
fn a_state_folder_that_a_variable_names_is_outside_of_every_project() {
    let project = project(&["/home/dev/rocket"]);
    for (path, is_allowed) in [
        (Some("/home/dev/.cache/sprag"), true),
        (Some("/home/dev/rockets"), true),
        (Some("/home/dev/rocket/.state"), false),
        (Some("/home/dev/rocket"), false),
        (Some("/proc/self/cwd"), false),
        (Some("state"), false),
        (None, false),
    ] {
        let guard = |contents| guard_state(path, &project, &[], Some("/home/dev"), contents);
        let allowed = if is_allowed { Ok(()) } else { Err(Unfit::InProject) };
        for contents in [Contents::New, Contents::Nothing, Contents::Marked] {
            assert_eq!(guard(contents), allowed, "{path:?}");
        }
        assert_eq!(guard(Contents::Others), allowed.and(Err(Unfit::Others)), "{path:?}");
        assert_eq!(guard(Contents::Absent), allowed.and(Err(Unfit::Absent)), "{path:?}");
    }
}

#[test]
fn a_state_folder_that_a_variable_names_is_in_no_folder_of_settings() {
    let settings = ["/home/dev/.config/sprag".to_owned()];
    for (path, expected) in [
        ("/home/dev/.config/sprag", Err(Unfit::InSettings)),
        ("/home/dev/.config/sprag/deny", Err(Unfit::InSettings)),
        ("/home/dev/.config/sprags", Err(Unfit::InTools)),
        ("/home/dev/.config", Err(Unfit::InTools)),
        ("/home/dev/config", Ok(())),
    ] {
        let guard = guard_state(Some(path), &project(&[]), &settings, None, Contents::Nothing);
        assert_eq!(guard, expected, "{path}");
    }
}

#[test]
fn a_state_folder_that_a_variable_names_is_where_no_tool_looks_for_files() {
    let guard =
        |path: &str, home, contents| guard_state(Some(path), &project(&[]), &[], home, contents);
    for path in [
        "/home/dev/.claude/agents",
        "/home/dev/.CLAUDE/agents",
        "/home/dev/.ssh",
        "/home/dev/.config/autostart",
        "/home/dev/other/.git/hooks",
        "/home/dev/.cache/.claude/agents",
        "/home/dev/.local/share/systemd/user",
        "/home/dev/.local/states/x",
        "/home/dev/bin",
        "/home/dev/Library/LaunchAgents",
        "/home/dev/Library/Application Support/Claude",
        "/srv/systemd/user",
        "/etc/cron.d",
        "/usr/local/bin",
    ] {
        // A mark may be anybody's who unpacks an archive there.
        for contents in [Contents::New, Contents::Nothing, Contents::Marked] {
            assert_eq!(guard(path, Some("/home/dev"), contents), Err(Unfit::InTools), "{path}");
        }
    }
    for path in [
        "/home/dev/.local/state/sprag",
        "/home/dev/.cache",
        "/home/dev/.cache/ci/sprag",
        "/other/.local/state/sprag",
        "/home/dev/.sprag",
        "/home/dev/Library/Caches/sprag",
        "/home/dev/Library/Application Support/sprag",
        "/home/dev/state",
        "/srv/bin",
        "/tmp/.tmpx3Yz/state",
        "/var/folders/a/.b/T",
    ] {
        assert_eq!(guard(path, Some("/home/dev"), Contents::Nothing), Ok(()), "{path}");
    }
    // A home among what is temporary is a home.
    let (path, home) = ("/tmp/x/home/.claude/agents", Some("/tmp/x/home"));
    assert_eq!(guard(path, home, Contents::Nothing), Err(Unfit::InTools));
    assert_eq!(guard("/tmp/x/.claude", home, Contents::Nothing), Ok(()));
}

#[test]
fn only_a_file_of_the_users_own_marks_a_folder() {
    let file = node(USER, OTHER, FILE | 0o644);
    assert!(guard_mark(file, USER) && !guard_mark(file, OTHER));
    for kind in [FOLDER, LINK, 0o010_000] {
        assert!(!guard_mark(node(USER, OTHER, kind | 0o644), USER), "{kind:o}");
    }
}

#[test]
fn a_file_with_another_name_is_not_a_file_of_the_state() {
    // One that has just been removed has no name left.
    assert_eq!(
        [0, 1, 2, 3].map(|names| guard_state_file(names).is_ok()),
        [true, true, false, false]
    );
}

#[test]
fn every_folder_that_others_may_change_holds_no_state() {
    for mode in 0..=0o7777 {
        let own = node(USER, OTHER, FOLDER | mode);
        let others_write = mode & 0o022 != 0;
        let expected = if others_write { Err(Shared::Writable) } else { Ok(()) };
        assert_eq!(guard_state_folder(own, USER), expected, "{mode:o}");
        for owner in [0, 999, OTHER] {
            let theirs = Node { owner, ..own };
            assert_eq!(guard_state_folder(theirs, USER), Err(Shared::Foreign), "{mode:o}");
        }
    }
}
