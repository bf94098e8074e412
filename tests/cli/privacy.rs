//! What never leaves the machine, and what no file of ours holds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use sprag_harness::skipped::skipped;

use crate::bytes::holds;
use crate::conversation::{Conversation, PROMPT};
use crate::run::{BROKEN, KEY, SOUND, Stop};

/// A kind of words, a text with them, and what of it must not leave.
const MASKED: [(&str, &str, &str); 30] = [
    ("a fenced block", "```rust\nlet zebra = 1;\n```\nI'll run it.", "zebra"),
    ("an open fence", "I'll run it.\n```\nlet zebra = 1;", "zebra"),
    ("a fence in a longer one", "I'll run it.\n````\n```\nzebra\n```\nzebra\n````", "zebra"),
    ("a fence of tildes", "I'll run it.\n~~~\nzebra\n~~~", "zebra"),
    ("a fence in a list", "- I'll run it.\n  ```\n  zebra\n  ```", "zebra"),
    ("a quote", "I'll run it.\n\n> zebra said so", "zebra"),
    ("a quote in a list", "- I'll run it.\n- > zebra said so", "zebra"),
    ("code", "I'll call `zebra` next.", "zebra"),
    ("code over two lines", "I'll call `zebra\nzebra` next.", "zebra"),
    ("code in two backticks", "I'll call ``ze`bra`` next.", "bra"),
    ("arguments of a check", "I'll run `cargo test zebra` next.", "zebra"),
    ("an address", "I'll read https://zebra.example.com/a?b=c next.", "zebra"),
    ("an address without scheme", "I'll read www.zebra.example.com next.", "zebra"),
    ("an absolute path", "I'll edit /srv/zebra/main next.", "zebra"),
    ("a relative path", "I'll edit src/zebra/deep next.", "zebra"),
    ("a path of Windows", "I'll edit C:\\work\\zebra next.", "zebra"),
    ("a path below ~", "I'll edit ~/zebra/notes next.", "zebra"),
    ("a file", "I'll edit zebra.rs next.", "zebra"),
    ("a file in another script", "I'll edit \u{30b7}\u{30de}/zebra.py next.", "zebra"),
    ("a commit", "I'll revert 3f9c2a7be15d next.", "3f9c2a7be15d"),
    ("an issue", "I'll close #48151 next.", "48151"),
    ("an issue in words", "I'll close issue 48151 next.", "48151"),
    ("a pull request", "I'll merge PR 48151 next.", "48151"),
    ("an e-mail address", "I'll ask zebra@example.com next.", "zebra"),
    ("lines", "I'll change lines 48151-62342 next.", "62342"),
    ("lines of a file", "I'll change main.rs:48151 next.", "48151"),
    ("a password", "I'll use password: zebra-stripes next.", "stripes"),
    ("a header", "I'll send Authorization: Bearer zebra-stripes-9 next.", "stripes"),
    ("the project", "I'll deploy Rocket next.", "ocket"),
    ("a word of the user's", "I'll deploy Okapi next.", "kapi"),
];

#[test]
fn no_masked_word_leaves() {
    for lines in ["mask", "drop"] {
        let mut stop = Stop::judged(SOUND);
        stop.set("SPRAG_REDACT_WORDS", "okapi, quagga").set("SPRAG_REDACT_LINES", lines);
        for (number, (name, text, secret)) in MASKED.iter().enumerate() {
            // The first line leaves something to ask about in either mode.
            stop.closing(&format!("It starts now.\n\n{text}")).run().passes();
            let requests = stop.requests();
            assert_eq!(requests.len(), number + 1, "{name}");
            assert!(!holds(&requests[number], secret), "{lines}: {name}");
            assert!(holds(&requests[number], "It starts now."), "{lines}: {name}");
        }
    }
}

#[test]
fn a_variable_unmasks_no_word_of_the_users_config() {
    let mut stop = Stop::judged(SOUND);
    stop.config("redact_words = [\"okapi\"]\nredact_lines = \"drop\"\n");
    stop.set("SPRAG_REDACT_WORDS", "quagga").set("SPRAG_REDACT_LINES", "mask");
    let text = "Done.\nI'll deploy Okapi and Quagga next.\nI'll edit src/zebra.rs then.";
    stop.closing(text).run().passes();
    let request = stop.request();
    assert!(holds(&request, "I'll deploy"));
    for masked in ["kapi", "uagga", "I'll edit"] {
        assert!(!holds(&request, masked), "{masked}");
    }
}

#[test]
fn what_is_promised_beside_a_path_leaves_unless_lines_are_dropped() {
    for (lines, leaves) in [("mask", true), ("drop", false)] {
        let mut stop = Stop::judged(SOUND);
        stop.set("SPRAG_REDACT_LINES", lines);
        stop.closing("Done.\nI'll edit src/zebra.rs next.").run().passes();
        assert_eq!(holds(&stop.request(), "I'll edit"), leaves, "{lines}");
    }
}

#[test]
fn the_home_directory_does_not_leave() {
    let mut stop = Stop::judged(SOUND);
    let home = stop.path("");
    let folder = home.parent().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
    stop.closing(&format!("I'll edit {} and {}x next.", home.display(), home.display()));
    stop.run().passes();
    assert!(!holds(&stop.request(), &folder));
}

