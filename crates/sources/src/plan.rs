//! Sources as they were configured and checked. Secrets are still where they
//! are kept.

use std::path::Path;

use sha2::{Digest, Sha256};

use crate::{NamePattern, SecretRef, SourceFault, http::HttpPlan, s3::S3Plan, sftp::SftpPlan};

/// Where a file comes from.
#[derive(Debug, Clone)]
pub struct SourcePlan(pub(crate) Kind);

#[derive(Debug, Clone)]
pub(crate) enum Kind {
    /// One file of this machine.
    Path(String),
    /// The newest file of a folder.
    Folder(String, NamePattern),
    /// A web server.
    Http(Box<HttpPlan>),
    /// An SFTP server.
    Sftp(Box<SftpPlan>),
    /// An object store.
    S3(Box<S3Plan>),
}

impl SourcePlan {
    /// Where, for people: never with a query or a user name.
    #[must_use]
    pub fn place(&self) -> String {
        match &self.0 {
            Kind::Path(path) => path.clone(),
            Kind::Folder(path, pattern) => format!("{path}/{pattern}"),
            Kind::Http(plan) => plan.place(),
            Kind::Sftp(plan) => plan.place(),
            Kind::S3(plan) => plan.place(),
        }
    }

    /// Whether it is a place on this machine, which no network is needed for.
    #[must_use]
    pub fn is_local(&self) -> bool {
        matches!(&self.0, Kind::Path(_) | Kind::Folder(..))
    }

    /// Reads every secret once, to find at the start what would fail at night.
    ///
    /// # Errors
    /// The first [`SourceFault`] of the kind [`crate::FaultKind::Credentials`].
    pub fn check_secrets(&self, folder: &Path) -> Result<(), SourceFault> {
        self.secrets().into_iter().try_for_each(|(key, secret)| secret.read(key, folder).map(|_| ()))
    }

    /// The environment's variables and the files that hold its secrets, each
    /// with the key that asks for it.
    #[must_use]
    pub fn secrets(&self) -> Vec<(&'static str, &SecretRef)> {
        match &self.0 {
            Kind::Path(_) | Kind::Folder(..) => Vec::new(),
            Kind::Http(plan) => plan.secrets(),
            Kind::Sftp(plan) => plan.secrets(),
            Kind::S3(plan) => plan.secrets(),
        }
    }

    /// Tells this place from others without showing it: addresses may hold keys.
    pub(crate) fn digest(&self) -> String {
        let text = match &self.0 {
            Kind::Path(path) => format!("path {path}"),
            Kind::Folder(path, pattern) => format!("folder {path} {pattern}"),
            Kind::Http(plan) => format!("url {}", plan.address),
            Kind::Sftp(plan) => format!("sftp {} {} {:?}", plan.place(), plan.user, plan.pick),
            Kind::S3(plan) => format!("s3 {} {} {:?}", plan.endpoint, plan.bucket, plan.pick),
        };
        let digest = Sha256::digest(text.as_bytes());
        data_encoding::HEXLOWER.encode(digest.get(..16).unwrap_or_default())
    }
}
