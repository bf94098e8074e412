//! The file in which a user lists folders that are left alone.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sprag_harness::fuzz::fuzz_deny(bytes));
