//! The `Accept` header (RFC 9110 section 12.5.1): which media types a caller
//! takes, and how gladly.

use axum::http::{HeaderMap, HeaderValue, header};

/// The media ranges that a request names.
pub(super) struct Accept<'h>(Vec<Range<'h>>);

impl<'h> Accept<'h> {
    /// Reads every `Accept` header. What is no range is left out.
    pub(super) fn of(headers: &'h HeaderMap) -> Self {
        let fields = headers.get_all(header::ACCEPT).iter().filter_map(|value: &HeaderValue| value.to_str().ok());
        Self(fields.flat_map(|field| field.split(',')).filter_map(Range::parse).collect())
    }

    /// The weight of a type that is named itself, in thousandths.
    pub(super) fn named(&self, name: &str) -> Option<u16> {
        self.weight(|range| range.name.eq_ignore_ascii_case(name))
    }

    /// The weight of a type, in thousandths: of its own range, else of its
    /// family's, else of any type's; 0 where nothing takes it.
    pub(super) fn of_type(&self, name: &str) -> u16 {
        let family = name.split('/').next().unwrap_or_default();
        let is_family =
            |range: &Range<'_>| range.name.strip_suffix("/*").is_some_and(|prefix| prefix.eq_ignore_ascii_case(family));
        self.named(name)
            .or_else(|| self.weight(is_family))
            .or_else(|| self.weight(|range| range.name == "*/*"))
            .unwrap_or(0)
    }

    /// Whether nothing is asked for.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn weight(&self, is: impl Fn(&Range<'_>) -> bool) -> Option<u16> {
        self.0.iter().filter(|range| is(range)).map(|range| range.weight).max()
    }
}

/// One media range with its weight in thousandths.
struct Range<'h> {
    name: &'h str,
    weight: u16,
}

impl<'h> Range<'h> {
    fn parse(text: &'h str) -> Option<Self> {
        let mut parts = text.split(';').map(str::trim);
        let name = parts.next().filter(|name| name.contains('/'))?;
        let q = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        Some(Self { name, weight: q.map_or(1000, thousandths) })
    }
}

/// `0.8` is 800; what is no weight counts as none given.
fn thousandths(text: &str) -> u16 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = fraction.len() <= 3 && fraction.bytes().all(|byte| byte.is_ascii_digit());
    match (whole, format!("{fraction:0<3}").parse::<u16>()) {
        ("0", Ok(weight)) if digits => weight,
        _ => 1000,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn weights(accept: &str) -> (u16, u16) {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, HeaderValue::from_str(accept).unwrap());
        let accept = Accept::of(&headers);
        (accept.of_type("application/json"), accept.of_type("text/event-stream"))
    }

    #[test]
    fn the_nearest_range_decides() {
        for (accept, expected) in [
            ("application/json, text/event-stream", (1000, 1000)),
            ("text/event-stream", (0, 1000)),
            ("text/event-stream;q=1, application/json;q=0", (0, 1000)),
            ("*/*, application/json;q=0", (0, 1000)),
            ("application/*;q=0.5, */*;q=0.1", (500, 100)),
            ("APPLICATION/JSON", (1000, 0)),
            ("text/*", (0, 1000)),
            ("*/*;q=0", (0, 0)),
            ("nonsense;;, /", (0, 0)),
            ("", (0, 0)),
        ] {
            assert_eq!(weights(accept), expected, "{accept}");
        }
    }

    proptest! {
        /// Whatever is sent is read without a panic, within its bounds.
        #[test]
        fn any_header_is_read(bytes in proptest::collection::vec(0x20..=0x7E_u8, 0..60)) {
            let (json, stream) = weights(&String::from_utf8(bytes).unwrap());
            prop_assert!(json <= 1000 && stream <= 1000);
        }
    }
}
