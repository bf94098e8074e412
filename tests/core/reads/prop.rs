//! What holds of bulk reads whatever is called and whatever lies on the disk.

use alloc::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use sprag_core::activity::command_line::shell_quoted;
use sprag_core::hosts::event::{Call, Tool};
use sprag_core::hosts::host::Host;
use sprag_core::limits::READ_FILES_MAX;
use sprag_core::reads::{Asked, ReadSettings, Why, ask};

use super::Session;
use super::disk::Disk;
use super::shell::seen;
use crate::{long_properties, properties};

fn asked(command: &str) -> Option<Asked> {
    let tool = Tool::Shell { command: command.into() };
    let (cwd, home) = (Some(Disk::ROOT), Some("/home/dev"));
    let call = Call { host: Host::Claude, tool: &tool, agent: None, cwd, home };
    ask(&call, &ReadSettings::default())
}

/// Commands that show `a.txt`, with `FILE` for its name.
fn reader() -> impl Strategy<Value = &'static str> {
    prop::sample::select(
        &[
            "cat FILE",
            "cat < FILE",
            "nl -ba FILE | cat",
            "head -n 5 FILE",
            "tail -n +5 FILE | head -50",
            "sed -n '1,5p' FILE",
            "sed 5q FILE",
            "awk 'NR<5' FILE",
            "bat -r 1:5 FILE",
            "sudo -u root cat FILE 2>/dev/null",
        ][..],
    )
}

/// Contents of files: short lines, long ones, a last one without an end, no text.
fn content() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        6 => (0_usize..90, 0_usize..900)
            .prop_map(|(len, count)| [&vec![b'x'; len][..], b"\n"].concat().repeat(count)),
        2 => (0_usize..90_000).prop_map(|len| vec![b'y'; len]),
        1 => Just(vec![0; 9]),
    ];
    prop::collection::vec(line, 0..4).prop_map(|parts| parts.concat())
}

fn is_denied(command: &str, content: &[u8]) -> bool {
    let mut disk = Disk::default();
    disk.put("a.txt", content);
    Session::new().shell(&disk, command).denial.is_some()
}

/// A slice that is read: of which file, from where, how many lines, in which state of the file.
type Slice = (u64, u64, u64, u64);

/// What is charged, line by line.
#[derive(Clone, Debug, Default)]
struct Slow {
    state: u64,
    charged: u64,
    read: BTreeSet<u64>,
    free: BTreeSet<u64>,
}

impl Slow {
    fn cost(&mut self, lines: &BTreeSet<u64>, state: u64) -> u64 {
        if self.state != state {
            self.free.extend(core::mem::take(&mut self.read));
            self.state = state;
        }
        lines.iter().filter(|line| !self.free.contains(line)).count() as u64
    }
}

