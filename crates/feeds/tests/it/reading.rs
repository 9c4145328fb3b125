//! Text to records (A05, A06, A08 to A10, A12, A17, A19).

use dealeragent_feeds::{
    FaultKind, FileFault, Limits, Reading, SourceSettings,
    read::{Delimiter, Entry, RecordReader},
    report::{Keyword, Notice},
};
use proptest::prelude::*;

use crate::support::{completed, import_text, reject_at, sample, settings, small, warned};

pub(crate) type Row = (u64, Vec<String>);

/// Every record of a text; lost lines are left out.
pub(crate) fn records(text: &[u8], delimiter: Delimiter) -> Vec<Row> {
    let mut reader = RecordReader::new(text, Some(delimiter), Limits::default()).unwrap();
    let mut all = Vec::new();
    while let Some(entry) = reader.next_entry().unwrap() {
        if let Entry::Record(record) = entry {
            all.push((record.line, record.cells().map(ToOwned::to_owned).collect()));
        }
    }
    all
}

pub(crate) fn row(line: u64, cells: &[&str]) -> Row {
    (line, cells.iter().map(ToString::to_string).collect())
}

fn strict() -> SourceSettings {
    SourceSettings { reading: Reading { strict: true, ..Reading::default() }, ..settings() }
}

#[test]
fn a05_the_first_records_say_what_separates() {
    let sniff = |text: &[u8]| Delimiter::sniff(text, true, 1);
    assert_eq!(sniff(&sample("a06_pipe.txt")), Ok(Delimiter::Pipe));
    assert_eq!(sniff(&sample("a08_tab.txt")), Ok(Delimiter::Tab));
    assert_eq!(sniff(b"\"a;b;c\",d\n"), Ok(Delimiter::Comma));
    assert_eq!(sniff(b"a,b,c;d;e|f|g|h"), Ok(Delimiter::Pipe));
    assert_eq!(sniff(b"VIN\n1"), Err(FileFault::NoDelimiter { line: 1 }));
    let tie = FileFault::DelimiterTie { line: 1, first: Delimiter::Comma, second: Delimiter::Semicolon };
    assert_eq!(sniff(b"a,b;c\n"), Err(tie.clone()));
    assert_eq!(sniff(b"a,b;c\n1,2;3\n"), Err(tie.clone()));
    assert_eq!(tie.kind(), FaultKind::Columns);
    // Rows break a tie of the header, and outweigh a chance comma in it.
    assert_eq!(sniff(b"a,b;c\n1;2\n3;4,5,6\n"), Ok(Delimiter::Semicolon));
    assert_eq!(sniff(b"a;b (x,y,z)\n1;2\n3;4\n5;6\n"), Ok(Delimiter::Semicolon));
    assert_eq!(sniff(b"\n,,,\n\nA;B;C\n1;2;3"), Ok(Delimiter::Semicolon));
}

#[test]
fn a05_the_settings_go_before_the_profile_and_the_file() {
    let vauto = dealeragent_feeds::Profile::built_in("vauto").unwrap().unwrap();
    let fault = dealeragent_feeds::import(&sample("a08_tab.txt"), &vauto, &settings()).unwrap_err();
    assert_eq!(fault, FileFault::OtherDelimiter { line: 1, expected: Delimiter::Comma, found: Delimiter::Tab });
    let reading = Reading { delimiter: Some(Delimiter::Tab), ..Reading::default() };
    let fault = dealeragent_feeds::import(&sample("a08_tab.txt"), &vauto, &SourceSettings { reading, ..settings() });
    assert!(matches!(fault, Err(FileFault::MissingColumn { line: 1, .. })), "read as tabs: {fault:?}");
    let pipes = completed(&String::from_utf8(sample("a06_pipe.txt")).unwrap().replace('|', ",")).replace(',', "|");
    let pipes = pipes.replace("Stock Number", "StockNumber").replace("|U|", "|Used|");
    let import = dealeragent_feeds::import(pipes.as_bytes(), &small(), &settings()).unwrap();
    assert_eq!((import.report.delimiter, import.report.rows), (Some(Delimiter::Pipe), 2));
}

