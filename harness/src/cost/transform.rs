//! The pieces of the core whose work must grow as their input does.

use alloc::vec::Vec;
use core::hint::black_box;

use sprag_core::host::Host;

use super::own::{
    ANSWER, CITED, CLAUDE, CODEX, DECLARED, GROK, KEPT, LANGUAGES, OUTPUT, PAYLOAD, RECORDS,
    REDACT, SECRETS, SETTINGS, SHELL, WORDS,
};
use super::reader::{
    answer, cited, closing, declared, deeds, denied, dropped, event, features, fenced, followed,
    frame, guarded, handoffs, kept, language, languages, leaks, ledger, reads, records, redacted,
    remotes, repaired, requested, secrets, summary, sweep, tool, turn, typed, units, words,
};
use super::shape::Shape;

/// A piece of the core, and inputs of its own that may slow it down.
#[derive(Clone, Copy, Debug)]
pub struct Transform {
    /// What it is called.
    pub name: &'static str,
    /// What it does with an input.
    pub run: fn(&[u8]),
    /// Shapes besides [`super::COMMON`].
    pub shapes: &'static [Shape],
}

/// Runs a transform. Only what is done in here is counted, so it has to stay a function.
#[inline(never)]
pub fn measured_alone(transform: &Transform, input: &[u8]) {
    (transform.run)(black_box(input));
}

/// Takes for each word the time of all words before it: whoever does not see that sees nothing.
pub const CANARY: Transform = Transform {
    name: "canary",
    run: |input| {
        let mut known: Vec<&[u8]> = Vec::new();
        for word in input.split(|byte| *byte == b' ') {
            if !known.contains(&word) {
                known.push(word);
            }
        }
        black_box(known.len());
    },
    shapes: &[],
};

/// Every transform, by what it reads.
pub const TRANSFORMS: &[Transform] = &[
    // The closing text, and what a person typed.
    Transform { name: "redact", run: redacted, shapes: REDACT },
    Transform { name: "redact, lines dropped", run: dropped, shapes: REDACT },
    Transform { name: "request", run: requested, shapes: &[] },
    Transform { name: "words of a closing text", run: closing, shapes: WORDS },
    Transform { name: "words of a request", run: typed, shapes: WORDS },
    Transform { name: "n-grams of the judge in the box", run: features, shapes: &[] },
    Transform { name: "units of prose", run: units, shapes: &[] },
    Transform { name: "names of languages", run: languages, shapes: LANGUAGES },
    Transform { name: "secrets in the bytes", run: secrets, shapes: SECRETS },
    Transform { name: "leaks in a body", run: leaks, shapes: SECRETS },
    // Command lines, and what was printed.
    Transform { name: "words of a shell", run: words, shapes: SHELL },
    Transform { name: "checks and changes of a shell", run: deeds, shapes: SHELL },
    Transform { name: "reads of a shell", run: reads, shapes: SHELL },
    Transform { name: "summary of an output", run: summary, shapes: OUTPUT },
    // Transcripts.
    Transform { name: "turn of Claude Code", run: |input| turn(Host::Claude, input), shapes: CLAUDE },
    Transform { name: "turn of Codex", run: |input| turn(Host::Codex, input), shapes: CODEX },
    Transform { name: "turn of Grok", run: |input| turn(Host::Grok, input), shapes: GROK },
    Transform { name: "ledger of Grok", run: ledger, shapes: GROK },
    Transform { name: "what followed a turn", run: followed, shapes: CLAUDE },
    Transform { name: "every turn of a transcript", run: sweep, shapes: CLAUDE },
    Transform { name: "handoffs", run: handoffs, shapes: CLAUDE },
    // Payloads, answers, settings, and what is kept.
    Transform { name: "frame of a payload", run: frame, shapes: PAYLOAD },
    Transform { name: "repair of bytes", run: repaired, shapes: PAYLOAD },
    Transform { name: "payload of Claude Code", run: |input| event(Host::Claude, input), shapes: PAYLOAD },
    Transform { name: "payload of Codex", run: |input| event(Host::Codex, input), shapes: PAYLOAD },
    Transform { name: "payload of Grok", run: |input| event(Host::Grok, input), shapes: PAYLOAD },
    Transform { name: "tool that is about to run", run: tool, shapes: PAYLOAD },
    Transform { name: "answer of the judge", run: answer, shapes: ANSWER },
    Transform { name: "records", run: records, shapes: RECORDS },
    Transform { name: "kept counters, tallies, searches", run: kept, shapes: KEPT },
    Transform { name: "language of a host", run: language, shapes: SETTINGS },
    Transform { name: "declared checks", run: declared, shapes: DECLARED },
    Transform { name: "folders left alone", run: denied, shapes: DECLARED },
    Transform { name: "git configuration", run: remotes, shapes: DECLARED },
    // What a worker is given, and what it answers.
    Transform { name: "fence around a file", run: fenced, shapes: &[] },
    Transform { name: "citations", run: cited, shapes: CITED },
    Transform { name: "secrets in a file", run: guarded, shapes: SECRETS },
];
