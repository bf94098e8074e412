//! Where a worker may write without force.
use proptest::prelude::*;
use sprag_core::worker::steering::{Aim, Folder, GIT_PARTS, guard_steering};
use sprag_core::worker::target::Overwrite;
use sprag_core::worker::{Failure, TargetFailure};

const OWN: &str = "/home/dev/.config/own";

/// A place in the project `/p` of somebody whose home is `/home/dev`.
const PLAIN: Aim<'_> = Aim {
    typed: "x.py",
    named: "/p/x.py",
    leads: &[],
    project: &["/p"],
    home: Some("/home/dev"),
    folders: &[],
    own: &[],
};

fn tried(typed: &str, leads: &str, overwrite: Overwrite) -> Result<(), Failure> {
    let aim = Aim { typed, leads: &[leads.into()], own: &[OWN.into()], ..PLAIN };
    guard_steering(&aim, overwrite)
}

fn steers(typed: &str, leads: &str) -> bool {
    let refused = tried(typed, leads, Overwrite::Refuse);
    assert_eq!(tried(typed, leads, Overwrite::Force), Ok(()), "{typed}");
    matches!(refused, Err(Failure::Target(TargetFailure::Steers { .. })))
}

fn is_plain(typed: &str, leads: &str) -> bool {
    tried(typed, leads, Overwrite::Refuse) == Ok(())
}

fn is_forbidden(typed: &str, leads: &str) -> bool {
    let with = [Overwrite::Refuse, Overwrite::Force].map(|overwrite| {
        matches!(
            tried(typed, leads, overwrite),
            Err(Failure::Target(TargetFailure::Forbidden { .. }))
        )
    });
    assert_eq!(with[0], with[1], "{typed}");
    with[0]
}

