//! Proves the room `text`.

mod calendar;
mod frame;
mod screen;
