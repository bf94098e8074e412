//! The logins to registries of containers, as Docker keeps them:
//! `{"auths": {"registry.io": {"auth": "..."}}}`.

use memchr::memmem;

use super::value;
use crate::security::secret::Shape;

/// Blanks around a colon.
const BLANKS_MAX: usize = 8;
/// Characters of a login that are looked at.
const LOGIN_LEN_MAX: usize = 256;

/// Returns that there is one.
pub(super) fn find(content: &[u8]) -> Option<Shape> {
    memmem::find(content, b"\"auths\"")?;
    let mut all = memmem::find_iter(content, b"\"auth\"");
    all.any(|at| {
        let behind = content.get(at.saturating_add(6)..).unwrap_or_default();
        is_login(behind)
    })
    .then_some(Shape::RegistryLogin)
}

/// Returns whether a colon and a login in Base64 stand here.
fn is_login(behind: &[u8]) -> bool {
    let is_given = |byte: &&u8| byte.is_ascii_whitespace() || **byte == b':';
    let before = behind.iter().take(BLANKS_MAX).take_while(is_given).count();
    let rest = behind.get(before..).unwrap_or_default();
    let Some(login) = rest.strip_prefix(b"\"") else { return false };
    let is_base64 = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
    let len = login.iter().take(LOGIN_LEN_MAX).take_while(is_base64).count();
    value::is_secret(login.get(..len).unwrap_or_default())
}
