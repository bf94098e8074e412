//! Scores and the thresholds that they are compared with.
use sprag_core::checks::score::{NotAThreshold, Score, Threshold};

#[test]
fn a_score_is_between_0_and_1_with_both_ends() {
    for number in [0.0, -0.0, 1.0, 0.5, f64::MIN_POSITIVE] {
        assert_eq!(Score::of(number).map(Score::number), Some(number));
    }
    for number in [-0.01, 1.01, 2.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -f64::MIN_POSITIVE]
    {
        assert_eq!(Score::of(number), None, "{number}");
    }
}

#[test]
fn a_threshold_is_above_0_and_up_to_1() {
    for number in [f64::MIN_POSITIVE, 0.5, 1.0] {
        assert_eq!(Threshold::of(number).map(f64::from), Some(number));
        assert_eq!(Threshold::try_from(number).map(f64::from), Ok(number));
    }
    for number in [0.0, -0.0, -0.5, 1.01, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(Threshold::of(number), None, "{number}");
        assert_eq!(Threshold::try_from(number), Err(NotAThreshold), "{number}");
    }
    assert_eq!(f64::from(Threshold::DEFAULT).to_string(), "0.5");
    assert_eq!(NotAThreshold.to_string(), "a threshold must be above 0 and at most 1");
}

#[test]
fn a_threshold_is_written_as_a_decimal_number() {
    for (text, number) in [("0.5", 0.5), (" 0.62\n", 0.62), ("1", 1.0), (".5", 0.5), ("5e-1", 0.5)]
    {
        assert_eq!(Threshold::parse(text).map(f64::from), Some(number), "{text}");
    }
    for text in ["", "abc", "0", "1.01", "nan", "inf", "-0.5", "0,5", "50%", "0.5 0.6", "0x1"] {
        assert_eq!(Threshold::parse(text), None, "{text}");
    }
}

#[test]
fn a_score_reaches_what_it_equals() {
    let reaches =
        |score: f64, tau: f64| Score::of(score).unwrap().reaches(Threshold::of(tau).unwrap());
    assert!(reaches(0.5, 0.5) && reaches(0.51, 0.5) && reaches(1.0, 1.0));
    assert!(!reaches(0.49, 0.5) && !reaches(0.0, f64::MIN_POSITIVE));
}

#[test]
fn an_invalid_recorded_threshold_is_refused() {
    for text in ["0", "1.5", "-1", "null", "\"0.5\""] {
        assert!(serde_json::from_str::<Threshold>(text).is_err(), "{text}");
    }
    assert_eq!(serde_json::from_str::<Threshold>("0.5").unwrap(), Threshold::DEFAULT);
    assert_eq!(serde_json::to_string(&Threshold::DEFAULT).unwrap(), "0.5");
}
