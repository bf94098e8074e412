//! How much prose a text holds, and the names of languages in it.

use alloc::string::String;

/// What stands for the name of a language.
pub const LANGUAGE_MASK: &str = "\u{3014}\u{8a9e}\u{8a00}\u{3015}";

/// Returns the units of prose in `text`, which holds no code, quotes, addresses or paths any more:
/// every character of Chinese, Japanese or Korean is one, and so is every run of two or more
/// letters of any other script.
#[must_use]
pub fn units(text: &str) -> u32 {
    let mut units = 0_u32;
    let mut letters = 0_u32;
    for character in text.chars().chain([' ']) {
        if character.is_alphabetic() && !is_cjk(character) {
            letters = letters.saturating_add(1);
            continue;
        }
        units = units.saturating_add(u32::from(letters >= 2));
        units = units.saturating_add(u32::from(is_cjk(character)));
        letters = 0;
    }
    units
}

/// Han, kana and Hangul, by the blocks of <https://www.unicode.org/Public/16.0.0/ucd/Blocks.txt>.
pub(crate) fn is_cjk(character: char) -> bool {
    matches!(u32::from(character),
        0x1100..=0x11ff       // Hangul Jamo
        | 0x2e80..=0x2fdf     // radicals
        | 0x3005..=0x3007     // iteration mark, closing mark, zero
        | 0x3040..=0x30ff     // kana
        | 0x3130..=0x318f     // Hangul Compatibility Jamo
        | 0x31f0..=0x31ff     // Katakana Phonetic Extensions
        | 0x3400..=0x4dbf     // Extension A
        | 0x4e00..=0x9fff     // Unified Ideographs
        | 0xa960..=0xa97f     // Hangul Jamo Extended-A
        | 0xac00..=0xd7ff     // Hangul Syllables, Jamo Extended-B
        | 0xf900..=0xfaff     // Compatibility Ideographs
        | 0xff66..=0xff9f     // half-width Katakana
        | 0x2_0000..=0x3_ffff // further ideographs
    )
}

/// Returns `text` with every name of a language masked.
///
/// Asked whether a reply is in one language, the judge takes one that merely mentions the name of
/// that language as written in it.
#[must_use]
pub fn mask_languages(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = None;
    while let Some(character) = rest.chars().next() {
        let len = match language_at(rest, before) {
            Some(len) => {
                out.push_str(LANGUAGE_MASK);
                len
            }
            None => {
                out.push(character);
                character.len_utf8()
            }
        };
        let (taken, after) = rest.split_at_checked(len).unwrap_or((rest, ""));
        before = taken.chars().next_back();
        rest = after;
    }
    out
}

/// Returns the length of the name of a language that `text` begins with. `before` is the character
/// in front of it.
fn language_at(text: &str, before: Option<char>) -> Option<usize> {
    let native = NATIVE.iter().find(|name| text.starts_with(**name)).map(|name| name.len());
    native.or_else(|| {
        let is_latin = |character: Option<char>| character.is_some_and(|c| c.is_ascii_alphabetic());
        let name = ENGLISH.iter().filter(|_| !is_latin(before)).find(|name| {
            let head = text.get(..name.len());
            let after = text.get(name.len()..).and_then(|after| after.chars().next());
            head.is_some_and(|head| head.eq_ignore_ascii_case(name)) && !is_latin(after)
        })?;
        Some(name.len())
    })
}

