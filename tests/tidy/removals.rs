//! The guards that are removed by hand, as `docs/proof.md` lists them, are those that are planted.
use alloc::collections::BTreeMap;

use crate::source::Source;

const FILE: &str = "docs/proof.md";
const FOLDER: &str = "mutants/planted/removed_";
const REMOVALS_MIN: usize = 10;

/// Returns the tests of the planted removals, by the name of what is removed.
fn planted(sources: &[Source]) -> BTreeMap<String, String> {
    let one = |source: &Source| {
        let name = source.path.strip_prefix(FOLDER)?.strip_suffix("/mutant.toml")?;
        let table: toml::Table = toml::from_str(&source.text).ok()?;
        Some((name.to_owned(), table.get("test")?.as_str()?.to_owned()))
    };
    sources.iter().filter_map(one).collect()
}

/// Rows and planted removals that do not fit.
fn removals_unlisted(sources: &[Source]) -> Vec<String> {
    let planted = planted(sources);
    let page = sources.iter().find(|source| source.path == FILE);
    let lines = page.map_or("", |page| page.text.as_str()).lines();
    let rows: BTreeMap<&str, &str> =
        lines.filter_map(|line| line.strip_prefix("| `removed_")?.split_once("` | ")).collect();
    let mut faults = Vec::new();
    for (name, test) in &planted {
        match rows.get(name.as_str()) {
            None => faults.push(format!("{FILE} has no row `removed_{name}`")),
            Some(row) if !row.ends_with(&format!(" | `{test}` |")) => {
                faults.push(format!("{FILE}: the row `removed_{name}` does not end with {test}"));
            }
            Some(_) => {}
        }
    }
    for name in rows.keys().filter(|name| !planted.contains_key(**name)) {
        faults.push(format!("{FILE}: `removed_{name}` is not planted"));
    }
    if planted.len() < REMOVALS_MIN {
        faults.push(format!("{} guards are removed, at least {REMOVALS_MIN}", planted.len()));
    }
    faults
}

/// Hunks of a patch that no longer fit: code has changed around the mistake, and the gate could not
/// plant it. `read` returns the text of a file.
fn hunks_unfit(name: &str, patch: &str, read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut text = String::new();
    let (mut file, mut hunk) = ("", String::new());
    for line in patch.lines().chain(["@@"]) {
        if let Some(path) = line.strip_prefix("--- a/") {
            file = path;
            text = read(path).unwrap_or_default();
        } else if line.starts_with("@@") || line.starts_with("diff ") {
            if !text.contains(&hunk) {
                faults.push(format!("{name} does not fit {file} any more; plant it anew"));
            }
            hunk.clear();
        } else if let Some(old) = line.strip_prefix([' ', '-'])
            && !line.starts_with("---")
        {
            hunk.push_str(old);
            hunk.push('\n');
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{none, one, paths, sources, tree};

    #[test]
    fn every_planted_mistake_fits_the_code() {
        let tree = tree();
        let patches = paths().into_iter().filter(|path| path.ends_with("/change.patch"));
        let faults = patches.flat_map(|path| {
            let patch = tree.read(&path).unwrap();
            hunks_unfit(&path, &patch, |file| tree.read(file).ok())
        });
        none(&faults.collect::<Vec<_>>());
    }

    #[test]
    fn a_planted_mistake_that_does_not_fit_is_refused() {
        let patch =
            "--- a/x.rs\n+++ b/x.rs\n@@ -1,3 +1,2 @@\n a\n-b\n c\n@@ -7,1 +6,1 @@\n-e\n+f\n";
        let of = |text: &str| hunks_unfit("it", patch, |_| Some(text.into()));
        none(&of("a\nb\nc\nd\ne\n"));
        one(&of("a\nB\nc\nd\ne\n"), "it does not fit x.rs any more");
        one(&of("a\nb\nc\nd\n"), "it does not fit x.rs any more");
    }

    /// Ten of a kind, with their rows.
    fn made() -> (Vec<Source>, String) {
        let names = ('a'..='j').map(|name| format!("removed_{name}"));
        let row = |name: &String| format!("| `{name}` | gone | `core::{name}` |\n");
        let file = |name: &String| {
            let text = format!("test = \"core::{name}\"");
            Source::made(&format!("mutants/planted/{name}/mutant.toml"), &text)
        };
        (names.clone().map(|name| file(&name)).collect(), names.map(|name| row(&name)).collect())
    }

    fn of(planted: &[Source], page: &str) -> Vec<String> {
        removals_unlisted(&[planted, &[Source::made(FILE, page)]].concat())
    }

    #[test]
    fn every_removal_is_listed_with_the_test_that_names_it() {
        none(&removals_unlisted(&sources()));
    }

    #[test]
    fn a_list_that_does_not_fit_is_refused() {
        let (planted, page) = made();
        none(&of(&planted, &page));
        one(&of(&planted, &page.replace("`removed_c`", "`other`")), "no row `removed_c`");
        one(&of(&planted, &page.replace("core::removed_d", "core::x")), "does not end with");
        one(&of(&planted, &[&page, "| `removed_k` | gone | `x` |"].concat()), "is not planted");
        let (nine, rows) = (&planted[..9], page.rsplit_once("| `removed_j`").unwrap().0);
        one(&of(nine, rows), "9 guards are removed");
    }
}
