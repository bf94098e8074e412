//! Proves the room `text`.

mod calendar;
mod json_end;
mod screen;
