//! What a turn did, as its transcript shows it.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sprag_harness::fuzz::fuzz_work(bytes));
