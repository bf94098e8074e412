//! Finds phrases slowly, letter by letter, as the comments of the lexicons say; for texts without
//! code, quoted blocks, tables, colons and addresses.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::wildcard_enum_match_arm,
    reason = "as plain as possible; the texts are short and made here"
)]

use alloc::string::String;
use alloc::vec::Vec;

use sprag_core::limits::{ENDING_BYTES_MAX, OPENING_BYTES_MAX};
use sprag_core::wording::{Cue, HANDS_BACK, Lexicon, Marker, lexicons};

/// A sentence and whether it asks.
#[derive(Clone, Debug)]
struct Sentence(Vec<char>, bool);

/// Returns the cues in a closing text.
#[must_use]
pub fn in_closing(text: &str) -> Vec<Cue> {
    let own = sentences(&without_quotes(text));
    let whole = sentences(text);
    let ending = last(&own);
    let whole_ending = last(&whole);
    let lexicons = lexicons();
    let asks_at = whole_ending.iter().position(|it| hands_back(&lexicons, it)).unwrap_or(0);
    let mut cues = Vec::new();
    for lexicon in &lexicons {
        for marker in &lexicon.markers {
            let any = |among: &[Sentence], only_asking: bool| {
                among.iter().any(|it| (!only_asking || it.1) && holds(lexicon, marker, it))
            };
            let found = match marker.cue {
                Cue::Lead | Cue::AsksHowMuch | Cue::AsksWhen => any(&ending, true),
                Cue::Extra => any(&whole_ending[asks_at..], true),
                Cue::NotItsOwn => any(&whole_ending[asks_at..], false),
                Cue::Unable | Cue::Unclear => any(&whole_ending, false),
                Cue::Denial | Cue::DeniesCheck | Cue::Fixed => any(&own, false),
                Cue::Outstanding => own.iter().any(|it| is_outstanding(lexicon, marker, &it.0)),
                Cue::BacksDown => any(&first(&own), false),
                Cue::Grounds => any(&whole, false),
                Cue::Delivers => whole.iter().any(|it| {
                    (it.0.contains(&'"') || it.0.contains(&'\u{300c}'))
                        && holds(lexicon, marker, it)
                }),
                cue if is_of_request(cue) => false,
                _ => any(&ending, false),
            };
            if found {
                cues.push(marker.cue);
            }
        }
    }
    if numbers(text) > 2 {
        cues.push(Cue::Grounds);
    }
    cues
}

/// Returns how many different numbers a text holds beside those that number its lines.
fn numbers(text: &str) -> usize {
    let mut seen: Vec<String> = Vec::new();
    for line in text.split('\n') {
        let letters: Vec<char> = line.trim_start().chars().collect();
        let mut at = 0;
        while at < letters.len() {
            let word = letters[at..].iter().take_while(|it| it.is_alphanumeric() || **it == '_');
            let word: String = word.collect();
            let end = at + word.chars().count();
            let is_ordinal = at == 0 && matches!(letters.get(end), Some('.' | ')'));
            let is_number = !word.is_empty() && word.chars().all(|it| it.is_ascii_digit());
            if is_number && !is_ordinal && !seen.contains(&word) {
                seen.push(word);
            }
            at = end + 1;
        }
    }
    seen.len()
}

/// Returns the cues in what was typed; for a doubt, without regard to what stands beside it.
#[must_use]
pub fn in_request(text: &str) -> Vec<Cue> {
    let own = sentences(&without_quotes(text));
    let whole = sentences(text);
    let mut cues = Vec::new();
    for lexicon in &lexicons() {
        for marker in lexicon.markers.iter().filter(|marker| is_of_request(marker.cue)) {
            let holds = |it: &&Sentence| holds(lexicon, marker, it);
            let found = match marker.cue {
                Cue::HoldsBack | Cue::ForbidsChecks => whole.iter().any(|it| holds(&it)),
                Cue::Doubts => own.iter().any(|it| holds(&it)),
                _ => own.iter().any(|it| !it.1 && holds(&it)),
            };
            if found {
                cues.push(marker.cue);
            }
        }
    }
    cues
}

fn is_of_request(cue: Cue) -> bool {
    matches!(
        cue,
        Cue::ToldToCommit
            | Cue::ToldToPush
            | Cue::ToldToFix
            | Cue::ToldToImplement
            | Cue::ToldToGoOn
            | Cue::ToldAll
            | Cue::LeavesChoice
            | Cue::HoldsBack
            | Cue::ForbidsChecks
            | Cue::Doubts
    )
}

fn hands_back(lexicons: &[Lexicon], sentence: &Sentence) -> bool {
    lexicons.iter().any(|lexicon| {
        lexicon
            .markers
            .iter()
            .any(|marker| HANDS_BACK.contains(&marker.cue) && holds(lexicon, marker, sentence))
    })
}

