//! Files without a header (A04, A07).

use dealeragent_feeds::{
    FaultKind, FileFault, Layout, Limits, Profile, Reading, SourceSettings,
    decode::{DeclaredEncoding, Decoder, Encoding},
    import,
    read::{Delimiter, Entry, RecordReader},
    report::Keyword,
};
use dealeragent_protocol::facts::Condition;

use crate::support::{reject_at, sample, settings};

const VALUES: &str = r#"
[separators]
images = ","
features = ","
[values.condition]
used = ["U", "Car"]
new = ["N"]
"#;

fn profile(keys: &str) -> Profile {
    Profile::parse(&format!("id = \"test\"\ntitle = \"Test\"\n{keys}\n{VALUES}")).unwrap()
}

fn fault(keys: &str) -> String {
    Profile::parse(&format!("id = \"test\"\ntitle = \"Test\"\n{keys}\n{VALUES}")).unwrap_err().to_string()
}

/// Twenty columns, as one marketplace takes them.
fn twenty() -> Profile {
    profile(
        r#"headerless = true
positions = ["dealer", "condition", "vin", "stock", "make", "model", "year", "trim", "body", "odometer", "-2", "fuel",
    "transmission", "Price", "exterior_color", "interior_color", "features", "-", "images"]"#,
    )
}

/// Eleven columns, as the German sample has them.
fn eleven() -> Profile {
    profile(
        r#"delimiter = "semicolon"
headerless = true
positions = ["dealer", "stock", "condition", "make", "model", "-", "year", "odometer", "features", "Price", "vin"]"#,
    )
}

fn by_template() -> SourceSettings {
    let reading = Reading { encoding: Some(DeclaredEncoding::Iso8859_15), ..Reading::default() };
    let listing_url_template = Some("https://cars.example.com/v/{stock}".to_owned());
    SourceSettings { reading, listing_url_template, ..settings() }
}

#[test]
fn a07_a_file_without_a_header_is_read_by_places() {
    let import = import(&sample("a09_headerless_positional.txt"), &twenty(), &by_template()).unwrap();
    assert_eq!((import.report.rows, import.report.published), (1, 1), "the first car is not eaten");
    let unit = &import.listings[0];
    assert_eq!(unit.vin.as_str(), "9ZZDAPT10RA000001");
    assert_eq!((unit.make.as_str(), unit.model.as_str(), unit.year.get()), ("Testla", "Modelo", 2024));
    assert_eq!(unit.price.as_ref().unwrap().amount.minor(), 1_899_500);
    assert_eq!((unit.features.len(), unit.media.len()), (2, 2));
    let columns = &import.report.columns;
    assert_eq!(columns.matched[1].column, "vin");
    assert_eq!(columns.unmapped, ["dealer", "column 11", "column 12", "column 19"]);
}

#[test]
fn a07_what_looks_like_data_is_no_header() {
    let headed = crate::support::small();
    let refused = |text: &[u8]| dealeragent_feeds::import(text, &headed, &settings()).unwrap_err();
    let no_header = FileFault::NoHeader { line: 1 };
    assert_eq!(refused(&sample("a09_headerless_positional.txt")), no_header);
    assert_eq!(refused(b"A1,Testla,https://cars.example.com/1\n"), no_header);
    assert_eq!(refused(b"1001,2024,18995,Testla\n"), no_header);
    assert_eq!(no_header.kind(), FaultKind::Columns);
    // One number among names is a strange name, not a unit.
    assert!(matches!(refused(b"VIN,Stock,2\n"), FileFault::MissingColumn { .. }));
}

#[test]
fn a07_a_header_is_no_unit() {
    let file =
        [b"dealer,condition,vin,stock,make,model\n".as_slice(), &sample("a09_headerless_positional.txt")].concat();
    let fault = import(&file, &twenty(), &by_template()).unwrap_err();
    assert_eq!(fault, FileFault::UnexpectedHeader { line: 1 });
}

