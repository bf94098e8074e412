//! Checks of other languages, of shells and of infrastructure.

use super::{BUILD, FORMAT, Kinds, LINT, Rule, TEST, TYPES, command, fixes, formats, paths, tool};

pub(super) const RULES: &[Rule] = &[
    // Ruby, PHP, Elixir and more
    Rule {
        valued: "-e -t -f --format --tag --seed",
        narrowing: "-e --example -t --tag --only-failures",
        never: "--init --dry-run",
        ..paths(tool("rspec", "rspec", TEST))
    },
    Rule {
        valued: "-n -e",
        narrowing: "-n",
        ..paths(command("rails", "test|t", ("rails test", ""), TEST))
    },
    command("rails", "test:all|test:system|spec", ("rails test", ""), TEST),
    paths(tool("cucumber minitest m", "cucumber", TEST)),
    fixes(
        Rule {
            valued: "--only -c --config --format -f",
            ..tool("rubocop standardrb", "rubocop", LINT)
        },
        "-a -A --autocorrect --autocorrect-all --auto-correct --fix",
    ),
    paths(command("srb", "tc", ("srb tc", ""), TYPES)),
    Rule {
        valued: "--filter --testsuite --group -c --configuration",
        narrowing: "--filter --testsuite --group",
        never: "--list-tests",
        ..paths(tool("phpunit pest paratest codecept", "phpunit", TEST))
    },
    Rule {
        narrowing: "--filter",
        valued: "--filter",
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
        narrowing: "--only --failed --stale --exclude",
        ..paths(command("mix", "test", ("mix test", ""), TEST))
    },
    command("mix", "compile", ("mix compile", ""), BUILD),
    command("mix", "credo", ("mix credo", ""), LINT),
    command("mix", "dialyzer", ("mix dialyzer", ""), TYPES),
    formats(command("mix", "format", ("mix format", ""), FORMAT), "--check-formatted"),
    command("rebar3", "eunit|ct|proper", ("rebar3 eunit", ""), TEST),
    command("stack cabal", "test", ("stack test", ""), TEST),
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
        valued: "-f --filter",
        narrowing: "-f --filter",
        ..paths(tool("bats shellspec", "bats", TEST))
    },
    paths(tool("prove busted", "prove", TEST)),
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
