//! What a run allocated, and how much it may.

use alloc::string::String;

/// What a process took from the allocator.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Heap {
    /// How often it asked.
    pub allocations: u64,
    /// The most bytes that it held at once.
    pub peak: u64,
}

impl Heap {
    /// Reads the figures that dhat prints when a program ends.
    #[must_use]
    pub fn said(log: &str) -> Option<Self> {
        let figures = |name: &str| {
            let line = log.lines().find_map(|line| line.split_once(name))?;
            let (bytes, blocks) = line.1.split_once(" bytes in ")?;
            let number = |text: &str| text.trim().replace(',', "").parse().ok();
            Some((number(bytes)?, number(blocks.trim_end_matches(" blocks"))?))
        };
        let (_, allocations) = figures("Total:")?;
        let (peak, _) = figures("At t-gmax:")?;
        Some(Self { allocations, peak })
    }

    /// Returns what is wrong with a run that took this where it may take `ceiling`: too much, or so
    /// little that the ceiling no longer holds anything.
    #[must_use]
    pub fn fault(&self, ceiling: &Self) -> Option<String> {
        let each = [
            ("allocations", self.allocations, ceiling.allocations),
            ("bytes at once", self.peak, ceiling.peak),
        ];
        each.into_iter().find_map(|(of, taken, most)| {
            if taken > most {
                Some(format!("{taken} {of}, at most {most}"))
            } else if taken < most.saturating_mul(3) / 4 {
                Some(format!("{taken} {of}, far below {most}: lower the ceiling"))
            } else {
                None
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_of_dhat_are_read() {
        let log = "==7== Total:     1,234,567 bytes in 2,345 blocks\n\
                   ==7== At t-gmax: 65,536 bytes in 12 blocks\n\
                   ==7== At t-end:  0 bytes in 0 blocks\n";
        assert_eq!(Heap::said(log), Some(Heap { allocations: 2_345, peak: 65_536 }));
        assert_eq!(Heap::said("==7== \n"), None, "a program that counted nothing");
    }

    #[test]
    fn a_run_that_takes_more_than_its_ceiling_is_at_fault() {
        let ceiling = Heap { allocations: 100, peak: 1_000 };
        let fault = |allocations, peak| Heap { allocations, peak }.fault(&ceiling);
        assert_eq!(fault(100, 1_000), None);
        assert_eq!(fault(101, 1_000).unwrap(), "101 allocations, at most 100");
        assert_eq!(fault(100, 1_001).unwrap(), "1001 bytes at once, at most 1000");
    }

    #[test]
    fn a_ceiling_far_above_what_a_run_takes_is_to_be_lowered() {
        let ceiling = Heap { allocations: 100, peak: 1_000 };
        let fault = |allocations, peak| Heap { allocations, peak }.fault(&ceiling);
        assert_eq!(fault(75, 750), None);
        assert!(fault(74, 1_000).unwrap().contains("lower the ceiling"));
        assert!(fault(100, 749).unwrap().contains("lower the ceiling"));
    }
}
