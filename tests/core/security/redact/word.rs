//! Credentials, addresses, numbers and names go; what only looks like them stays.

use sprag_core::security::redact::{Masks, redact};

use super::{assert_masks, assert_stays, plain};

#[test]
fn a_named_credential_is_masked() {
    assert_masks(&[
        ("Authorization: Bearer abc, then", "<credential> then"),
        ("authorization: abc", "<credential>"),
        ("\"Authorization\": \"Basic abc\" sent", "\"<credential>\" sent"),
        ("use Bearer abcdefgh now", "use <credential> now"),
        ("use bearer abcd-EFGH now", "use <credential> now"),
        ("use Basic\tYWRhOmFkYQ== now", "use <credential> now"),
        ("api key: abcdef", "<credential>"),
        ("API_KEY=abcdef ok", "<credential> ok"),
        ("api-key = 'abcdef' ok", "<credential>' ok"),
        ("apikey:abcdef", "<credential>"),
        ("auth token: abcdef", "<credential>"),
        ("access token = abcdef", "<credential>"),
        ("AWS_SECRET_ACCESS_KEY=abc/def", "AWS_SECRET_<credential>"),
        ("{\"password\": \"hunter22\"}", "{\"<credential>\"}"),
        ("passwd=hunter22, PWD: hunter22", "<credential> <credential>"),
        ("secret := hunter22", "<credential>"),
        ("Authorization: abcdefgh12 \u{7684}", "<credential> \u{7684}"),
        ("password => hunter22", "<credential>"),
        ("DB_PASSWORD=p\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}", "DB_<credential>"),
        ("token=s3cr_tfoo://x/y", "<credential>"),
        ("token::::::: \u{1}n", "<credential> \u{1}n"),
        ("password:=:=::ab then", "<credential> then"),
        ("token::::::::\"abcdefgh\"", "<credential>\""),
        ("token=abcdef\u{7684}\u{6e2c}\u{8a66}", "<credential>\u{7684}\u{6e2c}\u{8a66}"),
    ]);
}

#[test]
fn a_word_that_only_sounds_like_a_credential_stays() {
    assert_stays(&[
        "The basic functionality works.",
        "basic authentication.",
        "Bearer tokens work",
        "bearerabcdefgh12",
        "unbearer abcdefgh12",
        "Bearer abcdefg",
        "tokens: 123456",
        "token: abcde",
        "the token works",
        "Authorization:",
        "key: abcdefgh",
        "secret is abcdefgh",
    ]);
}

#[test]
fn an_address_on_the_web_is_masked() {
    assert_masks(&[
        ("see https://example.org/a?b=c#d.", "see <url>."),
        ("(http://example.org/a)", "(<url>)"),
        ("[x](https://example.org)", "[x](<url>)"),
        ("<https://example.org>", "<<url>>"),
        ("https://ada:pw@example.org/x", "<url>"),
        ("git+ssh://git@example.org/x y", "<url> y"),
        ("1x2http://a b", "1<url> b"),
        ("at www.example.org, and WWW.x.y", "at <url>, and <url>"),
        ("mailto:ada@example.org", "<url>"),
        ("Mailto:ada", "<url>"),
        ("file:///etc/passwd", "<url>"),
        ("https://", "<url>"),
        ("\u{898b}https://example.org/a\u{3002}\u{5df2}", "\u{898b}<url>\u{3002}\u{5df2}"),
        ("https://a.b/?token=abcdefgh", "<url>"),
        ("\"https://a.b/c\" 'https://a.b/c'", "\"<url>\" '<url>'"),
    ]);
    assert_stays(&["awww. nice", "a :// b", "1://", "email to: x", "xmailto:ada"]);
}

#[test]
fn an_e_mail_address_is_masked() {
    assert_masks(&[
        ("mail ada@example.org.", "mail <email>."),
        ("ada.l+x%y_z-1@sub.example.co.uk", "<email>"),
        ("jos\u{e9}@m\u{fc}ller.de", "<email>"),
        ("\u{8acb}\u{554f}ada@example.org\u{3002}", "\u{8acb}\u{554f}<email>\u{3002}"),
        ("git@github.com:ada/x.git", "<email>:<path>"),
        ("a@b.c1.de-", "<email>-"),
        ("a@b.c1", "a@b.c1"),
    ]);
    assert_stays(&[
        "react@18.2.0",
        "a @ b.de",
        "@ada",
        "@host.de",
        "ada@host",
        "ada@.de",
        "ada@x.d",
    ]);
}

