//! What each runner prints, and what was misread of it elsewhere.
use super::{fails, passes, ran_nothing, says_nothing};
use sprag_core::activity::summary::Summary;

#[test]
fn every_line_of_a_runner_counts_and_not_the_first() {
    fails("test result: ok. 3 passed; 0 failed\ntest result: FAILED. 1 passed; 2 failed\n");
    fails("test result: FAILED. 1 passed; 2 failed\ntest result: ok. 3 passed; 0 failed\n");
    fails("ok  \ta/b\t0.012s\nFAIL\ta/c\t0.100s\n");
    fails("Passed!  - Failed:     0, Passed:     5\nFailed!  - Failed:     2, Passed:     3\n");
    fails("BUILD SUCCESSFUL in 3s\nBUILD FAILED in 1s\n");
    fails("Test Suites: 1 failed, 1 total\nTests:       0 total\n");
}

#[test]
fn tap_is_read() {
    fails("TAP version 13\n# tests 2\n# pass 1\n# fail 1\n");
    fails("# tests 2\n# pass 1\n# fail 0\n# cancelled 1\n");
    passes("# tests 2\n# pass  2\n# fail  0\n");
    fails("1..2\nok 1 - a\nnot ok 2 - b\n");
    fails("Bail out! no database\n");
    passes("ok 1 - a\nok 2 - b # SKIP no database\nnot ok 3 - c # TODO later\n1..3\n");
    passes("1..2\nok 1\nok 2\n");
    says_nothing("1..3\nok 1 - a\nok 2 - b\n");
    says_nothing("1..0 # skipped\n");
    says_nothing("1..0\n");
    says_nothing("1..1\nok then, here we go\n");
    says_nothing("not ok then, here we go\n");
    says_nothing("not ok  at all\n");
    fails("1..1\nnot ok 1 - handles # signs\n");
}

#[test]
fn a_jest_suite_that_failed_to_run_fails() {
    fails("Test Suites: 1 failed, 1 total\nTests:       0 total\nSnapshots:   0 total\n");
    fails("Test Suites: 1 failed, 2 of 3 total\nTests:       4 passed, 4 total\n");
    fails(&"Test Suites: 1 failed, 1 total\nTests:       0 total\n".repeat(2));
    fails("  \u{25cf} Test suite failed to run\n");
    passes("Tests:       1 skipped, 3 passed, 4 total\n");
    ran_nothing("Test Suites: 1 skipped, 0 of 1 total\nTests:       1 skipped, 1 total\n");
    fails("No tests found, exiting with code 1\n");
    ran_nothing("No tests found, exiting with code 0\n");
    fails("Jest: \"global\" coverage threshold for lines (80%) not met: 71%\n");
}

#[test]
fn one_nextest_test_one_that_was_not_reached_and_one_that_timed_out_are_read() {
    fails("     Summary [   0.006s] 1 test run: 0 passed, 1 failed, 0 skipped\n");
    passes("     Summary [   0.006s] 1 test run: 1 passed, 0 skipped\n");
    fails("     Summary [   0.006s] 2 tests run: 1 passed, 1 timed out, 0 skipped\n");
    fails("     Summary [   0.006s] 2 tests run: 1 passed, 1 exec failed, 0 skipped\n");
    fails("     Summary [   0.006s] 1/3 tests run: 1 passed, 0 skipped\n");
    ran_nothing("     Summary [   0.000s] 0 tests run: 0 passed, 4 skipped\n");
    fails("error: no tests to run\n");
}

#[test]
fn phpunit_errors_fail_and_risky_tests_pass() {
    fails("ERRORS!\nTests: 5, Assertions: 7, Errors: 1.\n");
    passes("OK, but there were issues!\nTests: 5, Assertions: 7, Risky: 1.\n");
    let summary = Summary::read("FAILURES!\nTests: 5, Assertions: 7, Errors: 1, Failures: 2.\n");
    assert_eq!((summary.ran(), summary.failed()), (Some(5), Some(3)));
}

