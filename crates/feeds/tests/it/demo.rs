//! The demo dealership's two exports, with the counts of its README.

use dealeragent_feeds::{
    Import, Profile, SourceSettings, import,
    report::{Keyword, Notice},
};
use dealeragent_inventory::{Listing, search::FilterKind};
use dealeragent_protocol::{
    facts::{AvailabilityStatus, CertificationType, Condition, FuelType, VehicleType},
    values::{RooftopId, TimeZoneName},
};

use crate::support::{reject_at, repository, settings, time};

fn demo_settings(rooftop: &str, zone: &str) -> SourceSettings {
    SourceSettings {
        rooftop_id: RooftopId::parse(rooftop).unwrap(),
        time_zone: TimeZoneName::parse(zone).unwrap(),
        observed_at: time("2026-12-01T06:00:00Z"),
        now: time("2026-12-01T12:00:00Z"),
        ..settings()
    }
}

fn read(file: &str) -> Vec<u8> {
    std::fs::read(repository("examples/demo").join(file)).unwrap()
}

pub(crate) fn denver() -> Import {
    let profile = Profile::built_in("vauto").unwrap().unwrap();
    import(&read("denver-vauto.csv"), &profile, &demo_settings("ridge-denver", "America/Denver")).unwrap()
}

pub(crate) fn chicago() -> Import {
    let settings = SourceSettings {
        price_column: "Internet_Price".to_owned(),
        price_includes_required_charges: true,
        listing_url_template: Some("https://chicago.ridge.example/vehicle/{stock}".to_owned()),
        ..demo_settings("ridge-chicago", "America/Chicago")
    };
    let profile = Profile::built_in("homenet").unwrap().unwrap();
    import(&read("chicago-homenet.csv"), &profile, &settings).unwrap()
}

/// New, certified, used, demo.
fn conditions(listings: &[Listing]) -> [usize; 4] {
    [Condition::New, Condition::Certified, Condition::Used, Condition::Demo]
        .map(|wanted| listings.iter().filter(|unit| unit.condition == wanted).count())
}

/// Available, in transit, on hold, pending, sold, unknown.
fn statuses(listings: &[Listing]) -> [usize; 6] {
    use AvailabilityStatus as S;
    [S::Available, S::InTransit, S::OnHold, S::PendingSale, S::Sold, S::Unknown]
        .map(|wanted| listings.iter().filter(|unit| unit.availability.status == wanted).count())
}

fn lines(import: &Import, kind: Notice) -> Vec<u64> {
    import.report.warnings.iter().filter(|warning| warning.kind == kind).flat_map(|w| w.lines.clone()).collect()
}

#[test]
fn denver_is_read_as_its_readme_says() {
    let import = denver();
    let report = &import.report;
    assert_eq!((report.rows, report.published, report.rejected, report.collapsed), (165, 158, 2, 1));
    assert_eq!(report.dropped.get("wholesale"), Some(&4));
    assert_eq!(reject_at(&import, 12).keyword, Keyword::Vin);
    assert!(reject_at(&import, 12).reason.contains("letter O"));
    assert_eq!(reject_at(&import, 47).keyword, Keyword::ListingUrl);
    assert_eq!(lines(&import, Notice::RepeatedRow), [118]);
    assert_eq!(report.unknown_price, 7);
    assert_eq!(lines(&import, Notice::PriceUnknown), [24, 55, 56, 58, 61, 111, 126]);
    assert_eq!(conditions(&import.listings), [82, 16, 60, 0]);
    assert_eq!(statuses(&import.listings), [125, 11, 7, 9, 6, 0]);
    assert!(report.columns.private.is_empty(), "{:?}", report.columns.private);
    let kinds: Vec<Notice> = report.warnings.iter().map(|warning| warning.kind).collect();
    assert_eq!(kinds, [Notice::PriceUnknown, Notice::SoldListed, Notice::RepeatedRow], "{report}");
    assert_eq!(import.answers.len(), 5);
}

