//! Phrases: each is found where it stands and nowhere near.
use sprag_core::wording::{Cue, Cues, Lexicon, Marker, TABLES, in_closing, in_request, lexicons};

/// Returns the cues of a text on the side on which a marker is looked for.
fn cues(marker: &Marker, text: &str) -> Cues {
    if is_of_request(marker.cue) { in_request(text) } else { in_closing(text) }
}

fn is_of_request(cue: Cue) -> bool {
    [
        Cue::ToldToCommit,
        Cue::ToldToPush,
        Cue::ToldToFix,
        Cue::ToldToImplement,
        Cue::ToldToGoOn,
        Cue::ToldAll,
        Cue::LeavesChoice,
        Cue::HoldsBack,
        Cue::ForbidsChecks,
        Cue::Doubts,
    ]
    .contains(&cue)
}

fn each(mut visit: impl FnMut(&str, &Lexicon, &Marker)) {
    for (lexicon, (language, _, _)) in lexicons().iter().zip(TABLES) {
        lexicon.markers.iter().for_each(|marker| visit(language, lexicon, marker));
    }
}

#[test]
fn every_line_of_a_table_is_read_and_there_are_enough() {
    for (lexicon, (language, table, may_block)) in lexicons().iter().zip(TABLES) {
        let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let lines = lines.filter(|line| !line.starts_with("before a clause | "));
        let lines = lines.filter(|line| !line.starts_with("between clauses | "));
        assert_eq!(lexicon.markers.len(), lines.count(), "{language}");
        let least = if may_block { 25 } else { 15 };
        let is_of =
            |of: fn(Cue) -> bool| lexicon.markers.iter().filter(|marker| of(marker.cue)).count();
        assert!(is_of(|cue| !challenge_sign(cue)) >= least, "{language}");
        assert!(is_of(challenge_sign) >= if may_block { 25 } else { 10 }, "{language}");
        assert_eq!(lexicon.may_block, may_block);
    }
}

fn challenge_sign(cue: Cue) -> bool {
    matches!(cue, Cue::Doubts | Cue::BacksDown | Cue::Grounds | Cue::Delivers)
}

#[test]
fn every_marker_is_found_in_its_example() {
    each(|language, lexicon, marker| {
        let found = cues(marker, marker.found);
        assert!(found.all.has(marker.cue), "{}: {marker:?}", language);
        let blocks = found.blocking.has(marker.cue);
        assert!(blocks || !lexicon.may_block, "{}: {marker:?}", language);
    });
}

#[test]
fn no_marker_is_found_in_the_example_beside_it() {
    let mut wrong = Vec::new();
    each(|language, _, marker| {
        if cues(marker, marker.missed).all.has(marker.cue) {
            wrong.push((language.to_owned(), marker.words, marker.missed));
        }
    });
    assert_eq!(wrong, []);
}
