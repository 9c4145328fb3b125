//! Each built-in profile on a small file of its kind (B35 to B38).

use dealeragent_feeds::{
    Import, Profile, SourceSettings, import,
    report::{Keyword, Notice},
};
use dealeragent_protocol::{
    facts::{AvailabilityStatus, CertificationType, Condition, FuelType, VehicleType},
    values::{Currency, DistanceUnit},
};

use crate::support::{reject_at, sample, settings, time};

fn profile(id: &str) -> Profile {
    Profile::built_in(id).unwrap().unwrap()
}

/// Settings as the profile's defaults suggest them.
fn usual(profile: &Profile) -> SourceSettings {
    let defaults = profile.defaults();
    SourceSettings {
        price_column: defaults.price_column.clone().unwrap(),
        currency: defaults.currency.unwrap_or(Currency::USD),
        odometer_unit: defaults.odometer_unit,
        ..settings()
    }
}

fn read(id: &str, file: &str) -> Import {
    let profile = profile(id);
    import(&sample(file), &profile, &usual(&profile)).unwrap()
}

fn count(import: &Import, kind: Notice) -> u64 {
    import.report.warnings.iter().filter(|warning| warning.kind == kind).map(|warning| warning.count).sum()
}

/// What a unit's card would say.
fn card(import: &Import) -> Vec<String> {
    import
        .listings
        .iter()
        .map(|unit| {
            let price = unit.price.as_ref().map_or("-".to_owned(), |price| price.amount.to_string());
            let odometer = unit.odometer.map_or("-".to_owned(), |o| format!("{} {}", o.value, o.unit));
            let stock = unit.stock_number.as_ref().map_or("-", |stock| stock.as_str());
            format!("{stock} {} {price} {odometer} {}", unit.condition, unit.availability.status)
        })
        .collect()
}

#[test]
fn inventory_csv() {
    let import = read("inventory-csv", "inventory_csv.csv");
    assert_eq!(card(&import), ["0042A certified USD 18,995.00 12345 mi available", "-0043 new - - on_hold"]);
    assert_eq!(reject_at(&import, 4).keyword, Keyword::Rooftop, "{}", import.report);
    assert!(import.report.columns.unmapped.is_empty());
    insta::assert_json_snapshot!("inventory_csv_report", import.report);
}

#[test]
fn dealer_com() {
    let profile = profile("dealer-com");
    let usual = SourceSettings {
        odometer_unit: Some(DistanceUnit::Miles),
        listing_url_template: Some("https://cars.example.com/v/{vin}".to_owned()),
        ..usual(&profile)
    };
    let import = import(&sample("dealer_com.csv"), &profile, &usual).unwrap();
    assert_eq!(card(&import), ["0042A used USD 18,995.00 12345 mi available", "- new - 5 mi in_transit"]);
    assert_eq!(count(&import, Notice::ListingUrlReplaced), 2, "`link` is relative");
    assert_eq!(import.listings[0].certification_type, Some(CertificationType::NotCertified));
    assert!(import.report.columns.unmapped.contains(&"SalePrice".to_owned()), "one price column, the settings'");
    insta::assert_json_snapshot!("dealer_com_report", import.report);
}

#[test]
fn google_vehicles_map_store_codes_case_by_case() {
    let group = "id = \"group\"\ntitle = \"Group\"\nextends = \"google-vehicles\"\n[rooftops]\nmap = { S1 = \"north\", s1 = \"south\" }\n";
    let group = Profile::parse(group).unwrap();
    let import = import(&sample("b21_google_vehicle_listing.csv"), &group, &usual(&group)).unwrap();
    assert_eq!(card(&import), ["A1 certified USD 10,499.00 52777 mi unknown", "A2 new USD 13,998.00 5 mi unknown"]);
    let rooftops: Vec<&str> = import.listings.iter().map(|unit| unit.rooftop_id.as_str()).collect();
    assert_eq!(rooftops, ["north", "south"], "S1 and s1 are two stores (B36)");
    assert_eq!(import.listings[0].certification_type, Some(CertificationType::Unknown), "nobody says who certified it");
    assert_eq!(import.listings[0].media.len(), 3, "additional_image_link");
    assert_eq!(import.listings[0].tenure.unwrap().stocked_at, time("2026-08-01T06:00:00Z"));
    assert_eq!(import.report.columns.unmapped, Vec::<String>::new());
    insta::assert_json_snapshot!("google_vehicles_report", import.report);
    let one = Profile::parse(
        "id = \"one\"\ntitle = \"One\"\nextends = \"google-vehicles\"\n[rooftops]\nmap = { S1 = \"north\" }\n",
    )
    .unwrap();
    let import = dealeragent_feeds::import(&sample("b21_google_vehicle_listing.csv"), &one, &usual(&one)).unwrap();
    assert_eq!(reject_at(&import, 3).reason, "\"s1\": names none of the source's rooftops; case matters");
}

#[test]
fn b35_meta_condition_is_a_grade() {
    let import = read("meta-automotive", "meta_automotive.csv");
    assert_eq!(
        card(&import),
        [
            "0042A used USD 18,995.00 12345 mi unknown",
            "0043 new USD 24,995.00 8 km unknown",
            "0044 certified - - unknown",
        ]
    );
    assert_eq!(reject_at(&import, 5).keyword, Keyword::Condition, "GOOD says nothing, and blank is no default");
    assert_eq!(count(&import, Notice::OdometerWithoutUnit), 1);
    let refused = import.report.warnings.iter().find(|warning| warning.kind == Notice::PriceRefused).unwrap();
    assert!(refused.example.as_ref().unwrap().contains("another currency"));
    assert_eq!(import.listings[1].powertrain.fuel_type, Some(FuelType::BatteryElectric));
    assert!(import.report.columns.unmapped.contains(&"condition".to_owned()));
    assert!(!format!("{:?}", import.listings).contains("Example Rd"), "the address is not read");
    insta::assert_json_snapshot!("meta_automotive_report", import.report);
}

