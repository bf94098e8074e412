//! Where the first JSON value of a stream ends, compared with a JSON parser.
use proptest::prelude::*;
use serde_json::{Deserializer, Value, json};
use sprag_core::text::json_end::JsonEnd;

use crate::properties;

fn value() -> impl Strategy<Value = Value> {
    let text = prop_oneof![any::<String>(), r#"[\\"{}\[\] ]{0,8}"#];
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|yes| json!(yes)),
        any::<i64>().prop_map(|number| json!(number)),
        text.clone().prop_map(|text| json!(text)),
    ];
    leaf.prop_recursive(4, 32, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|all| json!(all)),
            prop::collection::btree_map(text.clone(), inner, 0..4).prop_map(|all| json!(all)),
        ]
    })
}

/// Returns where the parser sees the end of the first value.
fn parsed(bytes: &[u8]) -> usize {
    let mut values = Deserializer::from_slice(bytes).into_iter::<Value>();
    values.next().unwrap().unwrap();
    values.byte_offset()
}

#[test]
fn the_end_is_counted_from_the_bytes_of_the_last_push() {
    let mut json_end = JsonEnd::default();
    assert_eq!(json_end.push(br#" {"a":"#), None);
    assert_eq!(json_end.push(b"1} more"), Some(2));
}

#[test]
fn a_brace_inside_a_string_or_behind_an_escaped_quote_ends_nothing() {
    for text in [r#"{"a":"}"}"#, r#"{"a":"\"}"}"#, r#"{"a\\":"\\\"}"}"#, r#"["]",{"b":"}]"}]"#] {
        assert_eq!(JsonEnd::default().push(text.as_bytes()), Some(text.len()), "{text}");
    }
}

#[test]
fn a_value_that_is_neither_object_nor_array_has_no_end() {
    for text in ["12", "true ", "\"{\" ", "null"] {
        assert_eq!(JsonEnd::default().push(text.as_bytes()), None, "{text}");
    }
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_a_value_ends_where_the_parser_says_whatever_follows(
        space in "[ \n\t]{0,3}",
        value in value(),
        trailing: Vec<u8>,
    ) {
        prop_assume!(value.is_object() || value.is_array());
        let text = format!("{space}{value}");
        let bytes = [text.as_bytes(), &trailing].concat();
        prop_assert_eq!(JsonEnd::default().push(&bytes), Some(parsed(text.as_bytes())));
    }

    #[test]
    fn prop_a_value_ends_at_the_same_byte_in_any_pieces(
        value in value(),
        pieces in prop::collection::vec(1_usize..9, 1..9),
    ) {
        prop_assume!(value.is_object() || value.is_array());
        let text = value.to_string();
        let mut json_end = JsonEnd::default();
        let (mut rest, mut seen) = (text.as_bytes(), 0);
        let mut sizes = pieces.iter().cycle();
        while !rest.is_empty() {
            let (piece, after) = rest.split_at((*sizes.next().unwrap()).min(rest.len()));
            let end = json_end.push(piece).map(|end| end + seen);
            prop_assert_eq!(end, after.is_empty().then_some(text.len()));
            (rest, seen) = (after, seen + piece.len());
        }
    }
}