const STEERING: &[&str] = &[
    ".claude/settings.json",
    ".claude/skills/a/SKILL.md",
    ".codex/config.toml",
    ".grok/settings.json",
    ".gemini/settings.json",
    ".cursor/mcp.json",
    ".kiro/steering/a.md",
    ".roo/rules/a.md",
    ".qwen/settings.json",
    ".agents/skills/a/SKILL.md",
    ".rules",
    ".mcp.json",
    ".git",
    ".git/config",
    ".git/hooks/pre-commit",
    ".git/worktrees/fix/config.worktree",
    ".githooks/pre-push",
    ".husky/pre-commit",
    ".hg/hgrc",
    ".jj/repo/config.toml",
    ".gitattributes",
    ".github/workflows/ci.yml",
    ".gitlab-ci.yml",
    ".circleci/config.yml",
    ".vscode/tasks.json",
    ".zed/tasks.json",
    ".devcontainer.json",
    ".envrc",
    ".tool-versions",
    ".bashrc",
    ".profile",
    ".Rprofile",
    ".irbrc",
    ".emacs.d/init.el",
    ".vim/plugin/a.vim",
    ".config/fish/conf.d/a.fish",
    ".config/environment.d/a.conf",
    ".config/i3/config",
    ".config/systemd/user/a.service",
    ".local/share/dbus-1/services/a.service",
    ".local/share/bash-completion/completions/a",
    ".ipython/profile_default/startup/a.py",
    ".kube/config",
    ".aws/config",
    ".netrc",
    ".pypirc",
    ".npmrc",
    ".cargo/config.toml",
    ".mvn/jvm.config",
    ".anything/at/all",
    "...",
    "AGENT.md",
    "AGENTS.md",
    "CLAUDE.md",
    "CLAUDE.local.md",
    "GEMINI.md",
    "QWEN.md",
    "WARP.md",
    "CRUSH.md",
    "SKILL.md",
    "skills/a/SKILL.md",
    "AmazonQ.md",
    "hooks/hooks.json",
    "plugin.json",
    "marketplace.json",
    "gemini-extension.json",
    "devcontainer.json",
    "CODEOWNERS",
    "docs/CODEOWNERS",
    "crush.json",
    "opencode.json",
    "mcp.json",
    "a.code-workspace",
    "a.pth",
    "sitecustomize.py",
    "usercustomize.py",
    "mise.toml",
    "mise.local.toml",
    "crontab",
    "lefthook.yml",
    "lefthook-local.yaml",
    "Jenkinsfile",
    "azure-pipelines-nightly.yml",
    "systemd/user/a.service",
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
            let aim = Aim { named: &path, leads: &["/p/x.py".into()], ..PLAIN };
            assert!(guard_steering(&aim, Overwrite::Refuse).is_err(), "{path}");
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
fn what_a_home_runs_by_name_needs_force() {
    for path in ["/home/dev/bin/ls", "/home/dev/go/bin/a", "/home/dev/Library/a", "/HOME/DEV/bin/a"]
    {
        assert!(steers(path, path), "{path}");
    }
    for path in ["/p/bin/a", "/p/home/dev/bin/a", "/p/go/bin/a", "/p/library/a.rs"] {
        assert!(is_plain(path, path), "{path}");
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

/// What is run when somebody builds, tests or runs the project is a worker's work.
#[test]
fn plain_files_of_the_project_need_no_force() {
    for path in [
        "/p/src/main.rs",
        "/p/git/config",
        "/p/x.git/a",
        "/p/settings.json",
        "/p/config.toml",
        "/p/docs/claude.md.txt",
        "/p/profile",
        "/p/ssh/config",
        "/p/a.service",
        "/p/etc/x",
        "/p/proc/x",
        "/p/Makefile",
        "/p/package.json",
        "/p/build.rs",
        "/p/conftest.py",
        "/p/a.b.c",
        "/p/mise.md",
        "/p/hooks/use_state.ts",
        "/p/hooks.json",
        "/p/src/plugin.ts",
        "/p/docs/skills.md",
        "/p/.claude/worktrees/fix/src/a.py",
        "/p/.worktrees/fix/src/a.py",
        "/p/.claude/worktrees/fix/.codex/worktrees/x/a.py",
    ] {
        assert!(is_plain(path, path) && !is_forbidden(path, path), "{path}");
        let name = path.strip_prefix("/p/").unwrap();
        assert!(is_plain(name, path) && is_plain(&["./", name].concat(), path), "{path}");
        assert!(is_plain(&["../p/", name].concat(), path), "{path}");
    }
    for path in [
        "/p/.claude/worktrees/settings.json",
        "/p/.codex/my.codex/worktrees/fix/a.py",
        "/p/.codex/worktrees//a.py",
        "/p/.claude/worktrees/fix/.claude/settings.json",
        "/p/x.claude/worktrees/fix/.git/config",
        "/p/.worktrees/fix/.git/config",
        "/p/.git/worktrees/fix/commondir",
    ] {
        assert!(steers(path, path), "{path}");
    }
}

fn outside(leads: &[&str], project: &[&str]) -> Option<Option<String>> {
    let leads: Vec<String> = leads.iter().map(|lead| String::from(*lead)).collect();
    let aim = Aim { leads: &leads, project, ..PLAIN };
    assert_eq!(guard_steering(&aim, Overwrite::Force), Ok(()), "{leads:?}");
    match guard_steering(&aim, Overwrite::Refuse) {
        Ok(()) => None,
        Err(Failure::Target(TargetFailure::Outside { path, project })) => {
            assert_eq!(path, "x.py");
            Some(project)
        }
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn what_is_outside_the_project_needs_force() {
    let project = ["/p/sub", "/p"];
    assert_eq!(outside(&["/p/x.py"], &project), None);
    assert_eq!(outside(&["/p/sub/x.py", "/p/y.py"], &project), None);
    let named = Some(Some(String::from("/p")));
    for leads in [&["/q/x.py"][..], &["/pp/x.py"], &["/p/x.py", "/q/x.py"], &["x.py"], &[]] {
        assert_eq!(outside(leads, &project), named, "{leads:?}");
    }
    assert_eq!(outside(&["/home/dev/x.py"], &[]), Some(None), "the home is no project");
}

fn held(path: &str, parts: &[&str]) -> Folder {
    let parts = GIT_PARTS.into_iter().filter(|part| parts.contains(part)).collect();
    Folder { path: path.into(), parts }
}

fn becomes_git(path: &str, folders: &[Folder]) -> bool {
    let aim = Aim { leads: &[path.into()], folders, ..PLAIN };
    match guard_steering(&aim, Overwrite::Refuse) {
        Ok(()) => false,
        Err(Failure::Target(TargetFailure::Steers { by, .. })) => {
            assert_eq!(by, "the folder of git /p/a");
            true
        }
        Err(other) => panic!("{other}"),
    }
}

/// Whatever its name is.
#[test]
fn a_folder_of_gits_is_known_by_what_it_holds_or_would_hold() {
    let all: &[&str] = &["HEAD", "objects", "refs"];
    for (parts, path) in [
        (all, "/p/a/config"),
        (all, "/p/a/hooks/post-checkout"),
        (&["HEAD", "commondir"], "/p/a/config.worktree"),
        // The last piece makes it one.
        (&["objects", "refs"], "/p/a/HEAD"),
        (&["objects", "refs"], "/p/a/head"),
        (&["HEAD", "refs"], "/p/a/objects/x"),
        (&["HEAD", "objects"], "/p/a/refs/heads/main"),
        (&["HEAD"], "/p/a/commondir"),
    ] {
        assert!(becomes_git(path, &[held("/p", &[]), held("/p/a", parts)]), "{path}");
    }
    for (parts, path) in [
        (&["objects", "refs"][..], "/p/a/config"),
        (&["HEAD", "objects"], "/p/a/config"),
        (&["HEAD", "refs"], "/p/a/refsx"),
        (&["commondir", "refs"], "/p/a/objects/x"),
        (&["HEAD"], "/p/a/x/objects/refs"),
    ] {
        assert!(!becomes_git(path, &[held("/p/a", parts)]), "{path}");
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
        let capitals = capitals.into_iter().chain([false; 60]);
        let path: String = path.chars().zip(capitals).map(flip).collect();
        let typed = ["sub/", &way, &path].concat();
        prop_assert!(steers(&typed, "/p/x.py"), "{}", typed);
        prop_assert!(steers("x.py", &["/p/", &typed].concat()), "{}", typed);
    }

    /// The rule is a positive one: any name that begins with a dot, anywhere on the way.
    #[test]
    fn prop_no_name_that_begins_with_a_dot_is_plain(
        before in "([a-z]{1,4}/){0,3}",
        dotted in "\\.[a-zA-Z_-]{1,8}",
        behind in "(/[a-z]{1,4}){0,3}",
    ) {
        prop_assume!(!(dotted.ends_with("worktrees") && behind.matches('/').count() > 1));
        let path = ["/p/", &before, &dotted, &behind].concat();
        prop_assert!(!is_plain("x.py", &path) && !is_plain(&path, "/p/x.py"), "{}", path);
    }
}
