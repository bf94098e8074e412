//! What the built-in judge makes of any text, with any weights.

use sprag_core::judge::local::{
    FEATURES, Line, Opinion, Question, Weights, built_in, features, opinion,
};

/// Any text as a message, and any bytes as weights.
///
/// # Panics
///
/// Panics if a score is no probability, code or a quotation at the end changes a score, a feature
/// is named twice or does not exist, or bytes that are no table are taken for one.
pub fn fuzz_opinion(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let weights = built_in().expect("the committed table is whole");
    let found = opinion(&weights, &text);
    bounded(found.as_ref());
    listed_once(&text);
    if let Some(closed) = with_code_behind(&text) {
        assert_eq!(opinion(&weights, &closed), found, "code or a quotation was judged");
    }
    // A table takes long to make, so one length in eight makes one.
    if bytes.len().is_multiple_of(8) {
        weights_of(bytes, &text);
    }
}

fn bounded(opinion: Option<&Opinion>) {
    for (opinion, question) in opinion.iter().flat_map(|o| Question::ALL.map(|q| (*o, q))) {
        let score = opinion.of(question).number();
        assert!((0.0..=1.0).contains(&score), "{question:?} has {score}");
    }
}

fn listed_once(text: &str) {
    let mut seen = vec![false; FEATURES];
    features(text, |feature| {
        let place = seen.get_mut(feature).expect("every feature has a place");
        assert!(!core::mem::replace(place, true), "feature {feature} was named twice");
    });
}

/// Returns the text with code behind it, unless it may end inside code of its own.
fn with_code_behind(text: &str) -> Option<String> {
    let has_fence = text.contains("```") || text.contains("~~~");
    let code = "\n```\nAll tests pass. I am blocked.\n```\n> Lint is clean.\n";
    (!has_fence).then(|| [text, code].concat())
}

/// The bytes are no table; as weights and calibration of one, they make one.
fn weights_of(bytes: &[u8], text: &str) {
    assert!(Weights::read(bytes).is_none(), "a text is no table");
    let place = |at: usize| at.checked_rem(bytes.len()).and_then(|place| bytes.get(place));
    let number = |at: usize| place(at).copied().unwrap_or_default();
    let float = |at: usize| f32::from_le_bytes([0, 1, 2, 3].map(|n| number(at.wrapping_add(n))));
    let mut at = 0_usize;
    let lines = Question::ALL.map(|_| {
        at = at.wrapping_add(8);
        Line { slope: float(at), offset: float(at.wrapping_add(4)) }
    });
    let row = |feature: usize| [i8::from_le_bytes([number(feature)]); Question::COUNT];
    let table = Weights::write(&lines, &(0..FEATURES).map(row).collect::<Vec<_>>());
    let is_finite = lines.iter().all(|line| line.slope.is_finite() && line.offset.is_finite());
    let read = Weights::read(&table);
    assert_eq!(read.is_some(), is_finite, "a table counts where its calibration is finite");
    bounded(read.and_then(|weights| opinion(&weights, text)).as_ref());
}
