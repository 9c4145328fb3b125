//! Dealer organizations and their rooftops (contract.md section 3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Freshness, Provenance};
use crate::values::{
    Address, Currency, ExtensionBag, LanguageTag, List, OrganizationId, RooftopId, Set, Text, TimeOfDay, TimeZoneName,
    Uri, words::words,
};

words! {
    /// A department that a rooftop has.
    pub enum Department {
        Sales = "sales", InternetSales = "internet_sales", Service = "service", Parts = "parts",
    }
}

words! {
    /// A department that a contact reaches.
    pub enum ContactDepartment {
        Sales = "sales", InternetSales = "internet_sales", Service = "service", Parts = "parts", General = "general",
    }
}

words! {
    /// How a contact is reached.
    pub enum ContactChannel { Phone = "phone", Email = "email", Web = "web" }
}

words! {
    /// A day of the week.
    pub enum Day {
        Monday = "monday", Tuesday = "tuesday", Wednesday = "wednesday", Thursday = "thursday", Friday = "friday",
        Saturday = "saturday", Sunday = "sunday",
    }
}

/// A way to reach a department. Only public ones leave the gateway.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Contact {
    /// Which department.
    pub department: ContactDepartment,
    /// By what means.
    pub channel: ContactChannel,
    /// Number or address.
    pub value: Text<1, 320>,
    /// Whether the dealer publishes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public: Option<bool>,
}

/// Opening hours of one day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Hours {
    /// The day.
    pub day: Day,
    /// Opening time in the rooftop's zone.
    pub opens: TimeOfDay,
    /// Closing time in the rooftop's zone.
    pub closes: TimeOfDay,
}

/// One selling location.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Rooftop {
    /// Its id, unique within a site.
    pub rooftop_id: RooftopId,
    /// Name for shoppers.
    pub name: Text<1, 200>,
    /// Name in contracts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal_name: Option<Text<1, 240>>,
    /// Web site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website: Option<Uri>,
    /// Postal address.
    pub address: Address,
    /// IANA time zone.
    pub timezone: TimeZoneName,
    /// Departments on site.
    pub departments: Set<Department, 1>,
    /// Public contacts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contacts: Option<List<Contact>>,
    /// Opening hours of the sales floor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hours: Option<List<Hours>>,
    /// Languages spoken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supported_languages: Option<Set<LanguageTag>>,
    /// Currencies of its prices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supported_currencies: Option<Set<Currency>>,
    /// Open members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<ExtensionBag>,
}

/// A dealer with its rooftops.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct DealerOrganization {
    /// Its id.
    pub organization_id: OrganizationId,
    /// Name for shoppers.
    pub name: Text<1, 200>,
    /// Name in contracts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal_name: Option<Text<1, 240>>,
    /// Its rooftops, or those asked for.
    pub rooftops: List<Rooftop, 1>,
    /// Where the record comes from.
    pub provenance: Provenance,
    /// How old the record is.
    pub freshness: Freshness,
    /// Open members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<ExtensionBag>,
}
