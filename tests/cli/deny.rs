//! What a deny list covers, and what one that is no text does.

use std::fs;
use std::os::unix::fs::symlink;

use crate::run::{BROKEN, Stop};

#[test]
fn a_deny_list_covers_the_folders_that_it_names_and_all_if_it_cannot_be_read() {
    for (list, verdict) in [
        (&b"/home/developer\n"[..], "block broken_promise"),
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
        ("~/rock\n", "block broken_promise"),
        ("~dev/rocket\n", "block broken_promise"),
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
