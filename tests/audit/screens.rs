//! What a person sees, at every width, and the page.

use crate::figures::Figures;
use crate::home::{CLAIM, Home};

fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines().map(|line| line.split_whitespace().collect()).collect()
}

#[test]
fn every_figure_on_the_screen_follows_from_the_lines() {
    for (home, is_lived_in) in [(Home::lived_in(), true), (Home::of_every_host(), false)] {
        let figures = Figures::of(&home.lines(&["audit", "--json"]));
        let text = home.prints(&["audit"]);
        let rows = rows(&text);
        let has =
            |cells: &[&str]| assert!(rows.iter().any(|row| row == cells), "{cells:?}\n{text}");
        let number = |number: u64| number.to_string();
        for (name, numbers) in &figures.checks {
            let [asks, objects, blocks, unknown, noted] = numbers.map(number);
            has(&[name, &asks, &objects, &blocks, &unknown, &noted]);
        }
        for (name, numbers) in &figures.projects {
            let [turns, asks, blocks] = numbers.map(number);
            has(&[name, &turns, &asks, &blocks]);
        }
        let weeks: Vec<Vec<&str>> = rows
            .iter()
            .filter(|row| row.len() == 5 && row[0].starts_with("2026-"))
            .cloned()
            .collect();
        assert_eq!(weeks.len(), figures.weeks.len(), "{text}");
        for (row, (week, numbers)) in weeks.iter().zip(&figures.weeks) {
            let [turns, asks, blocks] = numbers.map(number);
            assert_eq!([row[0], row[2], row[3], row[4]], [week.as_str(), &turns, &asks, &blocks]);
        }
        has(&["transcripts", &number(figures.files)]);
        has(&["turn", "ends", &number(figures.turns)]);
        has(&["judged", &number(figures.judged), "that", "end", "with", "a", "message"]);
        has(&["judge", "asked", "at", &number(figures.asks), "of", "them"]);
        let blocks = number(figures.blocks);
        has(&["sent", "back", &blocks, "of", "them,", "by", "what", "is", "known", "here"]);
        let (first, last) = (figures.days.first().unwrap(), figures.days.last().unwrap());
        assert!(text.starts_with(&format!("Past turn ends, {first} to {last}\n")), "{text}");
        assert!(text.contains(&format!("the judge in the box at {} turn", figures.boxed)));
        if is_lived_in {
            assert_eq!(figures.checks["unverified_done"], [1, 1, 1, 0, 0], "{text}");
            assert_eq!(figures.checks["needless_ask"][1], 1, "{text}");
            assert_eq!(figures.blocks, 2);
        }
    }
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
    for (columns, name) in [
        ("60", "an_audit_at_60_columns"),
        ("80", "an_audit_at_80_columns"),
        ("120", "an_audit_at_120_columns"),
    ] {
        home.set("COLUMNS", columns);
        let text = home.prints(&["audit"]);
        let width = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(width <= columns.parse().unwrap(), "{width} columns");
        assert!(!text.contains('\u{1b}'), "colour on no terminal");
        snapshot(name, &text);
    }
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
fn the_page_is_one_file_and_every_figure_in_it_follows_from_the_lines() {
    let home = Home::of_every_host();
    // A folder whose name would be markup.
    let odd = sprag_harness::transcript::Transcript::new().prompt("p1", "Look.");
    let odd = String::from_utf8(odd.assistant_text("Seen.").bytes()).unwrap();
    let odd = odd.replace("/home/dev/calc", "/home/dev/<script>alert('&\\\"')</script>");
    home.write(".claude/projects/odd/odd.jsonl", odd.as_bytes());
    let figures = Figures::of(&home.lines(&["audit", "--json"]));
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
    let mut seen = 0;
    for row in between(&page, "<tr><th scope=\"row\">", "</tr>") {
        let name = unescaped(row.split("</th>").next().unwrap());
        let numbers: Vec<u64> =
            between(row, "<td>", "</td>").iter().map(|cell| cell.parse().unwrap()).collect();
        let expected: Vec<u64> = match figures.checks.get(&name) {
            Some(numbers) => numbers.to_vec(),
            None => {
                let group = figures.projects.get(&name).or_else(|| figures.weeks.get(&name));
                group.unwrap_or_else(|| panic!("{name}")).to_vec()
            }
        };
        assert_eq!(numbers, expected, "{name}");
        seen += 1;
    }
    assert_eq!(seen, figures.checks.len() + figures.projects.len() + figures.weeks.len());
    let total = |id: &str| between(&page, &format!("<dd id=\"{id}\">"), "</dd>")[0].to_owned();
    assert_eq!(total("turn-ends"), figures.turns.to_string());
    assert_eq!(total("transcripts"), figures.files.to_string());
    assert_eq!(total("judge-asked"), format!("at {} of them", figures.asks));
    assert_eq!(total("sent-back"), format!("{} of them, by what is known here", figures.blocks));
    // The plots say the numbers of the tables, in their order.
    let plots = between(&page, "<svg ", "</svg>");
    assert_eq!(plots.len(), 3);
    let texts = |plot: &str| -> Vec<String> {
        let texts = plot.split("<text x=").skip(1);
        texts.map(|text| between(text, ">", "<")[0].to_owned()).collect()
    };
    let weeks: Vec<String> = figures
        .weeks
        .values()
        .map(|[turns, asks, blocks]| format!("{turns} / {asks} / {blocks}"))
        .collect();
    assert_eq!(texts(plots[1]), weeks);
    assert_eq!(texts(plots[0]).len(), figures.checks.len());
}
