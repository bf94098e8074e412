//! The key for the judge, and that it is never shown.
use sprag_core::checks::verdict::Pass;
use sprag_core::judge::key::Key;
use sprag_core::security::key_variable::{VARIABLES, guard_variables};

fn chosen(candidates: &[&str]) -> Result<String, Pass> {
    Key::choose(candidates.iter().copied()).map(|key| key.expose().to_owned())
}

#[test]
fn the_first_key_that_is_there_counts() {
    assert_eq!(chosen(&["first", "second"]), Ok("first".into()));
    assert_eq!(chosen(&["", " \n", "third"]), Ok("third".into()));
}

#[test]
fn white_space_around_a_key_is_not_part_of_it() {
    assert_eq!(chosen(&[" \tkey\r\n"]), Ok("key".into()));
}

#[test]
fn without_a_key_nobody_is_asked() {
    for candidates in [&[][..], &[""], &["", "  ", "\n"]] {
        assert_eq!(chosen(candidates), Err(Pass::NoKey));
    }
}

#[test]
fn an_odd_key_is_none_and_no_other_takes_its_place() {
    let long = "k".repeat(4_097);
    for odd in ["a b", "a\nb", "a\r\nHost: x", "a\tb", "cl\u{e9}", "a\u{7f}", "a\0", long.as_str()]
    {
        assert_eq!(chosen(&[odd, "second"]), Err(Pass::KeyOdd), "{odd:?}");
    }
}

#[test]
fn a_key_may_hold_any_printable_character_up_to_a_bound() {
    let printable: String = (b'!'..=b'~').map(char::from).collect();
    let longest = "k".repeat(4_096);
    for key in [printable.as_str(), longest.as_str(), "k"] {
        assert_eq!(chosen(&[key]), Ok(key.into()));
    }
}

#[test]
fn a_key_is_not_printed_even_for_debugging() {
    let key = Key::choose(["correct-horse"]).unwrap();
    assert_eq!(format!("{key:?} {key:#?}"), "Key(..) Key(..)");
    assert_eq!(format!("{:?}", Some(&key)), "Some(Key(..))");
}

#[test]
fn no_variable_holds_a_key_where_variables_are_ignored() {
    assert_eq!(guard_variables(VARIABLES, true), VARIABLES);
    assert_eq!(guard_variables(VARIABLES, false), [""; 0]);
}
