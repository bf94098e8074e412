//! Hashes of passwords beside the names of their users, as `/etc/shadow` and `.htpasswd` have them:
//! `name:$6$...`, <https://man7.org/linux/man-pages/man5/crypt.5.html>.

use memchr::memmem;

use crate::security::secret::Shape;

/// Characters of a user's name.
const NAME_LEN_MAX: usize = 32;
/// The shortest hash with its salt, which is that of `$1$`.
const HASH_LEN_MIN: usize = 24;

/// Returns that there is a line of this shape.
pub(super) fn find(content: &[u8]) -> Option<Shape> {
    let mut all = memmem::find_iter(content, b":$");
    all.any(|at| {
        let (before, behind) = content.split_at_checked(at).unwrap_or_default();
        ends_in_name(before) && begins_with_hash(behind.get(1..).unwrap_or_default())
    })
    .then_some(Shape::PasswordHash)
}

/// Returns whether a line begins with nothing but a name.
fn ends_in_name(before: &[u8]) -> bool {
    let name = before.iter().rev().take(NAME_LEN_MAX).take_while(|byte| is_of_name(**byte)).count();
    let line = before.len().saturating_sub(name);
    name > 0 && matches!(line.checked_sub(1).and_then(|at| before.get(at)), None | Some(b'\n'))
}

/// Returns whether `$id$salt$hash` stands here.
fn begins_with_hash(behind: &[u8]) -> bool {
    let hash = behind.iter().take(HASH_LEN_MIN).take_while(|byte| is_of_hash(**byte));
    let dollars = hash.clone().filter(|byte| **byte == b'$').count();
    hash.count() == HASH_LEN_MIN && dollars > 1
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-.@".contains(&byte)
}

fn is_of_hash(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"$./=,+-".contains(&byte)
}
