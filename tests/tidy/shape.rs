//! Tells which functions cargo-mutants can only change in a way that does not compile.
use alloc::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{Block, GenericArgument, Pat, PathArguments, ReturnType, Type, UnOp};

/// What of a body can be changed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Body {
    places: usize,
}

impl Body {
    pub(crate) fn of(block: &Block) -> Self {
        let mut body = Self::default();
        body.visit_block(block);
        body
    }

    pub(crate) fn can_change(self) -> bool {
        self.places > 0
    }
}

impl<'ast> Visit<'ast> for Body {
    fn visit_expr_binary(&mut self, i: &'ast syn::ExprBinary) {
        self.places += 1;
        visit::visit_expr_binary(self, i);
    }

    fn visit_expr_unary(&mut self, i: &'ast syn::ExprUnary) {
        self.places += usize::from(matches!(i.op, UnOp::Not(_) | UnOp::Neg(_)));
        visit::visit_expr_unary(self, i);
    }

    fn visit_expr_match(&mut self, i: &'ast syn::ExprMatch) {
        let catches_all = i.arms.iter().any(|arm| matches!(arm.pat, Pat::Wild(_)));
        let guarded = i.arms.iter().any(|arm| matches!(arm.pat, Pat::Guard(_)));
        self.places += usize::from(guarded || (catches_all && i.arms.len() > 1));
        visit::visit_expr_match(self, i);
    }

    fn visit_expr_struct(&mut self, i: &'ast syn::ExprStruct) {
        self.places += usize::from(i.rest.is_some() && !i.fields.is_empty());
        visit::visit_expr_struct(self, i);
    }

    // A function inside is a function of its own.
    fn visit_item_fn(&mut self, _: &'ast syn::ItemFn) {}
}

/// Whether no value that cargo-mutants would return instead compiles, as far as can be told.
pub(crate) fn hopeless(output: &ReturnType, defaults: &BTreeSet<String>, self_type: &str) -> bool {
    match output {
        ReturnType::Default => false,
        ReturnType::Type(_, of) => hopeless_type(of, defaults, self_type),
    }
}

/// Types for which cargo-mutants knows a value.
const KNOWN: [&str; 18] = [
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16",
    "u32", "u64", "u8", "usize", "String",
];

#[expect(clippy::wildcard_enum_match_arm, reason = "foreign enums, and more kinds may come")]
fn hopeless_type<'a>(of: &'a Type, defaults: &BTreeSet<String>, self_type: &str) -> bool {
    let inner = |of: &Type| hopeless_type(of, defaults, self_type);
    match of {
        Type::Array(array) => inner(&array.elem),
        Type::ImplTrait(_) | Type::Never(_) => true,
        Type::Reference(reference) => {
            !matches!(&*reference.elem, Type::Slice(_)) && inner(&reference.elem)
        }
        Type::Tuple(tuple) => tuple.elems.iter().any(inner),
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return false };
            let name = last.ident.to_string();
            let first = match &last.arguments {
                PathArguments::AngleBracketed(list) => {
                    let types = |arg: &'a GenericArgument| match arg {
                        GenericArgument::Type(of) => Some(of),
                        _ => None,
                    };
                    list.args.iter().find_map(types)
                }
                PathArguments::None | PathArguments::Parenthesized(_) => None,
            };
            match (name.as_str(), first) {
                ("Arc" | "Box" | "Cell" | "Cow" | "Rc" | "RefCell" | "Result", Some(of)) => {
                    inner(of)
                }
                (_, Some(_)) => false,
                ("Result", None) => false,
                ("Self", None) => {
                    let own = self_type.split('<').next().unwrap_or_default();
                    !defaults.contains(own)
                }
                (name, None) => !KNOWN.contains(&name) && !defaults.contains(name),
            }
        }
        // No more can be told without the compiler.
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_hopeless(sig: &str) -> bool {
        let function: syn::ItemFn = syn::parse_str(&format!("fn f() {sig} {{ }}")).unwrap();
        let defaults = BTreeSet::from(["Finding".to_owned()]);
        hopeless(&function.sig.output, &defaults, "Own<'a>")
    }

    #[test]
    fn types_without_a_value_are_distinguished_from_those_with_one() {
        let hopes = [
            "",
            "-> bool",
            "-> Option<Verdict>",
            "-> &str",
            "-> &'static str",
            "-> Finding<'_>",
            "-> Result<bool, Verdict>",
            "-> (bool, u8)",
            "-> Cow<'a, str>",
            "-> &[u8]",
            "-> Vec<Verdict>",
        ];
        for sig in hopes {
            assert!(!is_hopeless(sig), "{sig}");
        }
        let hopeless = [
            "-> Verdict",
            "-> crate::Verdict",
            "-> Self",
            "-> Result<Verdict, Finding>",
            "-> (bool, Verdict)",
            "-> Box<Verdict>",
            "-> impl Iterator<Item = u8>",
            "-> &Verdict",
        ];
        for sig in hopeless {
            assert!(is_hopeless(sig), "{sig}");
        }
    }

    #[test]
    fn bodies_that_can_change_are_distinguished_from_those_that_cannot() {
        let can = |body: &str| Body::of(&syn::parse_str(body).unwrap()).can_change();
        for body in ["{ a < b }", "{ !a }", "{ match a { B => C, _ => D } }", "{ A { b, ..c } }"] {
            assert!(can(body), "{body}");
        }
        for body in ["{ a }", "{ match a { B => C, D => E } }", "{ assert!(a < b) }", "{ *a }"] {
            assert!(!can(body), "{body}");
        }
    }
}
