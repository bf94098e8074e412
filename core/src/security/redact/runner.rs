//! Knows the commands that run checks, whose names may leave: they say what an agent claims to
//! have run.

use super::{extent, piece::Mask};

/// Returns what stands for a code span: the check it runs in our own words, or a placeholder.
pub(super) fn named(content: &str) -> &'static str {
    let content = content.trim();
    let runs = |phrase: &&&str| {
        content.chars().next() == phrase.chars().next() && starts_with(content, phrase)
    };
    let longest = PHRASES.iter().filter(runs).max_by_key(|phrase| phrase.len());
    longest.map_or_else(|| Mask::Code.text(), |phrase| phrase.trim_start_matches("./"))
}

/// Tells whether the first words of a command are those of `phrase`, however far apart.
fn starts_with(content: &str, phrase: &str) -> bool {
    let mut words = content.split_whitespace();
    let mut wanted = phrase.split(' ').peekable();
    for _ in phrase.split(' ') {
        let (Some(want), Some(word)) = (wanted.next(), words.next()) else { return false };
        let fits = if wanted.peek().is_none() { ends_as(word, want) } else { word == want };
        if !fits {
            return false;
        }
    }
    true
}

/// Tells whether `word` is `want`, or goes on with what ends a command.
fn ends_as(word: &str, want: &str) -> bool {
    let rest = word.strip_prefix(want);
    rest.is_some_and(|rest| extent::char_at(rest, 0).is_none_or(|next| ":;,&|)".contains(next)))
}

const PHRASES: &[&str] = &[
    "./gradlew build",
    "./gradlew check",
    "./gradlew lint",
    "./gradlew test",
    "./mvnw test",
    "./mvnw verify",
    "bazel build",
    "bazel test",
    "biome",
    "biome check",
    "black",
    "bun lint",
    "bun run build",
    "bun run lint",
    "bun run test",
    "bun run typecheck",
    "bun test",
    "bundle exec rake",
    "bundle exec rspec",
    "bundle exec rubocop",
    "cargo bench",
    "cargo build",
    "cargo check",
    "cargo clippy",
    "cargo doc",
    "cargo fmt",
    "cargo nextest run",
    "cargo test",
    "cmake --build",
    "composer test",
    "ctest",
    "cypress run",
    "deno check",
    "deno fmt",
    "deno lint",
    "deno test",
    "dotnet build",
    "dotnet format",
    "dotnet test",
    "eslint",
    "flake8",
    "flutter analyze",
    "flutter test",
    "git commit",
    "git push",
    "go build",
    "go test",
    "go vet",
    "gofmt",
    "golangci-lint",
    "golangci-lint run",
    "gradle build",
    "gradle check",
    "gradle test",
    "jest",
    "just build",
    "just check",
    "just lint",
    "just test",
    "ktlint",
    "make",
    "make build",
    "make check",
    "make lint",
    "make test",
    "meson test",
    "mix format",
    "mix test",
    "mocha",
    "mvn package",
    "mvn test",
    "mvn verify",
    "mypy",
    "ninja",
    "ninja test",
    "nox",
    "npm run build",
    "npm run check",
    "npm run lint",
    "npm run test",
    "npm run typecheck",
    "npm test",
    "npx eslint",
    "npx jest",
    "npx mocha",
    "npx playwright",
    "npx playwright test",
    "npx prettier",
    "npx tsc",
    "npx vitest",
    "npx vitest run",
    "phpstan",
    "phpunit",
    "playwright test",
    "pnpm build",
    "pnpm lint",
    "pnpm run build",
    "pnpm run lint",
    "pnpm run test",
    "pnpm run typecheck",
    "pnpm test",
    "pnpm typecheck",
    "poetry run pytest",
    "pre-commit run",
    "prettier",
    "pylint",
    "pyright",
    "pytest",
    "python -m mypy",
    "python -m pytest",
    "python -m unittest",
    "python3 -m mypy",
    "python3 -m pytest",
    "python3 -m unittest",
    "rake",
    "rake test",
    "rspec",
    "rubocop",
    "ruff",
    "ruff check",
    "ruff format",
    "sbt compile",
    "sbt test",
    "shellcheck",
    "stack test",
    "swift build",
    "swift test",
    "swiftlint",
    "tox",
    "tsc",
    "turbo build",
    "turbo test",
    "uv run mypy",
    "uv run pytest",
    "uv run ruff",
    "vitest",
    "vitest run",
    "xcodebuild",
    "xcodebuild build",
    "xcodebuild test",
    "yarn build",
    "yarn lint",
    "yarn run build",
    "yarn run lint",
    "yarn run test",
    "yarn test",
    "yarn typecheck",
    "zig build",
    "zig build test",
    "zig test",
];
