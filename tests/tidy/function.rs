//! Finds the functions of a source file and names them as cargo-mutants does.
use alloc::collections::BTreeSet;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Safety, Signature};

use crate::shape::{Body, hopeless};

/// Why a function is not changed that says so itself.
pub(crate) const MARKED: &str = "marked to be skipped";

/// One function with a body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Function {
    /// With what is around it: `Type::f`, `<impl Rule for T>::f`, `module::f`.
    pub(crate) name: String,
    pub(crate) ident: String,
    /// From `fn` to the closing brace.
    pub(crate) lines: usize,
    /// Whether it is only built for tests.
    pub(crate) in_tests: bool,
    /// Whether it is a test.
    pub(crate) is_test: bool,
    /// Why cargo-mutants does not change it or cannot show anything by it.
    pub(crate) skipped: Vec<&'static str>,
}

/// What a file holds.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) functions: Vec<Function>,
    /// Functions that stand in the body of a macro, with what is around it.
    pub(crate) in_macros: Vec<String>,
    /// All words given to macros that stand where an item stands.
    pub(crate) macro_words: BTreeSet<String>,
    around: Vec<String>,
    marks: Vec<&'static str>,
    tests: usize,
    self_type: String,
}

/// Reads a file; `defaults` are the types that have a default.
pub(crate) fn found(text: &str, defaults: &BTreeSet<String>) -> Result<Found, String> {
    let file = syn::parse_file(text).map_err(|e| e.to_string())?;
    let mut finder = Finder { found: Found::default(), defaults };
    let skipped = mark(&file.attrs);
    finder.found.marks.extend(skipped);
    finder.visit_file(&file);
    Ok(finder.found)
}

struct Finder<'d> {
    found: Found,
    defaults: &'d BTreeSet<String>,
}

impl Finder<'_> {
    /// Visits what is inside an item with that name and those attributes.
    fn inside(&mut self, name: String, attrs: &[Attribute], visit: impl FnOnce(&mut Self)) {
        let marks = self.found.marks.len();
        self.found.marks.extend(mark(attrs));
        let tests = usize::from(attrs.iter().any(is_cfg_test));
        self.found.tests += tests;
        self.found.around.push(name);
        visit(self);
        self.found.around.pop();
        self.found.tests -= tests;
        self.found.marks.truncate(marks);
    }

    fn function(&mut self, sig: &Signature, attrs: &[Attribute], block: &Block, method: bool) {
        let mut skipped = self.found.marks.clone();
        let mut skip = |is: bool, why| skipped.extend(is.then_some(why));
        let is_test = attrs.iter().any(is_test);
        skip(mark(attrs).is_some(), MARKED);
        skip(is_test, "a test");
        skip(matches!(sig.safety, Safety::Unsafe(_)), "unsafe");
        skip(method && sig.ident == "new", "a method called `new`");
        skip(block.stmts.is_empty(), "without a body");
        let no_std = hopeless(&sig.output, self.defaults, &self.found.self_type);
        skip(
            no_std && !Body::of(block).can_change(),
            "only changeable to a `Default::default()` that does not compile",
        );
        let name = [&self.found.around[..], &[sig.ident.to_string()]].concat().join("::");
        let lines = block.span().end().line + 1 - sig.fn_token.span().start().line;
        self.found.functions.push(Function {
            name,
            ident: sig.ident.to_string(),
            lines,
            in_tests: self.found.tests > 0 || attrs.iter().any(is_cfg_test),
            is_test,
            skipped,
        });
    }

    fn macro_body(&mut self, tokens: TokenStream) {
        let mut after_fn = false;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if after_fn {
                        let name = [&self.found.around[..], &[ident.to_string()]].concat();
                        self.found.in_macros.push(name.join("::"));
                    }
                    after_fn = ident == "fn";
                }
                TokenTree::Group(group) => {
                    after_fn = false;
                    self.macro_body(group.stream());
                }
                TokenTree::Literal(_) | TokenTree::Punct(_) => after_fn = false,
            }
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, i: &'ast syn::ItemFn) {
        self.function(&i.sig, &i.attrs, &i.block, false);
        let name = i.sig.ident.to_string();
        self.inside(name, &i.attrs, |finder| visit::visit_item_fn(finder, i));
    }

    fn visit_impl_item_fn(&mut self, i: &'ast syn::ImplItemFn) {
        self.function(&i.sig, &i.attrs, &i.block, true);
        let name = i.sig.ident.to_string();
        self.inside(name, &i.attrs, |finder| visit::visit_impl_item_fn(finder, i));
    }

    fn visit_trait_item_fn(&mut self, i: &'ast syn::TraitItemFn) {
        let Some(block) = &i.default else { return };
        self.function(&i.sig, &i.attrs, block, true);
        let name = i.sig.ident.to_string();
        self.inside(name, &i.attrs, |finder| visit::visit_trait_item_fn(finder, i));
    }

    fn visit_item_impl(&mut self, i: &'ast syn::ItemImpl) {
        let of = pretty(i.self_ty.to_token_stream());
        let before = core::mem::replace(&mut self.found.self_type, of.clone());
        let marks = self.found.marks.len();
        let name = match &i.trait_ {
            Some((path, _)) => {
                let is_default = path.segments.last().is_some_and(|s| s.ident == "Default");
                self.found.marks.extend(is_default.then_some("part of an `impl Default`"));
                format!("<impl {} for {of}>", pretty(path.to_token_stream()))
            }
            None => of,
        };
        self.inside(name, &i.attrs, |finder| visit::visit_item_impl(finder, i));
        self.found.marks.truncate(marks);
        self.found.self_type = before;
    }

    fn visit_item_trait(&mut self, i: &'ast syn::ItemTrait) {
        let name = i.ident.to_string();
        self.inside(name, &i.attrs, |finder| visit::visit_item_trait(finder, i));
    }

    fn visit_item_mod(&mut self, i: &'ast syn::ItemMod) {
        let name = i.ident.unraw().to_string();
        self.inside(name, &i.attrs, |finder| visit::visit_item_mod(finder, i));
    }

    fn visit_item_macro(&mut self, i: &'ast syn::ItemMacro) {
        if i.ident.is_none() && self.found.tests == 0 {
            words(i.mac.tokens.clone(), &mut self.found.macro_words);
        }
        visit::visit_item_macro(self, i);
    }

    fn visit_macro(&mut self, i: &'ast syn::Macro) {
        self.macro_body(i.tokens.clone());
    }
}

