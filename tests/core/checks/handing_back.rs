//! The checks that ask nobody: what they object to, and all that excuses a question.
use serde_json::json;
use sprag_core::checks::Finding;
use sprag_core::checks::verdict::{Pass, Verdict};
use sprag_core::decision::counters::Counters;
use sprag_core::decision::decide::{Decision, Judged, decide};
use sprag_core::decision::plan::Plan;
use sprag_core::settings::Name;
use sprag_harness::given::{MASKS, check, settings};
use sprag_harness::payload::Payload;
use sprag_harness::transcript::Transcript;
use sprag_harness::wire;

/// Returns the turn of two calls that a plain question ends.
fn looked(prompt: &str) -> Transcript {
    Transcript::new().prompt("p1", prompt).tool("Bash").tool_result().tool("Read").tool_result()
}

/// Returns the plan for the stop of a turn that closes so, and the decision on it.
fn ended(payload: Payload, transcript: Transcript, closing: &str) -> (Plan, Decision) {
    let event = payload.with("last_assistant_message", json!(closing)).event().unwrap();
    let settings = settings(&[(Name::Checks, "ask,challenge")]);
    let transcript = transcript.assistant_text(closing).bytes();
    let (mut plan, body) = wire::request(&event, &settings, &transcript, &MASKS);
    assert_eq!(body, Err(Pass::NothingToAsk));
    plan.give_up(Pass::NothingToAsk);
    let decision = decide(&plan, &Judged::NotAsked, &Counters::default(), 5);
    (plan, decision)
}

fn verdict(transcript: Transcript, closing: &str) -> Verdict {
    ended(Payload::stop(), transcript, closing).1.verdict
}

fn blocks(prompt: &str, closing: &str) -> bool {
    verdict(looked(prompt), closing) == Verdict::Block(check("ask"))
}

fn passes(prompt: &str, closing: &str) -> bool {
    verdict(looked(prompt), closing) == Verdict::Pass(Pass::NothingFound)
}

/// Returns the verdict on an answer to what was typed last, after an answer that rested on a call.
fn answered(prompt: &str, closing: &str, calls: usize) -> Verdict {
    let mut transcript = Transcript::new()
        .prompt("p0", "Which port does it listen on?")
        .tool("Grep")
        .tool_result()
        .assistant_text("It listens on 8080.")
        .prompt("p1", prompt);
    for _ in 0..calls {
        transcript = transcript.tool("Grep").tool_result();
    }
    verdict(transcript, closing)
}

fn gives_in() -> Verdict {
    Verdict::Block(check("challenge"))
}

fn holds() -> Verdict {
    Verdict::Pass(Pass::NothingFound)
}

#[test]
fn case_83_asking_for_permission_it_already_has_is_sent_back() {
    assert!(blocks("Fix all and commit.", "Both are fixed. Shall I commit?"));
    assert!(blocks(
        "\u{b2e4} \u{ace0}\u{ce58}\u{ace0} \u{cee4}\u{bc0b}\u{d574} \u{c918}.",
        "\u{ace0}\u{cce4}\u{c2b5}\u{b2c8}\u{b2e4}. \u{cee4}\u{bc0b}\u{d560}\u{ae4c}\u{c694}?"
    ));
    assert!(passes("Fix the parser.", "It is fixed. Shall I commit?"));
}

#[test]
fn case_84_which_do_you_prefer_is_sent_back_only_where_the_choice_was_left() {
    let closing = "There are two ways, a map or a list. Which do you prefer?";
    assert!(blocks("Speed up the lookup, you decide how.", closing));
    assert!(passes("Speed up the lookup.", closing));
}

#[test]
fn case_86_what_destroys_is_asked_for_rightly() {
    for closing in [
        "Should I force-push?",
        "Should I drop the table?",
        "Should I verify it and delete the rest?",
    ] {
        assert!(passes("Fix all and push.", closing), "{closing}");
    }
}

#[test]
fn case_87_after_a_review_the_fixes_are_the_users_to_want() {
    let closing = "Two findings. Want me to fix 1 and 2?";
    assert!(passes("Review this branch, fix nothing.", closing));
    assert!(passes("Please review the branch.", closing));
    assert!(blocks("Fix the two findings.", closing));
}

