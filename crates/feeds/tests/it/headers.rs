//! Headers to fields (A07, A13 to A16, B02, B40).

use dealeragent_feeds::{FaultKind, FileFault, Profile, import};
use dealeragent_protocol::facts::{Condition, Drivetrain};

use crate::support::{completed, import_sample, import_text, sample, settings, small};

#[test]
fn a07_a_file_without_a_header_is_refused() {
    let bytes = sample("a09_headerless_positional.txt");
    assert_eq!(import(&bytes, &small(), &settings()).unwrap_err(), FileFault::NoHeader { line: 1 });
}

#[test]
fn a13_a_lost_column_is_named_with_what_would_do() {
    let fault = import(&sample("a15b_header_renamed.csv"), &small(), &settings()).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "line 1: no column for year; any of these names would do: Year; the file has: VIN, Stock, Vehicle \
         Condition(Stock Type), VDP URL, Mileage"
    );
    let fault = import_text("VIN,Stock\n9ZZDAPT10RA000001,1\n").map(|_| ()).err();
    assert_eq!(fault, None);
    let text = "VIN,Stock,Year,Make,Model,Type,Price\n9ZZDAPT10RA000001,1,2024,a,b,Used,5\n";
    let fault = import(text.as_bytes(), &small(), &settings()).unwrap_err().to_string();
    assert!(fault.contains("listing_url") && fault.contains("set `listing_url_template`"), "{fault}");
}

#[test]
fn a13_names_are_compared_without_case_and_marks() {
    let import = import_text(" Vin ,STOCK_#,In-Stock\n9ZZDAPT10RA000001,A1,2026-01-02\n").unwrap();
    assert_eq!(import.listings[0].stock_number.as_ref().unwrap().as_str(), "A1");
    assert!(import.listings[0].tenure.is_some());
}

#[test]
fn a13_variants_of_a_header_are_the_same_header() {
    let text = completed(&String::from_utf8(sample("a15_header_variants.csv")).unwrap());
    let vauto = Profile::built_in("vauto").unwrap().unwrap();
    let import = import(text.as_bytes(), &vauto, &settings()).unwrap();
    let unit = &import.listings[0];
    assert_eq!(unit.condition, Condition::Used);
    assert_eq!(unit.powertrain.drivetrain, Some(Drivetrain::Awd));
    assert_eq!(unit.exterior_color.as_ref().unwrap().as_str(), "Blue");
}

#[test]
fn a14_order_does_not_matter_and_msrp_is_no_price() {
    let import = import_sample("a16_columns_reordered.csv").unwrap();
    assert_eq!(import.listings[0].price.as_ref().unwrap().amount.minor(), 1_899_500);
    let mut msrp = settings();
    msrp.price_column = "msrp".to_owned();
    let text = completed(&String::from_utf8(sample("a16_columns_reordered.csv")).unwrap());
    let fault = dealeragent_feeds::import(text.as_bytes(), &small(), &msrp).unwrap_err();
    assert!(fault.to_string().contains("no offer to the public"), "{fault}");
    msrp.price_column = "Invoice".to_owned();
    let fault = dealeragent_feeds::import(text.as_bytes(), &small(), &msrp).unwrap_err();
    assert!(fault.to_string().contains("private column"), "{fault}");
    msrp.price_column = "Internet".to_owned();
    let fault = dealeragent_feeds::import(text.as_bytes(), &small(), &msrp).unwrap_err();
    assert!(fault.to_string().contains("no other column stands in"), "{fault}");
}

#[test]
fn a15_a_repeated_column_is_refused() {
    let fault = import_text("VIN,Make,make\n9ZZDAPT10RA000001,a,b\n").unwrap_err();
    assert_eq!(
        fault.to_string(),
        "line 1: make could be column 2 or column 3 (\"make\"); remove or rename one of them, or name the one to read in \
         the profile, such as \"make[2]\" for the second"
    );
}

#[test]
fn a15_a_profile_may_say_which_of_them_it_reads() {
    let file = sample("a15c_repeated_header.csv");
    let fault = import(&file, &small(), &settings()).unwrap_err();
    assert!(matches!(fault, FileFault::DuplicateColumn { first: 7, second: 8, .. }), "{fault}");
    let mut settings = settings();
    for (pick, minor) in [("Price[1]", 2_599_500), ("price [2]", 1_899_500)] {
        settings.price_column = pick.to_owned();
        let import = import(&file, &small(), &settings).unwrap();
        assert_eq!(import.listings[0].price.as_ref().unwrap().amount.minor(), minor, "{pick}");
    }
    settings.price_column = "Price[3]".to_owned();
    assert!(matches!(import(&file, &small(), &settings).unwrap_err(), FileFault::MissingColumn { .. }));
    // A pick is no way to a private column, nor to a sticker.
    for (pick, why) in [("Invoice[1]", "private column"), ("MSRP[1]", "no offer to the public")] {
        settings.price_column = pick.to_owned();
        let text = String::from_utf8(file.clone()).unwrap().replace("Price,Price", "Invoice,MSRP");
        let fault = import(text.as_bytes(), &small(), &settings).unwrap_err();
        assert!(fault.to_string().contains(why), "{fault}");
    }
    settings.price_column = "Price[2]".to_owned();
    let picked = Profile::parse(&crate::support::SMALL.replace("\"Stock\"", "\"Invoice[1]\", \"Stock\"")).unwrap();
    let text = String::from_utf8(file).unwrap().replace("Stock", "Invoice");
    let import = import(text.as_bytes(), &picked, &settings).unwrap();
    assert_eq!(import.listings[0].stock_number, None, "nor for a field");
    assert_eq!(import.report.columns.private, ["Invoice"]);
}

#[test]
fn a16_no_rows_is_no_empty_lot() {
    let text = completed("VIN\n\n,,,,,,,\n");
    let header = text.lines().next().unwrap();
    let fault = import(header.as_bytes(), &small(), &settings()).unwrap_err();
    assert_eq!((fault.kind(), fault), (FaultKind::NoRows, FileFault::NoRows { line: 1 }));
    let header = String::from_utf8(sample("a18b_header_only.csv")).unwrap();
    let header = header.replace("stock_number", "Price").replace("condition", "Type").replace("listing_url", "VDP");
    let fault = import(header.as_bytes(), &small(), &settings()).unwrap_err();
    assert_eq!(fault, FileFault::NoRows { line: 1 });
}

#[test]
fn b40_plates_are_no_vins() {
    let fault = import(&sample("b22_uk_no_vin.csv"), &small(), &settings()).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "line 1: no column for vin; any of these names would do: VIN; the file has: Feed_Id, \
         Vehicle_Id, FullRegistration, Make, Model, Variant, Price, Mileage, PictureRefs"
    );
}

#[test]
fn a_column_is_not_read_as_price_and_as_something_else() {
    let mut settings = settings();
    settings.price_column = "Odometer".to_owned();
    let text = completed("VIN,Odometer\n9ZZDAPT10RA000001,500\n");
    let fault = import(text.as_bytes(), &small(), &settings).unwrap_err();
    assert!(fault.to_string().contains("is read as another field"), "{fault}");
}

#[test]
fn a_name_of_seventeen_letters_is_no_vin() {
    let profile = Profile::parse(&crate::support::SMALL.replace("[\"VIN\"]", "[\"Fahrgestellnummer\"]")).unwrap();
    let text = crate::support::completed("Fahrgestellnummer\n9ZZDAPT10RA000001\n");
    assert_eq!(import(text.as_bytes(), &profile, &settings()).unwrap().report.published, 1);
}
