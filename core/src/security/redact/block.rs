//! Tells prose from code and quotes, line by line, after CommonMark
//! <https://spec.commonmark.org/0.31.2/>; knows nothing of what stands inside a line.
//!
//! Where a whole parser is needed to know, as for the indentation inside lists, a fence may have
//! any: rather too much counts as code than too little.

use alloc::string::String;

use super::{extent, piece::Mask, span};

/// Returns the prose of `text`: a fenced block becomes one placeholder, a quote an empty line, and
/// a code span what `name` makes of it.
pub(super) fn prose(text: &str, name: fn(&str) -> &'static str) -> String {
    let mut walk =
        Walk { name, out: String::new(), block: String::new(), fence: None, numbered: false };
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    for line in text.split('\n') {
        walk.step(line);
    }
    walk.end_block();
    walk.out
}

struct Walk {
    name: fn(&str) -> &'static str,
    out: String,
    /// The lines of the block that is being read; a code span ends with its block.
    block: String,
    fence: Option<Fence>,
    numbered: bool,
}

impl Walk {
    fn step(&mut self, line: &str) {
        if let Some(fence) = &self.fence {
            if fence.is_closed_by(line) {
                self.fence = None;
            }
            return;
        }
        let numbers =
            if self.numbered || self.block.is_empty() { Numbers::Any } else { Numbers::One };
        match Kind::of(line, numbers) {
            Kind::Blank | Kind::Quote => self.lone(""),
            Kind::Fence(fence) => {
                self.lone((self.name)(""));
                self.fence = Some(fence);
            }
            Kind::Lone => self.lone(line),
            Kind::Item(numbered) => {
                self.end_block();
                self.numbered = numbered;
                self.push(line);
            }
            Kind::Text => self.push(line),
        }
    }

    fn push(&mut self, line: &str) {
        self.block.push_str(line);
        self.block.push('\n');
    }

    /// Lets out a line that is a block of its own.
    fn lone(&mut self, line: &str) {
        self.end_block();
        self.push(line);
        self.end_block();
    }

    fn end_block(&mut self) {
        span::push_prose(&self.block, self.name, &mut self.out);
        self.block.clear();
        self.numbered = false;
    }
}

/// With which number an item can start: amid a paragraph a list has to start with 1.
#[derive(Clone, Copy, PartialEq)]
enum Numbers {
    Any,
    One,
}

enum Kind {
    Blank,
    Fence(Fence),
    Item(bool),
    Lone,
    Quote,
    Text,
}

impl Kind {
    fn of(line: &str, numbers: Numbers) -> Self {
        let rest = line.trim_matches(extent::is_blank);
        let content = unmarked(rest);
        if rest.is_empty() {
            Self::Blank
        } else if is_quote(content) {
            Self::Quote
        } else if let Some(fence) = Fence::opened_by(line, content) {
            Self::Fence(fence)
        } else if is_lone(rest) || is_lone(content) {
            Self::Lone
        } else if starts_item(rest, numbers) {
            Self::Item(item_number(rest).is_some())
        } else {
            Self::Text
        }
    }
}

/// Returns what follows the list markers at the start of a line.
fn unmarked(line: &str) -> &str {
    let mut rest = line;
    for _ in line.chars() {
        let Some(content) = item(rest) else { break };
        rest = content;
    }
    rest
}

/// Returns what follows one list marker: blanks, then the content, or nothing.
fn item(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(['-', '+', '*']).or_else(|| item_number(line).map(|it| it.1))?;
    let content = rest.trim_start_matches(extent::is_blank);
    (content.is_empty() || content.len() < rest.len()).then_some(content)
}

/// Returns the number of an ordered item and what follows its marker.
fn item_number(line: &str) -> Option<(&str, &str)> {
    let (number, rest) = line.split_at_checked(extent::run_end(line, 0, extent::is_digit))?;
    let counts = !number.is_empty() && number.len() <= ITEM_DIGITS_MAX;
    rest.strip_prefix(['.', ')']).filter(|_| counts).map(|rest| (number, rest))
}

fn starts_item(line: &str, numbers: Numbers) -> bool {
    let fits = |number| numbers == Numbers::Any || number == "1";
    item(line).is_some() && item_number(line).is_none_or(|it| fits(it.0))
}

fn is_quote(content: &str) -> bool {
    content.starts_with('>')
}

/// Tells whether a line never shares a block: a heading, its underline, a rule, a placeholder.
fn is_lone(line: &str) -> bool {
    is_heading(line) || is_rule(line) || line == Mask::Code.text()
}

fn is_heading(line: &str) -> bool {
    let level = extent::run_end(line, 0, |letter| letter == '#');
    (1..=6).contains(&level) && extent::char_at(line, level).is_none_or(extent::is_blank)
}

fn is_rule(line: &str) -> bool {
    let Some(mark) = line.chars().next() else { return false };
    let count = line.chars().filter(|letter| *letter == mark).count();
    let pure = line.chars().all(|letter| letter == mark || extent::is_blank(letter));
    pure && (matches!(mark, '=' | '-') || (matches!(mark, '*' | '_') && count >= 3))
}

struct Fence {
    mark: char,
    len: usize,
    indent: usize,
}

impl Fence {
    fn opened_by(line: &str, content: &str) -> Option<Self> {
        let mark = content.chars().next().filter(|letter| matches!(letter, '`' | '~'))?;
        let len = extent::run_end(content, 0, |letter| letter == mark);
        let info = extent::after(content, len);
        let opens = len >= FENCE_LEN_MIN && !(mark == '`' && info.contains('`'));
        let indent = width(line.trim_end_matches(extent::is_blank).strip_suffix(content)?);
        opens.then_some(Self { mark, len, indent })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let content = line.trim_start_matches(extent::is_blank);
        let indent = width(extent::before(line, line.len().saturating_sub(content.len())));
        let len = extent::run_end(content, 0, |letter| letter == self.mark);
        let rest = extent::after(content, len);
        len >= self.len && rest.chars().all(extent::is_blank) && self.reaches(indent)
    }

    /// Tells whether a closing fence may stand this far in: three columns beyond its container,
    /// which is not known here but reaches no further than the opening fence.
    fn reaches(&self, indent: usize) -> bool {
        indent <= self.indent.max(INDENT_MAX)
    }
}

/// Returns how many columns an indentation takes, with a tab stop at every fourth.
fn width(indent: &str) -> usize {
    indent.chars().fold(0, |column: usize, letter| {
        let to_stop = TAB.saturating_sub(column.checked_rem(TAB).unwrap_or_default());
        column.saturating_add(if letter == '\t' { to_stop } else { 1 })
    })
}

const FENCE_LEN_MIN: usize = 3;
const INDENT_MAX: usize = 3;
const ITEM_DIGITS_MAX: usize = 9;
const TAB: usize = 4;
