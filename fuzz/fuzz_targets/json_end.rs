//! The end of a value in a stream.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sprag_harness::fuzz::fuzz_json_end(bytes));
