//! What programs change in files.

use alloc::vec::Vec;

use super::{How, Writes, body, here_lines};
use crate::activity::command_line::{Program, Simple, Word};

impl<'a> Writes<'_, '_, 'a> {
    pub(super) fn program(&mut self, command: &Simple<'a>, program: &Program<'_, 'a>) {
        let words = program.arguments();
        let before = self.found.len();
        self.by_name(command, program.name, words);
        // Which files `xargs` names is not written here.
        let is_fed = program.behind == Some("xargs") && before == self.found.len();
        match program.name {
            "sed" | "perl" if is_fed && is_in_place(words) => self.add(How::InPlace, None, None),
            "rm" if is_fed => self.add(How::Remove, None, None),
            _ => {}
        }
    }

    fn by_name(&mut self, command: &Simple<'a>, name: &str, words: &[Word<'a>]) {
        match name {
            "tee" => self.files(How::Redirect, plain(words, &[]), here_lines(command)),
            "sed" | "gsed" if has_letter(words, 'i', "in-place") => {
                let has_script =
                    has_letter(words, 'e', "expression") || has_letter(words, 'f', "file");
                let files = plain(words, &["-e", "-f", "-E"]).skip(usize::from(!has_script));
                self.files(How::InPlace, files, None);
            }
            "perl" | "ruby" if is_in_place(words) => {
                let files = plain(words, &["-e", "-pe", "-i"])
                    .skip_while(|word| word.text().contains([';', ' ']));
                self.files(How::InPlace, files, None);
            }
            "awk" | "gawk" if words.iter().any(|word| word.text() == "inplace") => {
                self.add(How::InPlace, None, None);
            }
            "patch" if !has_letter(words, ' ', "dry-run") => {
                self.add(How::Patch, None, here_lines(command));
            }
            "apply_patch" | "applypatch" => self.add(How::Patch, None, here_lines(command)),
            "git" => self.git(words, here_lines(command)),
            "cp" | "mv" | "ln" | "install" | "rsync" => self.copied(name, words),
            "rm" | "unlink" | "rmdir" | "trash" => self.files(How::Remove, plain(words, &[]), None),
            "truncate" => self.files(How::Redirect, plain(words, &["-s", "--size"]), None),
            "dd" => {
                for target in words.iter().filter(|word| word.text().starts_with("of=")) {
                    self.target_of(target);
                }
            }
            name => self.script(name, command, words),
        }
    }

    pub(super) fn files<'c>(
        &mut self,
        how: How,
        files: impl Iterator<Item = &'c Word<'a>>,
        lines: Option<usize>,
    ) where
        'a: 'c,
    {
        for file in files {
            self.file(how, file, lines);
        }
    }

    fn target_of(&mut self, word: &Word<'a>) {
        let path = word.text().strip_prefix("of=").unwrap_or_default();
        if self.places.holds(path) {
            self.add(How::Copy, Some((super::owned(path), !word.is_expanded())), None);
        }
    }

    /// The last word is where it goes; of `mv` what it takes away is gone too.
    fn copied(&mut self, name: &str, words: &[Word<'a>]) {
        if has_letter(words, ' ', "dry-run") {
            return;
        }
        let into =
            words.iter().skip_while(|word| !matches!(word.text(), "-t" | "--target-directory"));
        let last = into.into_iter().nth(1).or_else(|| plain(words, &["-m", "-o", "-g"]).last());
        let is_copy = |word: &&Word<'a>| !word.text().contains(':') || !matches!(name, "rsync");
        let Some(target) = last.filter(is_copy) else { return };
        let before = self.found.len();
        self.file(How::Copy, target, None);
        if self.places.is_everywhere {
            self.displaced(name, words, target);
        } else if self.found.len() == before && name == "mv" {
            let gone = plain(words, &[]).filter(|word| word.text() != target.text());
            self.files(How::Remove, gone, None);
        }
    }

    fn git(&mut self, words: &[Word<'a>], here: Option<usize>) {
        let mut plain_words = plain(words, &["-C", "-c", "--git-dir", "--work-tree"]);
        let Some(action) = plain_words.next().map(Word::text) else { return };
        let next = plain_words.clone().next().map(Word::text);
        let has = |option: &str| words.iter().any(|word| word.text() == option);
        match action {
            "apply" if ["--check", "--stat", "--numstat", "--cached"].iter().any(|no| has(no)) => {}
            "apply" => self.add(How::Patch, None, here),
            "merge" | "rebase" | "cherry-pick" | "revert" | "am" if has("--abort") => {
                self.add(How::Restore, None, None)
            }
            "am" => self.add(How::Patch, None, here),
            "rebase" if rewrites_own_commits(words) => {}
            "merge" | "rebase" | "pull" | "revert" | "cherry-pick" => {
                self.add(How::Merge, None, None);
            }
            "stash" => match next {
                Some("pop" | "apply") => self.add(How::Unstash, None, None),
                Some("branch") => self.add(How::Merge, None, None),
                None | Some("push" | "save") => self.stashed(words, next),
                Some(_) if has("--") => self.stashed(words, next),
                Some(_) => {}
            },
            "reset" if has("--hard") || has("--merge") || has("--keep") => {
                self.add(How::Restore, None, None);
            }
            "restore" if has("--staged") && !has("--worktree") => {}
            "restore" => self.restored(plain_words, &["-s", "--source"]),
            "checkout" if has("--") => {
                let files = words.iter().skip_while(|word| word.text() != "--").skip(1);
                self.files(How::Restore, files, None);
            }
            "checkout" if has("-b") || has("-B") || has("--orphan") => {}
            "checkout" if has("--theirs") || has("--ours") => self.restored(plain_words, &[]),
            // Another branch: other files.
            "checkout" | "switch" if !has("-c") && !has("-C") && !has("--create") => {
                let is_file = |word: &&Word<'a>| word.text().contains('.') || word.text() == ".";
                let files: usize = plain_words.clone().filter(is_file).count();
                if files > 0 {
                    self.files(How::Restore, plain_words.filter(is_file), None);
                }
            }
            "clean" if !has("-n") && !has("--dry-run") => self.add(How::Remove, None, None),
            "rm" if !has("--cached") => self.files(How::Remove, plain_words, None),
            "mv" => self.files(How::Copy, plain_words.last().into_iter(), None),
            _ => {}
        }
    }

    /// `git stash push -m x -- a b`
    fn stashed(&mut self, words: &[Word<'a>], action: Option<&str>) {
        let behind = words.iter().skip_while(|word| word.text() != "--").skip(1);
        let named = plain(words, &["-C", "-c", "-m", "--message"]).skip(2);
        let named = named.filter(|_| action == Some("push"));
        let files: Vec<&Word<'a>> = if words.iter().any(|word| word.text() == "--") {
            behind.collect()
        } else {
            named.collect()
        };
        if files.is_empty() {
            self.add(How::Stash, None, None);
        }
        self.files(How::Stash, files.into_iter(), None);
    }

    fn restored<'c>(&mut self, words: impl Iterator<Item = &'c Word<'a>> + Clone, sources: &[&str])
    where
        'a: 'c,
    {
        let files = words.filter(|word| !sources.contains(&word.text()));
        if files.clone().next().is_none() {
            self.add(How::Restore, None, None);
        }
        self.files(How::Restore, files, None);
    }

    /// A script in the line itself.
    fn script(&mut self, name: &str, command: &Simple<'a>, words: &[Word<'a>]) {
        let is_interpreter = ["python", "node", "ruby", "perl", "bun", "deno", "php", "tsx"]
            .iter()
            .any(|interpreter| name.starts_with(interpreter));
        if !is_interpreter {
            return;
        }
        let is_inline =
            |word: &Word<'_>| matches!(word.text(), "-c" | "-e" | "--eval" | "-p" | "-r" | "eval");
        let at = words.iter().position(is_inline);
        let inline = at.and_then(|at| words.get(at.saturating_add(1))).map(Word::text);
        let here = command.redirections.iter().find_map(|one| one.here.as_ref());
        let texts = inline.into_iter().chain(here.map(|here| &*here.text));
        for text in texts {
            for write in body::writes(text) {
                match write.path {
                    Some(path) if !self.places.holds(path) => {}
                    Some(path) => self.add(How::Script, Some((super::owned(path), true)), None),
                    None => self.add(How::Script, None, None),
                }
            }
        }
    }
}

