//! The page in a real browser, where there is one.

use std::env;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use sprag_harness::skipped::skipped;
use sprag_harness::transcript::Transcript;

use crate::browser::Browser;
use crate::home::Home;

/// Returns a Chromium: what `CHROMIUM` names, one on `PATH`, or one that Playwright has fetched.
fn chromium() -> Option<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let path = env::var_os("PATH").unwrap_or_default();
    let on_path = env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name)));
    let home = env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let caches = [home.join(".cache/ms-playwright"), "/ms-playwright".into()];
    let fetched = caches.iter().filter_map(|cache| fs::read_dir(cache).ok()).flatten().flatten();
    let fetched = fetched.flat_map(|entry| {
        ["chrome-linux/chrome", "chrome-linux/headless_shell", "chrome-linux64/chrome"]
            .map(|name| entry.path().join(name))
    });
    on_path.chain(fetched).find(|path| path.is_file())
}

/// Elements and what they are in, in order: the same for a page and for the text of one.
const TREE: &str = "const tree = of => [...of.querySelectorAll('*')]
    .map(at => at.localName + ' in ' + (at.parentElement?.localName ?? 'nothing'));";

/// What is drawn beyond the edge of its plot or not at all, how far apart text and paper are, and
/// what else is there.
const LOOKS: &str = "(() => {
    const light = colour => {
        const parts = colour.match(/[\\d.]+/g).slice(0, 3).map(part => part / 255)
            .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const paper = light(getComputedStyle(document.body).backgroundColor);
    const far = colour => {
        const both = [light(colour), paper].sort((a, b) => b - a);
        return (both[0] + 0.05) / (both[1] + 0.05);
    };
    const beyond = [...document.querySelectorAll('svg text, svg rect')].filter(at => {
        const box = at.getBBox(), whole = at.ownerSVGElement.viewBox.baseVal;
        return box.x < 0 || box.y < 0 || box.x + box.width > whole.width
            || box.y + box.height > whole.height
            || (at.localName == 'text' && !box.width);
    });
    const texts = [...document.querySelectorAll('h1, p, dt, dd, th, td, caption, li')];
    const words = [...document.querySelectorAll('svg text')];
    return {
        paper: getComputedStyle(document.body).backgroundColor,
        text: Math.min(...texts.map(at => far(getComputedStyle(at).color)),
            ...words.map(at => far(getComputedStyle(at).fill))),
        beyond: beyond.map(at => at.outerHTML),
        seen: [...document.querySelectorAll('svg')]
            .map(at => [...at.querySelectorAll('rect.turns')]
                .filter(bar => bar.getBoundingClientRect().width > 0).length > 0),
        overflows: document.documentElement.scrollWidth > innerWidth,
        scripts: document.scripts.length,
        sheets: document.styleSheets.length,
        fetched: performance.getEntriesByType('resource').map(entry => entry.name),
    };
})()";

/// Returns whether a browser complains with this.
fn is_complaint(event: &Value) -> bool {
    ["Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown"]
        .iter()
        .any(|method| event["method"] == *method)
}

#[test]
fn the_page_opens_in_a_browser_as_it_is_written_in_either_colour_and_fetches_nothing() {
    let Some(chromium) = chromium() else {
        return skipped("there is no Chromium; see tests/audit/get_chromium");
    };
    let home = Home::of_every_host();
    let written = Transcript::new().prompt("p1", "Look.").assistant_text("Seen.").bytes();
    let wide = "\u{8a08}W".repeat(20);
    let text = String::from_utf8(written).unwrap().replace("/calc", &format!("/{wide}"));
    home.write(".claude/projects/wide/wide.jsonl", text.as_bytes());
    home.prints(&["audit", "--html", "page.html"]);
    let source = fs::read_to_string(home.path("page.html")).unwrap();
    let url = format!("file://{}", home.path("page.html").display());
    let mut browser = Browser::start(&chromium, &home.path("profile"));
    let mut papers = Vec::new();
    for (scheme, width) in [("light", 1280), ("dark", 360)] {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        browser.call("Emulation.setEmulatedMedia", json!({"features": features}));
        let screen =
            json!({"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false});
        browser.call("Emulation.setDeviceMetricsOverride", screen);
        let events = browser.open(&url);
        let complaints: Vec<&Value> = events.iter().filter(|event| is_complaint(event)).collect();
        assert!(complaints.is_empty(), "{complaints:?}");
        let requests = events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
        let urls: Vec<&Value> = requests.map(|event| &event["params"]["request"]["url"]).collect();
        assert_eq!(urls, [url.as_str()]);
        let looks = browser.value(LOOKS);
        assert_eq!(looks["beyond"], json!([]), "drawn beyond the edge of a plot");
        assert_eq!(looks["seen"], json!([true, true, true]), "plots of checks, weeks, projects");
        assert_eq!(
            [&looks["scripts"], &looks["sheets"], &looks["fetched"], &looks["overflows"]],
            [&json!(0), &json!(1), &json!([]), &json!(false)]
        );
        assert!(looks["text"].as_f64().unwrap() >= 4.5, "text is hard to read: {looks}");
        papers.push(looks["paper"].clone());
    }
    assert_eq!(papers, ["rgb(255, 255, 255)", "rgb(22, 24, 27)"]);
    let read = format!(
        "(() => {{ {TREE} return tree(new DOMParser().parseFromString({}, 'text/xml')); }})()",
        json!(source)
    );
    let shown = browser.value(&format!("(() => {{ {TREE} return tree(document); }})()"));
    assert_eq!(shown, browser.value(&read), "the tree is not the one that is written");
}