/// Plays slices of files of 900 lines, and compares with a slow book-keeper.
fn play(slices: &[Slice]) -> Result<(), TestCaseError> {
    let (mut session, mut slow) = (Session::new(), BTreeMap::<u64, Slow>::new());
    let mut disk = Disk::default();
    let mut states = BTreeMap::<u64, u64>::new();
    for (file, offset, limit, edits) in slices {
        let name = format!("{file}.txt");
        let state = states.entry(*file).or_insert(0);
        if *state == 0 || *edits == 0 {
            *state += 1;
            disk.put(&name, "x\n".repeat(900));
        }
        let lines: BTreeSet<u64> = (*offset..offset + limit).filter(|line| *line <= 900).collect();
        let mut known = slow.get(file).cloned().unwrap_or_default();
        let cost = known.cost(&lines, *state);
        let is_over = known.charged + cost > 700 && *limit > 20;
        let input = format!(r#"{{"file_path":"{name}","offset":{offset},"limit":{limit}}}"#);
        let outcome = session.call(&disk, "Read", &input);
        let why = is_over.then_some(Why::Budget { charged: known.charged, cost });
        prop_assert_eq!(outcome.denial.map(|denial| denial.why), why, "{:?}", slices);
        if !is_over {
            known.charged += cost;
            known.free.retain(|line| !lines.contains(line));
            known.read.extend(&lines);
            slow.insert(*file, known.clone());
        }
        let path = [Disk::ROOT, "/", &name].concat();
        let charged = slow.get(file).map_or(0, |known| known.charged);
        prop_assert_eq!(session.state.tally.charged(&path), charged);
    }
    Ok(())
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_any_command_line_is_read_without_a_panic_and_within_bounds(line in ".{0,200}") {
        if let Some(asked) = asked(&line) {
            prop_assert!(asked.files.len() <= READ_FILES_MAX);
            prop_assert!(asked.files.iter().all(|file| file.path.starts_with('/')));
        }
    }

    #[test]
    fn prop_any_words_of_readers_are_read_without_a_panic(
        words in prop::collection::vec(
            prop_oneof![
                prop::sample::select(
                    &["cat", "head", "tail", "sed", "awk", "bat", "python3", "cd", "a.txt", "-n",
                        "-c", "-e", "-r", "-", "--", "|", ";", "<", ">", "(", ")", "{", "}", "5",
                        "+5", "-5", "'1,5p'", "'NR<5'", "sudo", "env", "&&", "||", "!", "\n"][..]
                ).prop_map(String::from),
                "[-+0-9,:pqd{}!$/a]{1,8}".prop_map(|word| shell_quoted(&word)),
            ],
            0..12,
        ),
    ) {
        let line = words.join(" ");
        let asked = asked(&line);
        prop_assert!(asked.is_none_or(|asked| asked.files.len() <= READ_FILES_MAX));
    }

    #[test]
    fn prop_what_is_in_doubt_passes(reader in reader()) {
        let plain = reader.replace("FILE", "a.txt");
        prop_assert_ne!(seen(&plain), "", "{}", plain);
        let around = ["if x; then HERE; fi", "x || HERE", "for y in z; do HERE; done", "z=$(HERE)",
            "f() { HERE; }", "docker exec c bash -c \"HERE\"", "HERE > out", "HERE | grep x",
            "HERE '", "HERE )", "cd $X; HERE", "make | tee a.txt; HERE"];
        for around in around {
            prop_assert_eq!(seen(&around.replace("HERE", &plain)), "", "{}: {}", around, plain);
        }
        for name in ["$X", "*.txt", "a?.txt", "$(ls)", "`ls`", "a.png", "\"$X/a.txt\"", "{a,b}"] {
            prop_assert_eq!(seen(&reader.replace("FILE", name)), "", "{}: {}", name, reader);
        }
    }

    #[test]
    fn prop_what_stands_around_a_command_changes_nothing(
        reader in reader(),
        name in "[a-z .'$*~]{1,9}",
    ) {
        let command = reader.replace("FILE", &shell_quoted(&["./", &name].concat()));
        let alone = seen(&command);
        for around in ["true; HERE", "HERE; true", "true && HERE", "HERE || true", "(HERE)",
            "{ HERE; }", "! HERE", "HERE &", "HERE # x", "HERE\nls", "time HERE",
            "cd .. && cd rocket && HERE"]
        {
            let around = around.replace("HERE", &command);
            let seen = seen(&around).replace("../rocket/", "");
            prop_assert_eq!(&seen, &alone, "{}", around);
        }
        let script = ["bash -lc ", &shell_quoted(&command)].concat();
        prop_assert_eq!(seen(&script), alone, "{}", script);
    }

    #[test]
    fn prop_more_of_a_file_never_lets_a_whole_read_pass(before in content(), more in content()) {
        let more: Vec<u8> = more.into_iter().filter(|byte| *byte != 0).collect();
        for command in ["cat a.txt", "cat a.txt a.txt", "nl a.txt | less", "tail -n +1 a.txt"] {
            let all = [&before[..], &more].concat();
            prop_assert!(!is_denied(command, &before) || is_denied(command, &all));
        }
    }

    #[test]
    fn prop_the_last_of_some_lines_are_charged_as_line_by_line(
        lines in 351_u64..900,
        (first, more) in (1_u64..950, 0_u64..900),
        count in 0_u64..350,
    ) {
        let mut disk = Disk::default();
        disk.put("a.txt", "x\n".repeat(lines as usize));
        let mut session = Session::new();
        let command = format!("sed -n '{first},+{more}p' a.txt | cat | tail -n {count}");
        prop_assert_eq!(session.shell(&disk, &command).denial, None);
        let printed: Vec<u64> = (first..=first + more).filter(|line| *line <= lines).collect();
        let last = printed.iter().rev().take(count as usize).count() as u64;
        prop_assert_eq!(session.state.tally.charged("/home/dev/rocket/a.txt"), last);
    }

    #[test]
    fn prop_counting_less_decides_the_same(
        content in content(),
        first in 0_usize..5_000,
        len in 0_usize..900,
    ) {
        // The oracle counts everything.
        let lines = content.iter().filter(|byte| **byte == b'\n').count();
        let is_text = !content[..content.len().min(8 << 10)].contains(&0);
        let size = if is_text { lines.max(content.len() / 160) } else { lines };
        let rows = lines.max(1);
        let command = format!("sed -n '{first},{}p' a.txt", first + len);
        let shown = rows.min(first + len).saturating_sub(first.max(1) - 1);
        // Where no line is too long, an early end changes no average.
        if size == lines {
            prop_assert_eq!(is_denied(&command, &content), shown > 350, "{} of {}", command, lines);
        }
        prop_assert_eq!(is_denied("cat a.txt", &content), size > 350);
    }
}

proptest! {
    #![proptest_config(long_properties())]

    #[test]
    fn prop_slices_are_charged_as_line_by_line(
        slices in prop::collection::vec((0_u64..2, 1_u64..950, 0_u64..200, 0_u64..5), 0..16),
    ) {
        play(&slices)?;
    }

    #[test]
    fn prop_charges_add_up_in_any_order(
        slices in prop::collection::vec((0_u64..3, 1_u64..900, 1_u64..30), 0..20),
        seed in any::<u64>(),
    ) {
        let mut shuffled = slices.clone();
        shuffled.sort_by_key(|slice| (slice.1 ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let charge = |slices: &[(u64, u64, u64)]| {
            let (mut session, mut disk) = (Session::new(), Disk::default());
            for file in 0..3 {
                disk.put(&format!("{file}.txt"), "x\n".repeat(950));
            }
            for (file, offset, limit) in slices {
                let name = format!("{file}.txt");
                let input =
                    format!(r#"{{"file_path":"{name}","offset":{offset},"limit":{limit}}}"#);
                assert!(session.call(&disk, "Read", &input).denial.is_none());
            }
            let path = |file| format!("{}/{file}.txt", Disk::ROOT);
            [0, 1, 2].map(|file| session.state.tally.charged(&path(file)))
        };
        prop_assert_eq!(charge(&slices), charge(&shuffled));
    }
}
