//! Counts leaks: what is in the bytes that left and should not be.
//!
//! It shares nothing with redaction but the words that everybody knows, so a mistake there is not
//! repeated here: it knows shapes of words alone, and counts in doubt. It finds what has such a
//! shape. Zero is a floor: what no rule knows can still be there.

mod issue;
mod screen;
mod word;

use alloc::{string::String, vec::Vec};

use serde::Serialize;
use serde_json::Value;

use crate::checks::question::Question;
use crate::judge::evidence::Evidence;
use crate::judge::request::encode_question;
use issue::{is_issue, phrases};
pub use screen::Payload;
use word::{is_address, is_credential, is_email, is_file, is_hash, is_path, is_url};

/// What is counted.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// Keys and tokens by their shape, private keys, values that are called a password.
    Credential,
    /// The home directory, or the name of the user as a word.
    Home,
    /// Names of the project, as words.
    Project,
    /// Addresses of mail.
    Email,
    /// Addresses of pages.
    Url,
    /// Paths.
    Path,
    /// Names of files.
    File,
    /// Hashes and UUIDs.
    Hash,
    /// Addresses of machines.
    Address,
    /// Numbers of issues.
    Issue,
    /// Fences around code.
    Fence,
    /// Code within a line.
    Code,
}

impl Category {
    /// Every category, the worst first.
    pub const ALL: [Self; 12] = [
        Self::Credential,
        Self::Home,
        Self::Project,
        Self::Email,
        Self::Url,
        Self::Path,
        Self::File,
        Self::Hash,
        Self::Address,
        Self::Issue,
        Self::Fence,
        Self::Code,
    ];

    /// Returns what people call it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Credential => "credentials",
            Self::Home => "home or user name",
            Self::Project => "project names",
            Self::Email => "e-mail addresses",
            Self::Url => "URLs",
            Self::Path => "paths",
            Self::File => "file names",
            Self::Hash => "hashes, UUIDs",
            Self::Address => "IP addresses",
            Self::Issue => "issue numbers",
            Self::Fence => "code fences",
            Self::Code => "inline code",
        }
    }
}

/// What is particular to the user.
#[derive(Clone, Copy, Debug, Default)]
pub struct Own<'a> {
    /// The home directory.
    pub home: Option<&'a str>,
    /// Names of the project; shorter ones than three bytes are not looked for.
    pub projects: &'a [&'a str],
}

/// How often each category was found, in the order of [`Category::ALL`].
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Leaks([u64; Category::ALL.len()]);

/// A category of words, and who knows them.
type Shape = (Category, fn(&str) -> bool);

impl Leaks {
    /// Counts in a body, in all of its texts, names and values alike.
    #[must_use]
    pub fn in_body(body: &[u8], own: &Own<'_>) -> Self {
        let mut leaks = Self::default();
        match serde_json::from_slice(body) {
            Ok(value) => leaks.value(&value, own),
            // What is no JSON is one text.
            Err(_) => leaks.text(&String::from_utf8_lossy(body), own),
        }
        leaks
    }

    /// Counts in what a body would hold if it carried nothing of the user's: our own wording.
    #[must_use]
    pub fn in_wording_of(body: &[u8]) -> Self {
        let mut leaks = Self::default();
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let asked = body.get("questions").and_then(Value::as_object);
        let nothing = Evidence::default();
        for (id, _) in asked.into_iter().flatten() {
            let Some(question) = Question::by_id(id) else { continue };
            let bytes = encode_question(question, &nothing);
            leaks.add(&Self::in_body(bytes.as_bytes(), &Own::default()));
        }
        leaks
    }

    /// Counts what another has counted.
    pub fn add(&mut self, other: &Self) {
        for (ours, theirs) in self.0.iter_mut().zip(other.0) {
            *ours = ours.saturating_add(theirs);
        }
    }

    /// Returns each category with how often it was found.
    pub fn each(&self) -> impl Iterator<Item = (Category, u64)> {
        Category::ALL.into_iter().zip(self.0)
    }

    /// Returns how often a category was found.
    #[must_use]
    pub fn of(&self, category: Category) -> u64 {
        self.each().find(|(known, _)| *known == category).map_or(0, |(_, count)| count)
    }

    fn count(&mut self, category: Category, times: usize) {
        let times = u64::try_from(times).unwrap_or(u64::MAX);
        for (known, count) in Category::ALL.iter().zip(&mut self.0) {
            if *known == category {
                *count = count.saturating_add(times);
            }
        }
    }

    fn value(&mut self, value: &Value, own: &Own<'_>) {
        match value {
            Value::String(text) => self.text(text, own),
            Value::Array(values) => values.iter().for_each(|value| self.value(value, own)),
            Value::Object(members) => {
                for (name, value) in members {
                    self.text(name, own);
                    self.value(value, own);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn text(&mut self, text: &str, own: &Own<'_>) {
        let fences = |line: &&str| {
            let line = line.trim_start();
            line.starts_with("```") || line.starts_with("~~~")
        };
        self.count(Category::Fence, text.lines().filter(fences).count());
        let code = |line: &str| line.matches('`').count() / 2;
        let plain = text.lines().filter(|line| !fences(line));
        self.count(Category::Code, plain.map(code).sum());
        let blocks = text.matches("PRIVATE KEY").count();
        self.count(Category::Credential, blocks);
        for word in
            text.split(|char: char| char.is_whitespace() || "\"'`<>()[]{}|,;".contains(char))
        {
            self.word(word);
        }
        self.count(Category::Issue, text.lines().map(phrases).sum());
        let home = own.home.filter(|home| home.len() > 1);
        self.count(Category::Home, home.map_or(0, |home| text.matches(home).count()));
        // A name within the home was counted with it.
        let rest = home.map_or_else(|| text.into(), |home| text.replace(home, " "));
        let words: Vec<&str> = rest
            .split(|char: char| !(char.is_alphanumeric() || char == '-' || char == '_'))
            .filter(|word| !word.is_empty())
            .collect();
        let times = |name: &str| {
            words.iter().filter(|word| name.len() >= 3 && word.eq_ignore_ascii_case(name)).count()
        };
        let user = home.and_then(|home| home.rsplit('/').next()).unwrap_or_default();
        self.count(Category::Home, times(user));
        self.count(Category::Project, own.projects.iter().map(|name| times(name)).sum());
    }

    /// Counts a word in the first category whose shape it has.
    fn word(&mut self, whole: &str) {
        let word = whole.trim_start_matches([':', '!', '?', '*', '_', '=']);
        let word = word.trim_end_matches(['.', ':', '!', '?', '*', '_', '=']);
        let shapes: [Shape; 7] = [
            (Category::Credential, is_credential),
            (Category::Email, is_email),
            (Category::Url, is_url),
            (Category::Path, is_path),
            (Category::File, is_file),
            (Category::Hash, is_hash),
            (Category::Address, is_address),
        ];
        let shape = shapes.iter().find(|(_, has)| has(word)).map(|(category, _)| *category);
        // `!12` is one by the sign that is taken off.
        let issue = || is_issue(whole).then_some(Category::Issue);
        if let Some(category) = shape.or_else(issue) {
            self.count(category, 1);
        }
    }
}
