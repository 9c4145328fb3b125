//! Documents with validators: the whole of it, 304, or its head alone
//! (RFC 9110 sections 8.8 and 13; E16, E17).
//!
//! Whatever is published under a fixed address goes through here, so that a
//! poller who keeps what it has downloads nothing twice.

mod entity_tag;

use std::time::{Duration, SystemTime};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};
use bytes::Bytes;
use dealeragent_protocol::values::Timestamp;
use futures_util::stream;

use self::entity_tag::{EntityTag, IfNoneMatch};

/// How long an answer may be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cache {
    /// By anybody, for so many seconds.
    Public {
        /// Seconds.
        max_age: u64,
    },
    /// By nobody.
    Never,
}

impl Cache {
    /// The `Cache-Control` header.
    pub(super) fn header(self) -> HeaderValue {
        match self {
            Self::Public { max_age } => text(&format!("public, max-age={max_age}")),
            Self::Never => HeaderValue::from_static("no-store"),
        }
    }
}

/// One document as it is served.
#[derive(Debug, Clone)]
pub(super) struct Representation {
    body: Bytes,
    content_type: &'static str,
    tag: EntityTag,
    modified_at: Option<Timestamp>,
    cache: Cache,
}

impl Representation {
    /// A document of these bytes, whose tag is their digest.
    pub(super) fn new(body: impl Into<Bytes>, content_type: &'static str, cache: Cache) -> Self {
        let body = body.into();
        Self { tag: EntityTag::of(&body), body, content_type, modified_at: None, cache }
    }

    /// The same, last changed at `at`. Whole seconds: HTTP has no others.
    pub(super) fn modified_at(self, at: Timestamp) -> Self {
        Self { modified_at: Some(at.to_whole_second()), ..self }
    }

    /// The answer to a GET with these request headers; the router takes the
    /// body off for HEAD.
    pub(super) fn answer(&self, request: &HeaderMap) -> Response {
        let mut response = if self.is_known_to(request) { not_modified() } else { self.whole() };
        let headers = response.headers_mut();
        headers.insert(header::ETAG, text(&self.tag.to_string()));
        headers.insert(header::CACHE_CONTROL, self.cache.header());
        // Not compressed here, but perhaps by a proxy in front.
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        if let Some(date) = self.modified_at.and_then(to_system_time) {
            headers.insert(header::LAST_MODIFIED, text(&httpdate::fmt_http_date(date)));
        }
        response
    }

    fn whole(&self) -> Response {
        let mut response = Response::new(Body::from(self.body.clone()));
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        response
    }

    /// Whether the caller has it. A date counts only where no tag was sent
    /// (RFC 9110 section 13.2.2).
    fn is_known_to(&self, request: &HeaderMap) -> bool {
        if request.contains_key(header::IF_NONE_MATCH) {
            let fields = request.get_all(header::IF_NONE_MATCH).iter().map(HeaderValue::as_bytes);
            let list = fields.collect::<Vec<_>>().join(&b","[..]);
            return IfNoneMatch::parse(&list).is_some_and(|condition| condition.holds_for(&self.tag));
        }
        let since = request.get(header::IF_MODIFIED_SINCE).and_then(|value| value.to_str().ok());
        let since = since.and_then(|text| httpdate::parse_http_date(text).ok());
        let modified_at = self.modified_at.and_then(to_system_time);
        since.zip(modified_at).is_some_and(|(since, modified_at)| modified_at <= since)
    }
}

/// The router writes the length of every known body into the header, and a 304
/// that says zero would be a lie about the document. A stream has no length.
fn not_modified() -> Response {
    let mut response = Response::new(Body::from_stream(stream::empty::<Result<Bytes, std::convert::Infallible>>()));
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    response
}

/// `None` before 1970, which HTTP cannot say.
fn to_system_time(at: Timestamp) -> Option<SystemTime> {
    let seconds = u64::try_from(at.as_second()).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds)).filter(|date| *date < end_of_http_time())
}

/// `httpdate` stops at the year 9999.
fn end_of_http_time() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(253_402_300_800)
}

/// Our own words as a header value.
fn text(words: &str) -> HeaderValue {
    HeaderValue::from_str(words).unwrap_or(HeaderValue::from_static(""))
}
