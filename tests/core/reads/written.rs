//! Files that a line writes, replaces or takes away before it shows them.

use sprag_core::limits::READ_FILES_MAX;

use super::Session;
use super::disk::Disk;
use super::shell::{all, pass, seen};

#[test]
fn a_file_that_the_line_writes_itself_passes() {
    all(&[
        ("make > make.log 2>&1; cat make.log", ""),
        ("make 2>&1 | tee make.log; cat make.log", ""),
        ("make >| make.log; cat make.log", ""),
        ("make &> make.log; cat make.log", ""),
        ("make 2> make.log; cat make.log b.txt", "b.txt"),
        ("cd src; make &> ../make.log; cat ../src/../make.log ../make.log b.txt", "src/b.txt"),
        ("make > ./make.log; cat make.log", ""),
        ("make > make.log; cat .//make.log src/../make.log", ""),
        ("make > /home/dev/rocket/make.log; cat make.log", ""),
        ("make > ~/make.log; cat /home/dev/make.log", ""),
        ("cat a.txt; make > a.txt", "a.txt"),
        ("make > a.txt.log; cat a.txt", "a.txt"),
    ]);
}

#[test]
fn a_file_that_the_line_removes_replaces_or_changes_passes() {
    pass(&[
        "rm -f /tmp/x.log && mise run test > /dev/null && cat /tmp/x.log",
        "rm a.txt b.txt; make; cat a.txt ./b.txt",
        "rm -f /tmp/*.log; make; cat /tmp/x.log",
        "sudo rm -f a.txt; cat a.txt",
        "false && rm a.txt; cat a.txt",
        "grep -v x a.txt > t && mv t a.txt && cat a.txt",
        "mv a.txt old && cat a.txt",
        "cp small.txt a.txt && cat a.txt",
        "cp -f small.txt ./a.txt && head -n 400 a.txt",
        "ln -sf small.txt a.txt; cat a.txt",
        "install -m 644 small.txt a.txt; cat a.txt",
        "rsync small.txt a.txt; cat a.txt",
        "truncate -s 0 a.txt; cat a.txt",
        "sed -i '100,$d' a.txt && cat a.txt",
        "sed -i -e '/x/d' a.txt && cat a.txt",
        "sed -i '' '100,$d' a.txt && cat a.txt",
        "gawk -i inplace 'NR<10' a.txt && cat a.txt",
        "perl -ni -e 'print if /x/' a.txt && cat a.txt",
        "dd if=/dev/zero of=a.txt count=1; cat a.txt",
        "git checkout -- a.txt; cat a.txt",
        "git restore a.txt; cat a.txt",
        "git rm -f a.txt; cat a.txt",
        "python3 -c \"open('a.txt', 'w').write('x')\"; cat a.txt",
        "python3 -c \"open('a.txt', 'w').write('x')\nprint(open('a.txt').read())\"",
    ]);
}

#[test]
fn what_is_read_before_it_is_removed_or_is_elsewhere_is_seen() {
    all(&[
        ("cat a.txt; rm a.txt", "a.txt"),
        ("cat a.txt && cp small.txt a.txt", "a.txt"),
        ("rm b.txt; cat a.txt", "a.txt"),
        ("cp a.txt b.txt; cat a.txt", "a.txt"),
        ("rm src/a.txt; cat a.txt", "a.txt"),
        ("rm -f /tmp/*.log; cat a.txt", "a.txt"),
        ("cp small.txt .; cat a.txt", "a.txt"),
        ("mv small.txt ..; cat a.txt", "a.txt"),
        ("git checkout main; cat a.txt", "a.txt"),
        ("wc -l a.txt; grep -n x a.txt; cat a.txt", "a.txt"),
        ("docker run -it web rm b; cat a.txt", "a.txt"),
    ]);
}

