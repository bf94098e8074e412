//! Checks of languages that are compiled.

use super::{BUILD, FORMAT, LINT, Rule, TEST, Takes, Writes, command, fixes, formats, paths, tool};

const MAVEN_VALUED: &str = "-pl --projects -f --file -P -s -T -gs -rf";
const MAVEN_NARROWING: &str = "-pl --projects -Dtest -Dit.test";
const XCODE_VALUED: &str = "-scheme -project -workspace -destination -configuration -sdk -target \
        -derivedDataPath -only-testing -resultBundlePath -testPlan -arch";
const DOTNET_VALUED: &str = "\
    --filter -c --configuration -f --framework --logger -l -v --verbosity -o --output -r \
    --project --collect --settings -s --results-directory";

pub(super) const RULES: &[Rule] = &[
    // JVM
    Rule {
        goals: "verify install package deploy",
        needs: "-DskipTests -Dmaven.test.skip",
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
    Rule {
        valued: "--filter --package-path -c --configuration",
        narrowing: "--filter --skip",
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
        narrowing: "-only-testing -skip-testing",
        ..tool("xcodebuild", "xcodebuild test", TEST)
    },
    Rule {
        valued: XCODE_VALUED,
        never: "-list -version -showBuildSettings",
        ..tool("xcodebuild", "xcodebuild", BUILD)
    },
    Rule {
        valued: "-R -E -L --test-dir -j -C --timeout",
        narrowing: "-R -E -L --rerun-failed",
        never: "-N --show-only",
        ..tool("ctest", "ctest", TEST)
    },
    Rule { needs: "--build", ..tool("cmake", "cmake --build", BUILD) },
    command("meson", "test", ("meson test", ""), TEST),
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
        narrowing: "--test_filter",
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
