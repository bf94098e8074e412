//! How large a file may be, and how far it is counted.

use sprag_core::hosts::event::{Call, Tool};
use sprag_core::hosts::host::Host;
use sprag_core::limits::COUNTED_BYTES_MAX;
use sprag_core::reads::{Asked, By, Meter, ReadSettings, Stat, Version, Why, ask};

use super::Session;
use super::disk::Disk;

/// Returns a disk with one file of so many lines.
fn disk(lines: usize) -> Disk {
    let mut disk = Disk::default();
    disk.put("a.txt", "x\n".repeat(lines));
    disk
}

fn read(disk: &Disk, input: &str) -> Option<Why> {
    Session::new().call(disk, "Read", input).denial.map(|denial| denial.why)
}

fn shell(disk: &Disk, command: &str) -> Option<Why> {
    Session::new().shell(disk, command).denial.map(|denial| denial.why)
}

/// What is shown of how much, where all of it was counted.
fn size(shown: u64, total: u64) -> Option<Why> {
    Some(Why::Size { shown, total, is_exact: true })
}

#[test]
fn a_whole_file_passes_up_to_the_threshold() {
    for (lines, denied) in [(0, None), (350, None), (351, size(351, 351))] {
        assert_eq!(read(&disk(lines), r#"{"file_path":"a.txt"}"#), denied);
        assert_eq!(shell(&disk(lines), "cat a.txt"), denied);
    }
}

#[test]
fn a_slice_passes_up_to_the_threshold() {
    let disk = disk(1_200);
    for (input, denied) in [
        (r#""limit":350"#, None),
        (r#""limit":351"#, size(351, 1_200)),
        (r#""offset":0"#, size(1_200, 1_200)),
        (r#""offset":1,"limit":800"#, size(800, 1_200)),
        (r#""offset":850"#, size(351, 1_200)),
        (r#""offset":851"#, None),
        (r#""offset":5000"#, None),
        (r#""offset":-10,"limit":10"#, None),
        (r#""limit":"abc""#, size(1_200, 1_200)),
        (r#""limit":" 50 ""#, None),
        (r#""limit":1.9,"offset":true"#, None),
        (r#""limit":1e3"#, size(1_200, 1_200)),
        (r#""limit":[1]"#, size(1_200, 1_200)),
        (r#""offset":null,"limit":null"#, size(1_200, 1_200)),
        (r#""offset":99999999999999999999"#, size(1_200, 1_200)),
    ] {
        let input = format!(r#"{{"file_path":"a.txt",{input}}}"#);
        assert_eq!(read(&disk, &input), denied, "{input}");
    }
}

#[test]
fn what_is_read_whole_adds_up_over_the_commands_of_a_line() {
    let mut disk = disk(200);
    disk.put("b.txt", "x\n".repeat(150));
    disk.put("c.txt", "x\n");
    assert_eq!(shell(&disk, "cat a.txt b.txt"), None);
    assert_eq!(shell(&disk, "cat a.txt; cat b.txt"), None);
    assert_eq!(shell(&disk, "cat a.txt b.txt c.txt"), size(351, 351));
    assert_eq!(shell(&disk, "cat a.txt; cat b.txt && cat c.txt"), size(351, 351));
    assert_eq!(shell(&disk, "cat a.txt a.txt"), size(400, 400));
    // Slices do not.
    assert_eq!(shell(&disk, "head -n 200 a.txt a.txt b.txt"), None);
    // What is not there counts as nothing.
    assert_eq!(shell(&disk, "cat a.txt none.txt b.txt"), None);
}

#[test]
fn a_single_huge_line_counts_by_its_bytes() {
    let mut disk = Disk::default();
    disk.put("a.js", "x".repeat(200_000));
    let denied = |why: Option<Why>| matches!(why, Some(Why::Size { .. }));
    assert!(denied(read(&disk, r#"{"file_path":"a.js"}"#)));
    for command in ["cat a.js", "head -n 1 a.js", "sed -n 1p a.js", "awk 1 a.js", "tail -1 a.js"] {
        assert!(denied(shell(&disk, command)), "{command}");
    }
    assert_eq!(shell(&disk, "head -c 4000 a.js"), None);
    assert_eq!(shell(&disk, "tail -c 4000 a.js"), None);
    assert_eq!(shell(&disk, "sed -n 1p a.js | cat -n | head -c 4000"), None);
    assert!(denied(shell(&disk, "head -c 40000 a.js")));
    assert!(denied(shell(&disk, "tail -c 40000 a.js")));
    assert!(denied(shell(&disk, "sed -n 1p a.js | head -c 40000")));
    assert_eq!(shell(&disk, "cut -c1-4000 a.js"), None);
    // The tool itself cuts long lines: so an edit is never locked out.
    assert_eq!(read(&disk, r#"{"file_path":"a.js","limit":1}"#), None);
}

#[test]
fn bytes_do_not_count_in_a_file_that_is_written_in_lines() {
    let mut disk = Disk::default();
    // Every line of it is as long as lines of prose are, and longer.
    disk.put("a.md", ["x".repeat(159), "\n".into()].concat().repeat(350));
    assert_eq!(shell(&disk, "cat a.md"), None);
    disk.put("a.md", ["x".repeat(161), "\n".into()].concat().repeat(350));
    assert_eq!(shell(&disk, "cat a.md"), size(354, 354));
}

#[test]
fn what_is_not_text_counts_by_its_lines_alone() {
    let mut disk = Disk::default();
    disk.put("a.bin", "\0".repeat(200_000));
    assert_eq!(shell(&disk, "cat a.bin"), None);
    disk.put("a.bin", "\0\n".repeat(400));
    assert_eq!(shell(&disk, "cat a.bin"), size(400, 400));
}

fn asked(command: &str) -> Asked {
    let tool = Tool::Shell { command: command.into() };
    let (cwd, home) = (Some(Disk::ROOT), None);
    let call = Call { host: Host::Codex, tool: &tool, agent: None, cwd, home };
    let asked = ask(&call, &ReadSettings::default()).expect("a file is asked for");
    assert_eq!(asked.by, By::Shell);
    asked
}

/// Feeds lines of ten bytes until the answer is known; returns how many bytes that took.
fn counted(command: &str, lines: u64) -> u64 {
    let asked = asked(command);
    let version = Version { bytes: lines * 10, modified_ns: 0 };
    let stat = Stat { path: "/a".into(), version };
    let mut meter = Meter::new(&asked, &asked.files[0], stat, &ReadSettings::default());
    let mut fed = 0;
    for round in 0.. {
        if meter.is_known() {
            break;
        }
        assert!(round <= 10_000, "{command}: it is counted without an end");
        let piece = "123456789\n".repeat(1_000.min((lines - fed) as usize));
        meter.feed(piece.as_bytes());
        fed += piece.len() as u64 / 10;
    }
    let measured = meter.finish();
    assert!(measured.lines <= fed, "{command}");
    measured.bytes
}

/// Returns whether the answer is known about a large file once so many pieces of ten lines were
/// read.
fn is_known_after(command: &str, pieces: usize) -> bool {
    let asked = asked(command);
    let version = Version { bytes: 1_000_000, modified_ns: 0 };
    let stat = Stat { path: "/a".into(), version };
    let mut meter = Meter::new(&asked, &asked.files[0], stat, &ReadSettings::default());
    (0..pieces).for_each(|_| meter.feed("123456789\n".repeat(10).as_bytes()));
    meter.is_known()
}

#[test]
fn counting_stops_as_soon_as_the_answer_is_known() {
    let huge = 50_000_000;
    for (command, bytes) in [
        ("cat a", 10_000),
        ("cat a | cat", 10_000),
        ("sed -n '1,50p' a", 10_000),
        ("tail -n 50 a", 10_000),
        ("tail -n +5 a", 10_000),
        ("head -c 400 a", 10_000),
        ("tail -c 400 a", 10_000),
        ("head -n 4000 a | tail -n 50", 40_000),
        ("sed -n '20,$p' a | head -c 400", 10_000),
        ("head -n -5 a", 10_000),
        ("sed -n '4000,4100p' a", 50_000),
        ("tail -n +4000 a", 50_000),
        ("sed -n '4000,9000p' a", 50_000),
        ("head -n -4000 a", 50_000),
        // So far nothing is counted.
        ("sed -n '40000000,40000100p' a", COUNTED_BYTES_MAX.next_multiple_of(10_000)),
    ] {
        assert_eq!(counted(command, huge), bytes, "{command}");
    }
    assert_eq!(counted("cat a", 350), 3_500);
    assert_eq!(counted("sed -n '4000,4100p' a", 2_000), 20_000);
}

#[test]
fn of_a_slice_it_is_counted_whether_its_file_is_large() {
    // What the slice shows is known after the first piece, and that its file is large is not.
    for command in ["sed -n '1,50p' a", "head -n 20 a"] {
        for (pieces, is_known) in [(0, false), (1, false), (35, false), (36, true)] {
            assert_eq!(is_known_after(command, pieces), is_known, "{command} after {pieces}");
        }
    }
}

#[test]
fn what_could_not_be_counted_passes() {
    let mut disk = disk(10);
    disk.put_other("folder");
    disk.link("dangling.txt", "none.txt");
    for command in ["cat folder", "cat dangling.txt", "cat none.txt", "cat a.txt folder"] {
        assert_eq!(shell(&disk, command), None, "{command}");
    }
}

#[test]
fn pictures_and_notebooks_are_not_counted() {
    let mut disk = Disk::default();
    for name in ["a.png", "a.PNG", "a.svg", "a.pdf", "a.ipynb"] {
        disk.put(name, "x\n".repeat(900));
        assert_eq!(read(&disk, &format!(r#"{{"file_path":"{name}"}}"#)), None, "{name}");
    }
    for name in [".png", "a.png.txt", "apng", "png", "a.png/a.txt"] {
        disk.put(name, "x\n".repeat(900));
        let denied = read(&disk, &format!(r#"{{"file_path":"{name}"}}"#));
        assert_eq!(denied, size(900, 900), "{name}");
    }
}

#[test]
fn a_path_that_leads_nowhere_passes() {
    let disk = disk(900);
    for input in
        ["{}", r#"{"file_path":""}"#, r#"{"file_path":123}"#, r#"{"file_path":null}"#, "[1]"]
    {
        assert_eq!(read(&disk, input), None, "{input}");
    }
    let mut session = Session { cwd: None, ..Session::new() };
    assert_eq!(session.call(&disk, "Read", r#"{"file_path":"a.txt"}"#).denial, None);
    assert_eq!(read(&disk, r#"{"file_path":"~/rocket/a.txt"}"#), size(900, 900));
    assert_eq!(read(&disk, r#"{"file_path":"/home/dev/rocket/a.txt//"}"#), size(900, 900));
    assert_eq!(read(&disk, &format!(r#"{{"file_path":"{}a.txt"}}"#, "./".repeat(3_000))), None);
    assert_eq!(read(&disk, r#"{"file_path":"a.txt\u0000"}"#), None);
}
