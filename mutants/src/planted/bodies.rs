//! Whether two versions of a file differ in bodies of functions and in nothing else.
use core::ops::Range;
use core::str::FromStr;

use proc_macro2::TokenStream;
use syn::visit::{self, Visit};
use syn::{Block, ReturnType, Signature};

/// What one version of a file has that the other has not.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Change {
    /// Nothing that the compiler sees.
    Nothing,
    /// These bodies, with both braces: where each stands before, and what it is afterwards.
    Bodies(Vec<(Range<usize>, String)>),
    /// Something that no switch can stand in: it has to be built alone.
    Other,
}

/// The body of a function that is in no other function.
struct Body {
    place: Range<usize>,
    /// Whether a switch can be read in it, and all of its versions return the same type.
    can_switch: bool,
}

/// Compares two versions of a file.
pub(crate) fn change(before: &str, after: &str) -> Change {
    let (Some(old), Some(new)) = (bodies(before), bodies(after)) else { return Change::Other };
    if outside(before, &old) != outside(after, &new) {
        return Change::Other;
    }
    let mut changed = Vec::new();
    for (old, new) in old.iter().zip(&new) {
        let text = |whole: &str, body: &Body| whole.get(body.place.clone()).map(str::to_owned);
        let (Some(was), Some(is)) = (text(before, old), text(after, new)) else {
            return Change::Other;
        };
        if was == is || tokens(&was) == tokens(&is) {
            continue;
        }
        if !old.can_switch {
            return Change::Other;
        }
        changed.push((old.place.clone(), is));
    }
    if changed.is_empty() { Change::Nothing } else { Change::Bodies(changed) }
}

/// Returns the text between the bodies.
fn outside<'a>(text: &'a str, bodies: &[Body]) -> Vec<&'a str> {
    let starts = bodies.iter().map(|body| body.place.start).chain([text.len()]);
    let ends = [0].into_iter().chain(bodies.iter().map(|body| body.place.end));
    ends.zip(starts).map(|(from, to)| text.get(from..to).unwrap_or_default()).collect()
}

/// Returns what the compiler sees of a text, without comments and line ends.
fn tokens(text: &str) -> Option<String> {
    TokenStream::from_str(text).ok().map(|tokens| tokens.to_string())
}

/// Returns the bodies of all functions that are in no other, in the order of the text.
fn bodies(text: &str) -> Option<Vec<Body>> {
    let file = syn::parse_file(text).ok()?;
    let mut finder = Finder::default();
    finder.visit_file(&file);
    let in_order = finder.0.is_sorted_by_key(|body| body.place.start);
    in_order.then_some(finder.0)
}

#[derive(Default)]
struct Finder(Vec<Body>);

impl Finder {
    fn add(&mut self, signature: &Signature, block: &Block) {
        let span = block.brace_token.span;
        let place = span.open().byte_range().start..span.close().byte_range().end;
        let is_named = match &signature.output {
            ReturnType::Default => true,
            ReturnType::Type(_, returned) => {
                let mut nameless = Nameless(false);
                nameless.visit_type(returned);
                !nameless.0
            }
        };
        let can_switch = signature.constness.is_none() && is_named;
        self.0.push(Body { place, can_switch });
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_fn(&mut self, i: &'ast syn::ItemFn) {
        self.add(&i.sig, &i.block);
    }

    fn visit_impl_item_fn(&mut self, i: &'ast syn::ImplItemFn) {
        self.add(&i.sig, &i.block);
    }

    fn visit_trait_item_fn(&mut self, i: &'ast syn::TraitItemFn) {
        if let Some(block) = &i.default {
            self.add(&i.sig, block);
        }
    }
}

/// Whether a type has a part without a name, `impl Trait`.
struct Nameless(bool);

impl<'ast> Visit<'ast> for Nameless {
    fn visit_type_impl_trait(&mut self, i: &'ast syn::TypeImplTrait) {
        self.0 = true;
        visit::visit_type_impl_trait(self, i);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "use a::B;\nconst C: u32 = 1;\n/// \u{e4} {}\nfn d(e: u32) -> bool {\n    e \
                        > 1\n}\nimpl B {\n    fn f(&self) -> u32 { 1 }\n    const fn g() {}\n    \
                        fn h() -> Option<impl I> { None }\n}\ntrait J { fn k() { } fn l(); }\n";

    fn changed(edits: &[(&str, &str)]) -> Change {
        let after = edits.iter().fold(TEXT.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        });
        change(TEXT, &after)
    }

    #[test]
    fn bodies_are_found_with_what_becomes_of_them() {
        let at = |words: &str| {
            let start = TEXT.find(words).unwrap();
            start..start + words.len()
        };
        let (d, f) = ("{\n    e > 1\n}", "{ 1 }");
        let both = changed(&[("e > 1", "e >= 1"), (f, "{ fn m() {} 2 }")]);
        let new = |body: &str| body.to_owned();
        assert_eq!(
            both,
            Change::Bodies(
                vec![(at(d), new("{\n    e >= 1\n}")), (at(f), new("{ fn m() {} 2 }")),]
            )
        );
        let default = changed(&[("fn k() { }", "fn k() { n() }")]);
        assert_eq!(default, Change::Bodies(vec![(at("{ }"), new("{ n() }"))]));
    }

    #[test]
    fn whatever_else_differs_has_to_be_built_alone() {
        let others = [
            ("use a::B", "use a::{B, O}"),
            ("= 1;", "= 2;"),
            ("/// ", "/// x"),
            ("e: u32", "f: u32"),
            ("const fn g() {}", "const fn g() { h(); }"),
            ("const fn g() {}", "fn g() {}"),
            ("{ None }", "{ Some(1) }"),
            ("trait J", "fn p() {}\ntrait J"),
            ("fn l();", "fn l() {}"),
            ("e > 1", "e >"),
            ("e > 1", "}"),
        ];
        for (from, to) in others {
            assert_eq!(changed(&[(from, to)]), Change::Other, "{from}: {to}");
        }
        assert_eq!(change("", "fn a() {}"), Change::Other);
        assert_eq!(change("fn a( {", "fn a( {"), Change::Other);
    }

    #[test]
    fn what_the_compiler_does_not_see_is_nothing() {
        assert_eq!(changed(&[]), Change::Nothing);
        assert_eq!(changed(&[("e > 1", "e  > /* one */ 1 // One.")]), Change::Nothing);
    }
}
