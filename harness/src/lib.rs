//! Judges `sprag-core` from outside: builders of input, oracles written from the contract, and
//! strategies for property tests. It never calls what the core keeps private.

extern crate alloc;

pub mod action;
pub mod bench;
pub mod citation_oracle;
pub mod cost;
pub mod fuzz;
pub mod given;
pub mod ledger;
pub mod measure;
#[cfg(feature = "network")]
pub mod network;
pub mod oracle;
pub mod payload;
pub mod reader;
pub mod recorded;
pub mod redact_oracle;
pub mod session;
pub mod shown;
pub mod sim;
pub mod situation;
pub mod skipped;
pub mod train;
pub mod transcript;
pub mod wire;
pub mod wording_oracle;
