//! What hangs on the file stays with it, or the file is refused and nothing is changed.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use rustix::fs::{XattrFlags, getxattr, setxattr};
use rustix::process::geteuid;
use sprag_harness::skipped::skipped;

use crate::home::Home;

const BEFORE: &[u8] = b"{\"a\": 1}\n";
const FILE: &str = ".claude/settings.json";
const ASIDE: &str = ".claude/settings.json.before-sprag";
const INSTALL: [&str; 3] = ["install", "--checks", "promises"];

/// Somebody who is not there.
const STRANGER: u32 = 54_321;

#[test]
fn extended_attributes_and_access_control_lists_stay() {
    // Version 2; the owner, one user more, the group, the mask, others: tag, rights, number.
    let entries: [(u16, u16, u32); 5] = [
        (0x01, 6, u32::MAX),
        (0x02, 4, STRANGER),
        (0x04, 0, u32::MAX),
        (0x10, 4, u32::MAX),
        (0x20, 0, u32::MAX),
    ];
    let mut list = 2_u32.to_le_bytes().to_vec();
    for (tag, rights, number) in entries {
        list.extend([tag.to_le_bytes(), rights.to_le_bytes()].concat());
        list.extend(number.to_le_bytes());
    }
    for (name, value) in [("user.note", &b"mine"[..]), ("system.posix_acl_access", &list)] {
        let home = Home::with_settings(BEFORE);
        if let Err(error) = setxattr(home.path(FILE), name, value, XattrFlags::empty()) {
            skipped(&format!("no {name} on this file system: {error}"));
            continue;
        }
        let mode = fs::metadata(home.path(FILE)).unwrap().mode();
        let kept = |file: &str| {
            let mut found = [0; 256];
            let length = getxattr(home.path(file), name, &mut found[..]).unwrap();
            assert_eq!(&found[..length], value, "{file}");
            assert_eq!(fs::metadata(home.path(file)).unwrap().mode(), mode, "{file}");
        };
        home.done(&INSTALL);
        kept(FILE);
        kept(ASIDE);
        home.done(&["uninstall"]);
        kept(FILE);
        assert_eq!(home.settings().unwrap(), BEFORE);
    }
}

#[test]
fn a_file_with_another_name_is_refused_and_keeps_it() {
    let home = Home::with_settings(BEFORE);
    fs::hard_link(home.path(FILE), home.path("dotfiles")).unwrap();
    home.refused(&INSTALL, "it has 2 names (hard links)");
    assert_eq!(home.names(".claude"), ["settings.json"]);
    assert_eq!(home.settings().unwrap(), BEFORE);
    assert_eq!(fs::metadata(home.path(FILE)).unwrap().nlink(), 2);
    fs::remove_file(home.path("dotfiles")).unwrap();
    home.done(&INSTALL);
    let with_entry = home.settings();
    fs::hard_link(home.path(FILE), home.path("dotfiles")).unwrap();
    home.refused(&["uninstall"], "it has 2 names (hard links)");
    assert_eq!(home.settings(), with_entry);
    // One that was made for the entry would go, and its other name would stay.
    let home = Home::empty();
    home.done(&INSTALL);
    fs::hard_link(home.path(FILE), home.path("dotfiles")).unwrap();
    home.refused(&["uninstall"], "it has 2 names (hard links)");
}

#[test]
fn a_file_that_is_read_only_is_refused() {
    let home = Home::with_settings(BEFORE);
    let set = |mode| fs::set_permissions(home.path(FILE), Permissions::from_mode(mode)).unwrap();
    set(0o444);
    home.refused(&INSTALL, "it is read-only; make it writable first; it was not changed");
    assert_eq!(home.names(".claude"), ["settings.json"]);
    set(0o644);
    home.done(&INSTALL);
    let with_entry = home.settings();
    set(0o444);
    home.refused(&["uninstall"], "it is read-only");
    assert_eq!(home.settings(), with_entry);
    assert_eq!(home.names(".claude"), ["settings.json", "settings.json.before-sprag"]);
}

