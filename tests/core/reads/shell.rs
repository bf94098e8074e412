//! Which files a command line shows.

use sprag_core::hosts::event::{Call, Tool};
use sprag_core::hosts::host::Host;
use sprag_core::limits::READ_FILES_MAX;
use sprag_core::reads::{FileAsked, Part, ReadSettings, ask};

use super::disk::Disk;

/// Says which files a command line shows, by their names below the folder, and what of them.
pub(super) fn seen(command: &str) -> String {
    let tool = Tool::Shell { command: command.into() };
    let (cwd, home) = (Some(Disk::ROOT), Some("/home/dev"));
    let call = Call { host: Host::Claude, tool: &tool, agent: None, cwd, home };
    let asked = ask(&call, &ReadSettings::default());
    let files = asked.map(|asked| asked.files).unwrap_or_default();
    files.iter().map(said).collect::<Vec<_>>().join("; ")
}

fn said(file: &FileAsked) -> String {
    let path = file.path.strip_prefix("/home/dev/rocket/").unwrap_or(&file.path);
    let part = match &file.part {
        Part::Whole => return path.into(),
        Part::Lines(lines) => lines.to_string(),
        Part::Last(count) => format!("last {count}"),
        Part::AllButLast(count) => format!("all but {count}"),
        Part::Bytes(count) => format!("{count} bytes"),
        Part::LastBytes(count) => format!("last {count} bytes"),
        Part::BytesOf(lines, count) => format!("{lines}: {count} bytes"),
        Part::LastOf(lines, count) => format!("{}-{}: last {count}", lines.start(), lines.end()),
    };
    format!("{path} {part}")
}

#[track_caller]
pub(super) fn all(table: &[(&str, &str)]) {
    for (command, expected) in table {
        assert_eq!(&seen(command), expected, "{command}");
    }
}

#[track_caller]
pub(super) fn pass(commands: &[&str]) {
    for command in commands {
        assert_eq!(seen(command), "", "{command}");
    }
}

#[test]
fn what_only_throws_errors_away_hides_nothing() {
    all(&[
        ("cat a.txt 2>/dev/null", "a.txt"),
        ("cat a.txt 2>&1", "a.txt"),
        ("cat a.txt || true", "a.txt"),
        ("cat a.txt 2>/dev/null || echo none", "a.txt"),
        ("cat a.txt # > note", "a.txt"),
        ("cat 'a|b' \"c>d\"", "a|b; c>d"),
        ("cat a.txt; echo x > y", "a.txt"),
        ("cat a.txt >&2", "a.txt"),
    ]);
}

#[test]
fn a_pipe_into_a_pager_or_cat_shows_as_much() {
    all(&[
        ("cat a.txt | cat", "a.txt"),
        ("cat a.txt | less -R", "a.txt"),
        ("cat a.txt | nl -ba | more", "a.txt"),
        ("cat a.txt | bat -p -", "a.txt"),
        ("cat a.txt | tee b.txt", "a.txt"),
        ("cat a.txt b.txt 2>&1 | cat -n", "a.txt; b.txt"),
        ("cat a.txt |& cat", "a.txt"),
        ("{ cat a.txt; cat b.txt; } | cat", "a.txt; b.txt"),
        ("nl -ba a.txt | sed 's/x/y/'", "a.txt"),
    ]);
}

#[test]
fn a_pipe_into_what_bounds_it_is_a_slice() {
    all(&[
        ("cat a.txt | head -n 50", "a.txt 1-50"),
        ("cat a.txt | head -5000", "a.txt 1-5000"),
        ("cat -A a.txt | sed -n '10,20p'", "a.txt 10-20"),
        ("nl -ba a.txt | tail -20", "a.txt last 20"),
        ("cat a.txt b.txt | head -50", "a.txt 1-50"),
        ("tail -n +100 a.txt | head -50", "a.txt 100-149"),
        ("sed -n '10,400p' a.txt | head -20 | cat -A", "a.txt 10-29"),
        ("sed -n '10,20p' a.txt | head -50", "a.txt 10-20"),
        ("sed -n '10,20p' a.txt | head -c 99", "a.txt 10-20: 99 bytes"),
        ("head -5 a.txt | cat | tail -c 99", "a.txt 1-5: 99 bytes"),
        ("cat a.txt | tail -c 99", "a.txt last 99 bytes"),
        ("head -50 a.txt | tail -20", "a.txt 1-50: last 20"),
        ("sed -n '10,50p' a.txt | tail", "a.txt 10-50: last 10"),
        ("head -50 a.txt | cat -n | tail -n 90", "a.txt 1-50: last 90"),
        // Where the end is depends on the file.
        ("tail -n +50 a.txt | tail -20", ""),
        ("sed -n '1,5p;9p' a.txt | tail -3", ""),
        ("tail -50 a.txt | tail -20", ""),
        ("head -50 a.txt | tail -20 | head -5", ""),
    ]);
}

