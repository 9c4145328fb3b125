//! Files of web servers.

use std::{collections::BTreeMap, fmt};

use dealeragent_egress::{Document, Egress, Get, Saved, Secret};
use dealeragent_protocol::values::Timestamp;
use secrecy::ExposeSecret;
use url::Url;

use crate::{
    FaultKind, Fetched, FetchedFile, Limits, PassedOver, SecretRef, SourceFault, SourceTime, SpoolFile, TimeBasis,
    Validators, source::Doors, words::shown,
};

/// A file with an address.
#[derive(Clone)]
pub(crate) struct HttpPlan {
    pub(crate) address: Url,
    pub(crate) headers: BTreeMap<String, SecretRef>,
    pub(crate) query: BTreeMap<String, SecretRef>,
    pub(crate) bearer: Option<SecretRef>,
    pub(crate) basic: Option<(String, SecretRef)>,
}

/// Without the address: its query may hold a key.
impl fmt::Debug for HttpPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpPlan").field("place", &self.place()).finish_non_exhaustive()
    }
}

impl HttpPlan {
    /// Scheme and host.
    pub(crate) fn place(&self) -> String {
        self.address.origin().ascii_serialization()
    }

    pub(crate) fn secrets(&self) -> Vec<(&'static str, &SecretRef)> {
        let headers = self.headers.values().map(|secret| ("url.headers", secret));
        let query = self.query.values().map(|secret| ("url.query", secret));
        let bearer = self.bearer.iter().map(|secret| ("url.bearer", secret));
        let basic = self.basic.iter().map(|(_, secret)| ("url.basic.password", secret));
        headers.chain(query).chain(bearer).chain(basic).collect()
    }

    pub(crate) async fn look(&self, known: &Validators, doors: &Doors, now: Timestamp) -> Result<Fetched, SourceFault> {
        let place = self.place();
        let mut address = self.address.clone();
        for (name, secret) in &self.query {
            let secret = secret.read("url.query", &doors.folder)?;
            address.query_pairs_mut().append_pair(name, secret.expose_secret());
        }
        let mut get = doors.egress.get(address.as_str());
        for (name, secret) in &self.headers {
            let secret = secret.read("url.headers", &doors.folder)?;
            get = get.header(name, &secret).map_err(|error| {
                let problem = format!("{name} cannot be sent: {error}");
                SourceFault::new(FaultKind::Credentials, &place, &problem, "check the secret for line breaks")
            })?;
        }
        if let Some(secret) = &self.bearer {
            get = get.secret(Secret::Bearer(secret.read("url.bearer", &doors.folder)?));
        }
        if let Some((user, secret)) = &self.basic {
            let password = secret.read("url.basic.password", &doors.folder)?;
            get = get.secret(Secret::Basic { user: user.clone(), password });
        }
        let name = self.address.path_segments().and_then(|mut parts| parts.next_back()).unwrap_or_default();
        let received = Received { place: &place, name, known, now };
        received.from(get, doors).await
    }
}

/// A conditional request whose body goes to the spool.
pub(crate) struct Received<'a> {
    pub(crate) place: &'a str,
    pub(crate) name: &'a str,
    pub(crate) known: &'a Validators,
    pub(crate) now: Timestamp,
}

impl Received<'_> {
    pub(crate) async fn from(&self, get: Get<'_>, doors: &Doors) -> Result<Fetched, SourceFault> {
        let file = doors.spool.create()?;
        let mut get = bounded(get, &doors.limits);
        // With both, servers go by the tag (RFC 9110 section 13.2.2).
        if let Some(etag) = &self.known.etag {
            get = get.if_none_match(etag);
        }
        if let Some(date) = &self.known.last_modified {
            get = get.if_modified_since(date);
        }
        let saved = get.save_to(file.path()).await;
        match saved.map_err(|error| SourceFault::from_egress(self.place, &error))? {
            Saved::NotModified => Ok(Fetched::Unchanged),
            Saved::Fresh { head, .. } if self.is_known(&head) => Ok(Fetched::Unchanged),
            Saved::Fresh { head, length } => Ok(Fetched::File(Box::new(self.file(file, *head, length)))),
        }
    }

    /// Whether a server that does not heed conditions sent what is known.
    fn is_known(&self, head: &Document) -> bool {
        let weak = |tag: &str| tag.trim_start_matches("W/").to_owned();
        head.etag.is_some() && head.etag.as_deref().map(weak) == self.known.etag.as_deref().map(weak)
    }

    fn file(&self, file: SpoolFile, head: Document, length: u64) -> FetchedFile {
        let source_time = source_time(&head, self.now);
        let modified = Some(source_time).filter(|time| time.basis == TimeBasis::LastModified);
        FetchedFile {
            file,
            name: shown(self.name),
            source_time,
            length,
            media_type: head.media_type,
            validators: Validators {
                source: self.known.source.clone(),
                name: Some(self.name.to_owned()),
                etag: head.etag,
                last_modified: head.last_modified,
                length: Some(length),
                modified: modified.map(|time| crate::choose::nanoseconds(time.at)),
            },
            passed_over: PassedOver::default(),
        }
    }
}

/// A request within the limits of a file, with a breaker that is the source's.
pub(crate) fn bounded<'a>(get: Get<'a>, limits: &Limits) -> Get<'a> {
    get.apart().within(limits.within).max_bytes(usize::try_from(limits.bytes).unwrap_or(usize::MAX))
}

/// `Last-Modified`; where there is none, or one after the answer itself, the
/// answer's `Date` (RFC 9110 section 8.8.2.1); where there is neither, now.
fn source_time(head: &Document, now: Timestamp) -> SourceTime {
    let date = head.date.as_deref().and_then(http_date);
    let modified = head.last_modified.as_deref().and_then(http_date);
    match (modified, date) {
        (Some(at), limit) if at <= limit.unwrap_or(now) => SourceTime { at, basis: TimeBasis::LastModified },
        (_, Some(at)) => SourceTime { at, basis: TimeBasis::AnswerDate },
        (_, None) => SourceTime { at: now, basis: TimeBasis::Received },
    }
}

/// A date of a header: `Tue, 01 Sep 2026 14:00:00 GMT`.
fn http_date(text: &str) -> Option<Timestamp> {
    static PARSER: jiff::fmt::rfc2822::DateTimeParser = jiff::fmt::rfc2822::DateTimeParser::new();
    PARSER.parse_timestamp(text.trim()).ok().map(Timestamp::from)
}

/// For those who only look something up.
pub(crate) fn lookup<'a>(egress: &'a Egress, address: &Url, limits: &Limits) -> Get<'a> {
    egress.get(address.as_str()).apart().within(limits.within)
}