#[test]
fn vitest_without_tests_or_with_unhandled_errors_fails() {
    fails(" Test Files  1 failed (1)\n      Tests  no tests\n");
    fails(" Test Files  1 passed (1)\n      Tests  5 passed (5)\n     Errors  1 error\n");
    passes(
        " Test Files  1 passed (1)\n      Tests  5 passed | 1 todo (6)\nType Errors  no errors\n",
    );
    fails("Type Errors  2 errors\n");
    fails("No test files found, exiting with code 1\n");
    ran_nothing("No test files found, exiting with code 0\n");
    ran_nothing("      Tests  2 skipped (2)\n");
    fails("ERROR: Coverage for lines (71%) does not meet global threshold (80%)\n");
}

#[test]
fn go_lines_of_the_cache_of_coverage_and_of_a_failed_build_are_read() {
    passes("ok  \ta/b\t(cached)\n");
    passes("ok  \ta/b\t0.012s\tcoverage: 80.0% of statements\n");
    passes("ok  \ta/b\t(cached)\tcoverage: 80.0% of statements\n");
    fails("FAIL\ta/c [build failed]\n");
    fails("FAIL\ta/c [setup failed]\n");
    ran_nothing("ok  \ta/b\t0.012s [no tests to run]\n");
    ran_nothing("?   \ta/b\t[no test files]\n");
    passes("--- PASS: TestA (0.00s)\nPASS\n");
}

#[test]
fn go_says_fail_last_and_alone() {
    fails("--- some lines\nFAIL\n");
    fails("FAIL\n\n");
    says_nothing("FAIL\nis a word\n");
}

#[test]
fn go_findings_are_distinguished_from_lines_of_code() {
    fails("./add.go:4:9: invalid operation\n");
    fails("add.go:6:14: fmt.Printf format %d has arg sum of wrong type string\n");
    fails("# example.org/shelf\n./add.go:4:9: something that is new\n");
    fails(
        "# example.org/shelf [example.org/shelf.test]\n\tmore\nadd.go:4:9: something that is new\n",
    );
    says_nothing("./add.go:4:9: something that is new\n");
    says_nothing("# example.org/shelf\nother\n./add.go:4:9: something that is new\n");
    says_nothing("# A heading of words\n./add.go:4:9: something that is new\n");
    says_nothing("# example.org/shelf [link]\n./add.go:4:9: something that is new\n");
    says_nothing("# \n./add.go:4:9: something that is new\n");
    says_nothing("# example.org/shelf\nadd.go:4: something that is new\n");
    fails("vet: ./add.go:3:5: undefined: y\n");
}

#[test]
fn swift_testing_counts_behind_the_zero_of_xctest() {
    let zero = "\t Executed 0 tests, with 0 failures (0 unexpected) in 0.000 (0.001) seconds\n";
    fails(&format!(
        "{zero}\u{2718} Test run with 2 tests failed after 0.001 seconds with 1 issue.\n"
    ));
    passes(&format!("{zero}\u{2714} Test run with 2 tests passed after 0.001 seconds.\n"));
    ran_nothing(zero);
    ran_nothing("\u{2714} Test run with 0 tests in 0 suites passed after 0.001 seconds.\n");
    let inner = "\t Executed 2 tests, with 1 failure (0 unexpected) in 0.120 (0.121) seconds\n";
    let summary = Summary::read(&inner.repeat(3));
    assert_eq!((summary.ran(), summary.failed()), (Some(2), Some(1)));
}

#[test]
fn xcodebuild_is_read() {
    fails("** TEST FAILED **\n");
    fails("** BUILD FAILED **\n");
    passes("** TEST SUCCEEDED **\n");
    passes("** BUILD SUCCEEDED **\n");
}

#[test]
fn unittest_is_read() {
    fails("Ran 3 tests in 0.001s\n\nFAILED (failures=1)\n");
    fails("FAILED (errors=1, skipped=1)\n");
    fails("FAILED (failures=1, errors=1)\n");
    passes("Ran 3 tests in 0.001s\n\nOK\n");
    passes("Ran 3 tests in 0.001s\n\nOK (skipped=1)\n");
    ran_nothing("Ran 0 tests in 0.000s\n\nOK\n");
    ran_nothing("Ran 0 tests in 0.000s\n\nNO TESTS RAN\n");
}

