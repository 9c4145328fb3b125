//! `dealeragent feed check`: what would come of a file, and nothing else.

use std::{fs, path::Path};

use serde_json::Value;

use crate::support::{ONE_CAR, SMALL, Said, configured, run, run_with_input};

/// A vAuto export: one good row, one without a VIN, an internal column.
const EXPORT: &str = "Stock #,VIN,New/Used,Year,Make,Model,Odometer,Price,Invoice,Vehicle Detail Link,Lot Row\n\
    00563,9ZZCVDJW3TJ000563,N,2026,Subaru,Forester,17,40400,38000,https://small.example/00563,7\n\
    =A2,,N,2026,Subaru,Outback,12,0,37000,https://small.example/00564,8\n";

const FLAGS: [&str; 8] =
    ["--profile", "vauto", "--currency", "USD", "--zone", "America/Denver", "--price-column", "Price"];

fn file(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("export.csv");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

fn check(path: &str, more: &[&str]) -> Said {
    run(&[&["feed", "check", path], more].concat())
}

fn flagged(path: &str, more: &[&str]) -> Said {
    check(path, &[&FLAGS, more].concat())
}

fn entries(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn a_table_for_eyes() {
    let (folder, path) = file(EXPORT);
    let said = flagged(&path, &[]);
    assert_eq!((said.code, said.err.as_str()), (1, ""), "{said:?}");
    for part in [
        "Profile   vauto (vAuto inventory export)",
        "required charges: unknown",
        "Read as   UTF-8, columns separated by comma",
        "published  1",
        "held back  1",
        "Invoice              SENSITIVE: never read",
        "Lot Row              not used",
        "not clear whether the price holds the required charges",
    ] {
        assert!(said.out.contains(part), "`{part}` is not in {}", said.out);
    }
    let row = said.out.lines().find(|line| line.trim_start().starts_with("3 ")).unwrap();
    assert!(row.contains("VIN") && row.contains("vin"), "{row}");
    assert!(!said.out.contains("38000"), "a private cell is never shown");
    assert_eq!(entries(folder.path()), 1, "nothing is written");
}

/// By worst severity.
#[test]
fn exit_codes() {
    let good: String = EXPORT.split_inclusive('\n').take(2).collect();
    let (_folder, path) = file(&good);
    assert_eq!(flagged(&path, &[]).code, 0, "warnings are allowed");
    assert_eq!(flagged(&path, &["--deny-warnings"]).code, 1);
    let silent = ["--deny-warnings", "--includes-required-charges", "no", "--odometer-unit", "mi"];
    let said = flagged(&path, &silent);
    assert_eq!(said.code, 0, "{said:?}");
    let (_folder, path) = file("<html><body>Sign in</body></html>");
    let said = flagged(&path, &[]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("a web page (HTML)"), "{}", said.err);
    assert_eq!(flagged("no-such-file.csv", &[]).code, 2);
    assert_eq!(check(&path, &["--no-such-flag"]).code, 64);
    assert_eq!(run(&["feed"]).code, 64);
}

/// What is needed and not said is asked for by its flag, all at once.
#[test]
fn nothing_is_guessed() {
    let (_folder, path) = file(EXPORT);
    let said = check(&path, &[]);
    assert_eq!((said.code, said.out.as_str()), (64, ""));
    assert!(said.err.contains("--profile is needed: auto, a file with a profile, or one of vauto"), "{}", said.err);
    let said = check(&path, &["--profile", "vauto"]);
    assert_eq!(said.code, 64);
    for part in ["3 things are missing", "--zone NAME", "--currency CODE", "--price-column NAME", "it may be \"Price\""]
    {
        assert!(said.err.contains(part), "`{part}` is not in {}", said.err);
    }
    let said = check(&path, &["--profile", "inventory-csv", "--currency", "USD"]);
    assert_eq!(said.code, 64);
    assert!(said.err.contains("--organization ID") && said.err.contains("--rooftop ID"), "{}", said.err);
    let said = check(&path, &["--profile", "vautoo"]);
    assert_eq!(said.code, 64);
    assert!(said.err.contains("there is no profile and no file `vautoo`"), "{}", said.err);
    // What only the file shows is named by its flag too.
    let (_folder, path) = file(&EXPORT.replace("Vehicle Detail Link", "Page"));
    let said = flagged(&path, &[]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("on the command line: --url-template"), "{}", said.err);
}

#[test]
fn auto_needs_one_profile_that_fits() {
    let (_folder, path) = file(EXPORT);
    let auto = ["--profile", "auto", "--currency", "USD", "--zone", "America/Denver", "--price-column", "Price"];
    let said = check(&path, &auto);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.out.contains("--profile auto: the header fits vauto and no other"), "{}", said.out);
    let (_folder, path) = file("Fahrgestellnummer,Marke\n9ZZCVDJW3TJ000563,Subaru\n");
    let said = check(&path, &auto);
    assert_eq!(said.code, 64);
    assert!(said.err.contains("no built-in profile fits"), "{}", said.err);
    let (_folder, path) = file("9ZZCVDJW3TJ000563,Subaru,2026\n");
    let said = check(&path, &auto);
    assert_eq!(said.code, 64);
    assert!(said.err.contains("the first line is none"), "{}", said.err);
}

#[test]
fn json_and_standard_input() {
    let said = run_with_input(&[&["feed", "lint", "-", "--json"], &FLAGS[..]].concat(), EXPORT);
    assert_eq!((said.code, said.err.as_str()), (1, ""), "{said:?}");
    let read: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((read["file"].as_str(), read["exit_code"].as_u64()), (Some("-"), Some(1)));
    assert_eq!(read["report"]["rejects"][0]["line"], 3);
    assert_eq!(read["report"]["columns"]["private"], serde_json::json!(["Invoice"]));
    assert!(read["settings"]["price_includes_required_charges"].is_null());
    let said = run_with_input(&[&["feed", "check", "-", "--json"], &FLAGS[..]].concat(), "");
    assert_eq!(said.code, 2);
    let read: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((read["fault"]["kind"].as_str(), read["report"].is_null()), (Some("no_rows"), true));
}

/// For a person's spreadsheet: nothing in it runs (A22), and no file is lost.
#[test]
fn rejects_as_a_sheet() {
    let (folder, path) = file(EXPORT);
    let sheet = folder.path().join("rejects.csv");
    let name = sheet.to_str().unwrap();
    assert_eq!(flagged(&path, &["--rejects-csv", name]).code, 1);
    let text = fs::read_to_string(&sheet).unwrap();
    assert!(text.contains("\r\n3,'=A2,VIN,vin,"), "{text}");
    fs::write(&sheet, "mine").unwrap();
    let said = flagged(&path, &["--rejects-csv", name]);
    assert_eq!(said.code, 64);
    assert!(said.err.contains("is there already; --force replaces it"), "{}", said.err);
    assert_eq!(fs::read_to_string(&sheet).unwrap(), "mine");
    assert_eq!(flagged(&path, &["--rejects-csv", name, "--force"]).code, 1);
    assert_ne!(fs::read_to_string(&sheet).unwrap(), "mine");
    assert_eq!(entries(folder.path()), 2, "no temporary file stays");
}

/// As the gateway would read it.
#[test]
fn a_feed_of_a_configuration() {
    let (folder, config) = configured(SMALL);
    let path = folder.path().join("export.csv");
    fs::write(&path, ONE_CAR).unwrap();
    let (path, config) = (path.to_str().unwrap(), config.to_str().unwrap());
    for more in [&[][..], &["--feed", "export"]] {
        let said = check(path, &[&["--config", config], more].concat());
        assert_eq!(said.code, 0, "{said:?}");
        assert!(said.out.contains("read as feed export of"), "{}", said.out);
        assert!(said.out.contains("required charges: not included"), "{}", said.out);
    }
    let said = check(path, &["--config", config, "--feed", "other"]);
    assert_eq!(said.code, 64);
    assert!(said.err.contains("has no feed `other`; it has: export"), "{}", said.err);
    assert_eq!(check(path, &["--config", config, "--currency", "USD"]).code, 64, "the configuration says it");
}

/// A profile of one's own, with its faults by line.
#[test]
fn a_profile_file() {
    let (folder, path) = file(&EXPORT.replace("Stock #", "Unit No"));
    let profile = folder.path().join("mine.toml");
    let text = "id = \"mine\"\ntitle = \"Mine\"\nextends = \"vauto\"\n[columns]\nstock = [\"Unit No\"]\n";
    fs::write(&profile, text).unwrap();
    let name = profile.to_str().unwrap();
    let flags = ["--profile", name, "--currency", "USD", "--zone", "America/Denver", "--price-column", "Price"];
    let said = check(&path, &flags);
    assert!(said.out.contains("Profile   mine (Mine)"), "{said:?}");
    assert!(said.out.lines().any(|line| line.trim_start().starts_with("Unit No ") && line.ends_with("stock")));
    fs::write(&profile, format!("{text}[values.condition]\nnewish = [\"N\"]\n")).unwrap();
    let said = check(&path, &flags);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("mine.toml:7: [values.condition]: `newish` is unknown"), "{}", said.err);
}
