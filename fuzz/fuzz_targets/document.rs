//! Any bytes as a JSON, XML or web document, and as inventory CSV 0.1. The
//! first byte picks the profile. Nothing panics, every row is counted once,
//! nothing of a private path gets out, and what was read from inventory CSV can
//! be written and read again.
#![no_main]

use std::sync::LazyLock;

use dealeragent_feeds::{Limits, Profile, Reading, SourceSettings, import_within, inventory_csv};
use dealeragent_protocol::values::{Currency, DistanceUnit, OrganizationId, RooftopId, Text, TimeZoneName, Timestamp};
use libfuzzer_sys::fuzz_target;

const JSON: &str = r#"
id = "json"
title = "JSON"
extends = "english-words"
shape = "json"
json_records = "/inventory/vehicles"
private = ["price.cost"]
[columns]
vin = ["vin"]
stock = ["stockNo"]
year = ["year"]
make = ["make"]
model = ["model"]
condition = ["newUsed"]
odometer = ["odometer"]
images = ["photos"]
listing_url = ["url"]
"#;

const XML: &str = r#"
id = "xml"
title = "XML"
extends = "english-words"
shape = "xml"
xml_record = "VehInvRec"
private = ["Pricing.PriceCost"]
[columns]
vin = ["Vehicle.VIN"]
stock = ["StockingInfo.StockNo"]
year = ["Vehicle.VehicleYr"]
make = ["Vehicle.Make"]
model = ["Vehicle.ModelDesc"]
condition = ["StockingInfo.NewUsed"]
images = ["Photo"]
"#;

static KINDS: LazyLock<Vec<(Profile, SourceSettings)>> = LazyLock::new(|| {
    let kind = |profile: Profile, price_column: &str| {
        let settings = SourceSettings {
            source_name: Text::parse("Nightly export").unwrap(),
            organization_id: OrganizationId::parse("org1").unwrap(),
            rooftop_id: RooftopId::parse("north").unwrap(),
            time_zone: TimeZoneName::parse("America/Denver").unwrap(),
            currency: Currency::parse("USD").unwrap(),
            odometer_unit: Some(DistanceUnit::Miles),
            price_column: price_column.to_owned(),
            price_includes_required_charges: false,
            price_label: None,
            listing_url_template: Some("https://cars.example/{stock}?vin={vin}".to_owned()),
            observed_at: Timestamp::parse("2026-11-30T10:00:00Z").unwrap(),
            now: Timestamp::parse("2026-11-30T12:00:00Z").unwrap(),
            date_shift_days: 0,
            reading: Reading::default(),
        };
        (profile, settings)
    };
    vec![
        kind(Profile::built_in("inventory-csv").unwrap().unwrap(), "advertised_price_minor"),
        kind(Profile::parse(JSON).unwrap(), "price.internet"),
        kind(Profile::parse(XML).unwrap(), "Pricing.AskingPrice"),
        kind(Profile::built_in("schema-org").unwrap().unwrap(), "offers.price"),
    ]
});

fuzz_target!(|bytes: &[u8]| {
    let Some((first, file)) = bytes.split_first() else { return };
    let (profile, settings) = &KINDS[usize::from(*first) % KINDS.len()];
    let limits = Limits {
        file_bytes: 1 << 20,
        unpacked_bytes: 1 << 22,
        rows: 5_000,
        columns: 256,
        record_bytes: 1 << 16,
        cell_bytes: 1 << 14,
        ..Limits::default()
    };
    let import = match import_within(file, profile, settings, limits) {
        Err(fault) => return assert!(!fault.to_string().is_empty()),
        Ok(import) => import,
    };
    let report = &import.report;
    let dropped: u64 = report.dropped.values().sum();
    assert_eq!(report.rows, report.published + dropped + report.collapsed + report.rejected);
    let shown = report.to_string();
    assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown:?}");
    for listing in &import.listings {
        let steps = listing.provenance.transformations.as_ref().map_or(0, |steps| steps.len());
        assert!(steps <= 32);
    }
    if profile.id() == "inventory-csv" {
        let written = inventory_csv::write(&import.listings);
        assert!(written.left_out.is_empty(), "strict rows have a stock number");
        if written.rows > 0 {
            let again = import_within(written.text.as_bytes(), profile, settings, Limits::default()).unwrap();
            assert_eq!(again.listings.len() as u64, written.rows);
            assert_eq!(inventory_csv::write(&again.listings).text, written.text);
        }
    }
});
