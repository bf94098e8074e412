//! Line numbers for quotations.
use proptest::collection::vec;
use proptest::prelude::*;
use sprag_core::limits::QUOTATIONS_MAX;
use sprag_core::worker::Source;
use sprag_core::worker::citation::{Cited, cite};
use sprag_harness::citation_oracle::cited;

const CONFIG: &str = "import os\n\ndef load_config(path):\n    return open(path).read()\n";

fn config() -> Vec<Source> {
    vec![Source::of("src/config.py", CONFIG.as_bytes())]
}

fn text(answer: &str) -> String {
    cite(answer, &config()).text
}

#[test]
fn a_quotation_that_is_in_one_place_gets_its_line() {
    let Cited { text, verified, unverified } =
        cite("- `def load_config(path):` opens `return open(path).read()`.", &config());
    assert_eq!(
        text,
        "- `def load_config(path):` (config.py:3) opens `return open(path).read()` (config.py:4)."
    );
    assert_eq!((verified, unverified), (2, 0));
}

#[test]
fn a_quotation_that_stands_twice_or_nowhere_stays_bare() {
    let files = ["a.py", "b.py"].map(|path| Source::of(path, b"value = compute(1)\n")).to_vec();
    for answer in ["`value = compute(1)`", "`value = compute(2)`"] {
        assert_eq!(cite(answer, &files), Cited { text: answer.into(), ..Cited::default() });
    }
    let overlapping = [Source::of("a", b"abababababababab")];
    assert_eq!(cite("`abababababab`", &overlapping).verified, 0, "it stands in three places");
}

#[test]
fn a_short_quotation_or_one_of_signs_alone_is_not_looked_for() {
    let file = [Source::of(
        "a",
        format!("load(path)\n{}\n====== ab12 ======\n", "x".repeat(241)).as_bytes(),
    )];
    for quote in ["load(path)", &"x".repeat(241), "====== ab12 ======"] {
        assert_eq!(cite(&format!("`{quote}`"), &file).verified, 0, "{quote}");
    }
    let long = "x".repeat(240);
    let file = [Source::of("a", long.as_bytes())];
    assert_eq!(cite(&format!("`{long}`"), &file).verified, 1);
}

/// A run of backticks closes only what a run of its length opened: what stands between two
/// quotations is none, and a short name does not eat the quotation behind it.
#[test]
fn the_text_between_two_quotations_is_none() {
    assert_eq!(
        text("`load` is defined by `def load_config(path):` there"),
        "`load` is defined by `def load_config(path):` (config.py:3) there"
    );
    let file = [Source::of("a", b"one is defined by two\n")];
    assert_eq!(cite("`one` is defined by `two`", &file).verified, 0);
}

#[test]
fn a_quotation_in_double_backticks_gets_its_line_behind_them() {
    assert_eq!(
        text("`` def load_config(path): `` x"),
        "`` def load_config(path): `` (config.py:3) x"
    );
}

#[test]
fn what_is_in_a_block_of_code_or_behind_a_backslash_is_not_a_quotation() {
    for answer in [
        "```\n`def load_config(path):`\n```\n",
        "~~~~py\n```\n`def load_config(path):`\n```\n",
        "\\`def load_config(path):`",
        "`def load_config(path):\nx`",
        "`def load_config(path):` (the loader)",
        "`def load_config(path):`\n\n(the loader)",
    ] {
        assert_eq!(text(answer), answer);
    }
}

#[test]
fn files_of_one_name_are_distinguished_by_their_paths() {
    let files = [Source::of("a/lib.rs", b"fn alpha_beta() {}"), Source::of("b/lib.rs", b"")];
    assert_eq!(cite("`fn alpha_beta()`", &files).text, "`fn alpha_beta()` (a/lib.rs:1)");
}

#[test]
fn a_file_with_an_odd_name_is_called_by_its_number() {
    for name in ["a`b", "a(1).rs", "a\nb", " a"] {
        let files = [Source::of("x", b""), Source::of(name, b"fn alpha_beta() {}")];
        assert_eq!(cite("`fn alpha_beta()`", &files).text, "`fn alpha_beta()` (file 2:1)");
    }
}

#[test]
fn lines_end_at_line_feeds_as_a_tool_that_reads_by_number_counts_them() {
    let file = [Source::of("a", b"one\r\ntwo\x0cthree\rfour\r\nfive_and_a_half\r\n")];
    assert_eq!(cite("`five_and_a_half`", &file).text, "`five_and_a_half` (a:3)");
}

#[test]
fn a_reference_that_the_worker_wrote_itself_is_compared_with_the_file() {
    for (answer, expected, counts) in [
        ("`def load_config(path):` (config.py:3)", "", (1, 0)),
        ("`def load_config(path):` (src/config.py:3)", "", (1, 0)),
        ("`load_config`\n (config.py:2-4)", "", (1, 0)),
        ("`def load_config(path):` (config.py:4)", " [unverified; it is config.py:3]", (0, 1)),
        ("`def load_config(path):` (other.py:3)", " [unverified; it is config.py:3]", (0, 1)),
        ("`def save_config(path):` (config.py:3)", " [unverified]", (0, 1)),
        ("`load_config` (config.py:4-2)", " [unverified]", (0, 1)),
        ("`os` (config.py:2)", " [unverified]", (0, 1)),
    ] {
        let cited = cite(answer, &config());
        assert_eq!(cited.text, [answer, expected].concat());
        assert_eq!((cited.verified, cited.unverified), counts, "{answer}");
    }
}

