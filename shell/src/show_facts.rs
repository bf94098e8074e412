//! `sprag facts`: what a transcript shows of a turn.

use core::time::Duration;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use lexopt::{Arg, Parser, ValueExt as _};
use serde::Serialize;
use sprag_core::facts::{Facts, StartedBy, Tool};
use sprag_core::host::Host;
use sprag_core::transcript::{Chain, Scan, Wanted};

use crate::deadline::Deadline;
use crate::terminal::{Fault, say};
use crate::transcript;

pub(crate) const HELP: &str = "\
sprag facts FILE [--prompt-id ID] [--host claude]

Prints what the transcript FILE shows of its last turn, or of the turn of
prompt ID, as one JSON object. Lines are counted from 1. What could not be
established is null.
";

/// No transcript takes longer; a file that never ends must not hang a terminal.
const LIMIT: Duration = Duration::from_secs(600);

#[derive(Serialize)]
struct Shown {
    host: Host,
    turn: Option<ShownTurn>,
    tools: Option<Vec<Tool>>,
}

#[derive(Serialize)]
struct ShownTurn {
    prompt_id: Option<String>,
    started_by: StartedBy,
    first_line: u64,
    last_line: u64,
}

pub(crate) fn command(mut parser: Parser) -> Result<(), Fault> {
    let mut file: Option<PathBuf> = None;
    let mut wanted = Wanted::Last(None);
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => return say(HELP),
            Arg::Long("prompt-id") => wanted = Wanted::Prompt(parser.value()?.string()?),
            Arg::Long("host") => match parser.value()?.string()?.as_str() {
                "claude" => {}
                other => return Err(Fault::of(format!("no transcripts of host `{other}`"))),
            },
            Arg::Value(path) if file.is_none() => file = Some(path.into()),
            Arg::Long(_) | Arg::Short(_) | Arg::Value(_) => {
                return Err(argument.unexpected().into());
            }
        }
    }
    let file = file.ok_or_else(|| Fault::of("name a transcript; `sprag facts --help`"))?;
    let shown =
        show(&file, &wanted).map_err(|error| Fault::of(format!("{}: {error}", file.display())))?;
    let mut text = serde_json::to_string(&shown)?;
    text.push('\n');
    say(&text)
}

fn show(path: &Path, wanted: &Wanted) -> io::Result<Shown> {
    let deadline = Deadline::after(LIMIT);
    let read = |chain| transcript::read(path, Scan::begin(wanted.clone(), chain), deadline, |_| {});
    let mut scan = read(Chain::Main)?;
    if scan.is_side_chain_only() {
        scan = read(Chain::Side)?;
    }
    let Facts { turn, tools, .. } = scan.finish();
    let lines = count_lines(path)?;
    Ok(Shown {
        host: Host::Claude,
        turn: turn.map(|turn| ShownTurn {
            prompt_id: turn.prompt,
            started_by: turn.started_by,
            first_line: turn.first.number(lines),
            last_line: turn.last.number(lines),
        }),
        tools: tools.map(|tools| tools.sorted().into_iter().cloned().collect()),
    })
}

/// Returns the number of lines; what follows the last line end is one, too.
fn count_lines(path: &Path) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let mut block = vec![0; 64 << 10];
    let (mut lines, mut last) = (0_u64, b'\n');
    loop {
        let len = file.read(&mut block)?;
        let Some(read) = block.get(..len).filter(|read| !read.is_empty()) else { break };
        let ends = memchr::memchr_iter(b'\n', read).count();
        lines = lines.saturating_add(u64::try_from(ends).unwrap_or(u64::MAX));
        last = read.last().copied().unwrap_or(last);
    }
    Ok(if last == b'\n' { lines } else { lines.saturating_add(1) })
}
