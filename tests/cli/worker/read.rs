//! A question about files.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use insta::assert_binary_snapshot;
use serde_json::{Value, json};

use super::bench::{ANSWER, Bench, CITED};
use crate::snapshot;

#[test]
fn an_answer_is_printed_with_its_lines_and_summed_up() {
    let bench = Bench::new();
    let ended = bench.ask(&["config.py"]);
    assert_eq!((ended.exit, ended.stdout.as_str()), (Some(0), CITED), "{}", ended.stderr);
    assert_eq!(
        ended.stderr,
        "[sprag: 63 bytes of 1 file | ~3 tokens kept out of context | worker claude-haiku-5-5 \
         used 410 in / 20 out | worker cost $0.0021 | 1 verified citation]\n"
    );
    let [usage] = bench.usage().try_into().unwrap();
    for (key, value) in [
        ("kind", Value::from("read")),
        ("transport", "claude".into()),
        ("files", 1.into()),
        ("bytes", 63.into()),
        ("input_tokens", 410.into()),
        ("answer_bytes", (CITED.len() - 1).into()),
        ("citations", 1.into()),
    ] {
        assert_eq!(usage[key], value, "{key}");
    }
    assert!(!usage.to_string().contains("config"), "a path is on record");
}

#[test]
fn the_program_gets_the_message_in_an_empty_folder_and_no_part_of_the_session() {
    let mut bench = Bench::new();
    bench.set("CLAUDECODE", "1").set("CLAUDE_CODE_ENTRYPOINT", "cli").set("CLAUDE_PID", "1");
    bench.set("CLAUDE_CODE_OAUTH_TOKEN", "stays");
    // The judge's keys are none of its business.
    for variable in sprag_core::security::key_variable::VARIABLES {
        bench.set(variable, "tsk-nobodys-business");
    }
    bench.ask(&["config.py"]);
    let taken = |what: &str| String::from_utf8(bench.took(what).unwrap()).unwrap();
    snapshot::settings().bind(|| {
        assert_binary_snapshot!("what_claude_reads.txt", taken("input").into_bytes());
        let arguments = taken("arguments").replace('\0', "\n");
        assert_binary_snapshot!("what_claude_is_called_with.txt", arguments.into_bytes());
    });
    assert_eq!(taken("listing"), "");
    let folder = taken("folder");
    assert!(folder.starts_with(bench.path("tmp/sprag-").to_str().unwrap()), "{folder}");
    assert_eq!(fs::read_dir(bench.path("tmp")).unwrap().count(), 0, "the folder is still there");
    let environment = taken("environment");
    assert!(environment.contains("\nSPRAG_INSIDE_WORKER="), "{environment}");
    assert!(environment.contains("CLAUDE_CODE_OAUTH_TOKEN=stays"), "{environment}");
    for variable in ["CLAUDECODE=", "CLAUDE_CODE_ENTRYPOINT=", "CLAUDE_PID=", "tsk-nobodys"] {
        assert!(!environment.contains(variable), "{environment}");
    }
}

#[test]
fn lists_that_are_given_twice_are_one_list() {
    let mut bench = Bench::new();
    bench.write("project/b.py", "x = 1\n").write("project/c.py", "y = 1\n");
    let arguments =
        ["read", "--paths", "config.py", "b.py", "--question", "Q", "--paths=c.py", "--model", "m"];
    assert_eq!(bench.run(&arguments).exit, Some(0));
    let input = String::from_utf8(bench.took("input").unwrap()).unwrap();
    for path in ["config.py", "b.py", "c.py"] {
        assert!(input.contains(&format!("path=\"{path}\"")), "{input}");
    }
    assert!(bench.took("arguments").unwrap().windows(11).any(|part| part == b"--model\0m\0-"));
}

#[test]
fn as_json_it_is_one_object_and_nothing_beside_it() {
    let bench = Bench::new();
    let ended = bench.run(&["read", "--question", "Q", "--paths", "config.py", "--json"]);
    let shown: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(shown["answer"], CITED.trim_end());
    assert_eq!(
        (&shown["target"], &shown["notes"]),
        (&Value::Null, &Value::from(Vec::<Value>::new()))
    );
    assert_eq!(shown["usage"], bench.usage()[0]);
}

