//! Text to records (A05, A08 to A12, A17, A19).

use dealeragent_feeds::{
    FileFault, Limits,
    read::{Delimiter, Record, RecordReader},
};
use proptest::prelude::*;

use crate::support::{import_text, sample, settings, small};

fn records(text: &str, delimiter: Delimiter) -> Vec<(u64, Vec<String>)> {
    let mut reader = RecordReader::new(text, delimiter, Limits::default());
    let mut record = Record::default();
    let mut all = Vec::new();
    while reader.next_record(&mut record).unwrap() {
        all.push((record.line, record.cells.iter().map(ToString::to_string).collect()));
    }
    all
}

fn row(line: u64, cells: &[&str]) -> (u64, Vec<String>) {
    (line, cells.iter().map(ToString::to_string).collect())
}

#[test]
fn a05_the_header_says_what_separates() {
    let sniffed = |name: &str| Delimiter::sniff(std::str::from_utf8(&sample(name)).unwrap());
    assert_eq!(sniffed("a06_pipe.txt"), Ok(Delimiter::Pipe));
    assert_eq!(sniffed("a08_tab.txt"), Ok(Delimiter::Tab));
    assert_eq!(Delimiter::sniff("\r\n\"a;b;c\",d\n"), Ok(Delimiter::Comma));
    assert_eq!(
        Delimiter::sniff("\na,b;c\n"),
        Err(FileFault::DelimiterTie { line: 2, first: Delimiter::Comma, second: Delimiter::Semicolon })
    );
    assert_eq!(Delimiter::sniff("a,b,c;d;e|f|g|h"), Ok(Delimiter::Pipe));
    assert_eq!(Delimiter::sniff("VIN\n1"), Err(FileFault::NoDelimiter { line: 1 }));
    let vauto = dealeragent_feeds::Profile::built_in("vauto").unwrap().unwrap();
    let fault = dealeragent_feeds::import(&sample("a08_tab.txt"), &vauto, &settings()).unwrap_err();
    assert_eq!(fault, FileFault::OtherDelimiter { line: 1, expected: Delimiter::Comma, found: Delimiter::Tab });
}

#[test]
fn a10_every_line_end_counts_once() {
    let text = String::from_utf8(sample("a10_cr_only.csv")).unwrap();
    let read = records(&text, Delimiter::Comma);
    assert_eq!(read[2], row(3, &["9ZZDAPT12RA000002", "A2"]));
    assert_eq!(
        records("a,b\r\n\r\n\r\n1,2\r\r3,4\n\n5,6", Delimiter::Comma),
        vec![row(1, &["a", "b"]), row(4, &["1", "2"]), row(6, &["3", "4"]), row(8, &["5", "6"])]
    );
}

#[test]
fn a12_quoted_line_ends_stay_in_the_cell_and_count() {
    let text = String::from_utf8(sample("a12_quoted_newlines.csv")).unwrap();
    let read = records(&text, Delimiter::Comma);
    assert_eq!(read[1], row(2, &["9ZZDAPT10RA000001", "A1", "Line one\nLine two, with comma\r\nsays \"as-is\""]));
    assert_eq!(read[2], row(5, &["9ZZDAPT12RA000002", "A2", "ok"]));
}

#[test]
fn a11_an_inch_mark_in_a_quoted_cell_is_text() {
    let mut reader = RecordReader::new("\"20\" wheels\",\"x\"\n1,2\n", Delimiter::Comma, Limits::default());
    let mut record = Record::default();
    assert!(reader.next_record(&mut record).unwrap());
    assert_eq!(record.cells, ["20\" wheels", "x"]);
    assert!(record.stray_quote);
    assert_eq!(records("5\" tube,b\n", Delimiter::Comma), vec![row(1, &["5\" tube", "b"])]);
}

#[test]
fn a17_a_file_that_breaks_off_is_refused() {
    let header = "VIN,Stock,Year,Make,Model,Type,Price,VDP\n";
    let good = "9ZZDAPT10RA000001,A1,2024,Testla,Modelo,Used,1000,https://cars.example.com/1";
    let import = |text: String| dealeragent_feeds::import(text.as_bytes(), &small(), &settings());
    assert!(import(format!("{header}{good}")).is_ok());
    assert_eq!(
        import(format!("{header}{good}\n9ZZDAPT12RA000002,A2,20")).unwrap_err(),
        FileFault::CutShort { line: 3, cells: 3, columns: 8 }
    );
    let upload = String::from_utf8(sample("a19_truncated.csv")).unwrap();
    let mut reader = RecordReader::new(&upload, Delimiter::Comma, Limits::default());
    let mut record = Record::default();
    let mut lengths = Vec::new();
    while reader.next_record(&mut record).unwrap() {
        lengths.push((record.cells.len(), reader.ended_open()));
    }
    assert_eq!(lengths, [(10, false), (10, false), (10, false), (6, true)]);
    assert_eq!(
        import(format!("{header}{good}\n9ZZDAPT12RA000002,\"A2,20\n\n")).unwrap_err(),
        FileFault::OpenQuote { line: 3 }
    );
}

