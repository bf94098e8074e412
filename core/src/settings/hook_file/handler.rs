//! One handler of a host's settings: what it runs, and whether it is ours.

use alloc::{string::String, vec::Vec};

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::settings::other_tool::OtherTool;
use crate::settings::{Kind, Name, Source, TABLE};
use crate::text::json::{self, Field};
use crate::text::path::base_name;

/// What a handler runs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Handler {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Whether the host spawns it directly. Otherwise a shell runs one line.
    pub is_direct: bool,
    /// After how many seconds the host stops it; `None` if that is not said.
    pub timeout: Option<u64>,
}

#[derive(Deserialize)]
struct Raw<'a> {
    #[serde(borrow, default, rename = "type")]
    kind: Field<'a>,
    #[serde(borrow, default)]
    command: Field<'a>,
    #[serde(borrow, default)]
    args: Field<'a>,
    #[serde(borrow, default)]
    timeout: Field<'a>,
}

impl Handler {
    /// Returns what the handler that `text` writes runs, unless it is no plain command.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let raw: &RawValue = serde_json::from_str(text).ok()?;
        let raw: Raw<'_> = json::object(Some(raw))?;
        json::text(raw.kind).filter(|kind| kind == "command")?;
        let command = json::text(raw.command)?;
        let timeout = raw.timeout.and_then(|raw| raw.get().parse().ok());
        if raw.args.is_some() {
            let args = json::elements(raw.args)?;
            let args: Option<Vec<String>> =
                args.into_iter().map(|arg| json::text(Some(arg))).collect();
            return Some(Self { program: command, args: args?, is_direct: true, timeout });
        }
        let mut words = words(&command)?.into_iter();
        let program = words.next()?;
        Some(Self { program, args: words.collect(), is_direct: false, timeout })
    }

    /// Returns whether it is ours: it runs the hook of a program that is called `sprag`, or of one
    /// that is called otherwise and gets a command line that only ours understands. Whatever an
    /// installation writes is one of both.
    #[must_use]
    pub fn is_ours(&self) -> bool {
        let name = base_name(&self.program).unwrap_or_default();
        let name = name.strip_suffix(".exe").unwrap_or(name);
        let (first, rest) = match self.args.split_first() {
            Some((first, rest)) => (Some(first.as_str()), rest),
            None => (None, [].as_slice()),
        };
        if name == PROGRAM {
            // Without the word the program runs the hook, too.
            return first.is_none_or(|first| first == HOOK || setting(first).is_some());
        }
        first == Some(HOOK) && is_only_ours(rest)
    }
}

/// What the program is called, unless somebody renamed it.
pub const PROGRAM: &str = "sprag";

/// The word that runs the hook.
pub const HOOK: &str = "hook";

/// The option of the hook that says whose the entry is: `--of sprag`. It sets nothing.
pub const OF: &str = "of";

/// Returns the arguments with which an entry of ours runs `program`: these, and where they would
/// not tell it from a neighbour's, whose it is.
pub(super) fn signed(program: &str, args: Vec<String>) -> Vec<String> {
    let handler = Handler { program: program.into(), args, is_direct: true, timeout: None };
    if handler.is_ours() {
        return handler.args;
    }
    let rest = handler.args.iter().skip_while(|arg| *arg == HOOK).cloned();
    let of = [HOOK.into(), ["--", OF].concat(), PROGRAM.into()];
    of.into_iter().chain(rest).collect()
}

/// Returns what an option of the hook sets; `None` for what is not one of its options.
fn setting(option: &str) -> Option<Option<Name>> {
    let key = option.strip_prefix("--")?;
    let key = key.split('=').next().unwrap_or_default().replace('-', "_");
    if key == "host" || key == OF {
        return Some(None);
    }
    let row = TABLE.iter().find(|row| row.key == key)?;
    row.sources.contains(&Source::CommandLine).then_some(Some(row.name))
}

