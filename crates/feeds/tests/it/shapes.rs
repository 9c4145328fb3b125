//! Documents become the same rows that a CSV file gives (B39).

use dealeragent_feeds::{
    FileFault, Import, Limits, Profile, SourceSettings, import, import_reader, import_within, report::Notice,
    shape::table,
};
use dealeragent_protocol::{
    facts::AvailabilityStatus,
    values::{Currency, DistanceUnit, TimeZoneName},
};
use proptest::prelude::*;

use crate::support::{sample, settings, time};

const DMS: &str = r#"
id = "dms"
title = "DMS stock"
extends = "english-words"
shape = "xml"
xml_record = "VehInvRec"
private = ["Pricing.PriceCost", "Pricing.Holdback", "KeyNo"]
[columns]
vin = ["Vehicle.VIN"]
stock = ["StockingInfo.StockNo"]
year = ["Vehicle.VehicleYr"]
make = ["Vehicle.Make"]
model = ["Vehicle.ModelDesc"]
condition = ["StockingInfo.NewUsed"]
status = ["StockingInfo.Status"]
exterior_color = ["Vehicle.ExtColor"]
odometer = ["Vehicle.Odometer"]
stocked_at = ["StockingInfo.InStockDate"]
images = ["Photo"]
[[drop]]
column = "StockingInfo.Status"
values = ["CO VEH"]
reason = "company car"
"#;

fn dms_settings() -> SourceSettings {
    SourceSettings {
        price_column: "Pricing.AskingPrice".to_owned(),
        listing_url_template: Some("https://cars.example.com/v/{stock}".to_owned()),
        ..settings()
    }
}

fn read(profile: &str, text: &[u8], settings: &SourceSettings) -> Result<Import, FileFault> {
    import(text, &Profile::parse(profile).unwrap(), settings)
}

#[test]
fn b39_a_dms_lists_its_stock_and_nothing_else() {
    let import = read(DMS, &sample("b39_dms.xml"), &dms_settings()).unwrap();
    assert_eq!((import.report.rows, import.report.published), (2, 1));
    assert_eq!(import.report.dropped.get("company car"), Some(&1));
    let unit = &import.listings[0];
    assert_eq!(unit.stock_number.as_ref().unwrap().as_str(), "0042A");
    assert_eq!((unit.model.as_str(), unit.availability.status), ("Modelo & Co", AvailabilityStatus::Available));
    assert_eq!(unit.price.as_ref().unwrap().amount.minor(), 1_899_500);
    assert_eq!(unit.media.len(), 2, "an element that comes again is a list");
    assert_eq!(unit.exterior_color.as_ref().unwrap().as_str(), "Blue", "CDATA is text, and text has no markup");
    assert_eq!(unit.tenure.unwrap().stocked_at, time("2026-04-26T06:00:00Z"));
    assert_eq!(unit.observed_at, settings().observed_at, "CreationDateTime has no zone and is not read");
    assert_eq!(import.report.columns.private, ["Pricing.PriceCost", "Pricing.Holdback", "KeyNo"]);
    let all = format!("{:?}{:?}{}", import.listings, import.report, import.report);
    for private in ["15000", "310", "K77", "27000"] {
        assert!(!all.contains(private), "{private}");
    }
}

#[test]
fn b39_a_zoneless_time_is_read_in_the_configured_zone() {
    let profile = DMS.replace(
        "[columns]",
        "date_formats = [\"%Y-%m-%dT%H:%M:%S\", \"%Y-%m-%d\"]\n[columns]\nfirst_listed_at = [\"Seen\"]",
    );
    let text = String::from_utf8(sample("b39_dms.xml"))
        .unwrap()
        .replace("</StockingInfo>\n    <Pricing>", "</StockingInfo><Seen>2026-05-01T03:15:00</Seen>\n<Pricing>");
    let at = |zone: &str| {
        let settings = SourceSettings { time_zone: TimeZoneName::parse(zone).unwrap(), ..dms_settings() };
        read(&profile, text.as_bytes(), &settings).unwrap().listings[0].tenure.unwrap().first_public_listing_at
    };
    assert_eq!(at("America/Denver"), Some(time("2026-05-01T09:15:00Z")));
    assert_eq!(at("Europe/Berlin"), Some(time("2026-05-01T01:15:00Z")));
}

