//! Rows to listings (B01, B09 to B30).

use dealeragent_feeds::{
    import,
    report::{Keyword, Notice},
};
use dealeragent_protocol::{
    facts::{AvailabilityAuthority, AvailabilityStatus, CertificationType, Condition, VehicleType},
    values::{ContentDigest, TimeZoneName},
};

use crate::support::{completed, import_sample, import_text, reject_at, sample, settings, small, time};

#[test]
fn b01_an_unknown_price_keeps_the_unit() {
    let import = import_sample("b01_price_zoo.csv").unwrap();
    assert_eq!((import.report.published, import.report.unknown_price, import.report.rejected), (20, 16, 0));
    let count = |kind| import.report.warnings.iter().filter(|w| w.kind == kind).map(|w| w.count).sum::<u64>();
    assert_eq!((count(Notice::PriceUnknown), count(Notice::PriceRefused)), (8, 8));
    assert!(import.listings.iter().all(|unit| unit.price.as_ref().is_none_or(|p| !p.includes_required_dealer_charges)));
    let refused = import.report.warnings.iter().find(|w| w.kind == Notice::PriceRefused).unwrap();
    assert_eq!(refused.column.as_deref(), Some("Price"));
    assert_eq!(
        refused.example.as_deref(),
        Some("\"24.995,00\" is not a number as this source writes them; without a `locale`, plain or US-grouped")
    );
}

#[test]
fn b09_b10_odometers_of_rows() {
    let import = import_sample("b06_odometer_zoo.csv").unwrap();
    let readings: Vec<Option<u64>> = import.listings.iter().map(|unit| unit.odometer.map(|o| o.value)).collect();
    assert_eq!(readings.iter().flatten().copied().collect::<Vec<_>>(), [12_345, 52_777, 87_000, 12_345, 1_234_500]);
    assert_eq!(readings[5], None, "zero miles on a used unit is not a reading");
    let not_true = import.report.warnings.iter().find(|warning| warning.kind == Notice::OdometerNotTrue).unwrap();
    assert_eq!((not_true.lines.as_slice(), not_true.example.as_deref()), (&[3, 4][..], Some("\"TMU\"")));
    let mut no_unit = settings();
    no_unit.odometer_unit = None;
    let text = completed("VIN,Odometer\n9ZZDAPT10RA000001,500\n");
    let import = dealeragent_feeds::import(text.as_bytes(), &small(), &no_unit).unwrap();
    assert_eq!(import.listings[0].odometer, None);
    assert_eq!(import.report.warnings[0].kind, Notice::OdometerWithoutUnit);
    assert!(import.answers.is_empty(), "{:?}", import.answers);
}

#[test]
fn b11_b14_b16_vins_of_rows_are_refused_with_a_hint() {
    let import = import_sample("b07_vin_zoo.csv").unwrap();
    // The first three write one VIN in three ways and differ in their stock number.
    for line in [2, 3, 4] {
        assert_eq!(reject_at(&import, line).keyword, Keyword::DuplicateDiffers);
    }
    assert_eq!(reject_at(&import, 6).reason, "\"9OZDAPT10RA000001\": the VIN has the letter O, which no VIN has");
    assert!(reject_at(&import, 10).hint.contains("barcode"));
    assert_eq!(reject_at(&import, 10).stock.as_deref(), Some("V08"));
    assert_eq!(import.report.published, 3);
    let warned = import.report.warnings.iter().find(|w| w.kind == Notice::VinCheckDigit).unwrap();
    assert_eq!(warned.lines, [8, 16]);
}

#[test]
fn b19_rows_of_one_vin() {
    let row = |stock: &str, price: &str| {
        format!("9ZZDAPT10RA000001,{stock},{price},2024,Testla,Modelo,Used,https://cars.example.com/1\n")
    };
    let header = "VIN,Stock,Price,Year,Make,Model,Type,VDP\n".to_owned();
    let read = |text: String| import(text.as_bytes(), &small(), &settings()).unwrap();

    let same = read(header.clone() + &row("A", "5000") + &row("A", "5000"));
    assert_eq!((same.report.rows, same.report.published, same.report.collapsed), (2, 1, 1));
    let note = same.report.warnings.iter().find(|w| w.kind == Notice::RepeatedRow).unwrap();
    assert_eq!(note.lines, [3]);

    let differ = read(header.clone() + &row("A", "5000") + &row("A", "5000") + &row("A", "4000"));
    assert_eq!((differ.report.published, differ.report.rejected, differ.report.collapsed), (0, 3, 0));
    let reason = &reject_at(&differ, 4).reason;
    assert_eq!(reason, "lines 2, 3, 4 have the same VIN but differ in price");

    let bad_twin = read(header + &row("A", "5000") + &row("A", "5000").replace("2024", "TBD"));
    assert_eq!((bad_twin.report.published, bad_twin.report.rejected), (0, 2));
    assert_eq!(reject_at(&bad_twin, 2).keyword, Keyword::DuplicateDiffers);
    assert_eq!(reject_at(&bad_twin, 3).keyword, Keyword::Year);
}

