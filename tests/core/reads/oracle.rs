//! Readers that go line by line, beside those that go by ranges.

use proptest::prelude::*;
use sprag_core::hosts::event::{Call, Tool};
use sprag_core::hosts::host::Host;
use sprag_core::reads::{Lines, Part, ReadSettings, ask};

use super::disk::Disk;
use crate::properties;

/// A command of `sed` that goes by the numbers of lines.
#[derive(Clone, Debug)]
struct Command {
    first: u64,
    last: Last,
    is_negated: bool,
    act: Act,
}

#[derive(Clone, Copy, Debug)]
enum Last {
    Same,
    Line(u64),
    More(u64),
    End,
}

#[derive(Clone, Debug)]
enum Act {
    Letter(char),
    Block(Vec<Command>),
}

fn command() -> impl Strategy<Value = Command> {
    let last = prop_oneof![
        Just(Last::Same),
        (1_u64..30).prop_map(Last::Line),
        (0_u64..9).prop_map(Last::More),
        Just(Last::End),
    ];
    let letter =
        prop::sample::select(&['p', 'p', 'p', 'd', 'q', 'Q', 'l'][..]).prop_map(Act::Letter);
    let leaf = (1_u64..30, last, prop::bool::weighted(0.2), letter)
        .prop_map(|(first, last, is_negated, act)| Command { first, last, is_negated, act });
    leaf.prop_recursive(2, 8, 3, |inner| {
        let head = (1_u64..30, 1_u64..30, any::<bool>());
        (head, prop::collection::vec(inner, 0..3)).prop_map(|((first, last, is_negated), block)| {
            Command { first, last: Last::Line(last), is_negated, act: Act::Block(block) }
        })
    })
}

impl Command {
    fn text(&self) -> String {
        let last = match self.last {
            Last::Same => String::new(),
            Last::Line(line) => format!(",{line}"),
            Last::More(lines) => format!(" , +{lines}"),
            Last::End => ",$".into(),
        };
        let not = if self.is_negated { " !" } else { "" };
        let act = match &self.act {
            Act::Letter(letter) => letter.to_string(),
            Act::Block(block) => format!("{{{}}}", script(block)),
        };
        format!("{}{last}{not}{act}", self.first)
    }

    fn is_for(&self, line: u64) -> bool {
        let last = match self.last {
            Last::Same => self.first,
            Last::Line(last) => last.max(self.first),
            Last::More(lines) => self.first + lines,
            Last::End => u64::MAX,
        };
        (self.first..=last).contains(&line) != self.is_negated
    }
}

fn script(commands: &[Command]) -> String {
    commands.iter().map(Command::text).collect::<Vec<_>>().join(";")
}

/// How a line ends.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum End {
    Through,
    Deleted,
    Quit { is_printed: bool },
}

/// Runs commands for one line; counts what they print.
fn run(commands: &[Command], line: u64, printed: &mut u64) -> End {
    for command in commands.iter().filter(|command| command.is_for(line)) {
        let end = match &command.act {
            Act::Letter('d') => End::Deleted,
            Act::Letter(letter @ ('q' | 'Q')) => End::Quit { is_printed: *letter == 'q' },
            Act::Letter(_) => {
                *printed += 1;
                End::Through
            }
            Act::Block(block) => run(block, line, printed),
        };
        if end != End::Through {
            return end;
        }
    }
    End::Through
}

/// Returns how many lines a script prints of a file.
fn printed(commands: &[Command], is_quiet: bool, lines: u64) -> u64 {
    let mut count = 0;
    for line in 1..=lines {
        match run(commands, line, &mut count) {
            End::Through => count += u64::from(!is_quiet),
            End::Deleted => {}
            End::Quit { is_printed } => return count + u64::from(is_printed && !is_quiet),
        }
    }
    count
}

fn part_of(command: &str) -> Option<Part> {
    let tool = Tool::Shell { command: command.into() };
    let (cwd, home) = (Some(Disk::ROOT), None);
    let call = Call { host: Host::Claude, tool: &tool, agent: None, cwd, home };
    let asked = ask(&call, &ReadSettings::default())?;
    Some(asked.files[0].part.clone())
}

fn shown(part: &Part, lines: u64) -> u64 {
    match part {
        Part::Whole => lines,
        Part::Lines(asked) => asked.within(lines),
        Part::Last(count) => lines.min(*count),
        Part::AllButLast(count) => lines.saturating_sub(*count),
        Part::LastOf(asked, count) => {
            let there = lines.min(*asked.end()) + 1;
            there.saturating_sub(*asked.start()).min(*count)
        }
        Part::Bytes(_) | Part::LastBytes(_) | Part::BytesOf(..) => {
            panic!("nothing asks for bytes")
        }
    }
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_sed_prints_as_many_lines_as_line_by_line(
        commands in prop::collection::vec(command(), 0..5),
        is_quiet in any::<bool>(),
        lines in 0_u64..40,
    ) {
        let option = if is_quiet { "-n " } else { "" };
        let text = format!("sed {option}'{}' a.txt", script(&commands));
        // With too many ranges it is not known.
        if let Some(part) = part_of(&text) {
            prop_assert_eq!(shown(&part, lines), printed(&commands, is_quiet, lines), "{}", text);
        }
    }

    #[test]
    fn prop_awk_prints_as_many_lines_as_line_by_line(
        rules in prop::collection::vec((0_usize..6, 0_u64..30, 0_u64..30, any::<bool>()), 1..4),
        lines in 0_u64..40,
    ) {
        let operators = ["==", "<=", ">=", "<", ">"];
        let text = |rule: &(usize, u64, u64, bool)| {
            let (kind, one, two, is_exit) = *rule;
            let act = if is_exit { "{exit}" } else { "{ print $0 }" };
            match operators.get(kind) {
                Some(operator) => format!("NR{operator}{one} && FNR >= {two}{act}"),
                None => format!("NR <= {one}{act}"),
            }
        };
        let is_for = |rule: &(usize, u64, u64, bool), line: u64| {
            let (kind, one, two, _) = *rule;
            let fits = [line == one, line <= one, line >= one, line < one, line > one];
            fits.get(kind).map_or(line <= one, |fits| *fits && line >= two)
        };
        let mut printed = 0;
        'lines: for line in 1..=lines {
            for rule in rules.iter().filter(|rule| is_for(rule, line)) {
                if rule.3 {
                    break 'lines;
                }
                printed += 1;
            }
        }
        let text = format!("awk '{}' a.txt", rules.iter().map(text).collect::<Vec<_>>().join("\n"));
        let part = part_of(&text).expect("it is known");
        prop_assert_eq!(shown(&part, lines), printed, "{}", text);
    }

    #[test]
    fn prop_a_part_of_a_part_is_that_of_the_part(
        (first, last) in (1_u64..20, 0_u64..30),
        (inner, count) in (1_u64..20, 0_u64..20),
        lines in 0_u64..40,
    ) {
        let text = format!("sed -n '{first},+{last}p' a | sed -n '{inner},+{count}p'");
        let part = part_of(&text).expect("it is known");
        let outer: Vec<u64> = (first..=first + last).filter(|line| *line <= lines).collect();
        let seen = outer.iter().skip(inner as usize - 1).take(count as usize + 1).count();
        prop_assert_eq!(shown(&part, lines), seen as u64, "{}", text);
        prop_assert_eq!(part_of("cat a | sed -n 1,5p"), Some(Part::Lines(Lines::first(5))));
    }
}
