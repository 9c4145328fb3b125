//! JSON Schemas under `/schemas/`, and what they are, with their digests.

use std::sync::LazyLock;

use axum::{
    extract::Path,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use bytes::Bytes;
use dealeragent_protocol::{schema::documents, values::ContentDigest};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::here::Here;
use crate::http::{
    body,
    validators::{Cache, Representation},
};

/// A version of the gateway has one set of schemas, so an hour is short.
const CACHE: Cache = Cache::Public { max_age: 3600 };

/// A schema as it is served.
struct Published {
    file: &'static str,
    title: String,
    digest: ContentDigest,
    representation: Representation,
}

/// The bytes are those of the project's `schemas/` folder, so that a digest
/// means the same in both places.
static SCHEMAS: LazyLock<Vec<Published>> = LazyLock::new(|| {
    let publish = |document: dealeragent_protocol::schema::Document| {
        let mut text = serde_json::to_string_pretty(&document.schema).unwrap_or_default();
        text.push('\n');
        let bytes = Bytes::from(text);
        Published {
            file: document.file,
            title: document.schema.get("title").and_then(|title| title.as_str()).unwrap_or(document.file).to_owned(),
            digest: ContentDigest::from_sha256(Sha256::digest(&bytes).into()),
            representation: Representation::new(bytes, "application/schema+json", CACHE),
        }
    };
    documents().into_iter().map(publish).collect()
});

/// `GET /schemas/`.
pub(super) async fn index(Here(site): Here, headers: HeaderMap) -> Response {
    let base = site.address().as_str();
    let entry = |schema: &Published| {
        json!({
            "name": schema.file,
            "title": schema.title,
            "url": format!("{base}/schemas/{}", schema.file),
            "digest": schema.digest,
        })
    };
    let list = json!({ "schemas": SCHEMAS.iter().map(entry).collect::<Vec<_>>() });
    Representation::new(format!("{list}\n"), "application/json", CACHE).answer(&headers)
}

/// `GET /schemas/{file}`.
pub(super) async fn schema(Path(file): Path<String>, headers: HeaderMap) -> Response {
    match SCHEMAS.iter().find(|schema| schema.file == file) {
        Some(schema) => schema.representation.answer(&headers),
        None => body::json(StatusCode::NOT_FOUND, "{\"error\":\"there is no such schema; /schemas/ lists them\"}\n"),
    }
}
