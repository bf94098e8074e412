//! What scores show about a judge. Each figure is exact, and the same in every run.

use alloc::vec::Vec;

use serde::Serialize;

use crate::checks::score::Threshold;

/// A score, and what is true.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// In [0, 1].
    pub score: f64,
    /// What is true.
    pub is_yes: bool,
}

/// How answers turn out at a threshold.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Confusion {
    /// Is yes, and was said to be.
    pub found: usize,
    /// Is yes, and was not said to be.
    pub missed: usize,
    /// Is no, and was said to be yes.
    pub wrong: usize,
    /// Is no, and was said to be.
    pub left: usize,
}

/// A threshold, how many scores reach it, and how many of these are no.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The threshold.
    pub threshold: f64,
    /// How many reach it.
    pub reach: usize,
    /// How many of them are no.
    pub wrong: usize,
}

/// Whether a question is worth asking.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Worth {
    /// Its answers are better than chance and than wording alone.
    Keep,
    /// They are hardly better than chance.
    Chance,
    /// They are hardly better than wording alone.
    WordingAlone,
    /// There are too few lines of either kind to tell.
    TooFew,
}

/// What many scores show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// How many are yes.
    pub yes: usize,
    /// How many are no.
    pub no: usize,
    /// The score from which an answer counts; `null` if the setting is invalid.
    pub threshold: Option<f64>,
    /// How answers turn out there.
    pub confusion: Option<Confusion>,
    /// How often a yes scores above a no; `null` if one of them is missing.
    pub auroc: Option<f64>,
    /// Its middle 95 % over lines drawn again and again.
    pub interval: Option<[f64; 2]>,
    /// How often a yes scores above a no by the phrases in it alone.
    pub wording: Option<f64>,
    /// Around the threshold no score lies between these two: within, it may lie anywhere.
    pub band: Option<[f64; 2]>,
    /// The lowest threshold at which under 2 % of the scores that reach it are wrong.
    pub lowest: Option<Step>,
    /// What other thresholds would do; nothing where there is no score.
    pub sweep: Vec<Step>,
    /// Whether it is worth asking.
    pub worth: Worth,
}

/// Below this, a judge hardly tells yes from no.
pub const AUROC_MIN: f64 = 0.60;
/// How much better than wording alone it has to be.
pub const GAIN_MIN: f64 = 0.08;
/// Of each answer at least so many lines, for a word on whether a question is worth asking.
pub const LINES_MIN: usize = 10;
/// One wrong answer in more than so many that reach a threshold is under 2 %.
const WRONG_PARTS: usize = 50;
/// How often lines are drawn.
const DRAWS: usize = 1_000;
/// The thresholds that are tried.
const SWEEP: [f64; 10] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

impl Figures {
    /// Returns what these scores show. `wording` are those of phrases alone, for the same lines.
    #[must_use]
    pub fn of(scored: &[Scored], wording: &[Scored], threshold: Option<Threshold>) -> Self {
        let yes = scored.iter().filter(|one| one.is_yes).count();
        let no = scored.len().saturating_sub(yes);
        let alone: Vec<&[Scored]> = scored.chunks(1).collect();
        let (whole, words) = (auroc(scored), auroc(wording));
        let threshold = threshold.map(f64::from);
        Self {
            yes,
            no,
            threshold,
            confusion: threshold.map(|threshold| confusion(scored, threshold)),
            auroc: whole,
            interval: whole.and_then(|_| interval(&alone)),
            wording: words,
            band: threshold.map(|threshold| band(scored, threshold)),
            lowest: lowest(scored),
            sweep: sweep(scored),
            worth: worth(yes.min(no), whole, words),
        }
    }
}

fn sweep(scored: &[Scored]) -> Vec<Step> {
    let steps = SWEEP.map(|threshold| step(scored, threshold));
    if scored.is_empty() { Vec::new() } else { steps.to_vec() }
}

fn worth(rarer: usize, auroc: Option<f64>, wording: Option<f64>) -> Worth {
    let (Some(auroc), Some(wording)) = (auroc, wording) else { return Worth::TooFew };
    if rarer < LINES_MIN {
        Worth::TooFew
    } else if auroc < AUROC_MIN {
        Worth::Chance
    } else if auroc < wording + GAIN_MIN {
        Worth::WordingAlone
    } else {
        Worth::Keep
    }
}

