//! An authority that only this run trusts, and the judge's certificate.

use core::error::Error;
use core::net::{IpAddr, Ipv4Addr};

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, SanType};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// A certificate authority with one certificate: for `127.0.0.1` and `localhost`.
#[derive(Debug)]
pub struct Authority {
    /// Its own certificate, as `SSL_CERT_FILE` and `curl --cacert` take it.
    pub pem: String,
    pub(super) certificate: CertificateDer<'static>,
    pub(super) key: PrivateKeyDer<'static>,
}

impl Authority {
    /// Makes one, with keys that nobody else has.
    ///
    /// # Errors
    /// The system has no randomness.
    pub fn new() -> Result<Self, Box<dyn Error>> {
        let mut own = CertificateParams::new(vec![])?;
        // Two certificates of one name are taken for one that vouches for itself.
        own.distinguished_name.push(DnType::CommonName, "An authority of one run");
        own.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let own_key = KeyPair::generate()?;
        let pem = own.self_signed(&own_key)?.pem();
        let issuer = Issuer::new(own, own_key);
        let mut judge = CertificateParams::new(vec!["localhost".into()])?;
        judge.distinguished_name.push(DnType::CommonName, "A judge");
        judge.subject_alt_names.push(SanType::IpAddress(IpAddr::V4(Ipv4Addr::LOCALHOST)));
        let key = KeyPair::generate()?;
        let certificate = judge.signed_by(&key, &issuer)?.der().clone();
        Ok(Self { pem, certificate, key: key.into() })
    }
}
