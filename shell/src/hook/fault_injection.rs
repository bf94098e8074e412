//! Fault injection: faults that tests provoke, to see that the hook passes whatever happens inside
//! it.
//!
//! A debug build has them, and a release build only with `--cfg sprag_faults`: none that is
//! installed.

#[cfg(any(debug_assertions, sprag_faults))]
pub(crate) use faults::at;

/// Does nothing.
#[cfg(not(any(debug_assertions, sprag_faults)))]
pub(crate) const fn at(_: &str) {}

#[cfg(any(debug_assertions, sprag_faults))]
mod faults {
    use core::hint::black_box;
    use std::env;
    use std::process;

    /// Has the fault that the variable names, if its place is this one.
    #[expect(clippy::panic, reason = "it is what is asked for")]
    pub(crate) fn at(place: &str) {
        let Ok(fault) = env::var("SPRAG_FAULT") else { return };
        match fault.split_once(" at ") {
            Some(("panic", at)) if at == place => panic!("a test has provoked it"),
            Some(("overflow", at)) if at == place => _ = black_box(depth(u64::MAX)),
            Some(("abort", at)) if at == place => process::abort(),
            _ => {}
        }
    }

    fn depth(left: u64) -> u64 {
        let within = left.checked_sub(1).map_or(0, |left| depth(black_box(left)));
        black_box(within).wrapping_add(1)
    }
}
