//! The fence around a file that a worker wrote.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sprag_harness::fuzz::fuzz_fences(bytes));
