//! What stands before and behind each entry of a zip archive.

use std::io::{self, BufRead};

use super::zip::refuse;
use crate::FileFault;

const LOCAL: [u8; 4] = *b"PK\x03\x04";
/// The table of contents, and the end of an archive without entries.
const CONTENTS: [[u8; 4]; 2] = [*b"PK\x01\x02", *b"PK\x05\x06"];
const DESCRIPTOR: [u8; 4] = *b"PK\x07\x08";

const ENCRYPTED: u16 = 1;
/// The sums stand behind the data: its writer did not know them before.
const SUMS_BEHIND: u16 = 8;

/// One entry.
pub(super) struct Entry {
    pub(super) method: Method,
    /// `None` where it stands behind the data.
    pub(super) crc: Option<u32>,
    /// A folder, or a file that the packing system added.
    pub(super) is_litter: bool,
}

/// How it is packed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Method {
    Deflated,
    Stored { bytes: u64 },
}

/// Reads the next entry's header; `None` at the table of contents. An archive
/// that ends before its table is cut short.
pub(super) fn next_entry(input: &mut impl BufRead) -> io::Result<Option<Entry>> {
    let signature: [u8; 4] = array(input)?;
    if CONTENTS.contains(&signature) {
        return Ok(None);
    }
    if signature != LOCAL {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let _version = two(input)?;
    let flags = two(input)?;
    let method = two(input)?;
    let _written_at = four(input)?;
    let crc = four(input)?;
    let packed = four(input)?;
    let _unpacked = four(input)?;
    let (name_length, extra_length) = (two(input)?, two(input)?);
    let name = bytes(input, name_length)?;
    let _extra = bytes(input, extra_length)?;
    refuse_workbook(&name)?;
    if flags & ENCRYPTED != 0 {
        return Err(refuse("is encrypted; pack it without a password"));
    }
    let method = match method {
        8 => Method::Deflated,
        // Without its length in front, a stored file's end cannot be told.
        0 if flags & SUMS_BEHIND == 0 && packed != u32::MAX => Method::Stored { bytes: packed.into() },
        0 if name.ends_with(b"/") => Method::Stored { bytes: 0 },
        _ => return Err(refuse("is packed in an unusual way; pack it with the usual method (deflate)")),
    };
    let crc = (flags & SUMS_BEHIND == 0).then_some(crc);
    Ok(Some(Entry { method, crc, is_litter: is_litter(&name) }))
}

/// Reads what stands behind an entry's data, and gives its checksum. The two
/// lengths have four or eight bytes each; only the data tells which.
pub(super) fn descriptor(input: &mut impl BufRead, packed: u64, written: u64) -> io::Result<u32> {
    let first: [u8; 4] = array(input)?;
    let crc = if first == DESCRIPTOR { four(input)? } else { u32::from_le_bytes(first) };
    let (one, two) = (four(input)?, four(input)?);
    let low = |value: u64| u32::try_from(value).ok();
    if low(packed) == Some(one) && low(written) == Some(two) {
        return Ok(crc);
    }
    let long = u64::from(one) | u64::from(two) << 32;
    let behind = u64::from_le_bytes(array(input)?);
    if (long, behind) == (packed, written) { Ok(crc) } else { Err(io::ErrorKind::InvalidData.into()) }
}

/// A workbook is a zip archive of many parts, of which none is an export.
fn refuse_workbook(name: &[u8]) -> io::Result<()> {
    let parts: [&[u8]; 4] = [b"[Content_Types].xml", b"xl/", b"_rels/", b"mimetype"];
    if parts.iter().any(|part| name.starts_with(part)) {
        return Err(FileFault::Document { kind: "a workbook (Excel or OpenDocument); save it as CSV" }.into_io());
    }
    Ok(())
}

fn is_litter(name: &[u8]) -> bool {
    let last = name.rsplit(|byte| matches!(byte, b'/' | b'\\')).next().unwrap_or_default();
    last.is_empty()
        || name.starts_with(b"__MACOSX/")
        || last.starts_with(b"._")
        || [&b".DS_Store"[..], b"Thumbs.db", b"desktop.ini"].contains(&last)
}

fn array<const N: usize>(input: &mut impl BufRead) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn two(input: &mut impl BufRead) -> io::Result<u16> {
    array(input).map(u16::from_le_bytes)
}

fn four(input: &mut impl BufRead) -> io::Result<u32> {
    array(input).map(u32::from_le_bytes)
}

fn bytes(input: &mut impl BufRead, length: u16) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length.into()];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}
