//! The logistic function, the same on every machine.

/// Returns 1 / (1 + e^-x), rounded to four decimals; of what is no number, one half.
pub(crate) fn sigmoid(x: f64) -> f64 {
    if x.is_nan() {
        return 0.5;
    }
    let score = 1.0 / (1.0 + exp(-x.clamp(-30.0, 30.0)));
    // Rounded without `round`, which needs std.
    let scaled = score * 10_000.0 + 0.5;
    f64::from(whole(scaled)) / 10_000.0
}

/// Returns e^x for |x| of at most 30: e^(x/64) by its series, squared six times.
fn exp(x: f64) -> f64 {
    let small = x / 64.0;
    let mut term = 1.0;
    let mut sum = 1.0;
    for n in 1..=14_u32 {
        term *= small / f64::from(n);
        sum += term;
    }
    (0..6).fold(sum, |power, _| power * power)
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at least 0.5, at most 10001"
)]
fn whole(number: f64) -> u32 {
    number as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_that_of_the_tables() {
        for (x, expected) in [
            (0.0, 1.0),
            (1.0, core::f64::consts::E),
            (-1.0, 0.367_879_441_171_442_33),
            (10.0, 22_026.465_794_806_718),
            (-30.0, 9.357_622_968_840_175e-14),
        ] {
            assert!((exp(x) / expected - 1.0).abs() < 1e-9, "{x}");
        }
    }

    #[test]
    fn the_logistic_function_rises_from_0_to_1() {
        assert_eq!([-1e9, 0.0, 1e9, f64::NAN].map(sigmoid), [0.0, 0.5, 1.0, 0.5]);
        assert_eq!(sigmoid(1.0), 0.7311);
        let scores = (-300..=300).map(|x| sigmoid(f64::from(x) / 10.0));
        assert!(scores.is_sorted());
    }
}
