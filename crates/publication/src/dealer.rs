//! What is known of a dealer beside its units.

use dealeragent_protocol::{
    facts::{Charge, HandoffAddresses},
    values::{OrganizationId, RooftopId, Text, Timestamp},
};

/// A dealer as it is to be published.
#[derive(Debug, Clone, PartialEq)]
pub struct DealerToPublish {
    /// Its id.
    pub organization_id: OrganizationId,
    /// The rooftops that dealer policy publishes; units of others stay out.
    pub rooftops: Vec<RooftopToPublish>,
    /// Where leads may go.
    pub handoff: HandoffAddresses,
}

/// One selling location.
#[derive(Debug, Clone, PartialEq)]
pub struct RooftopToPublish {
    /// Its id, as in its listings.
    pub rooftop_id: RooftopId,
    /// Its name for shoppers.
    pub name: Text<1, 200>,
    /// Charges that every buyer pays: `None` where they are not known or not
    /// for everybody, an empty list where there are none.
    pub charges: Option<Vec<Charge>>,
    /// Whether history reports of its used units are for everybody.
    pub history_reports: bool,
    /// How old its inventory may be, in seconds.
    pub target_seconds: u32,
    /// When its source last saw the lot.
    pub observed_at: Timestamp,
}
