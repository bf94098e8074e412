//! Proves the room `checks`.

mod check_set;
mod handing_back;
mod promise;
mod score;
mod unverified_done;
