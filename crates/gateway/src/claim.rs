//! The conformance claim that a manifest points at (`discovery.md` section 3).

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
        let (_, digest) = claim_document();
        Ok(Self { uri: site.join(CLAIM_PATH)?, digest, test_run: json!({ "test_result": "not_run" }) })
    }
}
