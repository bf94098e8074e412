//! Learns the weights of the built-in judge from labels, and prints its report card.
//!
//!     cargo run --release -p sprag-harness --bin train -- LABELS OUT
//!     cargo run --release -p sprag-harness --bin train -- LABELS --mistakes QUESTION
//!
//! LABELS has one JSON object a line with `id`, `session`, `project`, `final_text`, `claims_done`,
//! `outcome` and `claims`; `disputed`, where there, names the keys of which a second labeller
//! thought otherwise. The same labels give the same bytes in OUT.

use core::error::Error;
use std::fs;
use std::io::Write as _;

use sprag_harness::train::{Message, learn, messages, mistakes, own_messages, report_card};

const USAGE: &str = "usage: train LABELS OUT | train LABELS --mistakes QUESTION";
const MISTAKES: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (labels, out) = match words[..] {
        [labels, "--mistakes", question] => (labels, Err(question)),
        [labels, out] => (labels, Ok(out)),
        _ => return Err(USAGE.into()),
    };
    let messages = messages(&fs::read_to_string(labels)?)?;
    let own = own_messages(messages.len());
    let mut stdout = std::io::stdout();
    match out {
        Err(question) => write!(stdout, "{}", mistakes(&messages, &own, question, MISTAKES))?,
        Ok(out) => {
            write!(stdout, "{}", report_card(&messages, &own))?;
            let all: Vec<&Message> = messages.iter().chain(&own).collect();
            fs::write(out, learn(&all))?;
        }
    }
    Ok(())
}
