//! Inventory CSV 0.1, in and out (contract.md section 10; B07, B08, B18).

use dealeragent_feeds::{
    Import, Profile, SourceSettings, import,
    inventory_csv::{self, COLUMNS, Unpublishable},
    report::{Keyword, Notice},
};
use dealeragent_inventory::Listing;
use dealeragent_protocol::{
    facts::{
        AvailabilityStatus, CertificationType, ChargePayee, Condition, GovernmentChargeStatus, Provenance,
        SharedSummary, VehicleType,
    },
    values::DistanceUnit,
};
use proptest::prelude::*;

use crate::support::{reject_at, sample, settings, time};

fn profile() -> Profile {
    Profile::built_in("inventory-csv").unwrap().unwrap()
}

fn csv_settings() -> SourceSettings {
    SourceSettings { price_column: "advertised_price_minor".to_owned(), odometer_unit: None, ..settings() }
}

fn read(text: &str) -> Import {
    import(text.as_bytes(), &profile(), &csv_settings()).unwrap()
}

#[test]
fn b08_structured_cells_keep_the_contract() {
    let import = import(&sample("b05_bad_json_cells.csv"), &profile(), &csv_settings()).unwrap();
    assert_eq!((import.report.published, import.report.rejected), (1, 5), "{}", import.report);
    let terms = import.listings[0].terms.as_ref().unwrap();
    let charge = &terms.charges.as_ref().unwrap()[0];
    assert_eq!((charge.label.as_str(), charge.amount.to_string().as_str()), ("Documentation fee", "USD 699.00"));
    assert_eq!((charge.payee, charge.included_in_advertised_price), (Some(ChargePayee::Dealer), Some(false)));
    assert_eq!(terms.adjustments.as_deref(), Some(&[][..]), "[] says that there are none");
    assert_eq!(terms.government_charges, Some(GovernmentChargeStatus::Unknown));
    let at = |line| (reject_at(&import, line).keyword, reject_at(&import, line).column.as_deref());
    assert_eq!(at(3), (Keyword::JsonCell, Some("required_dealer_charges_json")));
    assert!(reject_at(&import, 3).reason.ends_with("is not JSON"), "{}", reject_at(&import, 3).reason);
    assert!(reject_at(&import, 4).reason.ends_with("has a negative amount"));
    assert_eq!(at(5), (Keyword::Price, Some("currency")));
    assert_eq!(at(6), (Keyword::Price, Some("advertised_price_minor")));
    assert!(reject_at(&import, 7).reason.ends_with("is not a JSON array"));
    assert!(import.report.to_string().contains("doubled inside a CSV cell"));
}

const HEADER: &str = "organization_id,rooftop_id,vin,stock_number,year,make,model,condition,listing_url,observed_at";
const ROW: &str =
    "org1,north,9ZZDAPT10RA000001,A1,2024,Testla,Modelo,used,https://cars.example.com/v/1,2026-09-01T14:00:00Z";

/// One row, with further columns.
fn with(columns: &str, cells: &str) -> Import {
    let price = if columns.contains("advertised_price_minor") { ("", "") } else { (",advertised_price_minor", ",") };
    read(&format!("{HEADER},{columns}{}\n{ROW},{cells}{}\n", price.0, price.1))
}

#[test]
fn dap_csv_rows_are_refused_one_by_one() {
    let refused = |columns: &str, cells: &str| reject_at(&with(columns, cells), 2).keyword;
    assert_eq!(refused("advertised_price_minor,currency", "-5,USD"), Keyword::Price);
    assert_eq!(refused("advertised_price_minor,currency", "1899500,EUR"), Keyword::Price, "the settings say USD");
    assert_eq!(refused("currency,government_charges_status", "USD,included"), Keyword::JsonCell);
    assert_eq!(refused("image_urls_json", "https://img.example.com/1.jpg"), Keyword::JsonCell);
    assert_eq!(refused("features_json", "\"{\"\"a\"\":1}\""), Keyword::JsonCell);
    let charge = "\"[{\"\"label\"\":\"\"Doc\"\",\"\"amount_minor\"\":5}]\"";
    assert_eq!(refused("required_dealer_charges_json", charge), Keyword::JsonCell, "an amount without a currency");
    assert_eq!(
        refused("currency,required_dealer_charges_json", "USD,\"[{\"\"label\"\":\"\"Doc\"\",\"\"amount\"\":5}]\""),
        Keyword::JsonCell
    );
    let at = |row: &str| read(&format!("{HEADER},advertised_price_minor\n{row},\n"));
    let late = at(&ROW.replace("2026-09-01T14:00:00Z", "2026-11-30T12:05:01Z"));
    assert_eq!(reject_at(&late, 2).keyword, Keyword::ObservedAt);
    assert_eq!(at(&ROW.replace("2026-09-01T14:00:00Z", "2026-11-30T12:05:00Z")).report.published, 1, "a slow clock");
    for bad in ["2026-09-01T14:00:00", "yesterday", ""] {
        assert_eq!(reject_at(&at(&ROW.replace("2026-09-01T14:00:00Z", bad)), 2).keyword, Keyword::ObservedAt, "{bad}");
    }
    assert_eq!(reject_at(&at(&ROW.replace(",A1,", ",,")), 2).keyword, Keyword::Stock);
    assert_eq!(reject_at(&at(&ROW.replace("org1", "org2")), 2).keyword, Keyword::Rooftop);
    assert_eq!(reject_at(&at(&ROW.replace("north", "North")), 2).keyword, Keyword::Rooftop, "case matters");
    assert_eq!(reject_at(&at(&ROW.replace(",used,", ",Used car,")), 2).keyword, Keyword::Condition);
}

