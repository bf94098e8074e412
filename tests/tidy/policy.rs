//! The shell of the hook decides nothing: it makes no verdict, and looks at nothing that one
//! depends on.
use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprCall, ExprField, ExprLit, ExprPath, ItemFn, ItemMod, Lit, Member};

use crate::function::is_cfg_test;
use crate::source::Source;

/// What the shell shows to people, who may read everything. The hook is the rest.
const FOR_PEOPLE: [&str; 8] = [
    "shell/src/setup/doctor",
    "shell/src/help",
    "shell/src/past/show_",
    "shell/src/recorded/show_",
    "shell/src/setup/show_",
    "shell/src/setup/stand_in",
    "shell/src/setup/demo",
    "shell/src/help/generate",
];

/// Fields that a verdict depends on: switches, facts, counters, scores.
const FIELDS: [&str; 12] = [
    "answers",
    "blocks",
    "blocks_max",
    "continuing",
    "findings",
    "prose_units",
    "running",
    "scheduled",
    "shadow",
    "started_by",
    "tau",
    "told",
];

/// Types of the core that only a decision needs.
const TYPES: [&str; 5] = ["Case", "Finding", "Score", "Scores", "Threshold"];

/// Where the shell decides.
fn decisions(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| source.is_in(&["shell/src/"], ".rs")) {
        let is_hook = !FOR_PEOPLE.iter().any(|beginning| source.path.starts_with(beginning));
        let mut look = Look { path: &source.path, is_hook, faults: Vec::new() };
        match syn::parse_file(&source.text) {
            Ok(file) => look.visit_file(&file),
            Err(e) => look.faults.push(format!("{} is no Rust: {e}", source.path)),
        }
        faults.extend(look.faults);
    }
    faults
}

struct Look<'a> {
    path: &'a str,
    is_hook: bool,
    faults: Vec<String>,
}

impl Look<'_> {
    fn refuse(&mut self, at: Span, words: &str) {
        let line = at.start().line;
        self.faults.push(format!("{}:{line} {words}", self.path));
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(is_cfg_test)
}

impl<'ast> Visit<'ast> for Look<'_> {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_expr_path(&mut self, expr: &'ast ExprPath) {
        let segments = &expr.path.segments;
        let makes_one = segments.len() > 1 && segments.iter().any(|part| part.ident == "Verdict");
        if makes_one {
            self.refuse(expr.span(), "makes a verdict; core decides");
        }
        visit::visit_expr_path(self, expr);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        let Expr::Path(function) = &*call.func else { return visit::visit_expr_call(self, call) };
        let segments = function.path.segments.iter().map(|part| part.ident.to_string());
        let name = segments.collect::<Vec<String>>();
        let ends = |words: [&str; 2]| name.ends_with(&words.map(String::from));
        if ends(["ExitCode", "from"]) || ends(["process", "exit"]) {
            for argument in &call.args {
                if let Expr::Lit(ExprLit { lit: Lit::Int(code), .. }) = argument
                    && code.base10_digits() != "0"
                {
                    self.refuse(
                        argument.span(),
                        "makes an exit code; core/src/decision/reply.rs does",
                    );
                }
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_field(&mut self, expr: &'ast ExprField) {
        if let Member::Named(name) = &expr.member
            && self.is_hook
            && FIELDS.iter().any(|field| name == field)
        {
            self.refuse(name.span(), &format!("looks at `{name}`; core decides by it"));
        }
        visit::visit_expr_field(self, expr);
    }

    fn visit_path_segment(&mut self, segment: &'ast syn::PathSegment) {
        if self.is_hook && TYPES.iter().any(|name| segment.ident == name) {
            self.refuse(segment.span(), &format!("names {}; only core does", segment.ident));
        }
        visit::visit_path_segment(self, segment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{none, one, sources};

    fn of(text: &str) -> Vec<String> {
        decisions(&[Source::made("shell/src/hook.rs", text)])
    }

    #[test]
    fn the_shell_decides_nothing() {
        none(&decisions(&sources()));
    }

    #[test]
    fn a_shell_that_decides_is_refused() {
        let table = [
            ("fn f() -> V {\n Verdict::Block(c) }", "shell/src/hook.rs:2 makes a verdict"),
            ("fn f() -> V { core::Verdict::Pass(p) }", "makes a verdict"),
            ("fn f() -> E { ExitCode::from(2) }", "makes an exit code"),
            ("fn f() { std::process::exit(2) }", "makes an exit code"),
            ("fn f() { if plan.shadow { g() } }", "looks at `shadow`"),
            ("fn f() { s.settings.tau.is_some() }", "looks at `tau`"),
            ("fn f() { counters.blocks < 3 }", "looks at `blocks`"),
            ("fn f() -> bool { Score::of(0.5).is_some() }", "names Score"),
            ("fn f() {", "is no Rust"),
        ];
        for (text, words) in table {
            one(&of(text), words);
        }
        one(
            &decisions(&[Source::made("shell/src/setup/demo.rs", "fn f() { Verdict::Pass(p) }")]),
            "a v",
        );
    }

    #[test]
    fn a_shell_that_only_passes_things_on_is_not() {
        none(&of("fn f() { match decision.verdict { Verdict::Block(_) => {} } }"));
        none(&of("fn f() { ExitCode::from(reply.exit); process::exit(0) }"));
        none(&of("#[cfg(test)] mod tests { fn f() { Verdict::Pass(p) } }"));
        none(&decisions(&[Source::made("shell/src/setup/doctor.rs", "fn f() { s.tau }")]));
        none(&decisions(&[Source::made(
            "core/src/decision/decide.rs",
            "fn f() { Verdict::Pass(p) }",
        )]));
    }
}