#[test]
fn what_was_fixed_and_zero_errors_pass() {
    passes("Found 3 errors (3 fixed, 0 remaining).\n");
    fails("Found 3 errors (1 fixed, 2 remaining).\n");
    passes("Found 0 errors\n");
    passes("Found 0 errors.\n");
    fails("Found 1 error.\n");
    passes("12:00:01 - Found 0 errors. Watching for file changes.\n");
    fails("Checked 3 files in 5ms. No fixes applied.\nFound 2 errors.\n");
    passes("Checked 3 files in 5ms. No fixes applied.\nFound 1 warning.\n");
    passes("Success: no issues found in 3 source files\n");
}

#[test]
fn playwright_takes_minutes_and_flaky_tests_pass() {
    passes("  5 passed (1.2m)\n");
    passes("  1 flaky\n    [chromium] \u{203a} a\n  4 passed (3.4s)\n");
    fails("  1 failed\n    [chromium] \u{203a} a\n  4 passed (3.4s)\n");
    fails("  4 failed\n    [chromium] \u{203a} a\n");
    fails("Running 2 tests using 1 worker\n  1 interrupted\n  1 passed (3.4s)\n");
    says_nothing("uploads:\n  3 failed\n");
}

#[test]
fn mix_with_properties_is_read() {
    fails("1 property, 5 tests, 1 failure\n");
    passes("2 properties, 5 tests, 0 failures\n");
    passes("1 doctest, 1 property, 5 tests, 0 failures, 2 excluded\n");
    fails("5 tests, 0 failures, 2 invalid\n");
    ran_nothing("0 tests, 0 failures\n");
}

#[test]
fn pytest_is_read_quiet_with_subtests_skipped_and_with_a_clock() {
    passes("1 passed, 2 subtests passed in 0.10s\n");
    fails("1 passed, 1 subtests failed in 0.10s\n");
    passes("3 skipped in 0.10s\n");
    passes("=== 2 passed, 1 warning in 0.10s ===\n");
    passes("=== 2 passed, 1 xfailed in 0.10s ===\n");
    passes("=== 5 passed in 65.43s (0:01:05) ===\n");
    fails("=== 1 error in 0.12s ===\n");
    fails("1 failed in 0.03s\n");
    fails("FAILED test_shelf.py::test_holds - AssertionError\n");
    fails("ERROR test_shelf.py - NameError\n");
    ran_nothing("no tests ran in 0.01s\n");
    ran_nothing("=== 5 deselected in 0.01s ===\n");
}

#[test]
fn ctest_counts_one_test_and_none_that_failed() {
    fails("50% tests passed, 1 test failed out of 2\n");
    fails("50% tests passed, 1 tests failed out of 2\n");
    passes("100% tests passed, 0 tests failed out of 2\n");
    passes("100% tests passed out of 2\n");
    ran_nothing("No tests were found!!!\n");
}

#[test]
fn rspec_errors_outside_examples_fail() {
    fails("0 examples, 0 failures, 1 error occurred outside of examples\n");
    passes("5 examples, 0 failures\n");
    ran_nothing("0 examples, 0 failures\n");
}

#[test]
fn warnings_alone_pass_unless_the_linter_says_that_they_fail() {
    passes("\u{2716} 1 problem (0 errors, 1 warning)\n");
    fails("\u{2716} 3 problems (2 errors, 1 warning)\n");
    fails(
        "\u{2716} 1 problem (0 errors, 1 warning)\n\nESLint found too many warnings (maximum: 0).\n",
    );
    fails(
        "Checked 3 files in 5ms. No fixes applied.\n  \u{d7} Some warnings were emitted while running checks.\n",
    );
}

#[test]
fn findings_of_compilers_and_linters_fail() {
    for line in [
        "src/shelf.ts(3,10): error TS2345: Argument of type 'string' is not assignable.",
        "src/app/(shop)/page.tsx(3,10): error TS18046: 'e' is of type 'unknown'.",
        "src/shelf.ts:3:10 - error TS2345: x",
        "C:\\demo\\shelf.ts(3,10): error TS2345: x",
        "error TS18003: No inputs were found.",
        "Found 1 error in src/shelf.ts:3",
        "shelf.py:2: error: Incompatible return value type  [return-value]",
        "shelf.py:1:1: F401 'os' imported but unused",
        "shelf.py:1:0: C0114: Missing module docstring (missing-module-docstring)",
        "shelf.c:7:12: error: expected ';' after expression",
        "shelf.h:7:12: fatal error: 'a.h' file not found",
        "/home/dev/demo/Shelf.swift:7:12: error: cannot find 'a' in scope",
        "/home/dev/demo/ShelfTests.swift:9: error: -[A.B testC] : XCTAssertTrue failed",
        "Shelf.cs(12,9): error CS0103: The name 'a' does not exist",
        "Shelf.java:3: error: ';' expected",
        "shelf.go:10:5: Error return value is not checked (errcheck)",
        "shelf.go:10:5: should not use underscores in Go names (ST1003)",
        "error[E0308]: mismatched types",
        "error: could not compile `shelf` (lib) due to 1 previous error",
    ] {
        fails(line);
    }
}

