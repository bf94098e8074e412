//! What the built-in judge makes of messages, and when it keeps silent.
use core::fmt::Write as _;
use std::sync::LazyLock;

use proptest::prelude::*;
use sprag_core::judge::local::{
    FEATURES, Line, MAGIC, Question, TABLE_BYTES, Weights, built_in, features, opinion,
};

use crate::{assert_bytes, properties};

fn table() -> Vec<u8> {
    let lines = [Line { slope: 0.5, offset: -1.0 }; Question::COUNT];
    Weights::write(&lines, &vec![[1; Question::COUNT]; FEATURES])
}

static WEIGHTS: LazyLock<Weights<'static>> = LazyLock::new(|| built_in().unwrap());

fn scores(text: &str) -> Option<Vec<f64>> {
    let opinion = opinion(&WEIGHTS, text)?;
    Some(Question::ALL.map(|question| opinion.of(question).number()).to_vec())
}

#[test]
fn the_program_carries_weights_and_they_are_small() {
    let weights = built_in().expect("the committed table is whole");
    assert_ne!(weights.hash(), [0; 32]);
    const { assert!(TABLE_BYTES <= 256 << 10) };
}

#[test]
fn a_table_that_is_damaged_cut_or_missing_is_none() {
    let table = table();
    assert_eq!(table.len(), TABLE_BYTES);
    assert!(Weights::read(&table).is_some());
    assert!(Weights::read(&[]).is_none());
    assert!(Weights::read(&table[..table.len() - 1]).is_none());
    for at in [MAGIC.len(), MAGIC.len() + 31, MAGIC.len() + 32, table.len() - 1] {
        let mut damaged = table.clone();
        damaged[at] ^= 1;
        assert!(Weights::read(&damaged).is_none(), "byte {at}");
    }
}

#[test]
fn a_table_of_another_version_is_none() {
    let mut other = table();
    other[MAGIC.len() - 1] += 1;
    assert!(Weights::read(&other).is_none());
}

#[test]
fn a_table_of_another_size_is_none_even_if_its_hash_is_right() {
    let lines = [Line::default(); Question::COUNT];
    for rows in [0, 1, FEATURES - 1, FEATURES + 1] {
        let other = Weights::write(&lines, &vec![[0; Question::COUNT]; rows]);
        assert!(Weights::read(&other).is_none(), "{rows} rows");
    }
}

#[test]
fn a_table_whose_calibration_is_not_a_number_is_none() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for line in [Line { slope: bad, offset: 0.0 }, Line { slope: 0.0, offset: bad }] {
            let mut lines = [Line::default(); Question::COUNT];
            lines[3] = line;
            let rows = vec![[0; Question::COUNT]; FEATURES];
            assert!(Weights::read(&Weights::write(&lines, &rows)).is_none(), "{bad}");
        }
    }
}

#[test]
fn a_score_is_the_calibrated_sum_of_the_weights_of_what_is_seen() {
    let text = "All tests pass.";
    let mut count = 0;
    assert!(features(text, |_| count += 1));
    let table = table();
    let opinion = opinion(&Weights::read(&table).unwrap(), text).unwrap();
    let logit = f64::from(count) * 0.5 - 1.0;
    let expected = (10_000.0 / (1.0 + (-logit).exp())).round() / 10_000.0;
    for question in Question::ALL {
        assert_eq!(opinion.of(question).number(), expected);
    }
}

