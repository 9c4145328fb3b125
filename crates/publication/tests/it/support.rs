//! The demo's exports as listings, and a publication read back by its own rules.

use dealeragent_feeds::{Import, Profile, Reading, SourceSettings, import};
use dealeragent_inventory::Listing;
use dealeragent_protocol::{
    facts::{Charge, ChargePayee, HandoffAddresses},
    values::{
        ChargeId, Currency, DistanceUnit, Money, NonNegativeMoney, OrganizationId, RooftopId, Text, TimeZoneName,
        Timestamp,
    },
};
use dealeragent_publication::{Addresses, BaseAddress, DealerToPublish, RooftopToPublish, Transport};

pub(crate) const BASE: &str = "https://cars.example";

pub(crate) fn time(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

pub(crate) fn now() -> Timestamp {
    time("2026-12-01T12:00:00Z")
}

pub(crate) fn settings(rooftop: &str) -> SourceSettings {
    SourceSettings {
        source_name: Text::parse("Nightly export").unwrap(),
        organization_id: OrganizationId::parse("org1").unwrap(),
        rooftop_id: RooftopId::parse(rooftop).unwrap(),
        time_zone: TimeZoneName::parse("America/Denver").unwrap(),
        currency: Currency::USD,
        odometer_unit: Some(DistanceUnit::Miles),
        price_column: "Price".to_owned(),
        price_includes_required_charges: false,
        price_label: None,
        listing_url_template: None,
        observed_at: time("2026-12-01T02:00:00Z"),
        now: now(),
        date_shift_days: 0,
        reading: Reading::default(),
    }
}

/// The vAuto-style export of the demo, as the stock of rooftop `north`.
pub(crate) fn demo() -> Vec<Listing> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/demo/denver-vauto.csv");
    let profile = Profile::built_in("vauto").unwrap().unwrap();
    let import = import(&std::fs::read(path).unwrap(), &profile, &settings("north")).unwrap();
    assert!(import.listings.len() > 100);
    import.listings
}

/// A unit of rooftop `south` that is at both.
pub(crate) fn at_south(unit: &Listing) -> Listing {
    let mut unit = unit.clone();
    unit.rooftop_id = RooftopId::parse("south").unwrap();
    unit.vehicle_id = dealeragent_inventory::vehicle_id(&unit.organization_id, &unit.rooftop_id, &unit.vin).unwrap();
    unit
}

pub(crate) fn charge(name: &str, minor: i64) -> Charge {
    Charge {
        charge_id: ChargeId::parse("fee").unwrap(),
        name: Text::parse(name).unwrap(),
        amount: NonNegativeMoney::new(Money { amount_minor: minor, currency: Currency::USD }).unwrap(),
        payee: ChargePayee::Dealer,
        included_in_advertised_price: false,
        taxable_status: None,
        required: true,
        provenance: None,
    }
}

pub(crate) fn rooftop(id: &str, charges: Option<Vec<Charge>>) -> RooftopToPublish {
    RooftopToPublish {
        rooftop_id: RooftopId::parse(id).unwrap(),
        name: Text::parse(format!("Lot {id}")).unwrap(),
        charges,
        history_reports: true,
        target_seconds: 86_400,
        observed_at: time("2026-12-01T02:00:00Z"),
    }
}

pub(crate) fn dealer(rooftops: Vec<RooftopToPublish>) -> DealerToPublish {
    DealerToPublish {
        organization_id: OrganizationId::parse("org1").unwrap(),
        rooftops,
        handoff: HandoffAddresses::default(),
    }
}

pub(crate) fn addresses() -> Addresses {
    let base = BaseAddress::parse(BASE, Transport::HttpsOnly).unwrap();
    Addresses::of_site(&base, Transport::HttpsOnly).unwrap()
}

/// The feed as a reader takes it, with the rooftops of its document.
pub(crate) fn read_back(feed: &[u8], rooftops: &[&str]) -> Import {
    let map: Vec<String> = rooftops.iter().map(|id| format!("\"{id}\" = \"{id}\"")).collect();
    let profile = format!(
        "id = \"publication\"\ntitle = \"Publication\"\nextends = \"inventory-csv\"\n[rooftops]\nmap = {{ {} }}\n",
        map.join(", ")
    );
    let settings = SourceSettings { price_column: "advertised_price_minor".to_owned(), ..settings(rooftops[0]) };
    let settings = SourceSettings { odometer_unit: None, ..settings };
    import(feed, &Profile::parse(&profile).unwrap(), &settings).unwrap()
}