#[test]
fn b21_stock_numbers_are_text() {
    let import = import_sample("b09_stock_numbers.csv").unwrap();
    let stocks: Vec<_> = import.listings.iter().map(|u| u.stock_number.as_ref().map(|s| s.as_str())).collect();
    let expected = ["00123", "A/12-B", "77 B", "#4411", "1E5", "12345.0", "N-Ä7"].map(Some);
    assert_eq!(stocks[..7], expected);
    assert_eq!(stocks[7], None);
    assert!(import.report.warnings.iter().any(|w| w.kind == Notice::StockMissing && w.lines == [9]));
}

#[test]
fn b22_no_page_no_listing_unless_there_is_a_template() {
    let import = import_sample("b10_listing_urls.csv").unwrap();
    assert_eq!((import.report.published, import.report.rejected), (3, 8));
    let mut with_template = settings();
    with_template.listing_url_template = Some("https://cars.example.com/v/{stock}".to_owned());
    let text = completed(&String::from_utf8(sample("b10_listing_urls.csv")).unwrap());
    let import = dealeragent_feeds::import(text.as_bytes(), &small(), &with_template).unwrap();
    assert_eq!(import.report.published, 11);
    assert_eq!(import.listings[8].listing_url.as_str(), "https://cars.example.com/v/U08");
    let replaced = import.report.warnings.iter().find(|w| w.kind == Notice::ListingUrlReplaced).unwrap();
    assert_eq!(replaced.count, 7, "a blank cell is not a fault");
    with_template.listing_url_template = Some("cars/{id}".to_owned());
    let fault = dealeragent_feeds::import(text.as_bytes(), &small(), &with_template).unwrap_err();
    assert!(fault.to_string().starts_with("listing_url_template has neither"), "{fault}");
}

#[test]
fn b27_private_columns_are_named_and_never_read() {
    let import = import_sample("b14_private_text.csv").unwrap();
    let columns = &import.report.columns;
    assert_eq!(columns.private, ["MEMOLINE1", "Invoice", "FLOORPLANAMOUNT", "AlarmCode", "IgnitionKeyNo"]);
    assert_eq!(columns.unmapped, ["Description"]);
    let all = format!("{:?}{}{:?}", import.listings, import.report, import.report);
    for private in ["owe seller", "14800", "K77", "555-0100"] {
        assert!(!all.contains(private), "{private}");
    }
    assert!(import.report.to_string().contains("private columns, never read: MEMOLINE1"));
}

#[test]
fn b28_certified_flags() {
    use CertificationType as T;
    let import = import_sample("b15_certified_flags.csv").unwrap();
    let read: Vec<_> = import.listings.iter().map(|u| (u.condition, u.certification_type)).collect();
    let yes = (Condition::Certified, Some(T::Unknown));
    let no = (Condition::Used, Some(T::NotCertified));
    let silent = (Condition::Used, None);
    let unknown = (Condition::Used, Some(T::Unknown));
    let expected = [
        yes,
        no,
        yes,
        no,
        yes,
        no,
        yes,
        yes,
        unknown,
        yes,
        no,
        silent,
        silent,
        (Condition::Certified, Some(T::ManufacturerCpo)),
        (Condition::Certified, Some(T::DealerCertified)),
        unknown,
        yes,
    ];
    assert_eq!(read, expected);
    let word = import.report.warnings.iter().find(|w| w.kind == Notice::CertifiedWord).unwrap();
    assert_eq!((word.lines.as_slice(), word.example.as_deref()), (&[10, 17][..], Some("\"C\"")));
}

#[test]
fn b28_the_lesser_claim_is_kept() {
    let text = "VIN,Type,Certified\n9ZZDAPT10RA000001,CPO,No\n9ZZDAPT12RA000002,New,Yes\n\
                9ZZDAPT14RA000003,Demo,No\n9ZZDAPT16RA000004,CPO,\n";
    let import = import_text(text).unwrap();
    let read: Vec<_> = import.listings.iter().map(|u| (u.condition, u.certification_type)).collect();
    let unknown = Some(CertificationType::Unknown);
    let expected = [
        (Condition::Used, unknown),
        (Condition::New, None),
        (Condition::Demo, Some(CertificationType::NotCertified)),
        (Condition::Certified, unknown),
    ];
    assert_eq!(read, expected);
    assert!(import.report.warnings.iter().any(|w| w.kind == Notice::CertifiedConflict && w.lines == [2, 3]));
}

