//! Rooms: each uses those above it and no other, in the order that the root of its package lists,
//! and says on its page which. Inside a room no files use each other in a circle.
use alloc::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::UseTree;
use syn::visit::{self, Visit};

use crate::function::is_cfg_test;
use crate::source::Source;

/// The packages with rooms: the folder, and the file that lists them.
const HOUSES: [(&str, &str); 2] = [("core/src/", "lib.rs"), ("shell/src/", "main.rs")];

/// A module, from the root of its package.
type Module = Vec<String>;

/// One package, read.
struct House<'a> {
    root: &'a Source,
    /// The rooms in order.
    rooms: Vec<String>,
    files: BTreeMap<Module, &'a Source>,
    /// Which module names which item, as far as it lies in this package.
    arrows: BTreeSet<(Module, Module, String)>,
}

/// What is wrong with the rooms of all packages.
fn rooms_astray(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for (folder, root) in HOUSES {
        match House::read(sources, folder, root, &mut faults) {
            None => faults.push(format!("{folder}{root} is not there")),
            Some(house) => {
                house.unlisted(&mut faults);
                house.upwards(&mut faults);
                house.pages(&mut faults);
                house.circles(&mut faults);
            }
        }
    }
    faults
}

impl<'a> House<'a> {
    fn read(
        sources: &'a [Source],
        folder: &str,
        root: &str,
        faults: &mut Vec<String>,
    ) -> Option<Self> {
        let mut files = BTreeMap::new();
        for source in sources.iter().filter(|source| source.is_in(&[folder], ".rs")) {
            let path = source.path.trim_start_matches(folder);
            if path != root {
                let module = path.trim_end_matches(".rs").split('/').map(str::to_owned);
                files.insert(module.collect(), source);
            }
        }
        let root = sources.iter().find(|source| source.path == [folder, root].concat())?;
        let mut house = Self { root, rooms: rooms(&root.text), files, arrows: BTreeSet::new() };
        for (module, source) in &house.files {
            match named(&source.text, module) {
                Err(e) => faults.push(format!("{} is no Rust: {e}", source.path)),
                Ok(all) => house.arrows.extend(all.into_iter().filter_map(|named| {
                    let to = (1..=named.len()).rev().map(|n| named[..n].to_vec());
                    let to = to.into_iter().find(|to| house.files.contains_key(to))?;
                    Some((module.clone(), to, named.join("::")))
                })),
            }
        }
        Some(house)
    }

    /// Rooms that the list leaves out, or names without need.
    fn unlisted(&self, faults: &mut Vec<String>) {
        let path = &self.root.path;
        let there: BTreeSet<&String> =
            self.files.keys().filter_map(|module| module.first()).collect();
        for room in there.iter().filter(|room| !self.rooms.contains(room)) {
            faults.push(format!("{path} does not list the room {room}; give it a row"));
        }
        for room in self.rooms.iter().filter(|room| !there.contains(room)) {
            faults.push(format!("{path} lists the room {room}, which is not there"));
        }
    }

    /// Arrows from a room to one below it.
    fn upwards(&self, faults: &mut Vec<String>) {
        let at = |module: &Module| self.rooms.iter().position(|room| room == &module[0]);
        for (from, to, named) in &self.arrows {
            if at(from) < at(to) {
                let path = &self.files[from].path;
                faults.push(format!("{path} uses {named}, but {} lies below {}", to[0], from[0]));
            }
        }
    }

    /// Pages that do not say which rooms theirs uses.
    fn pages(&self, faults: &mut Vec<String>) {
        for room in self.rooms.iter().skip_while(|room| *room == "limits") {
            let Some(page) = self.files.get(core::slice::from_ref(room)) else { continue };
            let outside =
                self.arrows.iter().filter(|(from, to, _)| &from[0] == room && &to[0] != room);
            let uses: BTreeSet<&str> = outside.map(|(_, to, _)| to[0].as_str()).collect();
            let wanted: Vec<&str> =
                self.rooms.iter().map(String::as_str).filter(|room| uses.contains(room)).collect();
            if said(&page.text) != Some(wanted.clone()) {
                let wanted: Vec<String> = wanted.iter().map(|room| format!("`{room}`")).collect();
                let wanted = if wanted.is_empty() { "nothing".into() } else { wanted.join(", ") };
                faults.push(format!("{}: write `May use: {wanted}.`", page.path));
            }
        }
    }

