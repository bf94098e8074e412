//! A past turn end is judged as the hook judges one of which it knows as little.

use sprag_core::activity::facts::{Ending, Facts};
use sprag_core::checks::Finding;
use sprag_core::checks::verdict::{Pass, Verdict};
use sprag_core::hosts::host::Host;
use sprag_core::hosts::transcript::{Past, TurnContext};
use sprag_core::limits::SPARING_REST_MS;
use sprag_core::reports::audit::{
    AuditInput, Group, Judgement, Session, Tally, TurnEnd, all_on, first_words, page,
};
use sprag_core::security::redact::Masks;
use sprag_core::settings::Name;
use sprag_core::text::calendar::Clock;
use sprag_harness::given;
use sprag_harness::reader::past;
use sprag_harness::transcript::Transcript;

/// Judges every turn of a transcript, the oldest first, under these settings.
fn judge(written: &Transcript, given: &[(Name, &str)], denied: Option<Pass>) -> Vec<Judgement> {
    let settings = all_on(given::settings(given));
    let around = AuditInput { settings: &settings, language: None, masks: Masks::default() };
    let mut session = Session::begin(Host::Claude, "s1");
    let mut at_ms = 0;
    let mut turn = |Past { facts, context, .. }: Past| {
        at_ms += SPARING_REST_MS;
        let context = TurnContext { at_ms: Some(at_ms), ..context };
        session.turn(&facts, &context, Some(&[]), denied.clone(), &around)
    };
    let mut turns = past(Host::Claude, &written.bytes());
    turns.reverse();
    turns.into_iter().map(&mut turn).collect()
}

fn of(judgement: &Judgement, check: &str) -> (bool, Finding) {
    let found = judgement.findings.iter().find(|found| found.check.word == check).unwrap();
    (found.asks, found.finding)
}

/// Tests ran once; then code changed, and nothing ran.
fn claimed(turns: u32) -> Transcript {
    let written =
        Transcript::new().prompt("p0", "Run them.").runs("pytest -q", "3 passed in 0.04s");
    (1..=turns).fold(written.assistant_text("They pass."), |written, number| {
        written
            .prompt(&format!("p{number}"), "Fix it.")
            .edits_lines("/home/dev/calc/src/add.py", 12)
            .assistant_text(&format!("Fix {number} is done. All tests pass."))
    })
}

#[test]
fn a_claim_that_nothing_bears_out_would_have_been_sent_back() {
    let found = judge(&claimed(1), &[], None);
    assert_eq!(of(&found[0], "done"), (false, Finding::Silent));
    assert_eq!(of(&found[1], "done"), (true, Finding::Fires));
    assert!(matches!(&found[1].verdict, Verdict::Block(check) if check.word == "done"));
    assert!(found[1].judge.as_deref().is_some_and(|judge| judge.starts_with("local-")));
}

#[test]
fn shadow_and_checks_that_are_off_change_nothing() {
    let given = [(Name::Shadow, "on"), (Name::Checks, "")];
    assert!(matches!(judge(&claimed(1), &given, None)[1].verdict, Verdict::Block(_)));
}

#[test]
fn the_caps_hold_over_the_turns_of_a_session() {
    let blocks = judge(&claimed(6), &[], None);
    let blocks = blocks.iter().filter(|judged| matches!(judged.verdict, Verdict::Block(_)));
    assert_eq!(blocks.count(), 3);
}

#[test]
fn where_the_endpoint_alone_may_be_asked_nobody_answers() {
    let found = judge(&claimed(1), &[(Name::Judge, "jev")], None);
    assert_eq!(of(&found[1], "done"), (true, Finding::Unjudged));
    assert_eq!((&found[1].verdict, &found[1].judge), (&Verdict::Pass(Pass::NothingFound), &None));
}