#[test]
fn a06_a_list_that_splits_too_far_never_shifts_columns() {
    let import = dealeragent_feeds::import(&sample("a06b_list_overflow.txt"), &small(), &settings()).unwrap();
    assert_eq!(import.report.delimiter, Some(Delimiter::Pipe));
    assert_eq!((import.report.rows, import.report.rejected), (3, 2));
    for line in [2, 4] {
        let reject = reject_at(&import, line);
        assert_eq!((reject.keyword, reject.reason.as_str()), (Keyword::Ragged, "the row has 10 cells, the header 9"));
        assert_eq!(reject.stock, None, "no cell of a shifted row is shown");
    }
    assert_eq!(import.listings.len(), 1);
    assert_eq!(import.listings[0].price.as_ref().unwrap().amount.minor(), 1_750_000);
    assert_eq!(import.listings[0].features.len(), 2);
}

#[test]
fn a08_a09_every_line_end_counts_once_and_blank_records_are_passed_over() {
    assert_eq!(records(&sample("a10_cr_only.csv"), Delimiter::Comma)[2], row(3, &["9ZZDAPT12RA000002", "A2"]));
    assert_eq!(
        records(b"a,b\r\n\r\n\r\n1,2\r\r3,4\n\n5,6", Delimiter::Comma),
        vec![row(1, &["a", "b"]), row(4, &["1", "2"]), row(6, &["3", "4"]), row(8, &["5", "6"])]
    );
    let import = dealeragent_feeds::import(&sample("a09b_doubled_cr.csv"), &small(), &settings()).unwrap();
    assert_eq!((import.report.rows, import.report.published, import.report.rejected), (2, 2, 0));
    // What a transfer in text mode makes of CRLF: a line of its own for each CR.
    let doubled = b"a,b\r\r\n1,2\r\r\n,\r\r\n \t,\"\"\r\r\n3,4\r\r\n";
    assert_eq!(records(doubled, Delimiter::Comma), vec![row(1, &["a", "b"]), row(3, &["1", "2"]), row(9, &["3", "4"])]);
}

#[test]
fn a10_quoted_line_ends_stay_in_the_cell_and_count() {
    let read = records(&sample("a12_quoted_newlines.csv"), Delimiter::Comma);
    assert_eq!(read[1], row(2, &["9ZZDAPT10RA000001", "A1", "Line one\nLine two, with comma\r\nsays \"as-is\""]));
    assert_eq!(read[2], row(5, &["9ZZDAPT12RA000002", "A2", "ok"]));
}

#[test]
fn a12_ragged_rows_are_rejected_and_the_rest_goes_on() {
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
    let fault = dealeragent_feeds::import(text.as_bytes(), &small(), &strict()).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "line 2: the row has 3 cells, the header 8, and the source is read strictly; mend the row, or set `strict` to \
         false"
    );
    assert_eq!(fault.kind(), FaultKind::Strict);

    let read = records(&sample("a14_ragged.csv"), Delimiter::Comma);
    assert_eq!(read.iter().map(|(_, cells)| cells.len()).collect::<Vec<_>>(), [4, 3, 5, 4]);
}

const HEADER: &str = "VIN,Stock,Year,Make,Model,Type,Price,VDP\n";
const GOOD: &str = "9ZZDAPT10RA000001,A1,2024,Testla,Modelo,Used,1000,https://cars.example.com/1";

#[test]
fn a17_a_file_that_breaks_off_is_refused() {
    let import = |text: String| dealeragent_feeds::import(text.as_bytes(), &small(), &settings());
    let whole = import(format!("{HEADER}{GOOD}")).unwrap();
    assert_eq!(warned(&whole, Notice::NoLastLineEnd).unwrap().lines, [2], "a whole row without a line end is told");
    assert!(warned(&import(format!("{HEADER}{GOOD}\n")).unwrap(), Notice::NoLastLineEnd).is_none());
    let fault = import(format!("{HEADER}{GOOD}\n9ZZDAPT12RA000002,A2,20")).unwrap_err();
    assert_eq!(fault, FileFault::CutShort { line: 3, cells: 3, columns: 8 });
    assert_eq!(fault.kind(), FaultKind::CutShort);
    let fault = import(format!("{HEADER}{GOOD}\n9ZZDAPT12RA000002,\"A2,20\n\n")).unwrap_err();
    assert_eq!((fault.kind(), fault), (FaultKind::CutShort, FileFault::OpenQuote { line: 3 }));

    let upload = String::from_utf8(sample("a19_truncated.csv")).unwrap();
    let columns = upload.lines().next().unwrap().split(',').count();
    let wanted = upload.replace("\r\n", "\n").replacen("condition", "Type", 1).replacen("listing_url", "VDP", 1);
    let fault = import(wanted.replacen("observed_at", "Price", 1).replacen("stock_number", "Stock", 1)).unwrap_err();
    assert_eq!(fault, FileFault::CutShort { line: 4, cells: 6, columns });
}

