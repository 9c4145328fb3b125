//! The first rows of a file, for whoever has to find out what it is.

use std::io::Read;

use super::MAX_ROWS;
use crate::{
    FileFault, Limits, Reading,
    bind::{clean_name, looks_like_a_unit},
    decode::Decoder,
    read::{Delimiter, Entry, RecordReader},
};

/// The start of a delimited file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The first record: the names of the columns, where the file has a header.
    pub header: Vec<String>,
    /// Up to 200 records behind it that could be read.
    pub rows: Vec<Vec<String>>,
    /// Whether the first record is a header. It is none where it holds a VIN,
    /// an address, or mostly numbers (A07).
    pub is_headed: bool,
    /// What separates the columns.
    pub delimiter: Delimiter,
}

/// Reads the start of a file.
///
/// # Errors
/// [`FileFault`] when it is no delimited text, or its columns cannot be told
/// apart.
pub fn sample(input: impl Read, reading: Reading, limits: Limits) -> Result<Sample, FileFault> {
    let decoder = Decoder::open(input, reading.encoding, &limits)?;
    let fallback = decoder.opening().fallback;
    let mut reader = RecordReader::new(decoder, reading.delimiter, limits)?.with_fallback(fallback);
    let delimiter = reader.delimiter();
    let (header, is_headed) = match reader.next_entry()? {
        Some(Entry::Record(first)) => (first.cells().map(clean_name).collect::<Vec<_>>(), !looks_like_a_unit(&first)),
        Some(Entry::Lost(lost)) => return Err(FileFault::OpenQuote { line: lost.line }),
        None => return Err(FileFault::Empty),
    };
    reader.expect_columns(header.len());
    let mut rows = Vec::new();
    while rows.len() < MAX_ROWS {
        match reader.next_entry()? {
            Some(Entry::Record(record)) => rows.push(record.cells().map(str::to_owned).collect()),
            Some(Entry::Lost(_)) => {}
            None => break,
        }
    }
    Ok(Sample { header, rows, is_headed, delimiter })
}
