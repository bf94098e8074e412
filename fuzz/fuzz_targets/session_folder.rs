//! Where a session of Grok was.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sprag_harness::fuzz::fuzz_session_folder(bytes));