#[test]
fn empty_means_unknown() {
    let import = with("currency,availability_status,odometer_value,odometer_unit,certification_type", "USD,,500,,");
    let unit = &import.listings[0];
    assert_eq!((unit.price.is_none(), unit.odometer, unit.certification_type), (true, None, None));
    assert_eq!(unit.availability.status, AvailabilityStatus::Unknown);
    assert!(unit.terms.is_none() && unit.tenure.is_none() && unit.media.is_empty());
    assert_eq!(unit.observed_at, time("2026-09-01T14:00:00Z"), "the row's time, not the file's");
    assert!(import.report.warnings.iter().any(|warning| warning.kind == Notice::OdometerWithoutUnit));
}

#[test]
fn b07_a_charge_that_may_be_in_the_price_is_not_disclosed() {
    let charge = "\"[{\"\"label\"\":\"\"Doc\"\",\"\"amount_minor\"\":69900,\"\"payee\"\":\"\"dealer\"\"}]\"";
    let import = with("advertised_price_minor,currency,required_dealer_charges_json", &format!("1899500,USD,{charge}"));
    assert!(import.listings[0].terms.is_none());
    assert!(import.report.warnings.iter().any(|warning| warning.kind == Notice::FeesUnknown));
    let included = charge.replace("\"\"dealer\"\"", "\"\"dealer\"\",\"\"included_in_advertised_price\"\":true");
    let import =
        with("advertised_price_minor,currency,required_dealer_charges_json", &format!("1899500,USD,{included}"));
    assert!(import.listings[0].terms.is_some());
    assert!(import.report.warnings.iter().any(|warning| warning.kind == Notice::ChargesConflict), "{}", import.report);
}

#[test]
fn b18_one_vin_at_two_rooftops_is_two_units() {
    let group = "id = \"group\"\ntitle = \"Group\"\nextends = \"inventory-csv\"\n[rooftops]\nmap = { north = \"north\", south = \"south\" }\n";
    let group = Profile::parse(group).unwrap();
    assert_eq!(group.rooftop_ids().into_iter().collect::<Vec<_>>(), ["north", "south"]);
    let mut text = String::from_utf8(sample("b08_same_vin_two_rooftops.csv")).unwrap();
    text = text
        .lines()
        .enumerate()
        .map(|(at, line)| format!("{line},{}\n", if at == 0 { "advertised_price_minor" } else { "" }))
        .collect();
    let import = import(text.as_bytes(), &group, &csv_settings()).unwrap();
    let units: Vec<(&str, &str)> =
        import.listings.iter().map(|unit| (unit.rooftop_id.as_str(), unit.vin.as_str())).collect();
    assert_eq!(units, [("north", "9ZZDAPT10RA000001"), ("south", "9ZZDAPT10RA000001"), ("north", "9ZZDAPT12RA000002")]);
    assert_ne!(import.listings[0].vehicle_id, import.listings[1].vehicle_id);
    assert_eq!((import.report.collapsed, import.report.rejected), (1, 0), "lines 4 and 5 say the same");
    let alone = read(&text);
    assert_eq!(reject_at(&alone, 3).keyword, Keyword::Rooftop, "without a map only the settings' rooftop is filled");
}