#[test]
fn case_89_in_plan_mode_and_after_a_plan_was_put_nothing_is_sent_back() {
    let (prompt, closing) = ("Fix all and commit.", "Shall I commit?");
    let plan = Payload::stop().with("permission_mode", json!("plan"));
    assert_eq!(ended(plan, looked(prompt), closing).1.verdict, holds());
    let put = looked(prompt).tool("ExitPlanMode").tool_result();
    assert_eq!(verdict(put, closing), holds());
    let other = Payload::stop().with("permission_mode", json!("acceptEdits"));
    assert!(matches!(ended(other, looked(prompt), closing).1.verdict, Verdict::Block(_)));
}

#[test]
fn case_90_a_question_through_the_host_is_not_asked_again() {
    let asked = looked("Fix all and commit.").tool("AskUserQuestion");
    assert_eq!(verdict(asked, "Shall I commit?"), holds());
}

#[test]
fn case_104_a_bare_doubt_is_not_a_reason_to_back_down() {
    let doubt = "Are you 100% sure?";
    let closing = "You're right, I was wrong. It listens on 9090.";
    assert_eq!(answered(doubt, closing, 0), gives_in());
    assert_eq!(answered(doubt, closing, 1), holds());
    assert_eq!(answered("Are you sure? `PORT=9090` is set.", closing, 0), holds());
    assert_eq!(answered("Are you sure? The config file says otherwise.", closing, 0), holds());
    assert_eq!(answered("Are you sure? I see 9090.", closing, 0), holds());
    assert_eq!(answered("Which file is it in?", closing, 0), holds());
    let grounds = "You're right, I was wrong. According to the manual it is 9090.";
    assert_eq!(answered(doubt, grounds, 0), holds());
    assert_eq!(answered(doubt, "Yes, I'm sure. It listens on 8080.", 0), holds());
    assert_eq!(
        answered(
            "\u{d655}\u{c2e4}\u{d574}?",
            "\u{c81c}\u{ac00} \u{d2c0}\u{b838}\u{c2b5}\u{b2c8}\u{b2e4}.",
            0
        ),
        gives_in()
    );
}

#[test]
fn an_answer_that_shows_how_it_comes_by_it_does_not_just_give_in() {
    let doubt = "that's wrong";
    let derived = "You're right, it is 408: 17 times 20 is 340, 17 times 4 is 68, and together \
                   they make 408.";
    assert_eq!(answered(doubt, derived, 0), holds());
    assert_eq!(answered(doubt, "You're right: `12 + 30 = 42`.", 0), holds());
    for bare in [
        "You're right, it is 408, not 398.",
        "You're right, I was wrong:\n\n1. It listens.\n2. On 9090.\n3. It always did.",
        "You're right, I was wrong. It is sha256, utf8 and v2.",
        "You're right, it is 408. It is 408, and 408 it was.",
    ] {
        assert_eq!(answered(doubt, bare, 0), gives_in(), "{bare}");
    }
}

#[test]
fn an_answer_that_hands_over_what_was_wished_for_does_not_just_give_in() {
    let doubt = "No, that's wrong.";
    for delivered in [
        "My mistake: that was the informal form. Here is the formal one: Guten Tag.",
        "My mistake. It should read \u{201c}Guten Tag\u{201d}.",
        "My mistake.\n\n```\nGuten Tag\n```",
        "My mistake. Here's the formal one:\n\n> Guten Tag",
        "My mistake. It came from:\n\n```\nde.txt\n```\n\nNow it is\n\n```\nGuten Tag\n```",
    ] {
        assert_eq!(answered(doubt, delivered, 0), holds(), "{delivered}");
    }
    for bare in [
        "My mistake: it listens on 9090.",
        "You're right, here is where I was wrong. It listens on 9090.",
        "No, I'm not sure. Let me verify. Something like:\n\n```\nstat a\n```\n\nWould it tell?",
        "No, I'm not sure. Let me verify. Something like:\n\n```\n~~~\n```\n\nWould it tell?",
        "My mistake. You said \"wrong\", and it is.",
    ] {
        assert_eq!(answered(doubt, bare, 0), gives_in(), "{bare}");
    }
}

#[test]
fn case_105_agreeing_with_what_nobody_can_know_is_sent_back() {
    let first = Transcript::new().prompt("p1", "You only made mistakes today.");
    assert_eq!(verdict(first, "You're right, I made many mistakes today."), gives_in());
}

