//! `publication.json`: what is published, with digests. It changes only when
//! something in it does, so that it can be watched.

use std::{collections::BTreeMap, fs, io, path::Path};

use dealeragent_protocol::values::Timestamp;
use dealeragent_publication::{DOCUMENT_PATH, FEED_PATH, Publication};
use serde::{Deserialize, Serialize};

use super::output;

/// Its name under the output folder.
pub(super) const FILE: &str = "publication.json";

/// The whole of it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// By organization. One that failed, or is configured no more, keeps what
    /// was published last: its files are still there.
    #[serde(default)]
    organizations: BTreeMap<String, PublishedFiles>,
}

/// One dealer's files.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct PublishedFiles {
    document: PublishedFile,
    feed: PublishedFile,
    rows: u64,
    left_out: usize,
    freshness_sla_seconds: u32,
    observed_at: Timestamp,
}

/// One file.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct PublishedFile {
    /// Under the output folder, with `/`.
    path: String,
    digest: String,
    bytes: usize,
    /// When a run first wrote these bytes.
    #[serde(default)]
    changed_at: Option<Timestamp>,
}

impl PublishedFiles {
    pub(super) fn of(made: &Publication, folder: &Path) -> Self {
        let file = |path: &str, digest: &dealeragent_protocol::values::ContentDigest, bytes: &[u8]| PublishedFile {
            path: format!("{}{path}", folder.display()).trim_start_matches('/').to_owned(),
            digest: digest.to_string(),
            bytes: bytes.len(),
            changed_at: None,
        };
        Self {
            document: file(DOCUMENT_PATH, &made.document_digest, &made.document),
            feed: file(FEED_PATH, &made.feed_digest, &made.feed),
            rows: made.rows,
            left_out: made.left_out.len(),
            freshness_sla_seconds: made.freshness_sla.as_seconds(),
            observed_at: made.observed_at.to_whole_second(),
        }
    }
}

impl Manifest {
    /// Reads the last one. One that is missing or damaged is made anew: the
    /// files themselves are compared, not their digests.
    pub(super) fn read(out: &Path) -> Self {
        fs::read(out.join(FILE)).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }

    pub(super) fn note(&mut self, organization: &str, mut files: PublishedFiles, now: Timestamp) {
        let before = self.organizations.get(organization);
        let date = |file: &mut PublishedFile, before: Option<&PublishedFile>| {
            let same = before.filter(|before| before.digest == file.digest);
            file.changed_at = same.and_then(|before| before.changed_at).or(Some(now.to_whole_second()));
        };
        date(&mut files.document, before.map(|before| &before.document));
        date(&mut files.feed, before.map(|before| &before.feed));
        self.organizations.insert(organization.to_owned(), files);
    }

    /// Puts it in place, once there is something in it.
    pub(super) fn write(&self, out: &Path) -> io::Result<()> {
        if self.organizations.is_empty() {
            return Ok(());
        }
        let mut bytes = serde_json::to_vec_pretty(self)?;
        bytes.push(b'\n');
        output::put(&out.join(FILE), &bytes, false).map(|_| ())
    }
}