#[test]
fn what_is_filtered_counted_taken_away_or_written_passes() {
    pass(&[
        "cat a.txt | grep x",
        "cat a.txt|wc -l",
        "cat a.txt | cat | sort | uniq -c",
        "cat a.txt | jq .name",
        "cat a.txt | while read -r line; do echo \"$line\"; done",
        "cat a.txt > b.txt",
        "cat a.txt >> b.txt 2>&1",
        "cat a.txt &> b.txt",
        "{ cat a.txt; } > b.txt",
        "cat a.txt | tee b.txt > /dev/null",
        "text=$(cat a.txt)",
        "echo \"$(cat a.txt)\"",
        "echo `cat a.txt`",
        "diff <(cat a.txt) <(cat b.txt)",
        "cat > a.txt <<'EOF'\nx\nEOF",
        "cat <<'EOF'\nsee a.txt\nEOF",
        "cat <<< a.txt",
        "git commit -m 'cat a.txt'",
        "grep -n '' a.txt",
        "sed -i 's/a/b/' a.txt",
    ]);
}

#[test]
fn every_command_of_a_line_is_looked_at() {
    all(&[
        ("echo x && cat a.txt", "a.txt"),
        ("echo x; cat a.txt", "a.txt"),
        ("set -e\ncat a.txt", "a.txt"),
        ("X=1; cat a.txt", "a.txt"),
        ("head -20 a.txt && cat a.txt", "a.txt 1-20; a.txt"),
        ("cat a.txt; cat b.txt", "a.txt; b.txt"),
        ("(cat a.txt)", "a.txt"),
        ("{ cat a.txt; }", "a.txt"),
        ("! cat a.txt", "a.txt"),
        ("cat a.txt &", "a.txt"),
        ("cat \\\na.txt", "a.txt"),
        ("cat # a\nls", ""),
        ("cat a#1.txt", "a#1.txt"),
    ]);
}

#[test]
fn a_program_behind_one_that_only_runs_it_is_that_program() {
    all(&[
        ("sudo -u root cat a.txt", "a.txt"),
        ("sudo LC_ALL=C cat a.txt", "a.txt"),
        ("env -u X A=1 cat a.txt", "a.txt"),
        ("nice -n 5 cat a.txt", "a.txt"),
        ("timeout -k 1 5 cat a.txt", "a.txt"),
        ("nohup cat a.txt", "a.txt"),
        ("stdbuf -oL cat a.txt", "a.txt"),
        ("command cat a.txt", "a.txt"),
        ("exec cat a.txt", "a.txt"),
        ("time -p cat a.txt", "a.txt"),
        ("\\cat a.txt", "a.txt"),
        ("/bin/cat a.txt", "a.txt"),
        ("eval 'cat a.txt'", "a.txt"),
    ]);
}

#[test]
fn a_script_that_a_shell_is_given_is_read() {
    all(&[
        ("bash -lc 'cat a.txt'", "a.txt"),
        ("bash -lc 'cd src && cat a.txt | head -20'", "src/a.txt 1-20"),
        ("sh <<'EOF'\ncat a.txt\nEOF", "a.txt"),
        ("sudo bash -c \"cat a.txt\" 2>/dev/null", "a.txt"),
        ("bash -c 'cat a.txt' | grep x", ""),
        ("bash script.sh a.txt", ""),
        ("bash cat a.txt", ""),
    ]);
}