#[test]
fn xml_is_read_without_a_document_type_and_within_bounds() {
    let refused = |text: &str| read(DMS, text.as_bytes(), &dms_settings()).unwrap_err().to_string();
    let entity =
        "<!DOCTYPE a [<!ENTITY e \"x\"><!ENTITY f SYSTEM \"file:///etc/passwd\">]><a><VehInvRec>&f;</VehInvRec></a>";
    assert!(refused(entity).contains("has a document type, which is never read (line 1)"), "{}", refused(entity));
    assert!(refused("<a>\n<VehInvRec>&eacute;</VehInvRec></a>").contains("none is expanded (line 2)"));
    assert!(
        refused("<a>\n<VehInvRec><Vehicle>&e;</Vehicle></VehInvRec></a>").contains("an entity that is not XML's own")
    );
    assert!(refused("<a><VehInvRec x=\"&e;\"></VehInvRec></a>").contains("an entity in an attribute"));
    assert!(refused("<a><VehInvRec></a>").contains("well-formed"));
    assert!(refused("<a><VehInvRec>").contains("cut short"));
    assert!(refused("<a></a>").contains("no unit"));
    assert!(refused(&"<a>".repeat(100)).contains("more than 64 elements"));
    assert!(refused("plain text").contains("no unit"));
    let western = b"<?xml version='1.0' encoding='windows-1252'?><a><VehInvRec><Vehicle><Make>Citro\xEBn</Make></Vehicle></VehInvRec></a>";
    let table = table(western, &Profile::parse(DMS).unwrap(), Limits::default()).unwrap().unwrap();
    assert_eq!(table.cells(&table.rows[0]).collect::<Vec<_>>(), ["Citroën"]);
    assert!(read(DMS, b"<a>\xEB</a>", &dms_settings()).unwrap_err().to_string().contains("declares no encoding"));
}

const CDK: &str = r#"
id = "cdk"
title = "CDK export"
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
trim = ["trim"]
condition = ["newUsed"]
odometer = ["odometer"]
listing_url = ["url"]
images = ["photos"]
"#;

fn cdk_settings() -> SourceSettings {
    SourceSettings { price_column: "price.internet".to_owned(), ..settings() }
}

#[test]
fn json_lists_of_one_are_unwrapped_and_numbers_stay_exact() {
    let import = read(CDK, &sample("cdk.json"), &cdk_settings()).unwrap();
    assert_eq!((import.report.published, import.report.unknown_price), (2, 1), "{}", import.report);
    let unit = &import.listings[0];
    assert_eq!(unit.stock_number.as_ref().unwrap().as_str(), "00123");
    assert_eq!(unit.price.as_ref().unwrap().amount.minor(), 1_899_550);
    assert!(unit.trim.is_none(), "[\"\"] is empty");
    let urls: Vec<&str> = unit.media.iter().map(|image| image.url.as_str()).collect();
    assert_eq!(urls, ["https://img.example.com/w_4,h_3/1.jpg", "https://img.example.com/2.jpg"]);
    let refused = import.report.warnings.iter().find(|warning| warning.kind == Notice::PriceRefused).unwrap();
    assert_eq!(
        (refused.lines.as_slice(), refused.example.as_deref()),
        (&[18][..], Some("\"24995.005\" has more decimals than the currency"))
    );
    assert_eq!(import.report.columns.private, ["price.cost"]);
    assert!(!format!("{:?}{:?}", import.listings, import.report).contains("15000"));
}

#[test]
fn a_document_is_told_of_odd_characters_and_comes_from_a_reader_too() {
    let text = String::from_utf8(sample("cdk.json")).unwrap().replacen("Modelo", "Citro\u{c3}\u{ab}n", 1);
    assert!(text.contains("Citro"));
    let profile = Profile::parse(CDK).unwrap();
    let settings = cdk_settings();
    let whole = import(text.as_bytes(), &profile, &settings).unwrap();
    let odd = whole.report.warnings.iter().find(|warning| warning.kind == Notice::Mojibake).unwrap();
    assert_eq!((odd.count, odd.column.as_deref()), (1, Some("model")));
    let read = import_reader(text.as_bytes(), &profile, &settings, Limits::default()).unwrap();
    assert_eq!((&read.listings, &read.report), (&whole.listings, &whole.report));
    let limits = Limits { file_bytes: text.len() - 1, ..Limits::default() };
    let fault = import_reader(text.as_bytes(), &profile, &settings, limits).unwrap_err();
    assert!(matches!(fault, FileFault::TooLarge { cap: "file_bytes", line: None, .. }), "{fault}");
}

