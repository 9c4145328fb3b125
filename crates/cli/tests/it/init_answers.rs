//! `dealeragent init` for scripts: answers by flags and in a file.

use std::fs;

use crate::{
    init::{EXPORT, folder, init},
    support::run_command,
};

const ANSWERS: &str = "organization_name = \"Small Motors\"\nprice_column = \"Price\"\ncurrency = \"USD\"\n\
    includes_required_charges = false\nodometer_unit = \"mi\"\nzone = \"America/Denver\"\naddress = [\"1 Road\"]\n\
    locality = \"Denver\"\ncountry = \"US\"\n";

/// What is proposed is taken, what only a person knows is not.
#[test]
fn what_nobody_answered_is_listed_at_once() {
    let folder = folder(&[("lot.csv", EXPORT)]);
    let said = init(folder.path(), &["lot.csv", "--yes"], &[]);
    assert_eq!((said.code, said.out.as_str()), (64, ""), "{said:?}");
    for part in [
        "things are missing or wrong",
        "--organization-name: The dealer's name",
        "--price-column for lot.csv: Which column is the price that you advertise (may be a price: \"Price\"",
        "--currency for lot.csv",
        "--includes-required-charges for lot.csv",
        "--zone for lot.csv",
        "--address for lot.csv",
        "--locality for lot.csv",
        "--country for lot.csv",
    ] {
        assert!(said.err.contains(part), "`{part}` is not in {}", said.err);
    }
    for taken in ["--profile", "--region", "--website"] {
        assert!(!said.err.contains(taken), "{taken}: {}", said.err);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is written");
}

#[test]
fn a_file_with_answers_and_flags_over_it() {
    let folder = folder(&[("lot.csv", EXPORT), ("answers.toml", ANSWERS)]);
    let flags =
        ["lot.csv", "--yes", "--answers", "answers.toml", "--price-column", "Internet Price", "--out", "x.toml"];
    let said = init(folder.path(), &flags, &[]);
    assert_eq!(said.code, 0, "{said:?}");
    let text = fs::read_to_string(folder.path().join("x.toml")).unwrap();
    for line in
        ["price_column = \"Internet Price\"", "id = \"small-motors-main\"", "website = \"https://cars.small.example/\""]
    {
        assert!(text.lines().any(|known| known == line), "`{line}` is not in {text}");
    }
    let checked =
        run_command(crate::support::program().args(["config", "check", "x.toml"]).current_dir(folder.path()), "");
    assert_eq!(checked.code, 0, "{checked:?}");
}

#[test]
fn answers_that_cannot_be_used() {
    let cases = [
        ("zone = \"Denver\"\n", "--zone \"Denver\" for lot.csv: must be a time zone"),
        ("colour = \"red\"\n", "answers.toml: `colour` is no question; those are organization_name"),
        ("zone = 5\n", "answers.toml: `zone` must be text in quotes"),
        ("zone = \n", "answers.toml: "),
        ("[[files]]\nfile = \"other.csv\"\n", "about files that were not given: other.csv"),
        ("price_column = \"Invoice\"\n", "profile vauto cannot read it with that price column"),
        ("country = \"USA\"\n", "--country \"USA\" for lot.csv: "),
        ("rooftop_id = \"No Spaces\"\n", "--rooftop-id \"No Spaces\" for lot.csv: must be lower-case"),
    ];
    for (text, part) in cases {
        let folder = folder(&[("lot.csv", EXPORT), ("answers.toml", text)]);
        let said = init(folder.path(), &["lot.csv", "--yes", "--answers", "answers.toml"], &[]);
        assert_eq!(said.code, 64, "{text}: {said:?}");
        assert!(said.err.contains(part), "`{part}` is not in {}", said.err);
        assert!(!folder.path().join("dealeragent.toml").exists());
    }
}

/// Each export has its own rooftop, profile and price.
#[test]
fn several_exports() {
    let carsforsale = "77,U,9ZZDAPT10RA000001,S1,Testla,Modelo,2024,,,12345,,,,,18995,,,,,\n";
    let answers = format!(
        "{ANSWERS}[[files]]\nfile = \"south.csv\"\nrooftop_id = \"south\"\nzone = \"America/Phoenix\"\n\
         url_template = \"https://south.example/{{stock}}\"\nincludes_required_charges = true\n"
    );
    let folder = folder(&[("north.csv", EXPORT), ("south.csv", carsforsale), ("answers.toml", &answers)]);
    let flags = ["north.csv", "south.csv", "--yes", "--answers", "answers.toml"];
    let said = init(folder.path(), &flags, &[]);
    assert_eq!(said.code, 0, "{said:?}");
    let text = fs::read_to_string(folder.path().join("dealeragent.toml")).unwrap();
    for line in [
        "rooftop = \"small-motors-main\"",
        "rooftop = \"south\"",
        "profile = \"carsforsale\"",
        "timezone = \"America/Phoenix\"",
        "listing_url_template = \"https://south.example/{stock}\"",
        "price_includes_required_charges = true",
        "odometer_unit = \"mi\"",
    ] {
        assert!(text.lines().any(|known| known == line), "`{line}` is not in {text}");
    }
}

/// A profile of one's own is named by its file.
#[test]
fn a_profile_file() {
    let export = EXPORT.replace("Stock #", "Unit No").replace("New/Used", "Sort");
    let profile = "id = \"mine\"\ntitle = \"Mine\"\nextends = \"vauto\"\n[columns]\nstock = [\"Unit No\"]\n\
        condition = [\"Sort\"]\n";
    let folder = folder(&[("lot.csv", &export), ("answers.toml", ANSWERS), ("mine.toml", profile)]);
    let flags = ["lot.csv", "--yes", "--answers", "answers.toml", "--profile", "mine.toml"];
    let said = init(folder.path(), &flags, &[]);
    assert_eq!(said.code, 0, "{said:?}");
    let text = fs::read_to_string(folder.path().join("dealeragent.toml")).unwrap();
    assert!(text.lines().any(|line| line == "profile_file = \"mine.toml\""), "{text}");
}

/// A wrong profile that drops fewer rows is not the better one.
#[test]
fn the_demos_exports_are_known() {
    let demo =
        |name: &str| fs::read_to_string(format!("{}/../../examples/demo/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    for (name, profile) in [("denver-vauto.csv", "vauto"), ("chicago-homenet.csv", "homenet")] {
        let folder = folder(&[("lot.csv", &demo(name)), ("answers.toml", ANSWERS)]);
        let price = if profile == "vauto" { "Price" } else { "Internet_Price" };
        let flags = [
            "lot.csv",
            "--yes",
            "--answers",
            "answers.toml",
            "--price-column",
            price,
            "--url-template",
            "https://ridge.example/{stock}",
        ];
        let said = init(folder.path(), &flags, &[]);
        assert_eq!(said.code, 0, "{said:?}");
        let text = fs::read_to_string(folder.path().join("dealeragent.toml")).unwrap();
        assert!(text.contains(&format!("profile = \"{profile}\"")), "{text}");
    }
}

/// Where several profiles fit, none is taken for the operator.
#[test]
fn several_profiles_are_no_proposal() {
    let catalogue =
        fs::read_to_string(format!("{}/../../fixtures/feeds/meta_automotive.csv", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let folder = folder(&[("lot.csv", &catalogue), ("answers.toml", ANSWERS)]);
    let said = init(folder.path(), &["lot.csv", "--yes", "--answers", "answers.toml"], &[]);
    assert_eq!(said.code, 64, "{said:?}");
    let part = "--profile for lot.csv: The mapping profile, or a file with one (lot.csv fits several profiles: \
        google-vehicles, meta-automotive)";
    assert!(said.err.contains(part), "{}", said.err);
}