/// Names as Chinese, Japanese and Korean write them, a longer one before one that it begins with.
const NATIVE: [&str; 41] = [
    "\u{7e41}\u{9ad4}\u{4e2d}\u{6587}", // Traditional Chinese
    "\u{7e41}\u{4f53}\u{4e2d}\u{6587}",
    "\u{6b63}\u{9ad4}\u{4e2d}\u{6587}",
    "\u{7c21}\u{9ad4}\u{4e2d}\u{6587}", // Simplified Chinese
    "\u{7b80}\u{4f53}\u{4e2d}\u{6587}",
    "\u{7c21}\u{4f53}\u{4e2d}\u{6587}",
    "\u{7e41}\u{9ad4}\u{5b57}",
    "\u{7e41}\u{4f53}\u{5b57}",
    "\u{7c21}\u{9ad4}\u{5b57}",
    "\u{7c21}\u{4f53}\u{5b57}",
    "\u{7b80}\u{4f53}\u{5b57}",
    "\u{4e2d}\u{56fd}\u{8a9e}", // Chinese, in Japanese
    "\u{4e2d}\u{570b}\u{8a9e}",
    "\u{4e2d}\u{6587}", // Chinese
    "\u{6f22}\u{8a9e}",
    "\u{6c49}\u{8bed}",
    "\u{83ef}\u{8a9e}",
    "\u{534e}\u{8bed}",
    "\u{570b}\u{8a9e}",
    "\u{666e}\u{901a}\u{8a71}",
    "\u{666e}\u{901a}\u{8bdd}",
    "\u{82f1}\u{6587}", // English
    "\u{82f1}\u{8a9e}",
    "\u{82f1}\u{8bed}",
    "\u{65e5}\u{672c}\u{8a9e}", // Japanese
    "\u{65e5}\u{6587}",
    "\u{65e5}\u{8a9e}",
    "\u{65e5}\u{8bed}",
    "\u{97d3}\u{570b}\u{8a9e}", // Korean
    "\u{97d3}\u{56fd}\u{8a9e}",
    "\u{97d3}\u{6587}",
    "\u{97e9}\u{6587}",
    "\u{97d3}\u{8a9e}",
    "\u{97e9}\u{8bed}",
    "\u{671d}\u{9bae}\u{8a9e}",
    "\u{c911}\u{ad6d}\u{c5b4}", // in Korean: Chinese, English, Japanese, Korean
    "\u{c601}\u{c5b4}",
    "\u{c77c}\u{bcf8}\u{c5b4}",
    "\u{d55c}\u{ad6d}\u{c5b4}",
    "\u{bc88}\u{ccb4}",
    "\u{ac04}\u{ccb4}",
];

/// Names in English, a longer one before one that it begins with.
const ENGLISH: [&str; 24] = [
    "traditional chinese",
    "simplified chinese",
    "chinese",
    "mandarin",
    "cantonese",
    "english",
    "japanese",
    "korean",
    "arabic",
    "czech",
    "dutch",
    "french",
    "german",
    "hebrew",
    "hindi",
    "indonesian",
    "italian",
    "polish",
    "portuguese",
    "russian",
    "spanish",
    "swedish",
    "turkish",
    "vietnamese",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_a_character_of_cjk_or_a_word_of_anything_else() {
        for (text, expected) in [
            ("", 0),
            ("All tests pass.", 3),
            ("a b c 1 2 3", 0),
            ("\u{6e2c}\u{8a66}\u{901a}\u{904e}", 4),
            ("\u{c548}\u{b155} hello", 3),
            ("\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442} x", 1),
            ("caf\u{e9}s", 1),
            ("abc\u{6e2c}def", 3),
        ] {
            assert_eq!(units(text), expected, "{text}");
        }
    }

    #[test]
    fn every_name_of_a_language_is_masked_in_a_sentence() {
        for name in NATIVE.iter().chain(&ENGLISH) {
            let sentence = [*name, " \u{3002} ", *name, "."].concat();
            let masked = mask_languages(&sentence);
            assert_eq!(masked, [LANGUAGE_MASK, " \u{3002} ", LANGUAGE_MASK, "."].concat());
        }
    }

    #[test]
    fn a_name_inside_another_word_stays() {
        assert_eq!(mask_languages("Englishman, polishing"), "Englishman, polishing");
        let before_han = mask_languages("\u{7528}English\u{5beb}");
        assert_eq!(before_han, ["\u{7528}", LANGUAGE_MASK, "\u{5beb}"].concat());
        assert_eq!(mask_languages("In ENGLISH."), ["In ", LANGUAGE_MASK, "."].concat());
    }
}
