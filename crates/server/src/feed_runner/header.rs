//! The columns of a file whose header lacks one, so that the right name can be
//! picked from the message.

use dealeragent_feeds::{
    FileFault, Limits,
    decode::decode,
    read::{Delimiter, Record, RecordReader},
};

/// Most columns that are named.
const MOST: usize = 60;
/// Longest name that is told whole, in characters.
const LONGEST: usize = 60;

/// Why a file cannot be used; what names its columns where one is missing.
pub(super) fn told(fault: &FileFault, bytes: &[u8]) -> String {
    let columns = match fault {
        FileFault::MissingColumn { .. } => columns(bytes).unwrap_or_default(),
        _ => Vec::new(),
    };
    if columns.is_empty() { fault.to_string() } else { format!("{fault}; the file has: {}", columns.join(", ")) }
}

/// `None` where not even a header can be read.
fn columns(bytes: &[u8]) -> Option<Vec<String>> {
    let decoded = decode(bytes).ok()?;
    let delimiter = Delimiter::sniff(&decoded.text).ok()?;
    let mut reader = RecordReader::new(&decoded.text, delimiter, Limits::default());
    let mut record = Record::default();
    while reader.next_record(&mut record).ok()? {
        if !record.is_blank() {
            return Some(
                record.cells.iter().map(|cell| short(cell)).filter(|name| !name.is_empty()).take(MOST).collect(),
            );
        }
    }
    None
}

fn short(name: &str) -> String {
    name.trim().chars().filter(|char| !char.is_control()).take(LONGEST).collect()
}
