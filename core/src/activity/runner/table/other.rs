//! Checks of other languages, of shells and of infrastructure.

use super::{BUILD, FORMAT, Kinds, LINT, Rule, TEST, TYPES, command, fixes, formats, paths, tool};

pub(super) const RULES: &[Rule] = &[
    // Ruby, PHP, Elixir and more
    Rule {
        valued: "-e -t -f --format --tag --seed --exclude-pattern --pattern -P",
        narrowing: "-e --example -t --tag --only-failures --exclude-pattern --pattern -P",
        never: "--init --dry-run",
        ..paths(tool("rspec", "rspec", TEST))
    },
    Rule {
        valued: "-n -e --exclude",
        narrowing: "-n -e --exclude",
        ..paths(command("rails", "test|t", ("rails test", ""), TEST))
    },
    command("rails", "test:all|test:system|spec", ("rails test", ""), TEST),
    Rule {
        valued: "-t --tags -n --name -e --exclude --format -f",
        narrowing: "-t --tags -n --name -e --exclude",
        never: "-d --dry-run",
        ..paths(tool("cucumber minitest m", "cucumber", TEST))
    },
    fixes(
        Rule {
            valued: "--only -c --config --format -f",
            ..tool("rubocop standardrb", "rubocop", LINT)
        },
        "-a -A --autocorrect --autocorrect-all --auto-correct --fix",
    ),
    paths(command("srb", "tc", ("srb tc", ""), TYPES)),
    Rule {
        valued: "--filter --testsuite --group -c --configuration --exclude-group \
            --exclude-filter --exclude-testsuite",
        narrowing: "--filter --testsuite --group --exclude-group --exclude-filter \
            --exclude-testsuite --covers --uses",
        never: "--list-tests --list-tests-xml --list-groups --list-suites --list-test-files",
        ..paths(tool("phpunit pest paratest codecept", "phpunit", TEST))
    },
    Rule {
        narrowing: "--filter --group --exclude-group --testsuite",
        valued: "--filter --group --exclude-group --testsuite",
        never: "--list-tests --list-groups --list-suites",
        ..command("php artisan", "artisan test", ("php artisan test", ""), TEST)
    },
    paths(Rule {
        valued: "-c -l --level --memory-limit --configuration",
        ..command("phpstan", "analyse|analyze", ("phpstan", ""), LINT.and(TYPES))
    }),
    paths(tool("psalm phan", "psalm", LINT.and(TYPES))),
    paths(tool("phpcs", "phpcs", LINT)),
    formats(tool("php-cs-fixer pint phpcbf", "php-cs-fixer", FORMAT), "--dry-run --test check"),
    Rule {
        valued: "--only --exclude --include --seed",
        narrowing: "--only --failed --stale --exclude --partitions",
        never: "--dry-run",
        ..paths(command("mix", "test", ("mix test", ""), TEST))
    },
    command("mix", "compile", ("mix compile", ""), BUILD),
    command("mix", "credo", ("mix credo", ""), LINT),
    command("mix", "dialyzer", ("mix dialyzer", ""), TYPES),
    formats(command("mix", "format", ("mix format", ""), FORMAT), "--check-formatted"),
    command("rebar3", "eunit|ct|proper", ("rebar3 eunit", ""), TEST),
    Rule { needs: "--no-run-tests", ..command("stack", "test", ("stack build", ""), BUILD) },
    Rule {
        never: "--dry-run --only-dependencies",
        ..command("stack cabal", "test", ("stack test", ""), TEST)
    },
    command("stack cabal", "build", ("stack build", ""), BUILD),
    command(
        "gleam dune crystal nimble forge lein elm-test dub shards",
        "test|spec|runtest",
        ("test", ""),
        TEST,
    ),
    command("gleam dune crystal nimble forge dub elm", "build|make", ("build", ""), BUILD),
    paths(command("flutter dart", "test", ("flutter test", ""), TEST)),
    paths(command("flutter dart", "analyze", ("flutter analyze", ""), LINT.and(TYPES))),
    command("flutter", "build", ("flutter build", ""), BUILD),
    formats(command("dart", "format", ("dart format", ""), FORMAT), "--set-exit-if-changed"),
    // Shell, containers, infrastructure
    paths(tool("tflint", "tflint", LINT)),
    Rule {
        valued: "-f --filter --filter-tags",
        narrowing: "-f --filter --filter-tags",
        never: "-c --count --list --dry-run",
        ..paths(tool("bats shellspec", "bats", TEST))
    },
    Rule {
        valued: "--filter --filter-out -t --tags --exclude-tags",
        narrowing: "--filter --filter-out -t --tags --exclude-tags",
        never: "-D --dry --list -l",
        ..paths(tool("busted", "busted", TEST))
    },
    Rule { never: "-D --dry", ..paths(tool("prove", "prove", TEST)) },
    Rule {
        valued: "-i --include -e --exclude -t --test -s --suite -d --outputdir",
        narrowing: "-i --include -e --exclude -t --test -s --suite",
        never: "--dryrun",
        ..paths(tool("robot", "robot", TEST))
    },
    // What compiles and runs nothing.
    Rule { needs: "-p", ..paths(tool("luac", "luac -p", BUILD)) },
    Rule { needs: "-l --syntax-check", ..paths(tool("php", "php -l", BUILD)) },
    Rule { needs: "-c -wc -cw", ..paths(tool("ruby", "ruby -c", BUILD)) },
    Rule { needs: "-c -wc -cw -Mstrict", ..paths(tool("perl", "perl -c", BUILD)) },
    // PowerShell
    Rule {
        valued: "-Path -Tag -ExcludeTag -TestName -FullNameFilter",
        narrowing: "-Tag -ExcludeTag -TestName -FullNameFilter",
        ..paths(tool("Invoke-Pester", "Invoke-Pester", TEST))
    },
    Rule {
        valued: "-Path -Settings -Severity",
        ..tool("Invoke-ScriptAnalyzer", "PSScriptAnalyzer", LINT)
    },
    command("buf", "lint", ("buf lint", ""), LINT),
    command("helm", "lint", ("helm lint", ""), LINT),
    command("terraform tofu", "validate", ("terraform validate", ""), LINT),
    formats(command("terraform tofu", "fmt", ("terraform fmt", ""), FORMAT), "-check"),
    command("nix", "flake check", ("nix flake check", ""), Kinds::ANY),
    command("nix", "build", ("nix build", ""), BUILD),
    command("docker", "build", ("docker build", ""), BUILD),
    command("docker", "compose build", ("docker build", ""), BUILD),
    paths(Rule { needs: "--check -c", ..tool("node", "node --check", BUILD) }),
    command("act", "", ("act", ""), Kinds::ANY),
];
