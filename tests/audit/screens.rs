//! What a person sees, at every width, and the page.

use sprag_harness::shown::fault;
use sprag_harness::transcript::Transcript;

use crate::figures::Figures;
use crate::home::{CLAIM, Home, checked};

/// A home with more projects, weeks and turns than are listed, a turn in a folder that is denied,
/// and one of which a line cannot be read.
fn crowded() -> Home {
    let mut home = Home::of_every_host();
    home.set("COLUMNS", "120");
    let written = Transcript::new().prompt("p1", "Look.").assistant_text("Seen.");
    let text = String::from_utf8(written.bytes()).unwrap();
    for number in 0..40_u32 {
        let (month, day) = (1 + number / 4, 1 + number % 4 * 7);
        let text = text
            .replace("2026-11-30", &format!("2025-{month:02}-{day:02}"))
            .replace("/home/dev/calc", &format!("/home/dev/p{}", number % 20));
        home.write(&format!(".claude/projects/p{number}/s{number}.jsonl"), text.as_bytes());
    }
    let cut = text.replacen('\n', "\n{\"type\":\"assistant\",\n", 1);
    home.write(".claude/projects/cut/cut.jsonl", cut.as_bytes());
    for number in 0..5 {
        let text = String::from_utf8(checked().bytes()).unwrap();
        let text = text.replace("2026-11-30", &format!("2026-10-0{}", number + 1));
        home.write(&format!(".claude/projects/more/more-{number}.jsonl"), text.as_bytes());
    }
    home.write(".claude/projects/denied/d.jsonl", text.replace("/calc", "/denied").as_bytes());
    home.write(".config/sprag/deny", b"/home/dev/denied\n");
    home
}

/// Returns the figures of a home in which so many transcripts, each of one turn, are denied.
fn figures(home: &Home, denied: u64) -> Figures {
    let figures = Figures::of(&home.lines(&["audit", "--json"]));
    Figures { denied, files: figures.files + denied, ..figures }
}

#[test]
fn every_figure_on_the_screen_follows_from_the_lines() {
    let mut lived_in = Home::lived_in();
    lived_in.set("COLUMNS", "120");
    for (home, is_crowded) in [(lived_in, false), (crowded(), true)] {
        let figures = figures(&home, u64::from(is_crowded));
        let text = home.prints(&["audit"]);
        assert_eq!(fault(&text, &figures.screen()), None, "{text}");
        if is_crowded {
            let objections = figures.objections.values().map(Vec::len).max().unwrap();
            assert!(objections > 3 && figures.projects.len() > 13 && figures.weeks.len() > 27);
            assert!(figures.passed_over.len() == 1 && figures.unknown_tools == 1, "{text}");
        } else {
            assert_eq!(figures.checks["done"], [1, 1, 1, 0, 0], "{text}");
            assert_eq!(figures.checks["ask"][1], 1, "{text}");
            assert_eq!(figures.blocks, 2);
        }
    }
}

#[test]
fn every_figure_on_the_page_follows_from_the_lines() {
    let home = crowded();
    let figures = figures(&home, 1);
    home.prints(&["audit", "--html", "page.html"]);
    let page = std::fs::read_to_string(home.path("page.html")).unwrap();
    let (_, body) = page.split_once("<body>").unwrap();
    let words: Vec<&str> = body.split('<').filter_map(|part| part.split('>').nth(1)).collect();
    let fault = fault(&unescaped(&words.join(" ")), &figures.page());
    assert_eq!(fault, None);
    let mut bars = 0;
    for plot in between(&page, "<svg ", "</svg>") {
        let texts = between(plot, "<text ", "</text>");
        let numbers: Vec<u64> = texts
            .iter()
            .filter_map(|text| text.split_once('>').filter(|(head, _)| !head.contains("class")))
            .flat_map(|(_, numbers)| numbers.split(" / ").map(|number| number.parse().unwrap()))
            .collect();
        let most = numbers.iter().max().unwrap();
        let widths = between(plot, "<rect ", "/>").into_iter();
        let widths = widths.map(|bar| between(bar, " width=\"", "\"")[0].parse::<u64>().unwrap());
        let expected = numbers.iter().map(|number| match number {
            0 => 0,
            number => (400 * number / most).max(1),
        });
        bars += numbers.len();
        assert_eq!(widths.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }
    assert!(bars > 3 * (7 + 12 + 26 - 1), "{bars}");
}

#[test]
fn no_word_of_a_message_is_printed_where_nobody_watches() {
    let home = Home::lived_in();
    let lines = home.prints(&["audit", "--json"]);
    let text = home.prints(&["audit", "--html", "page.html"]);
    let page = std::fs::read_to_string(home.path("page.html")).unwrap();
    for shown in [lines, text, page] {
        for words in [CLAIM, "Fixed: the parser", "all tests pass", "drops the last line"] {
            assert!(!shown.contains(words), "{words}: {shown}");
        }
    }
}

#[test]
fn the_screen_at_every_width() {
    let mut home = Home::lived_in();
    let mut at = |columns: &str| {
        home.set("COLUMNS", columns);
        let text = home.prints(&["audit"]);
        let width = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(width <= columns.parse().unwrap(), "{width} columns");
        assert!(!text.contains('\u{1b}'), "colour on no terminal");
        text
    };
    snapshot("an_audit_at_60_columns", &at("60"));
    snapshot("an_audit_at_80_columns", &at("80"));
    snapshot("an_audit_at_120_columns", &at("120"));
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/audit"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Returns what stands between these marks, each time.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> Vec<&'a str> {
    text.split(begin).skip(1).map(|rest| rest.split(end).next().unwrap()).collect()
}

fn unescaped(text: &str) -> String {
    let marks = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    marks.iter().fold(text.into(), |text: String, (mark, char)| text.replace(mark, char))
}

/// Demands that every element ends where it must.
fn demand_well_formed(page: &str) {
    let body = page.strip_prefix("<!DOCTYPE html>").unwrap();
    let mut open: Vec<&str> = Vec::new();
    for tag in between(body, "<", ">") {
        assert!(!tag.contains('<'), "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
        let quotes = tag.matches('"').count();
        assert!(quotes % 2 == 0, "{tag}");
    }
    assert!(open.is_empty(), "{open:?}");
    for reference in between(body, "&", ";") {
        assert!(["lt", "gt", "quot", "amp", "#39"].contains(&reference), "{reference}");
    }
}

#[test]
fn the_page_is_one_file_that_names_everything_and_fetches_nothing() {
    let home = Home::of_every_host();
    // A folder whose name would be markup.
    let odd = Transcript::new().prompt("p1", "Look.");
    let odd = String::from_utf8(odd.assistant_text("Seen.").bytes()).unwrap();
    let odd = odd.replace("/home/dev/calc", "/home/dev/<script>alert('&\\\"')</script>");
    home.write(".claude/projects/odd/odd.jsonl", odd.as_bytes());
    home.prints(&["audit", "--html", "page.html"]);
    let page = std::fs::read_to_string(home.path("page.html")).unwrap();
    demand_well_formed(&page);
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
    assert!(page.contains(&format!("http-equiv=\"Content-Security-Policy\" content=\"{policy}\"")));
    for foreign in ["<script", "http:", "https:", "src=", "href=", "url(", "@import", "<link"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    for needed in [
        "lang=\"en\"",
        "<main>",
        "<caption>",
        "scope=\"row\"",
        "role=\"img\"",
        "prefers-color-scheme: dark",
    ] {
        assert!(page.contains(needed), "{needed}");
    }
}
