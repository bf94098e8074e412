//! What a worker's program gets of the session's variables, and where it runs.

use std::fs;
use std::path::Path;

use super::bench::Bench;

/// Returns the variables that the program got, one a line.
fn environment(bench: &Bench) -> String {
    String::from_utf8(bench.took("environment").expect("it was run")).unwrap()
}

/// Returns the folder that the program ran in.
fn folder(bench: &Bench) -> String {
    String::from_utf8(bench.took("folder").expect("it was run")).unwrap().trim_end().to_owned()
}

/// The variables of a session in which a repository set them.
const SET: &[&str] = &[
    "ANTHROPIC_BASE_URL",
    "ANTHROPIC_CUSTOM_HEADERS",
    "ANTHROPIC_BEDROCK_BASE_URL",
    "CLAUDE_CODE_USE_BEDROCK",
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "OPENAI_BASE_URL",
    "NODE_OPTIONS",
    "NODE_EXTRA_CA_CERTS",
    "NODE_TLS_REJECT_UNAUTHORIZED",
    "PYTHONPATH",
    "BASH_ENV",
    "ENV",
    "DYLD_INSERT_LIBRARIES",
    "HTTPS_PROXY",
    "https_proxy",
    "SSL_CERT_FILE",
    "GIT_CONFIG_GLOBAL",
    "XDG_CONFIG_HOME",
];

#[test]
fn no_variable_that_leads_a_program_elsewhere_reaches_it() {
    let mut bench = Bench::new();
    for name in SET {
        bench.set(name, "/nonexistent/of-the-repository");
    }
    bench.set("LANG", "C.UTF-8").set("TZ", ":/nonexistent/of-the-repository");
    bench.set("ANTHROPIC_API_KEY", "kept-2f61");
    for is_codex in [false, true] {
        if is_codex {
            bench.codex();
        }
        bench.ask(&["config.py"]);
        let environment = environment(&bench);
        assert!(!environment.contains("of-the-repository"), "{environment}");
        assert!(environment.contains("LANG=C.UTF-8\n"), "{environment}");
        assert_eq!(environment.contains("ANTHROPIC_API_KEY=kept-2f61\n"), !is_codex);
    }
}

/// Who pays may look into the account.
#[test]
fn a_key_reaches_the_program_where_variables_count_or_the_user_s_config_lists_it() {
    for (is_codex, key) in [(false, "ANTHROPIC_API_KEY"), (true, "OPENAI_API_KEY")] {
        let mut bench = Bench::new();
        if is_codex {
            bench.codex().config("worker", "codex");
        }
        bench.set(key, "of-somebody-2f61");
        let mut has_key = |more: &[(&str, &str)]| {
            for (name, value) in more {
                bench.config(name, value);
            }
            bench.ask(&["config.py"]);
            environment(&bench).contains("of-somebody-2f61")
        };
        assert!(has_key(&[]), "{key}");
        assert!(!has_key(&[("environment", "ignore")]), "{key}");
        assert!(has_key(&[("worker_env", key)]), "{key}");
    }
}

#[test]
fn what_the_user_s_config_lists_reaches_the_program_and_what_a_variable_lists_does_not() {
    let mut bench = Bench::new();
    for name in SET {
        bench.set(name, "/nonexistent/of-the-company");
    }
    let names = ["SPRAG_WORKER_ENV", "CLAUDE_PLUGIN_OPTION_WORKER_ENV"];
    for name in names {
        bench.set(name, "ANTHROPIC_BASE_URL");
    }
    assert_eq!(bench.ask(&["config.py"]).exit, Some(0));
    assert!(!environment(&bench).contains("of-the-company"), "{}", environment(&bench));
    bench.config("worker_env", "ANTHROPIC_BASE_URL, HTTPS_PROXY");
    assert_eq!(bench.ask(&["config.py"]).exit, Some(0));
    let environment = environment(&bench);
    let mut got: Vec<&str> = environment
        .lines()
        .filter_map(|line| line.strip_suffix("=/nonexistent/of-the-company"))
        .collect();
    got.sort_unstable();
    assert_eq!(got, ["ANTHROPIC_BASE_URL", "HTTPS_PROXY"]);
}

