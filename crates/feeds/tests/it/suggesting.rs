//! Proposals for unknown exports: known, guessed, or neither, and never a cell
//! of a private column.

use dealeragent_feeds::{Field, Profile, SourceSettings, Suggestion, Verdict, import, suggest};
use proptest::prelude::*;

use crate::support::{sample, settings};

fn of_csv(text: &str) -> Suggestion {
    let mut rows = text.lines().map(|line| line.split(';').map(str::to_owned).collect::<Vec<_>>());
    let header = rows.next().unwrap();
    suggest(&header, &rows.collect::<Vec<_>>())
}

fn of_quoted(name: &str) -> Suggestion {
    let text = String::from_utf8(sample(name)).unwrap();
    of_csv(&text.replace("\",\"", ";").replace('"', ""))
}

fn verdict(suggestion: &Suggestion, name: &str) -> Verdict {
    suggestion.columns.iter().find(|column| column.name == name).unwrap().verdict
}

#[test]
fn a_vauto_file_is_known() {
    let found = of_quoted("b23_vauto_style.csv");
    assert_eq!(found.base.as_deref(), Some("vauto"));
    assert!(found.missing.is_empty());
    assert_eq!(verdict(&found, "Stock #"), Verdict::Matched(Field::Stock));
    assert_eq!(verdict(&found, "Photo Url List"), Verdict::Matched(Field::Images));
    assert_eq!(verdict(&found, "Price"), Verdict::Price);
    assert_eq!(verdict(&found, "Photos Last Modified Date"), Verdict::Unmapped);
    let examples = &found.columns.iter().find(|column| column.name == "Stock #").unwrap().examples;
    assert_eq!(examples, &["\"0042A\"", "\"0043\""]);
    let toml = found.to_toml("mine", "My export");
    let profile = Profile::parse(&toml).unwrap();
    assert_eq!(profile.id(), "mine");
    let import = import(&sample("b23_vauto_style.csv"), &profile, &settings()).unwrap();
    assert_eq!(import.report.published, 1, "{}", import.report);
    assert!(toml.contains("price_column = \"Price\""), "{toml}");
}

const UNKNOWN: &str = "Fahrgestellnummer;Nummer;Marke;Modell;Baujahr;Zustand;Verkaufspreis;Kilometer;Bilder;Seite;Einkaufskosten Cost;Key Number;Dealer Invoice\n\
    9ZZDAPT10RA000001;0042A;Testla;Modelo;2024;used;24.995,00;12.345 km;https://img.example.com/1.jpg;https://cars.example.com/v/1;15000;K77;14800\n\
    9ZZDAPT12RA000002;0043;Testla;Modelo;2025;new;31.250,00;8 km;https://img.example.com/2.jpg;https://cars.example.com/v/2;27000;K78;26500\n";

#[test]
fn an_unknown_layout_is_guessed_and_nothing_is_taken_for_granted() {
    let found = of_csv(UNKNOWN);
    assert_eq!(found.base, None);
    for (name, field) in [
        ("Fahrgestellnummer", Field::Vin),
        ("Marke", Field::Make),
        ("Modell", Field::Model),
        ("Baujahr", Field::Year),
        ("Zustand", Field::Condition),
        ("Kilometer", Field::Odometer),
        ("Bilder", Field::Images),
        ("Seite", Field::ListingUrl),
    ] {
        assert_eq!(verdict(&found, name), Verdict::Suggested(field), "{name}");
    }
    assert_eq!((verdict(&found, "Verkaufspreis"), verdict(&found, "Nummer")), (Verdict::Price, Verdict::Unmapped));
    let toml = found.to_toml("unknown", "Unknown \"export\"");
    assert!(Profile::parse(&toml).is_err(), "guesses are comments, so there is no VIN yet");
    let confirmed = Profile::parse(&toml.replace("#? ", "")).unwrap();
    let euro = SourceSettings { price_column: "Verkaufspreis".to_owned(), ..settings() };
    let import = import(UNKNOWN.replace("24.995,00", "24995").as_bytes(), &confirmed, &euro).unwrap();
    assert_eq!(import.report.published, 2, "{}", import.report);
}

#[test]
fn no_cell_of_a_private_column_is_shown() {
    let found = of_csv(UNKNOWN);
    for name in ["Einkaufskosten Cost", "Key Number", "Dealer Invoice"] {
        assert_eq!(verdict(&found, name), Verdict::Private, "{name}");
    }
    let all = format!("{found:?}{found}{}", found.to_toml("a", "b"));
    for cell in ["15000", "K77", "14800"] {
        assert!(!all.contains(cell), "{cell}");
    }
    let sample = of_csv(
        "VIN;Description;MEMOLINE1;Invoice;FLOORPLANAMOUNT;AlarmCode;IgnitionKeyNo\n9ZZDAPT10RA000001;x;owe 9k;15000;14800;1234;K77\n",
    );
    let private = sample.columns.iter().filter(|column| column.verdict == Verdict::Private).count();
    assert_eq!(private, 5);
}

#[test]
fn what_is_missing_is_said() {
    let found = of_csv("Feed_Id;Vehicle_Id;FullRegistration;Make;Model;Price\n900;44;AB12 CDE;Testla;Modelo;9995\n");
    assert_eq!(found.missing, [Field::Vin, Field::Year, Field::Condition]);
    assert!(found.to_string().contains("no column for vin, without which there is no listing"), "{found}");
    assert!(!found.to_string().contains("AB12"), "a plate is private");
    assert!(found.to_toml("a", "b").contains("# No column was found for `vin`"));
}

proptest! {
    #[test]
    fn a_proposal_is_always_toml(names in proptest::collection::vec("\\PC{0,12}|VIN|Year|Price|Cost", 1..8)) {
        let found = suggest(&names, std::slice::from_ref(&names));
        prop_assert_eq!(found.columns.len(), names.len());
        let toml = found.to_toml("some", "Some");
        match Profile::parse(&toml) {
            Ok(_) => {}
            Err(fault) => prop_assert!(!fault.to_string().starts_with("not a valid profile"), "{}\n{}", fault, toml),
        }
    }
}

#[test]
fn a_profile_for_files_without_a_header_is_no_base_for_one_with_a_header() {
    let found = of_csv("DealerID;U/N;VIN;Stock;Make;Model;Year;Trim;Body;Miles;Fuel;Trans\n");
    assert_eq!(verdict(&found, "U/N"), Verdict::Suggested(Field::Condition), "its names still help");
    let base = found.base.map(|id| Profile::built_in(&id).unwrap().unwrap());
    assert!(base.is_none_or(|base| !base.layout().is_positional()));
}
