//! Any bytes as a dealer's export. The first byte picks the profile. Nothing
//! panics, every row is counted once, and no VIN is listed twice.
#![no_main]

use std::{collections::BTreeSet, sync::LazyLock};

use dealeragent_feeds::{Limits, Profile, Reading, SourceSettings, import_within, sample};
use dealeragent_protocol::values::{Currency, DistanceUnit, OrganizationId, RooftopId, Text, TimeZoneName, Timestamp};
use libfuzzer_sys::fuzz_target;

static KINDS: LazyLock<Vec<(Profile, SourceSettings)>> = LazyLock::new(|| {
    let kind = |profile: &str, price_column: &str, template: Option<&str>| {
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
            listing_url_template: template.map(ToOwned::to_owned),
            observed_at: Timestamp::parse("2026-11-30T10:00:00Z").unwrap(),
            now: Timestamp::parse("2026-11-30T12:00:00Z").unwrap(),
            date_shift_days: 0,
            reading: Reading::default(),
        };
        (Profile::built_in(profile).unwrap().unwrap(), settings)
    };
    vec![
        kind("vauto", "Price", None),
        kind("homenet", "Internet_Price", Some("https://cars.example/{stock}?vin={vin}")),
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
    if let Ok(start) = sample(file, Reading::default(), limits) {
        assert!(!start.header.is_empty() && start.rows.len() <= 200);
    }
    match import_within(file, profile, settings, limits) {
        Err(fault) => assert!(!fault.to_string().is_empty()),
        Ok(import) => {
            let report = &import.report;
            let dropped: u64 = report.dropped.values().sum();
            assert_eq!(report.rows, report.published + dropped + report.collapsed + report.rejected);
            assert_eq!(report.published, import.listings.len() as u64);
            let vins: BTreeSet<_> = import.listings.iter().map(|listing| listing.vin.to_string()).collect();
            assert_eq!(vins.len(), import.listings.len(), "a VIN twice");
            // The report is for a terminal: no control character gets there.
            let shown = report.to_string();
            assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown:?}");
        }
    }
});
