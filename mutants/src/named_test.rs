//! Whether the test that a guard names is one that notices when the guard is changed.
use crate::fault::fault;
use crate::libtest::{Report, Status};
use crate::{Fault, Guard};

/// Says so if the named test was run on changed guards and never failed.
///
/// `cargo test` stops after the first program with a failure, so the named test may not have been
/// run at all; then nothing is known and nothing is said. `instrumented` mutants are shown to the
/// named test before all others, so there it must be seen failing.
pub(crate) fn named_test(guard: &Guard, caught: &[Report], instrumented: bool) -> Option<Fault> {
    let seen: Vec<Status> = caught.iter().filter_map(|run| run.status(&guard.test)).collect();
    if seen.contains(&Status::Failed) || (seen.is_empty() && !instrumented) {
        return None;
    }
    let others: Vec<String> = caught.iter().flat_map(Report::failed).take(1).collect();
    Some(fault!(
        "guard {} names the test {}, which passes whatever is changed; name one that fails: {}",
        guard.key(),
        guard.test,
        others.join("")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TestName;

    fn said(words: &[&str], instrumented: bool) -> Option<String> {
        let guard = Guard {
            file: "core/src/a.rs".to_owned(),
            function: "guard_a".to_owned(),
            promise: "It is so.".to_owned(),
            test: TestName::read("core::a::holds").unwrap(),
        };
        let run = |word: &&str| {
            let program = "Running tests/core/main.rs (t/debug/deps/core-1)";
            Report::read(&format!("{program}\n{word}\ntest b::c ... FAILED"))
        };
        let runs: Vec<Report> = words.iter().map(run).collect();
        named_test(&guard, &runs, instrumented).map(|fault| fault.to_string())
    }

    #[test]
    fn a_named_test_that_never_fails_is_refused() {
        let fault = said(&["test a::holds ... ok", "test a::holds ... ok"], false).unwrap();
        assert!(fault.ends_with("name one that fails: core::b::c"), "{fault}");
    }

    #[test]
    fn a_named_test_that_fails_once_or_was_not_run_is_not_blamed() {
        assert_eq!(said(&["test a::holds ... ok", "test a::holds ... FAILED"], true), None);
        assert_eq!(said(&[""], false), None);
    }

    #[test]
    fn a_named_test_that_was_to_be_run_first_must_be_seen_failing() {
        assert!(said(&[""], true).unwrap().ends_with("name one that fails: core::b::c"));
    }
}
