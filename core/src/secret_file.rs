//! Files that hold secrets, by their names, the folders they lie in, and what is in them.
//!
//! It keeps a file from being sent by accident, and is no search for credentials in sources.

use alloc::borrow::Cow;

use memchr::memmem;

use crate::path::base_name;
use crate::secret::{self, Shape};

/// What says that a file holds secrets.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Sign {
    /// Its name: the pattern that it fits.
    Name(&'static str),
    /// A folder that it lies in.
    Folder(&'static str),
    /// What is in it.
    Content(Shape),
}

/// Names of files, in small letters; `*` is anything.
const NAMES: [&str; 48] = [
    ".env",
    ".env.*",
    "*.env",
    ".envrc",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.jks",
    "*.keystore",
    "*.kdbx",
    "*.asc",
    "*.gpg",
    "*.ppk",
    "id_rsa*",
    "id_dsa*",
    "id_ecdsa*",
    "id_ed25519*",
    ".netrc",
    "_netrc",
    ".npmrc",
    ".yarnrc",
    ".yarnrc.yml",
    ".pypirc",
    ".pgpass",
    ".my.cnf",
    ".htpasswd",
    ".git-credentials",
    ".dockercfg",
    ".s3cfg",
    ".boto",
    ".vault-token",
    "credentials",
    "credentials.*",
    "secret.json",
    "secret.toml",
    "secret.yaml",
    "secret.yml",
    "secrets.*",
    "*.secret",
    "*.secrets",
    "service-account*.json",
    "service_account*.json",
    "kubeconfig",
    "kubeconfig.*",
    "*.tfvars",
    "*.tfstate",
    "*.tfstate.*",
];

/// Names that show what a secret file looks like, and hold none by custom.
const SAMPLES: [&str; 5] =
    [".env.example", ".env.sample", ".env.template", ".env.dist", ".env.defaults"];

/// Folders, in small letters. Where two are joined, the second lies in the first.
const FOLDERS: [&str; 8] =
    [".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".config/gcloud", ".password-store"];

/// Returns what in the path of a file says that it holds secrets.
#[must_use]
pub fn by_path(path: &str) -> Option<Sign> {
    let path = path.to_lowercase();
    let name = base_name(&path)?;
    if !SAMPLES.contains(&name)
        && let Some(pattern) = NAMES.iter().find(|pattern| fits(pattern, name))
    {
        return Some(Sign::Name(pattern));
    }
    let folder = path.strip_suffix(name)?;
    FOLDERS.iter().find(|known| lies_in(folder, known)).map(|known| Sign::Folder(known))
}

/// Returns what in the content of a file says that it holds secrets: a private key, whatever wrote
/// it, or a credential of a shape that is known.
#[must_use]
pub fn by_content(content: &[u8]) -> Option<Sign> {
    let content = &*plain(content);
    let begins = memmem::find(content, b"-----BEGIN").is_some();
    let is_key = begins
        && (memmem::find(content, b"PRIVATE KEY-----").is_some()
            || memmem::find(content, b"PRIVATE KEY BLOCK-----").is_some());
    let shape = if is_key { Some(Shape::PrivateKey) } else { secret::find(content, &[]) };
    shape.map(Sign::Content)
}

/// Returns the content as ASCII would have it: of UTF-16 every second byte of a key is none.
fn plain(content: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(0, content).is_none() {
        return Cow::Borrowed(content);
    }
    Cow::Owned(content.iter().copied().filter(|byte| *byte != 0).collect())
}

/// Returns whether a name fits a pattern with at most two `*`.
fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(rest) = parts.next().and_then(|start| name.strip_prefix(start)) else { return false };
    let Some(end) = parts.next_back() else { return rest.is_empty() };
    let Some(rest) = rest.strip_suffix(end) else { return false };
    parts.next().is_none_or(|middle| rest.contains(middle))
}

fn lies_in(folder: &str, known: &str) -> bool {
    let is_slash = |before: Option<u8>| before.is_none_or(|before| matches!(before, b'/' | b'\\'));
    let bytes = folder.as_bytes();
    memmem::find_iter(bytes, known).any(|at| {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at)).copied();
        let behind = bytes.get(at.saturating_add(known.len())).copied();
        is_slash(before) && behind.is_some() && is_slash(behind)
    })
}
