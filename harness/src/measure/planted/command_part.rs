//! The commands of a command line, as far as planting needs them: it must not read command lines
//! with the code that it tests.

use alloc::vec::Vec;

use regex_lite::Regex;

/// One command of a command line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct CommandPart<'a> {
    /// The name of the program, without its folder.
    pub(super) program: &'a str,
    rest: Vec<&'a str>,
}

impl<'a> CommandPart<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let is_name = |word: &&str| !word.contains('=') && !["(", "{", "&", "env"].contains(word);
        let mut words = text.split_whitespace().skip_while(|word| !is_name(word));
        let program = words.next()?.trim_start_matches(['(', '{']);
        let program = program.rsplit(['/', '\\']).next().unwrap_or(program);
        Some(Self { program, rest: words.collect() })
    }

    /// Returns the program and what it is told, without paths.
    pub(super) fn words(&self) -> impl Iterator<Item = &'a str> {
        let told = self.rest.iter().copied().filter(|word| !word.contains(['/', '\\']));
        [self.program].into_iter().chain(told)
    }
}

/// Returns the commands of a line, without what is handed to them.
pub(super) fn parts(line: &str) -> Vec<CommandPart<'_>> {
    let Ok(here) = Regex::new(r#"<<-?\s*['"]?(\w+)"#) else { return Vec::new() };
    let mut end: Option<&str> = None;
    let mut parts = Vec::new();
    for line in line.lines() {
        if let Some(word) = end {
            end = (line.trim() != word).then_some(word);
            continue;
        }
        end = here.captures(line).and_then(|found| found.get(1)).map(|word| word.as_str());
        parts.extend(line.split(['&', '|', ';']).filter_map(CommandPart::of));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_handed_to_a_command_is_no_command() {
        let line =
            "cd a && CI=1 bun test src/sum.ts <<'EOF'\nmake check\nEOF\n./gradlew lint | cat";
        let parts = parts(line);
        let programs: Vec<_> = parts.iter().map(|part| part.program).collect();
        assert_eq!(programs, ["cd", "bun", "gradlew", "cat"]);
        let words: Vec<_> = parts.iter().flat_map(CommandPart::words).collect();
        assert_eq!(words, ["cd", "a", "bun", "test", "<<'EOF'", "gradlew", "lint", "cat"]);
    }
}
