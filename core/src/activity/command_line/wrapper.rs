//! Finds the program that really runs behind wrappers.

mod table;

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::Language;
use super::assignment::is_assignment;
use super::word::Word;
use crate::text::listing::lists;
use crate::text::path;
use table::{Begins, WRAPPERS, Wrapper};

/// How many programs may stand before the one that counts.
const WRAPPERS_MAX: usize = 8;

/// The program that a simple command really runs.
#[derive(Clone, Copy, Debug)]
pub struct Program<'c, 'a> {
    /// Its name: the last part of its path, without what names a version or a kind of file.
    pub name: &'c str,
    /// How it is named, then its arguments.
    pub words: &'c [Word<'a>],
    /// The last program that stands before it, such as `npx` or `docker`.
    pub behind: Option<&'static str>,
    /// Whether those that stand before it run it here, with these words and no others: not in a
    /// container or another folder, and not once for each line of something.
    pub is_direct: bool,
}

impl<'c, 'a> Program<'c, 'a> {
    /// Returns what follows the program.
    #[must_use]
    pub fn arguments(&self) -> &'c [Word<'a>] {
        self.words.get(1..).unwrap_or_default()
    }
}

/// A command without the programs that only run others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peel<'c, 'a> {
    pub(super) inner: Peeled<'c, 'a>,
    /// Whether those run it here, with these words and no others.
    pub(super) is_direct: bool,
}

/// What is left of a command when the programs that only run others are taken away.
#[derive(Clone, Copy, Debug)]
pub(super) enum Peeled<'c, 'a> {
    /// A program, as the first of these words.
    Program(Program<'c, 'a>),
    /// A shell that runs a script which is one of its words.
    Script {
        options: &'c [Word<'a>],
        /// The words that the script is written as.
        words: &'c [Word<'a>],
        language: Language,
        /// Whether a shell of its own runs it.
        is_own: bool,
    },
    /// A shell that runs what it reads.
    Input(&'c [Word<'a>]),
    /// No program.
    Nothing,
}

pub(super) fn program<'c, 'a>(words: &'c [Word<'a>]) -> Option<Program<'c, 'a>> {
    match peel(words).inner {
        Peeled::Program(program) => Some(program),
        Peeled::Script { .. } | Peeled::Input(_) => named(words, None, true),
        Peeled::Nothing => None,
    }
}

pub(super) fn peel<'c, 'a>(words: &'c [Word<'a>]) -> Peel<'c, 'a> {
    let mut words = words;
    let mut behind = None;
    let mut is_direct = true;
    for _ in 0..WRAPPERS_MAX {
        let Some(first) = words.first() else { break };
        let arguments = words.get(1..).unwrap_or_default();
        let name = name_of(first.text());
        if is_shell(name) {
            match shell(arguments) {
                Shell::Script(options, text) => {
                    let words = core::slice::from_ref(text);
                    let language = Language::Bash;
                    let inner = Peeled::Script { options, words, language, is_own: true };
                    return Peel { inner, is_direct };
                }
                Shell::Input => return Peel { inner: Peeled::Input(arguments), is_direct },
                Shell::Reader => break,
                Shell::File(rest) => {
                    words = rest;
                    behind = Some("sh");
                    // It is a script, whatever it is called.
                    is_direct = false;
                    continue;
                }
            }
        }
        if name == "eval" {
            // One word is what nearly every `eval` has.
            let inner = arguments.first().map_or(Peeled::Nothing, |text| Peeled::Script {
                options: &[],
                words: core::slice::from_ref(text),
                language: Language::Bash,
                is_own: false,
            });
            return Peel { inner, is_direct };
        }
        let Some(unwrapped) = unwrapped(name, arguments) else { break };
        is_direct &= unwrapped.is_direct;
        match unwrapped.inner {
            Inner::Program(inner) => {
                words = inner;
                behind = Some(unwrapped.by);
            }
            Inner::Script(words) => {
                let language = unwrapped.language;
                let inner = Peeled::Script { options: &[], words, language, is_own: true };
                return Peel { inner, is_direct };
            }
        }
    }
    let program = named(words, behind, is_direct);
    Peel { inner: program.map_or(Peeled::Nothing, Peeled::Program), is_direct }
}