    /// Files that use each other, where neither lies in the other.
    fn circles(&self, faults: &mut Vec<String>) {
        let beside = |from: &Module, to: &Module| !from.starts_with(to) && !to.starts_with(from);
        let mut after: BTreeMap<&Module, BTreeSet<&Module>> = BTreeMap::new();
        for (from, to, _) in self.arrows.iter().filter(|(from, to, _)| beside(from, to)) {
            after.entry(from).or_default().insert(to);
        }
        let reached = |from: &Module| {
            let (mut all, mut next) = (BTreeSet::new(), vec![from]);
            while let Some(module) = next.pop() {
                for to in after.get(module).into_iter().flatten() {
                    if all.insert(*to) {
                        next.push(to);
                    }
                }
            }
            all
        };
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            after.keys().map(|from| (*from, reached(from))).collect();
        for (from, to) in &reached {
            let back = |to: &&&Module| reached.get(**to).is_some_and(|all| all.contains(from));
            if to.contains(from) && to.iter().filter(back).all(|other| from <= other) {
                let names: Vec<String> =
                    to.iter().filter(back).map(|module| module.join("::")).collect();
                faults.push(format!("{} use each other; break the circle", names.join(", ")));
            }
        }
    }
}

/// Returns the rooms in the order in which the page of the root lists them.
fn rooms(root: &str) -> Vec<String> {
    let rows = root.lines().map_while(|line| line.strip_prefix("//!"));
    rows.filter_map(|row| {
        let cell = row.strip_prefix(" | ")?.split(" | ").next()?;
        let name = cell.trim_matches(['[', ']', '`']);
        let is_room = cell.contains('`') && root.contains(&format!("mod {name};"));
        is_room.then(|| name.to_owned())
    })
    .collect()
}

/// Returns the rooms that a page says its room may use.
fn said(page: &str) -> Option<Vec<&str>> {
    let at = page.find("//! May use: ")?;
    let words = page[at..].split_once("use: ")?.1.split_once('.')?.0;
    Some(words.split('`').skip(1).step_by(2).collect())
}

/// Returns the items of its own package that a module names, tests left aside.
fn named(text: &str, module: &Module) -> syn::Result<BTreeSet<Module>> {
    let mut look = Look { module, named: BTreeSet::new() };
    look.visit_file(&syn::parse_file(text)?);
    Ok(look.named)
}

struct Look<'a> {
    module: &'a Module,
    named: BTreeSet<Module>,
}

impl Look<'_> {
    fn see(&mut self, path: &[String]) {
        let above = path.iter().take_while(|word| *word == "super").count();
        let whole = match path.first().map(String::as_str) {
            Some("crate") => path[1..].to_vec(),
            Some("super") if above <= self.module.len() => {
                [&self.module[..self.module.len() - above], &path[above..]].concat()
            }
            _ => return,
        };
        self.named.insert(whole);
    }

    fn tree(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.tree(&path.tree, &with(&path.ident)),
            UseTree::Name(name) => self.see(&with(&name.ident)),
            UseTree::Rename(name) => self.see(&with(&name.ident)),
            UseTree::Glob(_) => self.see(before),
            UseTree::Group(group) => group.items.iter().for_each(|item| self.tree(item, before)),
        }
    }

    /// Macros are read word by word.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        for token in tokens {
            match token {
                TokenTree::Ident(word) => {
                    let word = word.to_string();
                    if path.last().is_none_or(|last| last != "::") {
                        self.see(&without_colons(&path));
                        path.clear();
                    }
                    path.push(word);
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => match path.last_mut() {
                    Some(last) if last == ":" => "::".clone_into(last),
                    Some(_) => path.push(":".into()),
                    None => {}
                },
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.see(&without_colons(&path));
                    path.clear();
                }
            }
        }
        self.see(&without_colons(&path));
    }
}

fn without_colons(path: &[String]) -> Vec<String> {
    path.iter().filter(|word| !word.contains(':')).cloned().collect()
}

impl<'ast> Visit<'ast> for Look<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !item.attrs.iter().any(is_cfg_test) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !item.attrs.iter().any(is_cfg_test) {
            self.tree(&item.tree, &[]);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        self.see(&words);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.tokens(item.tokens.clone());
        visit::visit_macro(self, item);
    }
}