/// Nobody looked these up, and each of them says where something stands.
#[test]
fn a_reference_without_a_quotation_is_marked() {
    for reference in [
        "config.py:3",
        "src/config.py:3-9",
        "other.py:311",
        "CONFIG.PY:3:14",
        "config.py#L3-L9",
        "config.py:L3",
        "config.py(3",
        "config.py, line 3",
        "config.py at line 3",
        "config.py: lines 3\u{2013}9",
        "config.py\u{ff1a}3",
        "config.py\u{200b}:\u{1b}3",
        "config.py:\u{663}",
        "**config.py**:3",
        "\"config.py\":3",
        "`config.py`:3",
        "`config.py` line 3",
        "`config.py:3`",
        "`see config.py:3 and so on`",
        "line 3 of config.py",
        "Lines 3-5 in src/config.py",
        "Makefile:3",
        "bin/run:3",
        "file 2:3",
        "[config.py:3",
        "```\nsee config.py:3",
    ] {
        for (before, behind) in
            [("", ""), ("It is in ", ", they say"), ("x\n", "\ny"), ("x\n- ", ". ")]
        {
            let answer = [before, reference, behind].concat();
            let cited = cite(&answer, &config());
            assert_eq!(cited.text, [before, reference, " [unverified]", behind].concat());
            assert_eq!((cited.verified, cited.unverified), (0, 1), "{answer}");
        }
    }
    assert_eq!(text("(config.py:3)."), "(config.py:3) [unverified].");
    assert_eq!(
        text("`def load_config(path):` (config.py:3, 4)"),
        "`def load_config(path):` (config.py:3 [unverified], 4)"
    );
}

#[test]
fn a_reference_that_ends_in_a_quotation_is_settled_and_one_that_ends_before_it_is_not() {
    let files = [Source::of("config.py", b"3 little pigs went out\n")];
    for (answer, expected) in [
        ("config.py:`3 little pigs went`", "config.py:`3 little pigs went` (config.py:1)"),
        (
            "config.py:3`little pigs went`",
            "config.py:3 [unverified]`little pigs went` (config.py:1)",
        ),
    ] {
        assert_eq!(cite(answer, &files).text, expected);
    }
}

#[test]
fn what_is_not_a_reference_or_is_marked_already_is_not_marked() {
    for answer in [
        "http://localhost:8080 and https://example.com:443/x",
        "redis.internal:6379 at 12:30",
        "config.py: 3 retries",
        "config.py:3.5 config.py:3px config.py:x",
        "std::vec:3 a:1 v1.2:3",
        "math.sqrt(4)",
        "config.py (3 of 4)",
        "config.py.:3",
        "config.py:\n3",
        "line 3 of it",
        "config.py:3 [unverified]",
        "file 2",
    ] {
        assert_eq!(cite(answer, &config()), Cited { text: answer.into(), ..Cited::default() });
    }
    let log = [Source::of("log", b"panicked at src/main.rs:12:5\n")];
    assert_eq!(
        cite("`panicked at src/main.rs:12:5`", &log).text,
        "`panicked at src/main.rs:12:5` (log:1)"
    );
}

#[test]
fn beyond_the_bound_nothing_is_looked_for_and_no_reference_is_believed() {
    let many = "`x` ".repeat(QUOTATIONS_MAX);
    let cited = cite(&[&many, "`def load_config(path):` (config.py:3)"].concat(), &config());
    assert_eq!((cited.verified, cited.unverified), (0, 1));
    assert!(cited.text.ends_with("(config.py:3) [unverified]"));
    assert_eq!(cite(&[&many, "`def load_config(path):`"].concat(), &config()).verified, 0);
}

/// Pieces of answers: what files hold, names, references, backticks that open nothing.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("`def load_config(path):`".to_owned()),
        Just("`return open(path).read()`".into()),
        Just("``def load_config(path):``".into()),
        Just("`os`".into()),
        Just(" (config.py:3)".into()),
        Just("config.py:3".into()),
        Just("`config.py`, line 3".into()),
        Just("lines 3-5 of b.py".into()),
        Just("file 2:1".into()),
        Just(" [unverified]".into()),
        "[abLl. :#(`)/0-9\u{200b}-]{0,10}",
        Just(" (config.py:4) ".into()),
        Just("(b.py:1-9)".into()),
        Just("\n```\n".into()),
        Just("\\".into()),
        Just("`".into()),
        Just("\n".into()),
        Just("value = compute(1)".into()),
        "[ `a-z(:)\n]{0,12}",
    ]
}

proptest! {
    #![proptest_config(crate::properties())]

    #[test]
    fn prop_a_slow_reader_cites_the_same(pieces in vec(piece(), 0..12), other in piece()) {
        let answer = pieces.concat();
        let files =
            [Source::of("src/config.py", CONFIG.as_bytes()), Source::of("b.py", other.as_bytes())];
        let here = cite(&answer, &files);
        prop_assert_eq!((here.text, here.verified), cited(&answer, &files));
    }
}