/// Returns a text in which each quotation is one odd letter; one that does not end takes its line.
fn without_quotes(text: &str) -> String {
    let mut out = String::new();
    for line in text.split('\n') {
        let mut rest = line;
        while let Some(at) = rest.find(['"', '\u{300c}']) {
            let (before, quoted) = rest.split_at(at);
            out.push_str(before);
            out.push('\u{fffc}');
            let open = quoted.chars().next().unwrap_or('"');
            let close = if open == '"' { '"' } else { '\u{300d}' };
            let inner = &quoted[open.len_utf8()..];
            rest = inner.find(close).map_or("", |end| &inner[end + close.len_utf8()..]);
        }
        out.push_str(rest);
        out.push('\n');
    }
    out
}

fn sentences(text: &str) -> Vec<Sentence> {
    let mut all: Vec<Sentence> = Vec::new();
    for line in text.split('\n') {
        let letters: Vec<char> = line.chars().collect();
        let mut from = 0;
        for at in 0..=letters.len() {
            let here = letters.get(at).copied();
            let next = letters.get(at + 1).copied();
            let ends = match here {
                None => true,
                Some('\u{3002}' | '\u{ff1f}') => true,
                Some('.' | '?' | '!') => next.is_none_or(|next| {
                    next.is_whitespace()
                        || matches!(next, '.' | '?' | '!' | '\u{3002}' | '\u{ff1f}' | ')' | ']')
                }),
                Some(_) => false,
            };
            if !ends {
                continue;
            }
            let asks = matches!(here, Some('?' | '\u{ff1f}'));
            let words: String = letters[from..at].iter().collect::<String>().to_lowercase();
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            let words = words.trim_matches([' ', '-']);
            if !words.is_empty() {
                all.push(Sentence(words.chars().collect(), asks));
            } else if asks && let Some(last) = all.last_mut() {
                last.1 = true;
            }
            from = at + 1;
        }
    }
    all
}

fn bytes(sentence: &Sentence) -> usize {
    sentence.0.iter().map(|letter| letter.len_utf8()).sum()
}

fn last(sentences: &[Sentence]) -> Vec<Sentence> {
    let mut from = sentences.len();
    let mut sum = 0;
    while from > 0 && sum + bytes(&sentences[from - 1]) <= ENDING_BYTES_MAX {
        sum += bytes(&sentences[from - 1]);
        from -= 1;
    }
    sentences[from..].to_vec()
}

fn first(sentences: &[Sentence]) -> Vec<Sentence> {
    let mut to = 0;
    let mut sum = 0;
    while to < sentences.len() && sum + bytes(&sentences[to]) <= OPENING_BYTES_MAX {
        sum += bytes(&sentences[to]);
        to += 1;
    }
    sentences[..to].to_vec()
}

fn holds(lexicon: &Lexicon, marker: &Marker, sentence: &Sentence) -> bool {
    let text = &sentence.0;
    if let Some(words) = marker.words.strip_prefix('+') {
        let denies = marker.cue == Cue::DeniesCheck;
        if !denies && !sentence.1 {
            return false;
        }
        let leads_by = if denies { Cue::Denial } else { Cue::Lead };
        let leads = lexicon.markers.iter().filter(|marker| marker.cue == leads_by);
        return leads.into_iter().any(|lead| {
            let words_of_lead = lead.words.trim_start_matches('^');
            let is_bound = lead.words.starts_with('^');
            (0..text.len()).any(|at| {
                let end = at + words_of_lead.chars().count();
                stands(text, words_of_lead, at)
                    && (!is_bound || begins_clause(lexicon, text, at))
                    && if denies {
                        text.get(end) == Some(&' ') && phrase(text, words, end + 1)
                    } else {
                        follows(text, words, end, 24)
                    }
            })
        });
    }
    let words = marker.words.trim_start_matches('^');
    let is_bound = marker.words.starts_with('^');
    (0..text.len())
        .any(|at| phrase(text, words, at) && (!is_bound || begins_clause(lexicon, text, at)))
}

/// Tells whether a phrase is in a part of a sentence, between two pauses or joints, in which
/// nothing else says that it is over.
fn is_outstanding(lexicon: &Lexicon, marker: &Marker, text: &[char]) -> bool {
    let words = marker.words.trim_start_matches("# ");
    (0..text.len()).any(|at| {
        let Some(end) = end_of(text, words, at) else { return false };
        if words.len() < marker.words.len() && !counted(&text[..at]) {
            return false;
        }
        let mut before = at;
        while before > 0 && !parts(lexicon, text, before - 1) {
            before -= 1;
        }
        let mut behind = end;
        while behind < text.len() && !parts(lexicon, text, behind) {
            behind += 1;
        }
        ![&text[before..at], &text[end..behind]].iter().any(|side| {
            let fixed = lexicon.markers.iter().filter(|marker| marker.cue == Cue::Fixed);
            fixed.into_iter().any(|marker| (0..side.len()).any(|at| stands(side, marker.words, at)))
        })
    })
}

