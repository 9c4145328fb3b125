//! Warnings that keep a dealer honest: each is told with its line, and none of
//! them changes what is published.

use dealeragent_feeds::{
    Import, Profile, RooftopRule, import,
    report::{Notice, Warning},
};
use dealeragent_protocol::values::RooftopId;

use crate::support::{import_sample, import_text, sample, settings, warned};

fn vauto(header: &str, cells: &str) -> Import {
    let text = format!(
        "VIN,New/Used,Year,Make,Model,Vehicle Detail Link,{header}\n9ZZDAPT10RA000001,U,2024,Testla,Modelo,\
         https://cars.example.com/v,{cells}\n"
    );
    import(text.as_bytes(), &Profile::built_in("vauto").unwrap().unwrap(), &settings()).unwrap()
}

fn kinds(import: &Import) -> Vec<Notice> {
    let row = |warning: &&Warning| warning.kind != Notice::StockMissing;
    import.report.warnings.iter().filter(row).map(|warning| warning.kind).collect()
}

/// What a row says, and the one warning that it deserves.
#[test]
fn each_doubt_has_its_warning_and_no_other() {
    for (header, cells, expected) in [
        ("Price,MSRP", "18995,24995", None),
        ("Price,MSRP", "9000,18001", Some(Notice::PriceUnderHalf)),
        ("Price,Total Rebates", "18995,1500", Some(Notice::ConditionalCash)),
        ("Price,Description", "18995,Price after loyalty cash; must qualify", Some(Notice::ConditionalCash)),
        ("Price,Status", "18995,Sold", Some(Notice::SoldListed)),
        ("Price,Series", "18995,CitroÃ«n", Some(Notice::Mojibake)),
        ("Price,Status", "18995,In Stock", None),
    ] {
        let import = vauto(header, cells);
        assert_eq!(kinds(&import), expected.into_iter().collect::<Vec<_>>(), "{header}: {cells}");
        assert_eq!(import.report.published, 1, "it is told, not held back");
        let warning = import.report.warnings.iter().find(|warning| Some(warning.kind) == expected);
        assert!(warning.is_none_or(|warning| warning.lines == [2] && !warning.meaning.is_empty()));
    }
}

#[test]
fn b12_a_wrong_check_digit_is_told_and_the_unit_kept() {
    let good = import_text("VIN\n9ZZDAPT10RA000001\n").unwrap();
    let wrong = import_text("VIN\n9ZZDAPT11RA000001\n").unwrap();
    assert_eq!(warned(&good, Notice::VinCheckDigit), None);
    assert_eq!(warned(&wrong, Notice::VinCheckDigit).unwrap().lines, [2]);
    assert_eq!(wrong.listings[0].vin.as_str(), "9ZZDAPT11RA000001", "never repaired");
    let zoo = import_sample("b07_vin_zoo.csv").unwrap();
    assert_eq!(warned(&zoo, Notice::VinCheckDigit).unwrap().lines, [8, 16]);
}

#[test]
fn b17_a_year_that_the_vin_denies_is_told_and_kept() {
    let import = import_text("VIN,Year\n9ZZDAPT10RA000001,2024\n9ZZDAPT12RA000002,2023\n").unwrap();
    let warning = warned(&import, Notice::VinYear).unwrap();
    assert_eq!((warning.lines.as_slice(), warning.column.as_deref()), (&[3][..], Some("Year")));
    assert_eq!(import.listings[1].year.get(), 2023, "the file's year");
}

#[test]
fn b18_the_sample_of_two_rooftops() {
    let text = String::from_utf8(sample("b08_same_vin_two_rooftops.csv")).unwrap();
    let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    assert!(header.contains(&"rooftop_id"), "{header:?}");
    let rule = |names: &[&str]| RooftopRule::Cells {
        column: Some("rooftop_id".to_owned()),
        map: names.iter().map(|name| ((*name).to_owned(), RooftopId::parse(name).unwrap())).collect(),
    };
    let names: Vec<&str> = text.lines().skip(1).map(|line| line.split(',').nth(column(&header)).unwrap()).collect();
    let profile = crate::support::small().with_rooftops(rule(&names)).unwrap();
    let completed = crate::support::completed(&text);
    let import = import(completed.as_bytes(), &profile, &settings()).unwrap();
    let mut units: Vec<(&str, &str)> =
        import.listings.iter().map(|unit| (unit.rooftop_id.as_str(), unit.vin.as_str())).collect();
    let all = units.len();
    units.sort_unstable();
    units.dedup();
    assert_eq!(units.len(), all, "one VIN at one rooftop is one unit");
    let ids: std::collections::BTreeSet<_> = import.listings.iter().map(|unit| unit.vehicle_id.clone()).collect();
    assert_eq!(ids.len(), all, "{}", import.report);
    assert!(all >= 2, "{}", import.report);
}

fn column(header: &[&str]) -> usize {
    header.iter().position(|name| *name == "rooftop_id").unwrap()
}
