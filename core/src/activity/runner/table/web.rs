//! Checks of JavaScript and TypeScript.

use super::{
    BUILD, FORMAT, LINT, Rule, TEST, TYPES, Takes, command, fixes, formats, listing, paths, tool,
};

const JS_VALUED: &str = "\
    -t -c --config --testNamePattern --testPathPattern --testPathPatterns --maxWorkers \
    --reporter --reporters --project --selectProjects --environment --testTimeout --pool -g \
    --grep --require -r --timeout --workers -j --coverage.provider --outputFile --root --dir \
    --shard --spec -s --browser --test-timeout --retries --exclude --import \
    --test-name-pattern --preload --grep-invert -gv --ignore --testPathIgnorePatterns \
    --test-skip-pattern";
const JS_NARROWING: &str = "\
    -t --testNamePattern --testPathPattern --testPathPatterns --project -g --grep \
    --selectProjects --onlyChanged -o --changed --related --findRelatedTests --shard --spec \
    -s --last-failed --changedSince --test-name-pattern --dir --exclude --grep-invert -gv \
    --invert -i --ignore --testPathIgnorePatterns --test-skip-pattern --filter";
const ESLINT_VALUED: &str = "\
    -c --config --ext -f --format --max-warnings --rule --parser -o --ignore-path \
    --cache-location --ignore-pattern --plugin --env --output-file";

const fn js(
    programs: &'static str,
    words: &'static str,
    names: (&'static str, &'static str),
) -> Rule {
    Rule {
        valued: JS_VALUED,
        narrowing: JS_NARROWING,
        takes: Takes::Paths,
        never: "--watch --showConfig --init --listTests --list --ui --dry-run --list-files",
        ..command(programs, words, names, TEST)
    }
}

pub(super) const RULES: &[Rule] = &[
    // JavaScript and TypeScript
    js("jest react-scripts-test", "", ("jest", "")),
    listing("vitest", "list|init"),
    js("vitest", "run", ("vitest run", "")),
    js("vitest", "related", ("vitest related", "")),
    js("vitest", "", ("vitest", "")),
    js("mocha", "", ("mocha", "")),
    js("ava", "", ("ava", "")),
    js("tap", "", ("tap", "")),
    js("c8 nyc", "jest|mocha|ava|vitest", ("nyc", "")),
    js("playwright", "test", ("playwright test", "")),
    js("cypress", "run", ("cypress run", "")),
    js("wdio testcafe karma", "", ("karma", "")),
    js("bun", "test", ("bun test", "")),
    js("react-scripts", "test", ("react-scripts test", "")),
    js("ng wtr ember hardhat detox anchor", "test", ("ng test", "")),
    Rule { needs: "--test", ..js("node tsx", "", ("node --test", "")) },
    Rule {
        valued: "-p --project -b --pretty --target --outDir --module --lib --jsx",
        never: "--watch -w --showConfig --init --listFiles -v",
        ..paths(tool("tsc vue-tsc tsgo", "tsc", TYPES.and(BUILD)))
    },
    paths(command("astro svelte-kit", "check", ("astro check", ""), TYPES)),
    tool("svelte-check", "svelte-check", TYPES),
    fixes(
        Rule {
            valued: ESLINT_VALUED,
            never: "--print-config --init --env-info",
            narrowing: "--ignore-pattern",
            ..tool("eslint eslint_d", "eslint", LINT)
        },
        "--fix",
    ),
    fixes(tool("oxlint xo standard tslint stylelint", "eslint", LINT), "--fix"),
    fixes(
        command("biome", "check|ci", ("biome check", ""), LINT.and(FORMAT)),
        "--write --apply --fix --apply-unsafe",
    ),
    fixes(command("biome", "lint", ("biome lint", ""), LINT), "--write --apply --fix"),
    fixes(command("biome", "format", ("biome format", ""), FORMAT), "--write --fix"),
    fixes(
        Rule {
            needs: "--check -c --list-different -l --write -w",
            valued: "--config --parser --ignore-path --log-level",
            ..tool("prettier", "prettier", FORMAT)
        },
        "--write -w",
    ),
    formats(tool("dprint", "dprint", FORMAT), "check"),
    command(
        "next vite astro nuxt ng gatsby remix parcel react-scripts nest expo electron-vite",
        "build",
        ("bundler build", ""),
        BUILD,
    ),
    command("next", "lint", ("next lint", ""), LINT),
    tool(
        "webpack rollup esbuild tsup tsdown swc unbuild electron-builder microbundle",
        "bundler build",
        BUILD,
    ),
    command("bun", "build", ("bun build", ""), BUILD),
    Rule {
        needs: "--no-run",
        ..paths(command("deno", "test", ("deno test", ""), BUILD.and(TYPES)))
    },
    Rule {
        valued: "--filter --ignore --config",
        narrowing: "--filter --ignore",
        ..paths(command("deno", "test", ("deno test", ""), TEST))
    },
    paths(command("deno", "lint", ("deno lint", ""), LINT)),
    paths(command("deno", "check", ("deno check", ""), TYPES)),
    formats(command("deno", "fmt", ("deno fmt", ""), FORMAT), "--check"),
    tool("lint-staged lefthook", "lint-staged", LINT.and(FORMAT)),
    paths(tool("knip depcheck publint attw madge", "knip", LINT)),
];