#[test]
fn what_ran_nothing_did_not_pass() {
    for line in [
        "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 4 filtered out",
        "Tests:       0 total",
        "\u{2139} pass 0\n\u{2139} fail 0",
        " 0 pass\n 0 fail\nRan 0 tests across 1 file. [1.00ms]",
        "  0 passing (1ms)",
        "0 runs, 0 assertions, 0 failures, 0 errors, 0 skips",
        "ok | 0 passed | 0 failed (1ms)",
        "[  PASSED  ] 0 tests.",
        "ok  \ta/b\t(cached)\t[no tests to run]",
        "testing: warning: no tests to run\nPASS",
        "# tests 0\n# pass 0\n# fail 0",
        "No test is available in /home/dev/demo/bin/Demo.dll.",
        "No test matches the given testcase filter `Cart` in /home/dev/demo/bin/Demo.dll",
        "No tests executed!",
        "> Task :test NO-SOURCE",
        "> Task :app:test SKIPPED",
        "[INFO] No tests to run.",
        "[INFO] Tests are skipped.",
        "Tests run: 0, Failures: 0, Errors: 0, Skipped: 0",
        "No examples found.\n\n0 examples, 0 failures",
        "Ran 0 tests in 0.000s\n\nNO TESTS RAN (skipped=1)",
        "No tests found related to files changed since last commit.",
        "\u{2714} 0 errors, 0 warnings and 0 suggestions in 0 files.",
        "Linting: 0 file(s)",
        "0/0 tests passed",
    ] {
        ran_nothing(line);
    }
    fails("  0 passing (1ms)\n  1 failing\n");
    // Elsewhere something ran.
    passes("?   \ta/b\t[no test files]\nok  \ta/c\t0.012s\n");
    passes("test result: ok. 0 passed; 0 failed\ntest result: ok. 3 passed; 0 failed\n");
    passes("> Task :a:test NO-SOURCE\n> Task :b:test\n");
    passes("> Task :b:test FROM-CACHE\n");
    passes("[INFO] No tests to run.\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\n");
    fails("?   \ta/b\t[no test files]\nFAIL\ta/c\t0.012s\n");
}

#[test]
fn common_lines_count_only_beside_those_of_their_runner() {
    says_nothing("OK\n");
    says_nothing(" 2 errors\n");
    fails(" 5 pass\n 0 fail\n 2 errors\nRan 5 tests across 1 file. [1.00ms]\n");
    says_nothing("3 issues:\n");
    fails("3 issues:\n* errcheck: 3\n");
    says_nothing("Result: PASS\n");
    says_nothing("- 2 errors\n");
    fails("Result (12 files): \n- 2 errors\n- 0 warnings\n");
}

#[test]
fn fewer_that_passed_than_there_are_is_a_failure() {
    for line in [
        "4985/4992 passed",
        "4985 of 4992 tests passed",
        "7 failures",
        "1 failure.",
        "9/10 tests passed, 1 failed",
        "Tests: 9/10 passed",
        "Passed: 9/10",
        "\u{2717} 9/10 tests passed",
        "3 tests failed",
    ] {
        fails(line);
    }
    passes("4992/4992 passed");
    passes("4992 of 4992 tests passed");
    passes("Results: 10/10 passed");
    // It counted on.
    passes("3/10 passed\n7/10 passed\n10/10 passed");
    // What was left out did not fail.
    passes("8/10 passed, 2 skipped");
    says_nothing("0 failures");
    says_nothing("I saw 9/10 passed");
}
