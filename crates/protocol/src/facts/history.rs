//! History reports about used units (contract.md section 6).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Freshness, Provenance};
use crate::values::{Distance, ProviderId, Set, Text, Timestamp, Uri, words::words};

words! {
    /// Whether a report can be had.
    pub enum ReportStatus {
        Available = "available", NotAvailable = "not_available", Restricted = "restricted", Unknown = "unknown",
    }
}

words! {
    /// How a shopper gets to a report.
    pub enum ReportAccess {
        PublicLink = "public_link", DealerPresented = "dealer_presented", OnRequest = "on_request",
        Restricted = "restricted", None = "none",
    }
}

words! {
    /// Accidents. "No events reported" is never "accident-free".
    pub enum AccidentStatus {
        EventsReported = "events_reported", NoEventsReported = "no_events_reported", Unknown = "unknown",
    }
}

words! {
    /// Damage.
    pub enum DamageStatus {
        DamageReported = "damage_reported", NoDamageReported = "no_damage_reported", Unknown = "unknown",
    }
}

words! {
    /// Whether something was reported.
    pub enum ReportedStatus { Reported = "reported", NotReported = "not_reported", Unknown = "unknown" }
}

words! {
    /// Title brands.
    pub enum TitleBrandStatus {
        BrandsReported = "brands_reported", NoBrandsReported = "no_brands_reported", Unknown = "unknown",
    }
}

words! {
    /// Whether odometer readings agree with each other.
    pub enum OdometerConsistency {
        Consistent = "consistent", DiscrepancyReported = "discrepancy_reported", Unknown = "unknown",
    }
}

words! {
    /// Whether the number of owners is known.
    pub enum OwnerCountStatus { Known = "known", Unknown = "unknown" }
}

words! {
    /// What the unit was used for.
    pub enum PriorUse {
        Personal = "personal", Lease = "lease", Rental = "rental", Fleet = "fleet", Commercial = "commercial",
        Government = "government", TaxiOrRideshare = "taxi_or_rideshare", Other = "other", Unknown = "unknown",
    }
}

/// What a report says, in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("allOf" = [{
    "if": { "properties": { "owner_count_status": { "const": "known" } }, "required": ["owner_count_status"] },
    "then": { "required": ["owner_count"] }
}]))]
pub struct HistorySummary {
    /// Accidents.
    pub accident_status: AccidentStatus,
    /// How many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accident_event_count: Option<u32>,
    /// Damage.
    pub damage_status: DamageStatus,
    /// Damage to the structure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structural_damage_status: Option<ReportedStatus>,
    /// Airbags that went off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub airbag_deployment_status: Option<ReportedStatus>,
    /// Title brands.
    pub title_brand_status: TitleBrandStatus,
    /// Whether odometer readings agree.
    pub odometer_consistency: OdometerConsistency,
    /// Whether the number of owners is known.
    pub owner_count_status: OwnerCountStatus,
    /// The number of owners, needed when known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner_count: Option<u32>,
    /// What it was used for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prior_use: Option<Set<PriorUse>>,
    /// Service records found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service_record_count: Option<u32>,
    /// Last reading on record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_reported_odometer: Option<Distance>,
}

/// The sharing of a summary: a summary that may not be shared cannot be held
/// in this type, so it cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SharedSummary {
    /// The provider's terms do not allow sharing.
    NotAuthorized,
    /// Sharing is allowed; the summary may still be missing.
    Authorized(Option<HistorySummary>),
}

/// One provider's report, with its own provenance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields, extend("allOf" = [{
    "if": {
        "properties": { "summary_sharing_authorized": { "const": false } },
        "required": ["summary_sharing_authorized"]
    },
    "then": { "properties": { "summary": false } }
}]))]
pub struct HistoryReport {
    /// The provider.
    pub provider_id: ProviderId,
    /// Its name.
    pub provider_name: Text<1, 200>,
    /// The report's number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_id: Option<Text<1, 200>>,
    /// Whether it can be had.
    pub status: ReportStatus,
    /// How a shopper gets to it.
    pub access: ReportAccess,
    /// Where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_url: Option<Uri>,
    /// When it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_generated_at: Option<Timestamp>,
    /// When the source saw it.
    pub observed_at: Timestamp,
    /// Whether the provider's terms allow a summary.
    #[serde(flatten, with = "summary_fields")]
    #[schemars(with = "SummaryFields")]
    pub summary: SharedSummary,
    /// Where it comes from.
    pub provenance: Provenance,
    /// How old it is.
    pub freshness: Freshness,
}

/// The two wire fields behind [`SharedSummary`].
#[derive(Serialize, Deserialize, JsonSchema)]
struct SummaryFields {
    summary_sharing_authorized: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    summary: Option<HistorySummary>,
}

mod summary_fields {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use super::{SharedSummary, SummaryFields};

    pub(super) fn serialize<S: Serializer>(summary: &SharedSummary, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = match summary {
            SharedSummary::NotAuthorized => SummaryFields { summary_sharing_authorized: false, summary: None },
            SharedSummary::Authorized(summary) => {
                SummaryFields { summary_sharing_authorized: true, summary: summary.clone() }
            }
        };
        fields.serialize(serializer)
    }

    /// A summary beside a refusal to share is dropped on the way in.
    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SharedSummary, D::Error> {
        let fields = SummaryFields::deserialize(deserializer)?;
        Ok(if fields.summary_sharing_authorized {
            SharedSummary::Authorized(fields.summary)
        } else {
            SharedSummary::NotAuthorized
        })
    }
}
