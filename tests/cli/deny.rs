//! What a deny list covers, and what one that is no text does.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::privacy::{git, has_git, repository};
use crate::run::{BROKEN, Stop};

#[test]
fn a_deny_list_covers_the_folders_that_it_names_and_all_if_it_cannot_be_read() {
    for (list, verdict) in [
        (&b"/home/developer\n"[..], "block promises"),
        (b"/home/dev\n", "pass denied"),
        (b"\xff\n", "pass denied"),
    ] {
        let mut stop = Stop::judged(BROKEN);
        stop.write(".config/sprag/deny", list).run();
        assert_eq!(stop.verdict(), verdict, "{list:?}");
    }
}

#[test]
fn a_deny_list_that_leads_nowhere_or_is_not_a_file_covers_every_folder() {
    type Make = fn(&Stop);
    let rows: [(&str, Make); 4] = [
        ("a link that leads nowhere", |stop| {
            symlink("/nonexistent/deny", stop.path(".config/sprag/deny")).unwrap();
        }),
        ("a link to itself", |stop| {
            symlink("deny", stop.path(".config/sprag/deny")).unwrap();
        }),
        ("a folder", |stop| fs::create_dir(stop.path(".config/sprag/deny")).unwrap()),
        ("a folder of settings that leads nowhere", |stop| {
            fs::remove_dir(stop.path(".config/sprag")).unwrap();
            symlink("/nonexistent", stop.path(".config/sprag")).unwrap();
        }),
    ];
    for (name, make) in rows {
        let stop = Stop::judged(BROKEN);
        fs::create_dir_all(stop.path(".config/sprag")).unwrap();
        make(&stop);
        stop.run().passes();
        assert_eq!(stop.verdict(), "pass denied", "{name}");
    }
}

#[test]
fn a_tilde_in_a_deny_list_is_the_users_home() {
    for (list, verdict) in [
        ("~/rocket\n", "pass denied"),
        ("~\n", "pass denied"),
        ("~/rock\n", "block promises"),
        ("~dev/rocket\n", "block promises"),
    ] {
        let mut stop = Stop::judged(BROKEN);
        stop.write(".config/sprag/deny", list).write("rocket/file", "");
        let cwd = stop.path("rocket");
        // Whatever a variable says is the home.
        let elsewhere = stop.outside("elsewhere");
        stop.set("HOME", elsewhere).field("cwd", cwd.to_str().unwrap()).run();
        assert_eq!(stop.verdict(), verdict, "{list}");
    }
}

/// An agent can leave a folder, but not the project that the host started it in.
#[test]
fn a_deny_list_covers_a_session_wherever_its_agent_goes() {
    type Make = fn(&mut Stop);
    let rows: [(&str, Make); 8] = [
        ("the payload's folder", |stop| {
            let denied = stop.path("denied/deep");
            stop.field("cwd", denied.to_str().unwrap());
        }),
        ("the hook's own folder", |stop| {
            let denied = stop.path("denied");
            stop.shell(&format!("cd '{}'; SPRAG", denied.display()));
        }),
        ("the project that Claude Code names", |stop| {
            let denied = stop.path("denied/deep");
            stop.set("CLAUDE_PROJECT_DIR", denied);
        }),
        ("the project that Grok names", |stop| {
            let denied = stop.path("denied/deep");
            stop.set("GROK_WORKSPACE_ROOT", denied);
        }),
        ("a worktree of a checkout that is denied", |stop| {
            let (main, tree) = (stop.path("denied/.git/worktrees/tree"), stop.path("tree"));
            stop.write("denied/.git/worktrees/tree/commondir", "../..\n");
            stop.write("tree/.git", format!("gitdir: {}\n", main.display()));
            stop.field("cwd", tree.to_str().unwrap());
        }),
        ("a checkout of which a worktree is denied", |stop| {
            let main = stop.path("main");
            let denied = format!("{}/.git\n", stop.path("denied").display());
            stop.write("main/.git/worktrees/tree/gitdir", denied);
            stop.field("cwd", main.to_str().unwrap());
        }),
        ("a worktree of which another one is denied", |stop| {
            let (main, tree) = (stop.path("main/.git/worktrees/tree"), stop.path("tree"));
            stop.write("main/.git/worktrees/tree/commondir", "../..\n");
            // As git writes it where paths are to be relative.
            stop.write("main/.git/worktrees/other/gitdir", "../../../../denied/.git\n");
            stop.write("tree/.git", format!("gitdir: {}\n", main.display()));
            stop.field("cwd", tree.to_str().unwrap());
        }),
        ("a folder that a link leads to", |stop| {
            let (denied, link) = (stop.path("denied"), stop.path("link"));
            symlink(denied, &link).unwrap();
            stop.field("cwd", link.join("deep").to_str().unwrap());
        }),
    ];
    for (name, make) in rows {
        for behind_link in [false, true] {
            let mut stop = Stop::judged(BROKEN);
            stop.write("denied/deep/file", "");
            symlink(stop.path("denied"), stop.path("other")).unwrap();
            let listed = stop.path(if behind_link { "other" } else { "denied" });
            stop.write(".config/sprag/deny", format!("{}\n", listed.display()));
            make(&mut stop);
            stop.run().passes();
            assert_eq!(stop.verdict(), "pass denied", "{name}, {behind_link}");
        }
    }
}

