//! Regularised logistic regression, by coordinate descent on its dual.
//!
//! The method of <https://www.csie.ntu.edu.tw/~cjlin/papers/maxent_dual.pdf>: it keeps one number
//! for each example, needs no step size, and comes to the same weights whoever runs it.

use sprag_core::reports::calibrate::figures::draw;

/// One example: the features that it has, and whether the answer is yes.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// Numbers of features.
    pub features: &'a [usize],
    /// The answer.
    pub is_yes: bool,
    /// How much it counts, against the regulariser.
    pub weight: f64,
}

/// A linear model: the logarithm of odds is the offset and the weights of all features.
#[derive(Clone, Debug)]
pub struct Linear {
    /// By feature.
    pub weights: Vec<f64>,
    /// What stands there without any feature.
    pub offset: f64,
}

const ROUNDS: usize = 30;
const HALVINGS: usize = 40;

impl Linear {
    /// Fits a model. `scales` says about each feature how much it may say: 0 is nothing.
    #[must_use]
    pub fn fit(examples: &[Example<'_>], scales: &[f64]) -> Self {
        let mut model = Self { weights: vec![0.0; scales.len()], offset: 0.0 };
        let mut duals: Vec<f64> = examples.iter().map(|example| example.weight / 1e3).collect();
        let norms: Vec<f64> = examples.iter().map(|example| norm(example, scales)).collect();
        for (example, dual) in examples.iter().zip(&duals) {
            model.add(example, scales, *dual);
        }
        let mut order: Vec<usize> = (0..examples.len()).collect();
        let mut dice = 1;
        for _ in 0..ROUNDS {
            shuffle(&mut order, &mut dice);
            for at in &order {
                let (example, dual) = (&examples[*at], &mut duals[*at]);
                let margin = sign(example) * model.logit_of(example.features, scales);
                let new = coordinate(norms[*at], margin, *dual, example.weight);
                model.add(example, scales, new - *dual);
                *dual = new;
            }
        }
        for (weight, scale) in model.weights.iter_mut().zip(scales) {
            *weight *= scale;
        }
        model
    }

    /// Returns the logarithm of the odds of yes.
    #[must_use]
    pub fn logit(&self, features: &[usize]) -> f64 {
        self.offset + features.iter().map(|feature| self.weights[*feature]).sum::<f64>()
    }

    fn logit_of(&self, features: &[usize], scales: &[f64]) -> f64 {
        let share = |feature: &usize| self.weights[*feature] * scales[*feature];
        self.offset + features.iter().map(share).sum::<f64>()
    }

    fn add(&mut self, example: &Example<'_>, scales: &[f64], dual: f64) {
        let step = sign(example) * dual;
        self.offset += step;
        for feature in example.features {
            self.weights[*feature] += step * scales[*feature];
        }
    }
}

/// The offset is a feature that every example has.
fn norm(example: &Example<'_>, scales: &[f64]) -> f64 {
    1.0 + example.features.iter().map(|feature| scales[*feature].powi(2)).sum::<f64>()
}

fn sign(example: &Example<'_>) -> f64 {
    if example.is_yes { 1.0 } else { -1.0 }
}

/// Returns the dual in (0, `most`) where `norm * (dual - old) + margin + ln(dual / (most - dual))`
/// is zero. That rises, so halving finds it.
fn coordinate(norm: f64, margin: f64, old: f64, most: f64) -> f64 {
    let (mut low, mut high) = (0.0, most);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        let slope = norm * (middle - old) + margin + (middle / (most - middle)).ln();
        if slope < 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// Puts the numbers into another order, the same one each time.
fn shuffle(order: &mut [usize], dice: &mut u64) {
    for at in (1..order.len()).rev() {
        order.swap(at, draw(dice, at + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the gradient of the loss and the regulariser is zero, there is no better model.
    #[test]
    fn the_model_is_where_the_gradient_is_zero() {
        let rows: [(&[usize], bool); 6] = [
            (&[0], true),
            (&[0, 1], true),
            (&[1], false),
            (&[2], false),
            (&[0, 2], true),
            (&[0, 2], false),
        ];
        let examples: Vec<Example<'_>> =
            rows.map(|(features, is_yes)| Example { features, is_yes, weight: 0.5 }).to_vec();
        let model = Linear::fit(&examples, &[1.0; 3]);
        let pull = |has: &dyn Fn(&[usize]) -> bool| -> f64 {
            let share = |example: &Example<'_>| {
                let chance = 1.0 / (1.0 + (-model.logit(example.features)).exp());
                0.5 * (f64::from(u8::from(example.is_yes)) - chance)
            };
            examples.iter().filter(|example| has(example.features)).map(share).sum()
        };
        assert!((pull(&|_| true) - model.offset).abs() < 1e-6);
        for feature in 0..3 {
            let gradient = pull(&|features| features.contains(&feature)) - model.weights[feature];
            assert!(gradient.abs() < 1e-6, "{feature}: {gradient}");
        }
    }

    #[test]
    fn a_feature_of_scale_0_says_nothing() {
        let examples = [true, false].map(|is_yes| Example {
            features: if is_yes { &[0, 1] } else { &[1] },
            is_yes,
            weight: 1.0,
        });
        let model = Linear::fit(&examples, &[0.0, 1.0]);
        assert_eq!(model.weights[0], 0.0);
    }
}
