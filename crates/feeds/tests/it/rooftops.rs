//! Several rooftops in one file, and units over time (B18, B20, B29, B34, C06).

use dealeragent_feeds::{
    Profile, RooftopRule, SourceSettings, import, odometer_falls,
    report::{Keyword, Notice},
};
use dealeragent_protocol::values::{Distance, DistanceUnit, RooftopId};

use crate::support::{SMALL, completed, import_text, reject_at, sample, settings, small, time};

fn with(more: &str) -> Profile {
    Profile::parse(&format!("{SMALL}\n{more}")).unwrap()
}

#[test]
fn c06_rows_go_to_the_rooftop_of_their_host() {
    let profile =
        with("[rooftops]\nhosts = { \"North.example.com\" = \"north\", \"south.example.com\" = \"south\" }\n");
    let text = completed(
        "VIN,VDP\n9ZZDAPT10RA000001,https://north.example.com/v/1\n9ZZDAPT12RA000002,https://SOUTH.example.com:443/v/2\n\
         9ZZDAPT14RA000003,https://west.example.com/v/3\n9ZZDAPT16RA000004,\n9ZZDAPT18RA000005,https://north.example.com@evil.example/v\n",
    );
    let import = import(text.as_bytes(), &profile, &settings()).unwrap();
    let rooftops: Vec<&str> = import.listings.iter().map(|unit| unit.rooftop_id.as_str()).collect();
    assert_eq!(rooftops, ["north", "south"]);
    for line in [4, 5, 6] {
        assert_eq!(reject_at(&import, line).keyword, Keyword::Rooftop);
    }
    let reason = &reject_at(&import, 4).reason;
    assert_eq!(reason, "\"https://west.example.com/v/3\": the page's host is none of the source's rooftops'");
    let steps = format!("{:?}", import.listings[1].provenance.transformations);
    assert!(steps.contains("rooftop_id: south by the host of the page address"), "{steps}");
}

#[test]
fn c06_a_rule_without_its_column_refuses_the_file() {
    let columns = SMALL.replace("[columns]", "[columns]\nrooftop = [\"DealerId\"]");
    let profile = Profile::parse(&format!("{columns}\n[rooftops]\nmap = {{ MP1 = \"north\" }}\n")).unwrap();
    let fault = import(completed("VIN\n9ZZDAPT10RA000001\n").as_bytes(), &profile, &settings()).unwrap_err();
    assert!(fault.to_string().contains("no column for rooftop; any of these names would do: DealerId"), "{fault}");
    let text = completed("VIN,DealerId\n9ZZDAPT10RA000001,MP1\n9ZZDAPT12RA000002,MP2\n9ZZDAPT14RA000003,\n");
    let import = import(text.as_bytes(), &profile, &settings()).unwrap();
    assert_eq!((import.report.published, import.report.rejected), (1, 2));
    assert_eq!(reject_at(&import, 4).reason, "the row names no rooftop");
}

/// What a dealer's rooftops are called in an export only its operator knows: the
/// settings' rule goes before the profile's.
#[test]
fn c06_the_sources_own_rule_stands_in_for_the_profiles() {
    let id = |text: &str| RooftopId::parse(text).unwrap();
    let hosts = [("North.example.com".to_owned(), id("north")), ("south.example.com".to_owned(), id("south"))];
    let profile = small().with_rooftops(RooftopRule::Hosts(hosts.into())).unwrap();
    assert_eq!(profile.rooftop_ids().into_iter().collect::<Vec<_>>(), ["north", "south"]);
    let text = completed(
        "VIN,VDP\n9ZZDAPT10RA000001,https://north.example.com/v/1\n9ZZDAPT12RA000002,https://SOUTH.example.com/v/2\n\
         9ZZDAPT14RA000003,https://west.example.com/v/3\n",
    );
    let found = import(text.as_bytes(), &profile, &settings()).unwrap();
    let rooftops: Vec<&str> = found.listings.iter().map(|unit| unit.rooftop_id.as_str()).collect();
    assert_eq!((rooftops, found.report.rejected), (vec!["north", "south"], 1));

    // B36: case matters in cells, and any column may be named.
    let map = || [("AB1".to_owned(), id("north")), ("ab1".to_owned(), id("south"))].into();
    let cells = |column: Option<&str>| {
        small().with_rooftops(RooftopRule::Cells { column: column.map(ToOwned::to_owned), map: map() })
    };
    let text = completed("VIN,Code\n9ZZDAPT10RA000001,AB1\n9ZZDAPT12RA000002,ab1\n9ZZDAPT14RA000003,Ab1\n");
    let found = import(text.as_bytes(), &cells(Some("code")).unwrap(), &settings()).unwrap();
    let rooftops: Vec<&str> = found.listings.iter().map(|unit| unit.rooftop_id.as_str()).collect();
    assert_eq!((rooftops, reject_at(&found, 4).keyword), (vec!["north", "south"], Keyword::Rooftop));

    assert!(cells(None).unwrap_err().to_string().contains("needs `column`"));
    assert!(cells(Some("Make")).unwrap_err().to_string().contains("stands for both `make` and `rooftop`"));
    assert!(cells(Some("Invoice")).unwrap_err().to_string().contains("private column"));
    assert!(small().with_rooftops(RooftopRule::Hosts([].into())).is_err());
}