#[test]
fn json_faults_say_what_and_where() {
    let refused = |text: &str| read(CDK, text.as_bytes(), &cdk_settings()).unwrap_err().to_string();
    assert!(
        refused("{\"inventory\":\n{\"vehicles\":[}}").contains("not valid JSON at line 2, column"),
        "{}",
        refused("{")
    );
    assert!(refused("{\"inventory\":{}}").contains("nothing at `json_records` = \"/inventory/vehicles\""));
    assert!(refused("{\"inventory\":{\"vehicles\":{}}}").contains("no array of units"));
    assert!(refused("{\"inventory\":{\"vehicles\":[1]}}").contains("a unit that is no object, on line 1"));
    assert!(refused("{\"inventory\":{\"vehicles\":[{\"vin\":1,\"vin\":2}]}}").contains("member \"vin\" twice"));
    assert!(refused("{\"inventory\":{\"vehicles\":[]}}").contains("no unit"));
    assert!(refused("<html></html>").contains("not valid JSON at line 1"));
    let small = Limits { columns: 3, ..Limits::default() };
    let profile = Profile::parse(CDK).unwrap();
    let fault = import_within(&sample("cdk.json"), &profile, &cdk_settings(), small).unwrap_err();
    assert!(fault.to_string().contains("cap `columns` of 3"), "{fault}");
    let one_row = Limits { rows: 1, ..Limits::default() };
    let fault = import_within(&sample("cdk.json"), &profile, &cdk_settings(), one_row).unwrap_err();
    assert!(fault.to_string().contains("cap `rows` of 1"), "{fault}");
}

#[test]
fn json_paths_of_lists_and_depths() {
    let profile = Profile::parse(&CDK.replace("/inventory/vehicles", "")).unwrap();
    let deep = "{\"a\":".repeat(20) + "1" + &"}".repeat(20);
    let text = format!(
        "[{{\"image\":[{{\"url\":\"u1\"}},{{\"url\":\"u2\",\"tag\":[\"x\",\"y\"]}}],\"ok\":true,\"deep\":{deep}}}]"
    );
    let table = table(text.as_bytes(), &profile, Limits::default()).unwrap().unwrap();
    assert_eq!(table.names[..4], ["image[0].url", "image[1].url", "image[1].tag", "ok"]);
    let cells: Vec<&str> = table.cells(&table.rows[0]).collect();
    assert_eq!(cells[..4], ["u1", "u2", "[\"x\",\"y\"]", "true"]);
    assert!(cells[4].starts_with("{\"a\":"), "what is deeper stays JSON");
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(dealeragent_feeds::shape::table(nested.as_bytes(), &profile, Limits::default()).is_err());
}

#[test]
fn schema_org_data_is_read_out_of_a_page() {
    let profile = Profile::built_in("schema-org").unwrap().unwrap();
    let settings = SourceSettings { price_column: "offers.price".to_owned(), odometer_unit: None, ..settings() };
    let page = sample("schema_org.html");
    let import = import(&page, &profile, &settings).unwrap();
    assert_eq!((import.report.rows, import.report.published), (1, 1), "{}", import.report);
    let unit = &import.listings[0];
    assert_eq!((unit.make.as_str(), unit.model.as_str(), unit.year.get()), ("Testla", "Modelo", 2024));
    assert_eq!(unit.price.as_ref().unwrap().amount.minor(), 1_899_500, "never the page's own text");
    assert_eq!(unit.odometer.map(|o| (o.value, o.unit)), Some((12_345, DistanceUnit::Miles)));
    assert_eq!(unit.media.len(), 2);
    let cad = SourceSettings { currency: Currency::parse("CAD").unwrap(), ..settings };
    let import = dealeragent_feeds::import(&page, &profile, &cad).unwrap();
    assert!(import.listings[0].price.is_none(), "its currency is not the settings'");
    let none = dealeragent_feeds::import(b"<html><body>nothing</body></html>", &profile, &cad).unwrap_err();
    assert!(none.to_string().contains("no unit"), "{none}");
}

proptest! {
    #[test]
    fn any_document_is_read_or_refused(text in "[\\[\\]{}\",:a0 ]{0,60}|(</?[a-c!?]{1,3}/?>|&[a-z#0-9]{0,5};?|[a-z \n]){0,24}") {
        for profile in [CDK, DMS] {
            let _ = read(profile, text.as_bytes(), &cdk_settings());
        }
        let page = format!("<script type=\"application/ld+json\">{text}</script>");
        let schema = Profile::built_in("schema-org").unwrap().unwrap();
        let _ = table(page.as_bytes(), &schema, Limits::default()).unwrap();
    }
}
