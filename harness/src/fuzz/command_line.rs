//! Command lines of a shell.

use sprag_core::activity::command_line::{CommandLine, Exit, Simple};
use sprag_core::activity::{runner, shell_write};
use sprag_core::limits::{COMMANDS_MAX, REDIRECTIONS_MAX, SHELL_WRITES_MAX, WORDS_MAX};

/// Any text as a command line.
///
/// # Panics
///
/// Panics if a bound is passed, an index points outside, words that are quoted are read as others,
/// a slow reader of plain lines finds other words, a line that another follows is read as another,
/// or an alternative leaves a status to be seen.
pub fn fuzz_command_line(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let line = CommandLine::parse(&text);
    bounded(&line);
    quoted(&line);
    followed(&text, &line);
    let plain: String = text.chars().filter(|c| !"$`()<>#{}![]=*?\r".contains(*c)).collect();
    agree(&plain);
    masked(&plain);
}

pub(super) fn bounded(line: &CommandLine<'_>) {
    let count = line.commands.len();
    assert!(count <= COMMANDS_MAX);
    for (at, command) in line.commands.iter().enumerate() {
        // What a success lets run stands behind it, and what a command waits on before it.
        let later = [command.vouched_by, command.status_read_by];
        assert!(later.iter().flatten().all(|next| *next > at && *next <= count), "{line:?}");
        assert!(command.waits_on.is_none_or(|first| first < at), "{line:?}");
        let is_listing = runner::only_lists(command);
        assert!(!is_listing || runner::run_of(command).is_none(), "{line:?}");
        assert!(command.words.len() <= WORDS_MAX && command.redirections.len() <= REDIRECTIONS_MAX);
        let ends = [command.piped_from, command.piped_into];
        assert!(ends.iter().flatten().all(|end| *end <= count), "{line:?}");
        let run = runner::run_of(command);
        assert!(run.is_none_or(|run| run.runner.to_string().len() < 32 && !run.kinds.is_empty()));
    }
    let writes = shell_write::writes(line);
    assert!(writes.len() <= SHELL_WRITES_MAX);
    assert!(writes.iter().all(|write| write.command < count));
}

/// Words that are quoted are read back as they are.
fn quoted(line: &CommandLine<'_>) {
    for command in line.commands.iter().filter(|command| !command.words.is_empty()) {
        let quoted = |word: &str| ["'", &word.replace('\'', "'\\''"), "'"].concat();
        let words = words(command);
        let text = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        let again = CommandLine::parse(&text);
        // A shell that is quoted runs its script anyway.
        let first = again.commands.first().expect("quoted words are a command");
        assert_eq!(self::words(first), words);
    }
}

pub(super) fn words<'c>(command: &'c Simple<'_>) -> Vec<&'c str> {
    command.words.iter().map(|word| word.text()).collect()
}

/// What stands on the next line changes no word of this one.
fn followed(text: &str, line: &CommandLine<'_>) {
    if !line.complete || text.ends_with('\\') || line.commands.len() == COMMANDS_MAX {
        return;
    }
    let longer = [text, "\nend"].concat();
    let longer = CommandLine::parse(&longer);
    assert!(longer.complete, "{text}");
    let (last, before) = longer.commands.split_last().expect("there is one more");
    assert_eq!((words(last), last.exit()), (vec!["end"], Exit::Seen));
    let all = |commands: &[Simple<'_>]| -> Vec<String> {
        commands.iter().map(|command| format!("{:?}", words(command))).collect()
    };
    assert_eq!(all(before), all(&line.commands));
}

/// Whatever a group holds, an alternative to it hides how that ended.
fn masked(plain: &str) {
    let ends = ["set", "exit", "return", "eval", "sh", "false"];
    if ends.iter().any(|word| plain.contains(word)) {
        return;
    }
    let text = ["{\n", plain, "\n} || true"].concat();
    let line = CommandLine::parse(&text);
    if line.complete && !plain.ends_with('\\') {
        assert!(line.commands.iter().all(|command| command.exit() == Exit::Masked), "{text}");
    }
}

/// Reads a line without expansions, redirections, groups and comments, one character at a time.
fn agree(plain: &str) {
    let Some(expected) = Slow::read(plain) else { return };
    let line = CommandLine::parse(plain);
    let found: Vec<Vec<&str>> = line.commands.iter().map(words).collect();
    let words_of_language = "if then elif else fi while until for do done case esac in select \
        function time coproc eval sh bash zsh dash ksh ash fish";
    let is_plain = |words: &Vec<String>| {
        words.iter().all(|word| !words_of_language.split(' ').any(|special| word.contains(special)))
            && words.len() < WORDS_MAX
    };
    if expected.iter().all(is_plain) && expected.len() < COMMANDS_MAX {
        assert_eq!(found, expected, "{plain}");
    }
}

/// A reader that goes from character to character.
#[derive(Debug, Default)]
struct Slow {
    commands: Vec<Vec<String>>,
    words: Vec<String>,
    word: Option<String>,
}

impl Slow {
    /// Returns the words of each command, or nothing where a quote is left open.
    fn read(text: &str) -> Option<Vec<Vec<String>>> {
        let mut slow = Self::default();
        let mut characters = text.chars();
        while let Some(next) = characters.next() {
            match next {
                ' ' | '\t' => slow.end_word(),
                '\n' | ';' | '&' | '|' => slow.end_command(),
                '\'' => loop {
                    match characters.next()? {
                        '\'' => break slow.add(None),
                        inside => slow.add(Some(inside)),
                    }
                },
                '"' => loop {
                    match characters.next()? {
                        '"' => break slow.add(None),
                        '\\' => match characters.next()? {
                            '\n' => {}
                            escaped @ ('"' | '\\') => slow.add(Some(escaped)),
                            other => {
                                slow.add(Some('\\'));
                                slow.add(Some(other));
                            }
                        },
                        inside => slow.add(Some(inside)),
                    }
                },
                '\\' => match characters.next() {
                    Some('\n') => {}
                    Some(escaped) => slow.add(Some(escaped)),
                    None => slow.add(Some('\\')),
                },
                plain => slow.add(Some(plain)),
            }
        }
        slow.end_command();
        Some(slow.commands)
    }

    fn add(&mut self, character: Option<char>) {
        self.word.get_or_insert_default().extend(character);
    }

    fn end_word(&mut self) {
        self.words.extend(self.word.take());
    }

    fn end_command(&mut self) {
        self.end_word();
        if !self.words.is_empty() {
            self.commands.push(core::mem::take(&mut self.words));
        }
    }
}