/// With git itself: it is git that says where it keeps what.
#[test]
fn a_deny_list_covers_worktrees_whose_git_folder_lies_elsewhere() {
    type Make = fn(&Path);
    let rows: [(&str, &str, Make); 5] = [
        ("a worktree of a submodule", "app/vendor/lib", |home| {
            submodule(home);
            worktree(&home.join("app/vendor/lib"), home);
        }),
        ("the checkout around that submodule", "app", |home| {
            submodule(home);
            worktree(&home.join("app/vendor/lib"), home);
        }),
        ("one whose worktrees have settings of their own", "app/vendor/lib", |home| {
            submodule(home);
            let lib = home.join("app/vendor/lib");
            git(&lib, &["config", "extensions.worktreeConfig", "true"]);
            git(&lib, &["sparse-checkout", "set", "--no-cone", "/*"]);
            worktree(&lib, home);
        }),
        ("a checkout that its git folder names", "far", |home| {
            repository(&home.join("far"), "x");
            fs::rename(home.join("far/.git"), home.join("store")).unwrap();
            let far = home.join("far");
            git(&home.join("store"), &["config", "core.worktree", far.to_str().unwrap()]);
            worktree(&home.join("store"), home);
        }),
        ("the checkout around the main one", "app", |home| {
            repository(&home.join("app"), "x");
            repository(&home.join("app/nested"), "x");
            worktree(&home.join("app/nested"), home);
        }),
    ];
    if !has_git() {
        return;
    }
    for (name, denied, make) in rows {
        let mut stop = Stop::judged(BROKEN);
        make(&stop.path(""));
        let (denied, tree) = (stop.path(denied), stop.path("tree"));
        stop.field("cwd", tree.to_str().unwrap()).run().blocks();
        stop.write(".config/sprag/deny", format!("{}\n", denied.display()));
        stop.run().passes();
        assert_eq!(stop.verdicts().last().unwrap(), "pass denied", "{name}");
    }
}

/// Makes `app` with the submodule `vendor/lib`.
fn submodule(home: &Path) {
    let lib = home.join("lib");
    repository(&lib, "x");
    repository(&home.join("app"), "x");
    let add = ["submodule", "--quiet", "add", lib.to_str().unwrap(), "vendor/lib"];
    git(&home.join("app"), &add);
}

/// Makes the worktree `tree` of a checkout.
fn worktree(checkout: &Path, home: &Path) {
    git(checkout, &["worktree", "add", "-q", home.join("tree").to_str().unwrap()]);
}