#[test]
fn chicago_is_read_as_its_readme_says() {
    let import = chicago();
    let report = &import.report;
    assert_eq!((report.rows, report.published, report.rejected, report.collapsed), (150, 146, 4, 0));
    let rejects: Vec<(u64, Keyword)> = report.rejects.iter().map(|reject| (reject.line, reject.keyword)).collect();
    let twin = Keyword::DuplicateDiffers;
    assert_eq!(rejects, [(9, Keyword::Vin), (33, Keyword::Year), (52, twin), (101, twin)]);
    assert!(reject_at(&import, 9).reason.contains("16 characters"));
    assert!(reject_at(&import, 52).reason.contains("lines 52, 101") && reject_at(&import, 52).reason.contains("price"));
    assert_eq!(report.unknown_price, 6);
    assert_eq!(lines(&import, Notice::PriceUnknown), [8, 16, 54, 61, 107, 134]);
    assert_eq!(conditions(&import.listings), [66, 14, 61, 5]);
    assert_eq!(statuses(&import.listings), [116, 10, 4, 8, 6, 2]);
    assert_eq!(report.columns.private, ["BookValue", "Invoice"]);
    let kinds: Vec<Notice> = report.warnings.iter().map(|warning| warning.kind).collect();
    assert_eq!(kinds, [Notice::PriceUnknown, Notice::SoldListed], "{report}");
    assert!(import.listings.iter().all(|unit| unit.price.as_ref().is_none_or(|p| p.includes_required_dealer_charges)));
}

#[test]
fn reports_are_legible_on_a_terminal() {
    insta::assert_snapshot!("denver_on_a_terminal", denver().report);
    insta::assert_snapshot!("chicago_on_a_terminal", chicago().report);
}

#[test]
fn internal_amounts_leave_no_trace() {
    let import = chicago();
    let text = String::from_utf8(read("chicago-homenet.csv")).unwrap();
    let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let column = |name: &str| header.iter().position(|column| *column == name).unwrap();
    let (book, invoice) = (column("BookValue"), column("Invoice"));
    let all = format!("{:?}{}", import.listings, serde_json::to_string(&import.report).unwrap());
    let numbers: std::collections::BTreeSet<&str> = all.split(|char: char| !char.is_ascii_digit()).collect();
    let mut checked = 0;
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        for amount in [cells[book], cells[invoice]] {
            assert!(!numbers.contains(amount) && !numbers.contains(format!("{amount}00").as_str()), "{amount}");
            checked += 1;
        }
    }
    assert_eq!(checked, 300);
    assert!(!format!("{:?}", denver().listings).contains("hablamos"));
    assert!(!format!("{:?}", denver().listings).contains("brake controller"));
}

#[test]
fn details_of_the_demo_are_understood() {
    for import in [denver(), chicago()] {
        assert!(import.listings.iter().all(|unit| unit.vehicle_type.is_some()));
        assert!(import.listings.iter().all(|unit| unit.powertrain.fuel_type.is_some()));
        assert!(import.listings.iter().all(|unit| unit.powertrain.drivetrain.is_some()));
        let count = |kind| import.listings.iter().filter(|unit| unit.vehicle_type == Some(kind)).count();
        assert!(count(VehicleType::Suv) > 70 && count(VehicleType::Truck) > 15 && count(VehicleType::Van) > 5);
        let electric = import.listings.iter().filter(|u| u.powertrain.fuel_type == Some(FuelType::BatteryElectric));
        assert!(electric.count() > 10);
        let flagged = import.listings.iter().filter(|unit| unit.condition == Condition::Certified);
        assert!(flagged.clone().all(|unit| unit.certification_type == Some(CertificationType::Unknown)));
        let used = import.listings.iter().filter(|unit| unit.condition == Condition::Used);
        assert!(used.clone().all(|unit| unit.certification_type == Some(CertificationType::NotCertified)));
        assert_eq!(used.filter(|unit| unit.tenure.is_none() || unit.odometer.is_none()).count(), 1);
        assert!(import.answers.contains(&FilterKind::InventoryAge));
    }
}

#[test]
fn a_shifted_demo_is_the_same_demo() {
    let plain = denver();
    let profile = Profile::built_in("vauto").unwrap().unwrap();
    let mut settings = demo_settings("ridge-denver", "America/Denver");
    settings.date_shift_days = 100;
    settings.now = settings.now.plus_seconds(100 * 86_400);
    settings.observed_at = settings.observed_at.plus_seconds(100 * 86_400);
    let shifted = import(&read("denver-vauto.csv"), &profile, &settings).unwrap();
    assert_eq!(shifted.listings.len(), plain.listings.len());
    for (one, other) in plain.listings.iter().zip(&shifted.listings) {
        assert_eq!(one.vin, other.vin);
        let days = |unit: &Listing, now| unit.tenure.map(|tenure| tenure.age_days(now).unwrap());
        let now = time("2026-12-01T12:00:00Z");
        let (before, after) = (days(one, now), days(other, now.plus_seconds(100 * 86_400)));
        // A change of clocks in between may move the hour, and so the count of whole days, by one.
        assert!(before.zip(after).is_none_or(|(before, after)| before.abs_diff(after) <= 1));
    }
}
