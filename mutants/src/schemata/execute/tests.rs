//! What ends of programs mean, and the order in which they are asked.
use super::*;

fn ran(code: Option<i32>, signal: Option<i32>, text: &str) -> Ran {
    Ran { code, signal, text: text.to_owned(), took: Duration::ZERO, timed_out: false }
}

fn found(code: Option<i32>, signal: Option<i32>, words: &str) -> Finding {
    let text = format!("Running t/deps/core-1 []\n{words}");
    let demanded = [TestName::read("core::a::holds").unwrap()];
    ended(&ran(code, signal, &text), &Report::read(&text), &demanded)
}

#[test]
fn only_a_failed_test_or_a_breakdown_catches() {
    let (ok, failed) = ("test a::holds ... ok", "test a::holds ... FAILED");
    assert_eq!(found(Some(0), None, ok), Finding::Success);
    assert_eq!(found(Some(101), None, failed), Finding::CaughtMutant);
    assert_eq!(found(None, Some(6), ""), Finding::CaughtMutant);
    let nothing = [
        (Some(0), None, ""),
        (Some(0), None, "test a::held ... ok"),
        (Some(0), None, "test a::holds ... ignored"),
        (Some(0), None, failed),
        (Some(101), None, ok),
        (Some(101), None, ""),
        (Some(1), None, failed),
        (Some(127), None, ""),
        (None, Some(9), ""),
        (None, Some(15), failed),
        (None, None, ""),
    ];
    for (code, signal, words) in nothing {
        assert_eq!(found(code, signal, words), Finding::Failure, "{code:?} {signal:?} {words}");
    }
    let late = Ran { timed_out: true, ..ran(None, Some(9), failed) };
    assert_eq!(ended(&late, &Report::read(failed), &[]), Finding::Timeout);
}

/// A stage whose only program is a script.
fn executor(folder: &Path, script: &str) -> Vec<Program> {
    let path = folder.join("deps/core-1");
    fs::create_dir_all(folder.join("deps")).unwrap();
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    assert!(Command::new("chmod").arg("+x").arg(&path).status().unwrap().success());
    vec![Program { name: "core".to_owned(), path }]
}

fn execute(script: &str, part: &Part) -> (Finding, String) {
    let folder = tempfile::tempdir().unwrap();
    let programs = executor(folder.path(), script);
    let mut executor = Executor {
        folder: folder.path().to_owned(),
        programs: &programs,
        logs: folder.path().join("log"),
        limit: Duration::from_secs(60),
        switch: Switch::Variable,
        tests: BTreeMap::new(),
    };
    executor.list().unwrap();
    let executed = executor.execute_all(core::slice::from_ref(part), 2).unwrap();
    assert_eq!(executed.len(), 1);
    (executed[0].finding, fs::read_to_string(&executed[0].log).unwrap())
}

#[test]
fn the_named_tests_are_asked_first_then_near_ones_then_all() {
    let part = Part {
        number: 7,
        named_tests: vec![TestName::read("core::a::holds").unwrap()],
        modules: Vec::new(),
        beyond: Some(["nowhere", "a", "b"].map(str::to_owned).to_vec()),
    };
    let script = "case \"$*\" in --list*) echo x::a::holds: test; echo b::c: test; exit 0;; esac; \
                  echo number $SPRAG_MUTANT; case \"$*\" in --exact*) echo test a::holds ... ok;; \
                  esac; case \"$*\" in --exact*|a::*) exit 0;; esac; \
                  echo test b::c ... FAILED; exit 101";
    let (finding, log) = execute(script, &part);
    assert_eq!(finding, Finding::CaughtMutant);
    let starts: Vec<&str> = log.lines().filter(|line| line.starts_with("Running")).collect();
    assert_eq!(starts.len(), 3, "{log}");
    assert_eq!(log.matches("number 7").count(), 3);
    let quiet = execute(&script.replace("exit 101", "exit 0").replace("FAILED", "ok"), &part);
    assert_eq!(quiet.0, Finding::MissedMutant);
    let other = execute("echo test a::other ... ok", &part);
    assert_eq!(other.0, Finding::Failure, "the named test was not run");
}

#[test]
fn a_part_may_ask_its_named_tests_alone() {
    let named_tests = vec![TestName::read("core::a::holds").unwrap()];
    let part = Part { number: 7, named_tests, modules: Vec::new(), beyond: None };
    let script = "case \"$*\" in --exact*) echo test a::holds ... ok; exit 0;; esac; \
                  echo test b::c ... FAILED; exit 101";
    let (finding, log) = execute(script, &part);
    assert_eq!(finding, Finding::MissedMutant);
    assert_eq!(log.matches("Running").count(), 1, "{log}");
    let failed = script.replace("ok; exit 0", "FAILED; exit 101");
    assert_eq!(execute(&failed, &part).0, Finding::CaughtMutant);
}

#[test]
fn the_tests_of_a_whole_file_are_asked_by_name_and_nobody_else() {
    let modules = vec![TestName::read("core::a").unwrap()];
    let part = Part { number: 7, named_tests: Vec::new(), modules, beyond: None };
    let script = "case \"$*\" in --list*) echo a::b::one: test; echo a::two: test; \
                  echo other::a::three: test;; \"--exact a::b::one a::two --test-threads=1 \
                  -Zunstable-options --fail-fast\") echo test a::two ... FAILED; exit 101;; \
                  *) exit 1;; esac";
    let (finding, log) = execute(script, &part);
    assert_eq!(finding, Finding::CaughtMutant, "{log}");
    assert_eq!(log.matches("Running").count(), 1, "{log}");
    let quiet = script.replace("FAILED; exit 101", "ok");
    assert_eq!(execute(&quiet, &part).0, Finding::MissedMutant);
}

#[test]
fn a_module_without_tests_is_refused() {
    let modules = vec![TestName::read("core::b").unwrap()];
    let part = Part { number: 7, named_tests: Vec::new(), modules, beyond: None };
    let folder = tempfile::tempdir().unwrap();
    let programs = executor(folder.path(), "echo a::one: test");
    let mut executor = Executor {
        folder: folder.path().to_owned(),
        programs: &programs,
        logs: folder.path().join("log"),
        limit: Duration::from_secs(60),
        switch: Switch::Variable,
        tests: BTreeMap::new(),
    };
    executor.list().unwrap();
    let Err(fault) = executor.execute_all(&[part], 1) else { panic!("nobody was asked") };
    assert!(fault.to_string().contains("names core::b, where no test is"), "{fault}");
}
