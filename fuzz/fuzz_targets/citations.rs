//! A worker's answer, and the files that it quotes.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sprag_harness::fuzz::fuzz_citations(bytes));
