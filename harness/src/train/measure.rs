//! How good scores are.

use sprag_core::reports::calibrate::figures::{self, Scored};

/// A score, the answer, and the session that it was drawn with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// In [0, 1].
    pub score: f64,
    /// The answer.
    pub is_yes: bool,
    /// Scores of one session are not independent.
    pub session: usize,
}

/// What can be said of many scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// How many answers are yes.
    pub yes: usize,
    /// How many are no.
    pub no: usize,
    /// How often a yes scores above a no; `None` if one of them is missing.
    pub auroc: Option<f64>,
    /// Its middle 95 % over sessions drawn again and again.
    pub interval: Option<[f64; 2]>,
    /// The mean square of score minus answer.
    pub brier: f64,
    /// How far scores are from how often they come true, over ten bins of scores.
    pub ece: f64,
}

const BINS: usize = 10;

impl Quality {
    /// Returns what can be said of these scores.
    #[must_use]
    pub fn of(judged: &[Judged]) -> Self {
        let yes = judged.iter().filter(|one| one.is_yes).count();
        let count = judged.len().max(1) as f64;
        let square = |one: &Judged| (one.score - truth(one)).powi(2);
        Self {
            yes,
            no: judged.len() - yes,
            auroc: auroc(judged),
            interval: interval(judged),
            brier: judged.iter().map(square).sum::<f64>() / count,
            ece: ece(judged) / count,
        }
    }
}

fn truth(one: &Judged) -> f64 {
    f64::from(u8::from(one.is_yes))
}

/// Returns how often a yes scores above a no; ties count half. `None` if one is missing.
#[must_use]
pub fn auroc(judged: &[Judged]) -> Option<f64> {
    figures::auroc(&scored(judged))
}

/// Draws whole sessions with replacement.
fn interval(judged: &[Judged]) -> Option<[f64; 2]> {
    let mut sorted = judged.to_vec();
    sorted.sort_by_key(|one| one.session);
    let sessions: Vec<Vec<Scored>> =
        sorted.chunk_by(|a, b| a.session == b.session).map(scored).collect();
    figures::interval(&sessions.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

fn scored(judged: &[Judged]) -> Vec<Scored> {
    judged.iter().map(|one| Scored { score: one.score, is_yes: one.is_yes }).collect()
}

fn ece(judged: &[Judged]) -> f64 {
    let mut bins = [(0.0, 0.0); BINS];
    for one in judged {
        let is_below = |edge: &usize| one.score * BINS as f64 >= *edge as f64;
        let bin = (1..BINS).filter(is_below).count();
        bins[bin].0 += one.score;
        bins[bin].1 += truth(one);
    }
    bins.iter().map(|(scores, truths)| f64::abs(scores - truths)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(scores: &[(f64, bool)]) -> Vec<Judged> {
        let one = |(session, (score, is_yes)): (usize, &(f64, bool))| Judged {
            score: *score,
            is_yes: *is_yes,
            session,
        };
        scores.iter().enumerate().map(one).collect()
    }

    #[test]
    fn auroc_is_the_share_of_pairs_in_the_right_order_and_a_tie_is_half_a_pair() {
        let scores = judged(&[(0.1, false), (0.4, true), (0.4, false), (0.9, true)]);
        assert_eq!(auroc(&scores), Some(3.5 / 4.0));
        assert_eq!(auroc(&scores[1..2]), None);
    }

    #[test]
    fn scores_that_come_true_as_often_as_they_say_are_calibrated() {
        let scores = judged(&[(0.5, true), (0.5, false), (1.0, true), (0.0, false)]);
        let quality = Quality::of(&scores);
        assert_eq!((quality.ece, quality.brier, quality.yes, quality.no), (0.0, 0.125, 2, 2));
        let quality = Quality::of(&judged(&[(0.9, false), (0.9, false)]));
        assert_eq!((quality.ece, quality.auroc, quality.interval), (0.9, None, None));
    }
}
