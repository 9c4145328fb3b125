//! `dealeragent config check` and the files that a configuration names.

use std::{fs, path::Path};

use serde_json::Value;

use crate::support::{ONE_CAR, SMALL, Said, configured, run};

fn check(path: &Path, more: &[&str]) -> Said {
    run(&[&["config", "check", path.to_str().unwrap()], more].concat())
}

/// What each feed gives, with the kind of export that it was read as.
#[test]
fn each_feed_has_its_report() {
    let (folder, path) = configured(SMALL);
    let no_vin = "00564,,N,2026,Subaru,Outback,17,40400,https://small.example/00564,In Stock\n";
    fs::write(folder.path().join("export.csv"), format!("{ONE_CAR}{no_vin}")).unwrap();
    let said = check(&path, &[]);
    assert_eq!((said.code, said.out.as_str()), (0, ""), "{said:?}");
    for part in [
        "Feed export for rooftop main, read as vAuto inventory export",
        "2 rows: 1 published (0 without a usable price), 1 rejected",
        "line 3 (stock 00564), VIN: ",
    ] {
        assert!(said.err.contains(part), "`{part}` is not in {}", said.err);
    }
    let said = check(&path, &["--json"]);
    let feed = serde_json::from_str::<Value>(&said.out).unwrap()["feeds"][0].take();
    assert_eq!((feed["feed"].as_str(), feed["organization"].as_str()), (Some("export"), Some("small")));
    assert_eq!((feed["report"]["published"].as_u64(), feed["report"]["rejected"].as_u64()), (Some(1), Some(1)));
    assert_eq!(feed["report"]["rejects"][0]["line"], 3);
}

/// Each row, however many there are.
#[test]
fn every_row_that_is_held_back_is_shown() {
    let (folder, path) = configured(SMALL);
    let no_vin = "1,,N,2026,Subaru,Outback,17,40400,https://small.example/1,In Stock\n".repeat(50);
    fs::write(folder.path().join("export.csv"), format!("{ONE_CAR}{no_vin}")).unwrap();
    let said = check(&path, &[]);
    assert_eq!(said.code, 0, "{said:?}");
    for line in 3..=52 {
        let row = format!("line {line} (stock 1), VIN: ");
        assert_eq!(said.err.matches(&row).count(), 1, "`{row}` in {}", said.err);
    }
}

/// A price column that the file does not have, with those that it has.
#[test]
fn a_missing_price_column_is_a_problem() {
    let (folder, path) = configured(&SMALL.replace("\"Price\"", "\"Best Price\""));
    fs::write(folder.path().join("export.csv"), ONE_CAR).unwrap();
    let said = check(&path, &["--json"]);
    assert_eq!(said.code, 1);
    let read: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(read["problems"][0]["key"], "feeds[0].path");
    let message = read["problems"][0]["message"].as_str().unwrap();
    assert!(message.contains("Best Price") && message.contains("Vehicle Detail Link"), "{message}");
    assert!(read["feeds"][0]["report"].is_null());
}

/// Side files are read too, and what they add is told.
#[test]
fn side_files_are_checked() {
    let (folder, path) = configured(&format!("{SMALL}evidence = [\"side.json\"]\n"));
    fs::write(folder.path().join("export.csv"), ONE_CAR).unwrap();
    let side = folder.path().join("side.json");
    let said = check(&path, &[]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("feeds[0].evidence: feed export: cannot read side.json"), "{}", said.err);
    fs::write(&side, "{\"no\": ").unwrap();
    let said = check(&path, &[]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("feeds[0].evidence: feed export: side.json: "), "{}", said.err);
    fs::write(&side, r#"{"source_name": "desk", "vehicles": []}"#).unwrap();
    let said = check(&path, &["--json"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("side file: 0 units got evidence"), "{}", said.err);
    assert_eq!(serde_json::from_str::<Value>(&said.out).unwrap()["feeds"][0]["evidence"][0]["attached"], 0);
}

/// Faults of a file with offers bear its name and their lines.
#[test]
fn faults_of_offers_bear_their_files_name() {
    let text = SMALL.replace("id = \"small\"\n", "id = \"small\"\nincentives = [\"offers.toml\"]\n");
    let (folder, path) = configured(&text);
    fs::write(folder.path().join("offers.toml"), "[[incentives]]\nid = 1\nnme = \"x\"\n").unwrap();
    let said = check(&path, &["--json"]);
    assert_eq!(said.code, 1);
    let problems = serde_json::from_str::<Value>(&said.out).unwrap()["problems"].take();
    let unknown = problems.as_array().unwrap().iter().find(|problem| problem["key"] == "incentives[0].nme").unwrap();
    assert_eq!((unknown["file"].as_str(), unknown["line"].as_u64()), (Some("offers.toml"), Some(3)));
    assert!(said.err.contains("offers.toml:3: incentives[0].nme: unknown property"), "{}", said.err);
}
