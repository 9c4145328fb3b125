//! Content codings: gzip, or none (RFC 9110 section 12.5.3).

use std::io::Write as _;

use axum::http::{HeaderMap, HeaderValue, header};
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};

/// The bytes compressed; `None` where that makes them no shorter. The same bytes
/// give the same result: there is no time in it.
pub(super) fn gzip(bytes: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).ok()?;
    let compressed = encoder.finish().ok()?;
    (compressed.len() < bytes.len()).then(|| compressed.into())
}

/// Whether a caller takes gzip: it says so, and not with a weight of zero. No
/// header means no coding, since who can unpack one says it.
pub(super) fn takes_gzip(request: &HeaderMap) -> bool {
    let fields = request.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value: &HeaderValue| value.to_str().ok());
    let mut by_any = false;
    for coding in fields.flat_map(|field| field.split(',')) {
        let mut parts = coding.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        let is_wanted = weight.is_none_or(|weight| weight.bytes().any(|byte| matches!(byte, b'1'..=b'9')));
        if name.eq_ignore_ascii_case("gzip") || name.eq_ignore_ascii_case("x-gzip") {
            return is_wanted;
        }
        by_any |= name == "*" && is_wanted;
    }
    by_any
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn takes(accept: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_str(accept).unwrap());
        takes_gzip(&headers)
    }

    #[test]
    fn who_names_it_gets_it() {
        for accept in ["gzip", "GZIP", "br, gzip", "gzip;q=0.5, br", "x-gzip", "*", "deflate, *;q=0.1", "gzip;q=1.000"]
        {
            assert!(takes(accept), "{accept}");
        }
        for accept in ["", "br", "identity", "gzip;q=0", "gzip; q=0.000", "*, gzip;q=0", "*;q=0", "gzipped", ";;,"] {
            assert!(!takes(accept), "{accept}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn only_what_gets_shorter_is_compressed() {
        assert!(gzip(b"short").is_none());
        let long = b"the same again and ".repeat(100);
        let compressed = gzip(&long).unwrap();
        assert_eq!(gzip(&long).unwrap(), compressed, "the same bytes give the same result");
        let mut back = Vec::new();
        flate2::read::GzDecoder::new(&*compressed).read_to_end(&mut back).unwrap();
        assert_eq!(back, long);
    }
}
