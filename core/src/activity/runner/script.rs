//! Programs that run what a project has named itself: scripts, targets, tasks.

use super::kind::Kinds;
use super::name::{Named, named};
use super::rule::{self, Arguments};
use super::table;
use super::{Run, Runner, Use, of_words};
use crate::activity::check_kind::CheckKind as Kind;
use crate::activity::command_line::{Program, Word};
use crate::activity::shell_write;
use crate::activity::work::Scope;
use crate::text::listing::lists;
use crate::text::path;

/// Returns what a script of a project is.
pub(super) fn run(name: &str, arguments: &[Word<'_>]) -> Option<Use> {
    package_script(name, arguments).or_else(|| target(name, arguments))
}

/// Options of package managers that take the next word.
const PACKAGE_VALUED: &str = "-C --dir --filter -F --prefix --workspace -w --cwd --loglevel";

/// Options of theirs that choose a package.
const PACKAGE_NARROWING: &str = "--filter -F --workspace -w";

fn package_script(name: &str, words: &[Word<'_>]) -> Option<Use> {
    let manager = *["npm", "pnpm", "yarn", "bun"].iter().find(|manager| **manager == name)?;
    let arguments = Arguments::of(words, PACKAGE_VALUED);
    let mut positionals = arguments.positionals().peekable();
    let mut narrowed = arguments.has(PACKAGE_NARROWING);
    let (mut at, mut word) = positionals.next()?;
    match word {
        "workspace" => {
            narrowed = true;
            positionals.next()?;
            (at, word) = positionals.next()?;
        }
        "workspaces" => {
            positionals.next_if(|(_, word)| *word == "foreach");
            (at, word) = positionals.next()?;
        }
        _ => {}
    }
    let is_named = matches!(word, "run" | "run-script");
    if is_named {
        (at, word) = positionals.next()?;
    }
    let behind = words.get(at.saturating_add(1)..).unwrap_or_default();
    let runs = is_named || manager != "npm" || matches!(word, "test" | "t" | "tst");
    if !runs || (!is_named && lists(BUILT_IN, word)) {
        return None;
    }
    if manager != "npm"
        && let Some(run) = table::run(word, behind)
    {
        return Some(run);
    }
    let named = named(if matches!(word, "t" | "tst") { "test" } else { word })?;
    let program = match (manager, named.task) {
        (manager, "test") => manager,
        ("npm", _) => "npm run",
        ("pnpm", _) => "pnpm run",
        ("yarn", _) => "yarn run",
        (_, _) => "bun run",
    };
    let runner = Runner { program, task: named.task };
    Some(finish(named, runner, narrowed, behind))
}

/// What package managers do themselves.
const BUILT_IN: &str = "\
    add audit cache ci config create dedupe i import info init install link list login ls \
    outdated pack patch prune publish remove up update upgrade why";

/// Returns the check that a name says, given what is handed on to it.
fn finish(named: Named, runner: Runner, narrowed: bool, handed_on: &[Word<'_>]) -> Use {
    if Arguments::of(handed_on, "").has(rule::LISTING) {
        return Use::Listing;
    }
    let narrowed = narrowed || rule::narrows(handed_on);
    let scope = if narrowed { named.scope.min(Scope::Narrowed) } else { named.scope };
    let writes = named.writes || Arguments::of(handed_on, "").has(rule::FIXING);
    Use::Check(Run { kinds: named.kinds, runner, scope, writes })
}

/// Options by which Gradle leaves tasks out.
const EXCLUDING: &str = "-x --exclude-task";

/// A program that is told which targets to make.
struct Targets {
    programs: &'static str,
    name: &'static str,
    /// What comes before the targets.
    words: &'static str,
    valued: &'static str,
    /// Whether each word is a target; otherwise the first is, and takes the others.
    many: bool,
    /// What it does without a target.
    bare: Kinds,
    narrowing: &'static str,
    /// With one of these it only says what it would make.
    listing: &'static str,
}

const fn targets(name: &'static str, programs: &'static str) -> Targets {
    let (bare, listing) = (Kinds::NONE, "-n --dry-run --list -l --show --summary --graph");
    Targets { programs, name, words: "", valued: "", many: false, bare, narrowing: "", listing }
}

const fn many(name: &'static str, programs: &'static str) -> Targets {
    Targets { many: true, ..targets(name, programs) }
}

const TARGETS: &[Targets] = &[
    Targets {
        valued: "-C -f -j -I -l -o -W --directory --file",
        bare: Kinds::of(Kind::Build),
        listing: "-n --dry-run --just-print --recon -q --question -t --touch -p --print-data-base",
        ..many("make", "make gmake remake")
    },
    Targets { valued: "-f -d --justfile --working-directory --set", ..many("just", "just") },
    Targets {
        valued: "-d -t --dir --taskfile",
        listing: "-n --dry -l --list -a --list-all --summary --status",
        ..many("task", "task go-task")
    },
    Targets { words: "run|r", valued: "-C --cd", ..targets("mise run", "mise rtx") },
    Targets { words: "task", valued: "--config --cwd", ..targets("deno task", "deno") },
    Targets { words: "make", ..targets("cargo make", "cargo") },
    Targets { words: "xtask", ..targets("cargo xtask", "cargo") },
    Targets { words: "run-script|run", ..targets("composer", "composer") },
    targets("composer", "composer"),
    Targets {
        bare: Kinds::of(Kind::Test),
        listing: "-n --dry-run -T --tasks -P --prereqs -W --where -D --describe",
        ..many("rake", "rake")
    },
    Targets { listing: "-l --list -R --dry", ..many("invoke", "invoke inv") },
    many("mage", "mage"),
    Targets { listing: "-d --dry-run", ..targets("poe", "poe") },
    Targets { listing: "-T --tasks --tasks-simple", ..many("gulp", "gulp") },
    many("grunt", "grunt"),
    many("run-s", "run-s run-p npm-run-all npm-run-all2 wireit"),
    Targets {
        words: "run",
        valued: "--filter -F --concurrency --cwd",
        narrowing: "--filter -F",
        listing: "--dry --dry-run --graph",
        ..many("turbo", "turbo")
    },
    Targets {
        valued: "--filter -F --concurrency --cwd",
        narrowing: "--filter -F",
        listing: "--dry --dry-run --graph",
        ..many("turbo", "turbo")
    },
    Targets {
        words: "run",
        narrowing: "--scope",
        valued: "--scope --ignore",
        ..targets("lerna run", "lerna")
    },
    Targets { valued: "-t --target --targets -p --projects --parallel", ..targets("nx", "nx") },
    Targets {
        valued: "-p --project-dir -x --exclude-task -b -c -I --tests",
        narrowing: "--tests",
        listing: "-m --dry-run",
        ..many("gradle", "gradle gradlew")
    },
    Targets { valued: "-file -f", ..many("ant", "ant") },
    many("sbt", "sbt"),
    Targets { words: "run", ..targets("devbox run", "devbox") },
    Targets { words: "run", ..targets("moon", "moon") },
];

fn target(name: &str, words: &[Word<'_>]) -> Option<Use> {
    TARGETS.iter().filter(|targets| lists(targets.programs, name)).find_map(|t| t.run(words))
}

impl Targets {
    fn run(&self, words: &[Word<'_>]) -> Option<Use> {
        let arguments = Arguments::of(words, self.valued);
        let positionals = arguments.behind(self.words)?;
        if arguments.has(self.listing) {
            return Some(Use::Listing);
        }
        let handed_on = arguments.behind_dashes();
        let own = words.len().saturating_sub(handed_on.len());
        let count = if self.many { usize::MAX } else { 1 };
        let left_out = || arguments.values(if self.name == "gradle" { EXCLUDING } else { "" });
        let is_tested = !left_out().any(|task| task == "test");
        let narrowed = arguments.has(self.narrowing) || left_out().any(|task| task != "test");
        let mut handed_on = handed_on;
        let mut found: Option<Named> = None;
        let mut is_bare = true;
        let targets = positionals.filter(|(at, word)| *at < own && !word.contains('='));
        for (at, word) in targets.take(count) {
            is_bare = false;
            if !self.many {
                handed_on = words.get(at.saturating_add(1)..).unwrap_or_default();
            }
            let Some(mut next) = self.named(word) else { continue };
            // Gradle's `build` runs the tests, unless they are left out.
            if self.name == "gradle" && word.ends_with("build") && is_tested {
                next.kinds = next.kinds.and(Kinds::of(Kind::Test));
            }
            found = Some(match found {
                None => next,
                Some(before) => Named {
                    kinds: before.kinds.and(next.kinds),
                    scope: before.scope.with(next.scope),
                    writes: before.writes || next.writes,
                    task: "",
                },
            });
        }
        if is_bare && !self.bare.is_empty() {
            let runner = Runner { program: self.name, task: "" };
            let run = Run { kinds: self.bare, runner, scope: Scope::Whole, writes: false };
            return Some(Use::Check(run));
        }
        let named = found?;
        let runner = Runner { program: self.name, task: named.task };
        Some(finish(named, runner, narrowed, handed_on))
    }

    /// Reads a target; of Gradle's `:app:test` a part of the project is meant.
    fn named(&self, word: &str) -> Option<Named> {
        match (self.name, word.rsplit_once(':')) {
            ("gradle", Some((project, task))) => {
                let named = named(task)?;
                let of_part = named.scope.min(Scope::Narrowed);
                let scope = if project.is_empty() { named.scope } else { of_part };
                Some(Named { scope, ..named })
            }
            ("nx", Some((_, task))) => {
                let named = named(task)?;
                Some(Named { scope: named.scope.min(Scope::Narrowed), ..named })
            }
            _ => named(word),
        }
    }
}

/// Returns the check that a script file is by its name: `./run-tests.sh`, `python check.py`; or a
/// task of a program such as `hatch run`.
pub(super) fn of_file(program: &Program<'_, '_>) -> Option<Use> {
    let first = program.words.first()?.text();
    if matches!(program.behind, Some("pipenv" | "poetry" | "devbox" | "uv")) && !first.contains('/')
    {
        let (_, task) = first.rsplit_once(':').unwrap_or(("", first));
        let run = if task == first { None } else { of_words(task, program.arguments()) };
        return run.or_else(|| {
            let named = named(first)?;
            let runner = Runner { program: "project script", task: named.task };
            Some(finish(named, runner, false, program.arguments()))
        });
    }
    let is_interpreter = ["python", "node", "tsx", "ts-node", "ruby", "perl", "php", "bun", "deno"]
        .iter()
        .any(|interpreter| program.name.starts_with(interpreter));
    let words = if is_interpreter {
        let at = program.arguments().iter().position(|word| !word.text().starts_with('-'))?;
        let options = program.arguments().get(..at)?;
        if Arguments::of(options, "").has("-c -e -p -r -m --eval --print") {
            return None;
        }
        program.words.get(at.saturating_add(1)..)?
    } else {
        program.words
    };
    let (file, arguments) = words.split_first()?;
    let file = file.text();
    let is_run = is_interpreter || program.behind == Some("sh") || file.contains('/');
    let name = path::base_name(file)?;
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let is_script = lists("sh bash py js mjs cjs ts rb pl php", extension)
        || (extension.is_empty() && !file.starts_with('/'));
    if !is_run || !is_script || stem.ends_with(".config") || guard_temporary(file) {
        return None;
    }
    let named = named(stem)?;
    let runner = Runner { program: "project script", task: "" };
    Some(finish(named, runner, false, arguments))
}

/// Returns whether a script is one of the moment and not of the project: it may do anything,
/// whatever it is called.
fn guard_temporary(file: &str) -> bool {
    shell_write::is_elsewhere(file)
}