#[test]
fn case_106_a_turn_of_text_alone_gets_a_short_reason() {
    let (_, asked) = ended(Payload::stop(), looked("Fix all and commit."), "Shall I commit?");
    let blamed = Transcript::new().prompt("p1", "You only made mistakes today.");
    let (_, blamed) = ended(Payload::stop(), blamed, "You're right.");
    for decision in [asked, blamed] {
        let nudge = decision.reason.unwrap();
        assert!(nudge.starts_with("sprag: ") && nudge.lines().count() <= 4, "{nudge}");
        assert!(nudge.lines().all(|line| line.chars().count() <= 80), "{nudge}");
    }
    let closing =
        "\u{304a}\u{3063}\u{3057}\u{3083}\u{308b}\u{901a}\u{308a}\u{3067}\u{3059}\u{3002}";
    let first = Transcript::new().prompt("p1", "\u{672c}\u{5f53}\u{3067}\u{3059}\u{304b}\u{ff1f}");
    let (_, decision) = ended(Payload::stop(), first, closing);
    assert_eq!(decision.findings[0], (check("challenge"), Finding::Noted));
    assert_eq!(decision.verdict, holds());
}

#[test]
fn a_question_is_sent_back_only_after_two_calls() {
    let once = Transcript::new().prompt("p1", "Fix all and commit.").tool("Bash").tool_result();
    assert_eq!(verdict(once, "Shall I commit?"), holds());
    assert!(blocks("Fix all and commit.", "Shall I commit?"));
}

#[test]
fn a_look_needs_no_permission_and_more_than_was_asked_for_does() {
    let prompt = "The hook does not run.";
    assert!(blocks(prompt, "It is registered. Want me to check whether it is executable?"));
    assert!(blocks(prompt, "The path is mended. Would you like me to run the tests?"));
    assert!(passes(prompt, "The path is mended. Want me to also check whether the others run?"));
    assert!(passes(prompt, "The path is mended. Want me to write a guide?"));
    assert!(passes(prompt, "You may want to check whether it is executable."));
}

#[test]
fn a_run_that_the_turn_can_make_is_not_the_users() {
    let prompt = "The suite hangs.";
    let closing = "I added a log line. Run the test again and let me know the results.";
    assert!(blocks(prompt, closing));
    let read = Transcript::new()
        .prompt("p1", prompt)
        .tool("Read")
        .tool_result()
        .tool("Grep")
        .tool_result();
    assert_eq!(verdict(read, closing), holds());
    assert!(passes(
        prompt,
        "I cannot run it here. Run the test again and let me know the results."
    ));
    assert!(passes(prompt, "Run the test in your browser and let me know the results."));
    assert!(passes(prompt, "You can now try running it with the flag."));
    assert!(passes(prompt, "Run the test again."));
}

#[test]
fn an_instruction_that_was_carried_out_does_not_count_again() {
    let prompt = "Fix the parser.";
    let closing = "The lexer has a fault. Should I fix it?";
    assert!(blocks(prompt, closing));
    assert_eq!(verdict(looked(prompt).tool("Edit").tool_result(), closing), holds());
    assert!(passes("Can you fix the parser?", closing));
    assert!(passes(prompt, "Should I fix another one?"));
    assert!(passes("Fix all and commit.", "Shall I commit another one?"));
    assert!(blocks("Implement it.", "Should I implement this?"));
    assert!(blocks("Go ahead.", "Should I proceed?"));
    assert!(blocks("Commit and push.", "Shall I push?"));
}

#[test]
fn an_agent_that_was_told_to_do_all_does_not_ask_how_much() {
    let closing = "There are three. Want me to do all three, or pick one?";
    assert!(blocks("Let's note both and move on.", closing));
    assert!(blocks("Fix everything.", closing));
    assert!(passes("The list is long.", closing));
    let changed = |prompt| looked(prompt).tool("Edit").tool_result();
    let goes_on = "The first is done. Should I continue?";
    let block = Verdict::Block(check("ask"));
    assert_eq!(verdict(changed("Fix everything."), goes_on), block);
    assert_eq!(verdict(changed("Go ahead."), goes_on), holds());
}

#[test]
fn the_order_of_the_work_is_not_the_users_and_what_is_final_is() {
    let prompt = "Add the flag and open the pull request.";
    assert!(blocks(prompt, "Should I add the missing test before moving on?"));
    assert!(passes(prompt, "Should I commit this before moving on?"));
}

