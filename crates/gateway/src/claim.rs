//! The conformance claim that a manifest points at (`discovery.md` section 3).

use data_encoding::BASE64;
use dealeragent_protocol::values::{ContentDigest, InvalidText, Uri};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::SiteAddress;

/// Where a claim is, what it hashes to, and what its test run came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Where it can be read.
    pub uri: Uri,
    /// The digest of its bytes.
    pub digest: ContentDigest,
    /// What the manifest's extension says of the run: `test_result`, and the
    /// suite's version and time where there was one.
    pub test_run: Value,
}

/// The path of the document that a site without a claim points at.
const CLAIM_PATH: &str = "/conformance/claim.json";

/// The document behind `conformance.claim_uri` while no run is recorded. It
/// claims nothing.
const NO_CLAIM: &str = concat!(
    "{\"claim\":null,\"test_result\":\"not_run\",",
    "\"statement\":\"No conformance run of this gateway is recorded, so it makes no conformance claim.\"}\n"
);

/// The bytes of that document and their digest.
#[must_use]
pub fn claim_document() -> (&'static str, ContentDigest) {
    (NO_CLAIM, ContentDigest::from_sha256(Sha256::digest(NO_CLAIM.as_bytes()).into()))
}

impl Claim {
    /// What a site without a recorded run points at.
    ///
    /// # Errors
    /// When the site's address takes no path.
    pub(crate) fn none_recorded(site: &SiteAddress) -> Result<Self, InvalidText> {
        Ok(Self::not_run(site.join(CLAIM_PATH)?))
    }

    /// The same where nobody listens at any address, as over standard input: the
    /// URI holds the document itself (RFC 2397), so that it always resolves.
    ///
    /// # Errors
    /// Never for the document of this module.
    pub(crate) fn none_recorded_inline() -> Result<Self, InvalidText> {
        let bytes = BASE64.encode(NO_CLAIM.as_bytes());
        Ok(Self::not_run(Uri::parse(&format!("data:application/json;base64,{bytes}"))?))
    }

    fn not_run(uri: Uri) -> Self {
        Self { uri, digest: claim_document().1, test_run: json!({ "test_result": "not_run" }) }
    }
}
