//! `dealeragent feed convert`: inventory CSV 0.1, whole or not at all.

use std::fs;

use serde_json::Value;

use crate::support::{Said, run, run_with_input};

const EXPORT: &str = "Stock #,VIN,New/Used,Year,Make,Model,Odometer,Price,Vehicle Detail Link\n\
    -A2,9ZZCVDJW3TJ000563,N,2026,Subaru,Forester,17,40400,https://small.example/00563\n\
    ,9ZZDAPT12RA000002,U,2024,Testla,Modelo,12000,18995,https://small.example/2\n\
    00564,,N,2026,Subaru,Outback,12,0,https://small.example/00564\n";

const FLAGS: [&str; 14] = [
    "--profile",
    "vauto",
    "--currency",
    "USD",
    "--zone",
    "America/Denver",
    "--price-column",
    "Price",
    "--organization",
    "small",
    "--rooftop",
    "main",
    "--odometer-unit",
    "mi",
];

fn convert(path: &str, out: &str, more: &[&str]) -> Said {
    run(&[&["feed", "convert", path, "--out", out], &FLAGS[..], more].concat())
}

#[test]
fn what_was_written_can_be_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let name = |file: &str| folder.path().join(file).to_str().unwrap().to_owned();
    let (export, out) = (name("export.csv"), name("out.csv"));
    fs::write(&export, EXPORT).unwrap();
    let said = convert(&export, &out, &["--json"]);
    assert_eq!(said.code, 1, "{said:?}");
    let read: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((read["rows"].as_u64(), read["report"]["rejected"].as_u64()), (Some(1), Some(1)));
    assert!(read["left_out"][0]["reason"].as_str().unwrap().contains("no stock number"), "{read}");
    let written = fs::read_to_string(&out).unwrap();
    assert_eq!(written.lines().count(), 2);
    assert!(written.lines().nth(1).unwrap().starts_with("small,main,9ZZCVDJW3TJ000563,-A2,2026,"), "{written}");
    let again = run(&[
        "feed",
        "check",
        &out,
        "--profile",
        "inventory-csv",
        "--currency",
        "USD",
        "--organization",
        "small",
        "--rooftop",
        "main",
    ]);
    assert_eq!(again.code, 0, "{again:?}");

    // Never over another file, and never half of one.
    let said = convert(&export, &out, &[]);
    assert_eq!(said.code, 64);
    assert!(said.err.contains("is there already; --force replaces it"), "{}", said.err);
    assert_eq!(fs::read_to_string(&out).unwrap(), written);
    let said = convert(&export, &out, &["--force"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.contains("Not written: 1") && said.err.contains("1 rows written"), "{}", said.err);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file stays");
}

#[test]
fn standard_output_and_input() {
    let arguments = [&["feed", "convert", "-", "--out", "-"], &FLAGS[..]].concat();
    let said = run_with_input(&arguments, EXPORT);
    assert_eq!((said.code, said.out.as_str()), (64, ""), "standard input has no time");
    assert!(said.err.contains("--observed-at TIME"), "{}", said.err);
    let said = run_with_input(&[&arguments[..], &["--observed-at", "2026-11-30T10:00:00Z"]].concat(), EXPORT);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.out.starts_with("organization_id,rooftop_id,vin,"), "{}", said.out);
    assert!(said.out.contains(",2026-11-30T10:00:00Z,"), "{}", said.out);
}

#[test]
fn nothing_is_written_of_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let name = |file: &str| folder.path().join(file).to_str().unwrap().to_owned();
    let (export, out) = (name("export.csv"), name("out.csv"));
    let header: String = EXPORT.split_inclusive('\n').take(1).collect();
    for (text, part) in [
        ("<html></html>".to_owned(), "a web page (HTML)"),
        (header.clone(), "no rows"),
        (format!("{header}00564,,N,2026,Subaru,Outback,12,0,https://small.example/00564\n"), "no row can be written"),
    ] {
        fs::write(&export, text).unwrap();
        let said = convert(&export, &out, &[]);
        assert_eq!(said.code, 2, "{said:?}");
        assert!(said.err.contains(part), "`{part}` is not in {}", said.err);
        assert!(!fs::exists(&out).unwrap());
    }
}

#[test]
fn owners_are_asked_for() {
    let said = run(&["feed", "convert", "x.csv", "--out", "y.csv", "--profile", "vauto"]);
    assert_eq!(said.code, 2, "there is no such file");
    let said = run_with_input(
        &["feed", "convert", "-", "--out", "-", "--profile", "vauto", "--observed-at", "2026-11-30T10:00:00Z"],
        EXPORT,
    );
    assert_eq!(said.code, 64);
    for flag in ["--organization ID", "--rooftop ID", "--currency CODE", "--zone NAME", "--price-column NAME"] {
        assert!(said.err.contains(flag), "`{flag}` is not in {}", said.err);
    }
}