#[test]
fn a_commit_hash_is_masked() {
    assert_masks(&[
        ("at a1b2c3d.", "at <commit>."),
        ("A1B2C3D", "<commit>"),
        ("1234567", "<commit>"),
        ("0123456789abcdef0123456789abcdef01234567", "<commit>"),
        ("sha256:1bcdefab", "sha256:<commit>"),
        ("\u{63d0}\u{4ea4}a1b2c3d\u{5b8c}\u{6210}", "\u{63d0}\u{4ea4}<commit>\u{5b8c}\u{6210}"),
        ("x\u{1f680}a1b2c3d, a1b2c3e", "x\u{1f680}<commit>, <commit>"),
    ]);
    assert_eq!(plain(&["a", &"1".repeat(63)].concat()), "<commit>");
    let long = ["a", &"1".repeat(64)].concat();
    assert_stays(&[
        "123456", "a1b2c3", "abcdefa", "A1b2c3d", "a1b2c3g", "a1b2c3d_", "facade", &long,
    ]);
}

#[test]
fn the_number_of_an_issue_is_masked() {
    assert_masks(&[
        ("see #12, and #7", "see <issue>, and <issue>"),
        ("PR 12, pr #12, PRs 12", "<issue>, <issue>, <issue>"),
        ("PR#12", "<issue>"),
        ("Issue 12 issues  12", "<issue> <issue>"),
        ("pull request 12, Pull Request #12", "<issue>, <issue>"),
        ("MR !12 and !7", "<issue> and <issue>"),
        ("merge request 12", "<issue>"),
        ("GH-12 gh-1", "<issue> <issue>"),
        ("x#12", "x<issue>"),
    ]);
    assert_stays(&[
        "#",
        "#a",
        "#12a",
        "PR",
        "PR12",
        "xpr 12",
        "issue: 12",
        "done!12",
        "xgh-12",
        "-12",
    ]);
}

#[test]
fn the_key_of_a_tracker_is_masked() {
    assert_masks(&[
        ("The original issue (ENT-258: mid-turn", "The original issue (<issue>: mid-turn"),
        ("Filed as [ENT-263](https://example.org/x)", "Filed as [<issue>](<url>)"),
        ("**ENT-228** - bug logged", "**<issue>** - bug logged"),
        ("ENT-258, OPS-7 and K8S-12.", "<issue>, <issue> and <issue>."),
        ("B2-1 ABCDEFGHIJ-123456", "<issue> <issue>"),
        ("ENT-1234567", "ENT-<commit>"),
        ("x-ENT-258-fix", "x-<issue>-fix"),
        ("ENT-258.a ENT-258. ENT-258-", "<issue>.a <issue>. <issue>-"),
        ("\u{8a66}ENT-258\u{8a66}", "\u{8a66}<issue>\u{8a66}"),
        ("UTF-9 SHA-2567 ISOX-1", "<issue> <issue> <issue>"),
    ]);
    assert_stays(&[
        "A-1",
        "1A-1",
        "ABCDEFGHIJK-1",
        "Ent-258",
        "ent-258",
        "xENT-258",
        "_ENT-258",
        "ENT-258a",
        "ENT-258_",
        "ENT-a",
        "ENT--258",
        "ENT- 258",
        "ENT 258",
        "-258",
    ]);
}

#[test]
fn a_version_or_a_date_is_not_a_key_of_a_tracker() {
    assert_stays(&["RC-1.2", "RC-1.2.3", "REL-2026-11-30", "AB-12-14"]);
}

