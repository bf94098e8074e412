//! Every figure, counted again in the plainest way.
use proptest::prelude::*;
use sprag_core::checks::score::Threshold;
use sprag_core::reports::calibrate::figures::{Figures, Scored, Worth, auroc, interval};

use crate::long_properties;

fn scored(scores: &[(u32, bool)]) -> Vec<Scored> {
    let one = |(hundredths, is_yes): &(u32, bool)| Scored {
        score: f64::from(*hundredths) / 100.0,
        is_yes: *is_yes,
    };
    scores.iter().map(one).collect()
}

fn some() -> impl Strategy<Value = Vec<(u32, bool)>> {
    prop::collection::vec((0..=100_u32, any::<bool>()), 0..60)
}

/// Of every pair of a yes and a no, the share in which the yes scores higher; a tie is half.
fn by_pairs(scored: &[Scored]) -> Option<f64> {
    let (mut won, mut pairs) = (0.0, 0.0);
    for yes in scored.iter().filter(|one| one.is_yes) {
        for no in scored.iter().filter(|one| !one.is_yes) {
            pairs += 1.0;
            won += if yes.score > no.score {
                1.0
            } else if yes.score == no.score {
                0.5
            } else {
                0.0
            };
        }
    }
    (pairs > 0.0).then(|| won / pairs)
}

/// Draws lines with the generator that is documented, and sorts the pairs' shares.
fn by_draws(scored: &[Scored]) -> Option<[f64; 2]> {
    let mut state = 1_u64;
    let mut shares = Vec::new();
    for _ in 0..1_000 {
        let mut drawn = Vec::new();
        for _ in 0..scored.len() {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            drawn.push(scored[usize::try_from(state >> 33).unwrap() % scored.len()]);
        }
        shares.extend(by_pairs(&drawn));
    }
    shares.sort_by(f64::total_cmp);
    let last = shares.len().checked_sub(1)?;
    Some([shares[last * 25 / 1_000], shares[last * 975 / 1_000]])
}

