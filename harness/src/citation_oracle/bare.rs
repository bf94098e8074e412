//! References that nobody looked up, by regular expressions over one letter for each character.

use core::cell::RefCell;
use std::collections::HashMap;

use regex_lite::Regex;
use sprag_core::worker::Source;

/// Returns an expression that has to fit from the beginning. `NUM` are numbers of lines, `DD` is a
/// digit, `WW` what a word goes on with, `GG` what stands between a name and a line.
fn fitting(expression: &str) -> Regex {
    let expression = expression
        .replace("NUM", "DD+(?:[-\\x04:][Ll]?DD+)*")
        .replace("DD", "[0-9\\x02\\x05]")
        .replace("WW", "[A-Za-z0-9_\\x01\\x02\\x05]")
        .replace("GG", "[ \\x03`*\"')\\]>:#,(\\[]")
        .replace("NAME", "[A-Za-z0-9\\x01\\x02\\x05_\\-./\\\\~@+$%]+");
    Regex::new(&["^", &expression].concat()).unwrap()
}

/// Returns how long the expression fits.
fn fits(expression: &'static str, letters: &[char]) -> Option<usize> {
    // To make one takes longer than to use it.
    thread_local! {
        static MADE: RefCell<HashMap<&'static str, Regex>> = RefCell::new(HashMap::new());
    }
    let text: String = letters.iter().collect();
    MADE.with_borrow_mut(|made| {
        let regex = made.entry(expression).or_insert_with(|| fitting(expression));
        regex.find(&text).map(|found| found.as_str().chars().count())
    })
}

/// Returns the letter that stands for a character.
fn letter(c: char) -> char {
    let is_odd = matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffd}'
        | '\u{e0000}'..='\u{e0fff}');
    match c {
        '\n' => '\n',
        c if c.is_whitespace() => ' ',
        c if c.is_control() || is_odd => '\u{3}',
        c if c.is_ascii() => c,
        '\u{ff1a}' => ':',
        '\u{2013}' => '\u{4}',
        c if c.is_alphabetic() && c.is_numeric() => '\u{5}',
        c if c.is_alphabetic() => '\u{1}',
        c if c.is_numeric() => '\u{2}',
        _ => '\u{6}',
    }
}

/// Returns where a mark belongs.
pub(super) fn marks(
    all: &[char],
    files: &[Source],
    spans: &[(usize, usize)],
    settled: &[(usize, usize)],
) -> Vec<usize> {
    let letters: Vec<char> = all.iter().map(|c| letter(*c)).collect();
    let mut marks = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let Some(length) = fits("NAME", &letters[at..]) else {
            at += 1;
            continue;
        };
        let end = at + length;
        let Some(stop) = stop_of(&all[at..end], &all[end..], &letters[end..], files) else {
            at = end;
            continue;
        };
        let (start, stop) = (at, end + stop);
        at = stop;
        let is_in = |(from, to): &(usize, usize)| {
            (*from <= start && start < *to) || (*from < stop && stop < *to)
        };
        if settled.iter().any(is_in) {
            continue;
        }
        let around = spans.iter().find(|(from, to)| *from < stop && stop <= *to);
        let mut mark = around.map_or(stop, |(_, to)| *to);
        if all.get(mark) == Some(&')') {
            mark += 1;
        }
        let behind: String = all[mark..].iter().take(13).collect();
        if behind != " [unverified]" && !marks.contains(&mark) {
            marks.push(mark);
        }
    }
    marks
}

/// Returns how long it fits, where no word goes on behind it.
fn fits_whole(expression: &'static str, letters: &[char]) -> Option<usize> {
    let length = fits(expression, letters)?;
    let goes_on = fits("(?:WW|\\.DD)", &letters[length..]);
    goes_on.is_none().then_some(length)
}

/// Returns how much behind a word makes a reference of it.
fn stop_of(word: &[char], all: &[char], letters: &[char], files: &[Source]) -> Option<usize> {
    let word: String = word.iter().collect();
    let lower = word.to_ascii_lowercase();
    let found = if is_file(&word, files) {
        line_of(&word, letters, files)
    } else if lower == "line" || lower == "lines" {
        file_of(all, letters, files)
    } else {
        None
    };
    let is_numbered = found.is_none() && lower == "file";
    if is_numbered { fits_whole(" DD+:NUM", letters) } else { found }
}

fn line_of(word: &str, letters: &[char], files: &[Source]) -> Option<usize> {
    let gap = fits("GG*", letters).unwrap_or_default();
    let signs = &letters[..gap];
    let is_signed = signs.contains(&':')
        || signs.contains(&'#')
        || signs.contains(&'(') && is_at_hand(word, files);
    let direct =
        if is_signed && !signs.contains(&' ') { fits_whole("GG*[Ll]?NUM", letters) } else { None };
    let said = "(?i)GG*(?:(?:at|on|in|see)(?:GG|[.])+)?(?:lines?|ln?)(?:GG|[.])*NUM";
    direct.or_else(|| fits_whole(said, letters))
}

fn file_of(all: &[char], letters: &[char], files: &[Source]) -> Option<usize> {
    let first = fits_whole("GG*NUM", letters)?;
    let at = first + fits("(?i)GG*(?:of|in)(?:GG|[.])*", &letters[first..])?;
    let next = letters.get(at)?;
    let is_one_word = letters[at - 1].is_ascii_alphabetic() && next.is_ascii_alphabetic();
    let mut name = fits("NAME", &letters[at..])?;
    while name > 0 && letters[at + name - 1] == '.' {
        name -= 1;
    }
    let word: String = all[at..at + name].iter().collect();
    (!is_one_word && is_file(&word, files)).then_some(at + name)
}

fn last(path: &str) -> &str {
    path.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or_default()
}

fn is_at_hand(word: &str, files: &[Source]) -> bool {
    let word = word.to_ascii_lowercase();
    files.iter().any(|file| {
        let path = file.path.to_ascii_lowercase();
        path == word || last(&path) == word
    })
}

fn is_file(word: &str, files: &[Source]) -> bool {
    let is_host = word.starts_with("//") && !word.trim_start_matches('/').contains('/');
    if word.ends_with('.') || is_host {
        return false;
    }
    let name = last(word).to_ascii_lowercase();
    let known = ["makefile", "dockerfile", "justfile", "rakefile", "gemfile", "license", "readme"];
    let hosts = "com org net edu gov io dev local internal example invalid lan home";
    let by_end = match name.split('.').collect::<Vec<&str>>().as_slice() {
        [] => false,
        [name] => {
            let is_letter = name.chars().next().is_some_and(char::is_alphabetic);
            known.contains(name) || word.contains('/') && is_letter
        }
        [.., end] => {
            end.len() <= 10
                && end.chars().all(|c| c.is_ascii_alphanumeric())
                && end.chars().next().is_some_and(|c| c.is_ascii_alphabetic())
                && !hosts.split(' ').any(|host| host == *end)
        }
    };
    by_end || is_at_hand(word, files)
}
