//! Files that steer tools.
use proptest::prelude::*;
use sprag_core::worker::Failure;
use sprag_core::worker::steering::{Aim, guard_steering};
use sprag_core::worker::target::Overwrite;

const OWN: &str = "/home/dev/.config/own";

fn tried(typed: &str, leads: &str, overwrite: Overwrite) -> Result<(), Failure> {
    let aim = Aim { typed, places: &[leads.into()], own: &[OWN.into()] };
    guard_steering(&aim, overwrite)
}

fn steers(typed: &str, leads: &str) -> bool {
    let refused = tried(typed, leads, Overwrite::Refuse);
    assert!(matches!(refused, Ok(()) | Err(Failure::TargetSteers { .. })), "{refused:?}");
    assert_eq!(tried(typed, leads, Overwrite::Force), Ok(()), "{typed}");
    refused.is_err()
}

fn is_forbidden(typed: &str, leads: &str) -> bool {
    let with = [Overwrite::Refuse, Overwrite::Force].map(|overwrite| {
        matches!(tried(typed, leads, overwrite), Err(Failure::TargetForbidden { .. }))
    });
    assert_eq!(with[0], with[1], "{typed}");
    with[0]
}

const STEERING: &[&str] = &[
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".claude/commands/a.md",
    ".claude/agents/a.md",
    ".claude/skills/a/SKILL.md",
    ".claude/hooks/a.sh",
    "CLAUDE.md",
    "AGENTS.md",
    ".codex/config.toml",
    ".grok/settings.json",
    ".gemini/settings.json",
    ".cursor/mcp.json",
    ".mcp.json",
    ".git",
    ".git/config",
    ".git/hooks/pre-commit",
    ".githooks/pre-push",
    ".husky/pre-commit",
    ".vscode/tasks.json",
    ".vscode/settings.json",
    ".vscode/launch.json",
    ".envrc",
    ".bashrc",
    ".profile",
    ".zshrc",
    ".config/fish/conf.d/a.fish",
    ".gitconfig",
    ".npmrc",
    ".cargo/config.toml",
    ".cargo/config",
    "crontab",
    ".config/systemd/user/a.service",
    ".config/autostart/a.desktop",
    "Library/LaunchAgents/a.plist",
];

#[test]
fn what_steers_a_tool_needs_force_as_it_is_typed_and_where_it_leads() {
    for path in STEERING {
        for before in ["", "/home/dev/", "/p/sub/"] {
            let path = [before, path].concat();
            assert!(steers(&path, "/p/x.py"), "{path}");
            assert!(steers("x.py", &path), "{path}");
            assert!(steers("x.py", &path.to_uppercase()), "{path}");
        }
    }
    for path in ["/etc/profile.d/a.sh", "/usr/local/bin/a", "/private/etc/hosts"] {
        assert!(steers(path, path), "{path}");
    }
    for path in ["x/../.git/config", "./.CLAUDE//settings.json", ".g\u{200c}it/config"] {
        assert!(steers(path, "/p/x.py"), "{path}");
    }
}

#[test]
fn where_sprag_and_the_system_keep_things_nothing_is_written() {
    for path in [
        "/home/dev/.config/own/config.toml",
        "/home/dev/.config/own",
        "/HOME/dev/.Config/own/x",
        "/home/dev/x/../.config/own/deny",
        "/root2/.config/sprag/config.toml",
        "/root2/.local/state/sprag/usage.jsonl",
        "/root2/.config/typesafe/api_key",
        "/home/dev/.ssh/authorized_keys",
        "/home/dev/.\u{17f}sh/config",
        "/home/dev/.ssh",
        "/proc/self/mem",
        "/sys/x",
        "/dev/shm/x",
    ] {
        assert!(is_forbidden(path, "/p/x.py") && is_forbidden("x.py", path), "{path}");
    }
}

#[test]
fn other_files_steer_nothing() {
    for path in [
        "src/main.rs",
        "git/config",
        "x.git/a",
        ".github/workflows/ci.yml",
        ".gitignore",
        "settings.json",
        "config.toml",
        "docs/claude.md.txt",
        "profile",
        ".vscode/extensions.json",
        ".cargo/registry/src/a.rs",
        "ssh/config",
        "a.service",
        "/p/etc/x",
        "/p/proc/x",
        "/process/x",
        "/home/dev/.config/owner/x",
        "/p/.claude/worktrees/fix/src/a.py",
        "/p/.claude/worktrees/fix/.codex/worktrees/x/a.py",
    ] {
        assert!(!steers(path, path) && !is_forbidden(path, path), "{path}");
    }
    for path in [
        "/p/.claude/worktrees/settings.json",
        "/p/.codex/my.codex/worktrees/fix/a.py",
        "/p/.codex/worktrees//a.py",
        "/p/.claude/worktrees/fix/.claude/settings.json",
        "/p/x.claude/worktrees/fix/.git/config",
    ] {
        assert!(steers(path, path), "{path}");
    }
}

proptest! {
    #![proptest_config(crate::properties())]

    #[test]
    fn prop_no_way_to_write_a_path_gets_around(
        path in prop::sample::select(STEERING),
        way in "(\\./|/|x/\\.\\./|y/z/\\.\\./\\.\\./){0,4}",
        capitals in prop::collection::vec(any::<bool>(), 40),
    ) {
        let flip = |(c, up): (char, bool)| if up { c.to_ascii_uppercase() } else { c };
        let capitals = capitals.into_iter().chain([false; 40]);
        let path: String = path.chars().zip(capitals).map(flip).collect();
        let typed = ["sub/", &way, &path].concat();
        prop_assert!(steers(&typed, "/p/x.py"), "{}", typed);
        prop_assert!(steers("x.py", &["/p/", &typed].concat()), "{}", typed);
    }
}