#[test]
fn what_everybody_knows_is_not_a_key_of_a_tracker() {
    assert_stays(&[
        "UTF-8, UTF-16",
        "SHA-1 SHA-256 HMAC-SHA-512",
        "AES-128-GCM",
        "ISO-8601 ISO-8859-1 ISO-IEC-27001",
        "RFC-2119",
        "CVE-2026-1234",
        "GPT-4 GPT-4.1",
        "MD-5",
        "ECMA-262",
        "IEEE-754",
        "COVID-19",
        "X86-64",
    ]);
}

#[test]
fn numbers_of_lines_are_masked() {
    assert_masks(&[
        ("line 12, Lines 12-34.", "<lines>, <lines>."),
        ("lines 12 - 34 lines 12 to 34", "<lines> <lines>"),
        ("lines 12\u{2013}34", "<lines>"),
        ("L12 L12-L34 L12-34", "<lines> <lines> <lines>"),
        ("lines 12 and 34", "<lines>"),
        ("lines 12-34b", "<lines>-34b"),
        ("line 12 to go", "<lines> to go"),
        ("line 12-", "<lines>-"),
    ]);
    assert_stays(&["12 lines", "Lines: 84", "deadline 12", "XL12", "l12", "L", "L12x", "line12"]);
}

#[test]
fn a_name_of_the_project_is_masked_in_any_case() {
    assert_masks(&[
        ("in sprocket, Sprocket and SPROCKET's", "in <project>, <project> and <project>'s"),
        ("hoist-rig x", "<project> x"),
        ("SPROCKET_DIR", "<project>_DIR"),
        ("\u{6211}\u{7684}\u{540d}\u{524d}\u{5df2}", "\u{6211}\u{7684}<project>\u{5df2}"),
        ("\u{30c4}\u{30fc}\u{30eb}\u{3092}", "<project>\u{3092}"),
        ("sprocket\u{3092}", "<project>\u{3092}"),
        ("\u{3092}sprocket", "\u{3092}<project>"),
        ("sprocket/x", "<project><path>"),
    ]);
    assert_stays(&["sprockets", "xsprocket", "sprocket\u{e9}", "hoist rig", "sprocke"]);
}

#[test]
fn an_address_of_a_machine_is_masked_where_it_is_listed() {
    let text = "deployed to build01.corp.local, not to 10.0.0.7.";
    assert_stays(&[text]);
    let names = ["build01.corp.local", "10.0.0.7"];
    let masks = Masks { names: &names, ..Masks::default() };
    assert_eq!(redact(text, &masks), "deployed to <project>, not to <project>.");
}

#[test]
fn of_two_names_the_longer_is_masked() {
    let masks =
        Masks { names: &["rig", "rig two", "ab", "---", "\u{c9}t\u{e9}"], ..Masks::default() };
    assert_eq!(redact("a rig two x", &masks), "a <project> x");
    assert_eq!(redact("a rig x", &masks), "a <project> x");
    assert_eq!(redact("ab --- x", &masks), "ab --- x");
    assert_eq!(redact("\u{e9}T\u{c9}", &masks), "<project>");
}

#[test]
fn a_name_that_is_a_placeholder_changes_nothing() {
    let masks = Masks { names: &["project", "path", "code"], ..Masks::default() };
    assert_eq!(redact("my path in `x`", &masks), "my <project> in <code>");
    assert_eq!(redact("<project> <path> <code>", &masks), "<project> <path> <code>");
}

#[test]
fn the_shape_of_a_key_stays_whole_for_the_scan() {
    let masks = Masks { names: &["proj", "key"], ..Masks::default() };
    for key in [
        "sk-proj-0123456789abcdef",
        "ghp_0123456789abcdef0123",
        "-----BEGIN KEY PRIVATE KEY-----",
        "-----BEGIN PGP PRIVATE KEY BLOCK-----",
        "sk-a#12-b.aaaa-0123456789abcdef",
    ] {
        let text = format!("my proj {key}");
        let redacted = redact(&text, &masks);
        let held = sprag_core::security::secret::find(redacted.as_bytes(), &[]).is_some();
        assert_eq!(held, !key.contains('#'), "{redacted}");
    }
    assert_eq!(
        redact("sk-proj-0123456789abcdef proj", &masks),
        "sk-proj-0123456789abcdef <project>"
    );
}