fn named<'c, 'a>(
    words: &'c [Word<'a>],
    behind: Option<&'static str>,
    is_direct: bool,
) -> Option<Program<'c, 'a>> {
    let name = name_of(words.first()?.text());
    Some(Program { name, words, behind, is_direct })
}

/// Returns the name of a program: of `./node_modules/.bin/tsc`, `tsc`; of `vitest@2`, `vitest`.
fn name_of(word: &str) -> &str {
    let name = path::base_name(word).unwrap_or(word);
    let scoped = word.strip_prefix('@').and_then(|scoped| scoped.split_once('/'));
    let name = match scoped {
        Some(("biomejs", _)) => "biome",
        Some(("playwright", _)) => "playwright",
        Some(_) | None => name,
    };
    let name =
        name.split_once('@').map_or(name, |(name, _)| if name.is_empty() { word } else { name });
    [".exe", ".cmd", ".bat"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

/// Returns the script that words are.
pub(super) fn joined<'a>(words: &[Word<'a>]) -> Cow<'a, str> {
    match words {
        [word] => word.cow().clone(),
        words => Cow::Owned(words.iter().map(Word::text).collect::<Vec<_>>().join(" ")),
    }
}

fn is_shell(name: &str) -> bool {
    matches!(name, "sh" | "bash" | "zsh" | "dash" | "ksh" | "ash" | "fish")
}

enum Shell<'c, 'a> {
    Script(&'c [Word<'a>], &'c Word<'a>),
    File(&'c [Word<'a>]),
    Input,
    /// It only reads what it would run: `bash -n`.
    Reader,
}

fn shell<'c, 'a>(arguments: &'c [Word<'a>]) -> Shell<'c, 'a> {
    let mut at = 0_usize;
    let mut is_script = false;
    while let Some(word) = arguments.get(at) {
        let text = word.text();
        let is_option = text.len() > 1 && text.starts_with(['-', '+']);
        if !is_option {
            let options = arguments.get(..at).unwrap_or_default();
            return match is_script {
                true => Shell::Script(options, word),
                false => Shell::File(arguments.get(at..).unwrap_or_default()),
            };
        }
        let letters = text.trim_start_matches(['-', '+']);
        if !text.starts_with("--") {
            is_script |= letters.contains('c');
            if letters.contains('n') {
                return Shell::Reader;
            }
            // `-o pipefail`
            at = at.saturating_add(usize::from(letters.ends_with(['o', 'O'])));
        }
        at = at.saturating_add(1);
    }
    Shell::Input
}

enum Inner<'c, 'a> {
    Program(&'c [Word<'a>]),
    Script(&'c [Word<'a>]),
}

/// What a program that runs others runs.
struct Unwrapped<'c, 'a> {
    inner: Inner<'c, 'a>,
    by: &'static str,
    language: Language,
    is_direct: bool,
}

/// Returns what a program that runs others runs.
fn unwrapped<'c, 'a>(name: &str, arguments: &'c [Word<'a>]) -> Option<Unwrapped<'c, 'a>> {
    let language = Language::Bash;
    let program =
        |inner, by| Unwrapped { inner: Inner::Program(inner), by, language, is_direct: false };
    if let Some(inner) = module(name, arguments) {
        return Some(program(inner, "python"));
    }
    // `command -v` only looks for a program.
    if name == "command" && arguments.first().is_some_and(|word| word.text().starts_with("-v")) {
        return None;
    }
    if name == "find" {
        return executed(arguments).map(|inner| program(inner, "find"));
    }
    if matches!(name, "node" | "tsx" | "ts-node" | "php" | "bun") {
        return installed(arguments).map(|inner| program(inner, "node"));
    }
    if name.starts_with("python")
        && let Some(first) = arguments.first()
        && matches!(path::base_name(first.text()), Some("manage.py" | "setup.py"))
    {
        return Some(program(arguments, "python"));
    }
    let mut fitting = WRAPPERS.iter().filter(|wrapper| lists(wrapper.names, name));
    fitting.find_map(|wrapper| {
        let (inner, skipped) = behind(wrapper, arguments)?;
        let moves = skipped.iter().any(|word| moves(word.text()));
        let by = wrapper.names.split(' ').next()?;
        let is_direct = wrapper.is_direct && !moves;
        Some(Unwrapped { inner, by, language: wrapper.language, is_direct })
    })
}

