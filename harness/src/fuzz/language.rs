//! The language that is set, and prose in any.

use serde_json::Value;
use sprag_core::hosts::language::Language;
use sprag_core::limits::LANGUAGE_BYTES_MAX;
use sprag_core::text::prose::{LANGUAGE_MASK, mask_languages, units};

use super::strict::{strict, text};

/// Any text as a host's settings file, and as prose.
///
/// # Panics
///
/// Panics if a slow reader finds another language, a broken file hides one, masking twice differs
/// from masking once, or units of prose depend on what stands beside them.
pub fn fuzz_language(bytes: &[u8]) {
    let file = String::from_utf8_lossy(bytes);
    let found = Language::first_of([&*file]);
    if let Some(value) = strict(file.as_bytes()) {
        agree(found.as_ref(), &value);
    }
    let other = r#"{"language":"ko"}"#;
    let with_broken = Language::first_of(["{", &*file, "[", other]);
    assert_eq!(with_broken, found.clone().or_else(|| Language::first_of([other])));
    if let Some(Language { setting, name }) = &found {
        assert!(!setting.is_empty() && setting.len() <= LANGUAGE_BYTES_MAX);
        assert!(!setting.contains(char::is_control) && name.contains(setting.as_str()));
    }
    prose(&file);
}

fn agree(found: Option<&Language>, value: &Value) {
    let set = text(value, "language").map(str::trim);
    let is_plain = |set: &&str| !set.is_empty() && !set.contains(char::is_control);
    let expected = set.filter(is_plain);
    // Written in escapes or with spaces around it, one near the bound may count as too long.
    let is_long = expected.is_some_and(|set| set.len() > LANGUAGE_BYTES_MAX / 2)
        || text(value, "language").is_some_and(|set| set.len() > LANGUAGE_BYTES_MAX / 2);
    let found = found.map(|language| language.setting.as_str());
    assert!(found == expected || (found.is_none() && is_long), "{found:?} for {value}");
}

fn prose(text: &str) {
    let masked = mask_languages(text);
    assert_eq!(mask_languages(&masked), masked, "a masked text has names left");
    let masks = |text: &str| text.matches(LANGUAGE_MASK).count();
    let is_new = masks(&masked) > masks(text);
    assert!(is_new || masked == text, "a text without names was changed");
    let counted = units(text);
    assert!(usize::try_from(counted).is_ok_and(|count| count <= text.chars().count()));
    let (before, after) = text.split_at(text.floor_char_boundary(text.len() / 2));
    let apart = [before, " ", after].concat();
    assert_eq!(units(&apart), units(before).saturating_add(units(after)));
}
