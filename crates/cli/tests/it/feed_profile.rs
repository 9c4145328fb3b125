//! `dealeragent feed profile`.

use std::fs;

use serde_json::Value;

use crate::support::{run, run_with_input};

const UNKNOWN: &str = "Fahrgestellnummer;Nummer;Marke;Modell;Baujahr;Zustand;Verkaufspreis;Kilometer;Seite;Dealer Invoice\n\
    9ZZDAPT10RA000001;0042A;Testla;Modelo;2024;used;24995;12.345 km;https://cars.example.com/v/1;14800\n\
    9ZZDAPT12RA000002;0043;Testla;Modelo;2025;new;31250;8 km;https://cars.example.com/v/2;26500\n";

#[test]
fn the_built_in_profiles_are_listed_and_shown() {
    let said = run(&["feed", "profile", "list"]);
    assert_eq!(said.code, 0);
    for id in ["vauto", "homenet", "inventory-csv", "schema-org", "autotrader-us"] {
        assert!(said.out.lines().any(|line| line.trim_start().starts_with(id)), "{id} is not in {}", said.out);
    }
    let listed: Value = serde_json::from_str(&run(&["feed", "profile", "list", "--json"]).out).unwrap();
    assert_eq!(listed.as_array().unwrap().len(), 12);
    let said = run(&["feed", "profile", "show", "vauto"]);
    assert!(said.out.contains("id = \"vauto\"") && said.out.contains("[columns]"), "{}", said.out);
    let said = run(&["feed", "profile", "show", "vautoo"]);
    assert_eq!(said.code, 64);
    assert!(said.err.contains("those are vauto"), "{}", said.err);
}

/// From an unknown layout to listings: a person takes the marks off.
#[test]
fn a_proposal_that_a_person_confirms() {
    let folder = tempfile::tempdir().unwrap();
    let export = folder.path().join("Lot Export 7.csv");
    let profile = folder.path().join("mine.toml");
    fs::write(&export, UNKNOWN).unwrap();
    let (export, name) = (export.to_str().unwrap(), profile.to_str().unwrap());
    let said = run(&["feed", "profile", "suggest", export, "--out", name]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("closest built-in profile: none"), "{}", said.out);
    let row = |name: &str| said.out.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
    assert!(row("Fahrgestellnummer").contains("suggested: vin?"));
    assert!(row("Nummer").contains("unmapped") && row("Nummer").contains("\"0042A\""));
    assert!(row("Dealer Invoice").contains("private") && !said.out.contains("14800"));
    let text = fs::read_to_string(&profile).unwrap();
    assert!(text.contains("id = \"lot-export-7\"") && text.contains("#? vin = [\"Fahrgestellnummer\"]"), "{text}");
    assert!(!text.contains("14800"), "{text}");
    assert_eq!(run(&["feed", "profile", "suggest", export, "--out", name]).code, 64, "it is not replaced");

    fs::write(&profile, text.replace("#? ", "")).unwrap();
    let said = run(&[
        "feed",
        "check",
        export,
        "--profile",
        name,
        "--currency",
        "EUR",
        "--zone",
        "Europe/Berlin",
        "--price-column",
        "Verkaufspreis",
    ]);
    assert!(said.out.contains("published  2"), "{said:?}");
}

#[test]
fn a_proposal_on_standard_output() {
    let said = run_with_input(&["feed", "profile", "suggest", "-", "--id", "mine"], UNKNOWN);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said:?}");
    assert!(said.out.contains("id = \"mine\""), "{}", said.out);
    let said = run_with_input(&["feed", "profile", "suggest", "-"], "Make,Price\nTestla,5\n");
    assert_eq!(said.code, 1);
    assert!(said.out.contains("# No column was found for `vin`"), "{}", said.out);
    let said = run_with_input(&["feed", "profile", "suggest", "-"], "9ZZDAPT10RA000001,2024,5\n");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("the first line is no header") && said.err.contains("positions"), "{}", said.err);
}

/// The paths of a document are its columns.
#[test]
fn proposals_for_documents() {
    let xml = "<lot><Vehicle><VIN>9ZZDAPT10RA000001</VIN><Make>Testla</Make><Price><Cost>15000</Cost>\
        <Asking>18995</Asking></Price></Vehicle></lot>";
    let said = run_with_input(&["feed", "profile", "suggest", "-", "--element", "Vehicle"], xml);
    assert_eq!(said.code, 1, "{said:?}");
    for part in
        ["shape = \"xml\"", "xml_record = \"Vehicle\"", "price_column = \"Price.Asking\"", "private, never read"]
    {
        assert!(said.out.contains(part), "`{part}` is not in {}", said.out);
    }
    assert!(!said.out.contains("15000"), "{}", said.out);
    let json = "{\"lot\":[{\"vin\":\"9ZZDAPT10RA000001\",\"year\":2024,\"price\":18995}]}";
    let said = run_with_input(&["feed", "profile", "suggest", "-", "--records", "/lot"], json);
    assert!(said.out.contains("json_records = \"/lot\"") && said.out.contains("vin = [\"vin\"]"), "{said:?}");
    let said = run_with_input(&["feed", "profile", "suggest", "-"], json);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("--element NAME or --records POINTER"), "{}", said.err);
    let said = run_with_input(&["feed", "profile", "suggest", "-", "--records", "/none"], json);
    assert_eq!(said.code, 2, "{said:?}");
}
