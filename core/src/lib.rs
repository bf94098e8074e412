//! The decisions of sprag.
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;

pub mod redact;
pub mod secret;
