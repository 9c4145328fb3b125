//! Reports for a spreadsheet (A22).

use dealeragent_feeds::{
    import,
    report::{sheet_cell, write_sheet_line},
};
use proptest::prelude::*;

use crate::support::{completed, sample, settings, small};

#[test]
fn a22_values_are_untouched_in_listings() {
    let text = completed(&String::from_utf8(sample("a24_formula_cells.csv")).unwrap());
    let text = text.replace("VIN,Stock,Description", "VIN,Stock,Features");
    let import = import(text.as_bytes(), &small(), &settings()).unwrap();
    assert_eq!(import.listings[1].stock_number.as_ref().unwrap().as_str(), "-A2");
    assert_eq!(import.listings[1].features[0].as_str(), "@SUM(1)");
    assert_eq!(import.listings[0].features[0].as_str(), "=HYPERLINK(\"https://x.example\",\"click\")");
}

#[test]
fn a22_a_sheet_for_people_runs_nothing() {
    let text = completed("VIN,Stock,Year\n9ZZDAPT10RA000001,-A1,=1+1\n9ZZDAPT12RA000002,A2,soon\n");
    let import = import(text.as_bytes(), &small(), &settings()).unwrap();
    let mut sheet = Vec::new();
    import.report.write_rejects(&mut sheet).unwrap();
    insta::assert_snapshot!(String::from_utf8(sheet).unwrap().trim_start_matches('\u{feff}').replace('\r', ""), @r#"
    line,stock,column,rule,reason,hint
    2,'-A1,Year,year,"""=1+1"": this is no model year","write the model year with four digits, such as 2026, at most two years ahead"
    3,A2,Year,year,"""soon"": this is no model year","write the model year with four digits, such as 2026, at most two years ahead"
    "#);
    for (cell, written) in [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-A2", "'-A2"),
        ("@SUM(1)", "'@SUM(1)"),
        ("\t=1", "\"'\t=1\""),
        (" =1", "' =1"),
        ("＝1", "'＝1"),
        ("A-2", "A-2"),
        ("say \"x\"", "\"say \"\"x\"\"\""),
    ] {
        assert_eq!(sheet_cell(cell), written);
    }
}

proptest! {
    #[test]
    fn no_cell_of_a_sheet_starts_like_a_formula(cells in proptest::collection::vec("[=+@,\"\t\r\n a-]{0,8}|\\PC{0,8}", 1..5)) {
        let mut line = Vec::new();
        write_sheet_line(&mut line, cells.iter().map(String::as_str)).unwrap();
        let read = crate::reading::records(&line, dealeragent_feeds::read::Delimiter::Comma);
        if let [(_, read)] = read.as_slice() {
            prop_assert_eq!(read.len(), cells.len());
            for (read, cell) in read.iter().zip(&cells) {
                prop_assert!(!read.starts_with(['=', '+', '-', '@', '\t', '\r']), "{:?}", read);
                prop_assert_eq!(read.strip_prefix('\'').filter(|bare| bare == cell).unwrap_or(read), cell);
            }
        } else {
            prop_assert!(cells.iter().all(|cell| cell.trim_matches([' ', '\t', '\r', '\n']).is_empty()), "{:?}", read);
        }
    }
}