fn close(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() < 1e-12,
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

proptest! {
    #![proptest_config(long_properties())]

    #[test]
    fn prop_the_figures_are_those_of_counting_by_hand(
        scores in some(),
        words in some(),
        least in 1..=100_u32,
    ) {
        let (scored, words) = (scored(&scores), scored(&words));
        let threshold = f64::from(least) / 100.0;
        let figures = Figures::of(&scored, &words, Threshold::of(threshold));
        let count = |is: &dyn Fn(&Scored) -> bool| scored.iter().filter(|one| is(one)).count();
        prop_assert_eq!(figures.yes, count(&|one| one.is_yes));
        prop_assert_eq!(figures.no, count(&|one| !one.is_yes));
        let confusion = figures.confusion.unwrap();
        prop_assert_eq!(confusion.found, count(&|one| one.is_yes && one.score >= threshold));
        prop_assert_eq!(confusion.missed, count(&|one| one.is_yes && one.score < threshold));
        prop_assert_eq!(confusion.wrong, count(&|one| !one.is_yes && one.score >= threshold));
        prop_assert_eq!(confusion.left, count(&|one| !one.is_yes && one.score < threshold));
        prop_assert!(close(figures.auroc, by_pairs(&scored)));
        prop_assert!(close(figures.wording, by_pairs(&words)));
        prop_assert_eq!(figures.sweep.len(), if scored.is_empty() { 0 } else { 10 });
        for step in &figures.sweep {
            prop_assert_eq!(step.reach, count(&|one| one.score >= step.threshold));
            prop_assert_eq!(step.wrong, count(&|one| !one.is_yes && one.score >= step.threshold));
        }
        // Nothing is in the band, and its ends are scores or the ends of all scores.
        let [low, high] = figures.band.unwrap();
        prop_assert!(low < threshold && threshold <= high);
        prop_assert_eq!(count(&|one| one.score > low && one.score < high), 0);
        for end in [low, high] {
            prop_assert!(end == 0.0 || end == 1.0 || count(&|one| one.score == end) > 0);
        }
        // No score below the one that is named would do.
        let is_good = |least: f64| {
            let reach = count(&|one| one.score >= least);
            let wrong = count(&|one| !one.is_yes && one.score >= least);
            least > 0.0 && 50 * wrong < reach
        };
        let mut good: Vec<f64> =
            scored.iter().map(|one| one.score).filter(|score| is_good(*score)).collect();
        good.sort_by(f64::total_cmp);
        prop_assert_eq!(figures.lowest.map(|step| step.threshold), good.first().copied());
        if let Some(step) = figures.lowest {
            prop_assert_eq!(step.reach, count(&|one| one.score >= step.threshold));
            prop_assert_eq!(step.wrong, count(&|one| !one.is_yes && one.score >= step.threshold));
        }
        let expected = match (by_pairs(&scored), by_pairs(&words)) {
            (Some(_), Some(_)) if figures.yes.min(figures.no) < 10 => Worth::TooFew,
            (Some(auroc), Some(_)) if auroc < 0.6 => Worth::Chance,
            (Some(auroc), Some(words)) if auroc < words + 0.08 => Worth::WordingAlone,
            (Some(_), Some(_)) => Worth::Keep,
            (_, _) => Worth::TooFew,
        };
        prop_assert_eq!(figures.worth, expected);
    }
}

proptest! {
    #![proptest_config(long_properties())]

    #[test]
    fn prop_the_interval_is_that_of_the_draws(
        scores in prop::collection::vec((0..=100_u32, any::<bool>()), 0..12),
    ) {
        let scored = scored(&scores);
        let alone: Vec<&[Scored]> = scored.chunks(1).collect();
        let expected = by_draws(&scored);
        let found = interval(&alone);
        let ends = |ends: Option<[f64; 2]>, at: usize| ends.map(|ends| ends[at]);
        prop_assert!(close(ends(found, 0), ends(expected, 0)), "{:?} {:?}", found, expected);
        prop_assert!(close(ends(found, 1), ends(expected, 1)));
        let figures = Figures::of(&scored, &[], None);
        prop_assert_eq!(figures.interval, by_pairs(&scored).and(found));
    }
}

#[test]
fn what_lies_together_is_drawn_together() {
    let both = scored(&[(90, true), (10, false)]);
    // One group of a yes and a no that are distinguished is never distinguished less.
    assert_eq!(interval(&[&both, &both]), Some([1.0, 1.0]));
    assert_eq!(interval(&[]), None);
}

#[test]
fn at_the_edges_a_question_is_worth_asking_or_not() {
    let rows = |yes: u32, no: u32, score: u32| -> Vec<(u32, bool)> {
        let yes = (0..yes).map(|_| (score, true));
        yes.chain((0..no).map(|_| (50, false))).collect()
    };
    let worth = |scores: &[(u32, bool)], words: &[(u32, bool)]| {
        Figures::of(&scored(scores), &scored(words), Threshold::of(0.5)).worth
    };
    let chance = rows(10, 10, 50);
    assert_eq!(auroc(&scored(&chance)), Some(0.5));
    assert_eq!(worth(&rows(10, 10, 90), &chance), Worth::Keep);
    assert_eq!(worth(&rows(9, 10, 90), &chance), Worth::TooFew);
    assert_eq!(worth(&rows(10, 9, 90), &chance), Worth::TooFew);
    assert_eq!(worth(&chance, &chance), Worth::Chance);
    assert_eq!(worth(&rows(10, 10, 90), &rows(10, 10, 90)), Worth::WordingAlone);
    assert_eq!(worth(&[], &[]), Worth::TooFew);
}

#[test]
fn a_threshold_under_2_percent_wrong_has_one_wrong_in_more_than_fifty() {
    let lowest = |right: u32, wrong: u32| {
        let rows: Vec<(u32, bool)> =
            (0..right).map(|_| (80, true)).chain((0..wrong).map(|_| (80, false))).collect();
        Figures::of(&scored(&rows), &[], None).lowest
    };
    assert_eq!(lowest(49, 1), None, "one in fifty is 2 %");
    assert_eq!(lowest(50, 1).map(|step| (step.reach, step.wrong)), Some((51, 1)));
    // At 0 every score would count.
    let zero: Vec<(u32, bool)> = vec![(0, true); 3];
    assert_eq!(Figures::of(&scored(&zero), &[], None).lowest, None);
}
