//! Where a fact comes from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::values::{ContentDigest, List, Text, Timestamp, Uri, words::words};

words! {
    /// What kind of party stands behind a source.
    pub enum Authority {
        AuthoritativeDealerSystem = "authoritative_dealer_system",
        DealerAsserted = "dealer_asserted",
        Oem = "oem",
        Government = "government",
        ThirdParty = "third_party",
        Derived = "derived",
        Unknown = "unknown",
    }
}

words! {
    /// How firmly a fact stands, over all its sources.
    pub enum AuthorityStatus {
        Authoritative = "authoritative",
        Asserted = "asserted",
        Derived = "derived",
        Unknown = "unknown",
    }
}

/// One source of a fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Source {
    /// Name for people.
    pub source_name: Text<1, 128>,
    /// Public address of the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_uri: Option<Uri>,
    /// The record within the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_record_id: Option<Text<1, 256>>,
    /// Who stands behind it.
    pub authority: Authority,
    /// When the source saw the fact; not when it was downloaded.
    pub observed_at: Timestamp,
    /// Digest of what was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_digest: Option<ContentDigest>,
}

/// All sources of a fact and what was done on the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Provenance {
    /// At least one source.
    pub sources: List<Source, 1>,
    /// How firmly the fact stands.
    pub authority_status: AuthorityStatus,
    /// When the gateway last worked on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transformed_at: Option<Timestamp>,
    /// What the gateway did to it, in the order of doing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transformations: Option<List<Text<1, 160>, 0, 32>>,
}
