//! Paths and file names go; the sentence around them stays.

use sprag_core::security::redact::{Lines, Masks, redact};

use super::{assert_masks, assert_stays, of_project, plain};

#[test]
fn a_path_is_masked_in_its_place() {
    assert_masks(&[
        ("I'll fix src/main.rs and then push.", "I'll fix <path> and then push."),
        ("/etc", "<path>"),
        ("in /usr/lib/x, ok", "in <path>, ok"),
        ("(/tmp)", "(<path>)"),
        ("~/.zshrc ~ada/x", "<path> <path>"),
        ("./run ../run", "<path> <path>"),
        ("C:\\Users\\ada D:/x", "<path> <path>"),
        ("\\\\server\\share", "<path>"),
        ("src\\main", "<path>"),
        ("a/b/c", "<path>"),
        ("my-app/main", "<path>"),
        ("app_x/main x/main_y v1/x x/.y", "<path> <path> <path> <path>"),
        ("src/main tests/it api/server", "<path> <path> <path>"),
        ("src/", "<path>"),
        ("@scope/pkg", "<path>"),
        ("$HOME/x", "<path>"),
        ("--out=build/x.js", "--out=<path>"),
        ("src/**/*.x", "<path>"),
        ("**src/main.rs**", "**<path>**"),
        ("~~src/main.rs~~ _src/main.rs_", "<path>~~ <path>_"),
        ("app/[id]/page app/(x)/page a/{b,c}/d", "<path> <path> <path>"),
        ("[x](src/main.rs)", "[x](<path>)"),
        ("acme/widget#12 1/2#3", "<path><issue> 1/2<issue>"),
        ("\\\\/x \\/x", "<path> \\<path>"),
        ("<path>/x", "<path><path>"),
        ("</home/dev/y>", "<<path>>"),
        ("</x.y>", "<<path>>"),
    ]);
}

#[test]
fn a_bracket_that_is_empty_or_never_closed_ends_a_path() {
    assert_masks(&[
        ("see app/x[]/page", "see <path>[]<path>"),
        ("see src/app/[]x there", "see <path>[]x there"),
        ("see src/app/[id and on", "see <path>[id and on"),
        ("see src/app/{a,b and on", "see <path>{a,b and on"),
    ]);
}

#[test]
fn a_position_goes_with_its_path() {
    assert_masks(&[
        ("src/main.rs:12", "<path>"),
        ("src/main.rs:12:5: bad", "<path>: bad"),
        ("src/main.rs:12-34", "<path>"),
        ("src/main.rs#L10-L20 x", "<path> x"),
        ("src/main.rs#L10", "<path>"),
        ("main.rs:f", "<path>:f"),
        ("/home/dev:12", "<path>"),
        ("src/main.rs: 12", "<path>: 12"),
    ]);
}

#[test]
fn a_file_name_is_masked_in_its_place() {
    assert_masks(&[
        ("main.rs", "<path>"),
        ("Main.JAVA, x.Tsx", "<path>, <path>"),
        ("foo.test.ts", "<path>"),
        ("main.rs--the file", "<path> file"),
        ("a.rs.unknown", "<path>"),
        ("Cargo.lock and .env", "<path> and <path>"),
        (".gitignore", "<path>"),
        ("Makefile Dockerfile.dev README", "<path> <path> <path>"),
        ("LICENSE-MIT, CHANGELOG", "<path>, <path>"),
        ("*.rs", "*<path>"),
        ("see main.rs.", "see <path>."),
        ("\u{444}\u{430}\u{439}\u{43b}.rs", "<path>"),
        ("caf\u{e9}.py cafe\u{301}.py", "<path> <path>"),
    ]);
}

#[test]
fn a_home_is_masked_with_what_follows() {
    let masks = Masks { home: Some("D:\\Ada L\\"), ..Masks::default() };
    assert_eq!(redact("in D:\\Ada L\\x\\y.rs now", &masks), "in <path> now");
    assert_eq!(redact("in D:\\Ada L. Now", &masks), "in <path>. Now");
    assert_eq!(redact("in D:\\Ada L:7", &masks), "in <path>");
    let root = Masks { home: Some("/"), ..Masks::default() };
    assert_eq!(redact("and/or", &root), "and/or");
    let short = Masks { home: Some("/r/"), ..Masks::default() };
    assert_eq!(redact("and/r", &short), "and/r");
    let long = Masks { home: Some("or_"), ..Masks::default() };
    assert_eq!(redact("f or_", &long), "f <path>");
    assert_eq!(redact("for_ x", &long), "f<path> x");
}

#[test]
fn a_path_in_a_script_without_spaces_leaves_the_sentence() {
    assert_masks(&[
        ("\u{8acb}\u{770b}src/main.rs\u{7684}\u{6e2c}", "\u{8acb}\u{770b}<path>\u{7684}\u{6e2c}"),
        ("src/a.rs\u{548c}src/b.rs", "<path>\u{548c}<path>"),
        ("src/\u{6e2c}\u{8a66}", "<path>\u{6e2c}\u{8a66}"),
        ("src/a\u{4e26}b", "<path>\u{4e26}b"),
        ("\u{770b}/tmp\u{4e86}", "\u{770b}<path>\u{4e86}"),
        ("\u{770b}/x_y\u{4e86}", "\u{770b}<path>\u{4e86}"),
        ("src/main.rs\u{b97c}", "<path>\u{b97c}"),
        ("docs/\u{8a2d}\u{8a08}.md", "<path>"),
        ("docs/\u{8a2d}\u{8a08}/x docs/\u{8a2d}_x docs/\u{8a2d}-x", "<path> <path> <path>"),
        ("docs/\u{8a2d}\u{8a08}.", "<path>\u{8a2d}\u{8a08}."),
        ("/home/\u{7530}\u{4e2d}/x", "<path>"),
    ]);
    assert_stays(&[
        "\u{524d}\u{7aef}/API",
        "\u{901a}\u{904e}/\u{5931}\u{6557}",
        "12\u{6708}/15\u{65e5}",
    ]);
}

#[test]
fn a_pair_a_ratio_or_a_version_is_not_a_path() {
    assert_stays(&[
        "12/12 tests, 3/9 done",
        "24/7, 2024/01/15, +12/-3, ~90%/100%, 1.5/2",
        "and/or, pass/fail, read/write, CI/CD, N/A, w/o, km/h",
        "version 1.2.3, v2.0, e.g. this, i.e. that",
        "a / b // c",
        "../.. and /...",
        "<br/> </div>",
        ".NET and .5",
        "wait...go on",
        "snake\\_case, a\\*b, a\\~b, a\\+b, a\\-b",
        "\\n and \\alpha",
    ]);
}

#[test]
fn a_promise_beside_a_path_stays() {
    let text = "I'll fix src/main.rs tomorrow.\nThen I push.";
    assert_eq!(plain(text), "I'll fix <path> tomorrow.\nThen I push.");
}

#[test]
fn a_line_with_a_path_goes_wholly_where_that_is_asked_for() {
    let masks = Masks { lines: Lines::Drop, ..of_project() };
    assert_eq!(redact("a\nsee src/main.rs there\nb", &masks), "a\n\nb");
    assert_eq!(redact("a\nin /home/dev\nsee Makefile\nb", &masks), "a\n\nb");
    assert_eq!(redact("see #12 and ada@example.org", &masks), "see <issue> and <email>");
    assert_eq!(redact("all of sprocket", &masks), "all of <project>");
}
