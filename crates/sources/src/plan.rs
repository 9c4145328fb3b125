//! Sources as they were configured and checked. Secrets are still where they
//! are kept.

use std::path::Path;

use dealeragent_protocol::values::Text;
use secrecy::SecretString;
use sha2::{Digest, Sha256};
use url::Url;

use crate::{
    FolderSection, KeyFault, NamePattern, S3Section, SecretRef, SftpSection, SourceFault, UrlSection,
    http::HttpPlan,
    keys::S3Style,
    pattern::is_under_way,
    s3::{S3Pick, S3Plan},
    sftp::{HostKeys, SftpPick, SftpPlan, SignIn},
};

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

/// A secret with the key that asks for it.
pub(crate) fn read(secret: &SecretRef, key: &str, folder: &Path) -> Result<SecretString, SourceFault> {
    secret.read(key, folder)
}

pub(crate) fn of_path(path: &str) -> Result<SourcePlan, Vec<KeyFault>> {
    if is_under_way(path) {
        return Err(vec![KeyFault::new("path", under_way())]);
    }
    Ok(SourcePlan(Kind::Path(path.to_owned())))
}

pub(crate) fn of_folder(section: &FolderSection) -> Result<SourcePlan, Vec<KeyFault>> {
    let pattern = pattern("folder.pattern", section.pattern.as_str()).map_err(|fault| vec![fault])?;
    Ok(SourcePlan(Kind::Folder(section.path.to_string(), pattern)))
}

pub(crate) fn of_url(section: &UrlSection) -> Result<SourcePlan, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let address = Url::parse(section.address.as_str()).ok().filter(|url| url.has_host());
    match &address {
        None => {
            faults.push(KeyFault::new("url.address", "write a whole address, such as https://feeds.example/lot.csv"))
        }
        Some(url) if !url.username().is_empty() || url.password().is_some() => faults.push(KeyFault::new(
            "url.address",
            "leave user name and password out; write basic = { user = \"…\", password = { env = \"…\" } }",
        )),
        Some(url) if !matches!(url.scheme(), "https" | "http") => {
            faults.push(KeyFault::new("url.address", "begin it with https:// (for SFTP, write sftp = { … })"));
        }
        Some(_) => {}
    }
    let is_name =
        |name: &&String| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    if section.headers.keys().any(|name| !is_name(&name)) {
        faults.push(KeyFault::new("url.headers", "a header's name is a word such as x-api-key"));
    }
    let reserved = ["authorization", "host", "if-none-match", "if-modified-since", "accept-encoding"];
    if section.headers.keys().any(|name| reserved.contains(&name.to_ascii_lowercase().as_str())) {
        let message = "authorization is written as bearer or basic; host, accept-encoding and conditions are our own";
        faults.push(KeyFault::new("url.headers", message));
    }
    if section.bearer.is_some() && section.basic.is_some() {
        faults.push(KeyFault::new("url.bearer", "write either bearer or basic"));
    }
    match address {
        Some(address) if faults.is_empty() => Ok(SourcePlan(Kind::Http(Box::new(HttpPlan {
            address,
            headers: section.headers.clone(),
            query: section.query.clone(),
            bearer: section.bearer.clone(),
            basic: section.basic.as_ref().map(|basic| (basic.user.to_string(), basic.password.clone())),
        })))),
        _ => Err(faults),
    }
}