/// A message, in another language than English.
const FOREIGN: [&str; 30] = [
    "Fertig. Alle Tests laufen durch und der Linter ist sauber.",
    "Ich habe den Fehler behoben, die Tests sind gr\u{fc}n.",
    "Erledigt: die Funktion gibt jetzt eine Liste zur\u{fc}ck.",
    "C'est fait. Tous les tests passent et le lint est propre.",
    "J'ai corrig\u{e9} le bug dans le parseur, la compilation passe.",
    "Voici un r\u{e9}sum\u{e9} des changements : le fichier est mis \u{e0} jour.",
    "Listo. Todas las pruebas pasan y el linter est\u{e1} limpio.",
    "He corregido el error y los tests pasan.",
    "Pronto. Todos os testes passaram e o build est\u{e1} ok.",
    "Corrigi o erro no arquivo, agora os testes passam.",
    "Fatto. Tutti i test passano e la build \u{e8} pulita.",
    "Ho corretto il bug, ora il file viene letto una volta sola.",
    "Klaar. Alle tests slagen en de linter is schoon.",
    "Ik heb de fout hersteld, de build werkt nu.",
    "Klart. Alla tester \u{e4}r gr\u{f6}na och det finns inga fel.",
    "Gotowe. Wszystkie testy przechodz\u{105}, b\u{142}\u{105}d jest naprawiony.",
    "Hotovo. V\u{161}echny testy proch\u{e1}zej\u{ed}.",
    "Tamamland\u{131}. T\u{fc}m testler ge\u{e7}ti ve derleme ba\u{15f}ar\u{131}l\u{131}.",
    "Selesai. Semua tes lulus dan tidak ada kesalahan.",
    "Xong. T\u{1ea5}t c\u{1ea3} c\u{e1}c b\u{e0}i ki\u{1ec3}m tra \u{111}\u{1ec1}u \u{111}\u{1ea1}t.",
    "\u{413}\u{43e}\u{442}\u{43e}\u{432}\u{43e}. \u{412}\u{441}\u{435} \u{442}\u{435}\u{441}\u{442}\u{44b} \u{43f}\u{440}\u{43e}\u{445}\u{43e}\u{434}\u{44f}\u{442}.",
    "\u{412}\u{438}\u{43f}\u{440}\u{430}\u{432}\u{438}\u{432} \u{43f}\u{43e}\u{43c}\u{438}\u{43b}\u{43a}\u{443}, tests \u{43f}\u{440}\u{43e}\u{445}\u{43e}\u{434}\u{44f}\u{442}\u{44c}.",
    "\u{5b8c}\u{4e86}\u{3057}\u{307e}\u{3057}\u{305f}\u{3002}\u{3059}\u{3079}\u{3066}\u{306e}\u{30c6}\u{30b9}\u{30c8}\u{304c}\u{901a}\u{308a}\u{307e}\u{3057}\u{305f}\u{3002}",
    "\u{5df2}\u{5b8c}\u{6210}\u{3002}\u{6240}\u{6709}\u{6e2c}\u{8a66}\u{90fd}\u{901a}\u{904e}\u{4e86}\u{3002}",
    "\u{4fee}\u{590d}\u{5b8c}\u{6210}\u{ff0c}`npm test` \u{5168}\u{90e8}\u{901a}\u{8fc7}\u{3002}Done.",
    "\u{c644}\u{b8cc}\u{d588}\u{c2b5}\u{b2c8}\u{b2e4}. \u{baa8}\u{b4e0} \u{d14c}\u{c2a4}\u{d2b8}\u{ac00} \u{d1b5}\u{acfc}\u{d569}\u{b2c8}\u{b2e4}.",
    "\u{62a}\u{645}. \u{62c}\u{645}\u{64a}\u{639} \u{627}\u{644}\u{627}\u{62e}\u{62a}\u{628}\u{627}\u{631}\u{627}\u{62a} \u{646}\u{627}\u{62c}\u{62d}\u{629}.",
    "\u{5d4}\u{5d5}\u{5e9}\u{5dc}\u{5dd}. \u{5db}\u{5dc} \u{5d4}\u{5d1}\u{5d3}\u{5d9}\u{5e7}\u{5d5}\u{5ea} \u{5e2}\u{5d5}\u{5d1}\u{5e8}\u{5d5}\u{5ea}.",
    "\u{3a4}\u{3ad}\u{3bb}\u{3bf}\u{3c2}. \u{38c}\u{3bb}\u{3b1} \u{3c4}\u{3b1} \u{3c4}\u{3b5}\u{3c3}\u{3c4} \u{3c0}\u{3b5}\u{3c1}\u{3bd}\u{3bf}\u{3cd}\u{3bd}.",
    "\u{935}\u{939} \u{939}\u{94b} \u{917}\u{92f}\u{93e}\u{964} \u{938}\u{92d}\u{940} tests pass \u{939}\u{94b}\u{924}\u{947} \u{939}\u{948}\u{902}\u{964}",
];

#[test]
fn a_message_that_is_not_mainly_english_is_unknown() {
    for text in FOREIGN {
        assert_eq!(scores(text), None, "{text}");
    }
    for text in ["", " \n\n", "```\nall tests pass\n```", "> All tests pass.", "`a` 12 ---", "zzz"]
    {
        assert_eq!(scores(text), None, "{text}");
    }
}

#[test]
fn a_little_of_another_language_does_not_hide_english() {
    let text = "Done. The label in the header now says \"Alle Tests laufen\", as you asked in the \
                review, and the old one is gone.";
    assert!(scores(text).is_some());
}

