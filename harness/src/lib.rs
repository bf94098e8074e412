//! Judges the core from outside.