/// Files that the root of the core names as the place of a rule and that are not there.
fn places_missing(sources: &[Source]) -> Vec<String> {
    let (folder, root) = HOUSES[0];
    let root = sources.iter().find(|source| source.path == [folder, root].concat());
    let rows = root.map_or("", |root| root.text.as_str()).lines();
    let rows = rows.filter_map(|line| line.strip_prefix("//! | ")?.split_once(" | `"));
    let mut faults = Vec::new();
    for (rule, place) in rows {
        // The file of a check is `NAME`.
        let is_variable = |part: &&str| part.starts_with(char::is_uppercase);
        for place in [place].into_iter().chain(place.split(", `").skip(1)) {
            let place = place.split('`').next().unwrap_or_default();
            let fixed: Vec<&str> = place.split('/').take_while(|part| !is_variable(part)).collect();
            let path = [folder, &fixed.join("/")].concat();
            if !sources.iter().any(|source| source.path.starts_with(&path)) {
                faults.push(format!("{rule}: {folder}{place} is not there"));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{none, one, sources};

    const SHELL: &str = "//! A.\n//! | `only` | all |\nmod only;";

    fn of(files: &[(&str, &str)]) -> Vec<String> {
        let root = "//! A.\n//! | [`low`] | a |\n//! | [`high`] | b |\npub mod high;\npub mod low;";
        let page = |path: &str, uses: &str| {
            Source::made(path, &format!("//! A.\n//! May use: {uses}.\nmod a;\n"))
        };
        let mut all = vec![
            Source::made("core/src/lib.rs", root),
            Source::made("shell/src/main.rs", SHELL),
            page("shell/src/only.rs", "nothing"),
            page("core/src/low.rs", "nothing"),
            page("core/src/high.rs", "`low`"),
            Source::made("core/src/high/a.rs", "use crate::low::A;"),
        ];
        for (path, text) in files {
            all.retain(|source| source.path != *path);
            all.push(Source::made(path, text));
        }
        rooms_astray(&all)
    }

    #[test]
    fn arrows_between_rooms_run_one_way() {
        none(&rooms_astray(&sources()));
    }

    #[test]
    fn every_rule_stands_where_the_plan_of_the_house_says() {
        none(&places_missing(&sources()));
        let lib =
            |row: &str| [Source::made("core/src/lib.rs", &format!("//! | a rule | {row} |\n"))];
        one(&places_missing(&lib("`low/gone.rs`")), "a rule: core/src/low/gone.rs is not there");
        one(&places_missing(&lib("`lib.rs`, `gone/NAME.rs`")), "gone/NAME.rs is not there");
    }

    #[test]
    fn an_arrow_to_a_room_below_is_refused_however_it_is_written() {
        none(&of(&[]));
        let below = [
            "use crate::high::a::A;",
            "use crate::{high::a::A as B};",
            "use super::super::high::*;",
            "fn f() { crate::high::a::f() }",
            "fn f(a: &crate::high::A) {}",
            "fn f() { write!(1, crate::high::a) }",
        ];
        for text in below {
            let faults = of(&[("core/src/low/b.rs", text)]);
            let is_named = |fault: &String| {
                fault.starts_with("core/src/low/b.rs uses high") && fault.ends_with("below low")
            };
            assert!(faults.iter().any(is_named), "{text}: {faults:#?}");
        }
        let test = "#[cfg(test)] mod tests { use crate::high::a::A; }";
        none(&of(&[("core/src/low/b.rs", test)]));
    }

    #[test]
    fn a_room_that_is_not_listed_and_a_page_that_is_not_true_are_refused() {
        one(&of(&[("core/src/other.rs", "//! A.")]), "does not list the room other");
        let page = "//! A.\n//! May use: nothing.\n";
        one(&of(&[("core/src/high.rs", page)]), "core/src/high.rs: write `May use: `low`.`");
        let root = "//! A.\n//! | `low` | a |\n//! | `high` | b |\n//! | `gone` | c |\nmod gone;";
        let root = [root, "\npub mod low;\npub mod high;"].concat();
        one(&of(&[("core/src/lib.rs", &root)]), "lists the room gone, which is not there");
    }

    #[test]
    fn files_of_a_room_that_use_each_other_are_refused_unless_one_is_in_the_other() {
        let both = [
            ("core/src/low/b.rs", "use super::c::C;"),
            ("core/src/low/c.rs", "use crate::low::d::D;"),
            ("core/src/low/d.rs", "use super::b::B;"),
        ];
        one(&of(&both), "low::b, low::c, low::d use each other");
        let inside = [
            ("core/src/low/b.rs", "use crate::low::b::c::C;"),
            ("core/src/low/b/c.rs", "use super::B;"),
        ];
        none(&of(&inside));
    }
}