#[test]
fn a12_a14_ragged_rows_are_rejected_and_the_rest_goes_on() {
    let text = "VIN,Stock,Make,Price,Year,Model,Type,VDP\n\
                9ZZDAPT10RA000001,A1,Testla\n\
                9ZZDAPT12RA000002,A2,Testla,18995,2024,Modelo,Used,https://cars.example.com/2,extra\n\
                ,,,,,,,\n\
                9ZZDAPT14RA000003,A3,Testla,17500,2024,Modelo,Used,https://cars.example.com/3\n";
    let import = import_text(text).unwrap();
    assert_eq!((import.report.rows, import.report.rejected, import.report.published), (3, 2, 1));
    assert_eq!(import.report.rejects[0].line, 2);
    assert_eq!(import.report.rejects[1].reason, "the row has 9 cells, the header 8");
    assert_eq!(import.report.rejects[1].stock, None, "cells of a ragged row may stand in wrong columns");
    assert_eq!(import.listings[0].stock_number.as_ref().unwrap().as_str(), "A3");

    let sample = String::from_utf8(sample("a14_ragged.csv")).unwrap();
    let lengths: Vec<usize> = records(&sample, Delimiter::Comma).iter().map(|(_, cells)| cells.len()).collect();
    assert_eq!(lengths, [4, 3, 5, 4]);
}

#[test]
fn a19_caps_are_named() {
    let text = "VIN,Stock,Year,Make,Model,Type,Price,VDP\n\
                9ZZDAPT10RA000001,A1,2024,Testla,Modelo,Used,1000,https://cars.example.com/1\n";
    let within = |limits: Limits| {
        dealeragent_feeds::import_within(text.as_bytes(), &small(), &settings(), limits)
            .map(|import| import.listings.len())
    };
    let all = Limits::default();
    assert_eq!(within(all), Ok(1));
    for (limits, named) in [
        (Limits { file_bytes: 50, ..all }, "file_bytes"),
        (Limits { rows: 0, ..all }, "rows"),
        (Limits { columns: 7, ..all }, "columns"),
        (Limits { record_bytes: 60, ..all }, "record_bytes"),
        (Limits { cell_bytes: 20, ..all }, "cell_bytes"),
    ] {
        let fault = within(limits).unwrap_err();
        assert!(matches!(fault, FileFault::TooLarge { cap, .. } if cap == named), "{fault}");
        assert!(fault.to_string().contains(named), "{fault}");
    }
    let giant = sample("a21_giant_field.csv");
    let giant = std::str::from_utf8(&giant).unwrap();
    let mut reader = RecordReader::new(giant, Delimiter::Comma, Limits { cell_bytes: 65_536, ..all });
    let mut record = Record::default();
    assert!(reader.next_record(&mut record).unwrap());
    assert!(matches!(reader.next_record(&mut record), Err(FileFault::TooLarge { cap: "cell_bytes", line: 2, .. })));
}

/// Any cell, as a careful writer would write it.
fn written(cell: &str) -> String {
    format!("\"{}\"", cell.replace('"', "\"\""))
}

proptest! {
    #[test]
    fn what_a_careful_writer_writes_is_read_back_with_its_lines(
        rows in proptest::collection::vec(proptest::collection::vec("[a\",\r\n ä]{0,6}", 1..5), 1..6),
        crlf in any::<bool>(),
    ) {
        let end = if crlf { "\r\n" } else { "\n" };
        let mut text = String::new();
        let mut expected = Vec::new();
        for cells in &rows {
            let line = 1 + text.replace("\r\n", "\n").matches(['\r', '\n']).count() as u64;
            expected.push((line, cells.clone()));
            text.push_str(&cells.iter().map(|cell| written(cell)).collect::<Vec<_>>().join(","));
            text.push_str(end);
        }
        prop_assert_eq!(records(&text, Delimiter::Comma), expected);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[ab\",|\r\n]{0,60}") {
        let mut reader = RecordReader::new(&text, Delimiter::Comma, Limits::default());
        let mut record = Record::default();
        let mut before = 0;
        while let Ok(true) = reader.next_record(&mut record) {
            prop_assert!(record.line > before);
            before = record.line;
        }
    }
}
