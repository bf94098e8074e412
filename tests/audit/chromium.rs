//! The page in a real browser, where there is one.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

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

#[test]
fn the_page_opens_in_a_browser() {
    let Some(chromium) = chromium() else {
        return eprintln!("SKIPPED: there is no Chromium on this machine");
    };
    let home = Home::lived_in();
    home.prints(&["audit", "--html", "page.html"]);
    let url = format!("file://{}", home.path("page.html").display());
    let profile = format!("--user-data-dir={}", home.path("profile").display());
    let output = Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", &profile, &url])
        .output()
        .unwrap();
    let dom = String::from_utf8_lossy(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(dom.contains("<h1>Past turn ends"), "{dom}{said}");
    assert_eq!(dom.matches("<svg").count(), 3);
    assert!(!said.contains("Content Security Policy"), "{said}");
}
