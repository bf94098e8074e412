//! What every fuzz target demands of the core, for any bytes; knows nothing of a fuzzer.
//!
//! A body is called by its target in `fuzz/fuzz_targets` and, with the target's seeds, by the tests
//! below, which need no fuzzer. To add a target, add its file here and there, its line in
//! [`TARGETS`], its `[[bin]]` in `fuzz/Cargo.toml` and its seeds; the tests say what is missing.
#![expect(clippy::expect_used, clippy::panic, reason = "a demand that is not met ends the run")]

mod answers;
mod backwards;
mod calibration;
mod canary;
mod checkpoint;
mod citations;
mod command_line;
mod counters;
mod declared;
mod deny;
mod fences;
mod followed;
mod git_config;
mod handoff;
mod hook_file;
mod json_end;
mod language;
mod leak;
mod ledger;
mod log;
mod opinion;
mod payload;
mod powershell;
mod reads;
mod record;
mod rollout;
mod secret_guard;
mod session_folder;
mod settings;
mod strict;
mod summary;
mod tally;
mod transcript;
mod updates;
mod wording;
mod work;
mod worker_replies;

pub use crate::redact_oracle::fuzz_redact;
pub use answers::fuzz_answers;
pub use calibration::fuzz_calibration;
pub use canary::{CANARY, fuzz_canary};
pub use checkpoint::fuzz_checkpoint;
pub use citations::fuzz_citations;
pub use command_line::fuzz_command_line;
pub use counters::fuzz_counters;
pub use declared::fuzz_declared;
pub use deny::fuzz_deny;
pub use fences::fuzz_fences;
pub use followed::fuzz_followed;
pub use git_config::fuzz_git_config;
pub use handoff::fuzz_handoff;
pub use hook_file::fuzz_hook_file;
pub use json_end::fuzz_json_end;
pub use language::fuzz_language;
pub use leak::fuzz_leak;
pub use ledger::fuzz_ledger;
pub use log::fuzz_log;
pub use opinion::fuzz_opinion;
pub use payload::fuzz_payload;
pub use powershell::fuzz_powershell;
pub use reads::fuzz_reads;
pub use record::fuzz_record;
pub use rollout::fuzz_rollout;
pub use secret_guard::fuzz_secret_guard;
pub use session_folder::fuzz_session_folder;
pub use settings::fuzz_settings;
pub use summary::fuzz_summary;
pub use tally::fuzz_tally;
pub use transcript::fuzz_transcript;
pub use updates::fuzz_updates;
pub use wording::fuzz_wording;
pub use work::fuzz_work;
pub use worker_replies::fuzz_worker_replies;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of its file in `fuzz/fuzz_targets` and of its folder in `fuzz/seeds`.
    pub name: &'static str,
    /// What it runs; it panics where a demand is not met.
    pub body: fn(&[u8]),
}