#[test]
fn a17_a_closing_record_must_count_the_rows() {
    let closed = |trailer: &str| {
        let text = format!("{HEADER}{GOOD}\n{}\n{trailer}", GOOD.replace("10RA000001", "12RA000002"));
        dealeragent_feeds::import(text.as_bytes(), &small(), &settings())
    };
    for trailer in ["TRL,2", "Trailer,2\n", "Total records: 2\r\n", "EOF", "#END OF FILE", "ROWS=2,,,,,,,", "count,,2"]
    {
        let import = closed(trailer).unwrap();
        assert_eq!((import.report.rows, import.report.rejected), (2, 0), "{trailer}");
    }
    let fault = dealeragent_feeds::import(&sample("a17b_trailer.csv"), &small(), &settings()).unwrap_err();
    assert_eq!(fault, FileFault::TrailerMismatch { line: 5, stated: 5, rows: 3 });
    let fault = closed("TRL,3\n").unwrap_err();
    assert_eq!(fault, FileFault::TrailerMismatch { line: 4, stated: 3, rows: 2 });
    assert_eq!(fault.kind(), FaultKind::CutShort);
    assert_eq!(closed("TRL,\"1,200\"").unwrap_err(), FileFault::TrailerMismatch { line: 4, stated: 1_200, rows: 2 });
    // Something behind it: a row after all, and one that does not fit.
    let import = closed(&format!("TRL,2\n{}\n", GOOD.replace("10RA000001", "14RA000003"))).unwrap();
    assert_eq!((import.report.rows, import.report.rejected, reject_at(&import, 4).keyword), (4, 1, Keyword::Ragged));
}

#[test]
fn a19_caps_are_named_with_how_to_raise_them() {
    let text = format!("{HEADER}{GOOD}\n");
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
        assert!(fault.to_string().contains(&format!("set `{named}` higher for this source")), "{fault}");
        assert_eq!(fault.kind(), FaultKind::TooLarge);
    }
    let giant = sample("a21_giant_field.csv");
    let limits = Limits { cell_bytes: 65_536, ..all };
    let mut reader = RecordReader::new(giant.as_slice(), Some(Delimiter::Comma), limits).unwrap();
    assert!(matches!(reader.next_entry(), Ok(Some(Entry::Record(_)))));
    let fault = reader.next_entry().unwrap_err();
    assert_eq!(
        fault.to_string(),
        "line 2: the cell is larger than the cap `cell_bytes` of 65536; if the file is right, set `cell_bytes` higher \
         for this source"
    );
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
            if cells.iter().any(|cell| !cell.trim().is_empty()) {
                expected.push((line, cells.clone()));
            }
            text.push_str(&cells.iter().map(|cell| written(cell)).collect::<Vec<_>>().join(","));
            text.push_str(end);
        }
        prop_assert_eq!(records(text.as_bytes(), Delimiter::Comma), expected);
    }

    #[test]
    fn any_bytes_are_read_or_refused(
        bytes in proptest::collection::vec(prop_oneof![Just(b'"'), Just(b','), Just(b'\n'), Just(b'\r'), any::<u8>()], 0..80),
        columns in proptest::option::of(1_usize..4),
    ) {
        let Ok(mut reader) = RecordReader::new(bytes.as_slice(), None, Limits { quoted_lines: 2, ..Limits::default() })
        else { return Ok(()) };
        if let Some(columns) = columns {
            reader.expect_columns(columns);
        }
        let mut before = 0;
        while let Ok(Some(entry)) = reader.next_entry() {
            let line = match entry {
                Entry::Record(record) => record.line,
                Entry::Lost(lost) => lost.line,
            };
            prop_assert!(line > before);
            before = line;
        }
    }
}
