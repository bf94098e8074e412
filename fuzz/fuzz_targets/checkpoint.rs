//! What is kept of a search on disk.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sprag_harness::fuzz::fuzz_checkpoint(bytes));