#[test]
fn b38_a_canadian_pair_says_the_same_in_both_languages() {
    let english = read("edealer-en", "edealer_en.csv");
    let french = read("edealer-fr", "edealer_fr.csv");
    let cards = ["0042A used CAD 18,995.00 12345 km unknown", "0043 new - 8 km unknown"];
    assert_eq!(card(&english), cards);
    assert_eq!(card(&french), cards);
    assert_eq!(english.listings[0].vehicle_id, french.listings[0].vehicle_id);
    assert_eq!(reject_at(&english, 4).keyword, Keyword::Condition, "its address does not tell new from used");
    assert_eq!(french.listings[0].exterior_color.as_ref().unwrap().as_str(), "Bleu");
    assert!(english.report.columns.unmapped.contains(&"regular_price".to_owned()));
    let regular = SourceSettings { price_column: "regular_price".to_owned(), ..usual(&profile("edealer-en")) };
    assert!(import(&sample("edealer_en.csv"), &profile("edealer-en"), &regular).is_err(), "never a stand-in (B02)");
    insta::assert_json_snapshot!("edealer_en_report", english.report);
    insta::assert_json_snapshot!("edealer_fr_report", french.report);
}

#[test]
fn australian_prices_say_which_they_are() {
    let import = read("australia", "australia.csv");
    assert_eq!(card(&import), ["0042A certified AUD 28,990.00 12345 km available", "0043 demo - 900 km available"]);
    assert_eq!(import.listings[0].certification_type, Some(CertificationType::ManufacturerCpo));
    assert_eq!(import.listings[1].vehicle_type, Some(VehicleType::Truck));
    assert_eq!(import.listings[0].price.as_ref().unwrap().label, None, "its column says no more");
    assert_eq!(import.report.columns.private, ["CostPrice"]);
    insta::assert_json_snapshot!("australia_report", import.report);
    for (column, label, minor) in
        [("EGCPrice", "Excluding government charges", 2_899_000), ("DriveAwayPrice", "Drive away", 3_125_000)]
    {
        let settings = SourceSettings { price_column: column.to_owned(), ..usual(&profile("australia")) };
        let import = dealeragent_feeds::import(&sample("australia.csv"), &profile("australia"), &settings).unwrap();
        let price = import.listings[0].price.as_ref().unwrap();
        assert_eq!((price.label.as_ref().unwrap().as_str(), price.amount.minor()), (label, minor));
    }
}

#[test]
fn b40_a_file_of_plates_is_refused_and_shows_none() {
    for id in ["vauto", "homenet", "dealer-com"] {
        let fault =
            import(&sample("b22_uk_no_vin.csv"), &profile(id), &usual_or(&profile(id))).unwrap_err().to_string();
        assert!(fault.contains("no column for") && !fault.contains("AB12"), "{fault}");
    }
    // A column of plates that somebody calls VIN.
    let text = String::from_utf8(sample("b22_uk_no_vin.csv")).unwrap().replace("FullRegistration", "VIN");
    let text = text.replace("Feed_Id", "Year").replace("Vehicle_Id", "Type").replace("900,44", "2024,Used");
    let template =
        SourceSettings { listing_url_template: Some("https://cars.example.com/{vin}".to_owned()), ..settings() };
    let import = import(text.as_bytes(), &profile("homenet"), &template).unwrap();
    assert_eq!((import.report.published, reject_at(&import, 2).keyword), (0, Keyword::Vin));
    let plates =
        Profile::parse("id = \"uk\"\ntitle = \"UK\"\nextends = \"homenet\"\n[columns]\nvin = [\"FullRegistration\"]\n");
    assert!(plates.unwrap_err().to_string().contains("is a private column and is never read"));
}

fn usual_or(profile: &Profile) -> SourceSettings {
    let price_column = profile.defaults().price_column.clone().unwrap_or_else(|| "Price".to_owned());
    SourceSettings { price_column, ..settings() }
}

#[test]
fn every_listing_accounts_for_its_values() {
    for (id, file) in [
        ("inventory-csv", "inventory_csv.csv"),
        ("meta-automotive", "meta_automotive.csv"),
        ("edealer-fr", "edealer_fr.csv"),
        ("australia", "australia.csv"),
    ] {
        for unit in read(id, file).listings {
            let steps: Vec<&str> =
                unit.provenance.transformations.as_ref().unwrap().iter().map(|s| s.as_str()).collect();
            let said = |wire: &str| {
                steps.iter().any(|step| {
                    step.split([':', ',']).any(|part| part.trim().split(" '").next() == Some(wire))
                        || step.starts_with(wire)
                })
            };
            let price = unit.price.is_some();
            for (wire, is_there) in [
                ("vin", true),
                ("stock_number", unit.stock_number.is_some()),
                ("year", true),
                ("make", true),
                ("model", true),
                ("trim", unit.trim.is_some()),
                ("condition", true),
                ("advertised_price", price),
                ("odometer", unit.odometer.is_some()),
                ("media", !unit.media.is_empty()),
                ("features", !unit.features.is_empty()),
                ("stocked_at", unit.tenure.is_some()),
                ("availability", unit.availability.status != AvailabilityStatus::Unknown),
                ("body_style", unit.body_style.is_some()),
                ("exterior_color", unit.exterior_color.is_some()),
                ("listing_url", true),
            ] {
                assert!(!is_there || said(wire), "{id}: {wire} of {steps:#?}");
            }
            assert!(unit.condition != Condition::New || steps.len() <= 32);
        }
    }
}
