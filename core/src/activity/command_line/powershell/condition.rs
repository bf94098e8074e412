//! What a condition asks of the program before it.

use alloc::string::String;

/// What a condition asks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Asks {
    /// Whether the last program ended with 0.
    Succeeded,
    /// Whether the last statement did what it should.
    Worked,
    /// Whether either of that is not so.
    Failed,
    /// Something else.
    Other,
}

impl Asks {
    /// Reads a condition without its parentheses.
    pub(super) fn of(condition: &str) -> Self {
        let is_kept = |letter: &char| !letter.is_whitespace() && !matches!(letter, '(' | ')');
        let text: String = condition.chars().filter(is_kept).collect();
        match text.to_ascii_lowercase().as_str() {
            "$?" => Self::Worked,
            "$lastexitcode-eq0" | "0-eq$lastexitcode" => Self::Succeeded,
            "!$?" | "-not$?" | "$lastexitcode" | "$lastexitcode-ne0" | "$lastexitcode-gt0" => {
                Self::Failed
            }
            _ => Self::Other,
        }
    }
}
