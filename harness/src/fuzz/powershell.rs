//! Command lines of PowerShell.

use sprag_core::activity::command_line::{CommandLine, Ending, Exit, Language, Place, Simple};
use sprag_core::limits::{COMMANDS_MAX, WORDS_MAX};

use super::command_line::{bounded, words};

const TOOL: Language = Language::PowerShell(Ending::LastProgram);
const SCRIPT: Language = Language::PowerShell(Ending::LastStatement);

/// Any text as a command line of PowerShell.
///
/// # Panics
///
/// Panics if a bound is passed, an index points outside, words that are quoted are read as others,
/// a slow reader of plain lines finds other words, a line that another follows is read as another,
/// a program leaves a status to be seen that runs in some case only or before another one, or a
/// script shows more of that than a tool does.
pub fn fuzz_powershell(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let line = CommandLine::parse_in(&text, TOOL);
    bounded(&line);
    quoted(&line);
    followed(&text, &line);
    less_in_scripts(&text, &line);
    let plain: String = text.chars().filter(|c| !"$(){}<>@,[]-+!=%*?\r".contains(*c)).collect();
    agree(&plain);
    masked(&plain);
}

/// Words that no cmdlet is made of are read back as they are.
fn quoted(line: &CommandLine<'_>) {
    for command in line.commands.iter().filter(|command| is_program(command)) {
        let quoted = |word: &str| ["'", &word.replace('\'', "''"), "'"].concat();
        let words = words(command);
        let text = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        let text = ["& ", &text].concat();
        let again = CommandLine::parse_in(&text, TOOL);
        let first = again.commands.first().expect("quoted words are a command");
        assert_eq!(self::words(first), words);
    }
}

fn is_program(command: &Simple<'_>) -> bool {
    // What another shell runs is written in its own way.
    !command.nesting.contains(Place::Script)
        && command.words.first().is_some_and(|word| !is_known(word.text()))
}

/// Tells whether a word is a keyword, or one that a cmdlet may have become or be called by.
fn is_known(word: &str) -> bool {
    const KNOWN: &str = "\
        cat tail head sed tee rm cp mv mkdir cd pushd popd ls pwd ps kill sleep echo eval exit \
        gc type more less chdir sl copy cpi move mi ren rni del erase rmdir rd ri ni ac sc dir \
        gci write select sls sort measure group oh iex iwr curl wget irm icm gi gcm gl start \
        saps gps spps ft fl cls clear foreach where if while for switch do function filter try \
        catch finally return throw param begin process end class enum using trap break continue";
    let lower = word.to_lowercase();
    lower.is_empty() || KNOWN.split_whitespace().any(|known| known == lower)
}

/// What stands on the next line changes no word of this one.
fn followed(text: &str, line: &CommandLine<'_>) {
    // An array goes on behind its comma, whatever comment stands there.
    let in_array = text.match_indices(',').any(|(at, _)| {
        let rest = text.split_at(at).1.trim_start_matches([',', ' ', '\t', '\r', '\n']);
        rest.is_empty() || rest.starts_with(['#', '`']) || rest.starts_with("<#")
    });
    let goes_on = in_array || text.trim_end().ends_with(['`', '=', '|', '&']);
    if !line.complete || goes_on || line.commands.len() == COMMANDS_MAX {
        return;
    }
    let longer = [text, "\nzz"].concat();
    let longer = CommandLine::parse_in(&longer, TOOL);
    assert!(longer.complete, "{text}");
    let (last, before) = longer.commands.split_last().expect("there is one more");
    assert_eq!((words(last), last.exit()), (vec!["zz"], Exit::Seen), "{text}");
    let all = |commands: &[Simple<'_>]| -> Vec<String> {
        commands.iter().map(|command| format!("{:?}", words(command))).collect()
    };
    assert_eq!(all(before), all(&line.commands));
}

/// What a script shows of its end, a tool shows, too.
fn less_in_scripts(text: &str, line: &CommandLine<'_>) {
    let script = CommandLine::parse_in(text, SCRIPT);
    assert_eq!(script.commands.len(), line.commands.len());
    for (script, tool) in script.commands.iter().zip(&line.commands) {
        assert_eq!(words(script), words(tool));
        assert!(script.exit() == Exit::Masked || tool.exit() == Exit::Seen, "{text}");
    }
}

