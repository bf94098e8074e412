//! Words that look like the key of an issue and that everybody knows: what they say is public.

/// Tells whether a word of capitals, a hyphen and a number names something public.
#[must_use]
pub(crate) fn is_public(word: &str) -> bool {
    WORDS.contains(&word) || FAMILIES.iter().any(|family| word.starts_with(family))
}

const WORDS: &[&str] = &[
    "AES-128", "AES-192", "AES-256", "BASE-64", "CP-1252", "CRC-16", "CRC-32", "CRC-64",
    "ECMA-262", "FIPS-140", "IEEE-754", "LATIN-1", "MD-5", "RSA-2048", "RSA-4096", "SHA-1",
    "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA3-256", "SHA3-512", "UCS-2", "UCS-4", "UTF-16",
    "UTF-32", "UTF-7", "UTF-8", "X86-64",
];

/// What publishes under numbers of its own.
const FAMILIES: &[&str] = &[
    "BCP-", "COVID-", "CVE-", "CWE-", "GMT-", "GPT-", "HTTP-", "IEC-", "ISO-", "PEP-", "RFC-",
    "UTC-",
];