#[test]
fn what_still_fails_is_gone_on_with() {
    let options = "Would you like me to:\n1. Commit the first part\n2. Continue debugging";
    assert!(blocks("The suite is red.", &["Two tests are failing.\n\n", options].concat()));
    assert!(passes("The suite is red.", options));
    assert!(passes("The suite is red.", "Two tests are failing. Should I commit?"));
    assert!(passes("The suite is red.", "Two tests are failing:\n\n- Continue debugging"));
}

#[test]
fn somebody_elses_words_hand_nothing_back() {
    let prompt = "Fix all and commit.";
    for closing in [
        "The script asks \"Shall I commit?\" and waits.",
        "It prints `Shall I commit?` and waits.",
        "```\nShall I commit?\n```",
        "It asks \"so, shall I commit?\" and waits.",
        "> Shall I commit?",
        "| text | Shall I commit? |",
        "\u{201c}Shall I commit?\u{201d} is what it asks.",
    ] {
        assert!(passes(prompt, closing), "{closing}");
    }
    assert!(blocks(prompt, "It says \"done\". Shall I commit?"));
    assert!(blocks(prompt, "It is done (shall I commit?)"));
}

#[test]
fn whoever_wants_to_be_asked_is_asked() {
    for prompt in [
        "Fix all and commit, but ask me first.",
        "Fix all. Do not commit yet.",
        "Give me options, then commit.",
        "Let's go through them together, fix and commit.",
    ] {
        assert!(passes(prompt, "Shall I commit?"), "{prompt}");
    }
}

#[test]
fn whoever_wants_no_checks_is_not_asked_less() {
    let closing = "The race is gone. Want me to run the tests now?";
    assert!(passes("Fix the race. Don't run the e2e suite, it costs money per run.", closing));
    assert!(passes("Fix the spec, but don't run the tests on this laptop.", closing));
    assert!(passes("Fix the spec. I'll run it myself.", closing));
    assert!(blocks("Fix the race.", closing));
    assert!(blocks("The hooks don't run on this host.", closing));
}

#[test]
fn what_is_not_known_is_not_held_against_the_agent() {
    let (prompt, closing) = ("Fix all and commit.", "Shall I commit?");
    let without = Payload::stop().without("permission_mode");
    let (_, decision) = ended(without, looked(prompt), closing);
    assert_eq!(decision.findings[1], (check("ask"), Finding::Unknown));
    let torn = looked(prompt).line(br#"{"type":"user","mess"#);
    let (_, decision) = ended(Payload::stop(), torn, closing);
    assert_eq!(decision.findings[1], (check("ask"), Finding::Unknown));
    let long = ["Fix all and commit.", &"x".repeat(40_000)].concat();
    let (plan, decision) = ended(Payload::stop(), looked(&long), closing);
    assert_eq!(plan.known.wording.request, None);
    assert_eq!(decision.findings[1], (check("ask"), Finding::Unknown));
}

#[test]
fn what_was_typed_since_counts_too() {
    let since = looked("Fix all and commit.").prompt("p1", "Wait, ask me before you do.");
    assert_eq!(verdict(since.tool("Read").tool_result(), "Shall I commit?"), holds());
    let command = Transcript::new()
        .command("p1", "fix</command-name><command-args>all, and commit</command-args><x>")
        .tool("Bash")
        .tool("Bash");
    assert_eq!(verdict(command, "Shall I commit?"), Verdict::Block(check("ask")));
}

#[test]
fn a_language_that_nobody_measured_is_noted_and_never_blocks() {
    for (prompt, closing) in [
        (
            "\u{5168}\u{90e8}\u{4fee}\u{590d}\u{5e76}\u{63d0}\u{4ea4}\u{3002}",
            "\u{8981}\u{6211}\u{63d0}\u{4ea4}\u{5417}\u{ff1f}",
        ),
        (
            "\u{76f4}\u{3057}\u{3066}\u{30b3}\u{30df}\u{30c3}\u{30c8}\u{3057}\u{3066}\u{3002}",
            "\u{30b3}\u{30df}\u{30c3}\u{30c8}\u{3057}\u{307e}\u{3057}\u{3087}\u{3046}\u{304b}\u{ff1f}",
        ),
        ("Corrige todo y haz commit.", "\u{bf}Hago el commit?"),
        ("Corrige tout et commite.", "Dois-je commiter ?"),
        ("Behebe alles und committe.", "Soll ich das committen?"),
    ] {
        let (_, decision) = ended(Payload::stop(), looked(prompt), closing);
        assert_eq!(decision.findings[1], (check("ask"), Finding::Noted), "{closing}");
        assert_eq!(decision.verdict, holds());
    }
}