/// Returns whether `args` are options of ours, all of them, and one of them says a word that is
/// ours alone: checks of ours, a tool whose place we take, or whose the entry is.
fn is_only_ours(args: &[String]) -> bool {
    let mut args = args.iter().map(String::as_str);
    let mut is_told = false;
    while let Some(option) = args.next() {
        let Some(name) = setting(option) else { return false };
        let value = match option.split_once('=') {
            Some((_, value)) => value,
            None if name.is_some_and(|name| name.setting().kind.is_switch()) => continue,
            None => args.next().unwrap_or_default(),
        };
        let is_check = |word: &str| Kind::check_words().any(|known| known == word);
        is_told |= match name {
            Some(Name::Checks) => value.split([',', ' ']).map(str::trim).all(is_check),
            Some(Name::As) => OtherTool::from_word(value).is_some(),
            None => {
                option.strip_prefix("--").is_some_and(|key| key.starts_with(OF)) && value == PROGRAM
            }
            Some(_) => false,
        };
    }
    is_told
}

/// Returns the shell line that runs a program with these arguments and does nothing else.
pub(super) fn line(program: &str, args: &[String]) -> String {
    // In the place of the program `A=b` would set a variable.
    let program = if program.contains('=') { in_quotes(program) } else { quoted(program) };
    let words = core::iter::once(program).chain(args.iter().map(|arg| quoted(arg)));
    words.collect::<Vec<_>>().join(" ")
}

/// Returns a word as a shell reads it; one that needs no quotes has none.
fn quoted(word: &str) -> String {
    let is_plain = |char: char| char.is_alphanumeric() || "/._-+,:@%=".contains(char);
    if !word.is_empty() && word.chars().all(is_plain) { word.into() } else { in_quotes(word) }
}

fn in_quotes(word: &str) -> String {
    ["'", &word.replace('\'', r"'\''"), "'"].concat()
}