#[test]
fn without_citations_the_answer_is_as_it_came() {
    let mut bench = Bench::new();
    let ended = bench.set("SPRAG_CITATIONS", "off").ask(&["config.py"]);
    assert_eq!(ended.stdout, format!("{ANSWER}\n"));
    assert!(!ended.stderr.contains("citation"), "{}", ended.stderr);
    assert_eq!(bench.usage()[0]["citations"], Value::Null);
}

#[test]
fn a_reference_of_the_worker_s_own_that_does_not_hold_is_marked() {
    let mut bench = Bench::new();
    let ended = bench.answers("`def load_config(path):` (config.py:9)\n\n\n").ask(&["config.py"]);
    assert_eq!(
        ended.stdout,
        "`def load_config(path):` (config.py:9) [unverified; it is config.py:3]\n"
    );
    assert!(ended.stderr.contains("one of the worker's own references is wrong"));
}

#[test]
fn what_is_not_text_is_replaced_and_said() {
    let mut bench = Bench::new();
    let ended = bench.write("project/old.txt", b"caf\xe9\r\n").ask(&["old.txt"]);
    assert!(ended.stderr.starts_with("[sprag: one place in old.txt is not UTF-8;"));
    let input = bench.took("input").unwrap();
    assert!(String::from_utf8(input).unwrap().contains("caf\u{fffd}\r\n"), "line ends stay");
}

#[test]
fn a_program_is_found_by_its_path_and_by_name() {
    let mut bench = Bench::new();
    let (path, folder) = (bench.path("bin/claude"), bench.path("bin"));
    bench.set("PATH", format!("{}:/usr/bin:/bin", folder.display()));
    for program in [path.to_str().unwrap(), "claude"] {
        bench.config("claude_bin", program);
        let ended = bench.ask(&["config.py"]);
        assert_eq!((ended.exit, ended.stdout.as_str()), (Some(0), CITED), "{}", ended.stderr);
    }
}

/// What is committed lies in each of them.
#[test]
fn a_program_that_is_in_another_worktree_of_the_project_is_not_run() {
    let mut bench = Bench::new();
    bench.write("tree/sub/claude", "#!/bin/sh\n: > ran\necho ran\n");
    let fake = bench.path("tree/sub/claude");
    fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).unwrap();
    let tree = format!("{}/.git\n", bench.path("tree").display());
    bench.write("project/.git/worktrees/tree/gitdir", tree);
    let first = fake.parent().unwrap().to_str().unwrap().to_owned();
    bench.config("claude_bin", "claude").set("PATH", [&first, ":/usr/bin:/bin"].concat());
    let said = bench.ask(&["config.py"]);
    assert!(said.stderr.contains("no program `claude`"), "{}{}", said.stdout, said.stderr);
}

#[test]
fn a_program_that_is_in_the_project_is_not_run_wherever_path_begins() {
    let mut bench = Bench::new();
    bench.write("project/sub/claude", "#!/bin/sh\n: > ran\necho ran\n");
    let fake = bench.path("project/sub/claude");
    fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).unwrap();
    fs::copy(&fake, bench.path("project/claude")).unwrap();
    fs::create_dir(bench.path("project/.git")).unwrap();
    symlink(bench.path("project/sub"), bench.path("link")).unwrap();
    let real = bench.path("bin").to_str().unwrap().to_owned();
    bench.config("claude_bin", "claude");
    let [absolute, link] = ["project/sub", "link"].map(|name| bench.path(name));
    let [absolute, link] = [&absolute, &link].map(|path| path.to_str().unwrap());
    for first in ["", ".", "sub", "./sub", "../project/sub", absolute, link] {
        for home in ["home", "project"] {
            bench.set("PATH", [first, ":", &real, ":/usr/bin:/bin"].concat());
            bench.set("HOME", bench.path(home));
            for folder in ["project", "project/sub"] {
                let ended = bench.run_in(folder, &["read", "--question", "Q", "--paths", "claude"]);
                assert_eq!(ended.exit, Some(0), "{first} {home} {folder}: {}", ended.stderr);
                assert!(!ended.stdout.contains("ran"), "{first} {home} {folder}");
            }
            bench.set("PATH", [first, ":/usr/bin:/bin"].concat());
            let said = bench.ask(&["config.py"]);
            assert!(said.stderr.contains("no program `claude`"), "{first}: {}", said.stderr);
        }
    }
    // Nor by a link elsewhere.
    fs::create_dir(bench.path("elsewhere")).unwrap();
    symlink(bench.path("project/sub/claude"), bench.path("elsewhere/claude")).unwrap();
    let elsewhere = bench.path("elsewhere");
    bench
        .config("claude_bin", "claude")
        .set("PATH", [elsewhere.to_str().unwrap(), ":/bin"].concat());
    assert!(bench.ask(&["config.py"]).stderr.contains("no program `claude`"));
    // Nor whatever names it.
    for program in ["./claude", "sub/claude", absolute, link] {
        let program =
            if program.starts_with('/') { [program, "/claude"].concat() } else { program.into() };
        let said = bench.config("claude_bin", &program).ask(&["config.py"]);
        assert!(said.stderr.contains("no program `"), "{program}: {}", said.stderr);
    }
    assert!(!bench.path("project/ran").exists());
}

