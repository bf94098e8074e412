//! The certificate authorities that a TLS connection trusts.
//!
//! Mozilla's are built in: reading the system's costs milliseconds at every start (see
//! `docs/performance.md`). A company's own come in through the variables that OpenSSL knows.

use alloc::sync::Arc;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use sprag_core::endpoint::Owner;
use ureq::tls::{Certificate, PemItem, RootCerts, parse_pem};

use crate::files;
use crate::project::Project;

/// Returns the authorities that `SSL_CERT_FILE` and `SSL_CERT_DIR` name; they replace the built-in
/// ones. Files inside the project do not count: it could name a proxy and vouch for it.
pub(crate) fn from_environment(project: &Project) -> Option<RootCerts> {
    let mut certificates: Vec<Certificate<'static>> = Vec::new();
    for file in named_files() {
        if project.owner_of(&file) == Owner::User {
            certificates.extend(files::read(&file).iter().flat_map(|pem| parse(pem)));
        }
    }
    (!certificates.is_empty()).then(|| RootCerts::Specific(Arc::new(certificates)))
}

fn named_files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        env::var_os("SSL_CERT_FILE").into_iter().map(Into::into).collect();
    for folder in env::var_os("SSL_CERT_DIR").iter().flat_map(env::split_paths) {
        let entries = fs::read_dir(Path::new(&folder)).into_iter().flatten().flatten();
        files.extend(entries.map(|entry| entry.path()));
    }
    files
}

fn parse(pem: &[u8]) -> impl Iterator<Item = Certificate<'static>> + '_ {
    parse_pem(pem).filter_map(|item| match item {
        Ok(PemItem::Certificate(certificate)) => Some(certificate),
        // Keys and whatever else such files hold.
        Ok(_) | Err(_) => None,
    })
}