/// Returns the words of a shell line that runs one program and does nothing else.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(char) = chars.next() {
        match (quote, char) {
            (Some(open), _) if char == open => quote = None,
            (Some('\''), _) => word.get_or_insert_default().push(char),
            (_, '`') => return None,
            (_, '$') if chars.as_str().starts_with('(') => return None,
            (_, '\\') => word.get_or_insert_default().push(chars.next()?),
            (Some(_), _) => word.get_or_insert_default().push(char),
            (None, '\'' | '"') => {
                quote = Some(char);
                word.get_or_insert_default();
            }
            (None, ' ' | '\t') => words.extend(word.take()),
            (None, ';' | '|' | '&' | '<' | '>' | '(' | ')' | '{' | '#' | '\n') => return None,
            // A variable that is set for the program alone would be lost with the line.
            (None, '=') if words.is_empty() => return None,
            (None, _) => word.get_or_insert_default().push(char),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn direct(program: &str, args: &[&str]) -> Handler {
        let args = args.iter().map(|arg| String::from(*arg)).collect();
        Handler { program: program.into(), args, is_direct: true, timeout: None }
    }

    fn split(line: &str) -> Option<Vec<String>> {
        words(line)
    }

    #[test]
    fn our_program_is_ours_with_the_hooks_words_alone() {
        for args in [&[][..], &["hook"], &["--checks", "watch"], &["--host=claude"]] {
            assert!(direct("/home/dev/bin/sprag", args).is_ours(), "{args:?}");
        }
        assert!(direct("sprag.exe", &["hook"]).is_ours());
        for args in [&["doctor"][..], &["--endpoint", "x"], &["-v"]] {
            assert!(!direct("sprag", args).is_ours(), "{args:?}");
        }
    }

    #[test]
    fn another_program_is_ours_only_with_a_command_line_that_only_ours_understands() {
        for args in [
            &["hook", "--checks", "watch"][..],
            &["hook", "--checks=promises,watch", "--shadow"],
            &["hook", "--shadow", "--checks", "all"],
            &["hook", "--host", "claude", "--checks", "language promises"],
            &["hook", "--send-task", "--checks", "done"],
            &["hook", "--as", "belay"],
            &["hook", "--of", "sprag", "--shadow"],
            &["hook", "--of=sprag"],
            &["hook", "--checks", "done", "--of", "sprag"],
        ] {
            assert!(direct("stop-gate", args).is_ours(), "{args:?}");
        }
        for args in [
            &["hook"][..],
            &["hook", "--shadow"],
            &["hook", "--checks", ""],
            &["hook", "--checks", "lint"],
            &["hook", "--checks", "watch,lint"],
            &["hook", "--checks", "watch", "--other"],
            &["hook", "--as", "lint"],
            &["hook", "--of", "lint"],
            &["hook", "--host", "sprag"],
            &["hook", "--tau", "sprag"],
            &["hook", "--of"],
            &["hook", "--office", "sprag"],
            &["run", "--checks", "watch"],
            &["--checks", "watch"],
            &[],
        ] {
            assert!(!direct("stop-gate", args).is_ours(), "{args:?}");
        }
    }

    #[test]
    fn an_entry_of_ours_is_distinguished_from_a_neighbours_whatever_the_program_is_called() {
        for (program, args, expected) in [
            ("/opt/sprag", &["hook"][..], &["hook"][..]),
            ("gate", &["hook"], &["hook", "--of", "sprag"]),
            ("gate", &["hook", "--shadow"], &["hook", "--of", "sprag", "--shadow"]),
            ("gate", &[], &["hook", "--of", "sprag"]),
            ("gate", &["--shadow"], &["hook", "--of", "sprag", "--shadow"]),
            ("gate", &["hook", "--as", "belay"], &["hook", "--as", "belay"]),
            ("gate", &["hook", "--checks", "ask"], &["hook", "--checks", "ask"]),
        ] {
            let args = args.iter().map(|arg| String::from(*arg)).collect();
            let signed = signed(program, args);
            assert_eq!(signed, expected);
            let args: Vec<&str> = signed.iter().map(String::as_str).collect();
            assert!(direct(program, &args).is_ours(), "{signed:?}");
        }
    }

    #[test]
    fn a_shell_line_gives_back_the_words_it_was_made_of() {
        for all in [
            &["/opt/sprag", "hook", "--checks", "promises,watch"][..],
            &["/opt/my tools/sprag", "it's", "", "$HOME", "a\\b", "`b`", "\u{8a9e}", "#"],
            &["'", "''", "\"", "~", "A;B"],
            &["A=b", "A=b"],
            &["/opt/a=b/sprag", "--shadow=off"],
        ] {
            let args: Vec<String> = all[1..].iter().map(|arg| String::from(*arg)).collect();
            assert_eq!(split(&line(all[0], &args)).unwrap(), all);
        }
        assert_eq!(line("/opt/sprag", &["hook".into()]), "/opt/sprag hook");
        assert_eq!(line("my sprag", &["it's".into()]), r"'my sprag' 'it'\''s'");
    }

    #[test]
    fn a_shell_line_that_does_more_than_run_one_program_has_no_words() {
        for (line, expected) in [
            ("sprag hook", &["sprag", "hook"][..]),
            ("  sprag\thook ", &["sprag", "hook"]),
            ("'my dir/sprag' \"a b\"c", &["my dir/sprag", "a bc"]),
            (r"my\ dir/sprag \'", &["my dir/sprag", "'"]),
            (r"'a\b' ''", &[r"a\b", ""]),
            ("\"it's\" '\"'", &["it's", "\""]),
            ("$HOME/sprag", &["$HOME/sprag"]),
        ] {
            assert_eq!(split(line).unwrap(), expected, "{line}");
        }
        for line in [
            "a; b",
            "a | b",
            "a && b",
            "a > b",
            "a < b",
            "a `b`",
            "a $(b)",
            "a \"$(b)\"",
            "a \"`b`\"",
            "(a)",
            "{ a",
            "a # b",
            "a\nb",
            "'a",
            "\"a",
            "A=1 sprag hook",
            "A='1 2' sprag hook",
            "a \\",
        ] {
            assert_eq!(split(line), None, "{line}");
        }
    }
}
