//! `dealeragent init`: the questions that no export answers.

use std::{fs, path::Path};

use crate::support::{Said, Server, program, run_command};

/// A vAuto export with two columns that could be the price.
pub(crate) const EXPORT: &str = "Stock #,VIN,New/Used,Year,Make,Model,Odometer,Price,Internet Price,Vehicle Detail Link,Status\n\
    00563,9ZZCVDJW3TJ000563,N,2026,Subaru,Forester,17,40400,39900,https://cars.small.example/00563,In Stock\n\
    00564,9ZZDAPT12RA000002,U,2024,Testla,Modelo,12000,18995,18500,https://cars.small.example/00564,In Stock\n";

pub(crate) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// The program in a folder, with these lines on standard input.
pub(crate) fn init(folder: &Path, arguments: &[&str], lines: &[&str]) -> Said {
    let mut input = lines.join("\n");
    if !lines.is_empty() {
        input.push('\n');
    }
    run_command(program().arg("init").args(arguments).current_dir(folder), &input)
}

/// Answers in the order of the questions; an empty one takes the proposal.
pub(crate) const ANSWERS: [&str; 17] = [
    "Small Motors",
    "", // organization id: small-motors
    "", // operator: Small Motors
    "", // profile: vauto
    "Internet Price",
    "usd",
    "perhaps", // asked again
    "no",
    "mi",
    "", // rooftop id: small-motors-main
    "", // its name
    "", // website: from the page addresses
    "America/Denver",
    "1 Road; Building B",
    "Denver",
    "CO",
    "80202",
];

#[test]
fn questions_to_a_configuration_that_serves() {
    let folder = folder(&[("lot.csv", EXPORT)]);
    let lines = [&ANSWERS[..], &["us"]].concat();
    let said = init(folder.path(), &["lot.csv"], &lines);
    assert_eq!((said.code, said.out.as_str()), (0, ""), "{said:?}");
    for part in [
        "lot.csv reads like: vAuto inventory export (vauto)",
        "may be a price: \"Price\", such as \"40400\", \"18995\"",
        "may be a price: \"Internet Price\", such as \"39900\", \"18500\"",
        "An id for the dealer, which agents see; keep it [small-motors]: ",
        "The rooftop's website [https://cars.small.example/]: ",
        "must be yes or no",
        "2 rows: 2 published (0 without a usable price)",
        "dealeragent.toml is written and fine. Next:",
        "dealeragent serve --config dealeragent.toml",
        "dealeragent feed check lot.csv --config dealeragent.toml --feed lot",
    ] {
        assert!(said.err.contains(part), "`{part}` is not in {}", said.err);
    }
    let path = folder.path().join("dealeragent.toml");
    let text = fs::read_to_string(&path).unwrap();
    for line in [
        "id = \"small-motors\"",
        "website = \"https://cars.small.example/\"",
        "timezone = \"America/Denver\"",
        "address = { lines = [\"1 Road\", \"Building B\"], locality = \"Denver\", region = \"CO\", postal_code = \"80202\", country = \"US\" }",
        "path = \"lot.csv\"",
        "profile = \"vauto\"",
        "price_column = \"Internet Price\"",
        "price_includes_required_charges = false",
    ] {
        assert!(text.lines().any(|known| known == line), "`{line}` is not in {text}");
    }
    let server = Server::configured(&path);
    assert!(server.banner.contains("2 listings (0 without a price), 0 rows held back"), "{}", server.banner);
}

#[test]
fn a_configuration_that_is_there_is_never_replaced() {
    let folder = folder(&[("lot.csv", EXPORT), ("dealeragent.toml", "mine")]);
    let said = init(folder.path(), &["lot.csv"], &ANSWERS);
    assert_eq!(said.code, 64);
    assert!(said.err.contains("is there already and is not replaced"), "{}", said.err);
    assert_eq!(fs::read_to_string(folder.path().join("dealeragent.toml")).unwrap(), "mine");
}

/// Standard input that ends is no agreement to what was proposed.
#[test]
fn answers_that_break_off_write_nothing() {
    let folder = folder(&[("lot.csv", EXPORT)]);
    let said = init(folder.path(), &["lot.csv"], &ANSWERS[..6]);
    assert_eq!(said.code, 64, "{said:?}");
    for part in ["--includes-required-charges for lot.csv: Does that price hold", "--zone", "--address", "--country"] {
        assert!(said.err.contains(part), "`{part}` is not in {}", said.err);
    }
    assert!(said.err.contains("--rooftop-name"), "a proposal that nobody agreed to is not taken: {}", said.err);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_file_that_no_profile_reads() {
    let folder = folder(&[("lot.csv", "Marke;Modell\nTestla;Modelo\n")]);
    let said = init(folder.path(), &["lot.csv"], &ANSWERS);
    assert_eq!(said.code, 64, "{said:?}");
    assert!(
        said.err.contains("no built-in profile can read lot.csv; `dealeragent feed profile suggest lot.csv"),
        "{}",
        said.err
    );
    let said = init(folder.path(), &["none.csv"], &ANSWERS);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("cannot read none.csv"), "{}", said.err);
}
