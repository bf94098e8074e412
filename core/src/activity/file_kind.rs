//! What kind of file a path names.

use serde::{Deserialize, Serialize};

use crate::activity::check_kind::{CheckKind, KindSet};
use crate::text::path::base_name;

/// What a file holds, by its name.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// A program, a test, a style sheet, a page: what the checks of a project cover.
    Code,
    /// A script of a shell, a recipe of a build or of a container: code that they seldom cover.
    Script,
    /// Text for people.
    Docs,
    /// Settings of tools and of programs.
    Config,
    /// Anything else: data, pictures, logs, what has no telling name.
    Other,
}

impl FileKind {
    /// Returns what `path` holds, as far as its name says.
    #[must_use]
    pub fn of(path: &str) -> Self {
        let Some(name) = base_name(path) else { return Self::Other };
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        if is_any(name, CONFIG_NAMES) {
            return Self::Config;
        }
        if is_any(name, SCRIPT_NAMES) || is_any(extension, SCRIPTS) {
            return Self::Script;
        }
        let is_docs = path.split(['/', '\\']).any(|part| is_any(part, DOCS_FOLDERS));
        if is_docs && is_any(extension, PAGES) {
            return Self::Docs;
        }
        if is_any(extension, DOCS) || (!is_any(extension, CODE) && is_any(stem, DOCS_NAMES)) {
            return Self::Docs;
        }
        if is_any(extension, CODE) {
            return Self::Code;
        }
        // A dot file is a setting, whatever is in it.
        if is_any(extension, CONFIG) || stem.is_empty() || name.starts_with(".env") {
            return Self::Config;
        }
        if is_docs { Self::Docs } else { Self::Other }
    }

    /// Returns whether a path names a style sheet.
    #[must_use]
    pub fn is_style_sheet(path: &str) -> bool {
        let ending = path.rsplit_once('.').map(|(_, ending)| ending);
        ending.is_some_and(|ending| is_any(ending, STYLES))
    }

    /// Returns which checks every project has that holds the file at `path`: they come with the
    /// language.
    #[must_use]
    pub fn checks_of_language(path: &str) -> KindSet {
        let comes_with = [".go", ".rs"].iter().any(|ending| path.ends_with(ending));
        let kinds = KindSet::of(&[CheckKind::Test, CheckKind::Build]);
        if comes_with { kinds } else { KindSet::NONE }
    }

    /// Returns the word for the kind in what is sent and on screens.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Script => "scripts",
            Self::Docs => "documentation",
            Self::Config => "settings",
            Self::Other => "other files",
        }
    }
}

fn is_any(word: &str, list: &str) -> bool {
    !word.is_empty() && list.split(' ').any(|listed| listed.eq_ignore_ascii_case(word))
}

const DOCS: &str = "md mdx markdown mdown mkd rst adoc asciidoc txt text org tex pdf docx rtf man";

const DOCS_NAMES: &str = "\
    readme license licence copying notice authors contributors contributing changelog \
    changes history news todo install maintainers codeowners security code_of_conduct \
    license-mit license-apache";

const DOCS_FOLDERS: &str = "docs doc documentation";

/// Code, but text for people where documents are kept.
const PAGES: &str = "html htm";

const STYLES: &str = "css scss sass less";

const CODE: &str = "\
    rs go py pyi pyx ipynb js jsx mjs cjs ts tsx mts cts vue svelte astro java kt kts scala \
    groovy clj cljs c h cc cpp cxx hpp hh m mm swift cs fs vb rb erb php pl pm lua r jl ex \
    exs erl hs ml mli elm dart zig nim v d sol sql graphql gql \
    proto html htm css scss sass less glsl wgsl metal cu s asm vim el lisp gleam hbs ejs \
    jinja j2 tmpl tf nix al snap bats cls prisma wat pas f90 tcl awk sed cmake gradle bzl cr \
    razor cshtml xaml feature ino";

const SCRIPTS: &str = "sh bash zsh fish ps1 bat cmd mk";

const SCRIPT_NAMES: &str = "\
    makefile gnumakefile justfile dockerfile containerfile rakefile gemfile build \
    build.bazel workspace cmakelists.txt jenkinsfile vagrantfile podfile brewfile procfile";

/// Names that look like documents or programs and are neither.
const CONFIG_NAMES: &str = "\
    requirements.txt requirements-dev.txt constraints.txt cmakecache.txt robots.txt go.mod \
    go.sum";

const CONFIG: &str = "\
    json json5 jsonc yaml yml toml ini cfg conf config env properties xml plist lock \
    editorconfig gitignore gitattributes service csproj sln props targets pbxproj";