#[test]
fn home_and_path_of_the_program_are_the_user_s_whatever_the_variables_say() {
    let mut bench = Bench::new();
    let inside = bench.path("project/bin");
    fs::create_dir_all(&inside).unwrap();
    bench.set("HOME", bench.path("project"));
    bench.set("PATH", format!("{}::bin:/usr/bin:/bin", inside.display()));
    bench.config("worker_env", "HOME, PATH, TMPDIR");
    assert_eq!(bench.ask(&["config.py"]).exit, Some(0));
    let environment = environment(&bench);
    let home = format!("HOME={}\n", bench.path("home").display());
    assert!(environment.contains(&home), "{environment}");
    // The folder that the program itself is in comes last.
    let path = format!("PATH=/usr/bin:/bin:{}\n", bench.path("bin").display());
    assert!(environment.contains(&path), "{environment}");
}

#[test]
fn the_program_runs_below_no_file_of_a_project_wherever_tmpdir_leads() {
    let mut bench = Bench::new();
    bench.write("project/tmp/x", "").write("other/CLAUDE.md", "").write("other/tmp/x", "");
    bench.write("mcp/.mcp.json", "{}").write("checkout/.git/HEAD", "").write("checkout/a/b/x", "");
    bench.write("home/.claude/x", "").write("home/tmp/x", "").write("agents/AGENTS.md", "");
    for tmp in ["project/tmp", "project", "other/tmp", "mcp", "agents", "checkout/a/b", "gone"] {
        bench.set("TMPDIR", bench.path(tmp));
        assert_eq!(bench.ask(&["config.py"]).exit, Some(0), "{tmp}");
        let folder = folder(&bench);
        assert!(!folder.starts_with(bench.path("").to_str().unwrap()), "{tmp}: {folder}");
        assert!(Path::new(&folder).starts_with("/tmp"), "{tmp}: {folder}");
        assert!(environment(&bench).contains("TMPDIR=/tmp\n"), "{tmp}");
    }
    bench.set("TMPDIR", "project/tmp");
    assert_eq!(bench.ask(&["config.py"]).exit, Some(0));
    assert!(folder(&bench).starts_with("/tmp/"), "one that is relative");
    // What leads an agent in the user's home is the user's.
    bench.set("TMPDIR", bench.path("home/tmp"));
    assert_eq!(bench.ask(&["config.py"]).exit, Some(0));
    assert!(folder(&bench).starts_with(bench.path("home/tmp").to_str().unwrap()));
}

#[test]
fn without_a_folder_outside_of_the_project_nobody_is_asked() {
    let mut bench = Bench::new();
    let file = bench.path("project/config.py");
    let question = ["read", "--question", "Q", "--paths", file.to_str().unwrap()];
    let ended = bench.run_in("/", &question);
    assert_eq!((ended.exit, bench.took("input")), (Some(1), None), "{}", ended.stderr);
    assert!(ended.stderr.starts_with("sprag: no empty folder for the worker: TMPDIR, "));
    // Our own folder is the last that is tried.
    let state = tempfile::tempdir_in("/var/tmp").unwrap();
    fs::create_dir(state.path().join("new")).unwrap();
    bench.unset("TMPDIR").set("SPRAG_STATE_DIR", state.path().join("new"));
    let ended = bench.run_in("/tmp", &question);
    assert_eq!(ended.exit, Some(0), "{}", ended.stderr);
    let folder = folder(&bench);
    assert!(folder.starts_with(state.path().join("new").to_str().unwrap()), "{folder}");
    assert!(!Path::new(&folder).exists(), "the folder is still there");
}
