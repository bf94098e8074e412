//! Logs and reviews, and what is shown of them.

use alloc::vec::Vec;

use sprag_core::reports::explain::Explanation;
use sprag_core::reports::log::LogLine;
use sprag_core::reports::replay::{Replay, Thresholds};
use sprag_core::reports::review::{Queue, Reviews};
use sprag_core::reports::stats::{Days, Tally};
use sprag_core::reports::watch::Watch;
use sprag_core::text::calendar::Clock;
use sprag_core::text::screen::{Columns, Ink, Screen};

/// Lines whose screens are looked at.
const SHOWN_MAX: usize = 4;

/// Any bytes as a log and, behind the first zero, as reviews; behind the next, as usage.
///
/// # Panics
///
/// Panics if a line is neither counted nor passed over, counted twice, or shown so that it does not
/// fit or tells the terminal something.
pub fn fuzz_log(bytes: &[u8]) {
    let mut parts = bytes.splitn(3, |byte| *byte == 0);
    let [log, reviews, usage] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let reviews = Reviews::read(reviews);
    let (log, written) = lines(log);
    let (usage, used) = lines(usage);
    let clock = Clock { now_ms: 1_795_003_200_000, ahead: &|_| 3_600 };
    let columns = Columns::of(bytes.first().map(|byte| u16::from(*byte)));
    let mut tally = Tally::new(clock, Days::DEFAULT, &reviews);
    let (mut replay, mut queue) = (Replay::new(Thresholds::default()), Queue::default());
    let (mut watch, mut shown) = (Watch::default(), 0_usize);
    for line in log {
        let line = LogLine::read(line);
        if let LogLine::Stop(entry) = &line {
            queue.add(entry, &reviews);
            if shown < SHOWN_MAX {
                shown = shown.saturating_add(1);
                let explanation = Explanation::of(entry, &reviews);
                fits(&explanation.screen(&clock, columns));
                fits(&explanation.card(&clock, columns));
                let decided = entry.record.decide_again().verdict;
                assert!(
                    explanation
                        .counterfactuals
                        .iter()
                        .all(|counterfactual| counterfactual.verdict != decided)
                );
            }
        }
        watch.add(line.clone());
        replay.add(line.clone(), &reviews);
        tally.add(line);
    }
    usage.iter().for_each(|line| tally.add_usage(line));
    let stats = tally.finish(None);
    let delegations = &stats.delegations;
    let counted = [delegations.earlier, delegations.later, delegations.damaged];
    let counted = counted.iter().sum::<u64>().saturating_add(delegations.number());
    assert_eq!(Some(used), usize::try_from(counted).ok());
    assert!(delegations.kept_out_tokens_estimated <= delegations.bytes);
    assert!(delegations.measured.max(delegations.priced) <= delegations.answered());
    let stops = [stats.stops, stats.earlier, stats.later].iter().sum::<u64>();
    let reads = stats.reads.denied.saturating_add(stats.reads.would_deny);
    let skipped = [stats.skipped.damaged, stats.skipped.unknown].iter().sum::<u64>();
    let read = stops.saturating_add(skipped).saturating_add(reads);
    assert_eq!(Some(written), usize::try_from(read).ok());
    assert_eq!(stats.stops, [stats.blocked, stats.would_block, stats.passed].iter().sum::<u64>());
    // Reads that are not counted are among those of other days.
    assert!(replay.stops <= stops && replay.skipped == stats.skipped);
    assert!(replay.identical <= replay.stops);
    fits(&stats.screen(&clock, columns));
    fits(&replay.screen(&clock, columns));
    let view = watch.view(&reviews, &clock, columns, 24);
    assert!(view.lines().len() <= 24);
    fits(&view);
}

/// Returns the lines of a file, and how many of them are not blank.
fn lines(file: &[u8]) -> (Vec<&[u8]>, usize) {
    let lines: Vec<&[u8]> = file.split(|byte| *byte == b'\n').collect();
    let written = lines.iter().filter(|line| !line.trim_ascii().is_empty()).count();
    (lines, written)
}

fn fits(screen: &Screen) {
    let most = screen.columns().number();
    assert!(screen.lines().iter().all(|line| line.width() <= most), "{screen:?}");
    let text = screen.print(Ink::PLAIN);
    assert!(text.chars().all(|char| char == '\n' || !char.is_control()), "{text:?}");
}