#[test]
fn a04_the_euro_sign_survives() {
    let bytes = sample("a05_iso8859_15_semicolon_headerless.csv");
    let decoder = Decoder::open(bytes.as_slice(), Some(DeclaredEncoding::Iso8859_15), &Limits::default()).unwrap();
    let fallback = decoder.opening().fallback;
    let mut reader = RecordReader::new(decoder, None, Limits::default()).unwrap().with_fallback(fallback);
    assert_eq!(reader.delimiter(), Delimiter::Semicolon);
    let Some(Entry::Record(record)) = reader.next_entry().unwrap() else { panic!("no record") };
    assert_eq!((record.cell(8), record.cell(9), record.cell(10)), (Some("Büro €"), Some("12.990"), Some("")));
    assert_eq!(record.recoded, Some(Encoding::Iso8859_15));

    // The sample's car has no VIN, so it is held back.
    let import = import(&bytes, &eleven(), &by_template()).unwrap();
    assert_eq!(reject_at(&import, 1).keyword, Keyword::Vin);
    assert_eq!(import.report.encoding, Encoding::Iso8859_15);
    // With one, and a year, it is published.
    let at = bytes.windows(10).position(|ten| ten == b"01.06.2023").unwrap();
    let end = bytes.iter().position(|byte| *byte == b'\r').unwrap();
    let whole = [&bytes[..at], b"2023", &bytes[at + 10..end], b"9ZZDAPT10RA000001\r\n"].concat();
    let import = dealeragent_feeds::import(&whole, &eleven(), &by_template()).unwrap();
    assert_eq!(import.listings[0].features[0].as_str(), "Büro €");
    assert!(import.listings[0].price.is_none(), "12.990 could be either");
}

#[test]
fn a04_another_number_of_columns_is_refused_as_a_whole() {
    let bytes = sample("a05_iso8859_15_semicolon_headerless.csv");
    let wide = [&bytes[..bytes.len() - 2], b";x\r\n"].concat();
    let fault = import(&wide, &eleven(), &by_template()).unwrap_err();
    assert_eq!(fault, FileFault::FieldCount { line: 1, cells: 12, columns: 11 });
    assert!(fault.to_string().contains("nothing is read"));
    // A later row of another length is held back alone.
    let import = import(&[bytes.as_slice(), &wide].concat(), &eleven(), &by_template()).unwrap();
    assert_eq!(reject_at(&import, 2).keyword, Keyword::Ragged);
}

#[test]
fn a_layout_is_read_from_a_profile() {
    assert_eq!(crate::support::small().layout(), &Layout::Headed);
    assert!(matches!(twenty().layout(), Layout::Positional { count: 20, .. }));
    assert!(fault("positions = [\"vin\"]").contains("set `headerless = true`"));
    assert!(fault("headerless = true").contains("are needed"));
    assert!(
        fault("headerless = true\npositions = [\"vin\", \"year\", \"make\", \"model\"]").contains("lack `condition`")
    );
    assert!(fault("headerless = true\npositions = [\"vin\", \"VIN\"]").contains("\"VIN\" twice"));
    assert!(fault("headerless = true\npositions = [\"-2000\"]").contains("1 to 1024"));
    assert!(fault("headerless = true\npositions = [\"#\"]").contains("no letter or digit"));
}

#[test]
fn a_position_is_a_column_that_columns_name_or_a_field_by_its_word() {
    let profile = profile(
        r#"headerless = true
positions = ["U/N", "condition", "vin", "year", "make", "model", "Price"]
[columns]
condition = ["Type", "U/N"]"#,
    );
    let text = b"U,N,9ZZDAPT10RA000001,2024,Testla,Modelo,18995\n";
    let settings =
        SourceSettings { listing_url_template: Some("https://cars.example.com/v/{vin}".to_owned()), ..settings() };
    let import = import(text, &profile, &settings).unwrap();
    assert_eq!(import.listings[0].condition, Condition::Used, "[columns] goes before a field's own word");
    assert_eq!(import.report.columns.unmapped, ["condition"]);
    let refused = fault(
        "headerless = true\npositions = [\"vin\", \"year\", \"make\", \"model\", \"condition\"]\nprivate = [\"vin\"]",
    );
    assert!(refused.contains("\"vin\" is a private column"), "{refused}");
    let document = fault("headerless = true\npositions = [\"vin\"]\nshape = \"json\"");
    assert!(document.contains("`headerless` is for delimited text"), "{document}");
}