/// In a file without a header the column is one of the positions.
#[test]
fn c06_a_rule_by_position() {
    let rule = |column: &str| RooftopRule::Cells {
        column: Some(column.to_owned()),
        map: [("77".to_owned(), RooftopId::parse("north").unwrap())].into(),
    };
    let headerless = || Profile::built_in("carsforsale").unwrap().unwrap();
    let fault = headerless().with_rooftops(rule("Lot")).unwrap_err().to_string();
    assert!(fault.contains("not among the `positions`"), "{fault}");
    let profile = headerless().with_rooftops(rule("DealerID")).unwrap();
    let row =
        |dealer: &str, vin: &str| format!("{dealer},U,{vin},S{dealer},Testla,Modelo,2024,,,12345,,,,,18995,,,,,\n");
    let text = row("77", "9ZZDAPT10RA000001") + &row("78", "9ZZDAPT12RA000002");
    let settings =
        SourceSettings { listing_url_template: Some("https://cars.example.com/{vin}".to_owned()), ..settings() };
    let found = import(text.as_bytes(), &profile, &settings).unwrap();
    assert_eq!((found.report.published, found.report.rejected), (1, 1), "{}", found.report);
    assert_eq!(found.listings[0].rooftop_id.as_str(), "north");
}

#[test]
fn rooftop_rules_are_checked_with_the_profile() {
    let fault = |more: &str| Profile::parse(&format!("{SMALL}\n{more}")).unwrap_err().to_string();
    assert_eq!(fault("[rooftops]\nmap = { a = \"north\" }"), "[rooftops] needs the column under [columns] `rooftop`");
    assert_eq!(fault("[rooftops]\n"), "[rooftops] takes one of `map`, `hosts` and `ids`");
    assert!(
        fault("[rooftops]\nhosts = { \"a.example\" = \"not an id!\" }").contains("\"not an id!\" is no rooftop id")
    );
}

#[test]
fn b19_one_stock_number_on_two_units() {
    let text = "VIN,Stock,Price\n9ZZDAPT10RA000001,A1,18995\n9ZZDAPT12RA000002,A1,19995\n";
    let import = import_text(text).unwrap();
    assert_eq!(import.report.published, 2, "identity is (rooftop, VIN); a look-up by that number finds neither");
}

#[test]
fn b19_a_price_that_is_only_written_differently_is_the_same() {
    let import = import_text("VIN,Price\n9ZZDAPT10RA000001,\"18,995\"\n9ZZDAPT10RA000001,18995.00\n").unwrap();
    assert_eq!((import.report.published, import.report.collapsed), (1, 1), "{}", import.report);
}

#[test]
fn b20_a_new_stock_number_is_the_same_unit() {
    let id = |text: &str| import_text(text).unwrap().listings[0].vehicle_id.clone();
    let first = id("VIN,Stock\n9ZZDAPT10RA000001,A1\n");
    assert_eq!(first, id("VIN,Stock\n9ZZDAPT10RA000001,B7\n"));
    assert_ne!(first, id("VIN,Stock\n9ZZDAPT12RA000002,A1\n"), "a stock number on another VIN is another car");
}

#[test]
fn b29_wholesale_and_fleet_are_dropped_and_unknown_codes_held_back() {
    let profile = Profile::parse(
        "id = \"d\"\ntitle = \"D\"\nextends = \"vauto\"\n[values.condition]\ndemo = [\"Demo\", \"Loaner\"]\n",
    )
    .unwrap();
    let row = |vin: &str, kind: &str, disposition: &str| {
        format!("{vin},{kind},2024,Testla,Modelo,18995,https://cars.example.com/v,{disposition}\n")
    };
    let text = "VIN,New/Used,Year,Make,Model,Price,Vehicle Detail Link,Disposition\n".to_owned()
        + &row("9ZZDAPT10RA000001", "U", "R")
        + &row("9ZZDAPT12RA000002", "U", "W")
        + &row("9ZZDAPT14RA000003", "U", "Fleet")
        + &row("9ZZDAPT16RA000004", "Loaner", "R")
        + &row("9ZZDAPT18RA000005", "X", "R");
    let import = import(text.as_bytes(), &profile, &settings()).unwrap();
    assert_eq!((import.report.dropped.get("wholesale"), import.report.dropped.get("fleet")), (Some(&1), Some(&1)));
    let conditions: Vec<&str> = import.listings.iter().map(|unit| unit.condition.as_str()).collect();
    assert_eq!(conditions, ["used", "demo"]);
    assert_eq!(reject_at(&import, 6).keyword, Keyword::Condition);
}