#[test]
fn no_argument_result_or_prompt_leaves() {
    let mut stop = Stop::judged(SOUND);
    let conversation = Conversation::begin()
        .person("an-older-prompt", "Zebra one.")
        .says("Zebra two.")
        .person(PROMPT, "Zebra three.")
        .says("Zebra four.")
        .call("Bash", "zebra five")
        .result("zebra six")
        .feedback("zebra seven")
        .record(&json!({"type": "attachment", "attachment": {"type": "zebra eight"}}));
    stop.transcript(&conversation.says("I'll do it now.")).run().passes();
    let request = String::from_utf8(stop.request()).unwrap().to_lowercase();
    assert!(!request.contains("zebra"), "{request}");
    assert!(request.contains("1 call: bash 1"), "{request}");
}

#[test]
fn a_request_leaves_with_send_task_alone_and_no_variable_sets_it() {
    let turn = Conversation::begin()
        .person(PROMPT, "Make zebra.rs faster, please.")
        .tool("Edit", "/home/dev/rocket/src/parser.rs")
        .says("All tests pass.");
    let mut stop = Stop::judged(SOUND);
    stop.arguments = ["hook", "--checks", "done"].map(Into::into).to_vec();
    stop.set("SPRAG_SEND_TASK", "on").closing("All tests pass.");
    stop.transcript(&turn).run().passes();
    assert!(!holds(&stop.request(), "faster"));
    stop.config("send_task = true\n").run().passes();
    let sent = stop.requests().pop().unwrap();
    assert!(holds(&sent, "the user asked: Make <path> faster, please."));
    assert!(!holds(&sent, "zebra"));
}

#[test]
fn no_command_line_of_background_work_leaves() {
    let mut stop = Stop::judged(SOUND);
    stop.field(
        "background_tasks",
        json!([
            {"id": "zebra1", "type": "shell", "status": "running", "description": "Build",
             "command": "zebra --token zebra", "cwd": "/srv/zebra", "agent_type": "zebra"},
            {"id": "b", "type": "shell", "status": "running",
             "description": "Watch src/zebra.rs for `zebra` in rocket", "command": "zebra"},
        ]),
    )
    .field(
        "session_crons",
        json!([{"id": "zebra", "schedule": "zebra", "prompt": "Read /srv/zebra in Rocket."}]),
    );
    stop.run().passes();
    let request = String::from_utf8(stop.request()).unwrap();
    assert!(!request.contains("zebra") && !request.contains("ocket"), "{request}");
    assert!(request.contains("running: Build | running: Watch <path>"), "{request}");
}

#[test]
fn a_tool_that_is_called_after_the_project_is_masked() {
    let mut stop = Stop::judged(SOUND);
    let conversation = Conversation::begin().person(PROMPT, "Go.");
    let conversation = conversation.tool("mcp__rocket__launch", "").says("I'll do it now.");
    stop.transcript(&conversation).run().passes();
    assert!(!holds(&stop.request(), "ocket"));
}

#[test]
fn a_credential_in_background_work_holds_the_request() {
    let mut stop = Stop::judged(BROKEN);
    stop.field(
        "background_tasks",
        json!([{"id": "b", "status": "running",
                "description": "Deploy with sk-4f9c2a7be15d80361c"}]),
    );
    let notice = stop.run().notice();
    assert!(!notice.contains("sk-4f9c"), "{notice}");
    assert!(stop.requests().is_empty());
    assert_eq!(stop.verdict(), "pass held secret_key");
    // It is told once a session.
    stop.run().passes();
    assert!(stop.requests().is_empty());
}

#[test]
fn the_key_is_in_no_output_and_in_no_file() {
    let rows: [(&str, fn(&mut Stop)); 5] = [
        ("answer", |_| {}),
        ("401", |_| {}),
        ("answer", |stop| _ = stop.with(&["--shadow"])),
        ("answer", |stop| _ = stop.closing(&format!("I'll use {KEY} next."))),
        ("answer", |stop| _ = stop.set("TYPESAFE_API_KEY", format!("{KEY}\nx"))),
    ];
    for (mode, set) in rows {
        let mut stop = Stop::in_mode(mode);
        set(&mut stop);
        let ended = stop.run();
        assert!(!ended.stdout.contains(KEY) && !ended.stderr.contains(KEY));
        let files = files(&stop.path(".local"));
        assert!(files.iter().any(|file| file.ends_with("decisions.jsonl")), "{files:?}");
        for file in files {
            assert!(!holds(&fs::read(&file).unwrap(), KEY), "{}", file.display());
        }
        assert!(stop.requests().iter().all(|request| !holds(request, KEY)));
    }
}