/// Every fuzz target.
pub const TARGETS: [Target; 36] = [
    Target { name: "answers", body: fuzz_answers },
    Target { name: "calibration", body: fuzz_calibration },
    Target { name: "canary", body: fuzz_canary },
    Target { name: "checkpoint", body: fuzz_checkpoint },
    Target { name: "citations", body: fuzz_citations },
    Target { name: "command_line", body: fuzz_command_line },
    Target { name: "counters", body: fuzz_counters },
    Target { name: "declared", body: fuzz_declared },
    Target { name: "deny", body: fuzz_deny },
    Target { name: "fences", body: fuzz_fences },
    Target { name: "followed", body: fuzz_followed },
    Target { name: "git_config", body: fuzz_git_config },
    Target { name: "handoff", body: fuzz_handoff },
    Target { name: "hook_file", body: fuzz_hook_file },
    Target { name: "json_end", body: fuzz_json_end },
    Target { name: "language", body: fuzz_language },
    Target { name: "leak", body: fuzz_leak },
    Target { name: "ledger", body: fuzz_ledger },
    Target { name: "log", body: fuzz_log },
    Target { name: "opinion", body: fuzz_opinion },
    Target { name: "payload", body: fuzz_payload },
    Target { name: "powershell", body: fuzz_powershell },
    Target { name: "reads", body: fuzz_reads },
    Target { name: "record", body: fuzz_record },
    Target { name: "redact", body: fuzz_redact },
    Target { name: "rollout", body: fuzz_rollout },
    Target { name: "secret_guard", body: fuzz_secret_guard },
    Target { name: "session_folder", body: fuzz_session_folder },
    Target { name: "settings", body: fuzz_settings },
    Target { name: "summary", body: fuzz_summary },
    Target { name: "tally", body: fuzz_tally },
    Target { name: "transcript", body: fuzz_transcript },
    Target { name: "updates", body: fuzz_updates },
    Target { name: "wording", body: fuzz_wording },
    Target { name: "work", body: fuzz_work },
    Target { name: "worker_replies", body: fuzz_worker_replies },
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::panic::catch_unwind;
    use std::path::{Path, PathBuf};

    /// What the smoke of `.ci/run` reads of a seed; a longer one would be cut.
    const SEED_BYTES_MAX: usize = 4_096;
    const SEEDS_MIN: usize = 3;
    /// Cuts and changes of one seed: enough to meet every kind of edge, few enough to be quick.
    const PLACES_MAX: usize = 32;

    fn folder(path: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz").join(path)
    }

    fn names_in(path: &str) -> Vec<String> {
        let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
        let folder = fs::read_dir(folder(path)).unwrap();
        let mut names: Vec<String> = folder.map(|entry| name(entry.unwrap())).collect();
        names.sort();
        names
    }

    fn seeds(target: &Target) -> Vec<(String, Vec<u8>)> {
        let seeds = format!("seeds/{}", target.name);
        let read = |name: String| {
            let bytes = fs::read(folder(&seeds).join(&name)).unwrap();
            (format!("{seeds}/{name}"), bytes)
        };
        names_in(&seeds).into_iter().map(read).collect()
    }

    /// Runs the body and says which input it was that broke a demand.
    #[track_caller]
    fn replay(target: &Target, seed: &str, bytes: &[u8]) {
        let ran = catch_unwind(|| (target.body)(bytes));
        assert!(ran.is_ok(), "{seed}: {}", String::from_utf8_lossy(bytes));
    }

    #[test]
    fn every_target_has_a_body_and_every_body_a_target() {
        let listed: Vec<String> = TARGETS.iter().map(|target| target.name.into()).collect();
        let file = |name: &String| format!("{name}.rs");
        assert_eq!(names_in("fuzz_targets"), listed.iter().map(file).collect::<Vec<_>>());
        assert_eq!(names_in("seeds"), listed);
        let page = fs::read_to_string(folder("../docs/fuzzing.md")).unwrap();
        for Target { name, .. } in TARGETS {
            assert!(page.contains(&format!("\n| `{name}` | ")), "{name} is not in docs/fuzzing.md");
            let text = fs::read_to_string(folder("fuzz_targets").join(format!("{name}.rs")));
            let call = format!("sprag_harness::fuzz::fuzz_{name}(bytes)");
            assert!(text.unwrap().contains(&call), "{name} does not call its own body");
        }
    }

    #[test]
    fn every_seed_meets_the_demands_of_its_target() {
        for target in &TARGETS {
            let seeds = seeds(target);
            assert!(seeds.len() >= SEEDS_MIN, "{} has {} seeds", target.name, seeds.len());
            for (seed, bytes) in seeds {
                assert!(bytes.len() <= SEED_BYTES_MAX, "{seed} has {} bytes", bytes.len());
                replay(target, &seed, &bytes);
            }
        }
    }

    #[test]
    fn every_seed_meets_them_cut_and_with_a_byte_changed() {
        for target in &TARGETS {
            for (seed, bytes) in seeds(target) {
                let step = bytes.len() / PLACES_MAX + 1;
                for at in (0..bytes.len()).step_by(step) {
                    replay(target, &seed, &bytes[..at]);
                    let mut changed = bytes.clone();
                    changed[at] ^= 0b0000_0101;
                    replay(target, &seed, &changed);
                }
            }
        }
    }

    #[test]
    fn a_replay_notices_the_input_that_the_canary_dies_of() {
        let canary = TARGETS.iter().find(|target| target.name == "canary").unwrap();
        assert!(catch_unwind(|| replay(canary, "known", CANARY)).is_err());
    }
}
