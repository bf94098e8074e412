//! A line as a terminal would show it, and lines that only look like a summary.
use super::{fails, passes, says_nothing};

#[test]
fn escapes_are_removed_before_a_line_is_read() {
    passes("\u{1b}[0m\u{1b}[32mok\u{1b}[0m | 2 passed | 0 failed \u{1b}[38;5;245m(5ms)\u{1b}[0m");
    fails("\u{1b}]8;;https://example.org\u{7}FAILURES!\u{1b}]8;;\u{1b}\\");
    passes("\u{1b}(B\u{1b}[m5 passed in 0.10s");
}

#[test]
fn what_a_reporter_erased_or_wrote_over_is_not_read() {
    passes("running 3\u{1b}[2K\u{1b}[1G  5 passing (12ms)");
    passes("\u{1b}[1A\u{1b}[2K  5 passing (12ms)");
    passes("1 failed in 0.10s\r5 passed in 0.10s");
    fails("5 passed in 0.10s\r1 failed in 0.10s\r");
    passes("5 passes\u{8}d in 0.10s");
    // Erasing to the end of the line is what colours do everywhere.
    fails(
        "\u{1b}[01m\u{1b}[Ka.c:3:5:\u{1b}[m\u{1b}[K \u{1b}[01;31m\u{1b}[Kerror: \u{1b}[m\u{1b}[Kx",
    );
}

#[test]
fn a_line_end_may_be_that_of_windows() {
    fails("FAIL\texample.org/shelf\t0.100s\r\nFAIL\r\n");
    fails("Tests:       1 failed, 4 passed, 5 total\r\n");
    passes(" 5 pass\r\n 0 fail\r\n");
}

#[test]
fn prose_is_no_summary() {
    for line in [
        "hello world",
        "I saw 3 failed uploads",
        "uploads:\n\n3 failed uploads",
        "I saw 1 failed request in 0.04s",
        "3 passed in 2s of work",
        "Delhi tests 2\nDelhi fail 3",
        "All the tests passed and the build works, nextest says.",
        "5 examples of tests, with 0 failures of any kind",
        "not ok: the build is red",
        "** TEST FAILED ** is what it printed",
        "a test result: FAILED. 0 passed; 1 failed",
        "FAILED to open the file",
        "FAILURES! are rare",
        "OK, I see",
        "BUILD FAILED because of me",
        "we Found 2 errors.",
        "make: nothing to be done for all",
        "Uploading....Failed",
        "Docker Build failed",
        "created 5 users in 3s",
        "3 issues found.",
        "No errors found!",
        "1226 of 1226 tests",
        "2 errors, 3 warnings, 5 hints",
    ] {
        says_nothing(line);
    }
}

#[test]
fn lines_of_code_that_were_searched_for_are_not_findings() {
    for line in [
        "main.go:10:5: // look at this later",
        "main.go:10:\treturn errors.New(\"undefined: shelf\")",
        "src/a.ts:3:  // error TS2322: once",
        "src/a.py:10:    raise Error(\"error: no\")",
        "log.txt:5:src/a.ts(3,10): error TS2345: x",
        "test.log:12: test result: FAILED. 0 passed; 1 failed",
        "a.c:3: error_count = 1;",
    ] {
        says_nothing(line);
    }
}

#[test]
fn a_bare_error_of_another_program_is_not_a_failure() {
    says_nothing("error: failed to push some refs to 'example.org:library.git'");
    says_nothing("warning: unused variable: `a`");
    passes("error: something was printed\n5 passed in 0.10s");
}

#[test]
fn words_in_a_log_do_not_fail_a_run_that_passed() {
    passes("[Limiter] Task 3 failed: all fail\nerror: Item 2 failed\n 1226 pass\n 0 fail\n");
}

#[test]
fn the_name_of_a_task_may_stand_in_front() {
    passes("[lint:go] 0 issues.");
    fails("[test] FAIL\texample.org/shelf\t0.100s");
    fails("[lint:go] cmd/shelf.go:4:2: ineffectual assignment to err (ineffassign)");
    says_nothing("[a task] 0 issues.");
    says_nothing("[] 0 issues.");
    says_nothing("[a] [b] 0 issues.");
}
