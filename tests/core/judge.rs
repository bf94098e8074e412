//! Proves the room `judge`.

mod answer;
mod endpoint;
mod evidence;
mod key;
mod leaves;
mod opinion;
mod request;