#[test]
fn b30_statuses_of_the_built_in_profiles() {
    let text = "VIN,New/Used,Year,Make,Model,Price,Vehicle Detail Link,Status\n";
    let cells = ["In Stock", "IN-STOCK", "Sold", "Deposit", "On Hold", "Sale Pending", "In Transit", "Who knows", ""];
    let vins = (1..=9).map(|at| format!("9ZZDAPT1{at}RA00000{at}"));
    let rows: String = vins
        .zip(cells)
        .map(|(vin, status)| format!("{vin},U,2024,Testla,Modelo,18995,https://cars.example.com/v,{status}\n"))
        .collect();
    let profile = Profile::built_in("vauto").unwrap().unwrap();
    let import = import(format!("{text}{rows}").as_bytes(), &profile, &settings()).unwrap();
    let read: Vec<&str> = import.listings.iter().map(|unit| unit.availability.status.as_str()).collect();
    let expected = [
        "available",
        "available",
        "sold",
        "pending_sale",
        "on_hold",
        "pending_sale",
        "in_transit",
        "unknown",
        "unknown",
    ];
    assert_eq!(read, expected);
    let sold = import.report.warnings.iter().find(|warning| warning.kind == Notice::SoldListed).unwrap();
    assert_eq!(sold.lines, [4]);
}

#[test]
fn b32_a_doubled_time_is_noted() {
    let import =
        import_text("VIN,In stock\n9ZZDAPT10RA000001,2026-11-01 01:30\n9ZZDAPT12RA000002,2026-03-08 02:30\n").unwrap();
    let of = |kind| import.report.warnings.iter().find(|warning| warning.kind == kind).unwrap().lines.clone();
    assert_eq!((of(Notice::TimeDoubled), of(Notice::DateRefused)), (vec![2], vec![3]));
    assert_eq!(import.listings[0].tenure.unwrap().stocked_at, time("2026-11-01T07:30:00Z"), "the older claim");
    assert!(import.listings[1].tenure.is_none());
}

#[test]
fn b34_an_unchanged_file_ages() {
    let profile = Profile::built_in("inventory-csv").unwrap().unwrap();
    let text = String::from_utf8(sample("c04_unchanged_for_days.csv")).unwrap();
    let text: String = text
        .lines()
        .enumerate()
        .map(|(at, line)| format!("{line},{}\n", if at == 0 { "advertised_price_minor" } else { "" }))
        .collect();
    let at = |now: &str| {
        let settings = SourceSettings {
            price_column: "advertised_price_minor".to_owned(),
            now: time(now),
            observed_at: time(now),
            ..settings()
        };
        let import = import(text.as_bytes(), &profile, &settings).unwrap();
        let unit = &import.listings[0];
        (unit.observed_at, unit.availability.observed_at, unit.provenance.sources[0].observed_at)
    };
    let seen = time("2026-08-01T14:00:00Z");
    assert_eq!(at("2026-08-02T00:00:00Z"), (seen, seen, seen));
    assert_eq!(at("2026-11-30T00:00:00Z"), (seen, seen, seen), "a download is no observation");
}

#[test]
fn b09_an_odometer_that_fell_is_noted_and_kept() {
    let text = completed(
        "VIN,Odometer,Stock\n9ZZDAPT10RA000001,500,A1\n9ZZDAPT12RA000002,500,A2\n9ZZDAPT14RA000003,800 km,A3\n9ZZDAPT16RA000004,,A4\n",
    );
    let mut import = import(text.as_bytes(), &small(), &settings()).unwrap();
    let before = |value, unit| Some(Distance { value, unit });
    let falls = odometer_falls(&mut import, |rooftop, vin| {
        assert_eq!(rooftop.as_str(), "north");
        match vin.as_str() {
            "9ZZDAPT10RA000001" => before(501, DistanceUnit::Miles),
            "9ZZDAPT12RA000002" => before(500, DistanceUnit::Miles),
            "9ZZDAPT14RA000003" => before(499, DistanceUnit::Miles),
            _ => before(9, DistanceUnit::Miles),
        }
    });
    let fallen: Vec<&str> = falls.iter().map(|fall| fall.vin.as_str()).collect();
    assert_eq!(fallen, ["9ZZDAPT10RA000001", "9ZZDAPT14RA000003"], "800 km are less than 499 miles");
    assert_eq!(import.listings[0].odometer.unwrap().value, 500);
    let warning = import.report.warnings.iter().find(|warning| warning.kind == Notice::OdometerFell).unwrap();
    assert_eq!((warning.count, warning.example.as_deref()), (2, Some("stock A1: 500 mi, 501 mi in the last file")));
    assert!(odometer_falls(&mut import, |_, _| None).is_empty());
}
