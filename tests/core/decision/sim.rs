//! Whole sessions, played from seeds and watched by checkers that know nothing of the core.
use sprag_harness::sim::{Breach, Fault, MOVES, Rule, SESSIONS, Tally, run};

/// Enough for every verdict to occur often, few enough for a few seconds.
const SEEDS: u64 = 60;

/// Within how many runs a mistake has to be noticed.
const CANARY_SEEDS: u64 = 40;

/// Verdicts that have to occur.
const VERDICTS: [&str; 8] = [
    "cap_reached",
    "answer_repeated",
    "continuing",
    "nothing_found",
    "unavailable",
    "not_a_stop",
    "text_unknown",
    "spared",
];

/// Which checker has to notice which mistake.
const CANARIES: [(Fault, Rule); 15] = [
    (Fault::ForgetsTheCap, Rule::Cap),
    (Fault::CountsFromZeroAfterDamage, Rule::Cap),
    (Fault::ForgetsAnswers, Rule::Repeat),
    (Fault::BlocksInShadow, Rule::Shadow),
    (Fault::LosesRecords, Rule::Record),
    (Fault::SendsWhenOff, Rule::Off),
    (Fault::RecordsAnotherVerdict, Rule::Again),
    (Fault::SpeaksWhenItPasses, Rule::Same),
    (Fault::ForgetsThatItContinues, Rule::Continuing),
    (Fault::TakesSilenceForAYes, Rule::Unheard),
    (Fault::SendsThePrompt, Rule::Private),
    (Fault::ForgetsTheRow, Rule::Row),
    (Fault::AsksForNobody, Rule::Local),
    (Fault::ForgetsThePace, Rule::Pace),
    (Fault::MisreadsPasses, Rule::Checked),
];

/// Returns how many seeds are played: `SIM_SEEDS` of them, where somebody has the time.
fn seeds() -> u64 {
    std::env::var("SIM_SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(SEEDS)
}

#[test]
fn every_simulated_session_keeps_the_contract() {
    let (seeds, mut tally) = (seeds(), Tally::default());
    for seed in 0..seeds {
        let (more, breaches) = run(seed, None);
        assert_eq!(breaches, [], "run(seed {seed})");
        tally.add(&more);
    }
    // A run in which nothing happens keeps every contract.
    let least = seeds / 10;
    let counts = [tally.blocks, tally.would_blocks, tally.off, tally.requests];
    assert!(counts.iter().all(|count| *count >= least), "{tally:#?}");
    for verdict in VERDICTS {
        let seen = tally.verdicts.get(verdict).copied().unwrap_or(0);
        assert!(seen >= least, "{seen} times {verdict}: {tally:#?}");
    }
    let (sessions, moves) = (seeds * u64::from(SESSIONS), seeds * u64::from(MOVES));
    println!("counted: sessions={sessions} moves={moves} simulated_stops={}", tally.stops);
}

#[test]
fn every_checker_notices_a_mistake_of_its_kind() {
    // This judges the checkers and not the core: who plays few seeds for each mutant of the core
    // would learn nothing from it.
    if seeds() < CANARY_SEEDS {
        return;
    }
    for (fault, rule) in CANARIES {
        let notices = |breach: &Breach| breach.rule == rule;
        let is_noticed = (0..CANARY_SEEDS).any(|seed| run(seed, Some(fault)).1.iter().any(notices));
        assert!(is_noticed, "{fault:?} is not noticed");
    }
}

#[test]
fn a_run_follows_from_its_seed() {
    assert_eq!(run(7, None), run(7, None));
    assert_ne!(run(7, None), run(8, None));
}