fn confusion(scored: &[Scored], threshold: f64) -> Confusion {
    let count = |is_yes: bool, reaches: bool| {
        let is = |one: &&Scored| one.is_yes == is_yes && (one.score >= threshold) == reaches;
        scored.iter().filter(is).count()
    };
    Confusion {
        found: count(true, true),
        missed: count(true, false),
        wrong: count(false, true),
        left: count(false, false),
    }
}

fn step(scored: &[Scored], threshold: f64) -> Step {
    let Confusion { found, wrong, .. } = confusion(scored, threshold);
    Step { threshold, reach: found.saturating_add(wrong), wrong }
}

/// The highest score below the threshold and the lowest that reaches it; 0 and 1 where there is
/// none.
fn band(scored: &[Scored], threshold: f64) -> [f64; 2] {
    let scores = || scored.iter().map(|one| one.score);
    let low = scores().filter(|score| *score < threshold).fold(0.0, f64::max);
    let high = scores().filter(|score| *score >= threshold).fold(1.0, f64::min);
    [low, high]
}

/// Looks at every score that could be a threshold, from the highest down.
fn lowest(scored: &[Scored]) -> Option<Step> {
    let mut sorted = scored.to_vec();
    sorted.sort_by(|a, b| b.score.total_cmp(&a.score));
    let (mut reach, mut wrong) = (0_usize, 0_usize);
    let mut found = None;
    for tied in sorted.chunk_by(|a, b| a.score.total_cmp(&b.score).is_eq()) {
        reach = reach.saturating_add(tied.len());
        wrong = wrong.saturating_add(tied.iter().filter(|one| !one.is_yes).count());
        let threshold = tied.first().map_or(0.0, |one| one.score);
        if threshold > 0.0 && wrong.saturating_mul(WRONG_PARTS) < reach {
            found = Some(Step { threshold, reach, wrong });
        }
    }
    found
}

/// Returns how often a yes scores above a no; ties count half. `None` if one is missing.
#[must_use]
pub fn auroc(scored: &[Scored]) -> Option<f64> {
    let mut sorted: Vec<&Scored> = scored.iter().collect();
    sorted.sort_by(|a, b| a.score.total_cmp(&b.score));
    let (mut won, mut yes, mut no) = (0.0, 0.0, 0.0);
    for tied in sorted.chunk_by(|a, b| a.score.total_cmp(&b.score).is_eq()) {
        let up = float(tied.iter().filter(|one| one.is_yes).count());
        let down = float(tied.len()) - up;
        won += up * (no + down / 2.0);
        yes += up;
        no += down;
    }
    (yes > 0.0 && no > 0.0).then(|| won / (yes * no))
}

/// Returns the middle 95 % of the AUROC of as many groups, drawn with replacement 1,000 times. What
/// is not independent belongs into one group.
#[must_use]
pub fn interval(groups: &[&[Scored]]) -> Option<[f64; 2]> {
    let mut dice = 1;
    let mut draws: Vec<f64> = Vec::new();
    for _ in 0..DRAWS {
        let mut drawn: Vec<Scored> = Vec::new();
        for _ in 0..groups.len() {
            drawn.extend(groups.get(draw(&mut dice, groups.len())).copied().unwrap_or_default());
        }
        draws.extend(auroc(&drawn));
    }
    draws.sort_by(f64::total_cmp);
    let last = draws.len().checked_sub(1)?;
    let at = |thousandths: usize| {
        draws.get(last.saturating_mul(thousandths) / 1_000).copied().unwrap_or_default()
    };
    Some([at(25), at(975)])
}

/// Returns a number below `count`, the next of a row that `dice` fixes.
pub fn draw(dice: &mut u64, count: usize) -> usize {
    *dice = dice.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
    usize::try_from(*dice >> 33).unwrap_or_default().checked_rem(count).unwrap_or_default()
}

fn float(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::INFINITY, f64::from)
}
