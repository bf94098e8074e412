//! What the doctor says about the worker.

use serde_json::Value;

use super::bench::Bench;

/// Returns level and words of the doctor's line.
fn line(bench: &Bench) -> (String, String) {
    let ended = bench.run(&["doctor", "--json"]);
    let shown: Value = serde_json::from_str(&ended.stdout).unwrap();
    let lines = shown["lines"].as_array().unwrap().iter();
    let [line] = lines.filter(|line| line["topic"] == "worker").collect::<Vec<_>>()[..] else {
        panic!("{shown}");
    };
    let text = |key: &str| line[key].as_str().unwrap().to_owned();
    (text("level"), text("seen"))
}

#[test]
fn a_program_that_knows_the_options_can_be_asked_and_is_not() {
    let mut bench = Bench::new();
    let help = "--tools --strict-mcp-config --setting-sources --no-session-persistence";
    let (level, seen) = line(bench.prints(help.as_bytes(), 0));
    assert_eq!(level, "ok");
    assert_eq!(seen, format!("claude, {}", bench.path("bin/claude").display()));
    assert_eq!(bench.took("arguments").unwrap(), b"--help\0");
    let help = "--ephemeral --ignore-user-config --ignore-rules --json";
    assert_eq!(line(bench.codex().prints(help.as_bytes(), 0)).0, "ok");
    assert_eq!(bench.took("arguments").unwrap(), b"exec\0--help\0");
}

#[test]
fn what_is_missing_is_said() {
    let mut bench = Bench::new();
    let (level, seen) = line(bench.prints(b"--tools", 0));
    assert_eq!(level, "warn");
    assert!(seen.contains("does not know --strict-mcp-config, --setting-sources, "), "{seen}");
    bench.config("claude_bin", "no-such-program");
    assert_eq!(
        line(&bench).1,
        "claude: no program `no-such-program`; install it, or name it in `claude_bin`"
    );
    bench.set("SPRAG_WORKER", "anthropic");
    assert_eq!(line(&bench).1, "anthropic: no key: set ANTHROPIC_API_KEY");
    bench.set("ANTHROPIC_API_KEY", "sk-ant-1");
    assert_eq!(
        line(&bench),
        ("ok".into(), "anthropic, https://api.anthropic.com/v1/messages".into())
    );
    bench.set("SPRAG_WORKER_ENDPOINT", "https://evil.example/");
    assert!(line(&bench).1.contains("worker_endpoint is refused"), "{:?}", line(&bench));
}

#[test]
fn a_program_that_says_nothing_of_itself_is_not_a_worker_that_took_too_long() {
    let mut bench = Bench::new();
    bench.program("claude", "#!/bin/sh\n[ \"$1\" = --version ] || exec sleep 100000\n");
    let (level, seen) = line(&bench);
    assert_eq!((level.as_str(), seen.as_str()), ("warn", "claude: claude --help: silent for 10 s"));
}
