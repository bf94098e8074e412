//! Files that steer tools: not written by a model that nobody watches.

use std::fs;
use std::os::unix::fs::symlink;

use super::bench::Bench;

/// In the words of the refusal.
const ALL_THE_SAME: &str = "; nothing was asked; --force writes it all the same\n";

fn bench() -> Bench {
    let mut bench = Bench::new();
    bench.answers("x = 1\n").write("project/test_a.py", "import a\n");
    bench
}

fn to<'a>(target: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let plain = ["write", "--spec", "More.", "--reference", "test_a.py", "--target", target];
    [&plain[..], more].concat()
}

#[test]
fn what_steers_a_tool_is_written_only_with_force() {
    let bench = bench();
    for target in [
        ".claude/settings.json",
        ".codex/hooks.json",
        ".git/hooks/pre-commit",
        ".vscode/tasks.json",
        "sub/.envrc",
        ".mcp.json",
        ".github/workflows/ci.yml",
        ".gitlab-ci.yml",
        ".devcontainer.json",
        ".kiro/steering/a.md",
        "a.code-workspace",
        "sub/QWEN.md",
        "sub/a.pth",
        ".cargo/config.toml",
        "../home/.bashrc",
        "new/../.CLAUDE/settings.local.json",
    ] {
        let said = bench.is_refused(&to(target, &[]));
        let start = format!("{target} would steer a tool (");
        assert!(said.starts_with(&start), "{said}");
        assert!(said.ends_with(&[")", ALL_THE_SAME].concat()), "{said}");
        assert!(!bench.path("project").join(target).exists(), "{target}");
    }
    assert_eq!(bench.run(&to(".claude/settings.json", &["--force"])).exit, Some(0));
    assert_eq!(bench.read("project/.claude/settings.json"), "x = 1\n");
}

#[test]
fn what_sprag_goes_by_and_what_the_system_is_are_not_written_even_with_force() {
    let mut bench = bench();
    let state = bench.path("state");
    fs::create_dir(&state).unwrap();
    bench.write("home/.config/sprag/config.toml", "").set("SPRAG_STATE_DIR", state);
    for target in [
        "../home/.config/sprag/config.toml",
        "../state/x.py",
        "../home/.config/typesafe/api_key",
        "../home/.ssh/authorized_keys",
        "/proc/self/comm",
        "/dev/shm/sprag-test/x.py",
    ] {
        let said = bench.is_refused(&to(target, &["--force"]));
        assert!(said.starts_with(&format!("{target} is never written: ")), "{said}");
        assert!(!said.contains("--force"), "{said}");
    }
    assert_eq!(bench.read("home/.config/sprag/config.toml"), "");
}

#[test]
fn no_link_leads_to_where_nothing_is_written() {
    let mut bench = bench();
    bench.write("project/.git/config", "mine").write("home/.ssh/config", "mine");
    symlink(".git", bench.path("project/plain")).unwrap();
    symlink(".git/config", bench.path("project/a.txt")).unwrap();
    symlink("../home/.ssh/config", bench.path("project/b.txt")).unwrap();
    symlink("../home/.ssh", bench.path("project/keys")).unwrap();
    for target in ["plain/hooks/post-checkout", "none/../plain/x", "keys/x"] {
        bench.is_refused(&to(target, &[]));
    }
    let said = bench.is_refused(&to("a.txt", &[]));
    assert!(said.starts_with("a.txt would steer a tool (.git)"), "{said}");
    for target in ["b.txt", "keys/x"] {
        let said = bench.is_refused(&to(target, &["--force"]));
        assert!(said.starts_with(&format!("{target} is never written: ")), "{said}");
    }
    assert_eq!(bench.read("home/.ssh/config"), "mine");
}

/// Whoever keeps settings among other files, and links to them, has them there.
#[test]
fn what_our_settings_link_to_is_not_written_even_with_force() {
    let mut bench = bench();
    bench.write("dotfiles/deny", "/x\n").write("dotfiles/key", "k\n").write("dotfiles/plain", "");
    bench.write("home/.config/typesafe/none", "").write("dotfiles/more/list", "");
    let other = bench.path("other");
    bench.write("other/sprag/config.toml", "").set("XDG_CONFIG_HOME", other);
    for (link, leads) in [
        (".config/sprag/deny", "dotfiles/deny"),
        (".config/sprag/more", "dotfiles/more"),
        (".config/typesafe/api_key", "dotfiles/key"),
    ] {
        symlink(bench.path(leads), bench.path("home").join(link)).unwrap();
    }
    for target in [
        "../dotfiles/deny",
        "../dotfiles/more/list",
        "../dotfiles/more/new",
        "../dotfiles/key",
        "../other/sprag/config.toml",
    ] {
        let said = bench.is_refused(&to(target, &["--force"]));
        assert!(said.starts_with(&format!("{target} is never written: ")), "{said}");
    }
    assert_eq!(bench.run(&to("../dotfiles/plain", &["--force"])).exit, Some(0));
}

