//! Random sessions, with the facts of their last turn as they were written.

use alloc::{borrow::ToOwned as _, collections::BTreeMap, format, string::String, vec::Vec};

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::json;
use sprag_core::activity::facts::StartedBy;

use crate::transcript::{Shape, Transcript};

/// How a turn begins.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Begin {
    /// Somebody typed.
    Typed,
    /// A program sent the prompt.
    Sdk,
    /// A task reported.
    Notification,
    /// A schedule was due.
    Schedule,
    /// Somebody typed a slash command.
    Command,
}

/// One thing that happens in a turn.
#[derive(Clone, Debug)]
pub enum Step {
    /// A tool call and its result.
    Tool(&'static str),
    /// A message of the model.
    Text,
    /// A thought of the model.
    Thought,
    /// A record that the host marks as its own.
    Meta,
    /// What a stop hook said.
    Feedback,
    /// A compaction.
    Compaction,
    /// A request, repeated, that looks like a prompt.
    Blob,
    /// A prompt and a tool call of a subagent.
    Aside,
    /// As many lines of code change.
    Change(u32),
    /// Tests ran, and passed or failed.
    Check {
        /// Which of them.
        passes: bool,
    },
}

/// One stretch of work: a turn, or what goes on with one.
#[derive(Clone, Debug)]
pub struct Turn {
    /// How it begins.
    pub begin: Begin,
    /// Whether a record of the host's stands before the prompt, under the same id.
    pub has_lead: bool,
    /// What happens.
    pub steps: Vec<Step>,
}

/// What was written of the last turn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Written {
    /// The id of its prompt.
    pub prompt: String,
    /// Who made it begin.
    pub started_by: StartedBy,
    /// Its first line, counted from 1.
    pub first: u64,
    /// Its last line, counted from 1.
    pub last: u64,
    /// Its tool calls.
    pub tools: BTreeMap<String, u32>,
    /// Its closing text.
    pub text: String,
}

const TOOLS: [&str; 4] = ["Bash", "Edit", "Read", "mcp__calc__add"];

/// Returns sessions of one to three stretches of work.
pub fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let begin = prop_oneof![
        Just(Begin::Typed),
        Just(Begin::Sdk),
        Just(Begin::Notification),
        Just(Begin::Schedule),
        Just(Begin::Command),
    ];
    let step = prop_oneof![
        3 => prop::sample::select(&TOOLS[..]).prop_map(Step::Tool),
        1 => Just(Step::Text),
        1 => Just(Step::Thought),
        1 => Just(Step::Meta),
        1 => Just(Step::Feedback),
        1 => Just(Step::Compaction),
        1 => Just(Step::Blob),
        1 => Just(Step::Aside),
        1 => (0_u32..5).prop_map(Step::Change),
        1 => any::<bool>().prop_map(|passes| Step::Check { passes }),
    ];
    let turn = (begin, any::<bool>(), prop::collection::vec(step, 0..6))
        .prop_map(|(begin, has_lead, steps)| Turn { begin, has_lead, steps });
    prop::collection::vec(turn, 1..4)
}

impl Begin {
    /// Returns whether a person asks for something.
    #[must_use]
    pub fn is_request(self) -> bool {
        match self {
            Self::Typed | Self::Sdk | Self::Command => true,
            Self::Notification | Self::Schedule => false,
        }
    }
}

/// Returns the number of the last stretch of each turn: what nobody asked for goes on with one.
#[must_use]
pub fn requests(turns: &[Turn]) -> Vec<usize> {
    let goes_on =
        |at: &usize| turns.get(at.saturating_add(1)).is_some_and(|next| !next.begin.is_request());
    (0..turns.len()).filter(|at| !goes_on(at)).collect()
}

/// Returns as many sessions, always the same.
#[must_use]
pub fn samples(count: usize) -> Vec<Vec<Turn>> {
    let mut runner = TestRunner::deterministic();
    let trees = (0..count).filter_map(|_| turns().new_tree(&mut runner).ok());
    trees.map(|tree| tree.current()).collect()
}

/// Writes the turns in today's shape and returns the file with the facts of its last turn.
pub fn write(turns: &[Turn]) -> (Transcript, Written) {
    write_as(Shape::Today, turns)
}

/// Writes the turns as hosts before 2.1.205 did; all of them begin with a typed prompt.
pub fn write_old(turns: &[Turn]) -> (Transcript, Written) {
    let typed: Vec<Turn> =
        turns.iter().map(|turn| Turn { begin: Begin::Typed, ..turn.clone() }).collect();
    write_as(Shape::Old, &typed)
}

