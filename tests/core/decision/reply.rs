//! What the host gets back, exactly.
use sprag_core::activity::check_kind::{CheckKind, KindSet};
use sprag_core::activity::verification::Verification;
use sprag_core::checks::known::Known;
use sprag_core::checks::score::{Score, Threshold};
use sprag_core::checks::scores::Scores;
use sprag_core::checks::verdict::{Failure, Pass, Refusal, Verdict};
use sprag_core::checks::{ALL, Case, Check};
use sprag_core::decision::counters::Counters;
use sprag_core::decision::decide::Decision;
use sprag_core::decision::notice::Notice;
use sprag_core::decision::reply::{Reply, render};
use sprag_core::hosts::host::Host;
use sprag_core::security::secret::Shape;
use sprag_core::settings::ReplyForm;
use sprag_harness::given::{check, language};

use crate::assert_bytes;

const FORMS: [ReplyForm; 3] = [ReplyForm::Stderr, ReplyForm::Json, ReplyForm::Context];
const NOTICES: [Notice; 5] =
    [Notice::NoKey, Notice::KeyOdd, Notice::KeyRefused, Notice::Endpoint, Notice::Held];

fn decision(verdict: Verdict, notice: Option<Notice>) -> Decision {
    let reason = match &verdict {
        Verdict::Block(check) => Some(nudge(check, 0.9)),
        Verdict::WouldBlock(_) | Verdict::Pass(_) => None,
    };
    Decision { verdict, reason, findings: Vec::new(), notice, counters: Counters::default() }
}

/// `no_action` is what the judge said of a turn that did nothing.
fn nudge(check: &Check, no_action: f64) -> String {
    let mut verification = Verification::default();
    (verification.changed.code, verification.lines_since_check) = (1, 9);
    verification.known = KindSet::of(&[CheckKind::Test]);
    let known = Known {
        tools: Some(0),
        language: Some(language()),
        verification: Some(verification),
        ..Known::default()
    };
    let mut scores = Scores::default();
    for (id, score) in [
        ("claims_done", 0.9),
        ("verification_applies", 0.9),
        ("outcome_blocked", 0.0),
        ("no_action", no_action),
        ("broken_promise", 0.6),
    ] {
        scores.set(id, Score::of(score).unwrap());
    }
    let (tau, claim) = (Some(Threshold::DEFAULT), Some(Threshold::CLAIM));
    (check.nudge)(&Case { known: &known, scores: &scores, tau, claim })
}

fn blocked(check: &'static Check, host: Host, form: ReplyForm) -> Reply {
    render(&decision(Verdict::Block(check), None), host, form)
}

fn passes() -> Vec<Pass> {
    vec![
        Pass::NotAStop,
        Pass::Continuing,
        Pass::Denied,
        Pass::NoText,
        Pass::TextUnknown,
        Pass::ApiError,
        Pass::Interrupt,
        Pass::NothingToAsk,
        Pass::NothingLeft,
        Pass::NoKey,
        Pass::KeyOdd,
        Pass::Endpoint(Refusal::NotAUrl),
        Pass::Held(Shape::SecretKey),
        Pass::Unavailable(Failure::Timeout),
        Pass::Unavailable(Failure::KeyRefused),
        Pass::NothingFound,
        Pass::CapReached,
        Pass::AnswerRepeated,
    ]
}

#[test]
fn what_claude_code_reads_of_a_turn_that_did_nothing() {
    let reply = blocked(check("promises"), Host::Claude, ReplyForm::Stderr);
    assert_bytes("what_claude_code_reads_of_a_turn_that_did_nothing.txt", reply.stderr.as_bytes());
    assert_eq!((reply.exit, reply.stdout.as_str()), (2, ""));
}

