//! Proves the room `judge`.

mod answer;
mod endpoint;
mod evidence;
mod key;
mod opinion;
mod outgoing;
mod request;