fn write_as(shape: Shape, turns: &[Turn]) -> (Transcript, Written) {
    let mut transcript = Transcript::of(shape);
    let mut written = Written {
        prompt: String::new(),
        started_by: StartedBy::Unknown,
        first: 0,
        last: 0,
        tools: BTreeMap::new(),
        text: String::new(),
    };
    for (turn, number) in turns.iter().zip(0_u32..) {
        let id = format!("prompt-{number}");
        let before = transcript.count();
        transcript = begin(transcript, shape, turn, &id);
        // Old hosts wrote no ids: the prompt is the first record, and its own id is all there is.
        let (prompt, first) = match shape {
            Shape::Today => (id, before.saturating_add(1)),
            Shape::Old => {
                (format!("uuid-{}", transcript.count().saturating_sub(1)), transcript.count())
            }
        };
        let goes_on = number > 0 && !turn.begin.is_request() && shape == Shape::Today;
        let mut tools = if goes_on { written.tools } else { BTreeMap::new() };
        for step in &turn.steps {
            let name = match step {
                Step::Tool(name) => Some(*name),
                Step::Change(_) => Some("Edit"),
                Step::Check { .. } => Some("Bash"),
                Step::Text
                | Step::Thought
                | Step::Meta
                | Step::Feedback
                | Step::Compaction
                | Step::Blob
                | Step::Aside => None,
            };
            if let Some(name) = name {
                let count: &mut u32 = tools.entry(name.to_owned()).or_default();
                *count = count.saturating_add(1);
            }
            transcript = happen(transcript, step);
        }
        let text = format!("That was turn {number}.");
        transcript = transcript.assistant_text(&text);
        let (prompt, started_by, first) = if goes_on {
            (written.prompt, written.started_by, written.first)
        } else {
            (prompt, started_by(turn.begin), first)
        };
        written = Written { prompt, started_by, first, last: transcript.count(), tools, text };
    }
    (transcript, written)
}

/// Writes how a turn begins.
pub(crate) fn begin(transcript: Transcript, shape: Shape, turn: &Turn, id: &str) -> Transcript {
    let transcript = match (turn.has_lead, shape) {
        (false, _) => transcript,
        (true, Shape::Today) => {
            transcript.user(json!("Caveat"), json!({"promptId": id, "isMeta": true}))
        }
        (true, Shape::Old) => transcript.meta("Caveat"),
    };
    match turn.begin {
        Begin::Typed => transcript.prompt(id, "Please fix it."),
        Begin::Sdk => transcript.prompt_with(
            id,
            "Please fix it.",
            json!({"promptSource": "sdk", "turnOrigin": "sdk"}),
        ),
        Begin::Notification => transcript.notification(id, "Build finished"),
        Begin::Schedule => transcript.prompt_with(
            id,
            "Check the deploy.",
            json!({"promptSource": "system", "turnOrigin": "cron"}),
        ),
        Begin::Command => transcript.command(id, "review"),
    }
}

fn started_by(begin: Begin) -> StartedBy {
    match begin {
        Begin::Typed | Begin::Sdk | Begin::Command => StartedBy::Person,
        Begin::Notification => StartedBy::Notification,
        Begin::Schedule => StartedBy::Schedule,
    }
}

/// Writes what happens in a turn.
pub(crate) fn happen(transcript: Transcript, step: &Step) -> Transcript {
    match step {
        Step::Tool(name) => transcript.tool(name).tool_result(),
        Step::Text => transcript.assistant_text("Looking."),
        Step::Thought => transcript.thinking(),
        Step::Meta => transcript.meta("Base directory for this skill: x"),
        Step::Feedback => transcript.feedback("Run the tests."),
        Step::Compaction => transcript.compaction(),
        Step::Blob => transcript.blob("Please fix it."),
        Step::Aside => transcript.aside(|side| {
            side.prompt("prompt-of-the-side", "Look around.").tool("Glob").tool_result()
        }),
        Step::Change(lines) => transcript.edits_lines("/home/dev/calc/src/add.py", *lines),
        Step::Check { passes: true } => transcript.runs("pytest -q", "3 passed in 0.04s"),
        Step::Check { passes: false } => {
            transcript.shell("pytest -q").exited(1, "1 failed, 2 passed in 0.04s")
        }
    }
}
