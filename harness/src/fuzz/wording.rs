//! What is demanded of the cues that words are of, for any text.

use alloc::string::String;
use alloc::vec::Vec;

use sprag_core::wording::{CUES, Cue, Cues, in_closing, in_request, lexicons};

use crate::wording_oracle;

/// Demands, of any text, that what may block is a part of what is found; and of a text made of
/// phrases, that those cues are found which a slow reader finds that shares no code.
///
/// # Panics
///
/// Panics where a demand is not met.
pub fn fuzz_wording(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for cues in [in_closing(&text), in_request(&text)] {
        demand_subset(cues);
    }
    let text = phrases(bytes);
    for (side, found, expected) in [
        ("closing", in_closing(&text), wording_oracle::in_closing(&text)),
        ("request", in_request(&text), wording_oracle::in_request(&text)),
    ] {
        demand_subset(found);
        for (cue, _) in CUES {
            // A doubt alone is one; whether something stands beside it, the oracle does not know.
            let is_same = found.all.has(cue) == expected.contains(&cue)
                || (cue == Cue::Doubts && !found.all.has(cue));
            assert!(is_same, "{side} {cue:?}: {found:?} in {text:?}");
        }
    }
}

fn demand_subset(cues: Cues) {
    for cue in cues.blocking.iter() {
        assert!(cues.all.has(cue), "{cue:?} blocks and is not found");
    }
}

/// What stands between phrases.
const BETWEEN: [&str; 16] = [
    " ", " 3 ", ", ", ". ", "? ", "! ", "\n", " \"", "\" ", "\u{3002}", "\u{ff1f}", "\u{300c}",
    "\u{300d}", " x ", " it ", "\n\n",
];

/// More phrases take the oracle longer than they show.
const PHRASES_MAX: usize = 30;

/// Returns a text of phrases, two bytes for each and one for what follows it.
fn phrases(bytes: &[u8]) -> String {
    let mut words: Vec<&str> = Vec::new();
    for lexicon in lexicons() {
        for marker in lexicon.markers {
            let phrase = marker.words.trim_start_matches(['^', '+', '#', ' ']);
            let phrase = phrase.trim_end_matches('$');
            words.extend(phrase.split('\u{2026}'));
        }
        words.extend(lexicon.connectives);
        words.extend(lexicon.joints);
    }
    let mut text = String::new();
    for chunk in bytes.chunks(3).take(PHRASES_MAX) {
        let byte = |at: usize| usize::from(chunk.get(at).copied().unwrap_or_default());
        let word = byte(0).saturating_mul(256).saturating_add(byte(1));
        text.push_str(words.get(word.checked_rem(words.len()).unwrap_or(0)).unwrap_or(&""));
        text.push_str(BETWEEN.get(byte(2) & 15).unwrap_or(&""));
    }
    text
}
