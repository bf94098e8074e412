//! Masks what must not leave the machine.