/// Returns whether an option of `env` or `sudo` may make the program run in another folder.
fn moves(option: &str) -> bool {
    ["-C", "-D", "-R", "-i", "--ch", "--login"].iter().any(|moving| option.starts_with(moving))
}

/// Skips the options and words of a wrapper, and returns what it runs and what was skipped.
fn behind<'c, 'a>(
    wrapper: &Wrapper,
    arguments: &'c [Word<'a>],
) -> Option<(Inner<'c, 'a>, &'c [Word<'a>])> {
    let mut words = wrapper.words.split_whitespace();
    let mut wanted = words.next();
    let mut skipped = 0_usize;
    let mut at = 0_usize;
    let rest = |at: usize| {
        let (before, rest) = arguments.split_at_checked(at)?;
        (!rest.is_empty()).then_some((Inner::Program(rest), before))
    };
    while let Some(word) = arguments.get(at) {
        let text = word.text();
        let next = at.saturating_add(1);
        if wanted.is_none() && lists(wrapper.scripts, text) {
            let script = match wrapper.language {
                Language::Bash => core::slice::from_ref(arguments.get(next)?),
                // All that follows belongs to it.
                Language::PowerShell(_) => arguments.get(next..).filter(|rest| !rest.is_empty())?,
            };
            return Some((Inner::Script(script), arguments.get(..at)?));
        }
        match wrapper.begins {
            Begins::Behind(marks) if wanted.is_none() => {
                if lists(marks, text) {
                    return rest(next);
                }
                at = next;
                continue;
            }
            Begins::Behind(_) | Begins::Word => {}
        }
        if text == "--" && wanted.is_none() {
            let next = next.saturating_add(wrapper.skips.saturating_sub(skipped));
            return rest(next);
        }
        at = next;
        if text.len() > 1 && text.starts_with('-') {
            at = at.saturating_add(usize::from(lists(wrapper.valued, text)));
        } else if let Some(expected) = wanted {
            if expected != text {
                return None;
            }
            wanted = words.next();
        } else if wrapper.assigns && is_assignment(text) {
        } else if skipped < wrapper.skips {
            skipped = skipped.saturating_add(1);
        } else {
            return rest(at.saturating_sub(1));
        }
    }
    None
}

/// Returns the module that Python runs as a program, and its arguments.
fn module<'c, 'a>(name: &str, arguments: &'c [Word<'a>]) -> Option<&'c [Word<'a>]> {
    let version = ["python", "pypy", "py"].iter().find_map(|python| name.strip_prefix(python))?;
    if !version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let mut at = 0_usize;
    while let Some(word) = arguments.get(at) {
        let letters = word.text().strip_prefix('-').filter(|rest| !rest.starts_with('-'))?;
        at = at.saturating_add(1);
        match letters {
            "X" | "W" => at = at.saturating_add(1),
            letters if letters.ends_with('m') => {
                return arguments.get(at..).filter(|rest| !rest.is_empty());
            }
            letters if letters.contains('c') => return None,
            _ => {}
        }
    }
    None
}

/// Returns what `find` runs for each file.
fn executed<'c, 'a>(arguments: &'c [Word<'a>]) -> Option<&'c [Word<'a>]> {
    let is_mark = |word: &Word<'_>| matches!(word.text(), "-exec" | "-execdir" | "-ok");
    let at = arguments.iter().position(is_mark)?;
    let rest = arguments.get(at.saturating_add(1)..)?;
    let end = rest.iter().position(|word| matches!(word.text(), ";" | "+"));
    rest.get(..end.unwrap_or(rest.len())).filter(|rest| !rest.is_empty())
}

/// Returns an installed tool that an interpreter is given by its path.
fn installed<'c, 'a>(arguments: &'c [Word<'a>]) -> Option<&'c [Word<'a>]> {
    let at = arguments.iter().position(|word| !word.text().starts_with('-'))?;
    let tool = arguments.get(at)?.text();
    let is_installed = ["node_modules/", "vendor/bin/"].iter().any(|folder| tool.contains(folder));
    is_installed.then(|| arguments.get(at..)).flatten()
}
