//! `dealeragent.inventory.search` (contract.md section 4).

use std::{borrow::Cow, collections::BTreeMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ToolContract;
use crate::{
    facts::{CertificationType, Condition, Freshness, Provenance, SummaryReportStatus, Vehicle, VehicleType},
    intake::Violations,
    tool::{Access, Profile, Tool, ToolSpec},
    values::{
        Distance, List, NonNegativeMoney, OrganizationId, PageInfo, PageRequest, RooftopId, Set, Text, TraceId, Vin,
        words::words,
    },
};

/// The tool's line in the table.
pub const SPEC: ToolSpec = ToolSpec {
    safe_name: "dealeragent_inventory_search",
    title: "Search a dealer's inventory",
    description: "Searches one dealer's published vehicles. query matches words of year, make, model, trim, body, \
        colours, fuel (\"electric\", \"hybrid\"), drivetrain (\"awd\", \"4x4\"), transmission, features, stock number \
        and VIN; all words must match. filters are exact; prices are in minor units (cents for USD) with their \
        currency. The result is a snapshot of what the dealer published, not a promise: \
        {still_there}. For the next page send the same arguments with page.cursor. Only vehicles with a published price are listed.",
    profile: Profile::InventoryRead,
    scope: Some("dealeragent:inventory:read"),
    access: Access::PublicByPolicy,
};

/// `dealeragent.inventory.search`.
pub struct Search;

words! {
    /// What results are ordered by.
    pub enum SortField {
        AdvertisedPrice = "advertised_price", Year = "year", Odometer = "odometer",
        InventoryAgeDays = "inventory_age_days", ObservedAt = "observed_at",
    }
}

words! {
    /// Direction of an order. Missing values come last in both.
    pub enum SortOrder { Asc = "asc", Desc = "desc" }
}

words! {
    /// Statuses that can be searched for; what is gone cannot.
    pub enum SearchableAvailability {
        Available = "available", InTransit = "in_transit", OnHold = "on_hold", PendingSale = "pending_sale",
    }
}

/// An order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sort {
    /// By what.
    pub field: SortField,
    /// Up or down.
    pub order: SortOrder,
}

/// A model year, 1886 to 2200.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct ModelYear(u16);

impl ModelYear {
    /// Checks the range.
    #[must_use]
    pub fn new(year: u64) -> Option<Self> {
        u16::try_from(year).ok().filter(|year| (1886..=2200).contains(year)).map(Self)
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> u16 {
        self.0
    }
}

impl<'de> Deserialize<'de> for ModelYear {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(u64::deserialize(deserializer)?).ok_or_else(|| serde::de::Error::custom("must be 1886 to 2200"))
    }
}

impl JsonSchema for ModelYear {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "ModelYear".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "minimum": 1886, "maximum": 2200 })
    }
}

/// Filters; a list matches any of its values, all filters must match.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SearchFilters {
    /// Kinds of vehicle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vehicle_type: Option<Set<VehicleType>>,
    /// Makers, such as "Toyota"; case does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub make: Option<Set<Text<1, 100>>>,
    /// Models, such as "RAV4"; case does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<Set<Text<1, 120>>>,
    /// Conditions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<Set<Condition>>,
    /// Earliest model year.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year_min: Option<ModelYear>,
    /// Latest model year.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year_max: Option<ModelYear>,
    /// Lowest advertised price, in minor units; only vehicles of that currency match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_min: Option<NonNegativeMoney>,
    /// Highest advertised price, in minor units; only vehicles of that currency match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_max: Option<NonNegativeMoney>,
    /// Lowest odometer reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odometer_min: Option<Distance>,
    /// Highest odometer reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odometer_max: Option<Distance>,
    /// Fewest whole days in stock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inventory_age_min_days: Option<u64>,
    /// Most whole days in stock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inventory_age_max_days: Option<u64>,
    /// Whether history reports exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history_report_status: Option<Set<SummaryReportStatus>>,
    /// Who certified it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certification_type: Option<Set<CertificationType>>,
    /// Availability as last published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub availability: Option<Set<SearchableAvailability>>,
    /// The VIN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vin: Option<Vin>,
    /// The dealer's stock number, verbatim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stock_number: Option<Text<1, 80>>,
}

/// Arguments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
    /// The dealer.
    pub organization_id: OrganizationId,
    /// Only these rooftops.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rooftop_ids: Option<Set<RooftopId, 1>>,
    /// Words to look for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<Text<1, 500>>,
    /// Filters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filters: Option<SearchFilters>,
    /// The order; newest observation first unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sort: Option<Sort>,
    /// Which page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<PageRequest>,
}

/// A facet's value: a word or a number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FacetKey {
    /// A number, such as a year.
    Number(i64),
    /// A word, such as a make.
    Text(String),
}

impl JsonSchema for FacetKey {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "FacetKey".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": ["string", "integer"] })
    }
}

/// How many matches have a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct FacetValue {
    /// The value.
    pub value: FacetKey,
    /// How many.
    pub count: u64,
}

/// Result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct SearchResponse {
    /// The page.
    pub vehicles: List<Vehicle>,
    /// Counts over the whole match, by name of the facet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facets: Option<BTreeMap<String, List<FacetValue>>>,
    /// What follows.
    pub page: PageInfo,
    /// Sources of the whole match.
    pub provenance: Provenance,
    /// The oldest of the whole match.
    pub freshness: Freshness,
    /// Ties this answer to its audit record.
    pub trace_id: TraceId,
}

impl ToolContract for Search {
    const TOOL: Tool = Tool::Search;
    type Input = SearchRequest;
    type Output = SearchResponse;

    fn check_between_fields(arguments: &Value, violations: &mut Violations) {
        let Some(filters) = arguments.get("filters").filter(|filters| filters.is_object()) else { return };
        check_range(filters, "year_min", "year_max", violations);
        check_range(filters, "inventory_age_min_days", "inventory_age_max_days", violations);
        check_prices(filters, violations);
        check_odometers(filters, violations);
    }
}

fn check_range(filters: &Value, min: &str, max: &str, violations: &mut Violations) {
    let number = |name: &str| filters.get(name).and_then(Value::as_u64);
    if let (Some(low), Some(high)) = (number(min), number(max))
        && low > high
    {
        violations.add(&format!("/filters/{min}"), "range", &format!("must not be greater than {max}"));
    }
}

fn check_prices(filters: &Value, violations: &mut Violations) {
    let price = |name: &str| filters.get(name).and_then(|value| NonNegativeMoney::deserialize(value).ok());
    let (Some(low), Some(high)) = (price("price_min"), price("price_max")) else { return };
    if low.currency() != high.currency() {
        violations.add("/filters/price_max", "range", "must be in the same currency as price_min");
    } else if low.minor() > high.minor() {
        violations.add("/filters/price_min", "range", "must not be greater than price_max");
    }
}

fn check_odometers(filters: &Value, violations: &mut Violations) {
    let distance = |name: &str| filters.get(name).and_then(|value| Distance::deserialize(value).ok());
    let (Some(low), Some(high)) = (distance("odometer_min"), distance("odometer_max")) else { return };
    if low.cmp_exact(high).is_gt() {
        violations.add("/filters/odometer_min", "range", "must not be greater than odometer_max");
    }
}
