//! The certificate authorities that a TLS connection trusts, and the proxy that carries it.
//!
//! Mozilla's authorities are built in: reading the system's costs milliseconds at every start (see
//! `docs/performance.md`). A company's own come in through `ca_file`, or through the variables that
//! OpenSSL knows where the core trusts them.

use alloc::sync::Arc;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use sprag_core::security::trust::{
    Authorities, Carrier, DIVERTING, guard_authorities, guard_carrier, guard_certificates,
};
use sprag_core::settings::Settings;
use ureq::Proxy;
use ureq::tls::{Certificate, PemItem, RootCerts, parse_pem};

use crate::session::project::Project;
use crate::system::{files, home, place};

/// Returns the authorities that take the place of the built-in ones, if there are any. Of a
/// `ca_file` without certificates nobody is trusted.
pub(crate) fn of(settings: &Settings, project: &Project) -> Option<RootCerts> {
    let (ca_file, proxy) = (settings.ca_file.as_deref(), settings.proxy.as_deref());
    let specific = |certificates| RootCerts::Specific(Arc::new(certificates));
    match guard_authorities(ca_file, proxy, settings.uses_environment, is_diverted()) {
        Authorities::BuiltIn => None,
        Authorities::File(file) => Some(specific(certificates([PathBuf::from(file)]))),
        Authorities::ByVariable => {
            let trusted = named_files().into_iter().filter(|file| is_trusted(file, project));
            Some(certificates(trusted)).filter(|found| !found.is_empty()).map(specific)
        }
    }
}

/// Returns whether a variable leads connections elsewhere.
fn is_diverted() -> bool {
    DIVERTING.iter().any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Returns the proxy for a connection. `is_suitable` is whether a proxy sees its encryption alone.
pub(crate) fn proxy(settings: &Settings, is_suitable: bool) -> Option<Proxy> {
    match guard_carrier(settings.proxy.as_deref(), is_suitable, settings.uses_environment) {
        Carrier::Direct => None,
        Carrier::ByVariable => Proxy::try_from_env(),
        Carrier::Proxy(url) => Proxy::new(&url).ok(),
    }
}

fn is_trusted(file: &Path, project: &Project) -> bool {
    file.to_str().is_some_and(|written| {
        guard_certificates(written, &place::look(file), &project.known, home::user())
    })
}

fn named_files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        env::var_os("SSL_CERT_FILE").into_iter().map(Into::into).collect();
    for folder in env::var_os("SSL_CERT_DIR").iter().flat_map(env::split_paths) {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        files.extend(entries.map(|entry| entry.path()));
    }
    files
}

fn certificates(files: impl IntoIterator<Item = PathBuf>) -> Vec<Certificate<'static>> {
    let texts = files.into_iter().filter_map(|file| files::read(&file).ok());
    texts.flat_map(|pem| parse(&pem)).collect()
}

fn parse(pem: &[u8]) -> Vec<Certificate<'static>> {
    let certificates = parse_pem(pem).filter_map(|item| match item {
        Ok(PemItem::Certificate(certificate)) => Some(certificate),
        // Keys and whatever else such files hold.
        Ok(_) | Err(_) => None,
    });
    certificates.collect()
}
