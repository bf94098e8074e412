//! URLs with a password in them: `postgres://app:...@db.internal/app`.

use memchr::memmem;

use super::value;
use crate::security::secret::Shape;

/// Characters of a user's name and a password together that are looked at.
const LEN_MAX: usize = 240;

/// Names that are nobody's, <https://www.rfc-editor.org/rfc/rfc2606>.
const NOBODYS: [&[u8]; 5] = [b"example", b".test", b".invalid", b"host", b"server"];

/// Returns that there is one, with a password that is no placeholder.
pub(super) fn find(content: &[u8]) -> Option<Shape> {
    let mut all = memmem::find_iter(content, b"://");
    all.any(|at| {
        let (before, behind) = content.split_at_checked(at).unwrap_or_default();
        before.last().is_some_and(u8::is_ascii_alphanumeric) && holds_password(behind)
    })
    .then_some(Shape::PasswordUrl)
}

/// Returns whether what begins with `://` holds a password.
fn holds_password(behind: &[u8]) -> bool {
    let rest = behind.get(3..).unwrap_or_default();
    let end = rest.iter().take(LEN_MAX).position(|byte| ends_authority(*byte));
    let authority = rest.get(..end.unwrap_or(LEN_MAX)).unwrap_or(rest);
    let Some((login, host)) = split_last(authority, b'@') else { return false };
    let Some((user, password)) = split_first(login, b':') else { return false };
    let host = host.to_ascii_lowercase();
    let is_nobodys = |name: &&[u8]| memmem::find(&host, name).is_some();
    let is_host = host.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'[');
    is_host && user != password && value::is_secret(password) && !NOBODYS.iter().any(is_nobodys)
}

fn ends_authority(byte: u8) -> bool {
    !byte.is_ascii_graphic() || b"/?#\"'`<>\\,;()".contains(&byte)
}

fn split_first(bytes: &[u8], mark: u8) -> Option<(&[u8], &[u8])> {
    let at = bytes.iter().position(|byte| *byte == mark)?;
    Some((bytes.get(..at)?, bytes.get(at.saturating_add(1)..)?))
}

fn split_last(bytes: &[u8], mark: u8) -> Option<(&[u8], &[u8])> {
    let at = bytes.iter().rposition(|byte| *byte == mark)?;
    Some((bytes.get(..at)?, bytes.get(at.saturating_add(1)..)?))
}
