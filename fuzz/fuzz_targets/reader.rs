//! Any bytes as records. The first byte picks the separator and how many cells
//! are expected. Nothing panics, lines only go up, buffers keep their bound,
//! and a text in pieces gives the same records as the whole text.
#![no_main]

use std::io::Read;

use dealeragent_feeds::{
    Limits,
    read::{Delimiter, Entry, RecordReader},
};
use dealeragent_fuzz::Pieces;
use libfuzzer_sys::fuzz_target;

const LIMITS: fn() -> Limits =
    || Limits { record_bytes: 4_096, cell_bytes: 1_024, quoted_lines: 5, ..Limits::default() };

fn read(input: impl Read, first: u8) -> Vec<String> {
    let delimiter = Delimiter::ALL.get(usize::from(first & 7)).copied();
    let mut reader = match RecordReader::new(input, delimiter, LIMITS()) {
        Ok(reader) => reader,
        Err(fault) => return vec![fault.to_string()],
    };
    let columns = usize::from(first >> 3);
    if columns > 0 {
        reader.expect_columns(columns);
    }
    let mut told = Vec::new();
    let mut before = 0;
    loop {
        let line = match reader.next_entry() {
            Ok(Some(Entry::Record(record))) => {
                let cells: Vec<&str> = record.cells().collect();
                assert_eq!(cells.len(), record.count());
                assert!(cells.iter().any(|cell| !cell.is_empty()), "blank records are passed over");
                told.push(format!("{} {cells:?} {:?}", record.line, record.recoded));
                record.line
            }
            Ok(Some(Entry::Lost(lost))) => {
                told.push(format!("{lost:?}"));
                lost.line
            }
            Ok(None) => break,
            Err(fault) => {
                told.push(fault.to_string());
                break;
            }
        };
        assert!(line > before, "line {line} after {before}");
        before = line;
        assert!(reader.held_bytes() < 1 << 20);
    }
    told
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, text)) = bytes.split_first() else { return };
    assert_eq!(read(text, *first), read(Pieces::new(text, usize::from(*first)), *first));
});