#[test]
fn what_claude_code_reads_of_a_broken_promise() {
    let reason = Some(nudge(check("promises"), 0.1));
    let decision = Decision { reason, ..decision(Verdict::Block(check("promises")), None) };
    let reply = render(&decision, Host::Claude, ReplyForm::Stderr);
    assert_bytes("what_claude_code_reads_of_a_broken_promise.txt", reply.stderr.as_bytes());
    assert_eq!((reply.exit, reply.stdout.as_str()), (2, ""));
}

#[test]
fn what_claude_code_reads_of_challenge() {
    let reply = blocked(check("challenge"), Host::Claude, ReplyForm::Stderr);
    assert_bytes("what_claude_code_reads_of_challenge.txt", reply.stderr.as_bytes());
    assert_eq!((reply.exit, reply.stdout.as_str()), (2, ""));
}

#[test]
fn what_claude_code_reads_of_ask() {
    let reply = blocked(check("ask"), Host::Claude, ReplyForm::Stderr);
    assert_bytes("what_claude_code_reads_of_ask.txt", reply.stderr.as_bytes());
    assert_eq!((reply.exit, reply.stdout.as_str()), (2, ""));
}

#[test]
fn what_codex_reads_of_a_turn_that_did_nothing() {
    let reply = blocked(check("promises"), Host::Codex, ReplyForm::Stderr);
    assert_bytes("what_codex_reads_of_a_turn_that_did_nothing.json", reply.stdout.as_bytes());
    assert_eq!((reply.exit, reply.stderr.as_str()), (0, ""));
}

#[test]
fn what_claude_code_reads_as_context() {
    let reply = blocked(check("promises"), Host::Claude, ReplyForm::Context);
    assert_bytes("what_claude_code_reads_as_context.json", reply.stdout.as_bytes());
    assert_eq!((reply.exit, reply.stderr.as_str()), (0, ""));
}

#[test]
fn every_block_has_the_form_that_its_host_obeys() {
    for check in ALL {
        let reason = serde_json::to_string(&nudge(check, 0.9)).unwrap();
        let told =
            Reply { exit: 2, stdout: String::new(), stderr: format!("{}\n", nudge(check, 0.9)) };
        let json = |text: String| Reply { exit: 0, stdout: text, stderr: String::new() };
        let decision = json(format!("{{\"decision\":\"block\",\"reason\":{reason}}}\n"));
        let context = json(format!(
            "{{\"hookSpecificOutput\":{{\"hookEventName\":\"Stop\",\
             \"additionalContext\":{reason}}}}}\n"
        ));
        for form in FORMS {
            let claude = match form {
                ReplyForm::Stderr => &told,
                ReplyForm::Json => &decision,
                ReplyForm::Context => &context,
            };
            assert_eq!(blocked(check, Host::Claude, form), *claude);
            assert_eq!(blocked(check, Host::Codex, form), decision);
            assert_eq!(blocked(check, Host::Grok, form), told);
        }
    }
}

#[test]
fn a_reason_that_would_be_taken_for_a_missing_hook_is_told_on_standard_output() {
    let render = |reason: &str, host, form| {
        let verdict = Verdict::Block(check("promises"));
        render(&Decision { reason: Some(reason.into()), ..decision(verdict, None) }, host, form)
    };
    for reason in ["x: No such FILE or directory", "sh: Can't Open y", "no such file can't open"] {
        for form in FORMS {
            let reply = render(reason, Host::Claude, form);
            assert_eq!((reply.exit, reply.stderr.as_str()), (0, ""), "{reason}");
            assert_eq!(reply.stdout.contains("decision"), form != ReplyForm::Context, "{reason}");
        }
    }
    for reason in ["no such folder", "cannot open", "can\u{2019}t open", "nosuchfile"] {
        let reply = render(reason, Host::Claude, ReplyForm::Stderr);
        assert_eq!((reply.exit, reply.stdout.as_str()), (2, ""), "{reason}");
    }
}

#[test]
fn a_block_without_a_reason_holds_nobody_back() {
    let decision = Decision { reason: None, ..decision(Verdict::Block(check("promises")), None) };
    for host in Host::ALL {
        assert_eq!(render(&decision, host, ReplyForm::Stderr), Reply::default());
    }
}