/// A row with every column.
fn full() -> Import {
    let cells = [
        "org1",
        "north",
        "9ZZDAPT10RA000001",
        "-A2",
        "2024",
        "Testla",
        "=Modelo",
        "certified",
        "https://cars.example.com/v/1",
        "2026-09-01T14:00:00Z",
        "1899500",
        "USD",
        r#"[{"label":"Doc, \"fee\"","amount_minor":69900,"payee":"dealer","included_in_advertised_price":false}]"#,
        r#"[{"name":"Loyalty","direction":"discount","amount_minor":50000,"eligibility":["owners","residents"],"stacking":"one per sale"}]"#,
        "estimated",
        "reserved",
        "LX",
        "suv",
        "4D Sport",
        "Blue",
        "Black",
        "12345",
        "km",
        r#"["https://img.example.com/1.jpg","https://img.example.com/2.jpg"]"#,
        r#"["Sunroof","Heated, seats"]"#,
        "2026-04-26T06:00:00Z",
        "2026-05-01T00:00:00-06:00",
        r#"[{"provider_id":"com.example.reports","provider_name":"Reports","status":"available","access":"public_link","report_url":"https://reports.example.com/1","summary_sharing_authorized":false}]"#,
        "manufacturer_cpo",
    ];
    assert_eq!(cells.len(), COLUMNS.len());
    let quoted: Vec<String> = cells.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
    read(&format!("{}\n{}\n", COLUMNS.join(","), quoted.join(",")))
}

#[test]
fn every_column_is_read() {
    let import = full();
    assert!(import.report.columns.unmapped.is_empty(), "{:?}", import.report.columns);
    assert!(import.report.warnings.is_empty(), "{}", import.report);
    let unit = &import.listings[0];
    assert_eq!((unit.vehicle_type, unit.condition), (Some(VehicleType::Suv), Condition::Certified));
    assert_eq!(unit.certification_type, Some(CertificationType::ManufacturerCpo));
    assert_eq!(unit.availability.status, AvailabilityStatus::OnHold, "the CSV's `reserved`");
    assert_eq!(unit.odometer.map(|o| (o.value, o.unit)), Some((12_345, DistanceUnit::Kilometres)));
    assert_eq!((unit.media.len(), unit.features.len()), (2, 2));
    assert_eq!(unit.features[1].as_str(), "Heated, seats");
    assert_eq!(unit.tenure.unwrap().first_public_listing_at, Some(time("2026-05-01T06:00:00Z")));
    let report = &unit.evidence.history_reports[0];
    assert_eq!((report.provider_id.as_str(), &report.summary), ("com.example.reports", &SharedSummary::NotAuthorized));
    let digest = |provenance: &Provenance| provenance.sources[0].content_digest.clone().unwrap();
    assert_eq!(digest(&report.provenance), digest(&unit.provenance), "both come from this file");
    let adjustment = &unit.terms.as_ref().unwrap().adjustments.as_ref().unwrap()[0];
    assert_eq!((adjustment.eligibility.len(), adjustment.stacking.as_ref().unwrap().as_str()), (2, "one per sale"));
    assert_eq!(unit.price.as_ref().unwrap().amount.minor(), 1_899_500, "no adjustment is taken off");
    let steps = unit.provenance.transformations.as_ref().unwrap();
    assert!(steps.len() <= 32 && steps.iter().all(|step| step.as_str().chars().count() <= 160));
    assert!(steps.iter().any(|step| step.as_str().contains("history_reports 'history_reports_json'")), "{steps:?}");
}

