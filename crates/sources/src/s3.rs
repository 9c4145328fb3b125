//! Files of object stores that speak S3. Requests are signed in their address
//! and go out through egress like all others.

mod list;

use std::{fmt, time::Duration};

use dealeragent_egress::EgressError;
use dealeragent_protocol::values::Timestamp;
use rusty_s3::{Bucket, Credentials, Method, UrlStyle, signing::sign};
use secrecy::ExposeSecret;
use url::Url;

use crate::{
    FaultKind, Fetched, NamePattern, SecretRef, SourceFault, Validators,
    choose::{Choice, Entry, choose_of},
    http::{Received, lookup},
    source::Doors,
};

/// How long a signature is good for: one look with its retries.
const GOOD_FOR: Duration = Duration::from_secs(900);

/// Most pages of a thousand objects that are looked through.
const MOST_PAGES: usize = 20;

/// The longest page of a list in bytes.
const PAGE_BYTES: usize = 8 << 20;

/// One object, or the newest under a prefix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum S3Pick {
    Key(String),
    /// The pattern is for what follows the last `/` of a key.
    Newest(String, NamePattern),
}

/// An object store and what is taken from it.
#[derive(Clone)]
pub(crate) struct S3Plan {
    pub(crate) endpoint: Url,
    pub(crate) is_path_style: bool,
    pub(crate) region: String,
    pub(crate) bucket: String,
    /// Key, its secret, and the token of a session; none for a public bucket.
    pub(crate) credentials: Option<(SecretRef, SecretRef, Option<SecretRef>)>,
    pub(crate) pick: S3Pick,
}

impl fmt::Debug for S3Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("S3Plan").field("place", &self.place()).finish_non_exhaustive()
    }
}

/// Bucket and credentials, ready to sign.
struct Signer {
    bucket: Bucket,
    credentials: Option<Credentials>,
    time: rusty_s3_jiff::Timestamp,
}

impl Signer {
    fn object(&self, key: &str) -> Url {
        self.signed(self.bucket.object_url(key), &[])
    }

    fn page(&self, prefix: &str, token: Option<&str>) -> Url {
        let mut query = vec![("list-type", "2"), ("max-keys", "1000"), ("prefix", prefix)];
        query.extend(token.map(|token| ("continuation-token", token)));
        // The signature wants them in order.
        query.sort_unstable();
        self.signed(self.bucket.base_url().clone(), &query)
    }

    fn signed(&self, mut url: Url, query: &[(&str, &str)]) -> Url {
        match &self.credentials {
            Some(credentials) => sign(
                &self.time,
                Method::Get,
                url,
                credentials.key(),
                credentials.secret(),
                credentials.token(),
                self.bucket.region(),
                GOOD_FOR.as_secs(),
                query.iter().copied(),
                std::iter::empty(),
            ),
            None => {
                if !query.is_empty() {
                    url.query_pairs_mut().extend_pairs(query);
                }
                url
            }
        }
    }
}

impl S3Plan {
    /// Endpoint and bucket.
    pub(crate) fn place(&self) -> String {
        format!("{}/{}", self.endpoint.origin().ascii_serialization(), self.bucket)
    }

    pub(crate) fn secrets(&self) -> Vec<(&'static str, &SecretRef)> {
        let Some((key, secret, token)) = &self.credentials else { return Vec::new() };
        let token = token.iter().map(|token| ("s3.session_token", token));
        [("s3.access_key", key), ("s3.secret_key", secret)].into_iter().chain(token).collect()
    }

    pub(crate) async fn look(&self, known: &Validators, doors: &Doors, now: Timestamp) -> Result<Fetched, SourceFault> {
        let place = self.place();
        let signer = self.signer(doors, now)?;
        match &self.pick {
            S3Pick::Key(key) => {
                let received = Received { place: &place, name: key, known, now };
                received.from(doors.egress.get(signer.object(key).as_str()), doors).await
            }
            S3Pick::Newest(prefix, pattern) => {
                let entries = self.entries(&signer, prefix, doors).await?;
                // The pattern and uploads under way are judged by the last part of
                // a key, the newest by the whole of it.
                match choose_keys(entries, pattern, known, now) {
                    Choice::Nothing => Ok(Fetched::Unchanged),
                    Choice::NotYet(reason) => Ok(Fetched::NotYet(reason)),
                    Choice::Take(entry, passed_over) => self.take(&signer, entry, passed_over, known, doors, now).await,
                }
            }
        }
    }

