//! What happens in a run, whatever the hook says: all of it follows from the seed.

use alloc::vec::Vec;

use super::dice::Dice;
use crate::session::{Begin, Step};

/// How many things happen in one run, besides what follows from blocks.
pub const MOVES: u32 = 40;

/// How many sessions are interleaved in one run.
pub const SESSIONS: u32 = 2;

/// One thing that happens.
#[derive(Clone, Debug)]
pub(super) enum Move {
    /// A turn of this session begins, goes on and ends.
    Turn { session: usize, turn: Turn },
    /// The user turns checks on or off.
    Checks(&'static str),
    /// The user turns shadow on or off, or writes what is neither.
    Shadow(&'static str),
    /// The judge changes.
    Judge(Mood),
    /// The clock goes by this many milliseconds, back where that is negative.
    Clock(i64),
    /// The file with the counters of this session is lost.
    Lost { session: usize },
    /// It holds this from now on.
    Damaged { session: usize, file: &'static [u8] },
    /// A line of this session's transcript is damaged.
    TornLine { session: usize },
}

/// A turn, as the script has it.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) begin: Begin,
    pub(super) has_lead: bool,
    pub(super) steps: Vec<Step>,
    pub(super) stop: Stop,
}

/// How a turn ends.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub(super) closing: &'static str,
    /// Whether the closing text is on disk when the hook begins.
    pub(super) is_late: bool,
    pub(super) payload: Oddity,
}

/// What is special about a payload.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Oddity {
    #[default]
    None,
    /// Older hosts do not pass on the text.
    NoMessage,
    CutMessage,
    NoPrompt,
    NoTasks,
    NullCrons,
    Running,
    AnotherEvent,
    Torn,
}

/// How the judge answers.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Mood {
    /// It objects to everything.
    #[default]
    Objects,
    /// It objects to promises alone.
    Promises,
    /// It takes every turn for one that claims to be done and checked.
    Claims,
    Agrees,
    /// Its answers are no probabilities.
    Odd,
    /// It answers something else.
    Malformed,
    Down,
    RefusesKey,
}

impl Mood {
    /// Returns whether it answers with numbers in [0, 1].
    pub(super) fn is_heard(self) -> bool {
        match self {
            Self::Objects | Self::Promises | Self::Claims | Self::Agrees => true,
            Self::Odd | Self::Malformed | Self::Down | Self::RefusesKey => false,
        }
    }
}

/// Few texts, so that they recur, some of them with nothing but blanks and letter case changed.
/// Each holds prose enough to be judged for its language.
const CLOSINGS: [&str; 20] = [
    "I will change the timeout now and then run the whole suite of tests.",
    "i will   change the timeout now and then\nrun the whole suite of tests.",
    "The branch is pushed and I am watching the build until it is through.",
    "Next I am going to look at the parser and mend what is broken in there.",
    "Everything that you asked for is done, and all of the tests have passed.",
    "NEXT I am going to look at the parser and mend what is broken in there.",
    "I cannot go on before you have decided which of the two it is to be.",
    "Soon I will write the missing test, and after that one the documentation.",
    "The change is in place now. Would you like me to run the tests on it?",
    "It reads the second file first. Should I check whether anybody relies on that?",
    "The two files agree by now. Would you like me to run the tests on them?",
    "That explains the second error. Should I check whether the first is the same?",
    "The table is sorted from now on. Would you like me to run the tests on that?",
    "It is read once and kept. Should I check whether anybody writes to it?",
    "The rounding is right now in every place where an amount is shown to people.",
    "Both of the parsers accept an empty file from now on, as they should have.",
    "That was the last of the three steps, and the whole of the suite is green.",
    "I have renamed the function everywhere, and the build is without a warning.",
    "The old table is gone and whatever used it reads from the new one by now.",
    "Fixed: the clock is read once at the beginning and handed on from there.",
];

pub(super) fn closing(dice: &mut Dice) -> &'static str {
    dice.pick(&CLOSINGS)
}

const TOOLS: [&str; 3] = ["Bash", "Edit", "mcp__calc__add"];

/// Returns what happens in the run of a seed. Somebody has to begin a session.
pub(super) fn script(seed: u64) -> Vec<Move> {
    let mut dice = Dice::of(seed);
    let mut begun = Vec::new();
    let mut script: Vec<Move> = (0..MOVES).map(|_| one(&mut dice)).collect();
    for happens in &mut script {
        if let Move::Turn { session, turn } = happens
            && !begun.contains(session)
        {
            turn.begin = Begin::Typed;
            begun.push(*session);
        }
    }
    script
}

fn one(dice: &mut Dice) -> Move {
    let session = usize::try_from(dice.below(SESSIONS)).unwrap_or(0);
    match dice.below(24) {
        0 => Move::Checks(dice.pick(&[
            "promises",
            "all",
            "",
            "watch,language",
            "promises,watch",
            "ask,challenge",
            "promises,ask",
            "done",
            "done,promises",
            "done",
        ])),
        1 => Move::Shadow(dice.pick(&["off", "on", "perhaps", "0"])),
        2 | 3 => Move::Judge(dice.pick(&[
            Mood::Objects,
            Mood::Objects,
            Mood::Promises,
            Mood::Claims,
            Mood::Claims,
            Mood::Agrees,
            Mood::Odd,
            Mood::Malformed,
            Mood::Down,
            Mood::RefusesKey,
        ])),
        4 => Move::Clock(dice.pick(&[1, 61_000, -5_000, -86_400_000, 0])),
        5 if dice.one_in(2) => Move::Lost { session },
        5 => {
            let files: [&[u8]; 4] = [b"", b"{", b"null", b"{\"blocks\":-1}"];
            Move::Damaged { session, file: dice.pick(&files) }
        }
        6 if dice.one_in(2) => Move::TornLine { session },
        _ => Move::Turn { session, turn: turn(dice) },
    }
}

fn turn(dice: &mut Dice) -> Turn {
    // Most turns begin by themselves: that is where a count could be lost.
    let begin = match dice.below(8) {
        0 => Begin::Typed,
        1 => Begin::Sdk,
        2 => Begin::Command,
        3 => Begin::Schedule,
        _ => Begin::Notification,
    };
    let steps = (0..dice.below(4)).map(|_| step(dice)).collect();
    let closing = closing(dice);
    let payload = match dice.below(20) {
        0 => Oddity::NoMessage,
        1 => Oddity::CutMessage,
        // A host that writes ids hands them over. Where it did not, the turn that a command began
        // would be taken for a part of the one before, and its blocks for that one's.
        2 if begin != Begin::Command => Oddity::NoPrompt,
        3 => Oddity::NoTasks,
        4 => Oddity::NullCrons,
        5 | 6 => Oddity::Running,
        7 => Oddity::AnotherEvent,
        8 => Oddity::Torn,
        _ => Oddity::None,
    };
    // Where a text is neither handed over nor on disk, nobody can know which one it is.
    let is_late = payload != Oddity::NoMessage && dice.one_in(6);
    let stop = Stop { closing, is_late, payload };
    Turn { begin, has_lead: dice.one_in(5), steps, stop }
}

fn step(dice: &mut Dice) -> Step {
    match dice.below(16) {
        0 => Step::Thought,
        1 => Step::Text,
        2 => Step::Meta,
        3 => Step::Compaction,
        4 => Step::Blob,
        5 => Step::Aside,
        6..=8 => Step::Change(dice.below(6)),
        9..=11 => Step::Check { passes: dice.one_in(2) },
        _ => Step::Tool(dice.pick(&TOOLS)),
    }
}
