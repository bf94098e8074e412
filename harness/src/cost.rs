//! What the core and a stop cost, counted and never timed: instructions over doubling inputs, and
//! what is allocated.
//!
//! ```text
//! shape --of n, 2n, 4n bytes--> transform --callgrind--> instructions --growth--> linear, or not
//! stop, as a host would run it --dhat--> allocations, most bytes --ceiling--> within, or not
//! ```
//!
//! The counter is valgrind: the processors of many machines count nothing where a guest could see
//! it, and a step at a time takes a thousand times as long. `bin/cost.rs` runs it.

mod growth;
mod heap;
mod own;
mod reader;
mod shape;
mod stop;
mod transform;
mod valgrind;

pub use growth::{Growth, SIZES};
pub use heap::Heap;
pub use shape::Shape;
pub use stop::{STOPS, Stop};
pub use transform::{CANARY, CANARY_SHAPE, TRANSFORMS, Transform, measured_alone};
pub use valgrind::{Under, Valgrind};
