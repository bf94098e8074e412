//! JSON as nobody can mistake it: a repeated member makes a text none.
//!
//! Parsers differ in which of two members of one name counts, so an oracle looks only at texts
//! where there is no such choice.

use core::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Returns the value that `text` is, if each of its objects names each member once.
pub(super) fn strict(text: &[u8]) -> Option<Value> {
    serde_json::from_slice(text).ok().map(|Strict(value)| value)
}

/// Returns the member of an object that is there and not `null`.
pub(super) fn member<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    value.as_object()?.get(name).filter(|member| !member.is_null())
}

/// Returns the text of such a member, if it is text.
pub(super) fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    member(value, name)?.as_str()
}

struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Build).map(Self)
    }
}

struct Build;

impl<'de> Visitor<'de> for Build {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON without repeated members")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, is: bool) -> Result<Value, E> {
        Ok(is.into())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(Strict(element)) = seq.next_element()? {
            elements.push(element);
        }
        Ok(elements.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some((name, Strict(member))) = map.next_entry::<String, Strict>()? {
            if members.insert(name, member).is_some() {
                return Err(A::Error::custom("a member is repeated"));
            }
        }
        Ok(members.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_member_makes_it_none() {
        assert_eq!(strict(br#"{"a":1,"b":{"a":null}}"#).unwrap()["b"]["a"], Value::Null);
        assert_eq!(strict(br#"{"a":[{"b":1,"\u0062":2}]}"#), None);
    }
}