#[test]
fn a_file_that_a_program_is_told_to_write_into_passes() {
    pass(&[
        "curl -s https://example.org/x -o a.txt && cat a.txt",
        "curl -fsSLo a.txt https://example.org/x && cat a.txt",
        "curl --output a.txt https://example.org/x && cat a.txt",
        "curl --output=a.txt https://example.org/x && cat a.txt",
        "curl -LO https://example.org/a.txt?raw=1 && cat a.txt",
        "wget -qO a.txt https://example.org/x && cat a.txt",
        "wget https://example.org/a.txt && cat a.txt",
        "sort -u -o a.txt a.txt && cat a.txt",
    ]);
    all(&[
        ("curl -o b.txt https://example.org/x && cat a.txt", "a.txt"),
        ("set -o pipefail; cat a.txt", "a.txt"),
        ("grep -on x a.txt; cat a.txt", "a.txt"),
        ("ls --out --color; cat a.txt", "a.txt"),
    ]);
}

#[test]
fn what_lies_where_a_folder_was_removed_or_copied_to_passes() {
    pass(&[
        "rm -rf build; make; cat build/a.txt",
        "rm -rf build/*; make; cat build/a.txt",
        "cp small/a.txt . && cat a.txt",
        "cp -t src small/a.txt && cat src/a.txt",
        "cp -r other/src . && cat src/a.txt",
        "cp -r other/. src && cat src/a.txt",
        "cp other/* src && cat src/a.txt",
        "cp $D/a.txt src && cat src/a.txt",
        "rsync -a other/ src && cat src/a.txt",
        "mv src old; cat src/a.txt",
        "git checkout -- src && cat src/a.txt",
    ]);
    all(&[
        ("rm -rf build; cat builder/a.txt", "builder/a.txt"),
        ("cp other/b.txt src && cat src/a.txt", "src/a.txt"),
    ]);
}

#[test]
fn what_leaves_a_file_as_large_as_it_was_hides_nothing() {
    all(&[
        ("sed -i 's/x/y/g' a.txt && cat a.txt", "a.txt"),
        ("sed -i.bak -e 's/x/y/' -e 'y/a/b/' a.txt && cat a.txt", "a.txt"),
        ("sed -i '' 's/x/y/' a.txt && cat a.txt", "a.txt"),
        ("sed --in-place 's/x/y/' a.txt && cat a.txt", "a.txt"),
        ("touch a.txt; chmod 644 a.txt; cat a.txt", "a.txt"),
    ]);
    pass(&["sed -i \"s/x/$Y/\" a.txt && cat a.txt", "sed -i '$!N;s/\\n//' a.txt && cat a.txt"]);
}

#[test]
fn what_is_only_added_to_is_as_large_as_before() {
    all(&[
        ("echo x >> a.txt && cat a.txt", "a.txt"),
        ("cargo test 2>> a.txt; cat a.txt", "a.txt"),
        ("make &>> a.txt; cat a.txt", "a.txt"),
        ("make | tee -a a.txt; cat a.txt", "a.txt"),
        ("make | tee --append a.txt; cat a.txt", "a.txt"),
        ("make | tee -ia a.txt; cat a.txt", "a.txt"),
        // What was there before is gone anyway.
        ("rm a.txt; echo x >> a.txt; cat a.txt", ""),
        ("make > a.txt; echo x >> a.txt; cat a.txt", ""),
        ("make | tee -i a.txt; cat a.txt", ""),
        ("echo x 1<> a.txt; cat a.txt", ""),
    ]);
}

#[test]
fn after_more_writes_than_can_be_said_every_file_passes() {
    let lines = "rm b.txt\n".repeat(READ_FILES_MAX);
    assert_eq!(seen(&[&lines, "cat a.txt"].concat()), "a.txt");
    assert_eq!(seen(&[&lines, "rm c.txt\ncat a.txt"].concat()), "");
    for program in ["rm", "mv", "cp"] {
        let words = [program, &" b.txt".repeat(READ_FILES_MAX), " c.txt; cat a.txt"].concat();
        assert_eq!(seen(&words), "", "{program}");
    }
}

#[test]
fn the_size_from_before_does_not_count_after_a_write() {
    let mut disk = Disk::default();
    disk.put("big.txt", "x\n".repeat(1_200));
    disk.put("small.txt", "x\n");
    let is_denied = |command| Session::new().shell(&disk, command).denial.is_some();
    assert!(is_denied("cat big.txt"));
    for command in [
        "grep -v x big.txt > t && mv t big.txt && cat big.txt",
        "cp small.txt big.txt && cat big.txt",
        "make > ./big.txt; cat big.txt",
    ] {
        assert!(!is_denied(command), "{command}");
    }
}