fn opened(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_program_that_others_can_change_is_not_run_wherever_path_begins() {
    let mut bench = Bench::new();
    bench.config("claude_bin", "claude");
    for name in ["open/claude", "above/bin/claude", "file/claude", "linked/claude", "far/claude"] {
        bench.write(name, "#!/bin/sh\necho intruder\n");
        opened(&bench.path(name), 0o755);
    }
    opened(&bench.path("open"), 0o777);
    opened(&bench.path("above"), 0o777);
    opened(&bench.path("file/claude"), 0o777);
    // Through a link that others can replace.
    symlink(bench.path("linked"), bench.path("open/way")).unwrap();
    symlink(bench.path("open/way/claude"), bench.path("bin/way")).unwrap();
    fs::create_dir(bench.path("hop")).unwrap();
    symlink(bench.path("bin/way"), bench.path("hop/claude")).unwrap();
    let real = bench.path("bin").to_str().unwrap().to_owned();
    for first in ["open", "above/bin", "file", "open/way", "hop"] {
        let first = bench.path(first).to_str().unwrap().to_owned();
        bench.set("PATH", [&first, ":", &real, ":/usr/bin:/bin"].concat());
        let ended = bench.ask(&["config.py"]);
        assert_eq!((ended.exit, ended.stdout.as_str()), (Some(0), CITED), "{first}");
        bench.set("PATH", [&first, ":/usr/bin:/bin"].concat());
        fs::remove_dir_all(bench.path("bin/took")).unwrap();
        let said = bench.is_refused(&["read", "--question", "Q", "--paths", "config.py"]);
        let expected = format!(
            "no program `claude` is run: {first}/claude is one, but others own it or can write to \
             it, or to a folder above it; change that, or name a path in `claude_bin`\n"
        );
        assert_eq!(said, expected);
        let doctor = bench.run(&["doctor"]);
        assert!(!doctor.stdout.contains("intruder"), "{}", doctor.stdout);
        let start = format!("cannot be run: {first}/claude: others own it");
        assert!(doctor.stdout.contains(&start), "{}", doctor.stdout);
    }
    // A path is the user's own word.
    let named = bench.path("open/claude").to_str().unwrap().to_owned();
    let ended = bench.config("claude_bin", &named).ask(&["config.py"]);
    assert!(ended.stderr.contains("answered in an unexpected form: intruder"), "{}", ended.stderr);
}

/// It would choose the program, though another lies there.
#[test]
fn a_link_of_the_project_leads_to_no_program() {
    let mut bench = Bench::new();
    bench.config("claude_bin", "claude").write("project/.git/HEAD", "");
    symlink("/bin/echo", bench.path("project/claude")).unwrap();
    symlink(bench.path("project/claude"), bench.path("tmp/claude")).unwrap();
    let [project, tmp] = ["project", "tmp"].map(|name| bench.path(name));
    for first in [project.to_str().unwrap(), tmp.to_str().unwrap(), "/proc/self/cwd"] {
        bench.set("PATH", [first, ":/usr/bin:/bin"].concat());
        let said = bench.ask(&["config.py"]);
        assert!(said.stderr.contains("no program `claude`;"), "{first}: {}", said.stderr);
    }
}

/// A program starts others by their names, such as `node`.
#[test]
fn a_worker_looks_for_programs_where_we_do() {
    let mut bench = Bench::new();
    bench.config("claude_bin", "claude").write("open/x", "");
    opened(&bench.path("open"), 0o777);
    let [open, project, bin] = ["open", "project", "bin"].map(|name| bench.path(name));
    let [open, project, bin] = [&open, &project, &bin].map(|path| path.to_str().unwrap());
    let path = [open, project, "", ".", "/proc/self/cwd", "/usr/bin", bin].join(":");
    assert_eq!(bench.set("PATH", path).ask(&["config.py"]).exit, Some(0));
    let environment = String::from_utf8(bench.took("environment").unwrap()).unwrap();
    let expected = format!("PATH=/usr/bin:{bin}");
    let found = environment.lines().find(|line| line.starts_with("PATH="));
    assert!(found.is_some_and(|found| found.starts_with(&expected)), "{found:?}");
    assert!(!environment.contains(open), "{environment}");
}

#[test]
fn the_variables_of_shuntkit_count_where_its_place_is_taken() {
    let mut bench = Bench::new();
    bench.set("SHUNTKIT_MODEL", "sonnet").set("SHUNTKIT_CITATIONS", "FALSE");
    let plain = bench.ask(&["config.py"]);
    assert_eq!((plain.exit, plain.stdout.as_str()), (Some(0), CITED));
    let ended = bench.run(&["read", "--as", "shuntkit", "--question", "Q", "--paths", "config.py"]);
    assert_eq!((ended.exit, ended.stdout.trim_end()), (Some(0), ANSWER), "{}", ended.stderr);
    assert!(bench.took("arguments").unwrap().windows(8).any(|part| part == b"\0sonnet\0"));
}

#[test]
fn what_is_kept_is_the_user_s_alone() {
    let bench = Bench::new();
    bench.ask(&["config.py"]);
    for name in ["usage.jsonl", "sanctions.json"] {
        let path = bench.path("home/.local/state/sprag").join(name);
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600, "{name}");
    }
}

