//! The static publication's document, `/.well-known/dealer-agent.json`
//! (`discovery.md` section 4, contract.md section 10).
//!
//! Its authority is a type with one word, `asserted`: there is no value here by
//! which a publication could say that availability was verified (DAP-DISC-003).

mod reading;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

pub use self::reading::{WellKnownFault, WellKnownReading};
use super::{Charge, GovernmentChargeStatus};
use crate::values::{Currency, List, OrganizationId, RooftopId, Set, Text, Uri, words::words};

words! {
    /// The version of the protocol that the document keeps to.
    pub enum ProtocolVersion { V01 = "0.1" }
}

words! {
    /// The feed's format.
    pub enum FeedFormat { InventoryCsv01 = "dealer-agent-inventory-csv/0.1" }
}

words! {
    /// Who stands behind a publication: the dealer asserts it, and that is all
    /// that a file can carry (DAP-DISC-003).
    pub enum FeedAuthority { Asserted = "asserted" }
}

/// The document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct WellKnown {
    /// `0.1`.
    #[schemars(schema_with = "protocol_version")]
    pub dealer_agent_protocol: ProtocolVersion,
    /// The dealer whose publication this is; one document is about one dealer.
    pub organization_id: OrganizationId,
    /// The rooftops whose units the feed holds.
    pub rooftops: Set<PublishedRooftop, 1>,
    /// The MCP endpoint of a running gateway; `null` where there is none.
    #[serde(deserialize_with = "present")]
    #[schemars(schema_with = "uri_or_null")]
    pub gateway: Option<Uri>,
    /// The feed.
    pub published_feed: PublishedFeed,
    /// What holds for a unit of which the feed says nothing else.
    pub disclosure_defaults: DisclosureDefaults,
    /// Where a shopper's wish to be contacted may go.
    pub handoff: HandoffAddresses,
    /// The way from here to a managed gateway.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upgrade_path: Option<Uri>,
}

/// A rooftop by its id and its name for shoppers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PublishedRooftop {
    /// Its id, as in the feed's rows.
    pub rooftop_id: RooftopId,
    /// Its name.
    pub name: Text<1, 200>,
}

/// Where the feed is and what it may be taken for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PublishedFeed {
    /// Its format.
    #[schemars(schema_with = "feed_format")]
    pub format: FeedFormat,
    /// Its address; https in production (DAP-DISC-006).
    pub url: Uri,
    /// How old it may be. No shorter than the longest time between two exports.
    pub freshness_sla_seconds: FeedSlaSeconds,
    /// Always `asserted`.
    #[schemars(schema_with = "feed_authority")]
    pub authority: FeedAuthority,
}

/// What is known of charges in general.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct DisclosureDefaults {
    /// Charges that every buyer pays at every rooftop of the document.
    pub required_dealer_charges: List<DefaultCharge>,
    /// What is known of government charges.
    pub government_charges: GovernmentChargeStatus,
}

/// A required charge in the document's short shape.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct DefaultCharge {
    /// Its name.
    pub label: Text<1, 160>,
    /// Minor units of the currency, never below zero.
    pub amount_minor: u64,
    /// ISO 4217 code.
    pub currency: Currency,
    /// Whether the advertised price already holds it.
    pub included_in_advertised_price: bool,
}

impl DefaultCharge {
    /// The short shape of a charge.
    #[must_use]
    pub fn of(charge: &Charge) -> Self {
        Self {
            label: charge.name.clone(),
            // Its type has no amounts below zero.
            amount_minor: charge.amount.minor().unsigned_abs(),
            currency: charge.amount.currency(),
            included_in_advertised_price: charge.included_in_advertised_price,
        }
    }
}

/// Where a handoff may go; `null` where the dealer takes none that way.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct HandoffAddresses {
    /// Takes leads in ADF, such as `mailto:` or an https address.
    #[serde(deserialize_with = "present")]
    #[schemars(schema_with = "uri_or_null")]
    pub adf_endpoint: Option<Uri>,
    /// What the dealer does with them.
    #[serde(deserialize_with = "present")]
    #[schemars(schema_with = "uri_or_null")]
    pub policy_url: Option<Uri>,
}

/// A feed's freshness target in seconds, 60 to 86,400.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct FeedSlaSeconds(u32);

impl FeedSlaSeconds {
    /// A minute.
    pub const SHORTEST: Self = Self(60);
    /// A day: the format has no longer one, since a dealer's assertion is worth
    /// no more than that (band `asserted`).
    pub const LONGEST: Self = Self(86_400);

    /// `None` outside of a minute to a day.
    #[must_use]
    pub fn new(seconds: u32) -> Option<Self> {
        (Self::SHORTEST.0..=Self::LONGEST.0).contains(&seconds).then_some(Self(seconds))
    }

    /// The nearest target that the format has.
    #[must_use]
    pub fn nearest(seconds: u32) -> Self {
        Self(seconds.clamp(Self::SHORTEST.0, Self::LONGEST.0))
    }

    /// Seconds.
    #[must_use]
    pub fn as_seconds(self) -> u32 {
        self.0
    }
}

impl<'de> Deserialize<'de> for FeedSlaSeconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(u32::deserialize(deserializer)?)
            .ok_or_else(|| serde::de::Error::custom("must be 60 to 86400 seconds"))
    }
}

impl JsonSchema for FeedSlaSeconds {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FeedSlaSeconds".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "minimum": 60, "maximum": 86_400 })
    }
}

/// A member that may be `null` but not absent.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Uri>, D::Error> {
    Option::deserialize(deserializer)
}

fn uri_or_null(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": ["string", "null"], "format": "uri" })
}

fn protocol_version(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "const": ProtocolVersion::V01.as_str() })
}

fn feed_format(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "const": FeedFormat::InventoryCsv01.as_str() })
}

fn feed_authority(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "const": FeedAuthority::Asserted.as_str() })
}
