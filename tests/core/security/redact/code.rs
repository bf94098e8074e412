//! Code and quotes go; the names of check runners stay.

use super::{assert_masks, assert_stays, plain};

#[test]
fn fenced_code_becomes_a_placeholder() {
    assert_masks(&[
        ("a\n```\nsecret\n```\nb", "a\n<code>\nb"),
        ("a\n```rust\nsecret\n```\nb", "a\n<code>\nb"),
        ("a\n~~~\nsecret\n~~~\nb", "a\n<code>\nb"),
        ("a\n~~~ a`b ~~~\nsecret\n~~~\nb", "a\n<code>\nb"),
        ("```\nsecret\n```", "<code>"),
        ("a\n```\n```\nb", "a\n<code>\nb"),
        ("a\r\n```\r\nsecret\r\n```\r\nb", "a\n<code>\nb"),
        ("a\r```\rsecret\r```\rb", "a\n<code>\nb"),
        ("a\n  ```\n  secret\n  ```\nb", "a\n<code>\nb"),
        ("a\n      ```\n      secret\n      ```\nb", "a\n<code>\nb"),
        ("- a\n\n\t```\n\tsecret\n\t```\n- b", "- a\n\n<code>\n- b"),
        ("- ```\n  secret\n  ```\n- b", "<code>\n- b"),
        ("10. - ```sh\n      secret\n      ```\nb", "<code>\nb"),
    ]);
}

#[test]
fn a_fence_without_an_end_hides_the_rest() {
    assert_masks(&[
        ("I ran it:\n```\nall tests pass", "I ran it:\n<code>"),
        ("a\n~~~\nsecret\n\nsecret", "a\n<code>"),
        ("a\n```\nsecret\n~~~\nsecret", "a\n<code>"),
        ("a\n```\nsecret\n``` x\nsecret", "a\n<code>"),
        ("a\n```\nsecret\n> ```\nsecret", "a\n<code>"),
        ("a\n```\nsecret\n- ```\nsecret", "a\n<code>"),
        ("a\n```\nsecret\n    ```\nsecret", "a\n<code>"),
        ("a\n```\nsecret\n\t```\nsecret", "a\n<code>"),
    ]);
}

#[test]
fn a_longer_fence_holds_a_shorter_one() {
    assert_masks(&[
        ("a\n````\n```\nsecret\n```\nsecret\n````\nb", "a\n<code>\nb"),
        ("a\n~~~~\n~~~\nsecret\n~~~\nsecret\n~~~~~\nb", "a\n<code>\nb"),
        ("a\n```\nsecret\n   `````  \nb", "a\n<code>\nb"),
        ("1. ```\n   secret\n   ```\nb", "<code>\nb"),
        ("    ```\n    secret\n    ```\nb", "<code>\nb"),
        ("\t```\n    secret\n\t```\nb", "<code>\nb"),
        (" \t```\n    secret\n    ```\nb", "<code>\nb"),
    ]);
}

#[test]
fn a_line_that_opens_no_fence_stays() {
    assert_masks(&[
        ("``\na\n``", "<code>"),
        ("~~\na\n~~", "~~\na\n~~"),
        ("``` a`b", "``` a`b"),
        ("```a``` b", "<code> b"),
        ("-```\na", "-```\na"),
        ("1234567890. ~~~\na", "<commit>. ~~~\na"),
        ("123456789. ~~~\na", "<code>"),
        (". ~~~\na", ". ~~~\na"),
    ]);
}

#[test]
fn a_block_quote_goes() {
    assert_masks(&[
        ("a\n> tests pass\nb", "a\n\nb"),
        ("> tests pass", ""),
        ("a\n  > tests pass\n  >> and more\nb", "a\n\nb"),
        ("a\n- > tests pass\nb", "a\n\nb"),
        ("a\n1. > tests pass\nb", "a\n\nb"),
        ("> ```\nI promise", "I promise"),
        ("a > b", "a > b"),
        ("a -> b", "a -> b"),
    ]);
}

#[test]
fn inline_code_becomes_a_placeholder() {
    let long = format!("see `{}` there", "secret ".repeat(60));
    assert_masks(&[
        ("see `secret` there", "see <code> there"),
        ("see ``a ` b`` there", "see <code> there"),
        ("see `a\nb` there", "see <code> there"),
        ("see ```a `` b``` there", "see <code> there"),
        ("`a` and `b`", "<code> and <code>"),
        ("`a``b` c", "<code> c"),
        (r"a `b\` c", "a <code> c"),
        (r"a \\`b` c", r"a \\<code> c"),
        (r"a \``b` c", r"a \`<code> c"),
        (r"a \```b`` c", r"a \`<code> c"),
        (&long, "see <code> there"),
    ]);
}

#[test]
fn a_backtick_without_an_equal_one_stays() {
    assert_stays(&["a ` b", "a `` b ` c", "a `b\n\nc` d", r"a \`b\` c", r"a \`b` c", "`"]);
}

#[test]
fn a_code_span_ends_with_its_block() {
    assert_stays(&[
        "a `b\n# c` d",
        "# a `b\nc` d",
        "a `b\n###### c` d",
        "a `b\n---\nc` d",
        "a `b\n=\nc` d",
        "a `b\n***\nc` d",
        "a `b\n_ _ _\nc` d",
        "- a `b\n- c` d",
        "* a `b\n+ c` d",
        "a `b\n1. c` d",
        "1. a `b\n2. c` d",
        "7) a `b\n8) c` d",
        "a `b\n-\nc` d",
    ]);
    assert_masks(&[
        ("a `b\n> q\nc` d", "a `b\n\nc` d"),
        ("a `b\n```\nx\n```\nc` d", "a `b\n<code>\nc` d"),
        ("a `b\n####### c` d", "a <code> d"),
        ("a `b\n#c` d", "a <code> d"),
        ("a `b\n**\nc` d", "a <code> d"),
        ("a `b\n2. c` d", "a <code> d"),
        ("- a `b\n2. c` d", "- a <code> d"),
        ("1. a\n\nb `c\n2. d` e", "1. a\n\nb <code> e"),
        ("a `b\n-c` d", "a <code> d"),
        ("a `b\n*-*\nc` d", "a <code> d"),
    ]);
}

#[test]
fn a_list_starts_again_behind_a_rule_of_marks_and_a_heading_ends_its_item() {
    assert_stays(&["- - -\n2. a `b\n3. c` d", "- # a `b\nc` d", "1. # a `b\nc` d"]);
}

#[test]
fn the_name_of_a_check_runner_stays() {
    assert_masks(&[
        ("I ran `cargo test --workspace -p secretcrate`.", "I ran cargo test."),
        ("`cargo  nextest\nrun -p secret`", "cargo nextest run"),
        ("` pytest -k secret `", "pytest"),
        ("`python -m pytest secret`", "python -m pytest"),
        ("`make check secret` and `make secret`", "make check and make"),
        ("`npm run test:secret`", "npm run test"),
        ("`./gradlew test --tests Secret`", "gradlew test"),
        ("`go test ./...`", "go test"),
        ("`npx tsc; secret`", "npx tsc"),
        ("`git commit -m secret`", "git commit"),
        ("``cargo fmt``", "cargo fmt"),
    ]);
}

#[test]
fn a_command_that_only_looks_like_a_runner_is_masked() {
    for code in ["makefile", "cargo tests", "cargo", "Cargo test", "pytest-secret", "ls; make"] {
        assert_eq!(plain(&format!("`{code}`")), "<code>", "{code}");
    }
    assert_eq!(plain("`cargo testing`"), "<code>");
    assert_eq!(plain("`cargo x test`"), "<code>");
}