/// Returns where the whole phrase ends, if it stands here.
fn end_of(text: &[char], words: &str, at: usize) -> Option<usize> {
    let Some((head, rest)) = words.split_once('\u{2026}') else {
        return phrase(text, words, at).then(|| at + words.trim_end_matches('$').chars().count());
    };
    let from = at + head.chars().count();
    let near = |to: &usize| text[from..*to].iter().map(|it| it.len_utf8()).sum::<usize>() <= 48;
    let ends = stands(text, head, at)
        .then(|| (from..text.len()).filter(near).find_map(|to| end_of(text, rest, to)));
    ends.flatten()
}

/// Tells whether this letter pauses, or belongs to a word that joins two clauses.
fn parts(lexicon: &Lexicon, text: &[char], at: usize) -> bool {
    let pauses = match text[at] {
        '(' | '\u{2013}' | '\u{2014}' | '\u{3001}' | '\u{ff0c}' => true,
        ',' | '-' | '/' => text.get(at + 1).is_none_or(|next| *next == ' '),
        _ => false,
    };
    pauses
        || lexicon.joints.iter().any(|joint| {
            let length = joint.chars().count();
            (at.saturating_sub(length - 1)..=at).any(|from| stands(text, joint, from))
        })
}

/// Tells whether the third, the second or the last word of these is a number above 0, and all
/// behind it are words.
fn counted(before: &[char]) -> bool {
    let before: String = before.iter().collect();
    let words: Vec<&str> = before.split_whitespace().collect();
    let number = |word: &str| word.chars().all(|letter| letter.is_ascii_digit());
    let word = |word: &str| word.chars().all(|letter| letter.is_alphabetic() || letter == '-');
    (1..=3).any(|back| {
        let Some(at) = words.len().checked_sub(back) else { return false };
        number(words[at])
            && words[at].chars().any(|letter| letter != '0')
            && words[at + 1..].iter().all(|it| word(it))
    })
}

/// Tells whether the whole phrase stands here.
fn phrase(text: &[char], words: &str, at: usize) -> bool {
    match words.split_once('\u{2026}') {
        None => match words.strip_suffix('$') {
            None => stands(text, words, at),
            Some(words) => {
                stands(text, words, at) && ends_clause(&text[at + words.chars().count()..])
            }
        },
        Some((head, rest)) => {
            stands(text, head, at) && follows(text, rest, at + head.chars().count(), 48)
        }
    }
}

/// Tells whether the phrase stands at most so many bytes behind `from`.
fn follows(text: &[char], words: &str, from: usize, bytes_max: usize) -> bool {
    (from..text.len()).any(|at| {
        let gap: usize = text[from..at].iter().map(|letter| letter.len_utf8()).sum();
        gap <= bytes_max && phrase(text, words, at)
    })
}

/// Tells whether these words stand here, with no word going on on either side.
fn stands(text: &[char], words: &str, at: usize) -> bool {
    // Most places end here.
    if words.chars().next() != text.get(at).copied() {
        return false;
    }
    let words: Vec<char> = words.chars().collect();
    let end = at + words.len();
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    text.get(at..end) == Some(&words)
        && !(before.is_some_and(|it| joins(*it)) && joins(words[0]))
        && !(joins(words[words.len() - 1]) && text.get(end).is_some_and(|it| joins(*it)))
}

/// Tells whether a letter makes one word with the next.
fn joins(letter: char) -> bool {
    let is_spaceless = ('\u{1100}'..='\u{11ff}').contains(&letter)
        || ('\u{2e80}'..='\u{2fdf}').contains(&letter)
        || ('\u{3005}'..='\u{9fff}').contains(&letter) && letter.is_alphanumeric()
        || ('\u{ac00}'..='\u{d7ff}').contains(&letter);
    (letter.is_alphanumeric() || letter == '_' || letter == '\'') && !is_spaceless
}

/// Tells whether a clause is over before these letters.
fn ends_clause(behind: &[char]) -> bool {
    match behind.iter().position(|letter| *letter != ' ') {
        None => true,
        Some(at) => match behind[at] {
            ',' | '(' | ')' | '\u{2013}' | '\u{2014}' | '\u{3001}' | '\u{ff0c}' => true,
            '-' | '/' => at > 0,
            _ => false,
        },
    }
}

fn begins_clause(lexicon: &Lexicon, text: &[char], at: usize) -> bool {
    let before: String = text[..at].iter().collect();
    let trimmed = before.trim_end_matches(' ');
    let is_apart = trimmed.len() < before.len();
    trimmed.is_empty()
        || trimmed.ends_with(['(', '\u{2013}', '\u{2014}', '\u{3001}', '\u{ff0c}'])
        || (is_apart && trimmed.ends_with([',', '-', '/']))
        || lexicon.connectives.iter().any(|word| {
            trimmed
                .strip_suffix(word)
                .is_some_and(|rest| !rest.chars().next_back().is_some_and(joins))
        })
}