#[test]
fn a22_formula_cells_stay_and_quoting_is_rfc_4180() {
    let listings = full().listings;
    let csv = inventory_csv::write(&listings);
    assert!(csv.text.contains(",-A2,2024,Testla,=Modelo,certified,"), "{}", csv.text);
    assert!(
        csv.text.contains(r#""[{""amount_minor"":69900,"#) || csv.text.contains(r#"Doc, \""fee\"""#),
        "{}",
        csv.text
    );
    assert!(csv.text.ends_with("\r\n") && csv.text.lines().count() == 2);
    assert!(csv.text.starts_with(&COLUMNS.join(",")));
}

#[test]
fn what_the_contract_has_no_row_for_is_named() {
    let mut unit = full().listings.remove(0);
    unit.stock_number = None;
    let csv = inventory_csv::write(&[unit]);
    assert_eq!((csv.rows, csv.left_out[0].reason), (0, Unpublishable::NoStockNumber));
}

/// A listing as it comes back: demonstrators are used units there, words for
/// availability are fewer, new units have no history, and a row tells nothing
/// of powertrains.
fn as_published(listing: &Listing) -> Listing {
    let mut unit = listing.clone();
    unit.powertrain = dealeragent_protocol::facts::Powertrain {
        fuel_type: None,
        drivetrain: None,
        transmission: None,
        electric_range: None,
    };
    unit.availability.status = match unit.availability.status {
        AvailabilityStatus::PendingSale => AvailabilityStatus::OnHold,
        AvailabilityStatus::Sold => AvailabilityStatus::Unavailable,
        other => other,
    };
    if unit.condition == Condition::Demo {
        unit.condition = Condition::Used;
    }
    unit
}

fn without_origin(mut listing: Listing) -> Listing {
    let empty = full().listings.remove(0);
    listing.provenance = empty.provenance;
    for report in &mut listing.evidence.history_reports {
        report.provenance = listing.provenance.clone();
    }
    listing
}

fn listing() -> impl Strategy<Value = Listing> {
    let text = || "[A-Za-z0-9=+@,\"'<>&;\n äé-]{0,20}|&amp;lt;".prop_map(|text| format!("A{}z", text.trim()));
    let base = full().listings.remove(0);
    let vins = ["9ZZDAPT10RA000001", "9ZZDAPT12RA000002", "9ZZDAPT14RA000003"];
    (
        (proptest::sample::select(vins.to_vec()), text(), text(), text(), 1990_u64..2028),
        (proptest::option::of(101_i64..90_000_000), proptest::option::of(0_u64..400_000), any::<bool>(), any::<bool>()),
        proptest::sample::select(Condition::ALL),
        proptest::sample::select(AvailabilityStatus::ALL),
        (proptest::collection::vec(text(), 0..4), any::<bool>(), any::<bool>()),
    )
        .prop_map(
            move |(
                (vin, stock, make, model, year),
                (price, odometer, terms, tenure),
                condition,
                status,
                (features, km, reports),
            )| {
                let mut unit = base.clone();
                let clean = |text: &str| dealeragent_feeds::values::text::clean(text).into_owned();
                unit.vin = dealeragent_protocol::values::Vin::parse(vin).unwrap();
                unit.vehicle_id =
                    dealeragent_inventory::vehicle_id(&unit.organization_id, &unit.rooftop_id, &unit.vin).unwrap();
                unit.stock_number = Some(dealeragent_protocol::values::Text::parse(clean(&stock)).unwrap());
                unit.make = dealeragent_protocol::values::Text::parse(clean(&make)).unwrap();
                unit.model = dealeragent_protocol::values::Text::parse(clean(&model)).unwrap();
                unit.year = dealeragent_protocol::tools::search::ModelYear::new(year).unwrap();
                unit.condition = condition;
                unit.certification_type = match condition {
                    Condition::New => None,
                    Condition::Certified => Some(CertificationType::DealerCertified),
                    Condition::Used | Condition::Demo => Some(CertificationType::Unknown),
                };
                unit.availability.status = status;
                unit.availability.authority = match status {
                    AvailabilityStatus::Unknown => dealeragent_protocol::facts::AvailabilityAuthority::Unknown,
                    _ => dealeragent_protocol::facts::AvailabilityAuthority::Asserted,
                };
                unit.price = unit.price.take().zip(price).map(|(old, minor)| {
                    let money =
                        dealeragent_protocol::values::Money { amount_minor: minor, currency: old.amount.currency() };
                    dealeragent_protocol::facts::AdvertisedPrice {
                        amount: dealeragent_protocol::values::NonNegativeMoney::new(money).unwrap(),
                        ..old
                    }
                });
                let used = condition != Condition::New;
                unit.odometer =
                    odometer.filter(|value| *value > 0 || !used).map(|value| dealeragent_protocol::facts::Odometer {
                        value,
                        unit: if km { DistanceUnit::Kilometres } else { DistanceUnit::Miles },
                        status: None,
                    });
                unit.features = dealeragent_protocol::values::List::new(
                    features
                        .iter()
                        .map(|text| dealeragent_protocol::values::Text::parse(clean(text)).unwrap())
                        .collect(),
                )
                .unwrap();
                if !terms {
                    unit.terms = None;
                }
                if !(tenure && used) {
                    unit.tenure = None;
                }
                if !(reports && used) {
                    unit.evidence = dealeragent_inventory::UsedEvidence::default();
                }
                unit
            },
        )
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(unit in listing()) {
        let csv = inventory_csv::write(std::slice::from_ref(&unit));
        prop_assert!(csv.left_out.is_empty());
        let back = read(&csv.text);
        prop_assert_eq!(back.report.rejected, 0, "{}", back.report);
        prop_assert_eq!(without_origin(back.listings[0].clone()), without_origin(as_published(&unit)));
        // Writing again changes nothing.
        prop_assert_eq!(inventory_csv::write(&back.listings).text, csv.text);
    }
}
