//! Proves the core: one module for each thing that it decides.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

extern crate alloc;

mod activity;
mod checks;
mod decision;
mod hosts;
mod judge;
mod reads;
mod reports;
mod security;
mod settings;
mod text;
mod wording;
mod worker;

use proptest::test_runner::{Config, FileFailurePersistence, RngSeed};
use sprag_core::activity::check_kind::CheckKind;
use sprag_core::activity::work::What;

/// Where seeds of failures are kept.
const REGRESSIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../harness/regressions/core.txt");

/// Returns how property tests run: the same cases every time, unless `PROPTEST_RNG_SEED` says
/// otherwise.
fn properties() -> Config {
    let config = Config::default();
    let rng_seed = match config.rng_seed {
        RngSeed::Random => RngSeed::Fixed(2),
        fixed @ RngSeed::Fixed(_) => fixed,
    };
    // Somebody may want none: a case that one mutant leaves behind must not catch the next one.
    let kept = || Box::new(FileFailurePersistence::Direct(REGRESSIONS)) as Box<_>;
    let is_wanted = std::env::var_os("PROPTEST_DISABLE_FAILURE_PERSISTENCE").is_none();
    let failure_persistence = is_wanted.then(kept);
    Config { failure_persistence, rng_seed, ..config }
}

/// Returns how property tests run whose every case is many steps long.
fn long_properties() -> Config {
    let config = properties();
    Config { cases: config.cases.div_ceil(8), ..config }
}

#[test]
fn a_property_draws_cases() {
    let (cases, few) = (properties().cases, long_properties().cases);
    assert!(0 < few && few <= cases);
    println!("counted: cases={cases}");
}

/// Says in words what a turn did.
fn in_words(what: &What) -> String {
    match what {
        What::Change(change) => {
            let path = change.path.as_deref().unwrap_or("?");
            format!("{path} {}", change.lines.unwrap_or_default())
        }
        What::Check(run) => {
            let is_test = run.kinds.contains(CheckKind::Test);
            let result = serde_json::to_value(run.result).unwrap();
            format!("{} {}", if is_test { "test" } else { "check" }, result.as_str().unwrap())
        }
        What::Hidden => "hidden".into(),
        What::Unseen => "unseen".into(),
        What::Program => "program".into(),
        What::OneOffCode => "trial".into(),
        What::Subagent => "subagent".into(),
        What::Refused => "refused".into(),
    }
}

/// Compares `bytes` with the snapshot of this name.
fn assert_bytes(name: &str, bytes: &[u8]) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/core"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_binary_snapshot!(name, bytes.to_vec()));
}