#[test]
fn what_runs_elsewhere_or_is_fed_its_words_passes() {
    pass(&[
        "docker exec web cat a.txt",
        "docker exec -i web bash -c 'cat a.txt'",
        "docker compose exec web sh <<'EOF'\ncat a.txt\nEOF",
        "kubectl exec pod -- cat a.txt",
        "ssh host cat a.txt",
        "env -C /srv cat a.txt",
        "sudo -i cat a.txt",
        "ls | xargs cat a.txt",
        "ls | xargs sh -c 'cat a.txt'",
        "find . -name x -exec cat a.txt ';'",
        "rtk cat a.txt",
    ]);
}

#[test]
fn what_may_not_run_or_is_not_known_passes() {
    pass(&[
        "test -f b || cat a.txt",
        "if true; then cat a.txt; fi",
        "for f in a.txt; do cat $f; cat b.txt; done",
        "while read -r x; do cat a.txt; done < list",
        "show() { cat a.txt; }",
        "case $x in y) cat a.txt;; esac",
        "cat *.txt",
        "cat a?.txt {a,b}.txt [ab].txt",
        "cat $FILE \"$HOME/a.txt\"",
        "cat $(ls)",
        "head $OPTIONS a.txt",
        "sed -n \"${from},${to}p\" a.txt",
        "cat",
        "cat -",
        "cat 'a.txt",
        "cat a.txt;; echo",
        "; cat a.txt",
        "cat a.txt )",
        "cat ''",
        "cat picture.png a.pdf B.SVG",
        "tac a.txt",
    ]);
    all(&[("cat *.txt a.txt", "a.txt"), ("cat \"src/[id].ts\"", "src/[id].ts")]);
}

#[test]
fn each_shell_is_in_the_folder_that_it_went_to() {
    all(&[
        ("cd src && cat a.txt", "src/a.txt"),
        ("cd src\ncat a.txt", "src/a.txt"),
        ("cd src && cd deep; cat a.txt", "src/deep/a.txt"),
        ("pushd -n src && cat a.txt", "src/a.txt"),
        ("cd /srv && cat a.txt ../b.txt", "/srv/a.txt; /srv/../b.txt"),
        ("cd ~/x && cat a.txt", "/home/dev/x/a.txt"),
        ("cd && cat a.txt", "/home/dev/a.txt"),
        ("cd '' && cat a.txt", "a.txt"),
        ("(cd src && cat a.txt); cat b.txt", "src/a.txt; b.txt"),
        ("(cd src); (cat b.txt)", "b.txt"),
        (
            "cd src; (cat a.txt; cd deep; (cat b.txt)); cat c.txt",
            "src/a.txt; src/deep/b.txt; src/c.txt",
        ),
        ("bash -c 'cd src'; cat b.txt", "b.txt"),
        ("eval 'cd src'; cat a.txt", "src/a.txt"),
        ("x=$(cd src && pwd); cat b.txt", "b.txt"),
        // Where it is then is not known.
        ("cd - && cat a.txt /srv/b.txt", "/srv/b.txt"),
        ("cd \"$DIR\" && cat a.txt", ""),
        ("popd; cat a.txt", ""),
        ("cd src & cat a.txt", ""),
        ("cd src | cat a.txt", ""),
        ("if true; then cd src; fi; cat a.txt", ""),
        ("true || cd src; cat a.txt", ""),
        ("cat ~/a.txt '~/b.txt' ~root/c.txt", "/home/dev/a.txt; ~/b.txt; ~root/c.txt"),
    ]);
}

#[test]
fn a_line_shows_a_bounded_number_of_files() {
    let many = "cat a.txt\n".repeat(READ_FILES_MAX + 9);
    assert_eq!(seen(&many).split("; ").count(), READ_FILES_MAX);
    let words = ["cat", &" a.txt".repeat(READ_FILES_MAX + 9)].concat();
    assert_eq!(seen(&words).split("; ").count(), READ_FILES_MAX);
    // A line that is too long to be read whole passes.
    let long = ["cat a.txt", &"\ntrue".repeat(5_000)].concat();
    assert_eq!(seen(&long), "");
}