#[test]
fn a_file_that_is_new_is_its_owners_alone_and_one_of_a_project_is_not() {
    let home = Home::empty();
    let mode = |name: &str| fs::metadata(home.path(name)).unwrap().mode() & 0o777;
    home.done(&[&INSTALL[..], &["--with-worker"]].concat());
    home.done(&["install", "--project", "--checks", "reads", "--with-worker"]);
    fs::write(home.path("usual"), "").unwrap();
    for name in [FILE, ".claude/agents/bulk-reader.md"] {
        assert_eq!(mode(name), 0o600, "{name}");
        assert_eq!(mode(&format!("project/{name}")), mode("usual"), "{name}");
    }
}

#[test]
fn the_superuser_leaves_each_file_to_its_owner() {
    if !geteuid().is_root() {
        return skipped("only the superuser can give a file away");
    }
    let home = Home::with_settings(BEFORE);
    let owners = |names: &[&str]| {
        for name in names {
            let metadata = fs::metadata(home.path(name)).unwrap();
            assert_eq!((metadata.uid(), metadata.gid()), (STRANGER, STRANGER), "{name}");
        }
    };
    for name in [FILE, ".claude", "."] {
        chown(home.path(name), Some(STRANGER), Some(STRANGER)).unwrap();
    }
    home.done(&[&INSTALL[..], &["--with-worker"]].concat());
    owners(&[FILE, ASIDE, ".claude/agents", ".claude/agents/bulk-reader.md"]);
    owners(&[".claude/skills/bulk-reader", ".claude/skills/bulk-reader/SKILL.md"]);
    home.done(&["uninstall"]);
    owners(&[FILE]);
    home.done(&["install", "--host", "grok", "--checks", "promises"]);
    owners(&[".grok", ".grok/hooks", ".grok/hooks/sprag.json"]);
}

#[test]
fn a_file_whose_owner_would_change_is_refused() {
    if !geteuid().is_root() {
        return skipped("only the superuser can be somebody else");
    }
    let mut home = Home::with_settings(BEFORE);
    home.rename("bin/sprag");
    for (name, mode) in [(FILE, 0o666), (".claude", 0o777), (".", 0o755)] {
        fs::set_permissions(home.path(name), Permissions::from_mode(mode)).unwrap();
    }
    let stranger = |arguments: &[&str]| -> Command {
        let mut command = home.command(arguments);
        command.uid(STRANGER).gid(STRANGER);
        command
    };
    let output = stranger(&INSTALL).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("its owner would change; run this as its owner"), "{said}");
    assert_eq!(home.names(".claude"), ["settings.json"]);
    assert_eq!(home.settings().unwrap(), BEFORE);
}

/// A project can hold links to whatever the user owns.
#[test]
fn an_installation_into_a_project_follows_no_link_of_its() {
    let links: [(&str, &str); 3] = [
        ("project/.claude/settings.json", "mine.json"),
        ("project/.claude", "mine"),
        ("project/.claude", ""),
    ];
    for (link, target) in links {
        let home = Home::empty();
        home.write("mine.json", b"{\"oauth\": 1}");
        home.write("mine/settings.json", b"{\"oauth\": 1}");
        fs::create_dir_all(home.path(link).parent().unwrap()).unwrap();
        symlink(home.path(target), home.path(link)).unwrap();
        let said = home.run(&["install", "--project", "--checks", "promises"]);
        assert_eq!(said.code, 1, "{link}: {}", said.stdout);
        assert!(said.stderr.contains("a link leads elsewhere"), "{link}: {}", said.stderr);
        for file in ["mine.json", "mine/settings.json"] {
            assert_eq!(fs::read(home.path(file)).unwrap(), b"{\"oauth\": 1}", "{link}");
        }
        assert!(!home.path("project/.claude/settings.json.before-sprag").exists(), "{link}");
        assert!(!home.path("settings.json").exists(), "{link}");
    }
}