#[test]
fn b29_b30_codes_outside_the_tables() {
    let text = "VIN,Type,Status\n9ZZDAPT10RA000001,Loaner,In Stock\n9ZZDAPT12RA000002,Used,Sold\n\
                9ZZDAPT14RA000003,Used,Gone fishing\n9ZZDAPT16RA000004,Used,\n9ZZDAPT18RA000005,,In Stock\n";
    let import = import_text(text).unwrap();
    assert_eq!(reject_at(&import, 2).keyword, Keyword::Condition);
    assert_eq!(reject_at(&import, 2).reason, "\"Loaner\": the condition is not a known code");
    assert_eq!(reject_at(&import, 6).keyword, Keyword::Condition);
    let status: Vec<_> = import.listings.iter().map(|u| (u.availability.status, u.availability.authority)).collect();
    let unknown = (AvailabilityStatus::Unknown, AvailabilityAuthority::Unknown);
    assert_eq!(status, [(AvailabilityStatus::Sold, AvailabilityAuthority::Asserted), unknown, unknown]);
}

#[test]
fn b26_text_cannot_hide_anything() {
    let text = "VIN,Make,Features\n9ZZDAPT10RA000001,Te\u{200b}st\u{202e}la,\"Sun\u{0}roof| |Heated\nseats\"\n";
    let import = import(completed_quoted(text).as_bytes(), &small(), &settings()).unwrap();
    assert_eq!(import.listings[0].make.as_str(), "Testla");
    let features: Vec<&str> = import.listings[0].features.iter().map(|f| f.as_str()).collect();
    assert_eq!(features, ["Sunroof", "Heated seats"]);
}

#[test]
fn a_word_for_nothing_is_nothing_even_with_hidden_characters() {
    let import =
        import_text("VIN,Make,Body\n9ZZDAPT10RA000001,Testla,n\u{ad}/a\n9ZZDAPT12RA000002,N/\u{200b}A,Sedan\n")
            .unwrap();
    assert_eq!(import.listings[0].body_style, None);
    assert_eq!(reject_at(&import, 3).keyword, Keyword::Make);
}

/// As `completed`, for one row with a line end inside.
fn completed_quoted(text: &str) -> String {
    completed(&text.replacen("Heated\nseats", "Heated~seats", 1)).replace('~', "\n")
}

#[test]
fn a_listing_says_where_it_comes_from() {
    let mut settings = settings();
    settings.date_shift_days = 2;
    settings.time_zone = TimeZoneName::parse("America/Chicago").unwrap();
    let text = completed("VIN,Odometer,In stock,Body\n9zzdapt10ra000001,500,2026-11-01,4D Sedan\n");
    let import = dealeragent_feeds::import(text.as_bytes(), &small(), &settings).unwrap();
    let listing = &import.listings[0];
    assert_eq!(listing.vehicle_type, Some(VehicleType::Car));
    assert_eq!(listing.tenure.unwrap().stocked_at, time("2026-11-03T06:00:00Z"));
    let source = &listing.provenance.sources[0];
    assert_eq!(source.source_record_id.as_ref().unwrap().as_str(), "S1");
    assert_eq!(source.observed_at, settings.observed_at);
    let digest = source.content_digest.as_ref().map(ContentDigest::as_str).unwrap();
    assert!(digest.starts_with("sha256:"));
    let steps: Vec<&str> = listing.provenance.transformations.as_ref().unwrap().iter().map(|s| s.as_str()).collect();
    assert_eq!(
        steps,
        [
            "as written: stock_number 'Stock', year, make, model, condition 'Type', body_style 'Body', \
             listing_url 'VDP'",
            "vin: written in capitals",
            "vehicle_type 'Body': car by its words",
            "advertised_price 'Price': '18995' -> 1899500 USD minor units",
            "odometer: '500' -> 500 mi, unit by configuration",
            "stocked_at 'In stock': read in America/Chicago",
            "dates moved by 2 whole days",
        ]
    );
}

#[test]
fn units_share_what_is_said_of_them_alike() {
    let import = import_sample("b09_stock_numbers.csv").unwrap();
    let steps = |at: usize| import.listings[at].provenance.transformations.as_ref().unwrap();
    assert_eq!(steps(0).len(), steps(1).len());
    for (one, other) in steps(0).iter().zip(steps(1).iter()) {
        assert_eq!(one.as_str().as_ptr(), other.as_str().as_ptr(), "{one}");
    }
    let names = [0, 1].map(|at: usize| import.listings[at].provenance.sources[0].source_name.as_str().as_ptr());
    assert_eq!(names[0], names[1]);
}

#[test]
fn a_file_from_the_future_is_refused() {
    let mut settings = settings();
    settings.observed_at = settings.now.plus_seconds(3_600);
    let fault = import(completed("VIN\n9ZZDAPT10RA000001\n").as_bytes(), &small(), &settings).unwrap_err();
    assert!(fault.to_string().contains("lies after now"), "{fault}");
}

#[test]
fn bodies_of_two_kinds_name_none() {
    let text = "VIN,Body\n9ZZDAPT10RA000001,Sport Utility Truck\n9ZZDAPT12RA000002,4D Sport-Utility\n\
                9ZZDAPT14RA000003,Trucklet\n";
    let import = import_text(text).unwrap();
    let kinds: Vec<_> = import.listings.iter().map(|unit| unit.vehicle_type).collect();
    assert_eq!(kinds, [None, Some(VehicleType::Suv), None]);
}