/// Returns what the README shows.
fn shown() -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, rest) = page.split_once("<!-- a delegation -->\n```console\n").unwrap();
    rest.split_once("```\n<!-- end -->").unwrap().0.to_owned()
}

/// Returns a file of so many lines, some of which are these.
fn long(lines: usize, some: &[(usize, &str)]) -> String {
    let line = |number: usize| match some.iter().find(|(at, _)| *at == number) {
        Some((_, text)) => (*text).to_owned(),
        None => format!("    step({number:04})  # as before"),
    };
    (1..=lines).map(|number| line(number) + "\n").collect()
}

#[test]
fn the_delegation_of_the_readme_is_what_is_printed() {
    let mut bench = Bench::new();
    let client = [(311, "def send_with_retry(request):"), (318, "    time.sleep(2 ** attempt)")];
    let limits = [(4, "TRANSIENT = {429, 502, 503}"), (7, "ATTEMPTS_MAX = 5")];
    bench.write("project/client.py", long(900, &client));
    bench.write("project/limits.py", long(12, &limits));
    let page = shown();
    let (command, printed) = page.split_once('\n').unwrap();
    let summary = printed.find("[sprag: ").unwrap();
    let (answer, summary) = printed.split_at(summary);
    let mut bare = answer.to_owned();
    for reference in [" (client.py:311)", " (limits.py:4)", " (limits.py:7)", " (client.py:318)"] {
        assert!(bare.contains(reference), "{bare}");
        bare = bare.replace(reference, "");
    }
    let envelope = json!({
        "result": bare, "usage": {"input_tokens": 9_204, "output_tokens": 96},
        "total_cost_usd": 0.0105, "modelUsage": {"claude-haiku-5-5": {}},
    });
    bench.prints(envelope.to_string().as_bytes(), 0);
    let asked = "What is retried, and how often?";
    let arguments = ["read", "--question", asked, "--paths", "client.py", "limits.py"];
    let ended = bench.run(&arguments);
    assert_eq!(command, format!("$ sprag read --question \"{asked}\" --paths client.py limits.py"));
    assert_eq!((ended.stdout.as_str(), ended.stderr.as_str()), (answer, summary));
}
