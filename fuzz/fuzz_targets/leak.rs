//! A body that left, in which shapes are counted.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sprag_harness::fuzz::fuzz_leak(bytes));
