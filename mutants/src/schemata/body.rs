//! Finds the body of a function in its text.
use core::ops::Range;
use core::str::FromStr;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Returns where in the text of a function its body is, with both braces.
///
/// Nothing if a switch cannot be read in it: a `const` function may be run by the compiler.
pub(super) fn body(function: &str) -> Option<Range<usize>> {
    let mut tokens = TokenStream::from_str(function).ok()?.into_iter();
    for token in tokens.by_ref() {
        match token {
            TokenTree::Ident(word) if word == "const" => return None,
            TokenTree::Ident(word) if word == "fn" => break,
            TokenTree::Ident(_)
            | TokenTree::Group(_)
            | TokenTree::Punct(_)
            | TokenTree::Literal(_) => {}
        }
    }
    match tokens.last()? {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            Some(group.span().byte_range())
        }
        TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_the_last_block_with_its_braces() {
        let found = |text: &str| body(text).and_then(|place| text.get(place).map(str::to_owned));
        let table = [
            ("pub fn a() -> u32 { 1 }", Some("{ 1 }")),
            ("/// \u{e4} { }\n#[inline]\nfn a<const N: usize>(b: [u8; { N }]) {}", Some("{}")),
            ("fn a(&self) -> bool where Self: Sized { '}' == '{' }", Some("{ '}' == '{' }")),
            ("pub const fn a() -> u32 { 1 }", None),
            ("fn a();", None),
            ("fn a( {", None),
        ];
        for (text, expected) in table {
            assert_eq!(found(text).as_deref(), expected, "{text}");
        }
    }
}
