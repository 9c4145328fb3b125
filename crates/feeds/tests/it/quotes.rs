//! Quotation marks that were lost (A11).

use dealeragent_feeds::{
    FaultKind, FileFault, Limits, Reading, SourceSettings, import, import_within,
    read::{Delimiter, Entry, Lost, RecordReader, Why},
    report::{Keyword, Notice},
};

use crate::{
    reading::{Row, records, row},
    support::{reject_at, sample, settings, small, warned},
};

fn read(text: &str, columns: usize, limits: Limits) -> (Vec<Row>, Vec<Lost>) {
    let mut reader = RecordReader::new(text.as_bytes(), Some(Delimiter::Comma), limits).unwrap();
    reader.expect_columns(columns);
    let (mut rows, mut lost) = (Vec::new(), Vec::new());
    while let Some(entry) = reader.next_entry().unwrap() {
        match entry {
            Entry::Record(record) => rows.push((record.line, record.cells().map(ToOwned::to_owned).collect())),
            Entry::Lost(lines) => lost.push(lines),
        }
    }
    (rows, lost)
}

#[test]
fn a11_an_inch_mark_in_a_quoted_cell_is_text() {
    let mut reader = RecordReader::new(&b"\"20\" wheels\",\"x\"\n1,2\n"[..], None, Limits::default()).unwrap();
    let Some(Entry::Record(record)) = reader.next_entry().unwrap() else { panic!("no record") };
    assert_eq!(record.cells().collect::<Vec<_>>(), ["20\" wheels", "x"]);
    assert!(record.stray_quote);
    assert_eq!(records(b"5\" tube,b\n", Delimiter::Comma), vec![row(1, &["5\" tube", "b"])]);
}

#[test]
fn a11_the_row_with_the_lost_mark_is_held_back_and_the_next_is_read() {
    let import = import(&sample("a11_lost_quote.csv"), &small(), &settings()).unwrap();
    let stocks: Vec<&str> = import.listings.iter().map(|unit| unit.stock_number.as_ref().unwrap().as_str()).collect();
    assert_eq!(stocks, ["A1", "A3", "A4", "A5"]);
    assert_eq!((import.report.rows, import.report.rejected), (5, 1));
    let reject = reject_at(&import, 3);
    assert_eq!(reject.keyword, Keyword::LostQuote);
    assert_eq!(reject.reason, "a quoted cell does not end where it should; the line is held back");
    let prices: Vec<i64> = import.listings.iter().map(|unit| unit.price.as_ref().unwrap().amount.minor()).collect();
    assert_eq!(prices, [1_899_500, 1_600_000, 1_500_000, 1_400_000], "no price moved to another unit");
    assert_eq!(warned(&import, Notice::StrayQuote).unwrap().lines, [6]);

    let strict = SourceSettings { reading: Reading { strict: true, ..Reading::default() }, ..settings() };
    let fault = dealeragent_feeds::import(&sample("a11_lost_quote.csv"), &small(), &strict).unwrap_err();
    assert_eq!(fault.kind(), FaultKind::Strict);
}

/// The cell closes at the inch mark of a later row, so that no mark is stray
/// and the count fits: only the VIN inside tells that two units were merged.
#[test]
fn a11_a_swallowed_unit_is_found_even_where_everything_fits() {
    let text = "VIN,Stock,Wheels,Price\n\
                9ZZDAPT10RA000001,A1,\"20 inch,18995\n\
                9ZZDAPT12RA000002,A2,18\",17500\n\
                9ZZDAPT14RA000003,A3,19,16000\n";
    let (rows, lost) = read(text, 4, Limits::default());
    assert_eq!(lost, [Lost { line: 2, lines: 1, why: Why::LostQuote }]);
    assert_eq!(rows[1], row(3, &["9ZZDAPT12RA000002", "A2", "18\"", "17500"]));
    assert_eq!(rows.len(), 3);
}

#[test]
fn a11_text_of_several_lines_is_believed() {
    let text = "VIN,Stock,Text\n1,2,\"one\ntwo, three, four\nfive 20\"\" wide\"\n3,4,\"x\ny \"z\" w\"\n";
    let (rows, lost) = read(text, 3, Limits::default());
    assert_eq!(rows[1], row(2, &["1", "2", "one\ntwo, three, four\nfive 20\" wide"]));
    assert_eq!(rows[2], row(5, &["3", "4", "x\ny \"z\" w"]));
    assert_eq!(lost, []);
}

#[test]
fn a11_a_cell_of_too_many_lines_is_held_back() {
    let long = "word\r\n".repeat(12);
    let text = format!("a,b,c\n1,2,\"{long}\"\n3,4,5\n6,7,\"{long}\n8,9,0\r\n1,1,1\n");
    let (rows, lost) = read(&text, 3, Limits { quoted_lines: 10, ..Limits::default() });
    assert_eq!(
        rows,
        [row(1, &["a", "b", "c"]), row(15, &["3", "4", "5"]), row(29, &["8", "9", "0"]), row(30, &["1", "1", "1"])]
    );
    assert_eq!(
        lost,
        [
            Lost { line: 2, lines: 13, why: Why::TooManyLines { most: 10 } },
            Lost { line: 16, lines: 13, why: Why::LostQuote },
        ]
    );
    assert_eq!(lost[1].to_string(), "a quoted cell does not end where it should; lines 16 to 28 are held back");
    let whole = read(&text.replace("6,7,\"", "6,7,"), 3, Limits::default());
    assert_eq!(whole.1, [], "within the default cap nothing is lost");
}

/// Without a cap in lines the cap in bytes is met first; the rows after the
/// lost mark are read all the same.
#[test]
fn a11_a_lost_mark_does_not_fail_the_file_at_the_cap_of_a_cell() {
    let header = "VIN,Stock,Year,Make,Model,Type,Price,VDP\n";
    let unit = |at: usize| format!("V{at},A{at},2024,Testla,Modelo,Used,1000,https://cars.example.com/{at}\n");
    let mut text = format!("{header}{}", unit(1).replace("Modelo", "\"Modelo"));
    (2..100).for_each(|at| text.push_str(&unit(at)));
    let limits = Limits { cell_bytes: 1_000, ..Limits::default() };
    let import = import_within(text.as_bytes(), &small(), &settings(), limits).unwrap();
    assert_eq!(import.report.rows, 99);
    assert_eq!(import.report.rejects.iter().filter(|reject| reject.keyword == Keyword::LostQuote).count(), 1);
    assert_eq!(reject_at(&import, 2).keyword, Keyword::LostQuote);
}

/// Going on is bounded: a file that is nothing but lost marks is refused.
#[test]
fn a11_a_file_of_lost_marks_is_refused() {
    let mut text = "VIN,Stock,Text\n".to_owned();
    for _ in 0..2_000 {
        text.push_str("1,2,\"x\n3,4,5\n");
    }
    text.push_str("1,2,\"end\"\n");
    let mut reader = RecordReader::new(text.as_bytes(), None, Limits::default()).unwrap();
    reader.expect_columns(3);
    let fault = loop {
        match reader.next_entry() {
            Ok(Some(_)) => {}
            Ok(None) => panic!("read to its end"),
            Err(fault) => break fault,
        }
    };
    assert!(matches!(fault, FileFault::OpenQuote { .. }), "{fault}");
}