/// Between the look and the answer a folder may become a link.
#[test]
fn a_link_that_comes_into_being_meanwhile_is_not_followed() {
    let mut bench = bench();
    fs::create_dir(bench.path("home/.ssh")).unwrap();
    let script = format!(
        "#!/bin/sh\nln -s '{}' '{}'\nprintf '{{\"result\":\"x = 1\"}}'\n",
        bench.path("home/.ssh").display(),
        bench.path("project/out").display()
    );
    let ended = bench.program("claude", &script).run(&to("out/config", &["--force"]));
    assert_eq!((ended.exit, ended.stdout.as_str()), (Some(1), "x = 1\n"), "{}", ended.stderr);
    assert!(!bench.path("home/.ssh/config").exists(), "{}", ended.stderr);
}

#[test]
fn what_is_outside_the_project_is_written_only_with_force() {
    let mut bench = bench();
    bench.write("elsewhere/x", "").write("project/sub/x", "").write("home/x", "");
    symlink("../elsewhere", bench.path("project/link")).unwrap();
    let project = fs::canonicalize(bench.path("project")).unwrap();
    let absolute = bench.path("elsewhere/a.py");
    for target in ["../elsewhere/a.py", "link/a.py", absolute.to_str().unwrap(), "link/../a.py"] {
        let said = bench.is_refused(&to(target, &[]));
        let expected = format!("{target} lies outside the project ({})", project.display());
        assert_eq!(said, [&expected, ALL_THE_SAME].concat());
    }
    assert_eq!(bench.run(&to("../elsewhere/a.py", &["--force"])).exit, Some(0));
    // Of a checkout, all is the project.
    let from_sub = |bench: &Bench| {
        let reference = ["write", "--spec", "More.", "--reference", "../test_a.py"];
        bench.run_in("project/sub", &[&reference[..], &["--target", "../b.py"]].concat())
    };
    assert_eq!(from_sub(&bench).exit, Some(1));
    fs::create_dir(bench.path("project/.git")).unwrap();
    assert_eq!(from_sub(&bench).exit, Some(0));
    // The home is no project, nor is what is above it.
    let reference = bench.path("project/test_a.py");
    for folder in ["home", ""] {
        let plain = ["write", "--spec", "More.", "--reference", reference.to_str().unwrap()];
        let ended = bench.run_in(folder, &[&plain[..], &["--target", "new/a.py"]].concat());
        assert!(ended.stderr.contains("new/a.py lies in no project"), "{}", ended.stderr);
    }
}

#[test]
fn a_folder_of_gits_is_known_by_its_content_and_written_only_with_force() {
    let mut bench = bench();
    bench
        .write("project/store/HEAD", "ref: refs/heads/main\n")
        .write("project/store/objects/x", "");
    assert_eq!(bench.run(&to("store/config", &[])).exit, Some(0));
    for target in ["store/refs/heads/main", "store/refs/x"] {
        let said = bench.is_refused_anew(&to(target, &[]));
        let start = format!("{target} would steer a tool (the folder of git ");
        assert!(said.starts_with(&start) && said.ends_with(ALL_THE_SAME), "{said}");
    }
    bench.write("project/store/refs/x", "");
    symlink("store", bench.path("project/link")).unwrap();
    for target in ["store/config2", "store/hooks/post-checkout", "link/hooks/post-checkout"] {
        let said = bench.is_refused_anew(&to(target, &[]));
        assert!(said.contains("(the folder of git "), "{said}");
    }
    // A checkout in such a folder is a project: worktrees are kept so.
    bench.write("project/store/main/.git", "gitdir: ../worktrees/main\n");
    assert_eq!(bench.run(&to("store/main/a.py", &[])).exit, Some(0));
}

#[test]
fn other_files_are_written_as_before() {
    let bench = bench();
    for target in ["git/a.py", ".claude/worktrees/fix/src/a.py", "settings.json", "x.git/a.py"] {
        let ended = bench.run(&to(target, &[]));
        assert_eq!(ended.exit, Some(0), "{target}: {}", ended.stderr);
    }
}
