//! Messages, and weights of the judge in the box.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sprag_harness::fuzz::fuzz_opinion(bytes));
