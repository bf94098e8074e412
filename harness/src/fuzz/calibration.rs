//! Labelled lines of any bytes, and answers that were kept.

use serde_json::{Map, Value};
use sprag_core::judge::key::Key;
use sprag_core::reports::calibrate::ask::{Judge, request};
use sprag_core::reports::calibrate::cache::Kept;
use sprag_core::reports::calibrate::line::parse;
use sprag_core::reports::calibrate::own::folder;
use sprag_core::reports::calibrate::report::{Outcome, Report};
use sprag_core::text::screen::{Columns, Ink};

use crate::given;

/// Columns of a narrow terminal.
const COLUMNS: u16 = 60;

/// Any bytes as a file of labelled lines, as a file of kept answers, and as a transcript.
///
/// # Panics
///
/// Panics if a bad line is outside of the file, a request is no JSON or asks something else than
/// the line expects, a report does not count each line once, or an answer that was kept is not
/// found again.
pub fn fuzz_calibration(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match parse(&text) {
        Err(bad) => assert!(
            (1..=text.lines().count()).contains(&bad.number) && !bad.why.is_empty(),
            "{bad}"
        ),
        Ok(lines) => {
            let (settings, key) = (given::settings(&[]), Key::choose(["key"]));
            for line in &lines {
                let Ok(body) = request(line, &settings, None, key.as_ref().expect("a key")) else {
                    continue;
                };
                let body: Value = serde_json::from_slice(&body).expect("JSON");
                let asked = body.get("questions").and_then(Value::as_object).map_or(0, Map::len);
                assert_eq!(asked, line.expected.len(), "{}", line.id);
            }
            let outcomes = vec![Outcome::Unanswered("no".into()); lines.len()];
            let report = Report::of(&lines, &outcomes, Judge::Endpoint, &settings);
            let counted = [report.answered, report.unanswered.len(), report.unlabelled];
            let counted: usize = counted.iter().sum();
            assert_eq!((report.lines, counted), (lines.len(), lines.len()));
            let _ = report.screen(Columns::of(Some(COLUMNS))).print(Ink::PLAIN);
        }
    }
    for line in text.lines() {
        if let Some(kept) = Kept::parse(line) {
            let again = Kept::parse(kept.line().trim_end());
            assert_eq!(again, Some(kept), "{line}");
        }
        if let Some(folder) = folder(&mut line.as_bytes().to_vec()) {
            assert!(folder.starts_with('/'), "{folder}");
        }
    }
}
