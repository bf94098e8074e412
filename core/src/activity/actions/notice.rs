//! What a host tells later of what went on in the background.

use alloc::string::String;

use crate::activity::call::Ended;

/// Returns how a task ended whose output was asked for: the host says so before the output.
pub(super) fn end(output: &str) -> Option<Ended> {
    let head = output.split_once("<output>").map_or(output, |(head, _)| head);
    let (_, rest) = head.split_once("<exit_code>")?;
    let (status, _) = rest.split_once("</exit_code>")?;
    status.trim().parse().ok().map(Ended::with_status)
}

/// Returns a file without the numbers that its reader puts before each line; `None` where there are
/// none.
pub(super) fn without_numbers(output: &str) -> Option<String> {
    let unnumbered = |line: &'_ str| -> Option<usize> {
        let rest = line.trim_start_matches(' ').trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = rest.strip_prefix(['\u{2192}', '\t'])?;
        let is_numbered = !line.trim_start().starts_with(['\u{2192}', '\t']);
        is_numbered.then(|| line.len().saturating_sub(rest.len()))
    };
    let mut lines = output.lines();
    unnumbered(lines.next()?)?;
    let mut text = String::new();
    for line in output.lines() {
        text.push_str(line.get(unnumbered(line).unwrap_or(0)..).unwrap_or_default());
        text.push('\n');
    }
    Some(text)
}
