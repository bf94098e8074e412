//! What a worker's program or service answers.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sprag_harness::fuzz::fuzz_worker_replies(bytes));
