//! What a session has read, and what was read for agents, on disk.

use sprag_core::hosts::host::Host;
use sprag_core::limits::{EXEMPTIONS_BYTES_MAX, TALLY_BYTES_MAX};
use sprag_core::reads::{
    Asked, By, Exemptions, FileAsked, Lines, Measured, Part, ReadSettings, Stat, State, Tally,
    Version, decide,
};

/// Any bytes as the tally of a session and as the file of exemptions.
///
/// # Panics
///
/// Panics if either is lost by writing and reading it, grows beyond its bound, or a charge or a
/// exemption is lost.
pub fn fuzz_tally(bytes: &[u8]) {
    let mut tally = Tally::parse(Some(bytes));
    comes_back(&tally);
    let (path, settings) = ("/home/dev/rocket/a.txt", ReadSettings::default());
    for (at, byte) in (1_u64..).zip(bytes.iter().chain(&[1, 2, 3]).take(64)) {
        let first = u64::from(*byte).saturating_mul(at);
        let before = tally.charged(path);
        let asked = asked(path, first);
        let version = Version { bytes: at / 8, modified_ns: 0 };
        let measured = measured(path, version);
        let state = State { tally: tally.clone(), ..State::default() };
        let outcome = decide(&asked, &[Some(measured)], &state, &settings, 0);
        // The smallest slices pass whatever was charged before.
        assert_eq!(outcome.denial, None);
        tally = outcome.tally.unwrap_or(tally);
        let charged = tally.charged(path);
        assert!((before..=before.saturating_add(5)).contains(&charged), "{before} {charged}");
        comes_back(&tally);
    }
    let mut exemptions = Exemptions::parse(Some(bytes));
    assert_eq!(Exemptions::parse(Some(exemptions.text().as_bytes())), exemptions);
    exemptions.add(path, 7, 1);
    assert!(exemptions.hold(path, 8, 1) && !exemptions.hold(path, 9, 1));
    assert!(exemptions.text().len() <= EXEMPTIONS_BYTES_MAX);
    assert_eq!(Exemptions::parse(Some(exemptions.text().as_bytes())), exemptions);
}

fn asked(path: &str, first: u64) -> Asked {
    let part = Part::Lines(Lines::range(first..=first.saturating_add(4)));
    let files = vec![FileAsked { path: path.into(), part }];
    Asked { files, by: By::Tool, host: Host::Claude, is_exempt: false }
}

fn measured(path: &str, version: Version) -> Measured {
    let stat = Stat { path: path.into(), version };
    Measured {
        stat,
        lines: 20_000,
        bytes: 20_000,
        has_ended: true,
        is_text: true,
        is_secret: false,
    }
}

fn comes_back(tally: &Tally) {
    let text = tally.text();
    assert!(text.len() <= TALLY_BYTES_MAX, "{}", text.len());
    assert_eq!(&Tally::parse(Some(text.as_bytes())), tally, "{text}");
}