/// Tells whether a rebase only puts one's own commits in order, on what they stand on already: the
/// files end as they were.
fn rewrites_own_commits(words: &[Word<'_>]) -> bool {
    let is_given = |options: &[&str]| words.iter().any(|word| options.contains(&word.text()));
    let own = ["HEAD~", "HEAD^", "@~", "@^"];
    let is_own = |word: &Word<'_>| own.iter().any(|lead| word.text().starts_with(lead));
    let mut targets = plain(words, &["-C", "-c", "-x", "--exec", "-s", "-X"]).skip(1);
    let is_on_own = targets.next().is_some_and(is_own) || is_given(&["--root", "--keep-base"]);
    is_given(&["-i", "--interactive", "--autosquash"]) && !is_given(&["--onto"]) && is_on_own
}

/// The words that are neither options nor their values.
pub(super) fn plain<'c, 'a: 'c>(
    words: &'c [Word<'a>],
    valued: &'c [&'c str],
) -> impl Iterator<Item = &'c Word<'a>> + Clone {
    words
        .iter()
        .scan(false, |is_value, word| {
            let text = word.text();
            let skipped = core::mem::replace(is_value, valued.contains(&text));
            let is_option = text.starts_with('-') && text.len() > 1;
            let is_plain = !(skipped || is_option);
            Some(is_plain.then_some(word))
        })
        .flatten()
        .filter(|word| !word.text().is_empty())
}

/// Tells whether an option is given, as a letter among others or as a word.
fn has_letter(words: &[Word<'_>], letter: char, word: &str) -> bool {
    words.iter().any(|given| {
        let given = given.text();
        match given.strip_prefix("--") {
            Some(long) => long.split_once('=').map_or(long, |(long, _)| long) == word,
            None => given.strip_prefix('-').is_some_and(|letters| {
                letters.split(['.', '/']).next().unwrap_or_default().contains(letter)
            }),
        }
    })
}

/// `perl -pi -e`, `perl -i.bak -pe`, `ruby -i`
fn is_in_place(words: &[Word<'_>]) -> bool {
    words.iter().map(Word::text).take_while(|word| word.starts_with('-')).any(|word| {
        let letters = word.trim_start_matches('-');
        let letters =
            letters.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        letters.contains('i') && !letters.starts_with(['M', 'I', 'm'])
    })
}
