//! Documents with validators: the whole of it, 304, or its head alone
//! (RFC 9110 sections 8.8 and 13; E16, E17).
//!
//! Whatever is published under a fixed address goes through here, so that a
//! poller who keeps what it has downloads nothing twice.

mod coding;
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
    /// The same compressed, which is a representation of its own.
    gzip: Option<Bytes>,
    for_any_origin: bool,
}

impl Representation {
    /// A document of these bytes, whose tag is their digest.
    pub(super) fn new(body: impl Into<Bytes>, content_type: &'static str, cache: Cache) -> Self {
        let body = body.into();
        let tag = EntityTag::of(&body);
        Self { tag, body, content_type, modified_at: None, cache, gzip: None, for_any_origin: false }
    }

    /// The same, compressed once for callers who take it, under a tag of its own.
    pub(super) fn compressed(self) -> Self {
        Self { gzip: coding::gzip(&self.body), ..self }
    }

    /// The same, which pages of any site may read, also out of a cache that saw
    /// no `Origin`.
    pub(super) fn for_any_origin(self) -> Self {
        Self { for_any_origin: true, ..self }
    }

    /// The bytes, as they are without compression.
    pub(super) fn body(&self) -> &Bytes {
        &self.body
    }

    /// When it last changed.
    pub(super) fn last_modified(&self) -> Option<Timestamp> {
        self.modified_at
    }

    /// The same, last changed at `at`. Whole seconds: HTTP has no others.
    pub(super) fn modified_at(self, at: Timestamp) -> Self {
        Self { modified_at: Some(at.to_whole_second()), ..self }
    }

    /// The answer to a GET with these request headers; the router takes the
    /// body off for HEAD.
    pub(super) fn answer(&self, request: &HeaderMap) -> Response {
        let gzip = self.gzip.as_ref().filter(|_| coding::takes_gzip(request));
        let mut response = if self.is_known_to(request) { not_modified() } else { self.whole(gzip) };
        let headers = response.headers_mut();
        let tag = if gzip.is_some() { self.tag.gzip() } else { self.tag.clone() };
        headers.insert(header::ETAG, text(&tag.to_string()));
        headers.insert(header::CACHE_CONTROL, self.cache.header());
        if self.for_any_origin {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        }
        // Where it is not compressed here, perhaps by a proxy in front.
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        if let Some(date) = self.modified_at.and_then(to_system_time) {
            headers.insert(header::LAST_MODIFIED, text(&httpdate::fmt_http_date(date)));
        }
        response
    }

    fn whole(&self, gzip: Option<&Bytes>) -> Response {
        let mut response = Response::new(Body::from(gzip.unwrap_or(&self.body).clone()));
        if gzip.is_some() {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
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
