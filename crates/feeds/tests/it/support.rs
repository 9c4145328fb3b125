//! Samples, settings and a profile that the tests share.

use std::path::PathBuf;

use dealeragent_feeds::{
    FileFault, Import, Profile, Reading, SourceSettings, import,
    report::{Notice, Reject, Warning},
};
use dealeragent_protocol::values::{Currency, DistanceUnit, OrganizationId, RooftopId, Text, TimeZoneName, Timestamp};

pub(crate) fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

pub(crate) fn sample(name: &str) -> Vec<u8> {
    std::fs::read(repository("fixtures/feeds").join(name)).unwrap()
}

pub(crate) fn time(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

/// Settings of a made-up source; the price column is `Price`.
pub(crate) fn settings() -> SourceSettings {
    SourceSettings {
        source_name: Text::parse("Nightly export").unwrap(),
        organization_id: OrganizationId::parse("org1").unwrap(),
        rooftop_id: RooftopId::parse("north").unwrap(),
        time_zone: TimeZoneName::parse("America/Denver").unwrap(),
        currency: Currency::USD,
        odometer_unit: Some(DistanceUnit::Miles),
        price_column: "Price".to_owned(),
        price_includes_required_charges: false,
        price_label: None,
        listing_url_template: None,
        observed_at: time("2026-11-30T10:00:00Z"),
        now: time("2026-11-30T12:00:00Z"),
        date_shift_days: 0,
        reading: Reading::default(),
    }
}

/// A profile with short names, so that a sample needs few more columns.
pub(crate) const SMALL: &str = r#"
id = "small"
title = "Test profile"
date_formats = ["%Y-%m-%d", "%Y-%m-%d %H:%M", "rfc3339"]
not_prices = ["MSRP"]
[columns]
vin = ["VIN"]
stock = ["Stock"]
year = ["Year"]
make = ["Make"]
model = ["Model"]
condition = ["Type"]
certified = ["Certified"]
status = ["Status"]
odometer = ["Odometer"]
body = ["Body"]
listing_url = ["VDP"]
images = ["Photos"]
stocked_at = ["In stock"]
features = ["Features"]
[separators]
images = "|,;"
features = "|"
[values.condition]
new = ["New"]
used = ["Used"]
certified = ["CPO"]
demo = ["Demo"]
[values.certified]
yes = ["Y", "Yes", "1", "True", "CPO"]
no = ["N", "No", "0", "False"]
manufacturer_cpo = ["Manufacturer Certified"]
dealer_certified = ["Dealer Certified"]
[values.status]
available = ["In Stock"]
sold = ["Sold"]
[values.vehicle_type]
suv = ["sport utility"]
truck = ["truck"]
car = ["sedan"]
"#;

pub(crate) fn small() -> Profile {
    Profile::parse(SMALL).unwrap()
}

/// A sample with constant cells added, so that its rows can be listed.
pub(crate) fn widened(text: &str, columns: &[(&str, &str)]) -> String {
    let mut out = String::new();
    for (at, line) in text.lines().enumerate() {
        out.push_str(line);
        for (name, cell) in columns {
            out.push(',');
            out.push_str(if at == 0 { name } else { cell });
        }
        out.push('\n');
    }
    out
}

/// Constant cells for whatever a sample's header lacks.
pub(crate) fn completed(text: &str) -> String {
    const ALL: [(&str, &str); 7] = [
        ("Stock", "S1"),
        ("Year", "2024"),
        ("Make", "Testla"),
        ("Model", "Modelo"),
        ("Type", "Used"),
        ("Price", "18995"),
        ("VDP", "https://cars.example.com/v/1"),
    ];
    let header = text.lines().next().unwrap_or_default().to_owned();
    let folded = |name: &str| name.to_lowercase().replace(|char: char| !char.is_alphanumeric(), "");
    let has = |name: &str| header.split(',').any(|column| folded(column) == folded(name));
    let missing: Vec<(&str, &str)> = ALL.into_iter().filter(|(name, _)| !has(name)).collect();
    widened(text, &missing)
}

pub(crate) fn import_sample(name: &str) -> Result<Import, FileFault> {
    let text = String::from_utf8(sample(name)).unwrap();
    import(completed(&text).as_bytes(), &small(), &settings())
}

pub(crate) fn import_text(text: &str) -> Result<Import, FileFault> {
    import(completed(text).as_bytes(), &small(), &settings())
}

pub(crate) fn reject_at(import: &Import, line: u64) -> &Reject {
    import.report.rejects.iter().find(|reject| reject.line == line).unwrap()
}

/// A warning of this kind.
pub(crate) fn warned(import: &Import, kind: Notice) -> Option<&Warning> {
    import.report.warnings.iter().find(|warning| warning.kind == kind)
}
