//! Proves the room `reports`.

mod audit;
mod calibrate;
mod doctor;
mod explain;
mod leak;
mod log;
pub(crate) mod logged;
mod replay;
mod review;
mod stats;
mod watching;
