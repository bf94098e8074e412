//! Finds e-mail addresses.

use memchr::memchr_iter;

use super::extent;
use super::piece::{Hit, Mask};

/// Finds an address with a domain that has a dot and a name after it, so not `react@18.2.0`.
///
/// Neither side of an `@` holds another one, so no character is read more than twice.
pub(super) fn find(text: &str) -> Option<Hit> {
    memchr_iter(b'@', text.as_bytes()).find_map(|sign| {
        let start = extent::run_start(text, sign, is_local);
        let domain_start = sign.saturating_add(1);
        let domain_end = extent::run_end(text, domain_start, is_domain);
        let domain = extent::cut(text, domain_start..domain_end).trim_end_matches(['.', '-']);
        let end = domain_start.saturating_add(domain.len());
        (start < sign && is_host(domain)).then(|| Hit::masks(Mask::Email, start..end))
    })
}

/// Tells whether a label after the first one starts like a top-level domain.
fn is_host(domain: &str) -> bool {
    let mut labels = domain.split('.');
    labels.next().is_some_and(|first| !first.is_empty()) && labels.any(starts_with_two_letters)
}

fn starts_with_two_letters(label: &str) -> bool {
    label.chars().take_while(|letter| is_letter(*letter)).take(2).count() == 2
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphabetic() || extent::is_foreign(letter)
}

fn is_local(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "._%+-".contains(letter) || extent::is_foreign(letter)
}

fn is_domain(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || ".-".contains(letter) || extent::is_foreign(letter)
}