#[test]
fn no_word_of_the_conversation_is_on_record() {
    let mut stop = Stop::judged(BROKEN);
    let conversation = Conversation::begin().person(PROMPT, "A zebra.").tool("Read", "zebra");
    stop.closing("I'll feed the zebra now.")
        .transcript(&conversation.says("I'll feed the zebra now."))
        .field("background_tasks", json!([{"status": "running", "description": "Zebra"}]))
        .run()
        .blocks();
    for file in files(&stop.path(".local")) {
        let text = fs::read_to_string(&file).unwrap().to_lowercase();
        assert!(!text.contains("zebra"), "{text}");
    }
}

/// Returns the files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// Runs git in `folder`, which knows nothing of this machine's settings.
pub(crate) fn git(folder: &Path, arguments: &[&str]) {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let output = Command::new("git")
        .env_clear()
        .envs([("PATH", path), ("HOME", folder.into()), ("GIT_CONFIG_NOSYSTEM", "1".into())])
        .args(["-c", "user.name=A", "-c", "user.email=a@example.com"])
        .args(["-c", "protocol.file.allow=always"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

pub(crate) fn repository(folder: &Path, remote: &str) {
    fs::create_dir_all(folder).unwrap();
    git(folder, &["init", "-q"]);
    git(folder, &["remote", "add", "origin", remote]);
    git(folder, &["commit", "-q", "--allow-empty", "-m", "Start"]);
}

/// Whether git is there; says so loudly where it is not.
pub(crate) fn has_git() -> bool {
    let is_there = Command::new("git").arg("--version").output().is_ok();
    if !is_there {
        skipped("there is no git on this machine");
    }
    is_there
}

/// Says all names where a session runs in `cwd`, and asserts that none of them leaves.
#[track_caller]
fn none_leaves(stop: &mut Stop, cwd: &Path, names: &[&str]) {
    let text = format!("I'll release {} now. It starts.", names.join(" and "));
    stop.field("cwd", cwd.to_str().unwrap()).closing(&text).run().passes();
    let requests = stop.requests();
    let request = requests.last().unwrap();
    for name in names {
        assert!(!holds(request, name), "{name} leaves");
    }
    assert!(holds(request, "It starts."));
}

#[test]
fn the_names_of_a_checkout_do_not_leave_from_a_folder_within() {
    if !has_git() {
        return;
    }
    let mut stop = Stop::judged(SOUND);
    let checkout = stop.path("zebra");
    repository(&checkout, "git@example.com:acme/okapi.git");
    git(&checkout, &["remote", "add", "mine", "https://example.com/ada/quagga"]);
    let within = checkout.join("deep/tapir");
    fs::create_dir_all(&within).unwrap();
    none_leaves(&mut stop, &within, &["zebra", "okapi", "quagga", "tapir"]);
}

#[test]
fn the_names_of_the_main_checkout_do_not_leave_from_a_worktree() {
    if !has_git() {
        return;
    }
    let mut stop = Stop::judged(SOUND);
    let checkout = stop.path("zebra");
    repository(&checkout, "https://example.com/acme/okapi.git");
    let worktree = stop.path("tapir");
    git(&checkout, &["worktree", "add", "-q", worktree.to_str().unwrap()]);
    none_leaves(&mut stop, &worktree, &["zebra", "okapi", "tapir"]);
}

#[test]
fn the_names_of_a_submodule_do_not_leave() {
    if !has_git() {
        return;
    }
    let mut stop = Stop::judged(SOUND);
    let source = stop.path("okapi");
    repository(&source, "https://example.com/acme/unseen.git");
    let checkout = stop.path("zebra");
    repository(&checkout, "https://example.com/acme/quagga.git");
    git(&checkout, &["submodule", "--quiet", "add", source.to_str().unwrap(), "tapir"]);
    let submodule = checkout.join("tapir");
    assert!(submodule.join(".git").is_file());
    none_leaves(&mut stop, &submodule, &["okapi", "tapir"]);
}

#[test]
fn the_name_behind_a_link_and_the_hosts_own_do_not_leave() {
    let mut stop = Stop::judged(SOUND);
    let (real, link) = (stop.path("zebra"), stop.path("okapi"));
    fs::create_dir(&real).unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    stop.set("CLAUDE_PROJECT_DIR", "/srv/quagga");
    none_leaves(&mut stop, &link, &["zebra", "okapi", "quagga"]);
}

#[test]
fn a_record_holds_the_closing_text_only_where_the_users_own_file_asks_for_it() {
    let closing = "I'll raise `limit` in /home/dev/rocket/src/okapi.rs now, then run the suite.";
    let mut stop = Stop::judged(BROKEN);
    stop.closing(closing).set("SPRAG_LOG_TEXT", "on").run().blocks();
    let record = &stop.records()[0];
    assert!(record.get("text").is_none(), "{record}");
    assert!(!record.to_string().contains("suite"), "{record}");
    let mut asked = Stop::judged(BROKEN);
    asked.closing(closing).config("log_text = \"on\"").run().blocks();
    let record = &asked.records()[0];
    let text = record["text"].as_str().unwrap();
    assert!(text.contains("then run the suite") && !text.contains("okapi"), "{text}");
    assert!(!text.contains("limit"), "{text}");
    // It is what the judge got, and changes nothing of that.
    assert!(holds(&asked.request(), "then run the suite"));
    assert_eq!(asked.request(), stop.request());
}
