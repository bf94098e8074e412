//! Checks of languages that are compiled.

use super::{
    BUILD, FORMAT, LINT, Rule, TEST, Takes, Writes, command, fixes, formats, listing, paths, tool,
};

const MAVEN_VALUED: &str = "-pl --projects -f --file -P -s -T -gs -rf";
const MAVEN_NARROWING: &str = "\
    -pl --projects -Dtest -Dit.test -Dgroups -DexcludedGroups -Dsurefire.includes \
    -Dsurefire.excludes -DexcludeTests -DskipITs";
const XCODE_VALUED: &str = "-scheme -project -workspace -destination -configuration -sdk -target \
        -derivedDataPath -only-testing -resultBundlePath -testPlan -arch";
const DOTNET_VALUED: &str = "\
    --filter -c --configuration -f --framework --logger -l -v --verbosity -o --output -r \
    --project --collect --settings -s --results-directory";

pub(super) const RULES: &[Rule] = &[
    // JVM
    Rule {
        goals: "verify install package deploy test integration-test",
        needs: "-DskipTests -Dmaven.test.skip -Dmaven.test.skip.exec",
        valued: MAVEN_VALUED,
        narrowing: MAVEN_NARROWING,
        ..tool("mvn mvnw mvnd", "mvn", BUILD)
    },
    Rule {
        goals: "verify install package deploy",
        valued: MAVEN_VALUED,
        narrowing: MAVEN_NARROWING,
        ..tool("mvn mvnw mvnd", "mvn", TEST.and(BUILD))
    },
    Rule {
        goals: "test surefire:test integration-test",
        valued: MAVEN_VALUED,
        narrowing: MAVEN_NARROWING,
        ..tool("mvn mvnw mvnd", "mvn test", TEST)
    },
    Rule {
        goals: "compile test-compile",
        valued: MAVEN_VALUED,
        narrowing: MAVEN_NARROWING,
        ..tool("mvn mvnw mvnd", "mvn compile", BUILD)
    },
    fixes(
        tool("ktlint google-java-format", "ktlint", LINT.and(FORMAT)),
        "-F --format -i --replace",
    ),
    paths(tool("detekt checkstyle", "detekt", LINT)),
    // .NET, Swift, C, C++, Zig
    Rule {
        valued: DOTNET_VALUED,
        narrowing: "--filter",
        never: "--list-tests -t",
        ..paths(command("dotnet", "test", ("dotnet test", ""), TEST))
    },
    Rule {
        valued: DOTNET_VALUED,
        ..command("dotnet", "build|publish|msbuild", ("dotnet build", ""), BUILD)
    },
    Rule {
        writes: Writes::Unless("--verify-no-changes"),
        ..command("dotnet", "format", ("dotnet format", ""), FORMAT)
    },
    listing("swift", "test list"),
    Rule {
        valued: "--filter --skip --package-path -c --configuration",
        narrowing: "--filter --skip",
        never: "--list-tests -l",
        ..command("swift", "test", ("swift test", ""), TEST)
    },
    Rule {
        valued: "--package-path -c --configuration --target --product",
        ..command("swift", "build", ("swift build", ""), BUILD)
    },
    fixes(tool("swiftlint", "swiftlint", LINT), "--fix --autocorrect"),
    formats(tool("swiftformat", "swiftformat", FORMAT), "--lint"),
    Rule {
        goals: "test test-without-building",
        valued: XCODE_VALUED,
        narrowing: "-only-testing -skip-testing -only-test-configuration -skip-test-configuration",
        never: "-dry-run -n -enumerate-tests",
        ..tool("xcodebuild", "xcodebuild test", TEST)
    },
    Rule {
        valued: XCODE_VALUED,
        never: "-list -version -showBuildSettings",
        ..tool("xcodebuild", "xcodebuild", BUILD)
    },
    Rule {
        valued: "-R -E -L -LE -I --test-dir -j -C --timeout --tests-regex --exclude-regex \
            --label-regex --label-exclude",
        narrowing: "-R -E -L -LE -I --rerun-failed --tests-regex --exclude-regex --label-regex \
            --label-exclude --tests-information",
        never: "-N --show-only --print-labels",
        ..tool("ctest", "ctest", TEST)
    },
    Rule { needs: "--build", ..tool("cmake", "cmake --build", BUILD) },
    Rule {
        valued: "-C --suite --no-suite",
        narrowing: "--suite --no-suite",
        never: "--list",
        ..command("meson", "test", ("meson test", ""), TEST)
    },
    command("meson", "compile", ("meson compile", ""), BUILD),
    Rule {
        goals: "test check",
        valued: "-C -j -f -k",
        never: "-t -n",
        ..tool("ninja samu", "ninja test", TEST)
    },
    Rule { valued: "-C -j -f -k", never: "-t -n", ..tool("ninja samu", "ninja", BUILD) },
    command("zig", "build test", ("zig build test", ""), TEST),
    paths(command("zig", "test", ("zig test", ""), TEST)),
    command("zig", "build|build-exe|build-lib", ("zig build", ""), BUILD),
    fixes(tool("clang-format", "clang-format", FORMAT), "-i"),
    paths(tool("clang-tidy cppcheck", "clang-tidy", LINT)),
    paths(Rule {
        needs: "-c -o -fsyntax-only -Wall",
        ..tool("gcc g++ clang clang++ cc c++ rustc javac kotlinc swiftc", "compiler", BUILD)
    }),
    Rule {
        narrowing: "--test_filter --test_tag_filters --test_size_filters --test_lang_filters",
        never: "--nobuild",
        takes: Takes::Packages,
        ..command("bazel bazelisk", "test|coverage", ("bazel test", ""), TEST)
    },
    Rule {
        takes: Takes::Packages,
        ..command("bazel bazelisk", "build", ("bazel build", ""), BUILD)
    },
    command("buck2 buck pants please plz", "test", ("buck test", ""), TEST),
    command("buck2 buck pants please plz", "build", ("buck build", ""), BUILD),
];
