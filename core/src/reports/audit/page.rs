//! The figures of an audit as a page: one self-contained file without scripts.

use alloc::string::{String, ToString as _};
use alloc::{format, vec::Vec};

use super::escaped::escaped;
use super::plot::{NAME_CHARS, Row, plot};
use super::screen::{Listed, PROMISE, by_turns, last_weeks, limits, title, totals};
use super::{Group, Tally};
use crate::text::path::base_name;
use crate::text::screen::number::counted;

const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\"/>
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\"/>
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>
<meta name=\"color-scheme\" content=\"light dark\"/>
<meta name=\"referrer\" content=\"no-referrer\"/>
";

const STYLE: &str = "<style>
:root { color-scheme: light dark; --ink: #1c1e21; --paper: #ffffff; --faint: #5a616b;
  --line: #d4d8de; --turns: #c9d3df; --asks: #3f74b5; --blocks: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8eb; --paper: #16181b; --faint: #a2a9b3; --line: #3a3f46;
    --turns: #3d4753; --asks: #7fb0ea; --blocks: #f2877f; }
}
body { margin: 2rem auto; max-width: 54rem; padding: 0 1rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: 0.2rem 0.6rem; border-bottom: 1px solid var(--line); }
th:first-child { text-align: left; overflow-wrap: anywhere; font-weight: normal; }
thead th { color: var(--faint); }
caption { text-align: left; color: var(--faint); padding-bottom: 0.4rem; }
dt { color: var(--faint); } dd { margin: 0 0 0.4rem 1rem; }
svg { width: 100%; height: auto; margin: 0.6rem 0; }
svg text { fill: var(--ink); font-size: 12px; dominant-baseline: central; }
svg .name { text-anchor: end; }
rect.turns { fill: var(--turns); } rect.asks { fill: var(--asks); }
rect.blocks { fill: var(--blocks); }
li { margin-bottom: 0.3rem; overflow-wrap: anywhere; }
</style>
";

/// Returns the page. It holds names of folders and of transcripts, and no word of a message.
#[must_use]
pub fn page(tally: &Tally) -> String {
    let title = escaped(&title(tally));
    let mut page = String::from(HEAD);
    page.push_str(&format!(
        "<title>sprag audit: {title}</title>\n{STYLE}</head>\n<body>\n<main>\n"
    ));
    page.push_str(&format!("<h1>{title}</h1>\n<p>{PROMISE}</p>\n<dl>\n"));
    for (name, words) in totals(tally) {
        let id = name.replace(' ', "-");
        page.push_str(&format!("<dt>{name}</dt><dd id=\"{id}\">{}</dd>\n", escaped(&words)));
    }
    page.push_str("</dl>\n");
    checks(tally, &mut page);
    weeks(tally, &mut page);
    projects(tally, &mut page);
    examples(tally, &mut page);
    page.push_str("<section>\n<h2>What this does not show</h2>\n<ul>\n");
    for limit in limits(tally) {
        page.push_str(&format!("<li>{}</li>\n", escaped(&limit)));
    }
    page.push_str("</ul>\n</section>\n</main>\n</body>\n</html>\n");
    page
}

fn checks(tally: &Tally, page: &mut String) {
    let rows: Vec<Row> = tally
        .each_check()
        .map(|(check, found)| Row {
            name: check.word.into(),
            bars: [("turns", found.asks), ("asks", found.objects), ("blocks", found.blocks)],
        })
        .collect();
    page.push_str("<section>\n<h2>Checks</h2>\n");
    let about = "For each check: turn ends at which it would ask the judge, to which it objects, \
        and that would have been sent back for it";
    page.push_str(&plot("plot-checks", about, &rows));
    let heads = ["check", "would ask", "objects", "sent back", "unknown", "noted"];
    let cells = tally.each_check().map(|(check, found)| {
        let numbers = [found.asks, found.objects, found.blocks, found.unknown, found.noted];
        (String::from(check.word), Vec::from(numbers))
    });
    table(page, "Turn ends by check", &heads, cells);
    page.push_str("</section>\n");
}

fn weeks(tally: &Tally, page: &mut String) {
    let Listed { shown, rest } = last_weeks(tally);
    let row = |(name, group): (String, Group)| Row { name, bars: bars(group) };
    let named = || shown.iter().map(|(week, group)| (week.to_string(), *group));
    page.push_str("<section>\n<h2>Weeks</h2>\n");
    let about = "For each week, by its Monday: all turn ends, those at which the judge would be \
        asked, and those that would have been sent back";
    page.push_str(&plot("plot-weeks", about, &named().map(row).collect::<Vec<_>>()));
    let earlier = rest.map(|(_, group)| ("earlier".into(), group));
    let cells = earlier.into_iter().chain(named()).map(|(name, group)| (name, numbers(group)));
    table(page, "Turn ends by week", &["week", "turns", "would ask", "sent back"], cells);
    page.push_str("</section>\n");
}

fn projects(tally: &Tally, page: &mut String) {
    let Listed { shown, rest } = by_turns(tally);
    let named = || shown.iter().map(|(name, group)| (String::from(*name), *group));
    let rows: Vec<Row> = named()
        .map(|(name, group)| Row {
            name: base_name(&name).unwrap_or(&name).chars().take(NAME_CHARS).collect(),
            bars: bars(group),
        })
        .collect();
    page.push_str("<section>\n<h2>Projects</h2>\n");
    let about = "For each folder: all turn ends, those at which the judge would be asked, and \
        those that would have been sent back";
    page.push_str(&plot("plot-projects", about, &rows));
    let others = rest.map(|(others, group)| (counted(others, "other", "others"), group));
    let cells = named().chain(others).map(|(name, group)| (name, numbers(group)));
    table(page, "Turn ends by folder", &["folder", "turns", "would ask", "sent back"], cells);
    page.push_str("</section>\n");
}

fn examples(tally: &Tally, page: &mut String) {
    page.push_str("<section>\n<h2>Examples</h2>\n<ul>\n");
    for (check, found) in tally.each_check() {
        for example in found.examples.iter().filter(|example| example.objects) {
            let file = base_name(&example.file).unwrap_or(&example.file);
            let day = example.day.map(|day| day.to_string()).unwrap_or_default();
            let place = format!("{} objects: {file}:{} {day}", check.word, example.line);
            page.push_str(&format!("<li>{}</li>\n", escaped(place.trim_end())));
        }
    }
    // A screen reader skips a list without items.
    page.push_str(
        "<li>Words from messages are only shown on a \
                   terminal.</li>\n</ul>\n</section>\n",
    );
}

fn bars(group: Group) -> [(&'static str, u64); 3] {
    [("turns", group.turns), ("asks", group.asks), ("blocks", group.blocks)]
}

fn numbers(group: Group) -> Vec<u64> {
    Vec::from([group.turns, group.asks, group.blocks])
}

fn table(
    page: &mut String,
    caption: &str,
    heads: &[&str],
    rows: impl Iterator<Item = (String, Vec<u64>)>,
) {
    page.push_str(&format!(
        "<div class=\"table\">\n<table>\n<caption>{caption}</caption>\n<thead><tr>"
    ));
    for head in heads {
        page.push_str(&format!("<th scope=\"col\">{head}</th>"));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for (name, numbers) in rows {
        page.push_str(&format!("<tr><th scope=\"row\">{}</th>", escaped(&name)));
        for number in numbers {
            page.push_str(&format!("<td>{number}</td>"));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
}
