//! The fence around a worker's file.

use sprag_core::text::fence::strip;

/// Any text as an answer.
///
/// # Panics
///
/// Panics if a line is lost that is no fence at either end, if a line is changed, or if a fence
/// around the text is not taken away again.
pub fn fuzz_fences(bytes: &[u8]) {
    let answer = String::from_utf8_lossy(bytes);
    let stripped = strip(&answer).text;
    let all: Vec<&str> = filled(&answer);
    let kept: Vec<&str> = filled(&stripped);
    let is_kept = kept == all || is_inner(&kept, &all);
    assert!(is_kept, "{answer:?} became {stripped:?}");
    assert!(stripped.is_empty() || stripped.ends_with('\n'));
    assert!(!stripped.starts_with('\n'), "{stripped:?}");
    // A longer fence than any in the text is closed by nothing in it.
    let longest = answer.split(|c| c != '`').map(str::len).max().unwrap_or(0).max(2);
    let fence = "`".repeat(longest.saturating_add(1));
    if !answer.trim().is_empty() && !answer.contains('\r') && !fence_like(&answer) {
        let wrapped = format!("\n{fence}python\n{answer}\n{fence}\n");
        assert_eq!(filled(&strip(&wrapped).text), all, "{wrapped:?}");
    }
}

/// Returns the lines, without those at either end that hold nothing.
fn filled(text: &str) -> Vec<&str> {
    let is_blank = |line: &&&str| line.trim().is_empty();
    let lines: Vec<&str> = text.split('\n').collect();
    let before = lines.iter().take_while(is_blank).count();
    let behind = lines.iter().skip(before).rev().take_while(is_blank).count();
    let count = lines.len().saturating_sub(before).saturating_sub(behind);
    lines.into_iter().skip(before).take(count).collect()
}

/// Returns the lines without a fence on the first and one on the last, which may stand behind code.
fn inside<'a>(all: &[&'a str]) -> Option<Vec<&'a str>> {
    let (first, rest) = all.split_first()?;
    let (last, lines) = rest.split_last()?;
    let mark = first.trim().chars().next().filter(|mark| ['`', '~'].contains(mark))?;
    let code = last.trim_end().trim_end_matches(mark);
    let mut lines = lines.to_vec();
    if !code.trim().is_empty() {
        lines.push(code);
    }
    Some(lines)
}

fn is_inner(kept: &[&str], all: &[&str]) -> bool {
    inside(all).is_some_and(|lines| filled(&lines.join("\n")) == kept)
}

/// Returns whether a line might open a block that only the outer fence closes.
fn fence_like(text: &str) -> bool {
    text.lines().any(|line| line.trim().starts_with("```") || line.trim().starts_with("~~~"))
}
