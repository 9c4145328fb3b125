//! Whether a unit can be bought, as far as its source knows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::values::{Text, Timestamp, words::words};

words! {
    /// A unit's status inside the gateway. The CSV's words are mapped by the
    /// CSV's own reader and writer only.
    pub enum AvailabilityStatus {
        Available = "available",
        InTransit = "in_transit",
        OnHold = "on_hold",
        PendingSale = "pending_sale",
        Sold = "sold",
        Unavailable = "unavailable",
        Unknown = "unknown",
    }
}

impl AvailabilityStatus {
    /// Whether the unit is gone: left out of searches, refused by a check.
    #[must_use]
    pub fn is_gone(self) -> bool {
        matches!(self, Self::Sold | Self::Unavailable)
    }

    /// Whether it promises less than another: is nearer to gone. What nobody knows
    /// promises less than a car on its way, and more than one that somebody is buying.
    #[must_use]
    pub fn promises_less_than(self, other: Self) -> bool {
        self.rung() < other.rung()
    }

    /// Whether two promise the same: a unit that was sold and one that is not to be
    /// had are both gone.
    #[must_use]
    pub fn promises_as_much_as(self, other: Self) -> bool {
        self.rung() == other.rung()
    }

    fn rung(self) -> u8 {
        match self {
            Self::Available => 5,
            Self::InTransit => 4,
            Self::Unknown => 3,
            Self::OnHold => 2,
            Self::PendingSale => 1,
            Self::Sold | Self::Unavailable => 0,
        }
    }
}

words! {
    /// Who says so.
    pub enum AvailabilityAuthority { Authoritative = "authoritative", Asserted = "asserted", Unknown = "unknown" }
}

/// A status with the time and the authority behind it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Availability {
    /// The status.
    pub status: AvailabilityStatus,
    /// Who says so.
    pub authority_status: AvailabilityAuthority,
    /// When it was seen.
    pub observed_at: Timestamp,
    /// Until when it may be repeated; never beyond its band.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_until: Option<Timestamp>,
    /// Whether a person must still confirm it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub human_verification_required: Option<bool>,
    /// Why the status is what it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Text<1, 500>>,
}
