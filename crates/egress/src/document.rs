//! What came back.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, header};
use url::Url;

/// The answer to a GET.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fetched {
    /// What the caller has is still right.
    NotModified,
    /// A body.
    Fresh(Box<Document>),
}

impl Fetched {
    /// The body, where one came.
    #[must_use]
    pub fn document(self) -> Option<Document> {
        match self {
            Self::NotModified => None,
            Self::Fresh(document) => Some(*document),
        }
    }
}

/// A whole body with what is worth knowing about it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Document {
    /// The body, decompressed.
    pub bytes: Bytes,
    /// Its media type in lower case, without parameters: `text/csv`.
    pub media_type: Option<String>,
    /// The `charset` parameter, as it was sent.
    pub charset: Option<String>,
    /// `ETag`, to be sent back as it is.
    pub etag: Option<String>,
    /// `Last-Modified`, to be sent back as it is.
    pub last_modified: Option<String>,
    /// `Date`: when the server says that it answered.
    pub date: Option<String>,
    /// For how long the server calls it fresh (`Cache-Control`); zero where it
    /// must not be kept.
    pub fresh_for: Option<Duration>,
    /// Where it was found, after redirects.
    pub url: Url,
    /// Bytes that went to a file instead.
    pub(crate) saved: u64,
}

/// Where a body is.
pub(crate) enum Body {
    /// In memory.
    Held(Bytes),
    /// In a file, of this length.
    Saved(u64),
}

/// The answer to a GET whose body went to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Saved {
    /// What the caller has is still right. The file is as it was.
    NotModified,
    /// The file holds the body.
    Fresh {
        /// What is worth knowing about it; its `bytes` are empty.
        head: Box<Document>,
        /// The length of the file in bytes.
        length: u64,
    },
}

impl Document {
    pub(crate) fn new(url: Url, headers: &HeaderMap, body: Body) -> Self {
        let (bytes, saved) = match body {
            Body::Held(bytes) => (bytes, 0),
            Body::Saved(length) => (Bytes::new(), length),
        };
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        Self {
            media_type: media_type(headers),
            charset: charset(headers),
            etag: text(header::ETAG),
            last_modified: text(header::LAST_MODIFIED),
            date: text(header::DATE),
            fresh_for: fresh_for(headers),
            bytes,
            url,
            saved,
        }
    }
}

/// The media type of a body in lower case, without parameters.
pub(crate) fn media_type(headers: &HeaderMap) -> Option<String> {
    let whole = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    Some(whole.split(';').next()?.trim().to_ascii_lowercase())
}

fn charset(headers: &HeaderMap) -> Option<String> {
    let whole = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let mut parameters = whole.split(';').skip(1).filter_map(|parameter| parameter.split_once('='));
    let (_, value) = parameters.find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))?;
    Some(value.trim().trim_matches('"').to_owned())
}

fn fresh_for(headers: &HeaderMap) -> Option<Duration> {
    let lines = headers.get_all(header::CACHE_CONTROL).iter().filter_map(|value| value.to_str().ok());
    let mut found = None;
    for directive in lines.flat_map(|line| line.split(',')).map(|word| word.trim().to_ascii_lowercase()) {
        match directive.split_once('=') {
            None if directive == "no-store" || directive == "no-cache" => return Some(Duration::ZERO),
            Some(("max-age", seconds)) => found = seconds.trim_matches('"').parse().ok().map(Duration::from_secs),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        lines.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn content_type_and_freshness_are_read() {
        let document = Document::new(
            Url::parse("https://x.example/").unwrap(),
            &headers(&[("content-type", "Text/CSV; Charset=\"latin1\""), ("cache-control", "public, max-age=60")]),
            Body::Held(Bytes::new()),
        );
        assert_eq!(document.media_type.as_deref(), Some("text/csv"));
        assert_eq!(document.charset.as_deref(), Some("latin1"));
        assert_eq!(document.fresh_for, Some(Duration::from_secs(60)));
        assert_eq!(fresh_for(&headers(&[("cache-control", "max-age=60, no-store")])), Some(Duration::ZERO));
        assert_eq!(fresh_for(&headers(&[("cache-control", "max-age=x")])), None);
    }
}
