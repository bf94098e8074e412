//! The file in which a host lists its hooks.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sprag_harness::fuzz::fuzz_hook_file(bytes));