/// What runs in some case only, and what another program follows, leaves no status to be seen.
fn masked(plain: &str) {
    for (before, behind) in [("if ($x) {\n", "\n}"), ("foreach ($x in $y) {\n", "\n}")] {
        let text = [before, plain, behind].concat();
        let line = CommandLine::parse_in(&text, TOOL);
        if line.complete {
            assert!(line.commands.iter().all(|one| one.exit() == Exit::Masked), "{text}");
        }
    }
    let text = [plain, "\nzz"].concat();
    let line = CommandLine::parse_in(&text, TOOL);
    if let Some((last, before)) = line.commands.split_last().filter(|_| line.complete)
        && words(last) == ["zz"]
        && last.waits_on.is_none()
        && !last.is_alternative
    {
        assert!(before.iter().all(|one| one.exit() == Exit::Masked), "{text}");
    }
}

/// Reads a line without expressions, one character at a time.
fn agree(plain: &str) {
    let Some(expected) = Slow::read(plain) else { return };
    let line = CommandLine::parse_in(plain, TOOL);
    let found: Vec<Vec<&str>> = line.commands.iter().map(words).collect();
    let is_plain = |words: &Vec<String>| {
        let shells =
            ["sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "cmd", "pwsh", "powershell"];
        let is_shell = |word: &String| shells.iter().any(|shell| word.contains(shell));
        words.len() < WORDS_MAX
            && !words.iter().any(is_shell)
            && words.first().is_some_and(|word| !is_known(word) && !word.starts_with(special))
    };
    if expected.iter().all(is_plain) && expected.len() < COMMANDS_MAX {
        assert_eq!(found, expected, "{plain}");
    }
}

/// Tells whether a letter begins an expression or a call.
fn special(first: char) -> bool {
    first.is_ascii_digit() || matches!(first, '.' | '"' | '\'' | '&' | '/')
}

/// A reader that goes from character to character.
#[derive(Debug, Default)]
struct Slow {
    commands: Vec<Vec<String>>,
    words: Vec<String>,
    word: Option<String>,
    is_quoted: bool,
}

impl Slow {
    /// Returns the words of each command, or nothing where a quote is left open or one begins a
    /// command.
    fn read(text: &str) -> Option<Vec<Vec<String>>> {
        let mut slow = Self::default();
        let mut characters = text.chars().peekable();
        while let Some(next) = characters.next() {
            let begins = slow.words.is_empty() && slow.word.is_none();
            match next {
                ' ' | '\t' => slow.end_word(),
                '\n' | ';' | '|' | '&' => slow.end_command(),
                '#' if slow.word.is_none() => {
                    while characters.peek().is_some_and(|inside| *inside != '\n') {
                        characters.next();
                    }
                }
                '"' | '\'' | '`' if begins => return None,
                '\'' => loop {
                    match characters.next()? {
                        '\'' if characters.peek() == Some(&'\'') => {
                            characters.next();
                            slow.quote(Some('\''));
                        }
                        '\'' => break slow.quote(None),
                        inside => slow.quote(Some(inside)),
                    }
                },
                '"' => loop {
                    match characters.next()? {
                        '"' if characters.peek() == Some(&'"') => {
                            characters.next();
                            slow.quote(Some('"'));
                        }
                        '"' => break slow.quote(None),
                        '`' => slow.quote(escaped(characters.next())),
                        inside => slow.quote(Some(inside)),
                    }
                },
                '`' if characters.peek() == Some(&'\n') && slow.word.is_none() => {
                    characters.next();
                }
                '`' => slow.quote(escaped(characters.next())),
                plain => slow.word.get_or_insert_default().push(plain),
            }
        }
        slow.end_command();
        Some(slow.commands)
    }

    fn quote(&mut self, character: Option<char>) {
        self.word.get_or_insert_default().extend(character);
        self.is_quoted = true;
    }

    fn end_word(&mut self) {
        let is_path = self.words.is_empty() || !core::mem::take(&mut self.is_quoted);
        let word = self.word.take();
        self.words.extend(word.map(|word| if is_path { word.replace('\\', "/") } else { word }));
        self.is_quoted = false;
    }

    fn end_command(&mut self) {
        self.end_word();
        if !self.words.is_empty() {
            self.commands.push(core::mem::take(&mut self.words));
        }
    }
}

/// What a backtick makes of a character.
fn escaped(character: Option<char>) -> Option<char> {
    match character? {
        'n' => Some('\n'),
        't' => Some('\t'),
        'r' => Some('\r'),
        '0' => Some('\0'),
        '\n' => None,
        other => Some(other),
    }
}