#[test]
fn every_pass_without_a_notice_says_nothing() {
    for pass in passes() {
        for host in Host::ALL {
            for form in FORMS {
                let decision = decision(Verdict::Pass(pass.clone()), None);
                assert_eq!(render(&decision, host, form), Reply::default(), "{pass:?} {host:?}");
            }
        }
    }
}

#[test]
fn what_a_user_is_told_of_shadow() {
    for check in ALL {
        let decision = decision(Verdict::WouldBlock(check), None);
        for form in FORMS {
            let reply = render(&decision, Host::Claude, form);
            let expected = format!(
                "{{\"systemMessage\":\"sprag (shadow): this turn would have been sent back for \
                 {}.\"}}\n",
                check.word
            );
            assert_eq!(reply, Reply { exit: 0, stdout: expected, stderr: String::new() });
            for host in [Host::Codex, Host::Grok] {
                assert_eq!(render(&decision, host, form), Reply::default());
            }
        }
    }
}

#[test]
fn every_notice_is_one_line_for_the_user_alone() {
    for notice in NOTICES {
        let decision = decision(Verdict::Pass(Pass::NoKey), Some(notice));
        for form in FORMS {
            let reply = render(&decision, Host::Claude, form);
            let text = serde_json::to_string(notice.text()).unwrap();
            let expected = format!("{{\"systemMessage\":{text}}}\n");
            assert_eq!(reply, Reply { exit: 0, stdout: expected, stderr: String::new() });
            for host in [Host::Codex, Host::Grok] {
                assert_eq!(render(&decision, host, form), Reply::default());
            }
        }
        assert!(notice.text().starts_with("sprag: ") && notice.text().is_ascii());
        assert_eq!(notice.text().lines().count(), 1);
    }
}

#[test]
fn what_the_user_is_told() {
    let text: String = NOTICES.iter().map(|notice| format!("{}\n", notice.text())).collect();
    assert_bytes("what_the_user_is_told.txt", text.as_bytes());
}

#[test]
fn only_what_the_user_can_fix_is_reported() {
    for pass in passes() {
        let expected = match pass {
            Pass::NoKey => Some(Notice::NoKey),
            Pass::KeyOdd => Some(Notice::KeyOdd),
            Pass::Endpoint(_) => Some(Notice::Endpoint),
            Pass::Held(_) => Some(Notice::Held),
            Pass::Unavailable(Failure::KeyRefused) => Some(Notice::KeyRefused),
            Pass::NotAStop
            | Pass::Continuing
            | Pass::Denied
            | Pass::NoText
            | Pass::TextUnknown
            | Pass::ApiError
            | Pass::Interrupt
            | Pass::NothingToAsk
            | Pass::NothingLeft
            | Pass::Unavailable(_)
            | Pass::NothingFound
            | Pass::CapReached
            | Pass::AnswerRepeated
            | Pass::Spared => None,
        };
        assert_eq!(Notice::of(&pass), expected, "{pass:?}");
    }
}

#[test]
fn every_nudge_is_short_and_is_obeyed() {
    let table = ALL.into_iter().flat_map(|check| [(check, 0.9), (check, 0.1)]);
    for (check, no_action) in table {
        let nudge = nudge(check, no_action);
        assert!(nudge.starts_with("sprag: ") && nudge.is_ascii(), "{}", check.word);
        assert!((1..=4).contains(&nudge.lines().count()), "{}", check.word);
        assert!(nudge.lines().all(|line| line.len() <= 80), "{}", check.word);
        assert!(nudge.lines().all(|line| !line.trim().is_empty()), "{}", check.word);
        // Claude Code takes a hook that says either for one that is missing.
        let lower = nudge.to_lowercase();
        assert!(!lower.contains("no such file") && !lower.contains("can't open"), "{}", check.word);
    }
}