#[test]
fn what_only_a_payload_says_is_unknown_and_blocks_nothing() {
    let text = "I am watching the build and will report when it is through.";
    let written = Transcript::new().prompt("p1", "Build it.").tool("Bash").tool_result();
    let found = judge(&written.assistant_text(text), &[], None);
    for check in ["watch", "watch-match"] {
        assert_eq!(of(&found[0], check), (false, Finding::Unknown), "{check}");
    }
    assert_eq!(of(&found[0], "promises"), (true, Finding::Unjudged));
    assert!(matches!(found[0].verdict, Verdict::Pass(_)));
}

#[test]
fn a_turn_that_the_hook_does_not_judge_has_no_findings() {
    let interrupted = Transcript::new().prompt("p1", "Go.").tool("Bash").interrupt();
    for (written, denied, expected) in [
        (interrupted, None, Pass::Interrupt),
        (Transcript::new().prompt("p1", "Go."), None, Pass::NoText),
        (claimed(0), Some(Pass::Denied), Pass::Denied),
    ] {
        let [judged] = judge(&written, &[], denied).try_into().unwrap();
        assert!(judged.findings.is_empty());
        assert_eq!(judged.verdict, Verdict::Pass(expected));
    }
}

#[test]
fn counts_that_are_taken_apart_and_together_are_the_same() {
    let ahead = |_| 0;
    let clock = Clock { now_ms: 0, ahead: &ahead };
    let ends: Vec<TurnEnd> = judge(&claimed(9), &[], None)
        .into_iter()
        .zip(0_u64..)
        .map(|(judged, number)| {
            let day = clock.day(number * 86_400_000);
            TurnEnd {
                session: "s1".into(),
                file: format!("/home/dev/{number}.jsonl"),
                host: Host::Claude,
                project: Some(format!("/home/dev/{}", number % 3)),
                at_ms: Some(number * 86_400_000),
                day: Some(day),
                week: Some(day.monday()),
                line: number,
                prompt_id: None,
                findings: judged.findings,
                verdict: judged.verdict,
                judge: judged.judge,
            }
        })
        .collect();
    let mut whole = Tally::default();
    ends.iter().for_each(|end| whole.add(end, true, "words"));
    for cut in 0..=ends.len() {
        let mut parts = [Tally::default(), Tally::default()];
        for (end, at) in ends.iter().zip(0..) {
            parts[usize::from(at >= cut)].add(end, true, "words");
        }
        let [mut first, second] = parts;
        first.merge(second);
        assert_eq!(format!("{first:?}"), format!("{whole:?}"), "{cut}");
    }
    let examples = &whole.checks[4].examples;
    let lines: Vec<u64> = examples.iter().map(|example| example.line).collect();
    assert_eq!(lines, [9, 8, 7], "the newest");
    assert_eq!(whole.weeks.len(), 2);
    assert_eq!(whole.turns, 10);
}

#[test]
fn an_example_shows_how_a_message_begins_and_no_more() {
    let facts = |text: &str| Facts { ending: Ending::Text(text.into()), ..Facts::default() };
    assert_eq!(first_words(&facts("  One\n two  three")), "One two three");
    let long = first_words(&facts(&"word ".repeat(1000)));
    assert_eq!(long, "word ".repeat(32));
    assert_eq!(first_words(&facts(&"\u{65e5}".repeat(1000))), "\u{65e5}".repeat(53));
    assert_eq!(first_words(&Facts::default()), "");
}

#[test]
fn a_name_that_would_be_markup_is_text_in_a_page() {
    let mut tally = Tally::default();
    for name in ["<script>alert('x')</script>", "a&b\"c", "\u{7}\u{fffe}\u{ffff}"] {
        tally.projects.insert(name.into(), Group { turns: 1, asks: 0, blocks: 0 });
    }
    let page = page(&tally);
    assert!(!page.contains("<script") && !page.contains("a&b") && !page.contains('\u{7}'));
    assert!(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"), "{page}");
    assert!(page.contains("a&amp;b&quot;c") && page.contains("<th scope=\"row\">???</th>"));
}
