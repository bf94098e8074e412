//! Proves the room `checks`.

mod check_set;
mod done;
mod handing_back;
mod promises;
mod score;
