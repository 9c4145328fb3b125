//! The unit that everybody is asked about.

use std::sync::Arc;

use dealeragent_availability::StatusTable;
use dealeragent_gateway::{Clock, ManualClock, UnitKey};
use dealeragent_protocol::{
    facts::AvailabilityStatus,
    values::{OrganizationId, RooftopId, Text, Timestamp, VehicleId, Vin},
};

pub(crate) const VIN: &str = "1TEST000000000001";

pub(crate) fn unit() -> UnitKey {
    with_stock(Some("A 1/2"))
}

pub(crate) fn with_stock(stock: Option<&str>) -> UnitKey {
    UnitKey {
        organization_id: OrganizationId::parse("org-one").unwrap(),
        rooftop_id: RooftopId::parse("main").unwrap(),
        vehicle_id: VehicleId::parse("veh_1").unwrap(),
        vin: Vin::parse(VIN).unwrap(),
        stock_number: stock.map(Text::bounded),
    }
}

pub(crate) fn noon() -> Timestamp {
    Timestamp::parse("2026-09-01T12:00:00Z").unwrap()
}

pub(crate) fn clock() -> Arc<dyn Clock> {
    Arc::new(ManualClock::at(noon()))
}

pub(crate) fn statuses() -> StatusTable {
    StatusTable::new([
        ("in stock", AvailabilityStatus::Available),
        ("hold", AvailabilityStatus::OnHold),
        ("sold", AvailabilityStatus::Sold),
        ("1", AvailabilityStatus::Available),
    ])
    .unwrap()
}
