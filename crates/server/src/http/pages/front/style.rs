//! The page's own style, and the policy that lets in nothing else.

use std::sync::LazyLock;

use axum::http::HeaderValue;
use data_encoding::BASE64;
use sha2::{Digest as _, Sha256};

/// Stands inside the page, so that one request shows all of it.
pub(super) const STYLE: &str = include_str!("../../../../templates/front.css");

/// Nothing is loaded from anywhere but this style, by its hash, and our icon; no
/// script runs, no form is sent, and nobody frames the page.
pub(super) fn content_security_policy() -> HeaderValue {
    static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
        let hash = BASE64.encode(&Sha256::digest(STYLE.as_bytes()));
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{hash}'; img-src 'self'; base-uri 'none'; form-action 'none'; \
            frame-ancestors 'none'"
        );
        HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
    });
    POLICY.clone()
}
