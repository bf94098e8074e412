//! The pieces of the core whose work must grow as their input does.

use alloc::vec::Vec;
use core::hint::black_box;

use sprag_core::hosts::host::Host;

use super::own::{
    ANSWER, CITED, CLAUDE, CODEX, DECLARED, GROK, KEPT, LANGUAGES, OUTPUT, PAYLOAD, RECORDS,
    REDACT, SECRETS, SETTINGS, SHELL, WORDS,
};
use super::reader::{
    actions, answer, cited, closing, declared, denied, dropped, event, features, fenced, followed,
    guarded, handoffs, json_end, kept, language, languages, leaks, ledger, reads, records,
    redacted, remotes, repaired, requested, secrets, summary, sweep, tool, turn, typed, units,
    words,
};
use super::shape::{COMMON, Shape};

/// A piece of the core, and what it is given.
#[derive(Clone, Copy, Debug)]
pub struct Transform {
    /// What it is called.
    pub name: &'static str,
    run: fn(&mut [u8]),
    shapes: [&'static [Shape]; 2],
}

impl Transform {
    /// Returns one that is given what all are given, and these shapes besides.
    const fn of(name: &'static str, run: fn(&mut [u8]), shapes: &'static [Shape]) -> Self {
        Self { name, run, shapes: [COMMON, shapes] }
    }

    /// Returns one that is made of others, and so is given these shapes alone.
    const fn made_of(name: &'static str, run: fn(&mut [u8]), shapes: &'static [Shape]) -> Self {
        Self { name, run, shapes: [&[], shapes] }
    }

    /// Returns the shapes of what it is given.
    pub fn shapes(&self) -> impl Iterator<Item = &'static Shape> {
        self.shapes.into_iter().flatten()
    }
}

/// Runs a transform. Only what is done in here is counted, so it has to stay a function.
#[inline(never)]
pub fn measured_alone(transform: &Transform, input: &mut [u8]) {
    (transform.run)(black_box(input));
}

/// Takes for each word the time of all words before it: whoever does not see that sees nothing.
pub const CANARY: Transform = Transform::made_of("canary", canary, COMMON);

/// The shape that the canary dies of.
pub const CANARY_SHAPE: &str = "words that differ";

fn canary(input: &mut [u8]) {
    let mut known: Vec<&[u8]> = Vec::new();
    for word in input.split(|byte| *byte == b' ') {
        if !known.contains(&word) {
            known.push(word);
        }
    }
    black_box(known.len());
}

/// Every transform, by what it reads.
pub const TRANSFORMS: &[Transform] = &[
    // The closing text, and what a person typed.
    Transform::of("redaction", redacted, REDACT),
    Transform::made_of("redaction that drops lines", dropped, REDACT),
    Transform::made_of("request", requested, REDACT),
    Transform::of("words of a closing text", closing, WORDS),
    Transform::of("words of a request", typed, WORDS),
    Transform::of("features of the built-in judge", features, &[]),
    Transform::of("units of prose", units, &[]),
    Transform::of("names of languages", languages, LANGUAGES),
    Transform::of("secrets in the bytes", secrets, SECRETS),
    Transform::of("leaks in a body", leaks, SECRETS),
    // Command lines, and what was printed.
    Transform::of("words of a shell", words, SHELL),
    Transform::of("checks and changes of a shell", actions, SHELL),
    Transform::of("reads of a shell", reads, SHELL),
    Transform::of("summary of an output", summary, OUTPUT),
    // Transcripts.
    Transform::of("turn of Claude Code", |input| turn(Host::Claude, input), CLAUDE),
    Transform::of("turn of Codex", |input| turn(Host::Codex, input), CODEX),
    Transform::of("turn of Grok", |input| turn(Host::Grok, input), GROK),
    Transform::of("ledger of Grok", ledger, GROK),
    Transform::of("what followed a turn", followed, CLAUDE),
    Transform::of("every turn of a transcript", sweep, CLAUDE),
    Transform::of("handoffs", handoffs, CLAUDE),
    // Payloads, answers, settings, and what is kept.
    Transform::of("end of a payload", json_end, PAYLOAD),
    Transform::of("repair of bytes", repaired, PAYLOAD),
    Transform::of("payload of Claude Code", |input| event(Host::Claude, input), PAYLOAD),
    Transform::of("payload of Codex", |input| event(Host::Codex, input), PAYLOAD),
    Transform::of("payload of Grok", |input| event(Host::Grok, input), PAYLOAD),
    Transform::of("tool that is about to run", tool, PAYLOAD),
    Transform::of("answer of the judge", answer, ANSWER),
    Transform::of("records", records, RECORDS),
    Transform::of("counters, tallies, searches", kept, KEPT),
    Transform::of("language of a host", language, SETTINGS),
    Transform::of("declared checks", declared, DECLARED),
    Transform::of("folders left alone", denied, DECLARED),
    Transform::of("git configuration", remotes, DECLARED),
    // What a worker is given, and what it answers.
    Transform::of("fence around a file", fenced, &[]),
    Transform::of("citations", cited, CITED),
    Transform::of("secrets in a file", guarded, SECRETS),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_transform_takes_every_shape_of_its_own() {
        for transform in TRANSFORMS.iter().chain([&CANARY]) {
            assert!(transform.shapes().count() > 1, "{} is given nothing", transform.name);
            for shape in transform.shapes() {
                measured_alone(transform, &mut shape.input(128));
            }
        }
    }

    #[test]
    fn every_name_is_there_once_and_so_is_the_shape_that_the_canary_dies_of() {
        let names: Vec<&str> = TRANSFORMS.iter().map(|transform| transform.name).collect();
        for (at, name) in names.iter().enumerate() {
            assert_eq!(names.iter().position(|other| other == name), Some(at), "{name}");
        }
        let deadly = CANARY.shapes().filter(|shape| shape.name == CANARY_SHAPE);
        assert_eq!(deadly.count(), 1);
    }
}
