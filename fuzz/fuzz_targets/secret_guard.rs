//! Files that are about to go to a worker.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sprag_harness::fuzz::fuzz_secret_guard(bytes));
