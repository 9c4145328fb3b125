//! Whole samples of the two built-in profiles (B37, B38).

use dealeragent_feeds::{Profile, import};
use dealeragent_protocol::{
    facts::{AvailabilityStatus, CertificationType, Condition, VehicleType},
    values::DistanceUnit,
};

use crate::support::{sample, settings, time};

fn profile(id: &str) -> Profile {
    Profile::built_in(id).unwrap().unwrap()
}

#[test]
fn b37_vauto() {
    let import = import(&sample("b23_vauto_style.csv"), &profile("vauto"), &settings()).unwrap();
    insta::assert_json_snapshot!("vauto_report", import.report);
    let unit = &import.listings[0];
    assert_eq!(import.listings.len(), 1);
    assert_eq!(unit.stock_number.as_ref().unwrap().as_str(), "0042A");
    assert_eq!((unit.condition, unit.certification_type), (Condition::Used, None));
    assert_eq!(unit.price.as_ref().unwrap().amount.to_string(), "USD 18,995.00");
    assert_eq!(unit.odometer.unwrap().value, 12_345);
    assert_eq!(unit.tenure.unwrap().stocked_at, time("2026-04-26T06:00:00Z"));
    assert_eq!((unit.vehicle_type, unit.media.len(), unit.features.len()), (Some(VehicleType::Car), 0, 2));
    assert_eq!(unit.availability.status, AvailabilityStatus::Unknown, "the file does not say");
}

#[test]
fn b38_homenet() {
    let mut settings = settings();
    settings.price_column = "Internet_Price".to_owned();
    settings.listing_url_template = Some("https://cars.example.com/v/{stock}".to_owned());
    settings.odometer_unit = Some(DistanceUnit::Kilometres);
    let import = import(&sample("b24_homenet_style.csv"), &profile("homenet"), &settings).unwrap();
    insta::assert_json_snapshot!("homenet_report", import.report);
    let unit = &import.listings[0];
    assert_eq!(unit.price.as_ref().unwrap().amount.minor(), 1_849_500);
    assert_eq!((unit.condition, unit.certification_type), (Condition::Certified, Some(CertificationType::Unknown)));
    assert_eq!(unit.odometer.unwrap().unit, DistanceUnit::Kilometres);
    assert_eq!(unit.listing_url.as_str(), "https://cars.example.com/v/A1");
    assert_eq!(unit.media.len(), 2);
    let all = format!("{unit:?}");
    assert!(!all.contains("16000") && !all.contains("15000"), "book value and invoice stay inside");
}