fn words(tokens: TokenStream, all: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => _ = all.insert(ident.to_string()),
            TokenTree::Group(group) => words(group.stream(), all),
            TokenTree::Literal(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// Returns the types of a file that have a default.
pub(crate) fn defaults(text: &str) -> BTreeSet<String> {
    #[derive(Default)]
    struct Defaults(BTreeSet<String>);
    impl<'ast> Visit<'ast> for Defaults {
        fn visit_item_impl(&mut self, i: &'ast syn::ItemImpl) {
            let of = i.trait_.as_ref().and_then(|(path, _)| path.segments.last());
            if of.is_some_and(|s| s.ident == "Default") {
                let name = pretty(i.self_ty.to_token_stream());
                self.0.extend(name.split('<').next().map(str::to_owned));
            }
        }
        fn visit_item_struct(&mut self, i: &'ast syn::ItemStruct) {
            self.0.extend(i.attrs.iter().any(derives).then(|| i.ident.to_string()));
        }
        fn visit_item_enum(&mut self, i: &'ast syn::ItemEnum) {
            self.0.extend(i.attrs.iter().any(derives).then(|| i.ident.to_string()));
        }
    }
    fn derives(attr: &Attribute) -> bool {
        let mut all = BTreeSet::new();
        words(attr.meta.to_token_stream(), &mut all);
        all.contains("derive") && all.contains("Default")
    }
    let mut defaults = Defaults::default();
    if let Ok(file) = syn::parse_file(text) {
        defaults.visit_file(&file);
    }
    defaults.0
}

/// Says why cargo-mutants leaves out what has these attributes.
fn mark(attrs: &[Attribute]) -> Option<&'static str> {
    let skips = |attr: &Attribute| {
        let mut all = BTreeSet::new();
        words(attr.meta.to_token_stream(), &mut all);
        all.contains("mutants")
    };
    attrs.iter().any(skips).then_some(MARKED)
}

fn is_test(attr: &Attribute) -> bool {
    attr.path().segments.last().is_some_and(|segment| segment.ident == "test")
}

/// Whether this is `#[cfg(test)]`, or another `cfg` that asks for `test`.
pub(crate) fn is_cfg_test(attr: &Attribute) -> bool {
    let mut all = BTreeSet::new();
    words(attr.meta.to_token_stream(), &mut all);
    attr.path().is_ident("cfg") && all.contains("test") && !all.contains("not")
}

/// Writes tokens with the spaces that cargo-mutants writes.
fn pretty(tokens: TokenStream) -> String {
    let mut text = String::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) => {
                text.push(punct.as_char());
                if tokens.peek().is_some()
                    && (text.ends_with("->") || ",;".contains(punct.as_char()))
                {
                    text.push(' ');
                }
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                text.extend([open, &pretty(group.stream()), close]);
            }
            word @ (TokenTree::Ident(_) | TokenTree::Literal(_)) => {
                if text.ends_with('=') {
                    text.push(' ');
                }
                text.push_str(&word.to_string());
                match tokens.peek() {
                    Some(TokenTree::Ident(_) | TokenTree::Literal(_)) => text.push(' '),
                    Some(TokenTree::Punct(next)) if !",;<>:.!".contains(next.as_char()) => {
                        text.push(' ');
                    }
                    Some(TokenTree::Punct(_) | TokenTree::Group(_)) | None => {}
                }
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
        impl Rule for Cap<'_> { fn rule(&self) -> bool { true } }
        impl Cap<'_> { unsafe fn guard_a() -> bool { fn inner() -> bool { true } true } }
        mod deep { pub fn mask_b() {} }
        trait Rule { fn rule(&self) -> bool; fn hold_c(&self) -> bool { false } }
        table! { guard_d => 1, fn guard_e() {} }
        #[cfg(test)] mod tests { #[test] fn it_holds() { assert!(true); } }
    ";

    #[test]
    fn functions_are_named_as_cargo_mutants_names_them() {
        let found = found(TEXT, &BTreeSet::new()).unwrap();
        let names: Vec<&str> = found.functions.iter().map(|f| f.name.as_str()).collect();
        let expected = [
            "<impl Rule for Cap<'_>>::rule",
            "Cap<'_>::guard_a",
            "Cap<'_>::guard_a::inner",
            "deep::mask_b",
            "Rule::hold_c",
            "tests::it_holds",
        ];
        assert_eq!(names, expected);
        assert_eq!(found.in_macros, ["guard_e"]);
        assert!(found.macro_words.contains("guard_d"));
        assert!(found.functions[5].is_test && found.functions[5].in_tests);
        assert!(!found.functions[0].in_tests);
    }

    #[test]
    fn types_with_a_default_are_found() {
        let text = "#[derive(Clone, Default)] struct A; enum B { C } \
                    impl Default for D<'_> { fn default() -> Self { D } }";
        assert_eq!(defaults(text).into_iter().collect::<Vec<_>>(), ["A", "D"]);
    }
}