/// Thirty messages of our own, every fifth in another language.
const MESSAGES: [&str; 30] = [
    "Done.",
    "All tests pass. The parser now skips blank lines.",
    "I renamed the field and updated both callers. Tests: 41 passed, 0 failed. Lint: clean.",
    "The build succeeds again: the feature flag was missing.",
    "Fertig. Alle Tests laufen durch und der Linter ist sauber.",
    "I have not run the tests yet; the change itself is in `pool.rs`.",
    "Two of 40 tests still fail. The reader works, the writer is not finished.",
    "I'm blocked: the registry refuses the token, so nothing could be installed.",
    "Would you like me to commit this, or do you want to look at it first?",
    "C'est fait. Tous les tests passent et le lint est propre.",
    "The lock is held while the callback runs, which is why the second call waits.",
    "There are two options:\n\n1. Keep the table\n2. Split it\n\nI recommend the first.",
    "## Summary\n\nThe migration is complete.\n\n- \u{2705} Tests pass\n- \u{2705} Lint clean\n- \u{2705} Build succeeds",
    "To run the tests, use `cargo test`. The linter is `cargo clippy`.",
    "\u{5b8c}\u{4e86}\u{3057}\u{307e}\u{3057}\u{305f}\u{3002}\u{3059}\u{3079}\u{3066}\u{306e}\u{30c6}\u{30b9}\u{30c8}\u{304c}\u{901a}\u{308a}\u{307e}\u{3057}\u{305f}\u{3002}",
    "Committed and pushed to the branch.",
    "The tests fail because the fixture is from last year; the code is fine.",
    "Once the tests pass, you can merge it.",
    "Fixed the off-by-one in the pager. `npm test` passes, `tsc --noEmit` reports no errors.",
    "\u{5df2}\u{5b8c}\u{6210}\u{3002}\u{6240}\u{6709}\u{6e2c}\u{8a66}\u{90fd}\u{901a}\u{904e}\u{4e86}\u{3002}",
    "Here is my review. The change is sound, but the error in `load` is swallowed.",
    "Implemented the export. It compiles without warnings; I did not run the tests.",
    "Next I'll look at the failing test.",
    "Yes, the suite is green on this branch: 310 passed.",
    "Listo. Todas las pruebas pasan y el linter est\u{e1} limpio.",
    "I updated the wording on the start page as you asked.",
    "The test suite takes nine minutes, most of it in the database tests.",
    "No lint errors remain, and the type checker is happy.",
    "I've finished three of five steps. Remaining: the client and its documentation.",
    "\u{413}\u{43e}\u{442}\u{43e}\u{432}\u{43e}. \u{412}\u{441}\u{435} \u{442}\u{435}\u{441}\u{442}\u{44b} \u{43f}\u{440}\u{43e}\u{445}\u{43e}\u{434}\u{44f}\u{442}.",
];

#[test]
fn the_scores_of_thirty_messages() {
    let mut lines = String::new();
    for text in MESSAGES {
        writeln!(lines, "{text:?}").unwrap();
        match opinion(&WEIGHTS, text) {
            None => writeln!(lines, "    unknown").unwrap(),
            Some(opinion) => {
                for question in Question::ALL {
                    let score = opinion.of(question).number();
                    writeln!(lines, "    {} {score:.4}", question.name()).unwrap();
                }
            }
        }
    }
    assert_bytes("the_scores_of_thirty_messages.txt", lines.as_bytes());
}

#[test]
fn what_plain_messages_claim_is_distinguished() {
    use Question::{ClaimsBuild, ClaimsDone, ClaimsLint, ClaimsTests};
    let table: [(&str, &[Question]); 9] = [
        (MESSAGES[0], &[ClaimsDone]),
        (MESSAGES[1], &[ClaimsDone, ClaimsTests]),
        (MESSAGES[2], &[ClaimsDone, ClaimsTests, ClaimsLint]),
        (MESSAGES[8], &[]),
        (MESSAGES[10], &[]),
        (MESSAGES[12], &[ClaimsDone, ClaimsTests, ClaimsBuild, ClaimsLint]),
        (MESSAGES[13], &[]),
        (MESSAGES[16], &[]),
        (MESSAGES[17], &[]),
    ];
    for (text, claims) in table {
        let opinion = opinion(&WEIGHTS, text).unwrap();
        for question in [ClaimsDone, ClaimsTests, ClaimsBuild, ClaimsLint] {
            let score = opinion.of(question).number();
            assert_eq!(score >= 0.5, claims.contains(&question), "{text}: {question:?} {score}");
        }
    }
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_code_at_the_end_changes_no_score(code in "[a-z `~.\n]{0,200}") {
        let code = code.replace("```", "").replace("~~~", "");
        let text = "I moved the check. All tests pass and lint is clean.";
        let longer = [text, "\n\n```rust\n", &code, "\nall tests fail\n```\n"].concat();
        prop_assert_eq!(scores(text), scores(&longer));
    }

    #[test]
    fn prop_every_score_of_any_text_is_a_probability(text in ".{0,400}") {
        for score in scores(&["All the tests pass. ", &text].concat()).into_iter().flatten() {
            prop_assert!((0.0..=1.0).contains(&score));
        }
    }
}

#[test]
fn of_a_very_long_message_only_the_head_and_the_tail_count() {
    let (head, tail) = ("All tests pass.\n", "\nDone.");
    let with = |middle: &str| {
        scores(
            &[
                head,
                &"The same line.\n".repeat(2_000),
                middle,
                &"The same line.\n".repeat(2_000),
                tail,
            ]
            .concat(),
        )
    };
    assert_eq!(
        with("The build is broken and lint fails.\n"),
        with("The build passes, all is done here.\n")
    );
}
