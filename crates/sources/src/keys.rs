//! The keys of `[[feeds]]` that say where the file comes from, as they stand in
//! the configuration. [`SourceKeys::plan`] checks what no single key can.

use std::collections::BTreeMap;

use dealeragent_protocol::values::{Text, TimeOfDay, TimeZoneName};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{Every, Schedule, SecretRef, SourcePlan, check};

/// `folder = { path = "incoming", pattern = "inventory-*.csv" }`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FolderSection {
    pub(crate) path: Text<1, 500>,
    pub(crate) pattern: Text<1, 200>,
}

/// `url = { address = "https://…" }`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UrlSection {
    pub(crate) address: Text<1, 2000>,
    /// Headers whose values are secrets.
    #[serde(default)]
    pub(crate) headers: BTreeMap<String, SecretRef>,
    /// Parameters of the query whose values are secrets.
    #[serde(default)]
    pub(crate) query: BTreeMap<String, SecretRef>,
    #[serde(default)]
    pub(crate) bearer: Option<SecretRef>,
    #[serde(default)]
    pub(crate) basic: Option<BasicSection>,
}

/// `basic = { user = "…", password = { env = "…" } }`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BasicSection {
    pub(crate) user: Text<1, 200>,
    pub(crate) password: SecretRef,
}

/// `sftp = { host = "…", user = "…", … }`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SftpSection {
    pub(crate) host: Text<1, 253>,
    #[serde(default)]
    pub(crate) port: Option<u16>,
    pub(crate) user: Text<1, 200>,
    #[serde(default)]
    pub(crate) password: Option<SecretRef>,
    #[serde(default)]
    pub(crate) private_key: Option<SecretRef>,
    #[serde(default)]
    pub(crate) passphrase: Option<SecretRef>,
    /// Fingerprints such as `SHA256:…`.
    #[serde(default)]
    pub(crate) host_keys: Vec<Text<1, 100>>,
    #[serde(default)]
    pub(crate) known_hosts: Option<Text<1, 500>>,
    #[serde(default)]
    pub(crate) path: Option<Text<1, 1000>>,
    #[serde(default)]
    pub(crate) folder: Option<Text<1, 1000>>,
    #[serde(default)]
    pub(crate) pattern: Option<Text<1, 200>>,
}

/// `s3 = { endpoint = "…", region = "…", bucket = "…", … }`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct S3Section {
    pub(crate) endpoint: Text<1, 500>,
    pub(crate) region: Text<1, 100>,
    pub(crate) bucket: Text<1, 100>,
    #[serde(default)]
    pub(crate) style: Option<S3Style>,
    #[serde(default)]
    pub(crate) key: Option<Text<1, 1000>>,
    #[serde(default)]
    pub(crate) prefix: Option<Text<1, 1000>>,
    #[serde(default)]
    pub(crate) pattern: Option<Text<1, 200>>,
    #[serde(default)]
    pub(crate) access_key: Option<SecretRef>,
    #[serde(default)]
    pub(crate) secret_key: Option<SecretRef>,
    #[serde(default)]
    pub(crate) session_token: Option<SecretRef>,
}

/// Where the name of the bucket stands in the address.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum S3Style {
    /// `https://endpoint/bucket/key`
    #[default]
    Path,
    /// `https://bucket.endpoint/key`
    VirtualHost,
}

/// A key that cannot stand as it does.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {message}")]
pub struct KeyFault {
    /// The key within the feed: `sftp.host_keys`.
    pub key: String,
    /// What to write instead.
    pub message: String,
}

impl KeyFault {
    pub(crate) fn new(key: &str, message: impl Into<String>) -> Self {
        Self { key: key.to_owned(), message: message.into() }
    }
}

/// The five ways to say where a file comes from, of which a feed has one.
#[derive(Debug, Clone, Copy, Default)]
pub struct SourceKeys<'a> {
    /// `path = "inventory.csv"`
    pub path: Option<&'a Text<1, 500>>,
    /// `folder = { … }`
    pub folder: Option<&'a FolderSection>,
    /// `url = { … }`
    pub url: Option<&'a UrlSection>,
    /// `sftp = { … }`
    pub sftp: Option<&'a SftpSection>,
    /// `s3 = { … }`
    pub s3: Option<&'a S3Section>,
}

impl SourceKeys<'_> {
    /// The one source that they name.
    ///
    /// # Errors
    /// Every [`KeyFault`] that was found: none or several of the keys, or one
    /// that does not fit together.
    pub fn plan(&self) -> Result<SourcePlan, Vec<KeyFault>> {
        match (self.path, self.folder, self.url, self.sftp, self.s3) {
            (Some(path), None, None, None, None) => check::of_path(path.as_str()),
            (None, Some(folder), None, None, None) => check::of_folder(folder),
            (None, None, Some(url), None, None) => check::of_url(url),
            (None, None, None, Some(sftp), None) => check::of_sftp(sftp),
            (None, None, None, None, Some(s3)) => check::of_s3(s3),
            _ => {
                let message = "a feed comes from one place: write exactly one of path, folder, url, sftp, s3";
                Err(vec![KeyFault::new("", message)])
            }
        }
    }
}

/// When to look: one of the two, or neither.
#[derive(Debug, Clone, Copy)]
pub struct ScheduleKeys<'a> {
    /// `every = "15m"`
    pub every: Option<Every>,
    /// `daily_at = ["06:30", "14:00"]`
    pub daily_at: Option<&'a [TimeOfDay]>,
}

impl ScheduleKeys<'_> {
    /// The schedule of the feed with this id, whose rooftop is in `zone`;
    /// `unless_said` where neither key is there.
    ///
    /// # Errors
    /// [`KeyFault`]: both, or no times.
    pub fn plan(&self, feed: &str, zone: &TimeZoneName, unless_said: Every) -> Result<Schedule, KeyFault> {
        match (self.every, self.daily_at) {
            (Some(_), Some(_)) => Err(KeyFault::new("every", "write either every or daily_at")),
            (None, Some(times)) if times.len() > 48 => {
                Err(KeyFault::new("daily_at", "at most 48 times; or write every"))
            }
            (None, Some(times)) => Schedule::daily_at(times, zone, feed)
                .ok_or_else(|| KeyFault::new("daily_at", "write at least one time, such as [\"06:30\"]")),
            (every, None) => Ok(Schedule::every(every.unwrap_or(unless_said), feed)),
        }
    }
}
