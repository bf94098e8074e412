//! `sprag install`: our entry among the hooks of a host.

mod dialog;
pub(crate) mod options;

use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::Path;

use lexopt::Parser;
use sprag_core::hook_file::{self, Entry, Installed, Start, host_timeout};
use sprag_core::host::Host;

use crate::program;
use crate::show_config::key_source;
use crate::surroundings::Surroundings;
use crate::terminal::{Fault, say};
use options::{Command, Options};

pub(crate) const HELP: &str = "\
sprag install [--host claude | codex | grok]
              [--user | --project | --claude-dir DIR] [--checks WORDS]
              [--shadow] [--command PROGRAM] [--dry-run] [OPTION...]

Registers the hook with a host, once, and changes no other byte of its file.
Options of `sprag hook` become the entry's own; without any, an entry that is
there keeps its options. On a terminal it asks, elsewhere it does not.

  --host HOST       claude, whose file is settings.json; codex: hooks.json;
                    grok: hooks/sprag.json. Usual is claude
  --user            in ~/.claude, ~/.codex or ~/.grok, with this program's
                    path; usual
  --project         in ./.claude, ./.codex or ./.grok, with the bare name
                    `sprag`
  --claude-dir DIR  DIR/settings.json, with this program's path
  --command PROGRAM another program, one path or name
  --dry-run         show what would change
";

pub(crate) fn command(parser: Parser) -> Result<(), Fault> {
    let mut options = Options::parse(parser, Command::Install)?;
    if options.is_help {
        return say(HELP);
    }
    let target = options.target();
    let home = Surroundings::look(Vec::new()).home;
    let file = target.file(home.as_deref())?;
    let before = file.read()?;
    let refused = |refusal| file.refused(refusal);
    let listed = hook_file::list(before.as_deref().unwrap_or_default()).map_err(refused)?;
    let is_new = listed.ours.is_empty();
    let is_asked = is_new && options.given.is_empty() && !options.is_dry;
    if is_asked && io::stdin().is_terminal() && io::stdout().is_terminal() {
        match dialog::ask(&file)? {
            Some(given) => options.given = given,
            None => return say("Nothing was written.\n"),
        }
    }
    // What the hook will find: its own command line, and what else is set here.
    let surroundings = Surroundings::look(options.given.clone());
    let entry = Entry {
        program: options.program()?,
        args: options.args(is_new),
        timeout: host_timeout(surroundings.settings.timeout_ms),
        start: Start::of(target.host),
    };
    let installed =
        hook_file::install(before.as_deref().unwrap_or_default(), &entry).map_err(refused)?;
    let (word, after) = match &installed {
        Installed::Already => {
            return say(&format!("{}: already registered; nothing changed\n", file.path.display()));
        }
        Installed::Added(after) => ("added", after),
        Installed::Updated(after) => ("updated", after),
    };
    if options.is_dry {
        return say(&file.shown(before.as_deref(), after));
    }
    let is_kept = file.aside().exists() && matches!(installed, Installed::Updated(_));
    if let Some(before) = before.as_deref().filter(|_| !is_kept) {
        file.set_aside(before)?;
    }
    file.write(before.as_deref(), after)?;
    let mut text = format!("{}: entry {word}\n", file.path.display());
    if before.is_some() {
        text.push_str(&format!("As it was before: {}\n", file.aside().display()));
    }
    text.push_str(&advice(&entry, target.host, &surroundings, after)?);
    say(&text)
}

/// Returns what is left for the user to do.
fn advice(
    entry: &Entry,
    host: Host,
    surroundings: &Surroundings,
    after: &str,
) -> Result<String, Fault> {
    let listed = hook_file::list(after).unwrap_or_default();
    let args = listed.ours.first().map(|(_, handler)| handler.args.as_slice()).unwrap_or_default();
    let runs = [entry.program.as_str(), &args.join(" ")].join(" ");
    let mut text = format!("At the end of every turn {} runs: {runs}\n", host.title());
    let is_set = args.iter().any(|arg| arg.starts_with("--checks") || arg.starts_with("--as"));
    if !is_set && surroundings.settings.checks.is_empty() {
        let host = match host {
            Host::Claude => String::new(),
            Host::Codex | Host::Grok => format!("--host {} ", host.word()),
        };
        text.push_str(&format!(
            "\nNo check is on yet. Name some: sprag install {host}--checks promises --shadow\n"
        ));
    }
    if key_source(surroundings).is_none() {
        text.push_str(
            "\nThere is no key for the judge: set TYPESAFE_API_KEY, or write the key to\n\
             ~/.config/typesafe/api_key.\n",
        );
    }
    match program::find(&entry.program) {
        None => text.push_str(&format!(
            "\nNo program `{}` is found here: put it on PATH, on every machine that uses\n\
             these settings.\n",
            entry.program
        )),
        Some(path) if is_in_a_build(&path) => text.push_str(
            "\nThat program lies in a build folder. `cargo install --path shell` puts it where it \
             stays.\n",
        ),
        Some(_) => {}
    }
    if listed.is_off {
        text.push_str(
            "\nThe file says `disableAllHooks`: no hook runs until that is taken away.\n",
        );
    }
    for other in &listed.others {
        text.push_str(&format!("\nLeft alone, though it speaks of sprag: {other}\n"));
    }
    text.push_str(left(host));
    Ok(text)
}

/// Returns what this program cannot do.
fn left(host: Host) -> &'static str {
    match host {
        Host::Claude => {
            "\nThis program cannot do the rest: restart Claude Code where it does not pick the\n\
             change up, and accept its question whether a folder is trusted; before that no\n\
             hook runs there. `sprag doctor` says what is missing.\n"
        }
        Host::Codex => {
            "\nThis program cannot do the rest: start `codex`, look at the hook with /hooks and\n\
             trust it, now and after every change of the entry. Until then Codex skips it, and\n\
             `codex exec` does not even say so. `sprag doctor` says what is missing.\n"
        }
        Host::Grok => {
            "\nGrok runs it from its next start on. It also runs what Claude Code's settings\n\
             register; a turn that both are told of is handled once, by this entry.\n"
        }
    }
}

fn is_in_a_build(path: &Path) -> bool {
    let resolved = fs::canonicalize(path);
    let path = resolved.as_deref().unwrap_or(path).to_string_lossy().into_owned();
    path.contains("/target/release/") || path.contains("/target/debug/")
}
