//! Grok's `chat_history.jsonl`, backwards.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sprag_harness::fuzz::fuzz_ledger(bytes));