pub(crate) fn of_sftp(section: &SftpSection) -> Result<SourcePlan, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let mut note = |key: &str, message: &str| faults.push(KeyFault::new(key, message));
    let host = section.host.as_str();
    if host.contains(['/', '@', ' ']) || host.contains("://") {
        note("sftp.host", "write the host alone, such as sftp.vendor.example; user and port have keys of their own");
    }
    if section.port == Some(0) {
        note("sftp.port", "write a port of 1 to 65535, or leave it out for 22");
    }
    let sign_in = match (&section.password, &section.private_key) {
        (Some(password), None) => Some(SignIn::Password(password.clone())),
        (None, Some(key)) => Some(SignIn::Key(key.clone(), section.passphrase.clone())),
        _ => {
            note("sftp", "write either password = { env = \"…\" } or private_key = { file = \"…\" }");
            None
        }
    };
    if section.passphrase.is_some() && section.private_key.is_none() {
        note("sftp.passphrase", "belongs to private_key; leave it out");
    }
    let host_keys = match (section.host_keys.as_slice(), &section.known_hosts) {
        ([], Some(file)) => HostKeys::File(file.to_string()),
        (pins, None) => {
            let mut found = Vec::new();
            for pin in pins {
                match crate::sftp::Fingerprint::parse(pin.as_str()) {
                    Some(pin) => found.push(pin),
                    None => note("sftp.host_keys", "write fingerprints such as SHA256: followed by 43 characters"),
                }
            }
            // None at all is refused when the server shows its key, with that
            // key's fingerprint in the message.
            HostKeys::Pinned(found)
        }
        (_, Some(_)) => {
            note("sftp.host_keys", "write either host_keys or known_hosts");
            HostKeys::Pinned(Vec::new())
        }
    };
    let pick = match (&section.path, &section.folder, &section.pattern) {
        (Some(path), None, None) if is_under_way(path.as_str()) => {
            note("sftp.path", under_way());
            None
        }
        (Some(path), None, None) => Some(SftpPick::Path(path.to_string())),
        (None, Some(folder), Some(text)) => match pattern("sftp.pattern", text.as_str()) {
            Ok(pattern) => Some(SftpPick::Folder(folder.to_string(), pattern)),
            Err(fault) => {
                note(&fault.key, &fault.message);
                None
            }
        },
        _ => {
            note("sftp", "write either path = \"…\" or folder = \"…\" with pattern = \"…\"");
            None
        }
    };
    match (sign_in, pick) {
        (Some(sign_in), Some(pick)) if faults.is_empty() => Ok(SourcePlan(Kind::Sftp(Box::new(SftpPlan {
            host: host.to_owned(),
            port: section.port.unwrap_or(22),
            user: section.user.to_string(),
            sign_in,
            host_keys,
            pick,
        })))),
        _ => Err(faults),
    }
}

pub(crate) fn of_s3(section: &S3Section) -> Result<SourcePlan, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let mut note = |key: &str, message: &str| faults.push(KeyFault::new(key, message));
    let endpoint = Url::parse(section.endpoint.as_str()).ok();
    let is_plain =
        |url: &Url| url.has_host() && url.path() == "/" && url.query().is_none() && url.username().is_empty();
    let endpoint = endpoint.filter(|url| matches!(url.scheme(), "https" | "http") && is_plain(url));
    if endpoint.is_none() {
        note(
            "s3.endpoint",
            "write scheme and host alone, such as https://s3.us-east-1.amazonaws.com; the bucket has its key",
        );
    }
    let is_bucket = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.' | '_');
    if !section.bucket.as_str().chars().all(is_bucket) {
        note("s3.bucket", "write the bucket's name: lower-case letters, digits, - and .");
    }
    let is_region = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if !section.region.as_str().chars().all(is_region) {
        note("s3.region", "write the region's name, such as us-east-1; many other stores take that one too");
    }
    let credentials = match (&section.access_key, &section.secret_key) {
        (Some(key), Some(secret)) => Some((key.clone(), secret.clone(), section.session_token.clone())),
        (None, None) if section.session_token.is_none() => None,
        _ => {
            note("s3.access_key", "write access_key and secret_key together; a public bucket needs neither");
            None
        }
    };
    let pick = match (&section.key, &section.prefix, &section.pattern) {
        (Some(key), None, None) => Some(S3Pick::Key(key.as_str().trim_start_matches('/').to_owned())),
        (None, Some(prefix), text) => match text.as_ref().map_or("*", Text::as_str) {
            text => match pattern("s3.pattern", text) {
                Ok(pattern) => Some(S3Pick::Newest(prefix.as_str().trim_start_matches('/').to_owned(), pattern)),
                Err(fault) => {
                    note(&fault.key, &fault.message);
                    None
                }
            },
        },
        _ => {
            note("s3", "write either key = \"…\" or prefix = \"…\", with a pattern if the newest of all is not meant");
            None
        }
    };
    match (endpoint, pick) {
        (Some(endpoint), Some(pick)) if faults.is_empty() => Ok(SourcePlan(Kind::S3(Box::new(S3Plan {
            endpoint,
            is_path_style: section.style.unwrap_or_default() == S3Style::Path,
            region: section.region.to_string(),
            bucket: section.bucket.to_string(),
            credentials,
            pick,
        })))),
        _ => Err(faults),
    }
}

fn pattern(key: &str, text: &str) -> Result<NamePattern, KeyFault> {
    NamePattern::parse(text).map_err(|error| KeyFault::new(key, error.to_string()))
}

const fn under_way() -> &'static str {
    "this is the name of an upload that is under way; write the name that the finished file has"
}
