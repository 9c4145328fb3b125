//! A name for the published JSON Schemas where no address has them, as over
//! standard input.

use std::sync::LazyLock;

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use dealeragent_protocol::{schema, values::Uri};
use sha2::{Digest as _, Sha256};

/// Says which schemas, and not where (RFC 6920): the SHA-256 of what
/// `LC_ALL=C sha256sum *` says in the project's `schemas/` folder, so that anybody
/// can tell whether a copy is the same.
pub(crate) fn of_published() -> Option<Uri> {
    static NAME: LazyLock<Option<Uri>> = LazyLock::new(|| {
        let line = |document: schema::Document| {
            let mut text = serde_json::to_string_pretty(&document.schema).unwrap_or_default();
            text.push('\n');
            format!("{}  {}\n", HEXLOWER.encode(&Sha256::digest(text)), document.file)
        };
        let mut documents = schema::documents();
        documents.sort_by_key(|document| document.file);
        let lines: String = documents.into_iter().map(line).collect();
        Uri::parse(&format!("ni:///sha-256;{}", BASE64URL_NOPAD.encode(&Sha256::digest(lines)))).ok()
    });
    NAME.clone()
}
