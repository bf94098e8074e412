//! Checks of Rust and Go.

use super::{
    BUILD, FORMAT, Kinds, LINT, Rule, TEST, TYPES, Takes, Writes, command, fixes, formats, listing,
    tool,
};

const CARGO_VALUED: &str = "\
    -p --package --exclude --test --bin --example --bench --features -F --target \
    --manifest-path --target-dir -j --jobs --profile --color -Z --message-format --config -E \
    --partition --cargo-profile -C --filter-expr";
const CARGO_NARROWING: &str =
    "-p --package --lib --test --bin --bins --example --doc -E --filter-expr --exclude";

const fn cargo(words: &'static str, task: &'static str, kinds: Kinds) -> Rule {
    Rule {
        valued: CARGO_VALUED,
        narrowing: CARGO_NARROWING,
        ..command("cargo cross", words, ("cargo", task), kinds)
    }
}

const GO_VALUED: &str = "\
    -C -run -bench -count -timeout -tags -coverprofile -covermode -p -o -cpu -parallel \
    -ldflags -gcflags -skip -coverpkg -mod -benchtime";

const GOLANGCI_VALUED: &str = "\
    -c --config -D --disable -E --enable --enable-only --timeout -j --concurrency --out-format \
    --build-tags --new-from-rev --new-from-merge-base";

const fn go(task: &'static str, words: &'static str, kinds: Kinds) -> Rule {
    Rule {
        valued: GO_VALUED,
        narrowing: "-run -skip -short",
        choosing: "-run",
        never: "-list -n",
        takes: Takes::Packages,
        ..command("go", words, ("go", task), kinds)
    }
}

pub(super) const RULES: &[Rule] = &[
    // Rust
    Rule { needs: "--no-run", ..cargo("test|t", "test --no-run", BUILD) },
    Rule { takes: Takes::Filters, never: "--list", ..cargo("test|t", "test", TEST) },
    listing("cargo", "nextest list|show-config|archive"),
    Rule { needs: "--no-run", ..cargo("nextest run|r", "test --no-run", BUILD) },
    Rule { takes: Takes::Filters, ..cargo("nextest run|r", "nextest run", TEST) },
    Rule { takes: Takes::Filters, ..cargo("llvm-cov nextest", "llvm-cov", TEST) },
    cargo("llvm-cov|tarpaulin", "llvm-cov", TEST),
    cargo("miri test|nextest", "miri test", TEST),
    cargo("insta test", "insta test", TEST),
    Rule { never: "--list --list-files", ..cargo("mutants", "mutants", TEST) },
    cargo("check|c", "check", BUILD.and(TYPES)),
    Rule { writes: Writes::With("--fix"), ..cargo("clippy", "clippy", LINT) },
    cargo("build|b", "build", BUILD),
    cargo("doc|d", "doc", BUILD),
    cargo("run|r", "run", BUILD),
    cargo("deny|audit|machete|udeps", "deny", LINT),
    Rule { writes: Writes::Unless("--check"), ..cargo("fmt", "fmt", FORMAT) },
    formats(tool("rustfmt", "rustfmt", FORMAT), "--check"),
    // Go
    Rule { needs: "-c", ..go("test -c", "test", BUILD) },
    go("test", "test", TEST),
    go("vet", "vet", LINT),
    go("build", "build", BUILD),
    go("run", "run", BUILD),
    Rule { writes: Writes::Unless(""), ..go("fmt", "fmt", FORMAT) },
    Rule {
        valued: GO_VALUED,
        takes: Takes::Packages,
        narrowing: "-run -skip -short",
        choosing: "-run",
        ..tool("gotestsum", "gotestsum", TEST)
    },
    Rule {
        valued: GOLANGCI_VALUED,
        narrowing: "-E --enable-only --new --new-from-rev --new-from-merge-base",
        takes: Takes::Modules,
        writes: Writes::With("--fix"),
        ..command("golangci-lint", "run", ("golangci-lint", "run"), LINT)
    },
    Rule { takes: Takes::Packages, ..tool("staticcheck revive", "staticcheck", LINT) },
    Rule {
        takes: Takes::Packages,
        writes: Writes::With("-fix --fix"),
        ..tool("modernize fieldalignment", "staticcheck", LINT)
    },
    fixes(tool("gofmt gofumpt goimports", "gofmt", FORMAT), "-w"),
    Rule {
        narrowing: "-focus --focus -skip --skip --label-filter -label-filter",
        never: "-dry-run --dry-run --dryRun",
        ..command("ginkgo", "", ("ginkgo", ""), TEST)
    },
];