    async fn take(
        &self,
        signer: &Signer,
        entry: Entry,
        passed_over: crate::PassedOver,
        known: &Validators,
        doors: &Doors,
        now: Timestamp,
    ) -> Result<Fetched, SourceFault> {
        let place = self.place();
        if entry.length > doors.limits.bytes {
            return Err(SourceFault::too_large(&place, doors.limits.bytes));
        }
        // The list said that it is new: no conditions.
        let nothing = Validators { source: known.source.clone(), ..Validators::default() };
        let received = Received { place: &place, name: &entry.name, known: &nothing, now };
        let mut fetched = received.from(doors.egress.get(signer.object(&entry.name).as_str()), doors).await?;
        if let Fetched::File(file) = &mut fetched {
            file.passed_over = passed_over;
            // The next list is held against what this one said.
            file.validators = entry.validators(known.source.clone());
        }
        Ok(fetched)
    }

    fn signer(&self, doors: &Doors, now: Timestamp) -> Result<Signer, SourceFault> {
        let style = if self.is_path_style { UrlStyle::Path } else { UrlStyle::VirtualHost };
        let bucket = Bucket::new(self.endpoint.clone(), style, self.bucket.clone(), self.region.clone());
        let bucket = bucket.map_err(|_| {
            let mend = "check s3.endpoint and s3.bucket";
            SourceFault::new(FaultKind::Configuration, &self.place(), "makes no address", mend)
        })?;
        let folder = &doors.folder;
        let credentials = match &self.credentials {
            None => None,
            Some((key, secret, token)) => {
                let key = key.read("s3.access_key", folder)?;
                let secret = secret.read("s3.secret_key", folder)?;
                let (key, secret) = (key.expose_secret(), secret.expose_secret());
                Some(match token {
                    None => Credentials::new(key, secret),
                    Some(token) => {
                        let token = token.read("s3.session_token", folder)?;
                        Credentials::new_with_token(key, secret, token.expose_secret())
                    }
                })
            }
        };
        let time = rusty_s3_jiff::Timestamp::from_second(now.as_second()).unwrap_or_default();
        Ok(Signer { bucket, credentials, time })
    }

    async fn entries(&self, signer: &Signer, prefix: &str, doors: &Doors) -> Result<Vec<Entry>, SourceFault> {
        let place = self.place();
        let mut entries = Vec::new();
        let mut token: Option<String> = None;
        for _ in 0..MOST_PAGES {
            let url = signer.page(prefix, token.as_deref());
            let answer = lookup(&doors.egress, &url, &doors.limits).max_bytes(PAGE_BYTES).send().await;
            let answer = answer.map_err(|error| self.fault(&error))?;
            let bytes = answer.document().map(|document| document.bytes).unwrap_or_default();
            let page = list::read(&bytes).ok_or_else(|| {
                let mend = "check that s3.endpoint is an object store that speaks S3 (ListObjectsV2)";
                SourceFault::new(FaultKind::Protocol, &place, "answered with no list of objects", mend)
            })?;
            entries.extend(page.entries);
            match page.next {
                None => return Ok(entries),
                next => token = next,
            }
        }
        let problem = format!("holds more than {} objects under this prefix", MOST_PAGES * 1000);
        Err(SourceFault::new(FaultKind::TooLarge, &place, &problem, "write a longer prefix, or move old ones away"))
    }

    fn fault(&self, error: &EgressError) -> SourceFault {
        SourceFault::from_egress(&self.place(), error)
    }
}

/// [`choose_of`], by the last part of each key.
fn choose_keys(entries: Vec<Entry>, pattern: &NamePattern, known: &Validators, now: Timestamp) -> Choice {
    let total = entries.len();
    let is_meant = |entry: &Entry| {
        let last = entry.name.rsplit('/').next().unwrap_or_default();
        !last.is_empty() && pattern.matches(last) && !crate::pattern::is_under_way(last)
    };
    let meant: Vec<Entry> = entries.into_iter().filter(is_meant).collect();
    choose_of(meant, total, pattern, known, now)
}
